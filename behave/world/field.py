"""A height field: a grid of heights, solid below its surface, and what lies straight under a point.

A field of ``columns`` x ``rows`` grid points reaches over x and z from minus to plus ``half`` of
its size around its position, turned no way. Grid point (i, k), i along x and k along z, stands
at ``position + (i·cell_x - half_x, heights[offset + k·columns + i], k·cell_z - half_z)``. Each
cell is two triangles with the diagonal from its corner (i, k) to (i+1, k+1): the near one holds
(i+1, k), the far one (i, k+1). All below the surface is solid, without end, and the border drops
as an upright wall. Functions for kernels that also run as plain Python.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from behave.kernel.compiled import Triple, clamp
from behave.kernel.formula import formula

Array = Any

FIELD_SKIN = 1e-9  # metres: nearer the surface than this is on it
ON_LINE = 1e-15  # share of the numbers worked with within which a point is on a grid line


class Field(NamedTuple):
    """One height field, as kernels pass it on beside ``heights`` f8[K], those of all fields."""

    offset: int
    columns: int  # grid points along x, at least 2
    rows: int  # grid points along z, at least 2
    position: Triple
    half_x: float
    half_z: float
    top: float  # the highest of its heights
    cell_x: float
    cell_z: float
    border_x: float  # half_x and half_z with what rounding may add to a place on the border
    border_z: float


@formula
def field_of(fields: Array, c: int, position: Triple, size: Triple) -> Field:
    """Collider ``c`` as a field: ``fields`` int64[C, 3] holds its offset, columns and rows, and
    ``size`` half its width, its highest height and half its depth."""
    columns = fields[c, 1]
    rows = fields[c, 2]
    return Field(
        fields[c, 0],
        columns,
        rows,
        position,
        size[0],
        size[2],
        size[1],
        2.0 * size[0] / max(columns - 1, 1),
        2.0 * size[2] / max(rows - 1, 1),
        size[0] + ON_LINE * (size[0] + abs(position[0])),
        size[2] + ON_LINE * (size[2] + abs(position[2])),
    )


@formula
def height_at(heights: Array, field: Field, i: int, k: int) -> float:
    """The height of grid point (i, k) over the field's position."""
    return heights[field.offset + k * field.columns + i]


@formula
def grid_point(heights: Array, field: Field, i: int, k: int) -> Triple:
    """Grid point (i, k) against the field's position."""
    return (
        i * field.cell_x - field.half_x,
        height_at(heights, field, i, k),
        k * field.cell_z - field.half_z,
    )


@formula
def over(field: Field, p: Triple) -> bool:
    """Whether a point (against the field's position) lies over or under the field's rectangle."""
    return abs(p[0]) <= field.border_x and abs(p[2]) <= field.border_z


@formula
def _cells(x: float, half: float, cell: float, last: int, at: float) -> float:
    """``x`` in cells from the low border, 0 .. ``last``; what rounding put beside a line is on it.

    ``at`` is the coordinate of the field's middle: its size says how far rounding may go.
    """
    cells = clamp((x + half) / cell, 0.0, float(last))
    line = math.floor(cells + 0.5)
    if abs(cells - line) <= ON_LINE * (last + (abs(x) + abs(at)) / cell):
        return float(line)
    return cells


@formula
def cells_of(field: Field, x: float, z: float) -> tuple[float, float]:
    """A place against the field's position in cells along x and z, clamped to the field."""
    return (
        _cells(x, field.half_x, field.cell_x, field.columns - 1, field.position[0]),
        _cells(z, field.half_z, field.cell_z, field.rows - 1, field.position[2]),
    )


@formula
def cell_index(cells: float, count: int) -> int:
    """Which of ``count - 1`` cells holds a coordinate in cells; the last one is closed."""
    return max(0, min(math.floor(cells), count - 2))


@formula
def height_in(heights: Array, field: Field, i: int, k: int, u: float, v: float) -> float:
    """The surface in cell (i, k) at shares ``u`` and ``v`` (0 .. 1) of its edges."""
    start = height_at(heights, field, i, k)
    end = height_at(heights, field, i + 1, k + 1)
    if u >= v:
        corner = height_at(heights, field, i + 1, k)
        along, across = corner - start, end - corner
    else:
        corner = height_at(heights, field, i, k + 1)
        along, across = end - corner, corner - start
    if u == 1.0 and v == 1.0:
        return end
    if (u == 1.0 and v == 0.0) or (u == 0.0 and v == 1.0):
        return corner
    return start + u * along + v * across


@formula
def normal_in(heights: Array, field: Field, i: int, k: int, near: bool) -> Triple:
    """The unit normal of the near or the far triangle of cell (i, k)."""
    start = height_at(heights, field, i, k)
    end = height_at(heights, field, i + 1, k + 1)
    corner = height_at(heights, field, i + 1, k) if near else height_at(heights, field, i, k + 1)
    if near:
        x = (corner - start) / field.cell_x
        z = (end - corner) / field.cell_z
    else:
        x = (end - corner) / field.cell_x
        z = (corner - start) / field.cell_z
    size = math.sqrt(1.0 + x * x + z * z)
    return (0.0 - x / size, 1.0 / size, 0.0 - z / size)


@formula
def surface(heights: Array, field: Field, x: float, z: float) -> float:
    """The height of the surface at a place, clamped to the field; all against its position."""
    u, v = cells_of(field, x, z)
    i = cell_index(u, field.columns)
    k = cell_index(v, field.rows)
    return height_in(heights, field, i, k, u - i, v - k)


@formula
def drop(heights: Array, field: Field, p: Triple) -> tuple[float, Triple]:
    """``(height of a world point over the surface, the surface's normal there)``.

    Negative under the surface; not a number beside the field. The height is exact to the last
    bits over grid points; on a line between triangles the normal is that of the cell after it,
    and of its near triangle.
    """
    x = p[0] - field.position[0]
    z = p[2] - field.position[2]
    if not (abs(x) <= field.border_x and abs(z) <= field.border_z):
        return math.nan, (0.0, 1.0, 0.0)
    u, v = cells_of(field, x, z)
    i = cell_index(u, field.columns)
    k = cell_index(v, field.rows)
    u -= i
    v -= k
    height = field.position[1] + height_in(heights, field, i, k, u, v)
    return p[1] - height, normal_in(heights, field, i, k, u >= v)
