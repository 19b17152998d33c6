"""Phase 5, Turns: each rule of the language about states and transitions."""

from __future__ import annotations

from made_programs import (
    BOOL,
    Arrow,
    Builder,
    Made,
    compare,
    const,
    node,
    start,
    yes,
)

from behave.ir.ops import Op
from behave.ir.program import EventRef, Query


def test_the_first_guard_that_holds_fires_in_textual_order() -> None:
    made = Builder()
    no = const(False, BOOL)
    made.machine(
        [Made("A", [Arrow("B", no), Arrow("C"), Arrow("D")]), Made("B"), Made("C"), Made("D")]
    )
    run = start(made.program()).ticks(1)
    assert run.where() == "C"


def test_transitions_of_the_outermost_active_state_come_first_then_inward() -> None:
    made = Builder()
    inner = Made("In", [Arrow("FromInner")])
    made.machine([Made("Out", [Arrow("FromOuter")], children=[inner]), *_two()])
    assert start(made.program()).ticks(1).where() == "FromOuter"


def test_transitions_of_the_machine_come_before_those_of_any_state() -> None:
    made = Builder()
    made.machine([Made("A", [Arrow("FromInner")]), *_two()], arrows=[Arrow("FromOuter")])
    assert start(made.program()).ticks(1).where() == "FromOuter"


def _two() -> list[Made]:
    return [Made("FromInner"), Made("FromOuter")]


def test_at_most_one_transition_per_machine_and_tick() -> None:
    made = Builder()
    made.machine([Made("A", [Arrow("B")]), Made("B", [Arrow("C")]), Made("C")])
    run = start(made.program()).ticks(1)
    assert run.where() == "B"
    assert len(run.last.fired) == 1
    assert run.ticks(1).where() == "C"


def test_a_transition_whose_target_is_already_active_does_not_fire() -> None:
    made = Builder()
    child = Made("In", [Arrow("B")])
    made.machine([Made("Out", [Arrow("Out"), Arrow("Out.In")], children=[child]), Made("B")])
    run = start(made.program()).ticks(1)
    assert run.where() == "B"  # both arrows of Out were passed over


def test_restart_leaves_and_enters_again() -> None:
    made = Builder()
    log = made.var("log")
    arrow = Arrow("A", restart=True)
    made.machine([Made("A", [arrow], enter=[made.digit(log, 1)], exit=[made.digit(log, 2)])])
    run = start(made.program())
    assert run.value("log") == 1.0
    run.ticks(2)
    assert run.value("log") == 12121.0
    assert run.last.fired[0].start == run.last.fired[0].end == "A"


def test_a_transition_to_a_descendant_does_not_leave_the_state_it_is_written_in() -> None:
    made = Builder()
    log = made.var("log")
    outer = Made(
        "Out",
        [Arrow("Out.Two")],
        enter=[made.digit(log, 1)],
        exit=[made.digit(log, 9)],
        children=[
            Made("One", exit=[made.digit(log, 2)]),
            Made("Two", enter=[made.digit(log, 3)]),
        ],
    )
    made.machine([outer])
    run = start(made.program()).ticks(1)
    assert run.where() == "Out.Two"
    assert run.value("log") == 123.0


def test_a_composite_target_enters_its_initial_child() -> None:
    made = Builder()
    deep = Made("Deep", children=[Made("First"), Made("Second")])
    made.machine([Made("A", [Arrow("B")]), Made("B", children=[deep])])
    assert start(made.program()).ticks(1).where() == "B.Deep.First"


def test_resume_enters_the_state_last_left() -> None:
    made = Builder()
    first = Made("One", [Arrow("Work.Two")])
    work = Made("Work", children=[first, Made("Two", [Arrow("Break")])])
    rest = Made("Break", [Arrow("Work", resume=True)])
    made.machine([work, rest])
    run = start(made.program())
    assert [run.ticks(1).where() for _ in range(3)] == ["Work.Two", "Break", "Work.Two"]


def test_resume_of_a_state_never_left_enters_its_initial_child() -> None:
    made = Builder()
    work = Made("Work", children=[Made("One"), Made("Two")])
    made.machine([Made("A", [Arrow("Work", resume=True)]), work])
    assert start(made.program()).ticks(1).where() == "Work.One"


