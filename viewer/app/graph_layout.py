"""Where a machine's states and transitions go in its graph. Pure geometry, in pixels.

Each state is a box with its name and a row for each transition out of it; nested states are
boxes in boxes, ordered by layers from the initial state. An arrow leaves at its row's right
end, runs along a lane of the gutter on the right, and enters its target's box there, so
labels never lie over arrows or each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from behave.ir.program import Machine

HEAD = 21.0  # height of a box's name
ROW = 17.0  # height of a transition's row
PAD = 5.0
GAP = 5.0
LANE = 9.0  # between lanes of the gutter


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
    """A transition's row: state it is written in (−1: the machine), its number, place and size."""

    source: int
    number: int
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Edge:
    """An arrow from the right end of a row along ``lane`` (x) to the right side of a box."""

    source: int
    number: int
    start: tuple[float, float]
    lane: float
    end: tuple[float, float]


@dataclass(frozen=True)
class GraphLayout:
    """The whole drawing and its size."""

    boxes: tuple[Box, ...]
    rows: tuple[Row, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float


def layered(machine: Machine, parent: int = -1) -> list[int]:
    """Children of a state (−1: of the machine), in layers from the initial one.

    Depth-first postorder reversed: a state comes after all that lead to it, leaving out
    arrows that lead back; what cannot be reached comes last, in textual order.
    """
    children = [k for k, state in enumerate(machine.states) if state.parent == parent]
    if not children:
        return []
    first = machine.initial if parent < 0 else machine.states[parent].initial
    leads = {child: _leads_to(machine, child, parent) for child in children}
    seen: set[int] = set()
    done: list[int] = []

    def visit(child: int) -> None:
        seen.add(child)
        for target in reversed(leads[child]):
            if target not in seen:
                visit(target)
        done.append(child)

    for child in [first, *children]:
        if child in leads and child not in seen:
            if child == first or not done:
                visit(child)
                order = done[::-1]
            else:
                before = len(done)
                visit(child)
                order = order + done[before:][::-1]
    return order


def _leads_to(machine: Machine, child: int, parent: int) -> list[int]:
    """The siblings a state or what is in it has arrows to, in textual order."""
    found: list[int] = []
    for k, state in enumerate(machine.states):
        if _sibling_of(machine, k, parent) != child:
            continue
        for transition in state.transitions:
            target = _sibling_of(machine, transition.target, parent)
            if target not in (None, child) and target not in found:
                assert target is not None
                found.append(target)
    return found


def _sibling_of(machine: Machine, state: int, parent: int) -> int | None:
    """The ancestor of a state (or itself) that is a child of ``parent``; None if there is none."""
    while state >= 0:
        if machine.states[state].parent == parent:
            return state
        state = machine.states[state].parent
    return None


def lay_out(machine: Machine, width: float) -> GraphLayout:
    """The layout of a machine in a column ``width`` pixels wide."""
    _, lanes = _column(machine, width, 0.0)
    return _column(machine, width, 16.0 + LANE * max(lanes - 1, 0))[0]


def _column(machine: Machine, width: float, gutter: float) -> tuple[GraphLayout, int]:
    """The layout with a gutter of a width, and how many lanes it needs."""
    boxes: list[Box] = []
    rows: list[Row] = []
    right = width - gutter
    y = 0.0
    if machine.transitions:
        for number in range(len(machine.transitions)):
            rows.append(Row(-1, number, 0.0, y, right))
            y += ROW
        y += GAP
    for child in layered(machine):
        y = _place(machine, child, 0.0, y, right, boxes, rows) + GAP
    edges, lanes = _route(machine, boxes, rows)
    return GraphLayout(tuple(boxes), tuple(rows), edges, width, max(y - GAP, HEAD)), lanes


def _place(
    machine: Machine,
    state: int,
    x: float,
    y: float,
    right: float,
    boxes: list[Box],
    rows: list[Row],
) -> float:
    """Place a state and what is in it with its corner at x, y; returns its lower edge."""
    top = y
    children = layered(machine, state)
    position = len(boxes)
    y += HEAD
    for number in range(len(machine.states[state].transitions)):
        rows.append(Row(state, number, x + PAD, y, right - x - PAD))
        y += ROW
    for child in children:
        y = _place(machine, child, x + PAD, y + GAP, right - PAD, boxes, rows)
    y += PAD if children or machine.states[state].transitions else 3.0
    boxes.insert(position, Box(state, x, top, right - x, y - top, bool(children)))
    return y


def _route(machine: Machine, boxes: list[Box], rows: list[Row]) -> tuple[tuple[Edge, ...], int]:
    """Arrows on lanes: short ones inside, long ones outside, none sharing a stretch."""
    box_of = {box.state: box for box in boxes}
    wanted = []
    entering: dict[int, int] = {}
    for row in rows:
        own = machine.transitions if row.source < 0 else machine.states[row.source].transitions
        target = box_of[own[row.number].target]
        count = entering.get(target.state, 0)
        entering[target.state] = count + 1
        end = target.y + min(6.0 + 5.0 * count, HEAD - 4.0)
        wanted.append((row, target, row.y + ROW / 2, end))
    wanted.sort(key=lambda item: abs(item[2] - item[3]))
    edge_x = max((box.x + box.width for box in boxes), default=0.0)
    lanes: list[list[tuple[float, float]]] = []
    edges = []
    for row, target, start, end in wanted:
        low, high = min(start, end) - 3.0, max(start, end) + 3.0
        number = next(
            (n for n, taken in enumerate(lanes) if all(high < a or low > b for a, b in taken)),
            len(lanes),
        )
        if number == len(lanes):
            lanes.append([])
        lanes[number].append((low, high))
        lane = edge_x + 12.0 + LANE * number
        side = target.x + target.width
        edges.append(Edge(row.source, row.number, (row.x + row.width, start), lane, (side, end)))
    return tuple(edges), len(lanes)
