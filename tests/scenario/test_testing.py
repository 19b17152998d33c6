"""The runner of test blocks: what each check wants, at every rate, and what a failure says."""

from __future__ import annotations

from typing import Any

import pytest
from made_programs import (
    BOOL,
    SECONDS,
    SPAN,
    Arrow,
    Builder,
    Made,
    compare,
    const,
    node,
    span,
)

from behave.ir import program as ir
from behave.ir.ops import Op
from behave.ir.program import Always, Expect, InputStep, Node, Program
from behave.kinds import enum, number
from behave.record import replace
from behave.scenario.testing import duration, rates, render, run
from behave.units import FREQUENCY

HERTZ = number(FREQUENCY)


def one_second_in_a() -> Builder:
    """In A until the tick at 1 s, then in B; ``x`` counts the ticks."""
    made = Builder()
    x = made.var("x")
    made.key("jump")
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", after=1.0)]
    states[0].actions = [made.add(x, 1.0)]
    made.machine(states, active=active)
    return made


def hero(guard: Node, text: str = "") -> Node:
    return node(Op.OF_AGENT, guard, kind=BOOL, data="hero", text=text)


def expect(guard: Node, due: str, begin: float, end: float | None = None) -> Expect:
    last = None if end is None else const(end, SECONDS)
    return Expect(guard, due, const(begin, SECONDS), last, span("expect it"))


def always(guard: Node, negated: bool = False, **options: Any) -> Always:
    wanted = {"start": None, "end": None, "when": None} | options
    return Always(guard, negated, span=span("always it"), **wanted)


def with_checks(
    made: Builder,
    *checks: Expect | Always,
    hertz: tuple[float, ...] = (30.0, 60.0, 144.0),
    **options: Any,
) -> tuple[Program, ir.Test]:
    test = ir.Test(
        "it works",
        "stage",
        tuple(const(rate, HERTZ) for rate in hertz),
        options.get("lasts"),
        options.get("inputs", ()),
        options.get("steps", ()),
        checks,
        span('"it works"'),
    )
    return replace(made.program(), tests=(test,)), test


def verdicts(made: Builder, *checks: Expect | Always, **options: Any) -> list[bool]:
    return [result.passed for result in run(*with_checks(made, *checks, **options))]


@pytest.mark.parametrize(
    ("due", "begin", "end", "state", "passes"),
    [
        ("within", 1.0, None, "B", True),
        ("within", 0.9, None, "B", False),
        ("at", 1.0, None, "B", True),
        ("at", 0.95, None, "A", True),
        ("at", 1.0, None, "A", False),
        ("during", 0.0, 0.95, "A", True),
        ("during", 0.0, 1.0, "A", False),
        ("during", 1.0, 2.0, "B", True),
    ],
)
def test_expect(due: str, begin: float, end: float | None, state: str, passes: bool) -> None:
    made = one_second_in_a()
    check = expect(hero(made.inside(state)), due, begin, end)
    assert verdicts(made, check) == [passes] * 3


def test_always_and_never_hold_at_every_tick_of_the_run_or_of_their_span() -> None:
    made = one_second_in_a()
    a = hero(made.inside("A"))
    early = {"start": const(0.0, SECONDS), "end": const(0.9, SECONDS)}
    lasts = const(2.0, SECONDS)
    assert verdicts(made, always(a), lasts=lasts) == [False] * 3
    assert verdicts(made, always(a, **early), lasts=lasts) == [True] * 3
    assert verdicts(made, always(a, negated=True), lasts=lasts) == [False] * 3
    nowhere = hero(const(False, BOOL))
    assert verdicts(made, always(nowhere, negated=True), lasts=lasts) == [True] * 3


def test_always_when_looks_only_while_its_condition_holds_and_fails_if_it_never_did() -> None:
    made = one_second_in_a()
    count = made.read(made.behavior().slot_of["x"], "x")
    some_ticks = hero(compare(Op.GE, count, const(1.0)))
    lasts = const(2.0, SECONDS)
    assert (
        verdicts(made, always(some_ticks, when=hero(made.inside("A"))), lasts=lasts) == [True] * 3
    )
    never_there = hero(const(False, BOOL, "nowhere"), "in nowhere")
    program, test = with_checks(
        made, always(some_ticks, when=never_there), lasts=lasts, hertz=(60.0,)
    )
    (result,) = run(program, test)
    assert not result.passed
    assert result.failures[0].message == "`in nowhere` never held, so nothing was checked"


