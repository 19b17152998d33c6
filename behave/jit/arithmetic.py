"""Operators and functions of numbers, as Python has them."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from behave.jit.body import Body, Value, items, number
from behave.jit.kinds import BOOL, FLOAT, INT, NotCompiled, Scalar, Tuple, join, written
from behave.jit.outside import OUTER, OUTSIDE

INSIDE: dict[Any, str] = {
    math.sqrt: "sqrt",
    math.fabs: "fabs",
    math.copysign: "copysign",
    np.floor: "floor",
    np.ceil: "ceil",
}
ROUNDING = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}
_REAL = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_WHOLE = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_BITS = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_COMPARE = {
    ast.Lt: ("olt", "slt"),
    ast.LtE: ("ole", "sle"),
    ast.Gt: ("ogt", "sgt"),
    ast.GtE: ("oge", "sge"),
    ast.Eq: ("oeq", "eq"),
    ast.NotEq: ("une", "ne"),
}


def _numeric(*values: Value) -> Scalar:
    """The type of what an operator makes of numbers: whole ones stay whole."""
    kind = INT
    for value in values:
        found = join(kind, value.kind)
        assert isinstance(found, Scalar)
        kind = found
    return kind


def operation(body: Body, operator: ast.operator, a: Value, b: Value) -> Value:
    """``a operator b`` of numbers."""
    sort = type(operator)
    if sort in (ast.BitAnd, ast.BitOr, ast.BitXor) and a.kind == b.kind == BOOL:
        return Value(BOOL, (body.let(f"{_BITS[sort]} i1 {a.parts[0]}, {b.parts[0]}"),))
    kind = _numeric(a, b)
    if kind == FLOAT or sort is ast.Div:
        x, y = body.real(a), body.real(b)
        if sort in _REAL:
            return Value(FLOAT, (body.let(f"{_REAL[sort]} double {x}, {y}"),))
        if sort is ast.Mod:
            return Value(FLOAT, (_remainder(body, x, y),))
        raise NotCompiled(f"floats have no {sort.__name__} here")
    x, y = body.whole(a), body.whole(b)
    if sort in _WHOLE or sort in _BITS:
        word = _WHOLE.get(sort) or _BITS[sort]
        return Value(INT, (body.let(f"{word} i64 {x}, {y}"),))
    if sort in (ast.FloorDiv, ast.Mod):
        return Value(INT, (_divided(body, x, y, sort is ast.Mod),))
    if sort in (ast.LShift, ast.RShift):
        most = body.let(f"call i64 @llvm.umin.i64(i64 {y}, i64 63)")
        word = "shl" if sort is ast.LShift else "ashr"
        return Value(INT, (body.let(f"{word} i64 {x}, {most}"),))
    raise NotCompiled(f"whole numbers have no {sort.__name__} here")


def _remainder(body: Body, x: str, y: str) -> str:
    """The remainder of floats with the sign of the divisor."""
    rest = body.let(f"call double @{OUTSIDE}fmod(double {x}, double {y})")
    nothing = body.let(f"fcmp oeq double {rest}, 0.0")
    signed = body.let(f"call double @llvm.copysign.f64(double {rest}, double {y})")
    below = body.let(f"fcmp olt double {y}, 0.0")
    rest_below = body.let(f"fcmp olt double {rest}, 0.0")
    differ = body.let(f"xor i1 {below}, {rest_below}")
    moved = body.let(f"fadd double {rest}, {y}")
    found = body.let(f"select i1 {differ}, double {moved}, double {rest}")
    return body.let(f"select i1 {nothing}, double {signed}, double {found}")


def _divided(body: Body, x: str, y: str, rest: bool) -> str:
    """The quotient rounded down, or its remainder; both 0 for a divisor of 0."""
    none = body.let(f"icmp eq i64 {y}, 0")
    by = body.let(f"select i1 {none}, i64 1, i64 {y}")
    quotient = body.let(f"sdiv i64 {x}, {by}")
    left = body.let(f"srem i64 {x}, {by}")
    crossed = body.let(f"xor i64 {left}, {by}")
    opposite = body.let(f"icmp slt i64 {crossed}, 0")
    some = body.let(f"icmp ne i64 {left}, 0")
    lower = body.let(f"and i1 {opposite}, {some}")
    if rest:
        moved = body.let(f"add i64 {left}, {by}")
        found = body.let(f"select i1 {lower}, i64 {moved}, i64 {left}")
    else:
        less = body.let(f"sub i64 {quotient}, 1")
        found = body.let(f"select i1 {lower}, i64 {less}, i64 {quotient}")
    return body.let(f"select i1 {none}, i64 0, i64 {found}")


def negative(body: Body, a: Value) -> Value:
    """``-a``."""
    if _numeric(a) == FLOAT:
        return Value(FLOAT, (body.let(f"fneg double {a.parts[0]}"),))
    return Value(INT, (body.let(f"sub i64 0, {body.whole(a)}"),))


def comparison(body: Body, operator: ast.cmpop, a: Value, b: Value) -> str:
    """Whether ``a operator b``; tuples are equal where all their items are."""
    words = _COMPARE.get(type(operator))
    if words is None:
        raise NotCompiled(f"no {type(operator).__name__} here")
    if isinstance(a.kind, Tuple) and isinstance(b.kind, Tuple):
        if type(operator) not in (ast.Eq, ast.NotEq) or len(a.kind.items) != len(b.kind.items):
            raise NotCompiled("tuples are only asked whether they are equal")
        same = "true"
        for x, y in zip(items(a), items(b), strict=True):
            same = body.let(f"and i1 {same}, {comparison(body, ast.Eq(), x, y)}")
        return same if isinstance(operator, ast.Eq) else body.let(f"xor i1 {same}, true")
    if _numeric(a, b) == FLOAT:
        return body.let(f"fcmp {words[0]} double {body.real(a)}, {body.real(b)}")
    return body.let(f"icmp {words[1]} i64 {body.whole(a)}, {body.whole(b)}")


def extreme(body: Body, values: Sequence[Value], greatest: bool) -> Value:
    """The first of the greatest or least, as ``max`` and ``min`` find it, NaN included."""
    if len(values) == 1 and isinstance(values[0].kind, Tuple):
        values = items(values[0])
    kind = _numeric(*values)
    best = body.cast(values[0], kind).parts[0]
    for value in values[1:]:
        new = body.cast(value, kind).parts[0]
        word = ("ogt" if greatest else "olt") if kind == FLOAT else ("sgt" if greatest else "slt")
        compare = "fcmp" if kind == FLOAT else "icmp"
        better = body.let(f"{compare} {word} {kind.llvm} {new}, {best}")
        best = body.let(f"select i1 {better}, {kind.llvm} {new}, {kind.llvm} {best}")
    return Value(kind, (best,))


def absolute(body: Body, a: Value) -> Value:
    """``abs(a)``."""
    if _numeric(a) == FLOAT:
        return Value(FLOAT, (body.let(f"call double @llvm.fabs.f64(double {a.parts[0]})"),))
    x = body.whole(a)
    return Value(INT, (body.let(f"call i64 @llvm.abs.i64(i64 {x}, i1 false)"),))


def whole(body: Body, a: Value) -> Value:
    """``int(a)``: towards zero; the nearest there is for what is too large, 0 for NaN."""
    if a.kind != FLOAT:
        return body.cast(a, INT)
    return Value(INT, (body.let(f"call i64 @llvm.fptosi.sat.i64.f64(double {a.parts[0]})"),))


def computed(body: Body, function: Any, values: Sequence[Value]) -> Value:
    """A call of a function of ``math`` or a built-in one."""
    if function in (min, max):
        return extreme(body, values, function is max)
    simple: dict[Any, Callable[[Body, Value], Value]] = {
        abs: absolute,
        int: whole,
        float: lambda body, a: body.cast(a, FLOAT),
        bool: lambda body, a: Value(BOOL, (body.flag(a),)),
    }
    if function in simple:
        return simple[function](body, *values)
    given = ", ".join(f"double {body.real(value)}" for value in values)
    if function in INSIDE:
        return Value(FLOAT, (body.let(f"call double @llvm.{INSIDE[function]}.f64({given})"),))
    if function in ROUNDING:
        word = ROUNDING[function]
        return whole(body, Value(FLOAT, (body.let(f"call double @llvm.{word}.f64({given})"),)))
    if function in OUTER and len(values) == OUTER[function][1]:
        return Value(FLOAT, (body.let(f"call double @{OUTSIDE}{OUTER[function][0]}({given})"),))
    if function is math.isfinite:
        size = body.let(f"call double @llvm.fabs.f64({given})")
        return Value(BOOL, (body.let(f"fcmp one double {size}, {number(math.inf).parts[0]}"),))
    if function is math.isnan:
        return Value(BOOL, (body.let(f"fcmp uno {given}, 0.0"),))
    shown = ", ".join(written(value.kind) for value in values)
    raise NotCompiled(f"{getattr(function, '__name__', function)}({shown}) is not known here")
