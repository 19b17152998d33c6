"""The state graph's geometry: nothing overlaps, arrows run free, whatever the machine."""

from __future__ import annotations

from itertools import combinations

import pytest

from behave.ir.program import Machine
from tests.viewer.graphs import ALERT, behavior_of, random_text
from viewer.graph.fonts import helvetica
from viewer.graph.layout import Box, GraphLayout, Row, Style, lay_out
from viewer.graph.order import layers
from viewer.graph.words import own_transitions

STYLE = Style(helvetica(13.0))
WIDTHS = [200.0, 345.0, 1400.0]
RANDOM = 40


def laid_out(text: str, width: float, style: Style = STYLE) -> tuple[Machine, GraphLayout]:
    behavior = behavior_of(text)
    machine = behavior.machines[0]
    return machine, lay_out(behavior, machine, width, style)


def inside(inner: Box | Row, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def apart(a: Box | Row, b: Box | Row) -> bool:
    return (
        a.y + a.height <= b.y
        or b.y + b.height <= a.y
        or a.x + a.width <= b.x
        or b.x + b.width <= a.x
    )


def within(machine: Machine, state: int, outer: int) -> bool:
    while state >= 0:
        if state == outer:
            return True
        state = machine.states[state].parent
    return False


def test_states_stand_in_layers_below_what_leads_to_them() -> None:
    machine = behavior_of(ALERT).machines[0]
    names = [state.name for state in machine.states]
    rows = [{names[k] for k in row} for row in layers(machine)]
    assert rows[0] == {"Idle"}
    assert rows[1] == {"Patrol", "Sleep"}  # Patrol leads on to Alert, which is lower therefore
    assert rows[2] == {"Alert"}
    assert rows[3] == {"Chase"}
    assert rows[4] == {"Attack", "Flee"}
    assert rows[5] == {"Dead"}
    alert = names.index("Alert")
    assert [[names[k] for k in row] for row in layers(machine, alert)] == [["Look"], ["Listen"]]


def test_layers_lie_side_by_side_only_where_there_is_width() -> None:
    machine, wide = laid_out(ALERT, 1400.0)
    names = [state.name for state in machine.states]
    boxes = {names[box.state]: box for box in wide.boxes}
    assert boxes["Patrol"].y == boxes["Sleep"].y
    assert boxes["Patrol"].x != boxes["Sleep"].x
    _, narrow = laid_out(ALERT, 345.0)
    assert len({box.x for box in narrow.boxes if machine.states[box.state].parent < 0}) == 1
    assert narrow.width <= 345.0


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", [-1, *range(0, RANDOM, 2)])
def test_every_state_and_arrow_is_there_and_nothing_overlaps(seed: int, width: float) -> None:
    machine, layout = laid_out(ALERT if seed < 0 else random_text(seed), width)
    assert sorted(box.state for box in layout.boxes) == list(range(len(machine.states)))
    wanted = {
        (k, n)
        for k in range(-1, len(machine.states))
        for n in range(len(own_transitions(machine, k)))
    }
    assert {(row.source, row.number) for row in layout.rows} == wanted
    assert {(edge.source, edge.number) for edge in layout.edges} == wanted
    boxes = {box.state: box for box in layout.boxes}
    for (a, one), (b, two) in combinations(boxes.items(), 2):
        if within(machine, a, b):
            assert inside(one, two)
        elif within(machine, b, a):
            assert inside(two, one)
        else:
            assert apart(one, two)
    for one, two in combinations(layout.rows, 2):
        assert apart(one, two)
    for row in layout.rows:
        for state, box in boxes.items():
            if row.source >= 0 and within(machine, row.source, state):
                assert inside(row, box)
            else:
                assert apart(row, box)


def crosses(a: tuple[float, float], b: tuple[float, float], box: Box) -> bool:
    """Whether a level or upright stretch runs through the inside of a box."""
    x, y = sorted((a[0], b[0])), sorted((a[1], b[1]))
    slack = 0.01
    return (
        x[1] > box.x + slack
        and x[0] < box.x + box.width - slack
        and y[1] > box.y + slack
        and y[0] < box.y + box.height - slack
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", [-1, *range(RANDOM)])
def test_arrows_run_from_their_row_to_their_target_and_through_nothing_else(
    seed: int, width: float
) -> None:
    machine, layout = laid_out(ALERT if seed < 0 else random_text(seed), width)
    boxes = {box.state: box for box in layout.boxes}
    rows = {(row.source, row.number): row for row in layout.rows}
    for edge in layout.edges:
        row = rows[edge.source, edge.number]
        assert row.y < edge.points[0][1] < row.y + STYLE.line
        goal = boxes[own_transitions(machine, edge.source)[edge.number].target]
        x, y = edge.points[-1]
        assert goal.y < y < goal.y + STYLE.head
        assert x in (goal.x, goal.x + goal.width)
        assert edge.points[-2][1] == y
        for a, b in zip(edge.points, edge.points[1:], strict=False):
            assert a[0] == b[0] or a[1] == b[1]
            for state, box in boxes.items():
                related = (edge.source >= 0 and within(machine, edge.source, state)) or within(
                    machine, goal.state, state
                )
                if not related:
                    assert not crosses(a, b, box), (edge, machine.states[state].name)
        for x, y in edge.points:
            assert -0.01 <= x <= layout.width + 0.01
            assert -0.01 <= y <= layout.height + 0.01


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", range(RANDOM))
def test_arrows_to_different_states_never_share_an_upright_stretch(seed: int, width: float) -> None:
    _, layout = laid_out(random_text(seed), width)
    stretches = [
        (edge.target, a[0], *sorted((a[1], b[1])))
        for edge in layout.edges
        for a, b in zip(edge.points, edge.points[1:], strict=False)
        if a[0] == b[0] and a[1] != b[1]
    ]
    for one, two in combinations(stretches, 2):
        if one[0] != two[0] and abs(one[1] - two[1]) < 1.0:
            assert one[3] <= two[2] or two[3] <= one[2]


def test_labels_fit_their_boxes_and_say_the_guard() -> None:
    behavior = behavior_of(ALERT)
    layout = lay_out(behavior, behavior.machines[0], 1400.0, STYLE)
    for row in layout.rows:
        for number, text in enumerate(row.lines):
            left = 19.0 + (STYLE.measure(row.target) + 8.0 if number == 0 else 0.0)
            assert left + STYLE.measure(text) <= row.width
    said = {(row.target, " ".join(row.lines)) for row in layout.rows}
    assert ("Patrol", "timer > 1 s") in said
    assert ("Idle", "after 3 s") in said
    assert ("Alert", "moving and timer > 0.2 s") in said


def test_room_is_kept_for_live_values() -> None:
    style = Style(helvetica(13.0), live_lines=1)
    _, layout = laid_out(ALERT, 345.0, style)
    for row in layout.rows:
        assert row.live == row.y + len(row.lines) * style.line
        assert row.y + row.height == row.live + style.line
