"""The definition of the language: what each op of the IR means, one agent at a time.

A tree of `Node`s is compiled once into nested closures over a `Frame`; calling the outermost
closure evaluates the expression. Values are floats, bools, ints (enums, handles), pyrr
`Vector3` and `Quaternion` in float64, tuples (lists), str, and None for absent. Between closures a
vec is a tuple of three floats and a rotation one of four: a tenth of what arrays so small cost.

Nothing here raises for a valid Program: what has no value (a division by zero, the sine of
infinity, an index outside) is absent, and no op ever yields NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Machine, Node, StateRef
from behave.runtime.decisions import COMPARISONS, conjunction, disjunction, negation
from behave.runtime.draws import draw_between
from behave.runtime.frame import Frame
from behave.runtime.operations import BINARY, TERNARY, UNARY, constant_value
from behave.runtime.sharing import Shared
from behave.runtime.slots import Evaluate, as_raw, raw_reader, shown


@dataclass(frozen=True, eq=False)
class Scope:
    """What names mean while compiling: a behavior's slots and machines, and other agents'.

    ``behavior`` is None for expressions of a scene (constants only). ``agents`` maps an
    agent's name to the scope of its behavior, for tests.
    """

    behavior: BehaviorProgram | None
    dt: float
    agents: Mapping[str, Scope] = field(default_factory=dict)
    known: dict[int, tuple[Node, Evaluate, bool]] = field(default_factory=dict, repr=False)
    shared: Shared = field(default_factory=Shared, repr=False)

    def compile(self, node: Node) -> Evaluate:
        """The closure for a tree; subtrees of constants are evaluated now."""
        return shown(node.kind, self.raw(node))

    def raw(self, node: Node) -> Evaluate:
        """The same with vecs and rotations as tuples of floats."""
        return self._compile(node)[0]

    def inside(self, ref: StateRef) -> Evaluate:
        """A closure that says whether a state is active, by the machine's active leaf."""
        assert self.behavior is not None
        machine = self.behavior.machines[ref.machine]
        leaves = range(len(machine.states))
        table = tuple(ref.state in ancestry(machine, leaf) for leaf in leaves)
        offset = self.behavior.slots[machine.active].offset
        return lambda frame: table[int(frame.words[offset])]

    def _compile(self, node: Node) -> tuple[Evaluate, bool]:
        found = self.known.get(id(node))
        if found is not None:
            return found[1], found[2]
        evaluate, constant = self._build(node)
        if not constant:
            evaluate = self.shared.remembered(node, evaluate)
        self.known[id(node)] = (node, evaluate, constant)  # keeping the node keeps its id
        return evaluate, constant

    def _build(self, node: Node) -> tuple[Evaluate, bool]:
        leaf = _LEAVES.get(node.op)
        if leaf is not None:
            return leaf(self, node), node.op in (Op.CONST, Op.DT)
        if node.op is Op.OF_AGENT:
            return self._of_agent(node), False
        compiled = []
        for argument in node.args:  # a comprehension is a call of its own before Python 3.12
            compiled.append(self._compile(argument))
        arguments = tuple(evaluate for evaluate, _ in compiled)
        if node.op is Op.RANDOM:
            return _random(arguments, node), False
        if node.op is Op.SLOT_AT:
            return _slot_at(self, arguments[0], node), False
        evaluate = _operation(node, arguments)
        if arguments and all(constant for _, constant in compiled):
            return _constantly(evaluate(_NOWHERE)), True
        return evaluate, False

    def _of_agent(self, node: Node) -> Evaluate:
        name = str(node.data)
        inner = self.agents[name].raw(node.args[0])
        return lambda frame: inner(frame.others[name])


_NOWHERE: Any = None
"""The frame constants are folded in: no constant op looks at it."""


def _constantly(value: Any) -> Evaluate:
    return lambda frame: value


def _const(scope: Scope, node: Node) -> Evaluate:
    return _constantly(constant_value(node))


def _slot(scope: Scope, node: Node) -> Evaluate:
    assert scope.behavior is not None
    assert isinstance(node.data, int)
    return raw_reader(scope.behavior.slots[node.data])


def _slot_at(scope: Scope, index: Evaluate, node: Node) -> Evaluate:
    assert scope.behavior is not None
    assert isinstance(node.data, tuple)
    readers = tuple(raw_reader(scope.behavior.slots[number]) for number in node.data)
    count = len(readers)

    def read_at(frame: Frame) -> Any:
        number = whole_index(index(frame), count)
        return None if number is None else readers[number](frame)

    return read_at


def whole_index(value: Any, count: int) -> int | None:
    """An index as an int; None where it is absent, not whole or outside ``0 .. count - 1``."""
    if value is None or not 0 <= value < count:
        return None
    number = int(value)
    return number if number == value else None


