"""A grid over the colliders of a world: which of them may be near a place.

Small colliders are sorted by the square of the ground their centre is over; those that are large
(planes, long walls, height fields) or stand nowhere in particular are looked at every time. The
squares cover where most colliders are, and those at the border take in all that is beyond, so a
collider far off costs nothing. A grid only ever leaves out what a query would pass over, and
names the rest in declared order: no answer depends on there being one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.kernel.compiled import Triple
from behave.kernel.formula import formula
from behave.kernel.jit import (
    FLOATS_IN,
    FLOATS_OUT,
    INTEGERS_IN,
    INTEGERS_OUT,
    ROWS_IN,
    kernel,
    together,
    void,
)
from behave.world.rows import SLACK, triple
from behave.world.shapes import bounding_radius

Array = Any

GRID = together(INTEGERS_IN, INTEGERS_IN, INTEGERS_IN, FLOATS_IN)
"""``Grid.arrays`` as kernels take them."""

FEWEST = 24
"""With fewer colliders looking at each is as quick."""

_CELL, _SMALL, _X, _Z, _COLUMNS, _ROWS = range(6)
_SPREAD = 0.02  # share of the colliders on either side that the squares need not reach


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Colliders by square.

    ``entries[starts[k] : starts[k + 1]]`` are those of square k = column · rows + row, in
    declared order, ``large`` int64[L] those of none. ``measure`` f8[6] has the edge of a square
    and the radius up to which a collider is small (metres), the corner x and z, and how many
    columns (along x) and rows (along z) there are. Without squares every collider is near.
    """

    starts: NDArray[np.int64]
    entries: NDArray[np.int64]
    large: NDArray[np.int64]
    measure: NDArray[np.float64]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays as kernels take them, ``GRID``."""
        return (self.starts, self.entries, self.large, self.measure)


NO_GRID = Grid(
    np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(6, np.float64)
)
"""Every collider is near."""


@formula
def nearby(grid: Any, center: Triple, reach: float, near: Array) -> int:
    """Fill ``near`` with the colliders that may be within ``reach`` of ``center``.

    Gives how many there are, in declared order; -1 where all may be. ``near`` int64 needs room
    for every collider.
    """
    starts, entries, large, measure = grid
    west, east, south, north = squares(grid, center, reach)
    if west < 0:
        return -1
    rows = int(measure[_ROWS])
    count = 0
    for column in range(west, east + 1):
        first = column * rows
        for k in range(starts[first + south], starts[first + north + 1]):
            near[count] = entries[k]
            count += 1
    for k in range(large.shape[0]):
        near[count] = large[k]
        count += 1
    to_rising(near, count)
    return count


@formula
def squares(grid: Any, center: Triple, reach: float) -> tuple[int, int, int, int]:
    """The squares in which a small collider lies that may be within ``reach`` of ``center``.

    First and last column, first and last row; -1 for all where looking at every collider is as
    quick, or there are no squares.
    """
    starts, _, _, measure = grid
    span = (reach + measure[_SMALL]) * (1.0 + SLACK) + SLACK * (abs(center[0]) + abs(center[2]))
    if starts.shape[0] == 0 or not (span < math.inf):
        return -1, -1, -1, -1
    columns, rows = measure[_COLUMNS], measure[_ROWS]
    west = _square(center[0] - span - measure[_X], measure[_CELL], columns)
    east = _square(center[0] + span - measure[_X], measure[_CELL], columns)
    south = _square(center[2] - span - measure[_Z], measure[_CELL], rows)
    north = _square(center[2] + span - measure[_Z], measure[_CELL], rows)
    if (east - west + 1) * (north - south + 1) * 2 > starts.shape[0]:
        return -1, -1, -1, -1
    return west, east, south, north


@formula
def rows_of(grid: Any) -> int:
    """How many squares lie one behind another."""
    return int(grid[3][_ROWS])


@formula
def _square(way: float, cell: float, most: float) -> int:
    """The row or column of a place ``way`` metres from the first one's edge."""
    return int(max(min(math.floor(way / cell), most - 1.0), 0.0))


