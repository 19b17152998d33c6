"""Every form of lerp, at 30, 60 and 144 ticks a second, with values worked out by hand."""

from __future__ import annotations

import math

import pytest
from made_programs import (
    NUMBER,
    POINT,
    ROTATION,
    SPAN,
    VEC,
    Arrow,
    Builder,
    Made,
    Run,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.ir.program import Advance, Form

RATES = (30, 60, 144)


def lerping(
    form: Form, amount: float, goal: object, begin: object, kind: object = NUMBER, ease: str = ""
) -> Builder:
    """A machine whose one state lerps ``x`` from ``begin`` to ``goal``."""
    made = Builder()
    x = made.var("x", begin, kind)  # type: ignore[arg-type]
    states = [Made("A")]
    active = made.lay_out("m", states)
    lerp, captured = made.lerp(x, goal, form, amount, "A", ease)
    states[0].actions = [lerp]
    states[0].captures = [captured] if captured >= 0 else []
    made.machine(states, active=active)
    return made


def running(made: Builder, rate: int) -> Run:
    return start(made.program(), 1 / rate)


@pytest.mark.parametrize("rate", RATES)
def test_over_goes_from_its_value_at_entry_and_is_done_at_t(rate: int) -> None:
    run = running(lerping(Form.OVER, 2.0, 10.0, 4.0), rate)
    run.ticks(rate // 2)
    assert run.value("x") == pytest.approx(5.5, abs=1e-12)  # a quarter of the way
    run.ticks(rate * 2 - rate // 2 - 1)
    assert run.value("x") < 10.0
    assert run.ticks(1).value("x") == 10.0  # the tick that ends at 2 s


def test_over_is_complete_before_after_fires() -> None:
    made = Builder()
    x, seen = made.var("x"), made.var("seen", -1.0)
    states = [Made("A"), Made("B", enter=[made.set(seen, made.read(x))])]
    active = made.lay_out("m", states)
    lerp, captured = made.lerp(x, 1.0, Form.OVER, 0.7, "A")
    states[0].actions, states[0].captures = [lerp], [captured]
    states[0].arrows = [Arrow("B", after=0.7)]
    made.machine(states, active=active)
    for rate in RATES:
        run = start(made.program(), 1 / rate).ticks(rate)
        assert run.where() == "B"
        assert run.value("seen") == 1.0


def test_over_with_an_ease_follows_its_curve() -> None:
    run = running(lerping(Form.OVER, 1.0, 1.0, 0.0, ease="smooth"), 60).ticks(15)
    t = 0.25
    assert run.value("x") == pytest.approx(t * t * (3 - 2 * t), abs=1e-12)


def test_over_captures_anew_on_every_entry() -> None:
    made = Builder()
    x = made.var("x")
    states = [Made("A"), Made("B", [Arrow("A")], enter=[made.set(x, 8.0)])]
    active = made.lay_out("m", states)
    lerp, captured = made.lerp(x, 0.0, Form.OVER, 1.0, "A")
    states[0].actions, states[0].captures = [lerp], [captured]
    states[0].arrows = [Arrow("B", after=0.5)]
    made.machine(states, active=active)
    run = start(made.program(), 0.25).ticks(3)  # at 0.5 s into B, which sets x to 8
    assert (run.where(), run.value("x")) == ("B", 8.0)
    assert run.ticks(1).value("x") == 6.0  # back in A: from 8, a quarter of the way


@pytest.mark.parametrize("form", [Form.OVER, Form.CHASE, Form.HALF_LIFE])
def test_t_of_0_or_less_is_at_once(form: Form) -> None:
    for amount in (0.0, -1.0):
        assert running(lerping(form, amount, 5.0, 1.0), 60).ticks(1).value("x") == 5.0


def test_chase_at_60_hz_is_the_source_idiom() -> None:
    run = running(lerping(Form.CHASE, 5.0, 1.0, 0.0), 60)
    gap, dt = 1.0, 1 / 60
    for tick in range(1, 301):
        gap *= 1.0 - min(max(tick * dt / 5.0, 0.0), 1.0)
        run.ticks(1)
        assert 1.0 - run.value("x") == pytest.approx(gap, rel=1e-9, abs=1e-15)
    assert run.value("x") == 1.0  # at 5 s


@pytest.mark.parametrize("rate", RATES)
def test_chase_leaves_the_same_gap_at_every_rate(rate: int) -> None:
    run = running(lerping(Form.CHASE, 5.0, 1.0, 0.0), rate).ticks(rate // 2)
    gap = math.prod(1 - k / 300 for k in range(1, 31))  # 30 source ticks of n = 300
    assert 1.0 - run.value("x") == pytest.approx(gap, rel=1e-12)


@pytest.mark.parametrize("rate", RATES)
def test_rate_is_the_power_of_the_source_factor(rate: int) -> None:
    run = running(lerping(Form.RATE, 6.0, 0.0, 1.0), rate).ticks(rate // 2)
    assert run.value("x") == pytest.approx(0.9**30, rel=1e-12)
    assert running(lerping(Form.RATE, 60.0, 0.0, 1.0), rate).ticks(1).value("x") == 0.0


@pytest.mark.parametrize("rate", RATES)
def test_half_life_halves_the_gap(rate: int) -> None:
    run = running(lerping(Form.HALF_LIFE, 0.25, 2.0, 10.0), rate).ticks(rate // 2)
    assert run.value("x") == pytest.approx(2.0 + 8.0 / 4, rel=1e-12)


@pytest.mark.parametrize("rate", RATES)
def test_at_moves_at_constant_speed_and_never_past_the_goal(rate: int) -> None:
    run = running(lerping(Form.AT, 2.0, 3.0, 0.0), rate).ticks(rate)
    assert run.value("x") == pytest.approx(2.0, abs=1e-9)
    assert run.ticks(rate).value("x") == 3.0


@pytest.mark.parametrize("kind", [VEC, POINT])
def test_vecs_and_points_go_straight(kind: object) -> None:
    half = running(lerping(Form.OVER, 1.0, (2.0, 4.0, -6.0), (0.0, 0.0, 0.0), kind), 60).ticks(30)
    assert half.value("x") == pytest.approx([1.0, 2.0, -3.0], abs=1e-12)
    at = running(lerping(Form.AT, 5.0, (3.0, 4.0, 0.0), (0.0, 0.0, 0.0), kind), 60).ticks(30)
    assert at.value("x") == pytest.approx([1.5, 2.0, 0.0], abs=1e-9)


def yaw(degrees: float) -> tuple[float, float, float, float]:
    half = math.radians(degrees) / 2
    return (0.0, math.sin(half), 0.0, math.cos(half))


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_rotations_go_the_short_way_q_and_minus_q_alike(flip: float) -> None:
    goal = tuple(flip * part for part in yaw(90.0))
    half = running(lerping(Form.OVER, 1.0, goal, yaw(0.0), ROTATION), 60).ticks(30)
    assert half.value("x") == pytest.approx(yaw(45.0), abs=1e-12)
    quarter = lerping(Form.AT, math.radians(90.0), goal, yaw(0.0), ROTATION)
    assert running(quarter, 60).ticks(15).value("x") == pytest.approx(yaw(22.5), abs=1e-9)
    near = running(lerping(Form.HALF_LIFE, 1.0, goal, yaw(0.0), ROTATION), 60).ticks(60)
    assert near.value("x") == pytest.approx(yaw(45.0), abs=1e-9)


def test_a_lerp_with_an_absent_goal_is_skipped_and_reported() -> None:
    made = Builder()
    x, lost = made.var("x", 1.0), made.var("lost", None)
    lerp, _ = made.lerp(x, made.read(lost), Form.AT, 1.0)
    made.machine([Made("A", actions=[lerp])])
    run = start(made.program()).ticks(1)
    assert run.value("x") == 1.0
    assert run.last.skipped == ("x: operand absent (made.beh:1)",)


@pytest.mark.parametrize("rate", RATES)
def test_advance_adds_rate_times_time(rate: int) -> None:
    made = Builder()
    x, v = made.var("x", 1.0), made.var("v", (0.0, 0.0, 0.0), VEC)
    fall = Advance(made.place(v), const((0.0, -2.0, 0.0), VEC), SPAN)
    made.machine([Made("A", actions=[Advance(made.place(x), const(3.0), SPAN), fall])])
    run = start(made.program(), 1 / rate).ticks(rate)
    assert run.value("x") == pytest.approx(4.0, abs=1e-9)
    assert run.value("v") == pytest.approx([0.0, -2.0, 0.0], abs=1e-9)


def test_no_infinity_reaches_a_variable() -> None:
    made = Builder()
    x = made.var("x", 1e300)
    square = made.set(x, node(Op.MUL, made.read(x), made.read(x)))
    made.machine([Made("A", actions=[square])])
    run = start(made.program()).ticks(1)
    assert run.value("x") == 1e300
    assert run.last.skipped == ("x: value not finite (made.beh:1)",)
