"""Programs made wrong by hand: each broken promise is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Branch, Initial, Node, Program, StateRef, Turn
from behave.ir.size import measure
from behave.ir.validate import problems
from behave.kinds import BOOL, NUMBER, VEC
from behave.pipeline import check
from behave.record import replace
from behave.source import Source

TEXT = """
rig r { bone a at (0 m, 1 m, 0 m) }
behavior b for r {
  var x = 0
  initial state A { -> B when x > 1  initial state C { } }
  state B { set x = 1 }
}
"""


@pytest.fixture
def good() -> Program:
    checked = check(
        Source("b.beh", TEXT.replace("  initial state C", "\n  initial state C")), lambda *_: ""
    )
    assert checked.program is not None
    return checked.program


def with_behavior(program: Program, **changes: object) -> Program:
    return replace(program, behaviors=(replace(program.behaviors[0], **changes),))


def condition(program: Program, node: Node) -> Program:
    """The program with a node as the condition of an action."""
    behavior = program.behaviors[0]
    branch = Branch(node, (), (), behavior.span)
    return with_behavior(program, turns=(*behavior.turns, Turn(-1, (branch,))))


def test_a_good_program_has_no_problems(good: Program) -> None:
    assert problems(good) == []


ONE, YES = Node(Op.CONST, (), NUMBER, 1.0), Node(Op.CONST, (), BOOL, True)


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Node(Op.AND, (ONE, YES), BOOL), "and of number, bool"),
        (Node(Op.AND, (YES,), BOOL), "and of bool"),
        (Node(Op.ADD, (ONE, ONE), VEC), "add gives vec"),
        (Node(Op.SLOT, (), BOOL, 10_000), "no slot 10000"),
        (Node(Op.SLOT_AT, (ONE,), BOOL, ()), "no slots ()"),
        (Node(Op.IN_STATE, (), BOOL, StateRef(0, 99)), "no state"),
        (Node(Op.IN_STATE, (), BOOL, StateRef(3, 0)), "no state"),
        (Node(Op.NEW, (), BOOL), "NEW outside a store"),
        (Node(Op.OF_AGENT, (YES,), BOOL, "hero"), "OF_AGENT in a behavior"),
    ],
)
def test_bad_nodes(good: Program, node: Node, said: str) -> None:
    found = problems(condition(good, node))
    assert len(found) == 1
    assert said in found[0]


def bad_machine(program: Program, change: Callable[[BehaviorProgram], object]) -> list[str]:
    behavior = program.behaviors[0]
    return problems(with_behavior(program, machines=(change(behavior),)))


def test_bad_states(good: Program) -> None:
    machine = good.behaviors[0].machines[0]
    states = machine.states
    assert "bad initial state" in bad_machine(good, lambda b: replace(machine, initial=1))[0]
    late = replace(states[0], parent=2)
    assert "stands before its parent" in " ".join(
        bad_machine(good, lambda b: replace(machine, states=(late, *states[1:])))
    )
    arrow = replace(states[0].transitions[0], target=7)
    lost = replace(states[0], transitions=(arrow,))
    assert bad_machine(good, lambda b: replace(machine, states=(lost, *states[1:]))) == [
        "b: machine b: an arrow to state 7"
    ]


def test_slots_that_overlap(good: Program) -> None:
    slots = good.behaviors[0].slots
    moved = (*slots[:-1], replace(slots[-1], offset=slots[0].offset))
    assert any("overlap" in p for p in problems(with_behavior(good, slots=moved)))


def test_a_tree_is_measured_as_it_is_evaluated() -> None:
    node = ONE
    for _ in range(10):
        node = Node(Op.ADD, (node, node), NUMBER)
    assert measure(node) == (2**11 - 1, 11)  # 1 + 2 + 4 + … nodes, shared parts each time


WALKER = """
rig r {
  input walk = axis2(keys: WASD)
  bone a at (0 m, 1 m, 0 m)
  clip c
  gait idle
  mover capsule, radius: 0.3 m, height: 1.8 m, speed: 1 m/s, walk: walk
}
behavior b for r { var x = 0
 initial state A { set x = 1 }
 pose { play c } }
"""


def walker() -> Program:
    checked = check(Source("b.beh", WALKER), lambda *_: "")
    assert checked.program is not None
    assert problems(checked.program) == []
    return checked.program


def test_what_is_set_back_each_tick_is_a_constant_of_a_place_of_the_rig() -> None:
    program = walker()
    behavior = program.behaviors[0]
    first = behavior.resets[0]
    x = behavior.slot_of["x"]
    wrong = {
        "no slot 999 to reset": replace(first, slot=999),
        "x is reset and no place of the rig": Initial(x, Node(Op.CONST, (), NUMBER, 0.0)),
        "control.enabled is not reset to a constant": replace(first, value=None),
        "control.enabled is reset to a plain number": replace(
            first, value=Node(Op.CONST, (), NUMBER, 1.0)
        ),
    }
    for text, reset in wrong.items():
        rest = tuple(r for r in behavior.resets if r is not first)
        found = problems(with_behavior(program, resets=(reset, *rest)))
        assert any(text in problem for problem in found), (text, found)
    found = problems(with_behavior(program, resets=(*behavior.resets, first)))
    assert any("is reset twice" in problem for problem in found)


def test_the_pose_is_the_last_turn() -> None:
    program = walker()
    turns = program.behaviors[0].turns
    found = problems(with_behavior(program, turns=tuple(reversed(turns))))
    assert any("the pose is not the last turn" in problem for problem in found)
