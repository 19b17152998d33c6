"""Structural identity: one number for all nodes that mean the same expression."""

from __future__ import annotations

from collections.abc import Hashable

from behave.analysis.layout import slots_read, walk
from behave.ir.nodes import inner_first
from behave.ir.ops import Op
from behave.ir.program import Node

_COMMUTE = frozenset(
    (Op.ADD, Op.MUL, Op.MIN, Op.MAX, Op.AND, Op.OR, Op.EQ, Op.NE, Op.DOT, Op.VADD, Op.VANGLE)
)
"""Swapping the arguments gives the same float: IEEE addition and multiplication commute."""


class Identities:
    """Numbers expressions: equal structure gives the same number, whatever the spans are.

    ``node_of`` keeps the first node met of each number.
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[int, int] = {}
        self._kept: list[Node] = []
        self.node_of: dict[int, Node] = {}

    def made(self, key: Hashable) -> int:
        """The number of something that is no node, such as the presence of a sensor."""
        return self._numbers.setdefault(key, len(self._numbers))

    def of(self, root: Node) -> int:
        """The number of an expression; without recursion, shared nodes once."""
        known = self._known
        found = known.get(id(root))
        if found is not None:
            return found
        for node in inner_first(root, known):
            number = self.made(self._structure(node))
            known[id(node)] = number
            self._kept.append(node)  # keeping the node keeps its id
            self.node_of.setdefault(number, node)
        return known[id(root)]

    def _structure(self, node: Node) -> Hashable:
        parts = [self._known[id(a)] for a in node.args]
        if node.op is Op.RANDOM:
            return id(node)
        if node.op in _COMMUTE:
            parts.sort()
        elif node.op is Op.LENGTH and node.args[0].op is Op.VSUB:
            a, b = sorted(self._known[id(x)] for x in node.args[0].args)
            return node.op, "between", a, b
        return node.op, type(node.data), node.data, node.kind.base, *parts


def slots_of(root: Node) -> set[int]:
    """The slots an expression reads."""
    return {slot for node in walk((root,)) for slot in slots_read(node)}
