"""The point of a height field's surface nearest to a given one, and on which side that is.

Rings of cells around the point's own, out to the distance of the best point found: exact, and
as cheap as the point is near. Functions for kernels that also run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import Triple, add, add_scaled, clamp, cross, dot, length, subtract
from behave.kernel.formula import formula
from behave.world.field import (
    Array,
    Field,
    cell_index,
    cells_of,
    grid_point,
    height_at,
    height_in,
    normal_in,
    surface,
)

ROUNDING = 1e-12  # share of the sizes under which a gap has no direction
MARGIN = 1e-9  # share by which bounds are widened, far above rounding
FACE = 0  # where on a triangle: within it, or on an edge or corner
EDGE = 1


@formula
def on_triangle(a: Triple, b: Triple, c: Triple, p: Triple) -> tuple[Triple, int]:
    """``(closest point, FACE or EDGE)`` of the triangle a b c to ``p``.

    C. Ericson, Real-Time Collision Detection (2005), 5.1.5.
    """
    ab, ac, ap = subtract(b, a), subtract(c, a), subtract(p, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, EDGE
    bp = subtract(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b, EDGE
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return add_scaled(a, ab, d1 / (d1 - d3)), EDGE
    cp = subtract(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c, EDGE
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return add_scaled(a, ac, d2 / (d2 - d6)), EDGE
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        return add_scaled(b, subtract(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6))), EDGE
    n = cross(ab, ac)
    return add_scaled(p, n, dot(subtract(a, p), n) / dot(n, n)), FACE


@formula
def cell_gap(heights: Array, field: Field, i: int, k: int, low: Triple, high: Triple) -> float:
    """A lower bound of the distance from the box ``low`` .. ``high`` to the surface in a cell."""
    x = i * field.cell_x - field.half_x
    z = k * field.cell_z - field.half_z
    h0, h1 = height_at(heights, field, i, k), height_at(heights, field, i + 1, k)
    h2, h3 = height_at(heights, field, i, k + 1), height_at(heights, field, i + 1, k + 1)
    dx = max(x - high[0], low[0] - x - field.cell_x, 0.0)
    dy = max(min(h0, h1, h2, h3) - high[1], low[1] - max(h0, h1, h2, h3), 0.0)
    dz = max(z - high[2], low[2] - z - field.cell_z, 0.0)
    return math.sqrt(dx * dx + dy * dy + dz * dz)


@formula
def _in_cell(
    heights: Array, field: Field, i: int, k: int, p: Triple, best: float
) -> tuple[float, Triple, int, bool]:
    """``(distance, point, FACE or EDGE, near triangle)``; ``best`` back where none is nearer."""
    start = grid_point(heights, field, i, k)
    end = grid_point(heights, field, i + 1, k + 1)
    found = start
    where = EDGE
    first = True
    for half in range(2):
        corner = (
            grid_point(heights, field, i + 1, k)
            if half == 0
            else grid_point(heights, field, i, k + 1)
        )
        q, on = on_triangle(start, corner, end, p)
        away = length(subtract(p, q))
        if away < best:
            best = away
            found = q
            where = on
            first = half == 0
    return best, found, where, first


@formula
def _walls(heights: Array, field: Field, p: Triple, best: float) -> tuple[float, Triple, Triple]:
    """``(distance, point, normal)`` of the nearest wall of the border from within the solid."""
    found = p
    normal = (0.0, 1.0, 0.0)
    for side in range(4):
        sign = 1.0 if side % 2 == 0 else -1.0
        if side < 2:
            q = (sign * field.half_x, p[1], p[2])
            away = field.half_x - sign * p[0]
            out = (sign, 0.0, 0.0)
        else:
            q = (p[0], p[1], sign * field.half_z)
            away = field.half_z - sign * p[2]
            out = (0.0, 0.0, sign)
        if away < best and p[1] <= surface(heights, field, q[0], q[2]):
            best = away
            found = q
            normal = out
    return best, found, normal


@formula
def least_gap(field: Field, p: Triple) -> float:
    """A lower bound, cheap and without slack, of a world point's distance from outside."""
    q = subtract(p, field.position)
    x = max(abs(q[0]) - field.border_x, 0.0)
    y = max(q[1] - field.top, 0.0)
    z = max(abs(q[2]) - field.border_z, 0.0)
    return math.sqrt(x * x + y * y + z * z) * (1.0 - MARGIN)


@formula
def field_point(heights: Array, field: Field, p: Triple) -> tuple[Triple, Triple, float]:
    """``(closest surface point, outward normal, signed distance)`` of a world point.

    The walls of the border belong to the surface. Equally near points: the first found, own
    cell first.
    """
    q = subtract(p, field.position)
    c = (
        clamp(q[0], -field.half_x, field.half_x),
        q[1],
        clamp(q[2], -field.half_z, field.half_z),
    )
    aside = math.sqrt((q[0] - c[0]) * (q[0] - c[0]) + (q[2] - c[2]) * (q[2] - c[2]))
    u, v = cells_of(field, c[0], c[2])
    ci = cell_index(u, field.columns)
    ck = cell_index(v, field.rows)
    ground = height_in(heights, field, ci, ck, u - ci, v - ck)
    if aside > 0.0 and q[1] <= ground:  # beside a wall
        normal = ((q[0] - c[0]) / aside, 0.0, (q[2] - c[2]) / aside)
        return add(c, field.position), normal, aside
    inside = aside == 0.0 and q[1] < ground
    best, found, where, near = _in_cell(heights, field, ci, ck, q, math.inf)
    i, k = ci, ck
    above = max(q[1] - field.top, 0.0)
    outside = aside * aside + above * above
    for ring in range(1, field.columns + field.rows):
        left, right = u - (ci - ring + 1), ci + ring - u
        back, front = v - (ck - ring + 1), ck + ring - v
        room = min(left, right) * field.cell_x
        room = max(min(room, min(back, front) * field.cell_z), 0.0)
        if math.sqrt(room * room + outside) > best * (1.0 + MARGIN):
            break
        for row in range(max(ck - ring, 0), min(ck + ring, field.rows - 2) + 1):
            across = row == ck - ring or row == ck + ring
            step = 1 if across else 2 * ring
            low = max(ci - ring, 0) if across else ci - ring
            for column in range(low, min(ci + ring, field.columns - 2) + 1, step):
                if column < 0:
                    continue
                if cell_gap(heights, field, column, row, q, q) > best * (1.0 + MARGIN):
                    continue
                gap, point, on, first = _in_cell(heights, field, column, row, q, best)
                if gap < best:
                    best, found, where, near = gap, point, on, first
                    i, k = column, row
    normal = normal_in(heights, field, i, k, near)
    if inside:
        wall, point, out = _walls(heights, field, q, best)
        if wall < best:
            return add(point, field.position), out, 0.0 - wall
    if where == EDGE and best > ROUNDING * (length(q) + length(found)):
        sign = -1.0 if inside else 1.0
        away = subtract(q, found)
        normal = (sign * away[0] / best, sign * away[1] / best, sign * away[2] / best)
    return add(found, field.position), normal, -best if inside else best
