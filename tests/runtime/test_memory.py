"""Phase 4, Remember: when memory starts, advances, restarts and stands still."""

from __future__ import annotations

import math

from made_programs import Arrow, Builder, Made, compare, const, node, start

from behave.ir.ops import Op
from behave.ir.program import Node, Query


def lowest(made: Builder, reading: Node, **options: object) -> int:
    """A cell with the lowest value of a reading seen, infinite at first."""
    return made.cell(
        "lowest",
        math.inf,
        lambda own: node(Op.MIN, own, reading),
        **options,  # type: ignore[arg-type]
    )


def test_memory_advances_once_a_tick_whether_or_not_anyone_looks() -> None:
    made = Builder()
    cell = made.cell("count", 0.0, lambda own: node(Op.ADD, own, const(1.0)))
    made.machine([Made("A")])
    run = start(made.program()).ticks(5)
    assert run.value("count") == 5.0
    assert made.slots[cell].hidden


def test_memory_of_a_machine_or_behavior_always_runs_that_of_a_state_starts_on_entry() -> None:
    made = Builder()
    x = made.var("x")
    states = [Made("A", actions=[made.add(x, 1)]), Made("B", actions=[made.add(x, 1)])]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", compare(Op.GE, made.read(x), const(2.0)))]
    states[1].arrows = [Arrow("A", compare(Op.GE, made.read(x), const(5.0)))]
    made.cell("always", 0.0, lambda own: node(Op.ADD, own, const(1.0)))
    made.cell("inB", 100.0, lambda own: node(Op.ADD, own, const(1.0)), owner="B")
    made.machine(states, active=active)
    run = start(made.program())
    seen = [(run.ticks(1).where(), run.value("inB"), run.value("always")) for _ in range(7)]
    assert seen == [
        ("A", 100.0, 1.0),
        ("A", 100.0, 2.0),
        ("B", 100.0, 3.0),  # entered after Remember: starts
        ("B", 101.0, 4.0),
        ("B", 102.0, 5.0),
        ("A", 103.0, 6.0),
        ("B", 100.0, 7.0),  # entered again: starts anew
    ]


def seeing(made: Builder) -> tuple[int, dict[str, int]]:
    """A variable and a sensor that reads it where it is 0 or more."""
    x = made.var("x", 3.0)
    seen = node(Op.SELECT, compare(Op.GE, made.read(x), const(0.0)), made.read(x), const(None))
    return x, made.sensor("eye", Query.VALUE, {"value": seen})


def test_memory_restarts_when_its_subject_is_absent_and_is_not_updated_then() -> None:
    made = Builder()
    x, eye = seeing(made)
    lowest(made, made.read(eye["value"]), subjects=(0,))
    made.machine([Made("A")])
    run = start(made.program())
    offset = made.slots[x].offset
    found = []
    for value in (3.0, 2.0, 4.0, -1.0, 7.0):
        run.state.rows[0][0, offset] = value
        found.append(run.ticks(1).value("lowest"))
    assert found == [3.0, 2.0, 2.0, math.inf, 7.0]


def test_an_update_that_is_absent_leaves_the_memory_alone() -> None:
    made = Builder()
    x, eye = seeing(made)
    lowest(made, made.read(eye["value"]))  # no subject declared
    made.machine([Made("A")])
    run = start(made.program())
    for value, expected in ((3.0, 3.0), (-1.0, 3.0), (1.0, 1.0)):
        run.state.rows[0][0, made.slots[x].offset] = value
        assert run.ticks(1).value("lowest") == expected


def test_memory_is_advanced_before_the_turns_see_it() -> None:
    made = Builder()
    cell = made.cell("count", 0.0, lambda own: node(Op.ADD, own, const(1.0)))
    three = compare(Op.GE, made.read(cell), const(3.0))
    made.machine([Made("A", [Arrow("B", three)]), Made("B")])
    run = start(made.program())
    assert [run.ticks(1).where() for _ in range(3)] == ["A", "A", "B"]
