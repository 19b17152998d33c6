"""Time is counted, not summed; delays carry what they passed; every-blocks keep their beat."""

from __future__ import annotations

import pytest
from made_programs import SECONDS, SPAN, Arrow, Builder, Made, Run, compare, const, node, start

from behave.ir.ops import Op
from behave.ir.program import Every
from behave.runtime.clock import tick_at, ticks_until, time_of
from behave.runtime.statements import MOST_RUNS, due_runs

RATES = (30, 60, 144)


def first_tick_in(run: Run, state: str, most: int = 2000) -> int:
    """The tick at whose end ``state`` is first active."""
    for number in range(most):
        if run.ticks(1).where() == state:
            return number
    raise AssertionError(f"never in {state}")


def one_delay(op: Op, bound: float) -> Builder:
    made = Builder()
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", made.timer_is("A", op, bound))]
    made.machine(states, active=active)
    return made


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("bound", [0.5, 1.0, 2.0, 0.7])
def test_a_timer_within_a_microsecond_of_its_bound_counts_as_equal(rate: int, bound: float) -> None:
    exact = bound * rate
    reached = round(exact) if abs(exact - round(exact)) < 1e-6 else int(exact) + 1
    beyond = reached + 1 if abs(exact - round(exact)) < 1e-6 else reached
    assert first_tick_in(start(one_delay(Op.GE, bound).program(), 1 / rate), "B") == reached
    assert first_tick_in(start(one_delay(Op.GT, bound).program(), 1 / rate), "B") == beyond


def test_a_long_delay_is_not_a_tick_off_as_a_sum_would_be() -> None:
    dt, bound = 1 / 60, 45.0
    summed, ticks = 0.0, 0
    while summed < bound:
        summed, ticks = summed + dt, ticks + 1
    assert ticks != 2700  # the trap
    assert first_tick_in(start(one_delay(Op.GE, bound).program(), dt), "B", 3000) == 2700


def test_guards_see_the_timer_before_this_ticks_increment_actions_too() -> None:
    made = Builder()
    seen = made.var("seen", -1.0)
    states = [Made("A")]
    active = made.lay_out("m", states)
    states[0].actions = [made.set(seen, made.timer("A"))]
    made.machine(states, active=active)
    run = start(made.program(), 0.25)
    assert [run.ticks(1).value("seen") for _ in range(3)] == [0.0, 0.25, 0.5]


def test_another_states_timer_is_the_same_for_every_turn_of_a_tick() -> None:
    made = Builder()
    before, after = made.var("before"), made.var("after")
    states = [Made("Timed")]
    active = made.lay_out("mid", states)
    first = [Made("F", actions=[made.set(before, made.timer("Timed"))])]
    last = [Made("L", actions=[made.set(after, made.timer("Timed"))])]
    made.machine(states, "mid", active=active)
    made.machine(first, "first")
    made.machine(last, "last")
    made.turns = [made.turns[1], made.turns[0], made.turns[2]]
    run = start(made.program(), 0.25).ticks(3)
    assert run.value("before") == run.value("after") == 0.5


def test_a_state_that_is_not_active_has_timer_0() -> None:
    made = one_delay(Op.GE, 0.5)
    run = start(made.program(), 0.25).ticks(5)
    assert run.where() == "B"
    assert run.value("m.A.ticks") == run.value("m.A.carry") == 0.0


@pytest.mark.parametrize("rate", RATES)
def test_after_carries_what_it_passed_into_the_next_timer(rate: int) -> None:
    made = Builder()
    states = [Made("A"), Made("B"), Made("C"), Made("D")]
    active = made.lay_out("m", states)
    for state, target in zip(states, "BCD", strict=False):
        state.arrows = [Arrow(target, after=0.1)]
    made.machine(states, active=active)
    run = start(made.program(), 1 / rate)
    # three delays of 0.1 s take 0.3 s, rounded up to a tick once and not three times
    exact = 0.3 * rate
    whole = round(exact) if abs(exact - round(exact)) < 1e-6 else int(exact) + 1
    assert first_tick_in(run, "D") == whole


def test_the_carry_is_the_overshoot() -> None:
    made = Builder()
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", after=0.1)]
    made.machine(states, active=active)
    run = start(made.program(), 0.04).ticks(4)  # 0.12 s is the first at or after 0.1 s
    assert run.where() == "B"
    assert run.value("m.B.carry") == pytest.approx(0.02, abs=1e-12)


def test_the_carry_is_at_most_one_tick() -> None:
    made = Builder()
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    late = compare(Op.GE, node(Op.MUL, made.read(made.ticks), const(0.25)), const(2.0))
    states[0].arrows = [Arrow("B", late, after=0.5)]
    made.machine(states, active=active)
    run = start(made.program(), 0.25).ticks(9)
    assert run.where() == "B"
    assert run.value("m.B.carry") == 0.25


@pytest.mark.parametrize("rate", RATES)
def test_every_runs_on_the_entry_tick_and_then_each_period(rate: int) -> None:
    made = Builder()
    count = made.var("count")
    times = made.slot("~every", made.slots[count].kind, hidden=True)
    states = [Made("A", captures=[times])]
    active = made.lay_out("m", states)
    beat = Every(const(0.25, SECONDS), (made.add(count, 1.0),), made.refs["A"], times, SPAN)
    states[0].actions = [beat]
    made.machine(states, active=active)
    run = start(made.program(), 1 / rate)
    assert run.ticks(1).value("count") == 1.0
    run.ticks(rate)  # up to and with the tick at 1 s: runs at 0, 0.25, 0.5, 0.75 and 1 s
    assert run.value("count") == 5.0


def test_every_shorter_than_a_tick_runs_as_often_as_it_is_due() -> None:
    assert due_runs(0.0, 0.0, 0.1) == 1
    assert due_runs(1.0, 0.25, 0.1) == 2  # runs 1 and 2, due at 0.1 and 0.2 s
    assert due_runs(3.0, 0.25, 0.1) == 0
    assert due_runs(1.0, 0.25, 0.0) == 1
    assert due_runs(1.0, 1e9, 1e-9) == MOST_RUNS


def test_ticks_and_times() -> None:
    assert time_of(90, 1 / 60) == 90 * (1 / 60)
    assert [tick_at(1.0, 1 / rate) for rate in RATES] == [30, 60, 144]
    assert tick_at(1.3, 1 / 144) == 188  # 187.2: the first tick that begins at or after
    assert tick_at(0.0, 1 / 60) == 0
    assert ticks_until(1.0, 1 / 60) == 61  # ticks 0 .. 60
