"""How the arrows of a state graph run: out of a row, along a lane of a gutter, into a box.

Boxes of one container stand in columns; between the columns are gutters, between the layers
channels, and every composite has a gutter of its own at its right. All arrows into one state share
a lane in each gutter, as a bus that ends there; lanes of different states never share a stretch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from behave.ir.program import Machine
from viewer.graph.order import sibling_of
from viewer.graph.words import own_transitions

NEAR = 11.0  # from a box to the first lane beside it: an arrow's head is as long
APART = 3.0  # between two stretches on one lane


@dataclass(frozen=True)
class Grid:
    """The states right in the machine: rows of columns."""

    rows: tuple[Sequence[int], ...]
    columns: int

    def place(self, state: int) -> tuple[int, int]:
        """Row and column of a state."""
        return next((r, row.index(state)) for r, row in enumerate(self.rows) if state in row)


@dataclass(frozen=True)
class Port:
    """Where arrows leave a row: its left and right end, and the height of its first line."""

    left: float
    right: float
    y: float


@dataclass(frozen=True)
class Spot:
    """Where arrows enter a box: its left and right side, and the band of its head."""

    left: float
    right: float
    top: float
    head: float


@dataclass(frozen=True)
class Edge:
    """An arrow along ``points``, level and upright by turns, to the side of a box."""

    source: int
    number: int
    target: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Routed:
    """The arrows, and the room their lanes take: of gutters (from the left of the first column
    on), channels (from above the first row on) and within composites."""

    edges: tuple[Edge, ...]
    gutters: list[float]
    channels: list[float]
    inner: dict[int, float]


Lane = tuple[str, int]
"""A gutter: ``("column", c)`` left of column c, ``("state", s)`` in a composite, or
``("channel", r)`` above row r."""


@dataclass
class _Way:
    """One arrow's way: its port's side, the lanes it takes, and the side it comes in at."""

    source: int
    number: int
    target: int
    leaves_left: bool
    lanes: list[Lane]
    enters_left: bool


@dataclass
class _Bus:
    """What runs along one lane to one state."""

    lane: Lane
    target: int
    low: float
    high: float
    track: int = 0


def route(
    machine: Machine,
    grid: Grid,
    ports: Mapping[tuple[int, int], Port],
    spots: Mapping[int, Spot],
    lane: float,
) -> Routed:
    """The arrows of a machine whose boxes are placed; ``lane`` is the room between two lanes."""
    ways = _ways(machine, grid)
    ends = _ends(ways, spots)
    levels = {r: min(spots[s].top for s in row) for r, row in enumerate(grid.rows)}
    buses = _buses(ways, ports, ends, levels)
    counts = _tracks(buses)
    inner = {s: _room(counts.get(("state", s), 0), lane) for s in _composites(machine)}
    gutters = [
        _room(counts.get(("column", c), 0), lane, NEAR if 0 < c < grid.columns else 4.0)
        for c in range(grid.columns + 1)
    ]
    channels = [_room(counts.get(("channel", r), 0), lane) for r in range(len(grid.rows) + 1)]
    place = _Placed(machine, grid, spots, levels, lane, counts)
    edges = tuple(_edge(way, ports, spots, ends, buses, place) for way in ways)
    return Routed(edges, gutters, channels, inner)


def _composites(machine: Machine) -> list[int]:
    return sorted({state.parent for state in machine.states if state.parent >= 0})


def _room(lanes: int, lane: float, beyond: float = 4.0) -> float:
    return 0.0 if lanes == 0 else NEAR + lane * (lanes - 1) + beyond


def _ways(machine: Machine, grid: Grid) -> list[_Way]:
    found = []
    for source in range(-1, len(machine.states)):
        for number, transition in enumerate(own_transitions(machine, source)):
            target = transition.target
            holder = _holder(machine, source, target)
            if holder >= 0:
                way = _Way(source, number, target, False, [("state", holder)], False)
            else:
                way = _root_way(machine, grid, source, number, target)
            found.append(way)
    return found


def _holder(machine: Machine, source: int, target: int) -> int:
    """The composite in whose gutter an arrow runs; −1: between the columns of the machine."""
    above = set()
    state = source if source != target else (machine.states[source].parent if source >= 0 else -1)
    while state >= 0:
        above.add(state)
        state = machine.states[state].parent
    holder = machine.states[target].parent
    while holder >= 0 and holder not in above:
        holder = machine.states[holder].parent
    return holder


def _root_way(machine: Machine, grid: Grid, source: int, number: int, target: int) -> _Way:
    goal = sibling_of(machine, target, -1)
    start = sibling_of(machine, source, -1)
    assert goal is not None
    row, column = grid.place(goal)
    at = 0 if start is None else grid.place(start)[1]
    if at == column:
        return _Way(source, number, target, False, [("column", at + 1)], False)
    if abs(at - column) == 1:
        left = column < at
        return _Way(source, number, target, left, [("column", max(at, column))], not left)
    left = column < at
    out = ("column", at if left else at + 1)
    into = ("column", column + 1 if left else column)
    return _Way(source, number, target, left, [out, ("channel", row), into], not left)


def _ends(ways: Sequence[_Way], spots: Mapping[int, Spot]) -> dict[tuple[int, Lane], float]:
    """The height at which the bus of a lane enters its state: one below the other."""
    ends: dict[tuple[int, Lane], float] = {}
    counts: dict[tuple[int, bool], int] = {}
    for way in ways:
        key = (way.target, way.lanes[-1])
        if key in ends:
            continue
        count = counts.get((way.target, way.enters_left), 0)
        counts[way.target, way.enters_left] = count + 1
        spot = spots[way.target]
        ends[key] = spot.top + min(7.0 + 6.0 * count, spot.head - 4.0)
    return ends


def _buses(
    ways: Sequence[_Way],
    ports: Mapping[tuple[int, int], Port],
    ends: Mapping[tuple[int, Lane], float],
    levels: Mapping[int, float],
) -> dict[tuple[Lane, int], _Bus]:
    buses: dict[tuple[Lane, int], _Bus] = {}

    def stretch(lane: Lane, target: int, one: float, two: float) -> None:
        bus = buses.setdefault((lane, target), _Bus(lane, target, one, one))
        bus.low, bus.high = min(bus.low, one, two), max(bus.high, one, two)

    for way in ways:
        start = _start(way, ports)[1]
        end = ends[way.target, way.lanes[-1]]
        if len(way.lanes) == 1:
            stretch(way.lanes[0], way.target, start, end)
        else:
            out, channel, into = way.lanes
            level = levels[channel[1]]
            stretch(out, way.target, start, level)
            stretch(channel, way.target, float(out[1]), float(into[1]))
            stretch(into, way.target, level, end)
    return buses


def _start(way: _Way, ports: Mapping[tuple[int, int], Port]) -> tuple[float, float]:
    port = ports[way.source, way.number]
    # rows side by side are as high: leaving at different heights keeps their arrows apart
    return (port.left, port.y + 3.0) if way.leaves_left else (port.right, port.y)


def _tracks(buses: Mapping[tuple[Lane, int], _Bus]) -> dict[Lane, int]:
    """Give every bus a track of its lane, short ones next to the boxes; how many each has."""
    taken: dict[Lane, list[list[tuple[float, float]]]] = {}
    for bus in sorted(buses.values(), key=lambda b: (b.high - b.low, b.low, b.target)):
        tracks = taken.setdefault(bus.lane, [])
        low, high = bus.low - APART, bus.high + APART
        free = (n for n, used in enumerate(tracks) if all(high < a or low > b for a, b in used))
        bus.track = next(free, len(tracks))
        if bus.track == len(tracks):
            tracks.append([])
        tracks[bus.track].append((low, high))
    return {lane: len(tracks) for lane, tracks in taken.items()}


@dataclass
class _Placed:
    """Where the tracks of each lane lie."""

    machine: Machine
    grid: Grid
    spots: Mapping[int, Spot]
    levels: Mapping[int, float]
    lane: float
    counts: Mapping[Lane, int]
    sides: dict[int, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for column in range(self.grid.columns):
            here = [self.spots[row[column]] for row in self.grid.rows if column < len(row)]
            self.sides[column] = (min(s.left for s in here), max(s.right for s in here))

    def of(self, bus: _Bus) -> float:
        """The x of a bus in a gutter, the y of one in a channel."""
        kind, number = bus.lane
        if kind == "state":
            children = [s for s in self.spots if self.machine.states[s].parent == number]
            return max(self.spots[s].right for s in children) + NEAR + self.lane * bus.track
        if kind == "column":
            if number == 0:
                return self.sides[0][0] - NEAR - self.lane * bus.track
            return self.sides[number - 1][1] + NEAR + self.lane * bus.track
        count = self.counts[bus.lane]
        return self.levels[number] - 8.0 - self.lane * (count - 1 - bus.track)


def _edge(
    way: _Way,
    ports: Mapping[tuple[int, int], Port],
    spots: Mapping[int, Spot],
    ends: Mapping[tuple[int, Lane], float],
    buses: Mapping[tuple[Lane, int], _Bus],
    place: _Placed,
) -> Edge:
    start = _start(way, ports)
    spot = spots[way.target]
    end = (spot.left if way.enters_left else spot.right, ends[way.target, way.lanes[-1]])
    at = [place.of(buses[lane, way.target]) for lane in way.lanes]
    if len(at) == 1:
        points = [start, (at[0], start[1]), (at[0], end[1]), end]
    else:
        out, level, into = at
        points = [start, (out, start[1]), (out, level), (into, level), (into, end[1]), end]
    return Edge(way.source, way.number, way.target, tuple(points))
