"""Rotations for one agent: unit ``pyrr.Quaternion`` in float64, components (x, y, z, w).

The convention is the package's: active, right-handed, ``multiply(a, b)`` turns by ``b`` first.
``q`` and ``-q`` are the same rotation. Nothing is changed in place, no result is ever NaN for
finite input, and the bits are the same as ``compiled`` gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from pyrr import Quaternion, Vector3

from behave.kernel import rotation_formulas as formulas
from behave.kernel import vectors
from behave.kernel.rotation_formulas import Quadruple
from behave.kernel.vectors import VectorLike, from_triple, triple

RotationLike: TypeAlias = np.ndarray | Iterable[float]


def quadruple(value: RotationLike) -> Quadruple:
    """The four components as Python floats; ValueError unless there are four."""
    x, y, z, w = value.tolist() if isinstance(value, np.ndarray) else value
    return float(x), float(y), float(z), float(w)


def from_quadruple(value: Quadruple) -> Quaternion:
    """A float64 Quaternion of four floats, as they are."""
    made: Any = np.array(value, dtype=np.float64)
    return made.view(Quaternion)


def rotation(x: float, y: float, z: float, w: float) -> Quaternion:
    """The rotation with these components, brought to length 1; the identity for all zero."""
    return from_quadruple(formulas.q_normalize((float(x), float(y), float(z), float(w))))


def coerce(value: RotationLike) -> Quaternion:
    """A float64 copy of any four numbers, brought to length 1."""
    return from_quadruple(formulas.q_normalize(quadruple(value)))


IDENTITY = from_quadruple(formulas.Q_IDENTITY)
IDENTITY.flags.writeable = False


def multiply(a: RotationLike, b: RotationLike) -> Quaternion:
    """Turn by ``b`` first, then by ``a``."""
    return from_quadruple(formulas.q_multiply(quadruple(a), quadruple(b)))


def inverse(q: RotationLike) -> Quaternion:
    """The opposite turn."""
    return from_quadruple(formulas.q_inverse(quadruple(q)))


def rotate(q: RotationLike, v: VectorLike) -> Vector3:
    """``v`` turned by ``q``."""
    return from_triple(formulas.q_rotate(quadruple(q), triple(v)))


def axis_angle(axis: VectorLike, angle: float) -> Quaternion:
    """A turn by ``angle`` about ``axis`` (any length); the identity for a zero axis."""
    return from_quadruple(formulas.q_axis_angle(triple(axis), float(angle)))


def look(forward: VectorLike, up: VectorLike) -> Quaternion:
    """+z along ``forward`` and +y as near ``up`` as may be.

    A zero ``forward`` gives the identity. An ``up`` that is zero or parallel to ``forward`` is
    replaced by world up; where that is parallel too, the smallest turn from straight ahead.
    """
    return from_quadruple(formulas.q_look(triple(forward), triple(up)))


def from_basis(x: VectorLike, y: VectorLike, z: VectorLike) -> Quaternion:
    """The rotation that takes the axes to the orthonormal, right-handed ``x``, ``y``, ``z``."""
    return from_quadruple(formulas.q_from_basis(triple(x), triple(y), triple(z)))


def shortest_arc(a: VectorLike, b: VectorLike) -> Quaternion:
    """The smallest turn from direction ``a`` to ``b``; the identity where either is zero."""
    return from_quadruple(formulas.q_shortest_arc(triple(a), triple(b)))


def angle_between(a: RotationLike, b: RotationLike) -> float:
    """The angle of the turn from ``a`` to ``b``, 0 .. pi."""
    return formulas.q_angle(quadruple(a), quadruple(b))


def slerp(a: RotationLike, b: RotationLike, t: float) -> Quaternion:
    """From ``a`` at 0 to ``b`` at 1 at constant speed, the short way; t is clamped."""
    return from_quadruple(formulas.q_slerp(quadruple(a), quadruple(b), float(t)))


def rotate_towards(a: RotationLike, b: RotationLike, max_angle: float) -> Quaternion:
    """``a`` turned toward ``b`` by at most ``max_angle`` (>= 0), the short way, never past it."""
    return from_quadruple(
        formulas.q_rotate_towards(quadruple(a), quadruple(b), float(max_angle)),
    )


def swing_twist(q: RotationLike, axis: VectorLike) -> tuple[Quaternion, Quaternion]:
    """``(swing, twist)`` with q = swing twist; the twist turns about ``axis``."""
    swing, twist = formulas.q_swing_twist(quadruple(q), triple(axis))
    return from_quadruple(swing), from_quadruple(twist)


def forward(q: RotationLike) -> Vector3:
    """Where +z goes: ahead of a character turned by ``q``."""
    return from_triple(formulas.q_forward(quadruple(q)))


def right(q: RotationLike) -> Vector3:
    """Where -x goes: to the right of a character turned by ``q``."""
    return from_triple(formulas.q_right(quadruple(q)))


def up(q: RotationLike) -> Vector3:
    """Where +y goes."""
    return from_triple(formulas.q_up(quadruple(q)))


def yaw(q: RotationLike) -> float:
    """The heading about +y in (-pi, pi]: 0 ahead, +pi/2 a quarter turn left."""
    return formulas.q_yaw(quadruple(q))


def basis(q: RotationLike) -> tuple[Vector3, Vector3, Vector3]:
    """Where x, y and z go."""
    turn = quadruple(q)
    return (
        vectors.from_triple(formulas.q_rotate(turn, (1.0, 0.0, 0.0))),
        vectors.from_triple(formulas.q_up(turn)),
        vectors.from_triple(formulas.q_forward(turn)),
    )
