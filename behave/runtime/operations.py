"""Ops as plain functions of present values, over the kernel's formulas.

A vec is a tuple (x, y, z) of floats here, a rotation (x, y, z, w).

Numbers may be infinite inside an expression (a memory cell may hold infinity), NaN never
leaves an op: where the arithmetic would give it, the result is absent (None).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kernel import elementary, numbers
from behave.kernel import rotation_formulas as rotations
from behave.kernel import rotations as shown_rotations
from behave.kernel import vector_formulas as vectors
from behave.kernel import vectors as shown_vectors
from behave.kernel.rotation_formulas import Quadruple
from behave.kernel.vector_formulas import Triple
from behave.kinds import Base, Kind
from behave.runtime.reaching import within_reach
from behave.runtime.slots import as_raw


def add(a: float, b: float) -> float | None:
    """a + b; absent for opposite infinities."""
    result = a + b
    return result if result == result else None


def subtract(a: float, b: float) -> float | None:
    """a - b; absent for equal infinities."""
    result = a - b
    return result if result == result else None


def multiply(a: float, b: float) -> float | None:
    """a * b; absent for 0 times infinity."""
    result = a * b
    return result if result == result else None


def divide(a: float, b: float) -> float | None:
    """a / b; absent where b is 0 and for a quotient of infinities."""
    if b == 0.0:
        return None
    result = a / b
    return result if result == result else None


def modulo(a: float, b: float) -> float | None:
    """Floored remainder with the divisor's sign; absent where b is 0 or either is infinite."""
    if b == 0.0 or not math.isfinite(a) or not math.isfinite(b):
        return None
    return numbers.modulo(a, b)


def floor(a: float) -> float:
    """The whole number at or below a; infinity stays."""
    return float(math.floor(a)) if math.isfinite(a) else a


def round_to(a: float, step: float) -> float | None:
    """The nearest multiple of step, halves to the even one; unchanged for step <= 0."""
    result = numbers.round_half_even(a, step)
    return result if result == result else None


def sine(a: float) -> float | None:
    """sin a; absent for infinity."""
    return elementary.sine(a) if math.isfinite(a) else None


def cosine(a: float) -> float | None:
    """cos a; absent for infinity."""
    return elementary.cosine(a) if math.isfinite(a) else None


def square_root(a: float) -> float:
    """The root of max(a, 0)."""
    return math.sqrt(a) if a > 0.0 else 0.0


def vector(x: float, y: float, z: float) -> Triple | None:
    """(x, y, z); absent where a component is infinite."""
    total = x + y + z
    return (x, y, z) if total - total == 0.0 else None


def scale(a: Triple, s: float) -> Triple | None:
    """a * s; absent where s is infinite."""
    return vectors.scale(a, s) if s - s == 0.0 else None


def divide_vector(a: Triple, s: float) -> Triple | None:
    """a / s; absent where s is 0."""
    return None if s == 0.0 else vectors.divide(a, s)


def normalize(a: Triple) -> Triple:
    """a at length 1; zero stays zero."""
    return vectors.normalize(a, vectors.ZERO)


def axis_angle(axis: Triple, angle: float) -> Quadruple | None:
    """A turn by an angle about an axis; absent for an infinite angle."""
    return rotations.q_axis_angle(axis, angle) if angle - angle == 0.0 else None


def _measured(measure: Callable[..., float]) -> Callable[..., float | None]:
    """A number taken from vecs; absent where overflow would make it NaN."""

    def run(*values: Any) -> float | None:
        result = measure(*values)
        return result if result == result else None

    return run


UNARY: dict[Op, Callable[[Any], Any]] = {
    Op.NEG: lambda a: -a,
    Op.ABS: abs,
    Op.SIGN: numbers.sign,
    Op.FLOOR: floor,
    Op.SIN: sine,
    Op.COS: cosine,
    Op.SQRT: square_root,
    Op.VNEG: vectors.negate,
    Op.LENGTH: _measured(vectors.length),
    Op.NORMALIZE: normalize,
    Op.QINVERSE: rotations.q_inverse,
}

BINARY: dict[Op, Callable[[Any, Any], Any]] = {
    Op.ADD: add,
    Op.SUB: subtract,
    Op.MUL: multiply,
    Op.DIV: divide,
    Op.MIN: min,
    Op.MAX: max,
    Op.ROUND: round_to,
    Op.MOD: modulo,
    Op.VADD: vectors.add,
    Op.VSUB: vectors.subtract,
    Op.VSCALE: scale,
    Op.VDIV: divide_vector,
    Op.DOT: _measured(vectors.dot),
    Op.CROSS: vectors.cross,
    Op.REACHES: within_reach,
    Op.VANGLE: _measured(vectors.angle_between),
    Op.QMUL: rotations.q_multiply,
    Op.QROTATE: rotations.q_rotate,
    Op.AXIS_ANGLE: axis_angle,
    Op.LOOK: rotations.q_look,
    Op.QANGLE: rotations.q_angle,
}

TERNARY: dict[Op, Callable[[Any, Any, Any], Any]] = {
    Op.VECTOR: vector,
    Op.SIGNED_ANGLE: _measured(vectors.signed_angle),
}


def constant_value(node: Node) -> Any:
    """The value of a CONST node, vecs and rotations as tuples."""
    value = value_of_kind(node.kind, node.data)
    return tuple(as_raw(part) for part in value) if isinstance(value, tuple) else as_raw(value)


def value_of_kind(kind: Kind, data: Any) -> Any:
    """Plain data (float, bool, int, str, tuples, arrays, None) as a value of a kind."""
    if data is None:
        return None
    base = kind.base
    if base is Base.NUMBER:
        return float(data)
    if base in (Base.VEC, Base.POINT):
        return _frozen(shown_vectors.coerce(data))
    if base is Base.ROTATION:
        return _frozen(shown_rotations.coerce(data))
    if base is Base.BOOL:
        return bool(data)
    if base is Base.TEXT:
        return str(data)
    if base is Base.LIST and kind.item is not None:
        item = kind.item
        return tuple(value_of_kind(item, part) for part in data)
    number = int(data)
    return number if number >= 0 else None


def _frozen(value: Any) -> Any:
    assert isinstance(value, np.ndarray)
    value.flags.writeable = False
    return value
