"""Why: verdicts of guards, their margins, and the text people read."""

from __future__ import annotations

import math

import pytest
from made_programs import (
    BOOL,
    METRES,
    POINT,
    ROTATION,
    VEC,
    Arrow,
    Builder,
    Made,
    Run,
    compare,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.ir.program import EventRef, Node, Query
from behave.kinds import enum, number
from behave.runtime import why
from behave.runtime.readable import number_text, pair_text, value_text
from behave.runtime.tick import before_turns
from behave.units import ANGLE, LENGTH, PLAIN, SPEED, TIME, TURN_RATE


def scene() -> tuple[Builder, Run, dict[str, Node]]:
    """A hero with distance 0.62 m, nothing seen, and guards over both."""
    made = Builder()
    away = made.var("away", 0.62, METRES)
    eye = made.sensor("eye", Query.VALUE, {"value": const(None, METRES)})
    made.key("jump")
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    text = "distance < reach"
    guards = {
        "near": compare(Op.LT, made.read(away, "distance"), const(0.5, METRES, "reach"), text=text),
        "seen": compare(
            Op.LT,
            made.read(eye["value"], "eye.distance"),
            const(1.0, METRES),
            text="eye.distance < 1 m",
        ),
        "late": made.timer_is("A", Op.GT, 2.0),
        "there": node(Op.PRESENT, made.read(eye["value"], "eye"), kind=BOOL, text="eye.exists"),
        "inside": made.inside("B"),
        "jump": made.read(made.inputs[0].value, "jump"),
    }
    arrows = [Arrow("B", guards["near"])]
    made.machine([Made("A", arrows), Made("B")], active=active)
    return made, start(made.program()).ticks(1), guards


def asked(run: Run, guard: Node) -> why.Verdict:
    return why.explain_expression(run.model, run.state, "hero", guard)


def test_a_comparison_gives_its_operands_and_margin() -> None:
    _, run, guards = scene()
    tree = asked(run, guards["near"])
    assert (tree.holds, tree.detail) == (False, "0.62 m, needs < 0.5 m (0.12 m off)")
    assert tree.margin == pytest.approx(-0.12)
    assert [(o.text, o.value, o.shown) for o in tree.operands] == [
        ("distance", 0.62, "0.62 m"),
        ("reach", 0.5, "0.5 m"),
    ]


def test_an_unknown_comparison_names_the_reading_that_is_absent() -> None:
    _, run, guards = scene()
    tree = asked(run, guards["seen"])
    assert (tree.holds, tree.absent, tree.detail) == (
        None,
        ("eye.distance",),
        "eye.distance absent",
    )
    negated = asked(run, node(Op.NOT, guards["seen"], kind=BOOL, text="not eye.distance < 1 m"))
    assert negated.holds is None
    assert negated.absent == ("eye.distance",)


def test_timers_states_presence_and_inputs() -> None:
    _, run, guards = scene()
    details = {
        name: asked(run, guards[name]).detail for name in ("late", "there", "inside", "jump")
    }
    assert details == {
        "late": "0.01667 s, needs > 2 s (1.983 s off)",
        "there": "eye is absent",
        "inside": "now in A",
        "jump": "no",
    }


def test_and_or_not_are_kept_and_rendered_aligned() -> None:
    _, run, guards = scene()
    whole = node(
        Op.AND,
        node(Op.OR, guards["near"], guards["seen"], kind=BOOL),
        node(Op.NOT, guards["jump"], kind=BOOL),
        kind=BOOL,
    )
    tree = asked(run, whole)
    assert tree.holds is None
    assert why.render(tree) == (
        "? all of\n"
        "  ? any of\n"
        "    ✗ distance < reach    0.62 m, needs < 0.5 m (0.12 m off)\n"
        "    ? eye.distance < 1 m  eye.distance absent\n"
        "  ✓ not jump              jump no"
    )


def test_a_chain_of_one_connective_is_one_group_and_named_guards_keep_their_own() -> None:
    made = Builder()
    x = made.read(made.var("x", 5.0), "x")
    named = {
        "high": compare(Op.GT, x, const(6.0), text="x > 6"),
        "low": compare(Op.LT, x, const(1.0), text="x < 1"),
        "still": node(
            Op.NOT, compare(Op.GT, x, const(2.0), text="x > 2"), kind=BOOL, text="not fast"
        ),
    }
    inner = node(Op.OR, named["high"], named["low"], kind=BOOL)
    named["extreme"] = node(Op.OR, inner, named["still"], kind=BOOL, text="high or low or still")
    odd = compare(Op.EQ, x, const(3.0), text="x == 3")
    even = compare(Op.EQ, x, const(4.0), text="x == 4")
    whole = node(
        Op.OR,
        node(Op.OR, node(Op.OR, odd, even, kind=BOOL), named["extreme"], kind=BOOL),
        compare(Op.LE, x, const(0.0), text="x <= 0"),
        kind=BOOL,
    )
    made.machine([Made("A")])
    run = start(made.program(guards=tuple(named.items())))
    assert why.render(asked(run, whole)) == (
        "✗ any of\n"
        "  ✗ x == 3             5, needs == 3 (2 off)\n"
        "  ✗ x == 4             5, needs == 4 (1 off)\n"
        "  ✗ extreme: any of\n"
        "    ✗ high: x > 6      5, needs > 6 (1 off)\n"
        "    ✗ low: x < 1       5, needs < 1 (4 off)\n"
        "    ✗ still: not fast  x 5, needs <= 2 (3 off)\n"
        "  ✗ x <= 0             5, needs <= 0 (5 off)"
    )


def test_not_of_a_group_stays_a_group_and_not_not_is_an_atom() -> None:
    made = Builder()
    x = made.read(made.var("x", 5.0), "x")
    both = node(
        Op.AND,
        compare(Op.GT, x, const(3.0), text="x > 3"),
        compare(Op.LT, x, const(9.0), text="x < 9"),
        kind=BOOL,
    )
    twice = node(Op.NOT, compare(Op.EQ, x, const(5.0), text="x == 5"), kind=BOOL, text="not x == 5")
    made.machine([Made("A")])
    run = start(made.program(guards=(("between", both),)))
    assert why.render(asked(run, node(Op.NOT, both, kind=BOOL))) == (
        "✗ not\n  ✓ between: all of\n    ✓ x > 3  5 > 3\n    ✓ x < 9  5 < 9"
    )
    assert why.render(asked(run, twice)) == "✗ not x == 5  x 5, needs != 5"
    again = asked(run, node(Op.NOT, twice, kind=BOOL, text="not not x == 5"))
    assert (again.shape, again.holds, again.detail) == (why.Shape.ATOM, True, "x 5, needs != 5")


@pytest.mark.parametrize("op", [Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE])
@pytest.mark.parametrize("bound", [4.0, 5.0, 6.0])
def test_not_of_a_comparison_has_the_margin_and_sign_of_its_opposite(op: Op, bound: float) -> None:
    made = Builder()
    x = made.read(made.var("x", 5.0), "x")
    made.machine([Made("A")])
    run = start(made.program())
    opposite = {Op.LT: Op.GE, Op.LE: Op.GT, Op.GT: Op.LE, Op.GE: Op.LT, Op.EQ: Op.NE, Op.NE: Op.EQ}
    turned = asked(run, node(Op.NOT, compare(op, x, const(bound)), kind=BOOL))
    plain = asked(run, compare(opposite[op], x, const(bound)))
    assert (turned.holds, turned.detail, turned.margin) == (
        plain.holds,
        f"x {plain.detail}",
        plain.margin,
    )


def test_a_named_guard_is_explained_by_its_own_text() -> None:
    made = Builder()
    away = made.var("away", 3.0, METRES)
    lowest = made.cell("lowest", 2.0, lambda own: own)
    bound = node(Op.ADD, made.read(lowest), const(0.005), kind=METRES)
    text = "moving_away(root.position, contact.point, margin: away_margin)"
    distance = node(Op.SLOT, kind=METRES, data=away, text=text)
    guard = compare(Op.GT, distance, bound, text=text)
    made.machine([Made("A")])
    tree = asked(start(made.program()), guard)
    assert (tree.text, tree.detail) == (text, "3 m > 2.005 m")


def test_explain_a_transition_of_the_active_state() -> None:
    _, run, _ = scene()
    (arrow,) = why.outgoing(run.model, run.state, "hero")
    assert (arrow.machine, arrow.source, arrow.target) == ("m", "A", "B")
    tree = why.explain(run.model, run.state, "hero", arrow)
    assert (tree.text, tree.holds) == ("distance < reach", False)


def test_explain_a_transition_that_waits_for_its_state_its_event_and_its_target() -> None:
    made = Builder()
    made.sensor("eye", Query.VALUE, {"value": const(1.0)})
    found = EventRef("sensor", 0, "found")
    made.machine([Made("A", [Arrow("A"), Arrow("B", trigger=found)]), Made("B", [Arrow("A")])])
    run = start(made.program())
    to_self, on_event, back = why.arrows(run.model, "hero")
    active = why.explain(run.model, run.state, "hero", to_self)
    assert active.holds is False
    assert "it is active already" in why.render(active)
    waiting = why.explain(run.model, run.state, "hero", on_event)
    assert "✗ on eye.found  did not happen" in why.render(waiting)
    ahead, events = before_turns(run.model, run.state, {})
    heard = why.explain(run.model, ahead, "hero", on_event, events["hero"])
    assert heard.holds is True
    elsewhere = why.explain(run.model, run.state, "hero", back)
    assert "✗ in B" in why.render(elsewhere)


def test_the_reason_of_an_or_names_only_what_held() -> None:
    made = Builder()
    x = made.var("x", 5.0)
    high = compare(Op.GT, made.read(x, "x"), const(3.0), text="x > 3")
    low = compare(Op.LT, made.read(x, "x"), const(1.0), text="x < 1")
    either = node(Op.OR, low, high, kind=BOOL, text="x < 1 or x > 3")
    made.machine([Made("A", [Arrow("B", either)]), Made("B")])
    run = start(made.program()).ticks(1)
    assert run.last.fired[0].reason == "x > 3 [5 > 3]"


def _reason(names: bool, whole: str) -> str:
    """Why an arrow fires at x = 5; ``whole`` says how its guard is put together."""
    made = Builder()
    x = made.read(made.var("x", 5.0), "x")
    high = compare(Op.GT, x, const(3.0), text="x > 3")
    low = compare(Op.LT, x, const(1.0), text="x < 1")
    few = compare(Op.LT, x, const(9.0), text="x < 9")
    let_go = node(Op.OR, low, high, kind=BOOL, text="low or high")
    guard = {
        "let_go": let_go,
        "let_go or few": node(Op.OR, let_go, few, kind=BOOL, text="let_go or few"),
        "let_go and few": node(Op.AND, let_go, few, kind=BOOL, text="let_go and few"),
        "not low": node(Op.NOT, low, kind=BOOL, text="not low"),
        "not let_down": node(
            Op.NOT,
            node(Op.AND, low, few, kind=BOOL, text="low and few"),
            kind=BOOL,
            text="not let_down",
        ),
    }[whole]
    made.machine([Made("A", [Arrow("B", guard)]), Made("B")])
    known = (("high", high), ("low", low), ("let_go", let_go)) if names else ()
    return start(made.program(guards=known)).ticks(1).last.fired[0].reason


def test_the_reason_names_the_guards_that_fired() -> None:
    assert _reason(True, "let_go") == "let_go: high [x > 3: 5 > 3]"
    assert _reason(False, "let_go") == "x > 3 [5 > 3]"
    both = "[x > 3: 5 > 3; x < 9: 5 < 9]"
    assert _reason(True, "let_go or few") == f"(let_go: high) or x < 9 {both}"
    assert _reason(True, "let_go and few") == f"(let_go: high) and x < 9 {both}"
    assert _reason(False, "let_go and few") == f"x > 3 and x < 9 {both}"


def test_the_reason_of_a_not_is_its_text() -> None:
    assert _reason(True, "not low") == "not low [x 5 >= 1]"
    assert _reason(True, "not let_down") == "not let_down [x < 1: 5, needs < 1 (4 off)]"


def test_numbers_take_the_unit_that_fits() -> None:
    assert number_text(0.62, LENGTH) == "0.62 m"
    assert number_text(0.05, LENGTH) == "5 cm"
    assert number_text(0.0004, LENGTH) == "0.4 mm"
    assert number_text(0.0, LENGTH) == "0 m"
    assert number_text(math.pi / 2, ANGLE) == "90 deg"
    assert number_text(math.pi, TURN_RATE) == "180 deg/s"
    assert number_text(1.5, SPEED) == "1.5 m/s"
    assert number_text(0.25, TIME) == "0.25 s"
    assert number_text(-3.0, PLAIN) == "-3"
    assert number_text(12345.678, PLAIN) == "12346"
    assert number_text(math.inf, LENGTH) == "infinite"


def test_two_numbers_share_a_unit_and_have_digits_enough_to_differ() -> None:
    assert pair_text(0.04, 0.5, LENGTH) == ("0.04 m", "0.5 m")
    assert pair_text(0.049999, 0.05, LENGTH) == ("4.9999 cm", "5 cm")
    assert pair_text(2.0, 2.0, TIME) == ("2 s", "2 s")


def test_values_of_every_kind() -> None:
    made = Builder()
    made.enums["sides"] = ("left", "right")
    behavior = made.behavior()

    def shown(tree: Node) -> str:
        run_value = start(_with_machine().program())
        value = (
            why.explain_expression(run_value.model, run_value.state, "hero", tree).operands[0].value
        )
        return value_text(value, tree.args[0].kind, behavior, ("wall",))

    def same(kind_value: Node) -> Node:
        return compare(Op.EQ, kind_value, kind_value)

    assert shown(same(const((1.0, 0.0, 0.25), POINT))) == "(1, 0, 0.25) m"
    assert shown(same(const((0.0, 1.0, 0.0), VEC))) == "(0, 1, 0)"
    half = math.sqrt(0.5)
    assert shown(same(const((0.0, -half, 0.0, -half), ROTATION))) == "90 deg about (0, 1, 0)"
    assert shown(same(const((0.0, 0.0, 0.0, 1.0), ROTATION))) == "no turn"
    assert shown(same(const(1, enum("sides")))) == "right"
    assert shown(same(const(None, number(LENGTH)))) == "absent"


def _with_machine() -> Builder:
    made = Builder()
    made.machine([Made("A")])
    return made
