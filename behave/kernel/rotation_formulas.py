"""Formulas over unit quaternions as tuples ``(x, y, z, w)``; convention in the package docstring.

Quaternion algebra after K. Shoemake, "Animating rotation with quaternion curves" (1985).
"""

from __future__ import annotations

import math

from behave.kernel.elementary import arc_tangent, sine_cosine
from behave.kernel.vector_formulas import (
    AHEAD,
    LARGE,
    LEFT,
    PARALLEL,
    RIGHT,
    SMALL,
    UP,
    Triple,
    cross,
    dot,
    length,
    normalize,
    perpendicular,
)

Quadruple = tuple[float, float, float, float]

Q_IDENTITY: Quadruple = (0.0, 0.0, 0.0, 1.0)


def q_identity() -> Quadruple:
    """The rotation that turns nothing."""
    return Q_IDENTITY


def q_multiply(a: Quadruple, b: Quadruple) -> Quadruple:
    """Turn by ``b`` first, then by ``a`` (Hamilton product)."""
    return (
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        -a[0] * b[2] + a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[1] - a[1] * b[0] + a[2] * b[3] + a[3] * b[2],
        -a[0] * b[0] - a[1] * b[1] - a[2] * b[2] + a[3] * b[3],
    )


def q_dot(a: Quadruple, b: Quadruple) -> float:
    """Scalar product of the four components."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


def q_negate(q: Quadruple) -> Quadruple:
    """The same rotation with every component's sign turned."""
    return (-q[0], -q[1], -q[2], -q[3])


def q_normalize(q: Quadruple) -> Quadruple:
    """``q`` at length 1; the identity for zero, infinite or NaN components."""
    squared = q_dot(q, q)
    if squared > SMALL and squared < LARGE:
        share = 1.0 / math.sqrt(squared)
        return (q[0] * share, q[1] * share, q[2] * share, q[3] * share)
    largest = max(max(abs(q[0]), abs(q[1])), max(abs(q[2]), abs(q[3])))
    if not (largest > 0.0 and largest < math.inf):
        return Q_IDENTITY
    x = q[0] / largest
    y = q[1] / largest
    z = q[2] / largest
    w = q[3] / largest
    size = math.sqrt(x * x + y * y + z * z + w * w)
    if not size > 0.0:  # a NaN that max() passed over
        return Q_IDENTITY
    return (x / size, y / size, z / size, w / size)


def q_inverse(q: Quadruple) -> Quadruple:
    """The opposite turn of a unit quaternion (its conjugate)."""
    return (-q[0], -q[1], -q[2], q[3])


def q_rotate(q: Quadruple, v: Triple) -> Triple:
    """``v`` turned by the unit quaternion ``q``: v + 2w (u x v) + 2 u x (u x v)."""
    u = (q[0], q[1], q[2])
    t = cross(u, v)
    t = (2.0 * t[0], 2.0 * t[1], 2.0 * t[2])
    s = cross(u, t)
    w = q[3]
    return (v[0] + w * t[0] + s[0], v[1] + w * t[1] + s[1], v[2] + w * t[2] + s[2])


def q_axis_angle(axis: Triple, angle: float) -> Quadruple:
    """A turn by ``angle`` about ``axis`` (any length); the identity for a zero axis."""
    return q_about(normalize(axis, (0.0, 0.0, 0.0)), angle)


def q_about(unit: Triple, angle: float) -> Quadruple:
    """A turn by ``angle`` about a unit vector; the identity about none."""
    if unit == (0.0, 0.0, 0.0) or not abs(angle) < math.inf:
        return Q_IDENTITY
    s, c = sine_cosine(angle * 0.5)
    return (unit[0] * s, unit[1] * s, unit[2] * s, c)


def q_from_basis(x: Triple, y: Triple, z: Triple) -> Quadruple:
    """The rotation that takes the axes to the orthonormal, right-handed ``x``, ``y``, ``z``.

    S. W. Shepperd's choice of the largest component (1978), so no division by a small number.
    """
    trace = x[0] + y[1] + z[2]
    if trace > 0.0:
        t = trace + 1.0
    elif x[0] > y[1] and x[0] > z[2]:
        t = 1.0 + x[0] - y[1] - z[2]
    elif y[1] > z[2]:
        t = 1.0 + y[1] - x[0] - z[2]
    else:
        t = 1.0 + z[2] - x[0] - y[1]
    s = 2.0 * math.sqrt(t)
    i = 1.0 / s
    if trace > 0.0:
        q = ((y[2] - z[1]) * i, (z[0] - x[2]) * i, (x[1] - y[0]) * i, 0.25 * s)
    elif x[0] > y[1] and x[0] > z[2]:
        q = (0.25 * s, (y[0] + x[1]) * i, (z[0] + x[2]) * i, (y[2] - z[1]) * i)
    elif y[1] > z[2]:
        q = ((y[0] + x[1]) * i, 0.25 * s, (z[1] + y[2]) * i, (z[0] - x[2]) * i)
    else:
        q = ((z[0] + x[2]) * i, (z[1] + y[2]) * i, 0.25 * s, (x[1] - y[0]) * i)
    return q_normalize(q)


