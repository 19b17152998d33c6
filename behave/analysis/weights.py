"""Shares of a pose: what part of the whole each clip has, as nodes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import NUMBER
from behave.record import Record
from behave.vocabulary.record import constant

_NOBODY: Mapping[str, Node] = MappingProxyType({})


class Shares(Record):
    """The share of each clip, and how much of the pose they take together.

    ``cover`` None is nothing; ``whole`` says that it is always all of it.
    """

    of: Mapping[str, Node] = _NOBODY
    cover: Node | None = None
    whole: bool = False

    @staticmethod
    def only(clip: str) -> Shares:
        """One clip that takes the whole pose."""
        return Shares({clip: _ONE}, _ONE, True)


_ZERO, _ONE = constant(0.0), constant(1.0)


def constant_weight(value: float) -> Node:
    """A share that never changes."""
    return constant(value)


def clamped(node: Node) -> Node:
    """The share, no less than 0 and no more than 1."""
    if node.op is Op.CONST and isinstance(node.data, float):
        return constant(min(max(node.data, 0.0), 1.0))
    floor = Node(Op.MAX, (node, _ZERO), NUMBER, None, node.span)
    return Node(Op.MIN, (floor, _ONE), NUMBER, None, node.span)


def over(below: Shares, above: Shares) -> Shares:
    """What is written later covers what stands before it by its own share of the pose."""
    if above.cover is None:
        return Shares({**dict.fromkeys(above.of, _ZERO), **below.of}, below.cover, below.whole)
    if below.cover is None or above.whole:
        return Shares({**dict.fromkeys(below.of, _ZERO), **above.of}, above.cover, above.whole)
    left = Node(Op.SUB, (_ONE, above.cover), NUMBER)
    rest = _times(below, left)
    cover = _sum(rest.cover, above.cover)
    return Shares(_joined(rest.of, above.of), cover, below.whole)


def scaled(shares: Shares, weight: Node) -> Shares:
    """Every share times a weight of 0 .. 1."""
    whole = shares.whole and weight.op is Op.CONST and weight.data == 1.0
    made = _times(shares, weight)
    return Shares(made.of, made.cover, whole)


def either(condition: Node, then: Shares, otherwise: Shares) -> Shares:
    """One or the other; a clip that only one of them names has no share in the other."""
    if then.cover is None and otherwise.cover is None:
        return Shares({**then.of, **otherwise.of})

    def choose(a: Node | None, b: Node | None) -> Node:
        return Node(Op.SELECT, (condition, a or _ZERO, b or _ZERO), NUMBER)

    names = dict.fromkeys((*then.of, *otherwise.of))
    of = {name: choose(then.of.get(name), otherwise.of.get(name)) for name in names}
    if then.whole and otherwise.whole:
        return Shares(of, _ONE, True)
    return Shares(of, choose(then.cover, otherwise.cover))


def blended(parameter: Node, keys: list[float], parts: list[Shares]) -> Shares:
    """Shares along one parameter: a straight line from each key to the next, level beyond.

    With t_i the way from key i − 1 to key i, clamped to 0 .. 1 (and 1 for the first key, 0 past
    the last), part i has t_i − t_(i + 1): the shares add up to 1.
    """
    steps = [_ONE, *(_step(parameter, a, b) for a, b in pairwise(keys)), _ZERO]
    total: dict[str, Node] = {}
    for i, part in enumerate(parts):
        first, last = i == 0, i == len(parts) - 1
        share = steps[i] if last else Node(Op.SUB, (steps[i], steps[i + 1]), NUMBER)
        total = _joined(total, (part if first and last else _times(part, share)).of)
    return Shares(total, _ONE, True)


def _step(parameter: Node, low: float, high: float) -> Node:
    """How far the parameter has come from one key to the next, 0 .. 1."""
    kind = parameter.kind
    way = Node(Op.SUB, (parameter, constant(low, kind)), kind, None, parameter.span)
    return clamped(Node(Op.DIV, (way, constant(high - low, kind)), NUMBER, None, parameter.span))


def _times(shares: Shares, weight: Node) -> Shares:
    of = {name: _product(node, weight) for name, node in shares.of.items()}
    cover = None if shares.cover is None else _product(shares.cover, weight)
    return Shares(of, cover, shares.whole)


def _product(a: Node, b: Node) -> Node:
    if a is _ONE:
        return b
    if b is _ONE or a is _ZERO:
        return a
    return Node(Op.MUL, (a, b), NUMBER)


def _sum(a: Node | None, b: Node | None) -> Node | None:
    if a is None or b is None:
        return a or b
    return Node(Op.ADD, (a, b), NUMBER)


def _joined(a: Mapping[str, Node], b: Mapping[str, Node]) -> dict[str, Node]:
    """The shares of both; a clip in both has the sum."""
    made = dict(a)
    for name, node in b.items():
        made[name] = Node(Op.ADD, (made[name], node), NUMBER) if name in made else node
    return made