def test_exit_inner_to_outer_then_block_then_enter_outer_to_inner_then_actions() -> None:
    made = Builder()
    log = made.var("log")
    inner = Made("In", exit=[made.digit(log, 1)])
    outer = Made(
        "Out",
        [Arrow("To", body=(made.digit(log, 3),))],
        exit=[made.digit(log, 2)],
        children=[inner],
    )
    child = Made("Child", enter=[made.digit(log, 5)], actions=[made.digit(log, 7)])
    target = Made("To", enter=[made.digit(log, 4)], actions=[made.digit(log, 6)], children=[child])
    made.machine([outer, target])
    assert start(made.program()).ticks(1).value("log") == 1234567.0


def test_per_tick_actions_run_every_tick_each_seeing_the_writes_before_it() -> None:
    made = Builder()
    x = made.var("x", 1.0)
    double = made.set(x, node(Op.MUL, made.read(x), const(2.0)))
    made.machine([Made("A", actions=[made.add(x, 1.0), double])])
    run = start(made.program())
    assert [run.ticks(1).value("x") for _ in range(3)] == [4.0, 10.0, 22.0]


def test_a_later_turn_sees_a_write_this_tick_an_earlier_one_next_tick() -> None:
    made = Builder()
    x, early, late = made.var("x"), made.var("early"), made.var("late")
    made.machine([Made("A", actions=[made.set(early, made.read(x))])], "one")
    made.machine([Made("B", actions=[made.add(x, 1.0)])], "two")
    made.machine([Made("C", actions=[made.set(late, made.read(x))])], "three")
    run = start(made.program()).ticks(1)
    assert (run.value("early"), run.value("late")) == (0.0, 1.0)
    run.ticks(1)
    assert (run.value("early"), run.value("late")) == (1.0, 2.0)


def test_initial_states_are_entered_before_tick_0_with_no_transition() -> None:
    made = Builder()
    log = made.var("log", 5.0)
    child = Made("In", enter=[made.digit(log, 2)])
    made.machine([Made("A", [Arrow("B")], enter=[made.digit(log, 1)], children=[child]), Made("B")])
    run = start(made.program())
    assert run.value("log") == 512.0  # after the initial values, outer to inner
    assert run.value("m.A.ticks") == 0.0
    assert run.ticks(1).where() == "B"


def test_guards_are_level_triggered() -> None:
    made = Builder()
    x = made.var("x")
    made.machine(
        [
            Made("A", [Arrow("B", compare(Op.GT, made.read(x), const(2.5)))], [made.add(x, 1.0)]),
            Made("B", [Arrow("A", compare(Op.GT, made.read(x), const(2.5)))]),
        ]
    )
    run = start(made.program())
    assert [run.ticks(1).where() for _ in range(6)] == ["A", "A", "A", "B", "A", "B"]


def test_a_trigger_fires_only_on_the_tick_of_its_event() -> None:
    made = Builder()
    x = made.var("x")
    seen = node(Op.SELECT, compare(Op.GT, made.read(x), const(1.5)), const(1.0), const(None))
    made.sensor("eye", Query.VALUE, {"value": seen})
    found = EventRef("sensor", 0, "found")
    late = compare(Op.GT, made.read(x), const(2.5))
    made.machine(
        [
            Made(
                "A", [Arrow("B", late, trigger=found), Arrow("C", trigger=found)], [made.add(x, 1)]
            ),
            Made("B"),
            Made("C"),
        ]
    )
    run = start(made.program())
    assert [run.ticks(1).where() for _ in range(3)] == ["A", "A", "C"]
    assert run.last.events == ("eye.found",)


def test_a_guard_that_is_unknown_does_not_hold_nor_does_its_negation() -> None:
    made = Builder()
    lost = made.var("lost", None)
    near = compare(Op.LT, made.read(lost), const(1.0))
    made.machine(
        [Made("A", [Arrow("B", near), Arrow("B", node(Op.NOT, near, kind=BOOL))]), Made("B")]
    )
    assert start(made.program()).ticks(3).where() == "A"


def test_states_active_before_and_after_are_not_left() -> None:
    made = Builder()
    log = made.var("log")
    middle = Made(
        "Mid",
        enter=[made.digit(log, 1)],
        exit=[made.digit(log, 9)],
        children=[Made("One"), Made("Two", enter=[made.digit(log, 2)])],
    )
    made.machine([Made("Out", [Arrow("Out.Mid.Two", yes())], children=[middle])])
    run = start(made.program()).ticks(1)
    assert run.where() == "Out.Mid.Two"
    assert run.value("log") == 12.0