def q_shortest_arc(a: Triple, b: Triple) -> Quadruple:
    """The smallest turn that takes direction ``a`` to direction ``b``.

    The identity where either is zero; for opposite directions half a turn about
    ``perpendicular(a)``.
    """
    start = normalize(a, (0.0, 0.0, 0.0))
    end = normalize(b, (0.0, 0.0, 0.0))
    if start == (0.0, 0.0, 0.0) or end == (0.0, 0.0, 0.0):
        return Q_IDENTITY
    cosine = dot(start, end)
    axis = cross(start, end)
    if cosine < 0.0 and length(axis) <= PARALLEL:
        side = perpendicular(start)
        return (side[0], side[1], side[2], 0.0)
    return q_normalize((axis[0], axis[1], axis[2], 1.0 + cosine))


def q_look(forward: Triple, up: Triple) -> Quadruple:
    """+z along ``forward`` and +y as near ``up`` as may be.

    A zero ``forward`` gives the identity. An ``up`` that is zero or parallel to ``forward``
    (within 1e-9) is replaced by world up; where that is parallel too, forward being straight
    up or down, the rotation is the smallest turn from straight ahead.
    """
    z = normalize(forward, (0.0, 0.0, 0.0))
    if z == (0.0, 0.0, 0.0):
        return Q_IDENTITY
    x = cross(normalize(up, (0.0, 0.0, 0.0)), z)
    if length(x) <= PARALLEL:
        x = cross(UP, z)
        if length(x) <= PARALLEL:
            return q_shortest_arc(AHEAD, z)
    x = normalize(x, LEFT)
    return q_from_basis(x, cross(z, x), z)


def q_angle(a: Quadruple, b: Quadruple) -> float:
    """The angle of the turn from ``a`` to ``b``, 0 .. pi; by atan2, so never NaN."""
    r = q_multiply(q_inverse(a), b)
    return 2.0 * arc_tangent(length((r[0], r[1], r[2])), abs(r[3]))


def q_slerp(a: Quadruple, b: Quadruple, t: float) -> Quadruple:
    """From ``a`` at t = 0 to ``b`` at t = 1 at constant speed, the short way; t is clamped.

    ``b`` and ``-b`` give the same curve, which stays in the half of ``a``.
    """
    if q_dot(a, b) < 0.0:
        b = q_negate(b)
    if not t > 0.0:
        return a
    if t >= 1.0:
        return b
    r = q_multiply(q_inverse(a), b)
    sine = length((r[0], r[1], r[2]))
    turned, w = sine_cosine(t * arc_tangent(sine, r[3]))
    s = turned / sine if sine > 0.0 else t
    step = (r[0] * s, r[1] * s, r[2] * s, w)
    return q_normalize(q_multiply(a, step))


def q_rotate_towards(a: Quadruple, b: Quadruple, max_angle: float) -> Quadruple:
    """``a`` turned toward ``b`` the short way by at most ``max_angle`` (>= 0), never past it.

    No angle is worked out: with h half the turn from ``a`` to ``b`` and m half of ``max_angle``,
    the goal is within reach where sin h cos m <= cos h sin m.
    """
    if not max_angle > 0.0:
        return a
    if q_dot(a, b) < 0.0:
        b = q_negate(b)
    if max_angle >= math.pi:
        return b
    r = q_multiply(q_inverse(a), b)
    squared = dot((r[0], r[1], r[2]), (r[0], r[1], r[2]))
    s, c = sine_cosine(max_angle * 0.5)
    within = r[3] * s
    if squared * (c * c) <= within * within:
        return b
    s = s / math.sqrt(squared)
    return q_normalize(q_multiply(a, (r[0] * s, r[1] * s, r[2] * s, c)))


def q_swing_twist(q: Quadruple, axis: Triple) -> tuple[Quadruple, Quadruple]:
    """``(swing, twist)`` with q = swing twist; the twist turns about ``axis`` (a direction).

    The twist is the identity for a zero axis and where it is undefined: ``q`` being half a
    turn about an axis perpendicular to ``axis``.
    """
    unit = normalize(axis, (0.0, 0.0, 0.0))
    along = q[0] * unit[0] + q[1] * unit[1] + q[2] * unit[2]
    if math.sqrt(along * along + q[3] * q[3]) <= PARALLEL:
        return q, Q_IDENTITY
    twist = q_normalize((unit[0] * along, unit[1] * along, unit[2] * along, q[3]))
    return q_multiply(q, q_inverse(twist)), twist


def q_forward(q: Quadruple) -> Triple:
    """Where +z goes: ahead of a character turned by ``q``."""
    return q_rotate(q, AHEAD)


def q_up(q: Quadruple) -> Triple:
    """Where +y goes."""
    return q_rotate(q, UP)


def q_right(q: Quadruple) -> Triple:
    """Where -x goes: to the right of a character turned by ``q``."""
    return q_rotate(q, RIGHT)


def q_yaw(q: Quadruple) -> float:
    """The heading about +y in (-pi, pi]: 0 ahead (+z), a quarter turn left (+x) is +pi/2.

    Where ``q`` faces straight up or down, the heading it had before it tilted there.
    """
    ahead = q_forward(q)
    x = ahead[0]
    z = ahead[2]
    if math.sqrt(x * x + z * z) <= PARALLEL:
        top = q_up(q)
        tilt = -1.0 if ahead[1] > 0.0 else 1.0
        x = top[0] * tilt
        z = top[2] * tilt
    angle = arc_tangent(x, z)
    return math.pi if angle <= -math.pi else angle
