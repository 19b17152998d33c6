"""Geometry of segments and of the round shapes made of them: spheres and capsules.

A sphere is a capsule whose segment is a point. Functions for kernels that also run as
plain Python. Segment to segment after C. Ericson, Real-Time Collision Detection (2005), 5.1.9,
with cross products where his differences of products lose digits.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import (
    Triple,
    add_scaled,
    clamp,
    cross,
    dot,
    length,
    negate,
    normalize,
    perpendicular,
    subtract,
)
from behave.kernel.formula import formula

PARALLEL_SQUARED = 1e-20  # squared sine under which two segments count as parallel
TOUCHING = 1e-12  # gap, as a share of the sizes, that is rounding and has no direction


@formula
def on_segment(a: Triple, b: Triple, p: Triple) -> float:
    """The share of the segment a..b nearest to ``p``; 0 for a segment without length."""
    d = subtract(b, a)
    size = dot(d, d)
    if not size > 0.0:
        return 0.0
    return clamp(dot(subtract(p, a), d) / size, 0.0, 1.0)


@formula
def between_segments(a: Triple, b: Triple, p: Triple, q: Triple) -> tuple[float, float]:
    """Shares ``(t, s)`` of the nearest points of a..b and p..q.

    Parallel segments that run beside each other: the middle of the stretch they share.
    """
    d = subtract(b, a)
    e = subtract(q, p)
    dd = dot(d, d)
    ee = dot(e, e)
    if not dd > 0.0:
        return 0.0, on_segment(p, q, a)
    if not ee > 0.0:
        return on_segment(a, b, p), 0.0
    r = subtract(p, a)
    n = cross(d, e)
    nn = dot(n, n)
    if nn > PARALLEL_SQUARED * dd * ee:
        t = clamp(dot(cross(r, e), n) / nn, 0.0, 1.0)
    else:
        from_start = clamp(dot(r, d) / dd, 0.0, 1.0)
        from_end = clamp(dot(subtract(q, a), d) / dd, 0.0, 1.0)
        t = 0.5 * (from_start + from_end)
    s = dot(subtract(add_scaled(a, d, t), p), e) / ee
    if s < 0.0:
        return on_segment(a, b, p), 0.0
    if s > 1.0:
        return on_segment(a, b, q), 1.0
    return t, s


@formula
def round_point(
    a: Triple, b: Triple, radius: float, p: Triple, fallback: Triple
) -> tuple[Triple, Triple, float]:
    """``(closest surface point, normal, signed distance)`` of a point and a capsule a..b.

    ``fallback`` is the normal for a point on the axis.
    """
    axis = subtract(b, a)
    axis_point = add_scaled(a, axis, on_segment(a, b, p))
    away = subtract(p, axis_point)
    gap = length(away)
    normal = fallback
    if gap > TOUCHING * (length(axis) + radius):
        normal = normalize(away, fallback)
    return add_scaled(axis_point, normal, radius), normal, gap - radius


@formula
def round_segment(
    a: Triple, b: Triple, radius: float, start: Triple, end: Triple
) -> tuple[float, Triple, Triple, float]:
    """``(t, closest surface point, normal, signed distance)`` of segment start..end, capsule a..b.

    Where the segment crosses the capsule's axis, the shortest way out is across both: their
    common perpendicular, turned away from the capsule's middle; where they are parallel or
    one is a point, ``perpendicular`` of the longer.
    """
    t, s = between_segments(start, end, a, b)
    d = subtract(end, start)
    e = subtract(b, a)
    axis_point = add_scaled(a, e, s)
    away = subtract(add_scaled(start, d, t), axis_point)
    gap = length(away)
    if gap > TOUCHING * (length(d) + length(e) + radius):
        normal = normalize(away, (0.0, 1.0, 0.0))
    else:
        normal = normalize(cross(d, e), (0.0, 0.0, 0.0))
        if normal == (0.0, 0.0, 0.0):
            normal = perpendicular(d if dot(d, d) >= dot(e, e) else e)
        middle = subtract(add_scaled(start, d, 0.5), add_scaled(a, e, 0.5))
        if dot(normal, middle) < 0.0:
            normal = negate(normal)
    return t, add_scaled(axis_point, normal, radius), normal, gap - radius


@formula
def sphere_entry(offset: Triple, d: Triple, radius: float) -> float:
    """Distance at which a ray enters a sphere it starts outside of or on; -1 for a miss.

    ``offset`` is the origin seen from the centre, ``d`` a unit vector. Grazing hits; leaving
    from the surface does not.
    """
    b = dot(offset, d)
    if b > 0.0:
        return -1.0
    beside = length(subtract(offset, (d[0] * b, d[1] * b, d[2] * b)))
    if beside > radius:
        return -1.0
    return max(-b - math.sqrt((radius - beside) * (radius + beside)), 0.0)


@formula
def capsule_entry(o: Triple, d: Triple, radius: float, half: float) -> float:
    """Distance at which a ray enters a capsule along y around the origin; -1 for a miss.

    The ray starts outside or on the surface; ``d`` is a unit vector. The first of the wall of
    the cylinder and the two end spheres.
    """
    best = -1.0
    across = d[0] * d[0] + d[2] * d[2]
    if across > 0.0:
        width = math.sqrt(across)
        beside = abs(o[0] * d[2] - o[2] * d[0]) / width
        if beside > radius:
            return -1.0
        middle = -(o[0] * d[0] + o[2] * d[2]) / across
        t = middle - math.sqrt((radius - beside) * (radius + beside)) / width
        if t >= 0.0 and abs(o[1] + d[1] * t) <= half:
            best = t
    top = sphere_entry((o[0], o[1] - half, o[2]), d, radius)
    if top >= 0.0 and (best < 0.0 or top < best):
        best = top
    bottom = sphere_entry((o[0], o[1] + half, o[2]), d, radius)
    if bottom >= 0.0 and (best < 0.0 or bottom < best):
        best = bottom
    return best
