"""A segment, the axis of a capsule, against a height field.

A segment off the surface is nearest to it at one of its ends or beside an edge of a triangle, so
both are looked at; edges farther than the ends are passed over. Functions for kernels that
also run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import Triple, add, add_scaled, clamp, length, subtract
from behave.kernel.formula import formula
from behave.world.field import (
    Array,
    Field,
    cell_index,
    cells_of,
    grid_point,
    normal_in,
    surface,
)
from behave.world.field_point import MARGIN, ROUNDING, cell_gap, field_point
from behave.world.field_ray import stretch
from behave.world.segment import between_segments


@formula
def _crossing(from_: float, to: float, lines: float) -> float:
    """The share of from_ .. to at which a coordinate in cells is ``lines``."""
    return clamp((lines - from_) / (to - from_), 0.0, 1.0)


@formula
def lowest_over(heights: Array, field: Field, a: Triple, b: Triple) -> tuple[float, float]:
    """``(height, share)`` of the segment's place that is lowest over the surface.

    ``a`` and ``b`` are against the field's position. Between lines of the grid the height over
    the surface is straight, so the ends and the crossings are all there is to look at. Infinite
    where the segment is nowhere over the field.
    """
    d = subtract(b, a)
    lowest, share = math.inf, 0.0
    first, last, _ = stretch(field, a, d)
    last = min(last, 1.0)
    if not first <= last:
        return lowest, share
    u0, u1 = (a[0] + field.half_x) / field.cell_x, (b[0] + field.half_x) / field.cell_x
    v0, v1 = (a[2] + field.half_z) / field.cell_z, (b[2] + field.half_z) / field.cell_z
    for t in (first, last):
        p = add_scaled(a, d, t)
        height = p[1] - surface(heights, field, p[0], p[2])
        if height < lowest:
            lowest, share = height, t
    for kind in range(3):  # lines along z, along x, and diagonals
        start = u0 if kind == 0 else (v0 if kind == 1 else u0 - v0)
        end = u1 if kind == 0 else (v1 if kind == 1 else u1 - v1)
        if start == end:
            continue
        low = start + (end - start) * first
        high = start + (end - start) * last
        if low > high:
            low, high = high, low
        for line in range(math.ceil(low), math.floor(high) + 1):
            t = _crossing(start, end, float(line))
            p = add_scaled(a, d, t)
            height = p[1] - surface(heights, field, p[0], p[2])
            if height < lowest:
                lowest, share = height, t
    return lowest, share


@formula
def _edge(a: Triple, b: Triple, p: Triple, q: Triple, best: float) -> tuple[float, float, Triple]:
    """``(distance, share, point on p..q)`` where the edge p..q is nearer than ``best``."""
    t, s = between_segments(a, b, p, q)
    on = add_scaled(p, subtract(q, p), s)
    away = length(subtract(add_scaled(a, subtract(b, a), t), on))
    if away < best:
        return away, t, on
    return best, 0.0, on


@formula
def _edges_of(
    heights: Array, field: Field, i: int, k: int, a: Triple, b: Triple, best: float
) -> tuple[float, float, Triple]:
    """The nearest of a cell's edges; those it shares with the cells after it are theirs."""
    start = grid_point(heights, field, i, k)
    share, point = 0.0, start
    for edge in range(5):
        p = start
        if edge == 0:
            q = grid_point(heights, field, i + 1, k + 1)
        elif edge == 1:
            q = grid_point(heights, field, i + 1, k)
        elif edge == 2:
            q = grid_point(heights, field, i, k + 1)
        else:
            if (edge == 3 and i < field.columns - 2) or (edge == 4 and k < field.rows - 2):
                continue
            p = (
                grid_point(heights, field, i + 1, k)
                if edge == 3
                else grid_point(heights, field, i, k + 1)
            )
            q = grid_point(heights, field, i + 1, k + 1)
        away, t, on = _edge(a, b, p, q, best)
        if away < best:
            best, share, point = away, t, on
    return best, share, point


@formula
def _corners(
    heights: Array, field: Field, a: Triple, b: Triple, best: float
) -> tuple[float, float, Triple]:
    """The nearest of the four upright edges between the walls of the border."""
    bottom = min(a[1], b[1]) - best
    share, point = 0.0, a
    for corner in range(4):
        top = grid_point(
            heights,
            field,
            0 if corner % 2 == 0 else field.columns - 1,
            0 if corner < 2 else field.rows - 1,
        )
        if bottom < top[1]:
            away, t, on = _edge(a, b, (top[0], bottom, top[2]), top, best)
            if away < best:
                best, share, point = away, t, on
    return best, share, point


@formula
def field_segment(
    heights: Array, field: Field, a: Triple, b: Triple
) -> tuple[float, Triple, Triple, float]:
    """``(t, closest surface point, outward normal, signed distance)`` of the segment a..b.

    Off the surface exact, as ``shapes.segment_closest``. Where the segment goes into the solid
    the answer is that of its place deepest below the surface (straight down), the shortest way
    out for that point: as the surface is no convex solid this need not free the whole segment.
    """
    first, last = subtract(a, field.position), subtract(b, field.position)
    lowest, share = lowest_over(heights, field, first, last)
    if lowest <= 0.0:
        point, normal, gap = field_point(heights, field, add_scaled(a, subtract(b, a), share))
        return share, point, normal, min(gap, 0.0)
    share = 0.0
    point, normal, best = field_point(heights, field, a)
    if a != b:
        on, out, gap = field_point(heights, field, b)
        if gap < best:
            share, point, normal, best = 1.0, on, out, gap
        share, point, normal, best = _beside(
            heights, field, first, last, share, point, normal, best
        )
    return share, point, normal, best


@formula
def _beside(
    heights: Array,
    field: Field,
    a: Triple,
    b: Triple,
    share: float,
    point: Triple,
    normal: Triple,
    best: float,
) -> tuple[float, Triple, Triple, float]:
    """The answer so far, or an edge that is nearer; ``a`` and ``b`` against the position."""
    low = (min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]))
    high = (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]))
    away, t, on = _corners(heights, field, a, b, best)
    found = away < best
    reach = away * (1.0 + MARGIN)
    u0, v0 = cells_of(field, low[0] - reach, low[2] - reach)
    u1, v1 = cells_of(field, high[0] + reach, high[2] + reach)
    i, k = 0, 0
    for row in range(cell_index(v0, field.rows), cell_index(v1, field.rows) + 1):
        for column in range(cell_index(u0, field.columns), cell_index(u1, field.columns) + 1):
            if cell_gap(heights, field, column, row, low, high) > away * (1.0 + MARGIN):
                continue
            gap, at, place = _edges_of(heights, field, column, row, a, b, away)
            if gap < away:
                found = True
                away, t, on, i, k = gap, at, place, column, row
    if not found:
        return share, point, normal, best
    out = subtract(add_scaled(a, subtract(b, a), t), on)
    if away > ROUNDING * (length(a) + length(b) + length(on)):
        normal = (out[0] / away, out[1] / away, out[2] / away)
    else:
        normal = normal_in(heights, field, i, k, True)
    return t, add(on, field.position), normal, away
