"""Operators and functions of numbers, as Python has them."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from behave.jit.body import Body, Value, items, number
from behave.jit.kinds import (
    BOOL,
    FLOAT,
    INT,
    LANES,
    MASK,
    WIDTH,
    NotCompiled,
    Scalar,
    Tuple,
    join,
    written,
)
from behave.jit.laned_body import LanedBody
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
    if sort in _BITS and {a.kind, b.kind} <= {BOOL, MASK}:
        return bitwise(body, _BITS[sort], a, b)
    kind = _numeric(a, b)
    if kind in (FLOAT, LANES) or sort is ast.Div:
        kind = LANES if kind == LANES else FLOAT
        x, y = body.cast(a, kind).parts[0], body.cast(b, kind).parts[0]
        if sort in _REAL:
            return Value(kind, (body.let(f"{_REAL[sort]} {kind.llvm} {x}, {y}"),))
        if sort is ast.Mod:
            return one_by_one(body, kind, (x, y), lambda given: _remainder(body, *given))
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


def bitwise(body: Body, word: str, a: Value, b: Value) -> Value:
    """``and``, ``or`` or ``xor`` of what is true or false."""
    kind = join(a.kind, b.kind)
    assert isinstance(kind, Scalar)
    x, y = body.cast(a, kind).parts[0], body.cast(b, kind).parts[0]
    return Value(kind, (body.let(f"{word} {kind.llvm} {x}, {y}"),))


def one_by_one(
    body: Body, kind: Scalar, given: Sequence[str], write: Callable[[Sequence[str]], str]
) -> Value:
    """What is known of single floats only: of lanes, one lane after another."""
    if kind != LANES:
        return Value(kind, (write(given),))
    found = "poison"
    for lane in range(WIDTH):
        own = [body.let(f"extractelement {kind.llvm} {each}, i32 {lane}") for each in given]
        found = body.let(f"insertelement {kind.llvm} {found}, double {write(own)}, i32 {lane}")
    return Value(kind, (found,))


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
    if a.kind in (FLOAT, LANES):
        return Value(a.kind, (body.let(f"fneg {a.kind.llvm} {a.parts[0]}"),))
    return Value(INT, (body.let(f"sub i64 0, {body.whole(a)}"),))


def comparison(body: Body, operator: ast.cmpop, a: Value, b: Value) -> Value:
    """Whether ``a operator b``; tuples are equal where all their items are."""
    words = _COMPARE.get(type(operator))
    if words is None:
        raise NotCompiled(f"no {type(operator).__name__} here")
    if isinstance(a.kind, Tuple) and isinstance(b.kind, Tuple):
        if type(operator) not in (ast.Eq, ast.NotEq) or len(a.kind.items) != len(b.kind.items):
            raise NotCompiled("tuples are only asked whether they are equal")
        same = Value(BOOL, ("true",))
        for item, other in zip(items(a), items(b), strict=True):
            same = bitwise(body, "and", same, comparison(body, ast.Eq(), item, other))
        return same if isinstance(operator, ast.Eq) else inverted(body, same)
    if MASK in (a.kind, b.kind) and type(operator) in (ast.Eq, ast.NotEq):
        differ = bitwise(body, "xor", a, b)
        return differ if isinstance(operator, ast.NotEq) else inverted(body, differ)
    kind = _numeric(a, b)
    if kind in (FLOAT, LANES):
        x, y = body.cast(a, kind).parts[0], body.cast(b, kind).parts[0]
        if isinstance(body, LanedBody) and kind == LANES:
            return Value(MASK, (body.compared(words[0], x, y),))
        return Value(BOOL, (body.let(f"fcmp {words[0]} double {x}, {y}"),))
    return Value(BOOL, (body.let(f"icmp {words[1]} i64 {body.whole(a)}, {body.whole(b)}"),))


def inverted(body: Body, flag: Value) -> Value:
    """``not flag``."""
    return bitwise(body, "xor", flag, Value(BOOL, ("true",)))


def extreme(body: Body, values: Sequence[Value], greatest: bool) -> Value:
    """The first of the greatest or least, as ``max`` and ``min`` find it, NaN included."""
    if len(values) == 1 and isinstance(values[0].kind, Tuple):
        values = items(values[0])
    kind = _numeric(*values)
    best = body.cast(values[0], kind).parts[0]
    for value in values[1:]:
        new = body.cast(value, kind).parts[0]
        word = ("sgt" if greatest else "slt") if kind == INT else ("ogt" if greatest else "olt")
        compare = "icmp" if kind == INT else "fcmp"
        better = body.let(f"{compare} {word} {kind.llvm} {new}, {best}")
        flags = f"<{WIDTH} x i1>" if kind == LANES else "i1"
        best = body.let(f"select {flags} {better}, {kind.llvm} {new}, {kind.llvm} {best}")
    return Value(kind, (best,))


def absolute(body: Body, a: Value) -> Value:
    """``abs(a)``."""
    if a.kind in (FLOAT, LANES):
        return intrinsic(body, "fabs", (a,))
    x = body.whole(a)
    return Value(INT, (body.let(f"call i64 @llvm.abs.i64(i64 {x}, i1 false)"),))


def whole(body: Body, a: Value) -> Value:
    """``int(a)``: towards zero; the nearest there is for what is too large, 0 for NaN."""
    if a.kind == LANES:
        raise NotCompiled("whole numbers are the same in all lanes")
    if a.kind != FLOAT:
        return body.cast(a, INT)
    return Value(INT, (body.let(f"call i64 @llvm.fptosi.sat.i64.f64(double {a.parts[0]})"),))


def intrinsic(body: Body, word: str, values: Sequence[Value]) -> Value:
    """A call of a function LLVM has instructions for."""
    kind = LANES if LANES in [value.kind for value in values] else FLOAT
    given = ", ".join(f"{kind.llvm} {body.cast(value, kind).parts[0]}" for value in values)
    size = f"v{WIDTH}f64" if kind == LANES else "f64"
    return Value(kind, (body.let(f"call {kind.llvm} @llvm.{word}.{size}({given})"),))


def computed(body: Body, function: Any, values: Sequence[Value]) -> Value:
    """A call of a function of ``math`` or a built-in one."""
    if function in (min, max):
        return extreme(body, values, function is max)
    simple: dict[Any, Callable[[Body, Value], Value]] = {
        abs: absolute,
        int: whole,
        float: lambda body, a: a if a.kind == LANES else body.cast(a, FLOAT),
        bool: lambda body, a: a if a.kind == MASK else Value(BOOL, (body.flag(a),)),
    }
    if function in simple:
        return simple[function](body, *values)
    if function in INSIDE:
        return intrinsic(body, INSIDE[function], values)
    if function in ROUNDING:
        return whole(body, intrinsic(body, ROUNDING[function], values))
    kind = LANES if LANES in [value.kind for value in values] else FLOAT
    if function in OUTER and len(values) == OUTER[function][1]:
        name = OUTSIDE + OUTER[function][0]

        def call(given: Sequence[str]) -> str:
            operands = ", ".join(f"double {each}" for each in given)
            return body.let(f"call double @{name}({operands})")

        return one_by_one(body, kind, [body.cast(value, kind).parts[0] for value in values], call)
    if function is math.isfinite:
        size = intrinsic(body, "fabs", values)
        return comparison(body, ast.Lt(), size, number(math.inf))
    if function is math.isnan:
        (value,) = (body.cast(value, kind) for value in values)
        return comparison(body, ast.NotEq(), value, value)
    shown = ", ".join(written(value.kind) for value in values)
    raise NotCompiled(f"{getattr(function, '__name__', function)}({shown}) is not known here")
