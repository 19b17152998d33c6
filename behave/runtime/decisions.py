"""Decisions in Kleene logic: True, False, and None where an operand is absent.

A comparison with an absent operand is unknown, so its negation is too, and a guard that is
unknown does not hold. Comparisons of times carry a tolerance: within it counts as equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base, Kind
from behave.runtime.frame import Frame
from behave.runtime.slots import Evaluate, as_raw


def conjunction(arguments: tuple[Evaluate, ...]) -> Evaluate:
    """False where one is false, else unknown where one is absent, else true."""

    def run(frame: Frame) -> bool | None:
        unknown = False
        for argument in arguments:
            value = argument(frame)
            if value is None:
                unknown = True
            elif not value:
                return False
        return None if unknown else True

    return run


def disjunction(arguments: tuple[Evaluate, ...]) -> Evaluate:
    """True where one is true, else unknown where one is absent, else false."""

    def run(frame: Frame) -> bool | None:
        unknown = False
        for argument in arguments:
            value = argument(frame)
            if value is None:
                unknown = True
            elif value:
                return True
        return None if unknown else False

    return run


def negation(arguments: tuple[Evaluate, ...]) -> Evaluate:
    """True for false, false for true, unknown for unknown."""
    (argument,) = arguments

    def run(frame: Frame) -> bool | None:
        value = argument(frame)
        return None if value is None else not value

    return run


def tolerance_of(node: Node) -> float:
    return float(node.data) if isinstance(node.data, (int, float)) else 0.0


def _less(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    tolerance = tolerance_of(node)

    def run(frame: Frame) -> bool | None:
        a, b = left(frame), right(frame)
        return None if a is None or b is None else a < b - tolerance

    return run


def _less_or_equal(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    tolerance = tolerance_of(node)

    def run(frame: Frame) -> bool | None:
        a, b = left(frame), right(frame)
        return None if a is None or b is None else a <= b + tolerance

    return run


def _greater(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    tolerance = tolerance_of(node)

    def run(frame: Frame) -> bool | None:
        a, b = left(frame), right(frame)
        return None if a is None or b is None else a > b + tolerance

    return run


def _greater_or_equal(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    tolerance = tolerance_of(node)

    def run(frame: Frame) -> bool | None:
        a, b = left(frame), right(frame)
        return None if a is None or b is None else a >= b - tolerance

    return run


def equal(a: Any, b: Any, kind: Kind, tolerance: float) -> bool:
    """Whether two present values of one kind are equal (numbers and vecs within tolerance)."""
    base = kind.base
    if base is Base.NUMBER:
        return bool(a == b or abs(a - b) <= tolerance)
    if base in (Base.VEC, Base.POINT, Base.ROTATION):
        pairs = zip(as_raw(a), as_raw(b), strict=True)
        return all(abs(x - y) <= tolerance for x, y in pairs)
    if base is Base.LIST and kind.item is not None:
        item = kind.item
        return all(equal(x, y, item, tolerance) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def _equal(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    tolerance = tolerance_of(node)
    kind = node.args[0].kind

    def run(frame: Frame) -> bool | None:
        a, b = left(frame), right(frame)
        return None if a is None or b is None else equal(a, b, kind, tolerance)

    return run


def _not_equal(node: Node, left: Evaluate, right: Evaluate) -> Evaluate:
    same = _equal(node, left, right)

    def run(frame: Frame) -> bool | None:
        value = same(frame)
        return None if value is None else not value

    return run


COMPARISONS: dict[Op, Callable[..., Evaluate]] = {
    Op.LT: _less,
    Op.LE: _less_or_equal,
    Op.GT: _greater,
    Op.GE: _greater_or_equal,
    Op.EQ: _equal,
    Op.NE: _not_equal,
}