def test_an_unknown_guard_is_not_what_was_expected_and_not_what_must_never_be() -> None:
    made = one_second_in_a()
    unknown = hero(const(None, BOOL))
    assert verdicts(made, expect(unknown, "within", 0.1), hertz=(60.0,)) == [False]
    assert verdicts(made, always(unknown), lasts=const(0.1, SECONDS), hertz=(60.0,)) == [False]
    never = always(unknown, negated=True)
    assert verdicts(made, never, lasts=const(0.1, SECONDS), hertz=(60.0,)) == [True]


def test_a_test_lasts_until_the_latest_time_mentioned() -> None:
    made = one_second_in_a()
    here = hero(made.inside("A"))
    _, test = with_checks(made, expect(here, "at", 2.0), expect(here, "during", 1.0, 3.5))
    assert duration(test) == 3.5
    hold = InputStep("hold", "hero", 0, None, const(0.0, SECONDS), const(4.0, SECONDS), SPAN)
    _, test = with_checks(made, expect(here, "at", 2.0), inputs=(hold,))
    assert duration(test) == 4.0
    _, test = with_checks(made, expect(here, "at", 2.0), lasts=const(9.0, SECONDS))
    assert duration(test) == 9.0
    assert rates(test) == (30.0, 60.0, 144.0)


def test_a_check_due_after_the_end_fails() -> None:
    made = one_second_in_a()
    late = expect(hero(made.inside("B")), "at", 5.0)
    program, test = with_checks(made, late, lasts=const(1.0, SECONDS), hertz=(60.0,))
    (result,) = run(program, test)
    assert result.failures[0].message == "the run ended before this was due"


def test_a_tests_steps_replace_the_scenes_for_the_inputs_they_name() -> None:
    made = one_second_in_a()
    hold = InputStep("hold", "hero", 0, None, const(0.0, SECONDS), const(9.0, SECONDS), SPAN)
    press = InputStep("press", "hero", 0, None, const(0.5, SECONDS), None, SPAN)
    held = made.read(made.inputs[0].value, "jump")
    check = expect(hero(held), "at", 0.8)
    program, test = with_checks(made, check, hertz=(60.0,))
    scene = replace(program.scenes[0], inputs=(hold,))
    program = replace(program, scenes=(scene,))
    assert [result.passed for result in run(program, test)] == [True]
    assert [result.passed for result in run(program, replace(test, inputs=(press,)))] == [False]


def test_a_failure_shows_tick_time_states_and_every_operand() -> None:
    made = one_second_in_a()
    count = made.read(made.behavior().slot_of["x"], "hero.x")
    few = hero(compare(Op.LT, count, const(30.0), text="hero.x < 30"))
    program, test = with_checks(made, always(few), lasts=const(1.0, SECONDS), hertz=(60.0,))
    (result,) = run(program, test)
    assert render(result) == (
        'FAIL "it works" at 60 Hz\n'
        "  made.beh:1: always it\n"
        "    tick 29, 0.4833 s: it does not hold\n"
        "    hero: m in A\n"
        "      ✗ hero.x < 30  30, needs < 30"
    )


def test_a_failure_of_an_agents_absent_reading_names_it() -> None:
    made = one_second_in_a()
    made.enums["sides"] = ("left", "right")
    side = made.var("side", 1, enum("sides"))
    lost = made.var("lost", None)
    far = node(Op.OF_AGENT, made.read(lost, "hero.lost"), data="hero")
    near = compare(Op.LT, node(Op.ABS, far), const(1.0), text="abs(hero.lost) < 1")
    kind = enum("sides")
    which = node(Op.OF_AGENT, made.read(side, "hero.side"), kind=kind, data="hero")
    left = compare(Op.EQ, which, const(0, kind, "left"), text="hero.side == left")
    program, test = with_checks(
        made, expect(near, "at", 0.0), expect(left, "at", 0.0), hertz=(60.0,)
    )
    (result,) = run(program, test)
    assert [failure.verdict for failure in result.failures] == [
        "? abs(hero.lost) < 1  hero.lost absent",
        "✗ hero.side == left  right, needs == left",
    ]


def test_a_scene_that_cannot_be_built_is_an_error_not_a_crash() -> None:
    made = one_second_in_a()
    program, test = with_checks(made, expect(hero(made.inside("A")), "at", 0.0), hertz=(60.0,))
    agents = (made.agent("hero"), made.agent("twin"))
    program = replace(program, scenes=(replace(program.scenes[0], agents=agents),))
    (result,) = run(program, test)
    assert not result.passed
    assert "stand in one spot" in result.error
    assert "stand in one spot" in render(result)


def test_a_passed_test_is_one_line() -> None:
    made = one_second_in_a()
    (result,) = run(*with_checks(made, expect(hero(made.inside("A")), "at", 0.0), hertz=(60.0,)))
    assert render(result) == 'ok   "it works" at 60 Hz'
