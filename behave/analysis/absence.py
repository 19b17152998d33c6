"""Which values may turn out absent, and values that are absent together."""

from __future__ import annotations

from collections.abc import Callable

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL

_MAY_FAIL = (Op.SLOT_AT, Op.VDIV, Op.MOD, Op.ELEMENT, Op.CHOOSE, Op.OF_AGENT)


def may_be_absent(root: Node, optional: Callable[[int], bool]) -> bool:
    """Whether a value can be absent at all; ``optional`` tells which slots can.

    It may say yes where the value is never absent in fact, never the other way round.
    """
    stack, seen = [root], set[int]()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if _fails_itself(node, optional):
            return True
        stack += _passed_on(node)
    return False


def _fails_itself(node: Node, optional: Callable[[int], bool]) -> bool:
    """Whether an operation may be absent although its arguments are not."""
    match node.op:
        case Op.SLOT:
            assert isinstance(node.data, int)
            return optional(node.data)
        case Op.CONST:
            return node.data is None
        case Op.DIV:
            divisor = node.args[1]
            return divisor.op is not Op.CONST or divisor.data in (None, 0.0)
        case op:
            return op in _MAY_FAIL


def _passed_on(node: Node) -> tuple[Node, ...]:
    """The arguments whose absence makes the node absent."""
    match node.op:
        case Op.PRESENT:
            return ()
        case Op.SELECT:
            return node.args[1:]
        case Op.OTHERWISE:
            return (node.args[1],)
        case _:
            return node.args


def together(values: dict[str, Node], optional: Callable[[int], bool]) -> dict[str, Node]:
    """The same values, all of them absent where one is: they belong together."""
    doubtful = [node for node in values.values() if may_be_absent(node, optional)]
    if not doubtful:
        return values
    known = Node(Op.PRESENT, (doubtful[0],), BOOL)
    for node in doubtful[1:]:
        known = Node(Op.AND, (known, Node(Op.PRESENT, (node,), BOOL)), BOOL)
    return {
        name: Node(Op.SELECT, (known, node, Node(Op.CONST, (), node.kind, None)), node.kind)
        for name, node in values.items()
    }
