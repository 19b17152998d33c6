"""A moving sphere against a height field: the first face, edge or corner its centre comes near.

The sphere meets the surface where the ray of its centre meets a face moved out by the radius, or
the round of that radius around an edge: closed forms, over the cells under the move. Functions
for kernels that also run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import Triple, add_scaled, dot, length, subtract
from behave.kernel.formula import formula
from behave.world.box_sweep import SLIDING, at_start
from behave.world.field import FIELD_SKIN, Array, Field, grid_point, normal_in, surface
from behave.world.field_point import field_point
from behave.world.field_ray import field_ray
from behave.world.field_walk import (
    FAR,
    border_edge,
    cell_reached,
    edge_ends,
    has_edge,
    is_border,
    main_axis,
    strip,
    strips,
)
from behave.world.segment import on_segment, sphere_entry

Met = tuple[float, Triple, Triple, bool]
NEAR = 2.0 * FIELD_SKIN  # metres within which a piece counts as touched


@formula
def round_entry(a: Triple, b: Triple, radius: float, o: Triple, d: Triple) -> float:
    """Distance at which a ray from outside enters the capsule a..b of ``radius``; -1 for a miss."""
    best = sphere_entry(subtract(o, a), d, radius)
    end = sphere_entry(subtract(o, b), d, radius)
    if end >= 0.0 and (best < 0.0 or end < best):
        best = end
    axis = subtract(b, a)
    size = length(axis)
    if not size > 0.0:
        return best
    axis = (axis[0] / size, axis[1] / size, axis[2] / size)
    off = subtract(o, a)
    off_along, d_along = dot(off, axis), dot(d, axis)
    off_across = add_scaled(off, axis, -off_along)
    d_across = add_scaled(d, axis, -d_along)
    squared = dot(d_across, d_across)
    if not squared > 0.0:
        return best
    middle = -dot(off_across, d_across) / squared
    beside = length(add_scaled(off_across, d_across, middle))
    if beside > radius:
        return best
    t = middle - math.sqrt((radius - beside) * (radius + beside)) / math.sqrt(squared)
    along = off_along + d_along * t
    if t >= 0.0 and along >= 0.0 and along <= size and (best < 0.0 or t < best):
        return t
    return best


@formula
def _edge(a: Triple, b: Triple, radius: float, p: Triple, d: Triple, best: float) -> float:
    """The first of ``best`` and the round around an edge; one touched hits if moved into.

    A sphere that only grazes it, as one gliding over level land does every edge, passes.
    """
    out = subtract(p, add_scaled(a, subtract(b, a), on_segment(a, b, p)))
    away = length(out)
    if away - radius > NEAR:
        t = round_entry(a, b, radius, p, d)
        if t < 0.0 or t >= best:
            return best
        on = add_scaled(p, d, t)
        out = subtract(on, add_scaled(a, subtract(b, a), on_segment(a, b, on)))
        slope = dot(d, out) / radius
        return t if 0.5 * radius * slope * slope > NEAR else best
    return 0.0 if dot(d, out) < -SLIDING * away else best


@formula
def _plane(gap: float, speed: float, best: float) -> float:
    """When a gap to a flat piece closes; ``best`` where that is later or never."""
    if speed >= 0.0 or gap < -NEAR or (gap <= NEAR and speed >= -SLIDING):
        return best
    return min(max(gap, 0.0) / -speed, best)


@formula
def _faces(
    heights: Array, field: Field, i: int, k: int, p: Triple, d: Triple, radius: float, best: float
) -> float:
    """The first of ``best`` and the two faces of a cell moved out by the radius."""
    start = grid_point(heights, field, i, k)
    for part in range(2):
        normal = normal_in(heights, field, i, k, part == 0)
        t = _plane(dot(subtract(p, start), normal) - radius, dot(d, normal), best)
        if not t < best:
            continue
        on = add_scaled(add_scaled(p, d, t), normal, -radius)
        u = (on[0] - start[0]) / field.cell_x
        v = (on[2] - start[2]) / field.cell_z
        if u < 0.0 or v < 0.0 or u > 1.0 or v > 1.0:
            continue
        if (u >= v) == (part == 0) or u == v:
            best = t
    return best


@formula
def _wall(
    heights: Array,
    field: Field,
    i: int,
    k: int,
    side: int,
    p: Triple,
    d: Triple,
    radius: float,
    best: float,
) -> float:
    """The first of ``best`` and the wall at one side of a border cell."""
    axis = 0 if side < 2 else 2
    half = field.half_x if axis == 0 else field.half_z
    sign = -1.0 if side % 2 == 0 else 1.0
    t = _plane(p[axis] * sign - half - radius, d[axis] * sign, best)
    if not t < best:
        return best
    a, b = border_edge(heights, field, i, k, side)
    on = add_scaled(p, d, t)
    beside = on[2] if axis == 0 else on[0]
    if beside < (a[2] if axis == 0 else a[0]) or beside > (b[2] if axis == 0 else b[0]):
        return best
    return t if on[1] <= surface(heights, field, on[0], on[2]) else best


@formula
def _corners(
    heights: Array, field: Field, p: Triple, d: Triple, radius: float, best: float
) -> float:
    """The first of ``best`` and the upright edges between the walls."""
    level = math.sqrt(d[0] * d[0] + d[2] * d[2])
    for corner in range(4):
        top = grid_point(
            heights,
            field,
            0 if corner % 2 == 0 else field.columns - 1,
            0 if corner < 2 else field.rows - 1,
        )
        away = abs(top[0] - p[0]) + abs(top[2] - p[2]) + radius
        if not level > 0.0 or away > level * FAR:
            continue
        low = min(p[1], p[1] + d[1] * (away / level)) - radius
        if low < top[1]:  # the edge has no end: it matters down to where the move is beside it
            best = _edge(top, (top[0], low - 1.0, top[2]), radius, p, d, best)
    return best


@formula
def field_sphere(
    heights: Array, field: Field, o: Triple, radius: float, d: Triple, reach: float
) -> Met:
    """A sphere moving from ``o`` along the unit vector ``d``, as ``sweep.sphere_sweep``.

    What is farther than ``reach`` may be a miss.
    """
    point, normal, gap = field_point(heights, field, o)
    gap -= radius
    if not abs(gap) < math.inf:
        return -1.0, point, normal, False
    if radius == 0.0 and gap >= -FIELD_SKIN:
        t, point, normal, _ = field_ray(heights, field, o, d, reach)
        if t == 0.0 and dot(d, normal) >= -SLIDING:
            t = -1.0
        return t, point, normal, False
    if gap <= FIELD_SKIN:
        t = at_start(gap, dot(d, normal))
        if t >= 0.0:
            return t, point, normal, gap < -FIELD_SKIN
    best = _first(heights, field, subtract(o, field.position), d, radius, reach)
    if not best < math.inf:
        return -1.0, point, normal, False
    point, normal, _ = field_point(heights, field, add_scaled(o, d, best))
    return best, point, normal, False


@formula
def _first(
    heights: Array, field: Field, p: Triple, d: Triple, radius: float, reach: float
) -> float:
    """When a sphere outside the solid first meets it; infinite for never.

    Pieces it touches already count where it moves into them.
    """
    best = math.inf
    axis = main_axis(d)
    box = (radius, radius, radius)
    first, last, step = strips(field, axis, p, d, box, reach)
    if first < 0.0:
        return best
    n = int(first)
    for _ in range(int(abs(last - first)) + 1):
        begins, low, high, bottom, top = strip(field, axis, n, p, d, box, reach)
        if begins > best:
            break
        for other in range(low, high + 1):
            i = n if axis == 0 else other
            k = other if axis == 0 else n
            for side in range(4):
                if is_border(field, i, k, side):
                    best = _wall(heights, field, i, k, side, p, d, radius, best)
            if not cell_reached(heights, field, i, k, bottom, top):
                continue
            best = _faces(heights, field, i, k, p, d, radius, best)
            for edge in range(5):
                if has_edge(field, i, k, edge):
                    a, b = edge_ends(heights, field, i, k, edge)
                    best = _edge(a, b, radius, p, d, best)
        n += int(step)
    return _corners(heights, field, p, d, radius, best)