@formula
def to_rising(near: Array, count: int) -> None:
    """Bring the first ``count`` into rising order (Shell's sort, gaps by thirds)."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(gap, count):
            one = near[k]
            place = k
            while place >= gap and near[place - gap] > one:
                near[place] = near[place - gap]
                place -= gap
            near[place] = one
        gap //= 3


@kernel(void(INTEGERS_IN, ROWS_IN, FLOATS_OUT))
def radii_kernel(shape: Array, size: Array, radius: Array) -> None:
    """The radius around each collider's position that holds it."""
    for c in range(shape.shape[0]):
        radius[c] = bounding_radius(shape[c], triple(size, c))


@kernel(
    void(
        *(INTEGERS_IN, ROWS_IN, ROWS_IN, FLOATS_IN),
        *(INTEGERS_OUT, INTEGERS_OUT, INTEGERS_OUT, INTEGERS_OUT),
    )
)
def sort_kernel(
    shape: Array,
    position: Array,
    size: Array,
    measure: Array,
    starts: Array,
    entries: Array,
    large: Array,
    square: Array,
) -> int:
    """Fill ``starts``, ``entries`` and ``large`` of a grid; gives how many are large.

    ``square`` int64[C] is room to work in; ``starts`` is all zero.
    """
    count = 0
    rows = int(measure[_ROWS])
    for c in range(shape.shape[0]):
        x, _, z = triple(position, c)
        small = bounding_radius(shape[c], triple(size, c)) <= measure[_SMALL]
        if small and abs(x) < math.inf and abs(z) < math.inf:
            column = _square(x - measure[_X], measure[_CELL], measure[_COLUMNS])
            row = _square(z - measure[_Z], measure[_CELL], measure[_ROWS])
            square[c] = column * rows + row
            starts[square[c] + 1] += 1
        else:
            square[c] = -1
            large[count] = c
            count += 1
    for k in range(starts.shape[0] - 1):
        starts[k + 1] += starts[k]
    for c in range(shape.shape[0] - 1, -1, -1):
        if square[c] >= 0:
            starts[square[c] + 1] -= 1
            entries[starts[square[c] + 1]] = c
    # Every start now lies one further on: that of square k at k + 1.
    last = shape.shape[0] - count
    for k in range(starts.shape[0] - 1):
        starts[k] = starts[k + 1]
    starts[starts.shape[0] - 1] = last
    return count


def measure_of(
    shape: NDArray[np.int64], position: NDArray[np.float64], size: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """How a grid over some colliders is laid out; None where none pays.

    It fits them for as long as they stand about where they do; colliders anywhere else are
    found all the same.
    """
    if len(shape) < FEWEST:
        return None
    radius = np.empty(len(shape))
    radii_kernel(shape, size, radius)
    level = position[:, (0, 2)]
    known = (radius < np.inf) & np.isfinite(level).all(axis=1)
    if np.count_nonzero(known) < FEWEST:
        return None
    small = 1.5 * float(np.quantile(radius[known], 0.8))
    low, high = np.quantile(level[known], (_SPREAD, 1.0 - _SPREAD), axis=0)
    wide = np.maximum(high - low, 1e-6)
    cell = max(2.0 * small, math.sqrt(float(wide[0] * wide[1]) / np.count_nonzero(known)), 1e-3)
    counts = np.clip(np.ceil(wide / cell), 1.0, float(len(shape)))
    return np.array([cell, small, low[0], low[1], counts[0], counts[1]], np.float64)


def build(
    shape: NDArray[np.int64],
    position: NDArray[np.float64],
    size: NDArray[np.float64],
    measure: NDArray[np.float64] | None,
) -> Grid:
    """A grid of colliders as they stand, laid out as ``measure_of`` says."""
    if measure is None:
        return NO_GRID
    count = len(shape)
    starts = np.zeros(int(measure[_COLUMNS]) * int(measure[_ROWS]) + 1, np.int64)
    entries, large, square = (np.empty(count, np.int64) for _ in range(3))
    many = int(sort_kernel(shape, position, size, measure, starts, entries, large, square))
    return Grid(starts, entries[: count - many], large[:many], measure)