def _in_state(scope: Scope, node: Node) -> Evaluate:
    assert isinstance(node.data, StateRef)
    return scope.inside(node.data)


def ancestry(machine: Machine, state: int) -> tuple[int, ...]:
    """The states active while ``state`` is, outermost first, ``state`` last."""
    path: list[int] = []
    while state >= 0:
        path.append(state)
        state = machine.states[state].parent
    return tuple(reversed(path))


_LEAVES: dict[Op, Callable[[Scope, Node], Evaluate]] = {
    Op.CONST: _const,
    Op.SLOT: _slot,
    Op.NEW: lambda scope, node: lambda frame: as_raw(frame.new),
    Op.DT: lambda scope, node: _constantly(scope.dt),
    Op.IN_STATE: _in_state,
}


def _random(arguments: tuple[Evaluate, ...], node: Node) -> Evaluate:
    low, high = arguments
    assert isinstance(node.data, int)
    place = node.data

    def draw(frame: Frame) -> float | None:
        least, most = low(frame), high(frame)
        if least is None or most is None:
            return None
        number = int(frame.draws[place])
        frame.draws[place] = number + 1
        return draw_between(frame.key, place, number, least, most)

    return draw


def _operation(node: Node, arguments: tuple[Evaluate, ...]) -> Evaluate:
    op = node.op
    if op in COMPARISONS:
        return COMPARISONS[op](node, *arguments)
    if op in UNARY:
        return _unary(UNARY[op], *arguments)
    if op in BINARY:
        return _binary(BINARY[op], *arguments)
    if op in TERNARY:
        return _ternary(TERNARY[op], *arguments)
    if op is Op.COMPONENT:
        return _component(arguments[0], node.data)
    return _FORMS[op](arguments)


def _unary(operation: Callable[[Any], Any], argument: Evaluate) -> Evaluate:
    def run(frame: Frame) -> Any:
        value = argument(frame)
        return None if value is None else operation(value)

    return run


def _binary(operation: Callable[[Any, Any], Any], left: Evaluate, right: Evaluate) -> Evaluate:
    def run(frame: Frame) -> Any:
        first = left(frame)
        if first is None:
            return None
        second = right(frame)
        return None if second is None else operation(first, second)

    return run


def _ternary(
    operation: Callable[[Any, Any, Any], Any], one: Evaluate, two: Evaluate, three: Evaluate
) -> Evaluate:
    def run(frame: Frame) -> Any:
        first, second, third = one(frame), two(frame), three(frame)
        if first is None or second is None or third is None:
            return None
        return operation(first, second, third)

    return run


def _component(argument: Evaluate, which: Any) -> Evaluate:
    def run(frame: Frame) -> float | None:
        value = argument(frame)
        return None if value is None else value[which]

    return run


def _select(arguments: tuple[Evaluate, ...]) -> Evaluate:
    condition, then, otherwise = arguments
    return lambda frame: then(frame) if condition(frame) else otherwise(frame)


def _otherwise(arguments: tuple[Evaluate, ...]) -> Evaluate:
    first, fallback = arguments

    def run(frame: Frame) -> Any:
        value = first(frame)
        return fallback(frame) if value is None else value

    return run


def _present(arguments: tuple[Evaluate, ...]) -> Evaluate:
    (argument,) = arguments
    return lambda frame: argument(frame) is not None


def _list(arguments: tuple[Evaluate, ...]) -> Evaluate:
    def run(frame: Frame) -> tuple[Any, ...] | None:
        items = tuple(argument(frame) for argument in arguments)
        return None if any(item is None for item in items) else items

    return run


def _element(arguments: tuple[Evaluate, ...]) -> Evaluate:
    items, index = arguments

    def run(frame: Frame) -> Any:
        values = items(frame)
        if values is None:
            return None
        number = whole_index(index(frame), len(values))
        return None if number is None else values[number]

    return run


def _choose(arguments: tuple[Evaluate, ...]) -> Evaluate:
    index, *values = arguments
    count = len(values)

    def run(frame: Frame) -> Any:
        number = whole_index(index(frame), count)
        return None if number is None else values[number](frame)

    return run


_FORMS: dict[Op, Callable[[tuple[Evaluate, ...]], Evaluate]] = {
    Op.AND: conjunction,
    Op.OR: disjunction,
    Op.NOT: negation,
    Op.SELECT: _select,
    Op.OTHERWISE: _otherwise,
    Op.PRESENT: _present,
    Op.LIST: _list,
    Op.ELEMENT: _element,
    Op.CHOOSE: _choose,
}
