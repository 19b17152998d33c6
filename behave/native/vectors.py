"""The formulas over vectors: ``kernel.vector_formulas`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from behave.kernel.vector_formulas import LARGE, LEFT, PARALLEL, SMALL, UP, ZERO
from behave.native.body import Body
from behave.native.elementary import arc_tangent
from behave.native.formula import formula
from behave.native.lanes import Flag, Number

Parts = Sequence[Number]

# Squared lengths outside the kernel's bounds, or these, are computed with scaling.
_SMALL_FLOAT, _LARGE_FLOAT = 1e-30, 1e30


def add(body: Body, a: Parts, b: Parts) -> list[Number]:
    """a + b."""
    return [body.add(x, y) for x, y in zip(a, b, strict=True)]


def subtract(body: Body, a: Parts, b: Parts) -> list[Number]:
    """a - b."""
    return [body.sub(x, y) for x, y in zip(a, b, strict=True)]


def scale(body: Body, a: Parts, s: Number) -> list[Number]:
    """a * s."""
    return [body.mul(x, s) for x in a]


def divide(body: Body, a: Parts, s: Number) -> list[Number]:
    """a / s."""
    return [body.div(x, s) for x in a]


def negate(body: Body, a: Parts) -> list[Number]:
    """-a."""
    return [body.neg(x) for x in a]


def add_scaled(body: Body, a: Parts, b: Parts, s: Number) -> list[Number]:
    """a + b * s."""
    return add(body, a, scale(body, b, s))


def lerp(body: Body, a: Parts, b: Parts, t: Number) -> list[Number]:
    """``a`` at 0, ``b`` at 1, straight between and beyond."""
    done = body.compare("oeq", t, 1.0)
    way = add(body, a, scale(body, subtract(body, b, a), t))
    return choose(body, done, b, way)


def choose(body: Body, flag: Flag, a: Parts, b: Parts) -> list[Number]:
    """a where the flag holds, else b."""
    return [body.select(flag, x, y) for x, y in zip(a, b, strict=True)]


def dot(body: Body, a: Parts, b: Parts) -> Number:
    """Scalar product, of three or four parts, added up in order."""
    total = body.mul(a[0], b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        total = body.add(total, body.mul(x, y))
    return total


def cross(body: Body, a: Parts, b: Parts) -> list[Number]:
    """Vector product."""
    return [
        body.sub(body.mul(a[i], b[j]), body.mul(a[j], b[i])) for i, j in ((1, 2), (2, 0), (0, 1))
    ]


def is_zero(body: Body, a: Parts) -> Flag:
    """Whether every part is 0 (or -0)."""
    return body.both(*(body.compare("oeq", x, 0.0) for x in a))


def is_positive_finite(body: Body, a: Number) -> Flag:
    """0 < a < infinity."""
    return body.both(body.compare("ogt", a, 0.0), body.compare("olt", a, math.inf))


def is_usual(body: Body, squared: Number) -> Flag:
    """Whether a squared length is neither so small nor so large that it must be scaled."""
    small, large = (SMALL, LARGE) if body.lanes.real == "double" else (_SMALL_FLOAT, _LARGE_FLOAT)
    return body.both(body.compare("ogt", squared, small), body.compare("olt", squared, large))


@formula(3, "n", rare=True)
def _length_scaled(body: Body, x: Number, y: Number, z: Number) -> Sequence[Number]:
    """The length of a vector that is tiny, huge, or not finite."""
    squared = dot(body, (x, y, z), (x, y, z))
    largest = body.absolute(x)
    for part in (y, z):
        largest = body.larger(largest, body.absolute(part))
    parts = divide(body, (x, y, z), largest)
    size = body.mul(largest, body.sqrt(dot(body, parts, parts)))
    size = body.select(is_positive_finite(body, largest), size, largest)
    return [body.select(body.compare("une", squared, squared), squared, size)]


def length(body: Body, a: Parts) -> Number:
    """Euclidean length; right for tiny and huge components too."""
    squared = dot(body, a, a)
    unusual, root = body.invert(is_usual(body, squared)), body.sqrt(squared)
    result: Number = body.override(
        unusual, [root], "n", lambda: _length_scaled(body, *a), rare=True
    )[0]
    return result


def distance(body: Body, a: Parts, b: Parts) -> Number:
    """Length of b - a."""
    return length(body, subtract(body, b, a))


def normalize(body: Body, a: Parts, fallback: Parts = ZERO) -> list[Number]:
    """``a`` at length 1; ``fallback`` where it has no direction."""
    size = length(body, a)
    return choose(body, is_positive_finite(body, size), divide(body, a, size), fallback)


def project_off(body: Body, a: Parts, unit: Parts) -> list[Number]:
    """The part of ``a`` perpendicular to a unit vector."""
    return add_scaled(body, a, unit, body.neg(dot(body, a, unit)))


def is_flat(body: Body, a: Parts) -> Flag:
    """Whether a sine is so small that its directions count as parallel."""
    return body.compare("ole", length(body, a), PARALLEL)


def perpendicular(body: Body, a: Parts) -> list[Number]:
    """A unit vector perpendicular to ``a``."""
    unit = normalize(body, a, UP)
    side = project_off(body, UP, unit)
    return choose(body, is_flat(body, side), LEFT, normalize(body, side, LEFT))


@formula(9, "n")
def _signed_angle(body: Body, *parts: Number) -> Sequence[Number]:
    """The turn about an axis that takes one vector to another, in (-pi, pi]."""
    unit = normalize(body, parts[6:9])
    start, end = normalize(body, parts[0:3]), normalize(body, parts[3:6])
    none = body.either(*(is_zero(body, v) for v in (unit, start, end)))
    start, end = project_off(body, start, unit), project_off(body, end, unit)
    none = body.either(none, is_flat(body, start), is_flat(body, end))

    def turn() -> list[Number]:
        up = dot(body, unit, cross(body, start, end))
        angle = arc_tangent(body, up, dot(body, start, end))
        return [body.select(body.compare("ole", angle, -math.pi), math.pi, angle)]

    return body.override(body.invert(none), [0.0], "n", turn)


def signed_angle(body: Body, a: Parts, b: Parts, about: Parts) -> Number:
    """The turn about ``about`` from ``a`` to ``b``; 0 where there is none."""
    result: Number = _signed_angle(body, *a, *b, *about)[0]
    return result


@formula(6, "n")
def _angle_between(body: Body, *parts: Number) -> Sequence[Number]:
    """The angle between two directions."""
    start, end = normalize(body, parts[:3]), normalize(body, parts[3:])
    across = length(body, cross(body, start, end))
    return [arc_tangent(body, across, dot(body, start, end))]


def angle_between(body: Body, a: Parts, b: Parts) -> Number:
    """The angle between two directions; 0 where either is zero."""
    result: Number = _angle_between(body, *a, *b)[0]
    return result


def move_towards(body: Body, a: Parts, goal: Parts, step: Number) -> list[Number]:
    """``a`` moved straight by at most ``step`` and never past ``goal``."""
    gap = distance(body, a, goal)
    way = lerp(body, a, goal, body.div(step, gap))
    way = choose(body, body.compare("ogt", step, 0.0), way, a)
    return choose(body, body.compare("ole", gap, step), goal, way)
