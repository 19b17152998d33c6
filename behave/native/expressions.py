"""Expressions: every op of the IR as instructions.

All parts are worked out and chosen between, but for those that draw random numbers (they count
their draws) and those that cost more than a jump over them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, StateRef
from behave.native import choices, comparisons, operations
from behave.native.body import Body
from behave.native.drawing import draw
from behave.native.lanes import Flag
from behave.native.reaching import reaches
from behave.native.row import Row
from behave.native.trees import HEAVY, Tree, Trees
from behave.native.values import (
    NotNative,
    Value,
    absent,
    boolean,
    choose,
    constant,
    flat,
    number,
    rebuilt,
    yes,
)
from behave.runtime.operations import constant_value


class Shared(Protocol):
    """Functions for parts that stand in several places."""

    def value(self, own: Expressions, node: Node, tree: Tree) -> Value:
        """The value of such a part where ``own`` writes."""
        ...


class Expressions:
    """Writes expressions of a behavior into a body. ``new`` is the value being stored.

    ``root`` is the tree this is the function of: it alone is written out although it is shared.
    ``turns``: they are those of the turns, in which less changes than in a whole tick.
    """

    def __init__(
        self,
        body: Body,
        row: Row,
        behavior: BehaviorProgram,
        trees: Trees,
        dt: float,
        shared: Shared,
        root: int = -1,
        turns: bool = False,
    ) -> None:
        self.body, self.row, self.behavior, self.trees, self.dt = body, row, behavior, trees, dt
        self.shared, self.root, self.turns = shared, root, turns
        self.new: Value | None = None
        self.stored = 0
        self.written: list[int] = [0]  # words written, a bit each, by the time values were found
        self.found_since = False
        row.changed = self._changed

    def _changed(self, offset: int) -> None:
        if self.found_since:
            self.written.append(0)
            self.found_since = False
        self.written[-1] |= 1 << offset

    def _known(self, key: Hashable, tree: Tree) -> Value | None:
        """What was found of a tree, unless a word of it was written since."""
        found: tuple[Value, int] | None = self.body.known(key)
        if found is None:
            return None
        value, time = found
        later = 0
        for words in self.written[time:]:
            later |= words
        return None if later & tree.words else value

    def _learn(self, key: Hashable, value: Value) -> None:
        self.found_since = True
        self.body.learn(key, (value, len(self.written)))

    def value(self, node: Node) -> Value:
        """The value of an expression here."""
        tree = self.trees.of(node)
        key: Hashable = ("tree", tree.number)
        if tree.new:
            key = ("tree", tree.number, self.stored)
        if not tree.draws:
            found = self._known(key, tree)
            if found is not None:
                return found
        if self.trees.often(tree) and tree.number != self.root:
            made = self.shared.value(self, node, tree)
        else:
            made = self._write(node)
        if not tree.draws:
            self._learn(key, made)
        return made

    def holds(self, node: Node) -> Flag:
        """Whether a decision is there and true."""
        return yes(self.body, self.value(node))

    def storing(self, new: Value) -> None:
        """From now on NEW stands for a value."""
        self.new = new
        self.stored += 1

    def inside(self, ref: StateRef) -> Flag:
        """Whether a state is active."""
        machine = self.behavior.machines[ref.machine]
        active = self.behavior.slots[machine.active].offset
        leaves = self.trees.leaves(ref)
        if len(leaves) == sum(state.initial < 0 for state in machine.states):
            return True
        return self.at_leaf(active, leaves)

    def at_leaf(self, active: int, leaves: Sequence[int]) -> Flag:
        """Whether the word with the active leaf is one of some."""
        word = self.row.load(active)
        return self.body.either(*(self.body.compare("oeq", word, float(one)) for one in leaves))

    # ---- parts that may not be needed ----------------------------------------------------

    def lazily(self, flag: Flag, node: Node, base: Value | None = None) -> Value:
        """A part where a flag holds; elsewhere ``base``, or nothing that means anything.

        The part is jumped over where that is worth it, and always where it draws.
        """
        tree = self.trees.of(node)
        body = self.body
        if isinstance(flag, bool):
            return self.value(node) if flag or base is None else base
        if not tree.draws and (tree.cost < HEAVY or self._known(("tree", tree.number), tree)):
            return self.value(node)
        shape: list[Value] = []

        def run() -> list[Any]:
            found = self.value(node)
            shape.append(found)
            return flat(found)[1]

        kinds, rest = flat(absent(node.kind) if base is None else base)
        found = body.override(flag, rest, kinds, run)
        return rebuilt(shape[0], found)

    def of_these(self, parts: Sequence[tuple[Flag, Node]]) -> Value:
        """The part whose flag holds; one of them does."""
        flag, node = parts[0]
        found = self.lazily(flag, node)
        for flag, node in parts[1:]:
            found = choose(self.body, flag, self.lazily(flag, node), found)
        return found

    # ---- ops -----------------------------------------------------------------------------

    def _write(self, node: Node) -> Value:
        leaf = _LEAVES.get(node.op)
        if leaf is not None:
            return leaf(self, node)
        form = FORMS.get(node.op)
        if form is not None:
            return form(self, node)
        arguments = self._arguments(node)
        body = self.body
        present = body.both(*(argument.present for argument in arguments))
        if present is False:
            return absent(node.kind)
        if node.op in comparisons.COMPARISONS:
            return boolean(comparisons.COMPARISONS[node.op](body, node, *arguments), present)
        if node.op is Op.COMPONENT:
            assert isinstance(node.data, int)
            return number(arguments[0].parts[node.data], present)
        made = operations.OPERATIONS[node.op](body, *(a.parts for a in arguments))
        return Value(made.base, made.parts, body.both(present, made.present))

    def _arguments(self, node: Node) -> list[Value]:
        """The arguments; a binary operation does not ask for its second without its first."""
        if len(node.args) != 2 or node.op in comparisons.COMPARISONS:
            return [self.value(argument) for argument in node.args]
        first = self.value(node.args[0])
        if not self.trees.of(node.args[1]).draws:
            return [first, self.value(node.args[1])]
        return [first, self.lazily(first.present, node.args[1])]


def _const(own: Expressions, node: Node) -> Value:
    return constant(node.kind, constant_value(node))


def _slot(own: Expressions, node: Node) -> Value:
    assert isinstance(node.data, int)
    return own.row.read(own.behavior.slots[node.data])


def _new(own: Expressions, node: Node) -> Value:
    assert own.new is not None
    return own.new


def _in_state(own: Expressions, node: Node) -> Value:
    assert isinstance(node.data, StateRef)
    return boolean(own.inside(node.data))


def _random(own: Expressions, node: Node) -> Value:
    low, high = (own.value(argument) for argument in node.args)
    assert isinstance(node.data, int)
    present = own.body.both(low.present, high.present)
    if present is False:
        return absent(node.kind)
    return number(draw(own.body, node.data, present, low.parts[0], high.parts[0]), present)


def _of_agent(own: Expressions, node: Node) -> Value:
    raise NotNative("another agent")


FORMS = {**choices.FORMS, Op.REACHES: reaches}

_LEAVES: dict[Op, Callable[[Expressions, Node], Value]] = {
    Op.CONST: _const,
    Op.SLOT: _slot,
    Op.NEW: _new,
    Op.DT: lambda own, node: number(own.dt),
    Op.IN_STATE: _in_state,
    Op.RANDOM: _random,
    Op.OF_AGENT: _of_agent,
}
