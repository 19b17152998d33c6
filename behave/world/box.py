"""Geometry of a box in its own frame: centre at the origin, ``half`` extents along the axes.

Functions for kernels that also run as plain Python. Normals point out of the box.
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
    subtract,
)
from behave.kernel.formula import formula
from behave.world.segment import TOUCHING, between_segments

FACE_BIAS = 1e-12  # an edge direction must beat the best face by this share of the box


@formula
def with_component(v: Triple, axis: int, value: float) -> Triple:
    """``v`` with one component replaced."""
    return (
        value if axis == 0 else v[0],
        value if axis == 1 else v[1],
        value if axis == 2 else v[2],
    )


@formula
def axis_normal(axis: int, direction: float) -> Triple:
    """The unit vector of ``axis``, turned to the sign of ``direction`` (0 counts as plus)."""
    return with_component((0.0, 0.0, 0.0), axis, -1.0 if direction < 0.0 else 1.0)


@formula
def box_point(half: Triple, p: Triple) -> tuple[Triple, Triple, float]:
    """``(closest surface point, normal, signed distance)`` of a point.

    Inside, the nearest face; among equally near ones the first of x, y, z, on its plus side.
    """
    c = (
        clamp(p[0], -half[0], half[0]),
        clamp(p[1], -half[1], half[1]),
        clamp(p[2], -half[2], half[2]),
    )
    away = subtract(p, c)
    gap = length(away)
    if gap > 0.0:
        return c, (away[0] / gap, away[1] / gap, away[2] / gap), gap
    axis = 0
    depth = half[0] - abs(p[0])
    for i in range(1, 3):
        if half[i] - abs(p[i]) < depth:
            axis = i
            depth = half[i] - abs(p[i])
    normal = axis_normal(axis, p[axis])
    return with_component(p, axis, normal[axis] * half[axis]), normal, 0.0 - depth


@formula
def clip(half: Triple, a: Triple, d: Triple, end: float) -> tuple[float, float]:
    """The stretch of a + d t, 0 <= t <= ``end``, in the closed box; first > last: none."""
    first = 0.0
    last = end
    for i in range(3):
        if d[i] == 0.0:
            if abs(a[i]) > half[i]:
                return 1.0, 0.0
        else:
            t0 = (-half[i] - a[i]) / d[i]
            t1 = (half[i] - a[i]) / d[i]
            first = max(first, min(t0, t1))
            last = min(last, max(t0, t1))
    return first, last


@formula
def box_ray(half: Triple, o: Triple, d: Triple) -> tuple[float, Triple, Triple]:
    """``(distance, point, normal)`` where a ray from outside meets the box.

    ``d`` is a unit vector; the distance is -1 for a miss. The box is closed, so grazing an edge
    or running in a face hits.
    """
    miss = (-1.0, o, d)
    entry = -math.inf
    leave = math.inf
    axis = 0
    for i in range(3):
        if d[i] == 0.0:
            if abs(o[i]) > half[i]:
                return miss
        else:
            t0 = (-half[i] - o[i]) / d[i]
            t1 = (half[i] - o[i]) / d[i]
            near = min(t0, t1)
            if near > entry or (near == entry and abs(d[i]) > abs(d[axis])):
                entry = near
                axis = i
            leave = min(leave, max(t0, t1))
    if not (entry >= 0.0 and entry <= leave):
        return miss
    normal = axis_normal(axis, -d[axis])
    point = add_scaled(o, d, entry)
    return entry, with_component(point, axis, normal[axis] * half[axis]), normal


@formula
def _slope(half: Triple, a: Triple, d: Triple, t: float) -> float:
    """Half the derivative of the squared distance to the box along a + d t."""
    slope = 0.0
    for i in range(3):
        x = a[i] + d[i] * t
        if x > half[i]:
            slope += (x - half[i]) * d[i]
        elif x < -half[i]:
            slope += (x + half[i]) * d[i]
    return slope


@formula
def _nearest_parameter(half: Triple, a: Triple, d: Triple) -> float:
    """Where a + d t, 0 <= t <= 1, is nearest the box it does not meet.

    The squared distance is convex and its slope linear between the t where the segment crosses
    a face's plane, so the root is exact; where a stretch is equally near, its middle.
    """
    below = -1.0
    below_slope = 0.0
    above = 2.0
    above_slope = 0.0
    level_from = 2.0
    level_to = -1.0
    for k in range(8):
        if k < 2:
            t = float(k)
        else:
            i = (k - 2) // 2
            if d[i] == 0.0:
                continue
            face = half[i] if k % 2 == 0 else -half[i]
            t = (face - a[i]) / d[i]
            if not (t > 0.0 and t < 1.0):
                continue
        slope = _slope(half, a, d, t)
        if slope < 0.0:
            if t > below:
                below = t
                below_slope = slope
        elif slope > 0.0:
            if t < above:
                above = t
                above_slope = slope
        else:
            level_from = min(level_from, t)
            level_to = max(level_to, t)
    if level_from <= level_to:
        return 0.5 * (level_from + level_to)
    if below < 0.0:
        return 0.0
    if above > 1.0:
        return 1.0
    return below + (above - below) * (below_slope / (below_slope - above_slope))


@formula
def box_segment(half: Triple, a: Triple, b: Triple) -> tuple[float, Triple, Triple, float]:
    """``(t, closest surface point, normal, signed distance)`` of the segment from a to b.

    ``t`` is the share of the segment. Where the two meet, the distance is minus the shortest
    move that frees the whole segment and the normal its direction: exact, by the six faces a
    box swept along a segment can have.
    """
    d = subtract(b, a)
    first, last = clip(half, a, d, 1.0)
    if not first <= last:
        t = _nearest_parameter(half, a, d)
        closest, normal, gap = box_point(half, add_scaled(a, d, t))
        if gap > TOUCHING * (length(half) + length(d)):
            return t, closest, normal, gap
        first = t
        last = t
    normal, depth, edge = _escape(half, a, b, d)
    if edge >= 0:
        return _through_edge(half, a, b, normal, depth, edge)
    axis = 0 if normal[0] != 0.0 else (1 if normal[1] != 0.0 else 2)
    along = d[axis] * normal[axis]
    t = first if along > 0.0 else (last if along < 0.0 else 0.5 * (first + last))
    point = add_scaled(a, d, t)
    return t, with_component(point, axis, normal[axis] * half[axis]), normal, 0.0 - depth


@formula
def _escape(half: Triple, a: Triple, b: Triple, d: Triple) -> tuple[Triple, float, int]:
    """Shortest way out for a segment: ``(direction, length, axis of the edge or -1: a face)``."""
    depth = math.inf
    normal = (0.0, 0.0, 0.0)
    edge = -1
    for i in range(3):
        plus = half[i] - min(a[i], b[i])
        minus = half[i] + max(a[i], b[i])
        if plus < depth:
            depth = plus
            normal = axis_normal(i, 1.0)
        if minus < depth:
            depth = minus
            normal = axis_normal(i, -1.0)
    size = length(d)
    margin = FACE_BIAS * (half[0] + half[1] + half[2])
    for i in range(3):
        across = cross(d, axis_normal(i, 1.0))
        width = length(across)
        if width > 1e-9 * size:
            n = (across[0] / width, across[1] / width, across[2] / width)
            s = dot(n, a)
            reach = abs(n[0]) * half[0] + abs(n[1]) * half[1] + abs(n[2]) * half[2] - abs(s)
            if reach < depth - margin:
                depth = reach
                normal = n if s >= 0.0 else negate(n)
                edge = i
    return normal, depth, edge


@formula
def _through_edge(
    half: Triple, a: Triple, b: Triple, normal: Triple, depth: float, axis: int
) -> tuple[float, Triple, Triple, float]:
    """The pair of nearest points where the way out leads over an edge along ``axis``."""
    corner = (
        -half[0] if normal[0] < 0.0 else half[0],
        -half[1] if normal[1] < 0.0 else half[1],
        -half[2] if normal[2] < 0.0 else half[2],
    )
    start = with_component(corner, axis, -half[axis])
    end = with_component(corner, axis, half[axis])
    t, s = between_segments(a, b, start, end)
    return t, add_scaled(start, subtract(end, start), s), normal, 0.0 - depth
