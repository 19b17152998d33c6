"""Where a machine's states and arrows go in its graph. Pure geometry, in the measure's units.

Each state is a box: its name, then a row for every arrow that is written in it. A row *is* the
arrow's label, so labels never lie over each other. Nested states are boxes in boxes. The states
of the machine stand in layers, side by side where there is width for it, nested ones below each
other. ``routing`` leads the arrows through the gutters between the boxes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from behave.ir.program import BehaviorProgram, Machine
from viewer.graph.order import children_of, layers
from viewer.graph.routing import Edge, Grid, Port, Spot, route
from viewer.graph.words import Measure, arrow_text, own_transitions, wrapped


@dataclass(frozen=True)
class Style:
    """Sizes of a graph; ``measure`` gives the width of a text of the usual size.

    ``most_lines`` of an arrow's condition are shown, then ``live_lines`` are kept free for its
    values. ``widest`` and ``least`` bound a box that is alone in its column; ``fill`` makes it as
    wide as there is room.
    """

    measure: Measure
    line: float = 15.0
    head: float = 21.0
    pad: float = 6.0
    gap: float = 8.0
    lane: float = 8.0
    most_lines: int = 3
    live_lines: int = 0
    widest: float = 380.0
    least: float = 190.0
    fill: bool = False


@dataclass(frozen=True)
class Box:
    """A state's box; ``state`` is its position in the machine."""

    state: int
    x: float
    y: float
    width: float
    height: float
    composite: bool


@dataclass(frozen=True)
class Row:
    """An arrow's row: the state it is written in (−1: the machine), its number, its place, where
    it leads and what its label says. The first line of ``lines`` stands after the target; its
    values are written from ``live`` (y) on."""

    source: int
    number: int
    x: float
    y: float
    width: float
    height: float
    target: str
    lines: tuple[str, ...]
    live: float


