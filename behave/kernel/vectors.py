"""Vectors for one agent: ``pyrr.Vector3`` in float64, right where pyrr's own operations are not.

Every function takes Vector3, any array, list or tuple of three numbers (integers too) and gives
a new float64 Vector3 or a float; nothing is changed in place. The same bits as ``compiled``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from pyrr import Vector3

from behave.kernel import vector_formulas as formulas
from behave.kernel.vector_formulas import Triple

VectorLike: TypeAlias = np.ndarray | Iterable[float]

_array = np.array
_float64 = np.float64


def triple(value: VectorLike) -> Triple:
    """The three components as Python floats; ValueError unless there are three."""
    x, y, z = value.tolist() if isinstance(value, np.ndarray) else value
    return float(x), float(y), float(z)


def from_triple(value: Triple) -> Vector3:
    """A float64 Vector3 of three floats (pyrr's own constructor warns on numpy 2.5)."""
    made: Any = _array(value, dtype=_float64)
    return made.view(Vector3)


def vector(x: float, y: float, z: float) -> Vector3:
    """The vector (x, y, z)."""
    return from_triple((float(x), float(y), float(z)))


def coerce(value: VectorLike) -> Vector3:
    """A float64 Vector3 copy of any three numbers."""
    return from_triple(triple(value))


def add(a: VectorLike, b: VectorLike) -> Vector3:
    """a + b."""
    return from_triple(formulas.add(triple(a), triple(b)))


def subtract(a: VectorLike, b: VectorLike) -> Vector3:
    """a - b."""
    return from_triple(formulas.subtract(triple(a), triple(b)))


def scale(a: VectorLike, s: float) -> Vector3:
    """a * s."""
    return from_triple(formulas.scale(triple(a), float(s)))


def divide(a: VectorLike, s: float) -> Vector3:
    """a / s; ZeroDivisionError for s = 0."""
    return from_triple(formulas.divide(triple(a), float(s)))


def negate(a: VectorLike) -> Vector3:
    """-a."""
    return from_triple(formulas.negate(triple(a)))


def lerp(a: VectorLike, b: VectorLike, t: float) -> Vector3:
    """``a`` at 0, ``b`` at 1 (both exactly), straight between and beyond."""
    return from_triple(formulas.lerp(triple(a), triple(b), float(t)))


def dot(a: VectorLike, b: VectorLike) -> float:
    """Scalar product."""
    return formulas.dot(triple(a), triple(b))


def cross(a: VectorLike, b: VectorLike) -> Vector3:
    """Vector product, right-handed: x cross y is z."""
    return from_triple(formulas.cross(triple(a), triple(b)))


def length(a: VectorLike) -> float:
    """Euclidean length; right for tiny and huge components too."""
    return formulas.length(triple(a))


def distance(a: VectorLike, b: VectorLike) -> float:
    """Length of b - a."""
    return formulas.distance(triple(a), triple(b))


def normalize(a: VectorLike) -> Vector3:
    """``a`` at length 1; a zero vector (or one without a direction) gives zero."""
    return from_triple(formulas.normalize(triple(a), formulas.ZERO))


def flat(a: VectorLike) -> Vector3:
    """``a`` without its height."""
    return from_triple(formulas.flat(triple(a)))


def component(a: VectorLike, index: int) -> float:
    """Component 0, 1 or 2; IndexError outside."""
    if not 0 <= index <= 2:
        raise IndexError(f"a vector has components 0, 1 and 2, not {index}")
    return triple(a)[index]


def signed_angle(a: VectorLike, b: VectorLike, about: VectorLike) -> float:
    """The turn about ``about`` from ``a`` to ``b``, in (-pi, pi]; 0 where it is undefined."""
    return formulas.signed_angle(triple(a), triple(b), triple(about))


def angle_between(a: VectorLike, b: VectorLike) -> float:
    """The angle between two directions, 0 .. pi; 0 where either is zero."""
    return formulas.angle_between(triple(a), triple(b))


def move_towards(a: VectorLike, goal: VectorLike, step: float) -> Vector3:
    """``a`` moved straight by at most ``step`` (>= 0) and never past ``goal``."""
    return from_triple(formulas.move_towards_point(triple(a), triple(goal), float(step)))
