"""Ops on present values: ``runtime.operations`` as instructions.

Each takes the parts of its arguments and gives a value, absent where the arithmetic has no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from behave.ir.ops import Op
from behave.native import elementary, formula, rotations, vectors
from behave.native.body import Body
from behave.native.lanes import Flag, Number
from behave.native.values import Value, number, rotation, vec

Parts = Sequence[Any]


def _same(body: Body, a: Number) -> Flag:
    """Whether a number is not NaN."""
    return body.compare("oeq", a, a)


def _finite(body: Body, a: Number) -> Flag:
    return body.compare("oeq", body.sub(a, a), 0.0)


def _measured(body: Body, a: Number) -> Value:
    return number(a, _same(body, a))


def _divide(body: Body, a: Parts, b: Parts) -> Value:
    result = body.div(a[0], b[0])
    return number(result, body.both(body.compare("une", b[0], 0.0), _same(body, result)))


def _sign(body: Body, a: Parts) -> Value:
    below = body.select(body.compare("olt", a[0], 0.0), -1.0, 0.0)
    return number(body.select(body.compare("ogt", a[0], 0.0), 1.0, below))


def _square_root(body: Body, a: Parts) -> Value:
    return number(body.select(body.compare("ogt", a[0], 0.0), body.sqrt(a[0]), 0.0))


def _modulo(body: Body, a: Parts, b: Parts) -> Value:
    usable = body.both(body.compare("une", b[0], 0.0), _finite(body, a[0]), _finite(body, b[0]))
    return number(formula.remainder(body, a[0], b[0])[0], usable)


def _wave(which: Callable[[Body, Number], Number]) -> Callable[[Body, Parts], Value]:
    return lambda body, a: number(which(body, a[0]), _finite(body, a[0]))


def _vector(body: Body, x: Parts, y: Parts, z: Parts) -> Value:
    total = body.add(body.add(x[0], y[0]), z[0])
    return vec((x[0], y[0], z[0]), _finite(body, total))


def _divide_vector(body: Body, a: Parts, s: Parts) -> Value:
    return vec(vectors.divide(body, a, s[0]), body.compare("une", s[0], 0.0))


def _axis_angle(body: Body, axis: Parts, angle: Parts) -> Value:
    return rotation(rotations.axis_angle(body, axis, angle[0]), _finite(body, angle[0]))


OPERATIONS: dict[Op, Callable[..., Value]] = {
    Op.ADD: lambda body, a, b: _measured(body, body.add(a[0], b[0])),
    Op.SUB: lambda body, a, b: _measured(body, body.sub(a[0], b[0])),
    Op.MUL: lambda body, a, b: _measured(body, body.mul(a[0], b[0])),
    Op.DIV: _divide,
    Op.NEG: lambda body, a: number(body.neg(a[0])),
    Op.ABS: lambda body, a: number(body.absolute(a[0])),
    Op.SIGN: _sign,
    Op.MIN: lambda body, a, b: number(body.smaller(a[0], b[0])),
    Op.MAX: lambda body, a, b: number(body.larger(a[0], b[0])),
    Op.ROUND: lambda body, a, b: _measured(body, formula.round_to(body, a[0], b[0])),
    Op.FLOOR: lambda body, a: number(body.floor(a[0])),
    Op.MOD: _modulo,
    Op.SIN: _wave(elementary.sine),
    Op.COS: _wave(elementary.cosine),
    Op.SQRT: _square_root,
    Op.VECTOR: _vector,
    Op.VADD: lambda body, a, b: vec(vectors.add(body, a, b)),
    Op.VSUB: lambda body, a, b: vec(vectors.subtract(body, a, b)),
    Op.VSCALE: lambda body, a, s: vec(vectors.scale(body, a, s[0]), _finite(body, s[0])),
    Op.VDIV: _divide_vector,
    Op.VNEG: lambda body, a: vec(vectors.negate(body, a)),
    Op.DOT: lambda body, a, b: _measured(body, vectors.dot(body, a, b)),
    Op.CROSS: lambda body, a, b: vec(vectors.cross(body, a, b)),
    Op.LENGTH: lambda body, a: _measured(body, vectors.length(body, a)),
    Op.NORMALIZE: lambda body, a: vec(vectors.normalize(body, a)),
    Op.VANGLE: lambda body, a, b: _measured(body, vectors.angle_between(body, a, b)),
    Op.SIGNED_ANGLE: lambda body, a, b, c: _measured(body, vectors.signed_angle(body, a, b, c)),
    Op.QMUL: lambda body, a, b: rotation(rotations.multiply(body, a, b)),
    Op.QINVERSE: lambda body, a: rotation(rotations.inverse(body, a)),
    Op.QROTATE: lambda body, a, v: vec(rotations.rotate(body, a, v)),
    Op.AXIS_ANGLE: _axis_angle,
    Op.LOOK: lambda body, a, b: rotation(rotations.look(body, a, b)),
    Op.QANGLE: lambda body, a, b: number(rotations.angle(body, a, b)),
}
