"""Places a ray may be sent from: what its origin is under each choice the file makes for it.

An origin like ``body.position + (6.6 m if far else 5.3 m) * spoke`` makes choices. The program
itself is asked what comes of each: in a copy of the expression a choice is replaced by one of
its outcomes, and that copy is evaluated like the rest of the file. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from behave.ir.ops import Op
from behave.ir.values import Node
from viewer.scene.ring_sectors import same

MOST = 12  # more places than that are no longer a choice to look at


def variants(node: Node, most: int = MOST) -> tuple[Node, ...]:
    """An expression under every outcome of its choices; () where it makes none, or too many.

    A choice is the condition of an ``if``, or the ``sign`` of something (1 or −1; 0 is met on
    a line only). The one met first changes fastest, conditions hold first, signs are 1 first;
    what comes out the same twice is given once.
    """
    deciders = _deciders(node)
    if not deciders or 2 ** len(deciders) > 4 * most:
        return ()
    found: list[Node] = []
    for outcome in product((True, False), repeat=len(deciders)):
        made = _under(node, deciders, outcome[::-1])
        if not any(same(made, other) for other in found):
            found.append(made)
    return tuple(found) if 1 < len(found) <= most else ()


def _deciders(node: Node) -> list[Node]:
    """Conditions and signs that a value depends on, in the order in which they are met."""
    found: list[Node] = []

    def visit(each: Node) -> None:
        inner = each.args
        if each.op is Op.SELECT or each.op is Op.SIGN:
            decider = each.args[0] if each.op is Op.SELECT else each
            inner = each.args[1:]
            if not any(same(decider, other) for other in found):
                found.append(decider)
        for argument in inner:
            visit(argument)

    visit(node)
    return found


def _under(node: Node, deciders: Sequence[Node], outcome: Sequence[bool]) -> Node:
    """A copy of an expression with its choices made."""

    def decided(decider: Node) -> bool:
        return next(v for d, v in zip(deciders, outcome, strict=True) if same(d, decider))

    if node.op is Op.SELECT:
        return _under(node.args[1 if decided(node.args[0]) else 2], deciders, outcome)
    if node.op is Op.SIGN:
        return Node(Op.CONST, (), node.kind, 1.0 if decided(node) else -1.0)
    if not node.args:
        return node
    args = tuple(_under(argument, deciders, outcome) for argument in node.args)
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, args, node.kind, node.data)
