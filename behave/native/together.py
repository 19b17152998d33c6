"""Actions of states that are never active together, done side by side where they are alike.

Lanes run the actions of every state that is active for one of them. A lane is in one leaf, so what
one leaf's actions do concerns no lane of another: statements of different leaves may stand in any
order, and those that move one place in one way become one, with the goal of each lane's own leaf.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from behave.ir.nodes import roots_of, statements
from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Branch,
    Emit,
    Every,
    Form,
    Lerp,
    Place,
    Statement,
)
from behave.native.trees import Trees

Step = tuple[tuple[tuple[int, ...], Statement], ...]
"""Statements done as one, each with the leaves it is for."""


@dataclass(eq=False)
class Alike:
    """What statements read and write, and which are alike."""

    behavior: BehaviorProgram
    trees: Trees
    known: dict[int, tuple[int, int]] = field(default_factory=dict)

    def steps(self, listed: Mapping[int, Sequence[Statement]]) -> list[Step]:
        """The statements of leaves, in an order each leaf cannot tell from its own."""
        waiting = {leaf: list(block) for leaf, block in listed.items() if block}
        steps: list[Step] = []
        while waiting:
            group = self._next(waiting)
            for leaf, statement in group.items():
                waiting[leaf] = [one for one in waiting[leaf] if one is not statement]
                if not waiting[leaf]:
                    del waiting[leaf]
            steps.append(self._merged(group))
        return steps

    def _next(self, waiting: Mapping[int, Sequence[Statement]]) -> dict[int, Statement]:
        """The statements to do next: alike, and first in their leaves or as good as first.

        Those are best for which no leaf has a like one that must wait for something.
        """
        found: dict[Hashable, dict[int, Statement]] = {}
        most: dict[Hashable, int] = {}
        for leaf, block in waiting.items():
            seen: set[Hashable] = set()
            for place, statement in enumerate(block):
                key = self.key(statement)
                most[key] = most.get(key, 0) + (key not in seen)
                if key not in seen and all(self._commute(statement, b) for b in block[:place]):
                    found.setdefault(key, {})[leaf] = statement
                seen.add(key)
        whole = [key for key in found if len(found[key]) == most[key]]
        return found[whole[0] if whole else next(iter(found))]

    def _merged(self, group: Mapping[int, Statement]) -> Step:
        """Leaves with the same statement together."""
        leaves: dict[Hashable, list[int]] = {}
        chosen: dict[Hashable, Statement] = {}
        for leaf, statement in group.items():
            same = self.same(statement)
            leaves.setdefault(same, []).append(leaf)
            chosen.setdefault(same, statement)
        return tuple((tuple(sorted(leaves[same])), chosen[same]) for same in leaves)

    # ---- likeness ----------------------------------------------------------------------

    def key(self, statement: Statement) -> Hashable:
        """Equal for statements that can be done as one."""
        if isinstance(statement, Lerp) and statement.form is not Form.OVER:
            return ("lerp", statement.form, self._place(statement.place))
        if isinstance(statement, Assign) and not _clears(statement):
            return ("set", self._place(statement.place))
        return self.same(statement)

    def same(self, statement: Statement) -> Hashable:
        """Equal for statements that say the same."""
        number = self.trees.number
        if isinstance(statement, Assign):
            return ("set", self._place(statement.place), number(statement.value))
        if isinstance(statement, Lerp) and statement.form is not Form.OVER:
            owner = statement.owner if statement.form is Form.CHASE else None
            operands = number(statement.goal), number(statement.amount)
            return ("lerp", statement.form, self._place(statement.place), *operands, owner)
        if isinstance(statement, Branch):
            then = tuple(self.same(one) for one in statement.then)
            otherwise = tuple(self.same(one) for one in statement.otherwise)
            return ("when", number(statement.condition), then, otherwise)
        return ("this", id(statement))

    def _place(self, place: Place) -> Hashable:
        number = self.trees.number
        stores = tuple(
            (one.slots, None if one.index is None else number(one.index), number(one.value))
            for one in place.stores
        )
        return (number(place.read), stores)

    # ---- order -------------------------------------------------------------------------

    def _commute(self, a: Statement, b: Statement) -> bool:
        """Whether two statements may change places."""
        reads_a, writes_a = self._words(a)
        reads_b, writes_b = self._words(b)
        return not (writes_a & (reads_b | writes_b) or writes_b & reads_a)

    def _words(self, statement: Statement) -> tuple[int, int]:
        """The words a statement reads and those it writes, a bit each."""
        found = self.known.get(id(statement))
        if found is None:
            reads = writes = 0
            for one in statements((statement,)):
                for node in roots_of(one):
                    reads |= self.trees.of(node).words
                for slot in self._written(one):
                    writes |= self.trees.slot_words(slot)
            found = self.known[id(statement)] = (reads, writes)
        return found

    def _written(self, statement: Statement) -> set[int]:
        """The slots a statement itself writes; those it counts in are read, too, so that two
        which count keep their order."""
        found: set[int] = set()
        if isinstance(statement, (Assign, Lerp, Advance, Arc)):
            found |= {slot for one in statement.place.stores for slot in one.slots}
        if isinstance(statement, Lerp):
            found |= {slot for slot in (statement.capture, statement.captured) if slot >= 0}
        if isinstance(statement, Every):
            found.add(statement.count)
        if isinstance(statement, Emit):
            emitter = self.behavior.emitters[statement.emitter]
            found |= {emitter.pending, self.behavior.emitted, *emitter.values}
        return found


def _clears(statement: Assign) -> bool:
    return statement.value.op is Op.CONST and statement.value.data is None
