"""A ray against a height field: cell by cell, exact, without gaps.

Along a ray its height over the surface is a straight line inside each triangle and continuous
over all of them, so walking from line to line of the grid (J. Amanatides, A. Woo, "A Fast Voxel
Traversal Algorithm", 1987, with the diagonal as a third line) and looking where it falls to zero
finds the first hit; nothing can slip between two triangles. The cost is that of the cells under
the part of the ray that is no higher than the highest height. Functions for kernels that
also run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import Triple, add_scaled, clamp, dot, subtract
from behave.kernel.formula import formula
from behave.world.field import (
    FIELD_SKIN,
    Array,
    Field,
    cell_index,
    drop,
    height_in,
    normal_in,
    over,
    surface,
)
from behave.world.field_point import field_point

Hit = tuple[float, Triple, Triple, bool]
UPRIGHT = (0.0, 1.0, 0.0)


@formula
def stretch(field: Field, o: Triple, d: Triple) -> tuple[float, float, int]:
    """``(first, last, axis)`` of o + d t, t >= 0, over the field's rectangle; first > last: none.

    ``axis`` is that of the border it comes in by, 0 or 2, or -1 where it starts over the field.
    """
    first, last, axis = 0.0, math.inf, -1
    for i in range(0, 3, 2):
        half = field.border_x if i == 0 else field.border_z
        at = o[0] if i == 0 else o[2]
        way = d[0] if i == 0 else d[2]
        if way == 0.0:
            if abs(at) > half:
                return 1.0, 0.0, -1
            continue
        t0 = (-half - at) / way
        t1 = (half - at) / way
        if abs(at) > half and min(t0, t1) > first:
            first = min(t0, t1)
            axis = i
        last = min(last, max(t0, t1))
    return first, last, axis


@formula
def _line(at: float, way: float, cell: int, last: int) -> float:
    """When a coordinate in cells crosses the line out of ``cell``; infinite where it never does.

    That the ray leaves the field by the border is said by its end alone: there is no line.
    """
    if way > 0.0 and cell < last:
        return (cell + 1 - at) / way
    if way < 0.0 and cell > 0:
        return (cell - at) / way
    return math.inf


@formula
def _walk(
    heights: Array, field: Field, o: Triple, d: Triple, first: float, last: float, starts_on: bool
) -> tuple[float, Triple]:
    """``(distance, normal)`` where a ray first meets the surface between ``first`` and ``last``.

    ``o`` is against the field's position and the ray begins above the surface, or on it
    (``starts_on``); -1 for none. Not for upright rays.
    """
    u0, du = (o[0] + field.half_x) / field.cell_x, d[0] / field.cell_x
    v0, dv = (o[2] + field.half_z) / field.cell_z, d[2] / field.cell_z
    t = first
    i = cell_index(u0 + du * t, field.columns)
    k = cell_index(v0 + dv * t, field.rows)
    # On a line the cell ahead is the one it runs into.
    if du < 0.0 and i > 0 and u0 + du * t <= i:
        i -= 1
    if dv < 0.0 and k > 0 and v0 + dv * t <= k:
        k -= 1
    u, v = clamp(u0 + du * t - i, 0.0, 1.0), clamp(v0 + dv * t - k, 0.0, 1.0)
    over_it = o[1] + d[1] * t - height_in(heights, field, i, k, u, v)
    if starts_on:
        over_it = max(over_it, 0.0)
    elif over_it <= 0.0:
        return t, normal_in(heights, field, i, k, u >= v)
    while True:
        line_x = _line(u0, du, i, field.columns - 2)
        line_z = _line(v0, dv, k, field.rows - 2)
        end = min(line_x, line_z, last)
        across = (u0 - v0) - (i - k)
        turn = across / (dv - du) if du != dv else math.inf
        parts = 2 if turn > t and turn < end else 1
        near = across + (du - dv) * 0.5 * (t + (turn if parts == 2 else end)) >= 0.0
        for part in range(parts):
            until = turn if part == 0 and parts == 2 else end
            if part == 1:
                near = not near
            u = clamp(u0 + du * until - i, 0.0, 1.0)
            v = clamp(v0 + dv * until - k, 0.0, 1.0)
            then = o[1] + d[1] * until - height_in(heights, field, i, k, u, v)
            if not until > t:
                continue
            if starts_on and then <= over_it:
                return first, normal_in(heights, field, i, k, near)
            starts_on = False
            if then <= 0.0:
                share = over_it / (over_it - then) if over_it > then else 0.0
                return t + share * (until - t), normal_in(heights, field, i, k, near)
            over_it = then
            t = until
        if not end < last:
            return -1.0, UPRIGHT
        if line_x <= line_z:
            i += 1 if du > 0.0 else -1
        if line_z <= line_x:
            k += 1 if dv > 0.0 else -1


@formula
def field_upright(heights: Array, field: Field, o: Triple, d: Triple) -> Hit:
    """A ray straight down or up, from a world point."""
    over_it, normal = drop(heights, field, o)
    if not abs(over_it) < math.inf:
        return -1.0, o, normal, False
    if over_it < 0.0:
        _, out, gap = field_point(heights, field, o)
        if gap < -FIELD_SKIN:
            return 0.0, o, out, True
        over_it = 0.0
    if over_it <= FIELD_SKIN:
        return (0.0 if d[1] <= 0.0 else -1.0), o, normal, False
    if d[1] >= 0.0:
        return -1.0, o, normal, False
    return over_it, (o[0], o[1] - over_it, o[2]), normal, False


@formula
def _in_skin(heights: Array, field: Field, o: Triple, d: Triple, last: float) -> tuple[bool, Hit]:
    """What a start under the surface says: ``(whether that is all, the hit)``."""
    p = subtract(o, field.position)
    _, normal, gap = field_point(heights, field, o)
    if gap < -FIELD_SKIN:
        return True, (0.0, o, normal, True)
    if normal[1] == 0.0 and surface(heights, field, p[0], p[2]) - p[1] > FIELD_SKIN:  # on a wall
        stays = dot(d, normal) <= 0.0 and last > FIELD_SKIN
        return True, (0.0 if stays else -1.0, o, normal, False)
    return False, (-1.0, o, normal, False)


@formula
def field_ray(heights: Array, field: Field, o: Triple, d: Triple, reach: float) -> Hit:
    """``(distance, point, outward normal, inside)`` of a ray with the unit vector ``d``.

    -1 is a miss; what is farther than ``reach`` may be one. As with ``shapes.ray_hit`` an
    origin inside hits at distance 0 with the normal of the shortest way out.
    """
    if d[0] == 0.0 and d[2] == 0.0:
        return field_upright(heights, field, o, d)
    miss = (-1.0, o, UPRIGHT, False)
    p = subtract(o, field.position)
    first, last, axis = stretch(field, p, d)
    if not first <= last or first > reach:
        return miss
    starts_on = False
    if first == 0.0 and over(field, p):
        height = p[1] - surface(heights, field, p[0], p[2])
        if not abs(height) < math.inf:
            return miss
        if height < 0.0:
            over_all, hit = _in_skin(heights, field, o, d, last)
            if over_all:
                return hit
        starts_on = height <= FIELD_SKIN
    last = min(last, reach * (1.0 + 1e-9))
    if not starts_on:
        above = p[1] - field.top
        if d[1] >= 0.0:
            if above > 0.0:
                return miss
            if d[1] > 0.0:
                last = min(last, above / -d[1] * (1.0 + 1e-12))
        elif above > 0.0:
            enters = above / -d[1] * (1.0 - 1e-12)
            if enters > last:
                return miss
            if enters > first:
                first = enters
                axis = -1
    if axis >= 0:
        at = add_scaled(p, d, first)
        if at[1] <= surface(heights, field, at[0], at[2]):
            side = -1.0 if (d[0] if axis == 0 else d[2]) > 0.0 else 1.0
            normal = (side if axis == 0 else 0.0, 0.0, side if axis == 2 else 0.0)
            edge = side * (field.half_x if axis == 0 else field.half_z)
            on = (edge if axis == 0 else at[0], at[1], edge if axis == 2 else at[2])
            return first, add_scaled(field.position, on, 1.0), normal, False
    t, normal = _walk(heights, field, p, d, first, last, starts_on)
    if t < 0.0:
        return miss
    at = add_scaled(p, d, t)
    on = (at[0], surface(heights, field, at[0], at[2]), at[2])
    return t, add_scaled(field.position, on, 1.0), normal, False
