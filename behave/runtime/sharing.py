"""Work shared between expressions: a part used in several places is worked out once a phase.

From the end of sensing to the pose nothing changes readings, params and what only the pose
writes, so a part made of those alone has one value in all that time. While sensors are being
sampled that holds only for the questions of one sensor; whoever runs a phase says so by giving
its frame a fresh ``memo``. A frame without one works everything out anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from behave.ir.nodes import behavior_nodes, blocks, inner_first, statements, stored_nodes
from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Group,
    Lerp,
    Node,
    Statement,
)
from behave.runtime.frame import UNKNOWN, Frame
from behave.runtime.slots import Evaluate


@dataclass(eq=False)
class Shared:
    """Which nodes keep their value: identity of the node → its place in a frame's memo.

    ``nodes`` keeps them alive, so that an identity means one node only.
    """

    places: dict[int, int] = field(default_factory=dict)
    nodes: tuple[Node, ...] = ()

    def fresh(self) -> list[Any]:
        """A memo in which nothing is known yet."""
        return [UNKNOWN] * len(self.places)

    def remembered(self, node: Node, evaluate: Evaluate) -> Evaluate:
        """The closure of a node, asked once for each memo where the node keeps its value."""
        place = self.places.get(id(node))
        if place is None:
            return evaluate

        def run(frame: Frame) -> Any:
            memo = frame.memo
            if memo is None:
                return evaluate(frame)
            value = memo[place]
            if value is UNKNOWN:
                value = memo[place] = evaluate(frame)
            return value

        return run


_LEAVES = (Op.CONST, Op.SLOT, Op.DT, Op.NEW)
_CHANGING = (Op.RANDOM, Op.NEW, Op.IN_STATE, Op.OF_AGENT)


def shared_of(behavior: BehaviorProgram) -> Shared:
    """The parts of a behavior's expressions that are used more than once and stay as they are."""
    uses: dict[int, int] = {}
    ordered: list[Node] = []
    steady: dict[int, bool] = {}
    fixed = fixed_slots(behavior)
    for root in (*behavior_nodes(behavior), *stored_nodes(behavior)):
        uses[id(root)] = uses.get(id(root), 0) + 1
        for node in inner_first(root, steady):
            steady[id(node)] = _is_steady(node, steady, fixed)
            ordered.append(node)
            for argument in node.args:
                uses[id(argument)] = uses.get(id(argument), 0) + 1
    kept = [n for n in ordered if steady[id(n)] and uses.get(id(n), 0) > 1 and n.op not in _LEAVES]
    return Shared({id(node): place for place, node in enumerate(kept)}, tuple(kept))


def _is_steady(node: Node, steady: dict[int, bool], fixed: frozenset[int]) -> bool:
    if node.op in _CHANGING or not all(steady[id(a)] for a in node.args):
        return False
    if node.op is Op.SLOT:
        return node.data in fixed
    if node.op is Op.SLOT_AT:
        assert isinstance(node.data, tuple)
        return all(slot in fixed for slot in node.data)
    return True


def kept_in_turns(behavior: BehaviorProgram) -> frozenset[int]:
    """Slots that nothing writes from the first turn to the last: handlers and memory may before."""
    handlers = {id(handler.body) for handler in behavior.handlers}
    written = {reset.slot for reset in behavior.resets}
    written |= {each.waiting for each in behavior.inputs}
    for body in blocks(behavior):
        if id(body) not in handlers:
            written |= _written(body)
    remembered = {cell.slot for cell in behavior.memory if cell.owner is None}
    groups = (Group.PARAM, Group.READING, Group.RIG, Group.VARIABLE, Group.INPUT)
    return frozenset(
        number
        for number, slot in enumerate(behavior.slots)
        if (slot.group in groups or number in remembered) and number not in written
    )


def _written(body: tuple[Statement, ...]) -> set[int]:
    """The slots the statements of a block move or set."""
    found: set[int] = set()
    for statement in statements(body):
        if isinstance(statement, (Assign, Lerp, Advance, Arc)):
            found |= {s for store in statement.place.stores for s in store.slots}
    return found


def fixed_slots(behavior: BehaviorProgram) -> frozenset[int]:
    """Slots that nothing writes between sensing and the pose."""
    written = {reset.slot for reset in behavior.resets}
    for body in blocks(behavior):
        written |= _written(body)
    groups = (Group.PARAM, Group.READING, Group.RIG)
    return frozenset(
        number
        for number, slot in enumerate(behavior.slots)
        if slot.group in groups and number not in written
    )
