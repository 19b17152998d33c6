"""Which cells of a height field a moving shape passes over, strip by strip in the way it goes.

A strip is a row of cells across the longer of the two level directions of a move. While the box
around the shape is over a strip it reaches a range of cells of it and a range of heights: all
there is to look at, so a cast costs what lies under it. Functions for kernels that also
run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import Triple
from behave.kernel.formula import formula
from behave.world.field import Array, Field, cell_index, grid_point, height_at

FAR = 1e6  # metres below a start: no wall is followed farther down
SPARE = 1e-6  # share of a cell by which ranges are widened, far above rounding

Strip = tuple[float, int, int, float, float]


@formula
def main_axis(d: Triple) -> int:
    """The axis a move goes along most, of x (0) and z (2)."""
    return 0 if abs(d[0]) >= abs(d[2]) else 2


@formula
def _range(at: float, way: float, first: float, last: float, reach: float) -> tuple[float, float]:
    """What a coordinate with ``reach`` to both sides covers from time ``first`` to ``last``."""
    start = at + (way * first if way != 0.0 else 0.0)
    end = at + (way * last if way != 0.0 else 0.0)
    return min(start, end) - reach, max(start, end) + reach


@formula
def _index(field: Field, axis: int, at: float) -> int:
    """The cell (clamped) a coordinate along x or z lies in."""
    if axis == 0:
        cells, last = (at + field.half_x) / field.cell_x, field.columns
    else:
        cells, last = (at + field.half_z) / field.cell_z, field.rows
    return cell_index(max(-1.0, min(cells, float(last))), last)


@formula
def strips(field: Field, axis: int, p: Triple, d: Triple, box: Triple, reach: float) -> Triple:
    """``(first strip, last strip, step)`` of a move, as whole numbers; first = -1: none.

    ``p`` is against the field's position, ``box`` half the extents of the box around the shape.
    """
    across = 2 - axis
    for side in (axis, across):
        half = field.half_x if side == 0 else field.half_z
        low, high = _range(p[side], d[side], 0.0, reach, box[side])
        if low > half or high < -half or low != low or high != high:
            return -1.0, -1.0, 1.0
    low, high = _range(p[axis], d[axis], 0.0, reach, box[axis])
    spare = SPARE * (field.cell_x if axis == 0 else field.cell_z)
    first, last = _index(field, axis, low - spare), _index(field, axis, high + spare)
    if d[axis] < 0.0:
        return float(last), float(first), -1.0
    return float(first), float(last), 1.0


@formula
def strip(
    field: Field, axis: int, n: int, p: Triple, d: Triple, box: Triple, reach: float
) -> Strip:
    """``(time it is reached, first cell, last cell, lowest y, highest y)`` of strip ``n``.

    The time is infinite where the move ends before.
    """
    nothing = (math.inf, 0, -1, 0.0, 0.0)
    across = 2 - axis
    cell = field.cell_x if axis == 0 else field.cell_z
    low = n * cell - (field.half_x if axis == 0 else field.half_z)
    spare = SPARE * cell
    first, last = 0.0, reach
    if d[axis] != 0.0:
        t0 = (low - spare - box[axis] - p[axis]) / d[axis]
        t1 = (low + cell + spare + box[axis] - p[axis]) / d[axis]
        first = max(first, min(t0, t1))
        last = min(last, max(t0, t1))
    if not first <= last:
        return nothing
    left, right = _range(p[across], d[across], first, last, box[across])
    bottom, top = _range(p[1], d[1], first, last, box[1])
    spare = SPARE * (field.cell_z if axis == 0 else field.cell_x)
    half = field.half_z if axis == 0 else field.half_x
    if left - spare > half or right + spare < -half:
        return nothing
    return (
        first,
        _index(field, across, left - spare),
        _index(field, across, right + spare),
        max(bottom, p[1] - FAR),
        top,
    )


@formula
def cell_reached(heights: Array, field: Field, i: int, k: int, bottom: float, top: float) -> bool:
    """Whether the surface of a cell comes into a range of heights."""
    h0, h1 = height_at(heights, field, i, k), height_at(heights, field, i + 1, k)
    h2, h3 = height_at(heights, field, i, k + 1), height_at(heights, field, i + 1, k + 1)
    return max(h0, h1, h2, h3) >= bottom and min(h0, h1, h2, h3) <= top


@formula
def is_border(field: Field, i: int, k: int, side: int) -> bool:
    """Whether a cell lies at side 0 .. 3 of the border: low x, high x, low z, high z."""
    if side == 0:
        return i == 0
    if side == 1:
        return i == field.columns - 2
    if side == 2:
        return k == 0
    return k == field.rows - 2


@formula
def leaves_by(d: Triple, side: int) -> bool:
    """Whether a move does not go into the wall at side 0 .. 3 of the border."""
    way = d[0] if side < 2 else d[2]
    return (way if side % 2 == 1 else -way) >= 0.0


@formula
def border_edge(heights: Array, field: Field, i: int, k: int, side: int) -> tuple[Triple, Triple]:
    """The ends of the upper edge of the wall at one side of a border cell."""
    if side == 0:
        return grid_point(heights, field, i, k), grid_point(heights, field, i, k + 1)
    if side == 1:
        return grid_point(heights, field, i + 1, k), grid_point(heights, field, i + 1, k + 1)
    if side == 2:
        return grid_point(heights, field, i, k), grid_point(heights, field, i + 1, k)
    return grid_point(heights, field, i, k + 1), grid_point(heights, field, i + 1, k + 1)


@formula
def edge_ends(heights: Array, field: Field, i: int, k: int, edge: int) -> tuple[Triple, Triple]:
    """The ends of edge 0 .. 4 of a cell: the diagonal, low z, low x, high x, high z."""
    if edge == 0:
        return grid_point(heights, field, i, k), grid_point(heights, field, i + 1, k + 1)
    if edge == 1:
        return border_edge(heights, field, i, k, 2)
    if edge == 2:
        return border_edge(heights, field, i, k, 0)
    return border_edge(heights, field, i, k, 1 if edge == 3 else 3)


@formula
def has_edge(field: Field, i: int, k: int, edge: int) -> bool:
    """Whether an edge counts as the cell's: what it shares with the cells after it is theirs."""
    if edge == 3:
        return i == field.columns - 2
    return edge < 3 or k == field.rows - 2


@formula
def triangle(
    heights: Array, field: Field, i: int, k: int, part: int
) -> tuple[Triple, Triple, Triple]:
    """The corners of the near (0) or far (1) triangle of a cell."""
    corner = (
        grid_point(heights, field, i + 1, k) if part == 0 else grid_point(heights, field, i, k + 1)
    )
    return grid_point(heights, field, i, k), corner, grid_point(heights, field, i + 1, k + 1)


@formula
def piece(
    heights: Array, field: Field, i: int, k: int, part: int, bottom: float
) -> tuple[bool, Triple, Triple, Triple]:
    """Piece 0 .. 9 of a cell: its two triangles, then two for each wall it has on the border.

    ``(whether there is such a piece, its corners)``; walls reach down to ``bottom``.
    """
    if part < 2:
        a, b, c = triangle(heights, field, i, k, part)
        return True, a, b, c
    side = (part - 2) // 2
    p, q = border_edge(heights, field, i, k, side)
    if not is_border(field, i, k, side) or bottom > max(p[1], q[1]):
        return False, p, q, p
    low = min(bottom, p[1], q[1]) - 1.0
    if part % 2 == 0:
        return True, p, q, (q[0], low, q[2])
    return True, p, (q[0], low, q[2]), (p[0], low, p[2])
