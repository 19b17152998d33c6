"""Formulas over vectors as tuples ``(x, y, z)``; from Python and, by ``compiled``, in kernels."""

from __future__ import annotations

import math

from behave.kernel.elementary import arc_tangent

Triple = tuple[float, float, float]

ZERO: Triple = (0.0, 0.0, 0.0)
UP: Triple = (0.0, 1.0, 0.0)
AHEAD: Triple = (0.0, 0.0, 1.0)
LEFT: Triple = (1.0, 0.0, 0.0)
RIGHT: Triple = (-1.0, 0.0, 0.0)

PARALLEL = 1e-9  # sine of the angle under which two directions count as parallel
SMALL = 1e-290  # squared lengths outside SMALL .. LARGE are computed with scaling
LARGE = 1e290


def add(a: Triple, b: Triple) -> Triple:
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a: Triple, b: Triple) -> Triple:
    """a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Triple, s: float) -> Triple:
    """a * s."""
    return (a[0] * s, a[1] * s, a[2] * s)


def divide(a: Triple, s: float) -> Triple:
    """a / s; ``s`` must not be 0."""
    return (a[0] / s, a[1] / s, a[2] / s)


def negate(a: Triple) -> Triple:
    """-a."""
    return (-a[0], -a[1], -a[2])


def add_scaled(a: Triple, b: Triple, s: float) -> Triple:
    """a + b * s: the point ``s`` along ``b`` from ``a``."""
    return (a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s)


def lerp(a: Triple, b: Triple, t: float) -> Triple:
    """``a`` at 0, ``b`` at 1 (both exactly), straight between and beyond."""
    if t == 1.0:
        return b
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def dot(a: Triple, b: Triple) -> float:
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Triple, b: Triple) -> Triple:
    """Vector product, right-handed: x cross y is z."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def length(a: Triple) -> float:
    """Euclidean length; right for tiny and huge components too."""
    squared = dot(a, a)
    if squared > SMALL and squared < LARGE:
        return math.sqrt(squared)
    if squared != squared:  # NaN, which max() may pass over
        return squared
    largest = max(abs(a[0]), abs(a[1]), abs(a[2]))
    if not (largest > 0.0 and largest < math.inf):
        return largest
    x = a[0] / largest
    y = a[1] / largest
    z = a[2] / largest
    return largest * math.sqrt(x * x + y * y + z * z)


def distance(a: Triple, b: Triple) -> float:
    """Length of b - a."""
    return length((b[0] - a[0], b[1] - a[1], b[2] - a[2]))


def is_finite(a: Triple) -> bool:
    """Whether no component is infinite or NaN."""
    return abs(a[0]) < math.inf and abs(a[1]) < math.inf and abs(a[2]) < math.inf


def normalize(a: Triple, fallback: Triple) -> Triple:
    """``a`` at length 1; ``fallback`` for a zero vector or one without a direction."""
    size = length(a)
    if not (size > 0.0 and size < math.inf):
        return fallback
    return (a[0] / size, a[1] / size, a[2] / size)


def direction(a: Triple, b: Triple, fallback: Triple) -> Triple:
    """``a`` at length 1, or ``b`` where ``a`` has no direction; ``fallback`` for neither."""
    size = length(a)
    if size > 0.0 and size < math.inf:
        return (a[0] / size, a[1] / size, a[2] / size)
    return normalize(b, fallback)


def side_of(a: Triple, unit: Triple) -> Triple:
    """The part of ``a`` perpendicular to ``unit``, at length 1; any perpendicular for none."""
    side = project_off(a, unit)
    size = length(side)
    if size > 0.0 and size < math.inf:
        return (side[0] / size, side[1] / size, side[2] / size)
    return perpendicular(unit)


def flat(a: Triple) -> Triple:
    """``a`` without its height."""
    return (a[0], 0.0, a[2])


def component(a: Triple, index: int) -> float:
    """Component 0, 1 or 2."""
    return a[index]


def project_off(a: Triple, unit: Triple) -> Triple:
    """The part of ``a`` perpendicular to the unit vector ``unit``."""
    return add_scaled(a, unit, -dot(a, unit))


def perpendicular(a: Triple) -> Triple:
    """A unit vector perpendicular to ``a``: world up without its part along ``a``.

    +x where ``a`` is zero or vertical.
    """
    unit = normalize(a, UP)
    side = project_off(UP, unit)
    if length(side) <= PARALLEL:
        return LEFT
    return normalize(side, LEFT)


def signed_angle(a: Triple, b: Triple, about: Triple) -> float:
    """The turn about ``about`` that takes ``a`` to ``b``, in (-pi, pi], right-handed.

    Both are first projected onto the plane ``about`` is perpendicular to; 0 where that leaves
    nothing of either (zero, or parallel to ``about`` within 1e-9).
    """
    return angle_about(a, b, normalize(about, ZERO))


def angle_about(a: Triple, b: Triple, unit: Triple) -> float:
    """The same about a unit vector, or about none."""
    start = normalize(a, ZERO)
    end = normalize(b, ZERO)
    if unit == ZERO or start == ZERO or end == ZERO:
        return 0.0
    start = project_off(start, unit)
    end = project_off(end, unit)
    if length(start) <= PARALLEL or length(end) <= PARALLEL:
        return 0.0
    angle = arc_tangent(dot(unit, cross(start, end)), dot(start, end))
    return math.pi if angle <= -math.pi else angle


def angle_between(a: Triple, b: Triple) -> float:
    """The angle between two directions, 0 .. pi; 0 where either is zero."""
    start = normalize(a, ZERO)
    end = normalize(b, ZERO)
    return arc_tangent(length(cross(start, end)), dot(start, end))


def move_towards_point(a: Triple, goal: Triple, step: float) -> Triple:
    """``a`` moved straight by at most ``step`` (>= 0) and never past ``goal``."""
    gap = distance(a, goal)
    if gap <= step:
        return goal
    if not step > 0.0:
        return a
    return lerp(a, goal, step / gap)
