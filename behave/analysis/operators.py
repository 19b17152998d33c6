"""Arithmetic, comparisons and logic: which kinds go together, and the op each lowers to."""

from __future__ import annotations

import math

from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, POINT, ROTATION, Base, Kind
from behave.source import Span
from behave.syntax import ast
from behave.units import TIME

COMPARISONS = {"<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE, "==": Op.EQ, "!=": Op.NE}
TIME_TOLERANCE = 1e-6
"""Times within a microsecond count as equal: LANGUAGE, time is counted."""

_VECS = (Base.VEC, Base.POINT)
_VERBS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


def tolerance(kind: Kind) -> float:
    """How near two numbers count as equal."""
    return TIME_TOLERANCE if kind.base is Base.NUMBER and kind.dimension == TIME else 0.0


def same_kind(a: Kind, b: Kind) -> bool:
    """Whether values of two kinds may stand in one place (a point is a vec in metres)."""
    if a.base in _VECS and b.base in _VECS:
        return a.dimension == b.dimension
    return a == b


def joined(a: Kind, b: Kind) -> Kind:
    """The kind of a choice between two values of the same kind."""
    return POINT if POINT in (a, b) else a


def arithmetic(
    env: Environment,
    operator: str,
    left: Node,
    right: Node,
    at: Span,
    span: Span,
    declared: tuple[Label, ...] = (),
) -> Node | None:
    """``+ - * /`` on numbers, vecs, points and rotations."""
    result = _sum(operator, left, right) if operator in "+-" else _product(operator, left, right)
    if result is None:
        env.findings.mismatch(
            _VERBS[operator],
            (left.kind, left.span or span),
            (right.kind, right.span or span),
            at,
            declared,
        )
        return None
    op, args, kind = result
    made = Node(op, args, kind, None, span)
    return made if _has_value(env, operator, made, right, at) else None


def _has_value(env: Environment, operator: str, made: Node, divisor: Node, at: Span) -> bool:
    """Whether what is computed may have a value; a finding where it has none for certain."""
    if operator == "/" and number_of(divisor) == 0.0:
        message, label, help = "this divides by 0, which has no value", "divided by 0", ()
    elif number_of(made) in (math.inf, -math.inf):
        message, label, help = "the result is larger than any number", "too large", ()
    else:
        return True
    env.findings.add(catalog.OUT_OF_RANGE, message, at, label, help)
    return False


_Typed = tuple[Op, tuple[Node, Node], Kind]


def _sum(operator: str, left: Node, right: Node) -> _Typed | None:
    a, b = left.kind, right.kind
    plus = operator == "+"
    if a.base is Base.NUMBER and a == b:
        return (Op.ADD if plus else Op.SUB), (left, right), a
    if a.base not in _VECS or b.base not in _VECS or a.dimension != b.dimension:
        return None
    op = Op.VADD if plus else Op.VSUB
    points = (a.base is Base.POINT) + (b.base is Base.POINT)
    if plus:
        return (op, (left, right), POINT if points else a) if points < 2 else None
    if points == 2:
        return op, (left, right), Kind(Base.VEC, a.dimension)
    if b.base is Base.POINT:
        return op, (left, right), Kind(Base.VEC, a.dimension)
    return op, (left, right), a


def _product(operator: str, left: Node, right: Node) -> _Typed | None:
    a, b = left.kind, right.kind
    if operator == "/":
        if b.base is not Base.NUMBER:
            return None
        if a.base is Base.NUMBER:
            return Op.DIV, (left, right), Kind(Base.NUMBER, a.dimension / b.dimension)
        if a.base in _VECS:
            return Op.VDIV, (left, right), Kind(Base.VEC, a.dimension / b.dimension)
        return None
    if a.base is Base.NUMBER and b.base is Base.NUMBER:
        return Op.MUL, (left, right), Kind(Base.NUMBER, a.dimension * b.dimension)
    if a.base is Base.NUMBER and b.base in _VECS:
        return Op.VSCALE, (right, left), Kind(Base.VEC, a.dimension * b.dimension)
    if a.base in _VECS and b.base is Base.NUMBER:
        return Op.VSCALE, (left, right), Kind(Base.VEC, a.dimension * b.dimension)
    if a.base is Base.ROTATION and b.base is Base.ROTATION:
        return Op.QMUL, (left, right), ROTATION
    if a.base is Base.ROTATION and b.base in _VECS:
        return Op.QROTATE, (left, right), Kind(Base.VEC, b.dimension)
    return None


def negate(env: Environment, operand: Node, span: Span) -> Node | None:
    """``-x`` of a number or vec."""
    if operand.kind.base is Base.NUMBER:
        if operand.op is Op.CONST and isinstance(operand.data, float):
            return Node(Op.CONST, (), operand.kind, -operand.data, span)
        return Node(Op.NEG, (operand,), operand.kind, None, span)
    if operand.kind.base in _VECS:
        return Node(Op.VNEG, (operand,), Kind(Base.VEC, operand.kind.dimension), None, span)
    env.findings.wrong_kind("a number or a vec", operand.kind, operand.span or span, "`-`")
    return None


def compare(
    env: Environment,
    operator: str,
    left: Node,
    right: Node,
    at: Span,
    span: Span,
    declared: tuple[Label, ...] = (),
) -> Node | None:
    """``< <= > >= == !=``."""
    op = COMPARISONS[operator]
    ordered = op not in (Op.EQ, Op.NE)
    fits = same_kind(left.kind, right.kind)
    if fits and ordered and left.kind.base is not Base.NUMBER:
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{operator}` compares numbers, and {left.kind.noun} is none",
            at,
            "only == and != work here",
            ("compare a length, such as `length(v)` or `distance(a, b)`",)
            if left.kind.base in _VECS
            else (),
        )
        return None
    if not fits:
        env.findings.mismatch(
            "compare",
            (left.kind, left.span or span),
            (right.kind, right.span or span),
            at,
            declared,
        )
        return None
    return Node(op, (left, right), BOOL, tolerance(left.kind), span)


def logic(op: Op, args: tuple[Node, ...], span: Span) -> Node:
    """``and``, ``or``, ``not`` on bools (checked by the caller)."""
    return Node(op, args, BOOL, None, span)


def choice(
    env: Environment, condition: Node, then: Node, otherwise: Node, span: Span
) -> Node | None:
    """``a if c else b``: both sides must be of one kind."""
    if not same_kind(then.kind, otherwise.kind):
        env.findings.mismatch(
            "choose between",
            (then.kind, then.span or span),
            (otherwise.kind, otherwise.span or span),
            span,
        )
        return None
    kind = joined(then.kind, otherwise.kind)
    return Node(Op.SELECT, (condition, then, otherwise), kind, None, span)


def fallback(env: Environment, value: Node, instead: Node, span: Span) -> Node | None:
    """``a otherwise b``."""
    if not same_kind(value.kind, instead.kind):
        env.findings.mismatch(
            "fall back between",
            (value.kind, value.span or span),
            (instead.kind, instead.span or span),
            span,
        )
        return None
    return Node(Op.OTHERWISE, (value, instead), joined(value.kind, instead.kind), None, span)


def vector(env: Environment, items: list[Node], tree: ast.Tuple) -> Node | None:
    """``(x, y, z)``, or ``(x, y)`` with z = 0, of numbers with one dimension."""
    if len(items) not in (2, 3):
        env.findings.add(
            catalog.WRONG_KIND,
            f"a vec has 2 or 3 components, not {len(items)}",
            tree.span,
            f"{len(items)} components",
        )
        return None
    for item, part in zip(items, tree.items, strict=True):
        if item.kind.base is not Base.NUMBER:
            env.findings.wrong_kind("a number", item.kind, part.span, "a component of a vec")
            return None
    first = items[0].kind
    for item, part in zip(items[1:], tree.items[1:], strict=True):
        if item.kind != first:
            sides = (first, tree.items[0].span), (item.kind, part.span)
            env.findings.mismatch("put into one vec", *sides, part.span)
            return None
    if len(items) == 2:
        items = [*items, Node(Op.CONST, (), first, 0.0)]
    if all(i.op is Op.CONST for i in items):
        data = tuple(i.data for i in items)
        return Node(Op.CONST, (), Kind(Base.VEC, first.dimension), data, tree.span)
    return Node(Op.VECTOR, tuple(items), Kind(Base.VEC, first.dimension), None, tree.span)
