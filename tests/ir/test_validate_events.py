"""Events, chosen values and lists made wrong by hand: each broken promise is named."""

from __future__ import annotations

from typing import Any

import pytest

from behave.ir.ops import Op
from behave.ir.program import Branch, Handler, Node, Program, Turn
from behave.ir.validate import problems
from behave.kinds import BOOL, NUMBER, VEC, list_of
from behave.pipeline import check
from behave.record import replace
from behave.source import Source

TEXT = """
rig r { bone a at (0 m, 1 m, 0 m) }
behavior b for r {
  event e(n : number)
  var x = 0
  on e(n) { set x = n }
  machine m[2] { initial state A { emit e(x) } }
}
"""
ONE, YES = Node(Op.CONST, (), NUMBER, 1.0), Node(Op.CONST, (), BOOL, True)


def good() -> Program:
    checked = check(Source("b.beh", TEXT), lambda *_: "")
    assert checked.program is not None
    return checked.program


def changed(**changes: Any) -> list[str]:
    program = good()
    behavior = replace(program.behaviors[0], **changes)
    return problems(replace(program, behaviors=(behavior,)))


def test_the_program_itself_is_right() -> None:
    assert problems(good()) == []


def test_emitters_have_slots_of_their_own_and_of_the_right_kinds() -> None:
    behavior = good().behaviors[0]
    first, second = behavior.emitters
    assert "b: emitter 1 shares a slot" in changed(
        emitters=(first, replace(second, pending=first.pending))
    )
    assert "b: emitter 1 keeps other kinds than its event carries" in changed(
        emitters=(first, replace(second, values=()))
    )
    assert "b: emitter 0 emits nothing" in changed(emitters=(replace(first, event=4), second))
    assert "b: emitter 0 belongs to machine 7" in changed(
        emitters=(replace(first, machine=7), second)
    )
    assert "b: an emission by emitter 1" in changed(emitters=(first,))
    assert "b: emitter 0 emits nothing" in changed(emitted=-1)


def test_handlers_wait_for_events_there_are() -> None:
    behavior = good().behaviors[0]
    (handler,) = behavior.handlers
    assert isinstance(handler, Handler)
    wrong = replace(handler, event=replace(handler.event, index=3))
    assert changed(handlers=(wrong,)) == ["b: a handler waits for event 3"]


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (Node(Op.CHOOSE, (YES, YES, YES), BOOL), "choose among bool"),
        (Node(Op.CHOOSE, (ONE, YES, ONE), BOOL), "choose among bool, number"),
        (Node(Op.CHOOSE, (ONE,), BOOL), "choose among nothing"),
        (Node(Op.CHOOSE, (ONE, ONE), VEC), "choose gives vec"),
        (Node(Op.LIST, (ONE,), list_of(NUMBER, 2)), "a list of 1 gives"),
        (Node(Op.ELEMENT, (ONE, ONE), NUMBER), "an element of no list"),
    ],
)
def test_chosen_values_and_lists_fit(node: Node, said: str) -> None:
    behavior = good().behaviors[0]
    branch = Branch(Node(Op.PRESENT, (node,), BOOL), (), (), behavior.span)
    found = changed(turns=(*behavior.turns, Turn(-1, (branch,))))
    assert len(found) == 1
    assert said in found[0]
