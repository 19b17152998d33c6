"""The state graph's geometry."""

from __future__ import annotations

from itertools import combinations

import pytest

from behave.ir.program import Machine
from behave.runtime.model import Model
from viewer.app.graph_layout import ROW, Box, lay_out, layered


@pytest.fixture
def machine(model: Model) -> Machine:
    return model.groups[0].behavior.machines[0]


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def apart(a: Box, b: Box) -> bool:
    return a.y + a.height <= b.y or b.y + b.height <= a.y


def test_states_come_in_layers_from_the_initial_one(machine: Machine) -> None:
    names = [state.name for state in machine.states]
    assert [names[k] for k in layered(machine)] == ["Waiting", "Busy"]
    busy = names.index("Busy")
    assert [names[k] for k in layered(machine, busy)] == ["Raising", "Holding"]


def test_every_state_and_transition_is_there_once(machine: Machine) -> None:
    layout = lay_out(machine, 340.0)
    assert sorted(box.state for box in layout.boxes) == list(range(len(machine.states)))
    wanted = {(k, n) for k, s in enumerate(machine.states) for n in range(len(s.transitions))}
    assert {(row.source, row.number) for row in layout.rows} == wanted
    assert {(edge.source, edge.number) for edge in layout.edges} == wanted


@pytest.mark.parametrize("width", [240.0, 340.0, 600.0])
def test_boxes_nest_and_never_overlap(machine: Machine, width: float) -> None:
    layout = lay_out(machine, width)
    boxes = {box.state: box for box in layout.boxes}
    for (a, one), (b, two) in combinations(boxes.items(), 2):
        parents = {machine.states[a].parent: b, machine.states[b].parent: a}
        if parents.get(b) == a or machine.states[b].parent == a:
            assert inside(two, one)
        elif machine.states[a].parent == b:
            assert inside(one, two)
        elif machine.states[a].parent == machine.states[b].parent:
            assert apart(one, two)
    assert max(box.y + box.height for box in layout.boxes) <= layout.height
    assert max(edge.lane for edge in layout.edges) <= width


def test_rows_lie_in_their_states_and_arrows_start_at_them(machine: Machine) -> None:
    layout = lay_out(machine, 340.0)
    boxes = {box.state: box for box in layout.boxes}
    rows = {(row.source, row.number): row for row in layout.rows}
    for row in layout.rows:
        box = boxes[row.source]
        assert box.y < row.y
        assert row.y + ROW <= box.y + box.height
    for edge in layout.edges:
        row = rows[edge.source, edge.number]
        assert edge.start == (row.x + row.width, row.y + ROW / 2)
        transition = machine.states[edge.source].transitions[edge.number]
        target = boxes[transition.target]
        assert target.y < edge.end[1] < target.y + target.height
        assert edge.lane > max(edge.start[0], edge.end[0])


def test_arrows_on_one_lane_do_not_meet(machine: Machine) -> None:
    layout = lay_out(machine, 340.0)
    for one, two in combinations(layout.edges, 2):
        if one.lane == two.lane:
            a, b = sorted((one.start[1], one.end[1])), sorted((two.start[1], two.end[1]))
            assert a[1] < b[0] or b[1] < a[0]
