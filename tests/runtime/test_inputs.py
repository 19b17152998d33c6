"""Phase 1, Input: values, latched presses and buffers."""

from __future__ import annotations

import math

import pytest
from made_programs import Arrow, Builder, Made, Run, compare, const, start

from behave.ir.ops import Op
from behave.runtime.inputs import Key


def keyed(buffer: float | None = None) -> Builder:
    made = Builder()
    made.key("jump", buffer)
    made.machine([Made("A")])
    return made


def pressed(run: Run, *given: object) -> list[tuple[float, float, float]]:
    """(held, pressed, released) after each tick with a value of ``jump``."""
    found = []
    for value in given:
        run.ticks(1, {"hero": {"jump": value}} if value is not None else {})
        found.append(tuple(run.value(f"jump{part}") for part in ("", ".pressed", ".released")))
    return found


def test_a_held_key_reads_pressed_on_its_first_tick_and_released_after_its_last() -> None:
    run = start(keyed().program())
    assert pressed(run, True, True, False, None) == [(1, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, 0)]


def test_a_tap_shorter_than_a_tick_reads_pressed_for_one() -> None:
    run = start(keyed().program())
    assert pressed(run, Key(False, True), None, None) == [(1, 1, 0), (0, 0, 1), (0, 0, 0)]


def test_a_key_let_go_and_pressed_between_two_ticks_reads_pressed_again() -> None:
    run = start(keyed().program())
    assert pressed(run, Key(True, True), Key(True, True)) == [(1, 1, 0), (1, 1, 0)]


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_buffer_keeps_a_press_until_its_time_has_passed(rate: int) -> None:
    run = start(keyed(0.1).program(), 1 / rate)
    run.ticks(1, {"hero": {"jump": Key(True, True)}})
    waited = 0
    while run.value("jump.pressed"):
        waited += 1
        run.ticks(1, {})
    exact = 0.1 * rate  # it waits while less than 0.1 s has passed
    assert waited == (round(exact) if abs(exact - round(exact)) < 1e-6 else int(exact) + 1)


def test_a_buffered_press_is_used_up_by_the_transition_that_fires() -> None:
    made = Builder()
    jump = made.key("jump", 1.0)
    x = made.var("x")
    state = made.inputs[jump].pressed
    ready = compare(Op.GE, made.read(x), const(3.0))
    made.machine(
        [
            Made("A", [Arrow("B", ready)], [made.add(x, 1.0)]),
            Made("B", [Arrow("C", made.read(state), buffered=(jump,))]),
            Made("C", [Arrow("D", made.read(state), buffered=(jump,))]),
            Made("D"),
        ]
    )
    run = start(made.program())
    run.ticks(1, {"hero": {"jump": Key(True, True)}})
    where = [run.ticks(1, {}).where() for _ in range(6)]
    assert where == ["A", "A", "B", "C", "C", "C"]  # one press, one arrow, three ticks late


def test_axes_take_vecs_and_what_is_missing_or_not_finite_is_at_rest() -> None:
    made = Builder()
    made.axis2("walk")
    made.machine([Made("A")])
    run = start(made.program())
    for given, expected in (
        ((0.5, 1.0), [0.5, 1.0, 0.0]),
        (None, [0.0, 0.0, 0.0]),
        ((math.nan, 1.0), [0.0, 1.0, 0.0]),
        ((1.0, 2.0, 3.0), [1.0, 2.0, 3.0]),
    ):
        run.ticks(1, {"hero": {"walk": given}} if given else {})
        assert run.value("walk") == expected
