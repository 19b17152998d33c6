"""Comparisons of present values: ``runtime.decisions`` as instructions."""

from __future__ import annotations

from collections.abc import Callable

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base
from behave.native.body import Body
from behave.native.lanes import Flag, Number
from behave.native.values import Value

_NUMBERED = (Base.NUMBER, Base.VEC, Base.POINT, Base.ROTATION)


def _tolerance(node: Node) -> float:
    return float(node.data) if isinstance(node.data, (int, float)) else 0.0


def _ordered(how: str, sign: int) -> Callable[[Body, Node, Value, Value], Flag]:
    """a against b moved by the tolerance: back for -1, on for 1."""

    def compare(body: Body, node: Node, a: Value, b: Value) -> Flag:
        bound: Number = b.parts[0]
        tolerance = _tolerance(node)
        if tolerance:
            bound = body.sub(bound, tolerance) if sign < 0 else body.add(bound, tolerance)
        return body.compare(how, a.parts[0], bound)

    return compare


def equal(body: Body, a: Value, b: Value, tolerance: float) -> Flag:
    """Whether two present values are equal; numbers within the tolerance, others exactly."""
    if a.base is Base.LIST:
        return body.both(
            *(_same_item(body, x, y, tolerance) for x, y in zip(a.parts, b.parts, strict=True))
        )
    if a.base is Base.BOOL:
        return body.invert(body.differ(a.parts[0], b.parts[0]))
    pairs = list(zip(a.parts, b.parts, strict=True))
    if a.base not in _NUMBERED:
        return body.both(*(body.compare("oeq", x, y) for x, y in pairs))
    near = [body.compare("ole", body.absolute(body.sub(x, y)), tolerance) for x, y in pairs]
    if a.base is Base.NUMBER:
        return body.either(body.compare("oeq", *pairs[0]), near[0])
    return body.both(*near)


def _same_item(body: Body, a: Value, b: Value, tolerance: float) -> Flag:
    """Items of lists of handles may be absent, which equals absent."""
    same = equal(body, a, b, tolerance)
    if a.present is True and b.present is True:
        return same
    neither = body.invert(body.either(a.present, b.present))
    return body.either(neither, body.both(a.present, b.present, same))


def _equal(body: Body, node: Node, a: Value, b: Value) -> Flag:
    return equal(body, a, b, _tolerance(node))


def _not_equal(body: Body, node: Node, a: Value, b: Value) -> Flag:
    return body.invert(_equal(body, node, a, b))


COMPARISONS: dict[Op, Callable[[Body, Node, Value, Value], Flag]] = {
    Op.LT: _ordered("olt", -1),
    Op.LE: _ordered("ole", 1),
    Op.GT: _ordered("ogt", 1),
    Op.GE: _ordered("oge", -1),
    Op.EQ: _equal,
    Op.NE: _not_equal,
}