@dataclass(frozen=True)
class GraphLayout:
    """The whole drawing and its size."""

    boxes: tuple[Box, ...]
    rows: tuple[Row, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float


PASSES = 5
BETWEEN = 8.0  # from a target's name to the condition
INDENT = 19.0  # of a row's text: a small arrow stands before it


def lay_out(behavior: BehaviorProgram, machine: Machine, width: float, style: Style) -> GraphLayout:
    """The layout of a machine of a behavior, at most ``width`` wide (as far as that can be)."""
    return _Plan(behavior, machine, style).made(width)


@dataclass
class _Plan:
    """One layout in the making."""

    behavior: BehaviorProgram
    machine: Machine
    style: Style
    boxes: list[Box] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def made(self, width: float) -> GraphLayout:
        rows = self._grid_rows(width)
        columns = max((len(row) for row in rows), default=1)
        grid = Grid(tuple(rows), columns)
        inner = self._inner_gutters(grid)
        gutters = self._spaced([0.0] * (columns + 1))
        channels = [self.style.gap] * (len(rows) + 1)
        for _ in range(PASSES):  # lanes take room, and room moves lanes: it settles at once
            self.boxes, self.rows = [], []
            widths = self._column_widths(rows, columns, width - sum(gutters), inner)
            self._place(rows, widths, gutters, channels, inner)
            routed = route(self.machine, grid, self._ports(), self._spots(), self.style.lane)
            before = (gutters, channels, inner)
            gutters, inner = self._spaced(routed.gutters), routed.inner
            channels = [max(self.style.gap, high) for high in routed.channels]
            if before == (gutters, channels, inner):
                break
        high = max((box.y + box.height for box in self.boxes), default=self.style.head)
        wide = sum(widths) + sum(gutters)
        wide = max([wide, *(x for edge in routed.edges for x, _ in edge.points)])
        return GraphLayout(tuple(self.boxes), tuple(self.rows), routed.edges, wide, high)

    def _spaced(self, gutters: list[float]) -> list[float]:
        """Gutters with a gap at least between columns."""
        inside = [max(wide, self.style.gap) for wide in gutters[1:-1]]
        return [gutters[0], *inside, gutters[-1]]

    # ---- what stands where -------------------------------------------------------------

    def _grid_rows(self, width: float) -> list[list[int]]:
        """The layers, each broken into as many rows as the width asks for."""
        room = max(1, int((width + self.style.gap) // (self.style.least + 4 * self.style.lane)))
        rows: list[list[int]] = []
        for layer in layers(self.machine):
            count = math.ceil(len(layer) / room)
            each = math.ceil(len(layer) / count)
            rows += [layer[k : k + each] for k in range(0, len(layer), each)]
        return rows

    def _inner_gutters(self, grid: Grid) -> dict[int, float]:
        return {k: 0.0 for k, _ in enumerate(self.machine.states) if children_of(self.machine, k)}

    def _column_widths(
        self, rows: list[list[int]], columns: int, room: float, inner: dict[int, float]
    ) -> list[float]:
        widths = []
        for column in range(columns):
            states = [row[column] for row in rows if column < len(row)]
            wanted = max((self._natural(state, inner) for state in states), default=0.0)
            if column == 0:
                wanted = max([wanted, *(self._row_width(-1, n) for n in self._numbers(-1))])
            most = room if columns == 1 else room / columns
            if self.style.fill:
                wanted = most
            widths.append(max(min(wanted, self.style.widest, most), min(self.style.least, most)))
        return widths

    def _natural(self, state: int, inner: dict[int, float]) -> float:
        """The width at which a state's texts take one line each."""
        own = self.machine.states[state]
        pad = self.style.pad
        width = self.style.measure(own.name) + 76.0
        for number in self._numbers(state):
            width = max(width, self._row_width(state, number) + 2 * pad)
        children = [self._natural(child, inner) for child in children_of(self.machine, state)]
        return max(width, max(children, default=0.0) + 2 * pad) + inner.get(state, 0.0)

    def _row_width(self, source: int, number: int) -> float:
        target, condition = self._texts(source, number)
        measure = self.style.measure
        return INDENT + measure(target) + BETWEEN + measure(condition) + 4.0

    def _texts(self, source: int, number: int) -> tuple[str, str]:
        transition = own_transitions(self.machine, source)[number]
        target = self.machine.states[transition.target].name
        return target, arrow_text(self.behavior, transition)

    def _numbers(self, source: int) -> range:
        return range(len(own_transitions(self.machine, source)))

    def _place(
        self,
        rows: list[list[int]],
        widths: list[float],
        gutters: list[float],
        channels: list[float],
        inner: dict[int, float],
    ) -> None:
        lefts = [sum(gutters[: c + 1]) + sum(widths[:c]) for c in range(len(widths))]
        y = 0.0
        for number in self._numbers(-1):
            y = self._row(-1, number, lefts[0], y, widths[0])
        if self.machine.transitions or channels[0] > self.style.gap:
            y += channels[0]
        for position, row in enumerate(rows):
            lowest = y
            for column, state in enumerate(row):
                left, right = lefts[column], lefts[column] + widths[column]
                lowest = max(lowest, self._box(state, left, y, right, inner))
            y = lowest + channels[position + 1]

    def _box(self, state: int, x: float, y: float, right: float, inner: dict[int, float]) -> float:
        """Place a state and what is in it with its corner at x, y; returns its lower edge."""
        top, pad = y, self.style.pad
        position = len(self.boxes)
        children = [child for layer in layers(self.machine, state) for child in layer]
        within = right - inner.get(state, 0.0)
        y += self.style.head
        for number in self._numbers(state):
            y = self._row(state, number, x + pad, y, within - x - pad)
        for child in children:
            y = self._box(child, x + pad, y + pad, within - pad, inner)
        y += pad if children or self._numbers(state) else 2.0
        self.boxes.insert(position, Box(state, x, top, right - x, y - top, bool(children)))
        return y

    def _row(self, source: int, number: int, x: float, y: float, width: float) -> float:
        target, condition = self._texts(source, number)
        style = self.style
        room = width - INDENT - 4.0
        first = room - style.measure(target) - BETWEEN
        lines = wrapped(condition, first, room, style.measure, style.most_lines) or ("",)
        high = style.line * (len(lines) + style.live_lines)
        live = y + style.line * len(lines)
        self.rows.append(Row(source, number, x, y, width, high, target, lines, live))
        return y + high

    # ---- for the router ----------------------------------------------------------------

    def _ports(self) -> dict[tuple[int, int], Port]:
        middle, pad = self.style.line / 2, self.style.pad
        ports = {}
        for row in self.rows:
            left = row.x - pad if row.source >= 0 else row.x  # the side of its box
            ports[row.source, row.number] = Port(left, row.x + row.width, row.y + middle)
        return ports

    def _spots(self) -> dict[int, Spot]:
        return {
            box.state: Spot(box.x, box.x + box.width, box.y, min(box.height, self.style.head))
            for box in self.boxes
        }
