"""Expressions by what they say: equal subtrees have one number, wherever they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from behave.ir.nodes import acting_nodes, stored_nodes
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, Slot, StateRef
from behave.kinds import Base
from behave.native.leaves import leaves_under
from behave.runtime.sharing import fixed_slots, kept_in_turns

HEAVY = 24
"""From this cost on a part that may not be needed is jumped over."""

OFTEN = 30
"""From this cost on a part that stands in several places becomes a function."""

REPEATED = 400
"""Up to this cost in all lanes repeat such a part: a call spills all they hold in registers."""

ASKED = 3
"""A decision asked in so many places is worked out before the turns."""

_COSTS = {
    Op.SIN: 30,
    Op.COS: 30,
    Op.MOD: 20,
    Op.VANGLE: 60,
    Op.SIGNED_ANGLE: 80,
    Op.AXIS_ANGLE: 60,
    Op.LOOK: 60,
    Op.REACHES: 150,
    Op.QANGLE: 40,
    Op.NORMALIZE: 12,
    Op.LENGTH: 10,
    Op.QROTATE: 10,
    Op.QMUL: 10,
    Op.DIV: 5,
    Op.VDIV: 6,
    Op.CONST: 0,
    Op.SLOT: 1,
    Op.DT: 0,
}


@dataclass(frozen=True, slots=True)
class Tree:
    """What is known of an expression: ``words`` it reads (a bit each), whether it draws, its cost.

    ``new``: it reads the value being stored. ``steady``: from the end of sensing to the pose it
    has one value.
    """

    number: int
    words: int
    draws: bool
    new: bool
    cost: int
    steady: bool


@dataclass(eq=False)
class Trees:
    """The expressions of a behavior, each looked at once.

    Unless ``settled`` they stand in code that may write any word, so none is steady that reads
    one.
    """

    behavior: BehaviorProgram
    settled: bool = True
    lanes: int = 1
    by_node: dict[int, Tree] = field(default_factory=dict)
    kept: list[Node] = field(default_factory=list)  # keeping a node keeps its identity its own
    numbers: dict[object, int] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=dict)
    fixed: int = 0
    kept_in_turns: int = 0
    """Words that are the same from the first turn of a tick to the last."""

    def __post_init__(self) -> None:
        if self.settled:
            for slot in fixed_slots(self.behavior):
                self.fixed |= self.slot_words(slot)
            for slot in kept_in_turns(self.behavior):
                self.kept_in_turns |= self.slot_words(slot)
        for root in (*acting_nodes(self.behavior), *stored_nodes(self.behavior)):
            self._use(self.of(root))

    def _use(self, tree: Tree) -> None:
        self.uses[tree.number] = self.uses.get(tree.number, 0) + 1

    def often(self, tree: Tree) -> bool:
        """Whether a tree stands in several places, and is worth a function of its own."""
        if tree.draws or tree.new or tree.cost < OFTEN:
            return False
        more = self.uses.get(tree.number, 0) - 1
        return more > 0 and (self.lanes == 1 or more * tree.cost > REPEATED)

    def decisions(self) -> list[Node]:
        """Conditions that stand in several places and are the same throughout the turns."""
        found: dict[int, Node] = {}
        for node in self.kept:
            tree = self.of(node)
            free = not tree.draws and not tree.new and not tree.words & ~self.kept_in_turns
            several = tree.cost >= OFTEN and self.uses.get(tree.number, 0) >= ASKED
            if free and several and node.kind.base is Base.BOOL:
                found.setdefault(tree.number, node)
        return list(found.values())

    def of(self, node: Node) -> Tree:
        """What is known of a node's tree."""
        found = self.by_node.get(id(node))
        if found is None:
            found = self._look(node)
            self.by_node[id(node)] = found
            self.kept.append(node)
        return found

    def number(self, node: Node) -> int:
        """The number of what a node's tree says."""
        return self.of(node).number

    def slot_words(self, slot: int) -> int:
        """The words of a slot, with the one that says whether it is there."""
        return _words_of(self.behavior.slots[slot])

    def _look(self, node: Node) -> Tree:
        op, data, kind = node.op, node.data, node.kind
        below = [self.of(argument) for argument in node.args]
        same = data if isinstance(data, (int, str, StateRef)) else repr(data)  # 0 is not -0
        shape = kind if kind.base is Base.LIST else kind.base
        key = (op, shape, type(data), same, *(tree.number for tree in below))
        count = len(self.numbers)
        number = self.numbers.setdefault(key, count)
        words = self._words(op, data)
        draws, new, cost = op is Op.RANDOM, op is Op.NEW, _COSTS.get(op, 2)
        for tree in below:
            words |= tree.words
            draws, new, cost = draws or tree.draws, new or tree.new, cost + tree.cost
        steady = not draws and not new and not words & ~self.fixed
        if number == count:
            for tree in below:
                self._use(tree)
        return Tree(number, words, draws, new, cost, steady)

    def _words(self, op: Op, data: Any) -> int:
        """The words an op reads itself."""
        slots, words = self.behavior.slots, 0
        if op is Op.SLOT:
            words = _words_of(slots[data])
        elif op is Op.SLOT_AT:
            for slot in data:
                words |= _words_of(slots[slot])
        elif op is Op.IN_STATE:
            words = _words_of(slots[self.behavior.machines[data.machine].active])
        return words

    def leaves(self, ref: StateRef) -> tuple[int, ...]:
        """The leaves of a machine at which a state is active."""
        return leaves_under(self.behavior.machines[ref.machine], ref.state)


def _words_of(slot: Slot) -> int:
    """The words of a slot, a bit each."""
    words = ((1 << slot.width) - 1) << slot.offset
    return words if slot.presence < 0 else words | 1 << slot.presence
