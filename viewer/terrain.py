"""Height fields as meshes: the very triangles that rays and feet meet, with smooth normals.

A vertex is a place and a normal relative to the field's position. Round the border an upright
skirt shows that the field is solid below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer import look

MOST_POINTS = 1_000_000  # grid points drawn; a finer field is drawn with every second, third …
SKIRT = 0.02  # depth of the skirt under the lowest height, as a share of the field's longer side


@dataclass(frozen=True, eq=False)
class TerrainMesh:
    """A field's triangles, made once: places and normals f4[V,3], corners u4[T,3] of triangles,
    counter-clockwise from above. The first ``surface`` triangles are the surface, the others the
    skirt. ``shades``: whether some of the surface lies turned from the sun; where none does, it
    throws no shadow, on itself or on what stands on it. ``heights`` is the array it was made
    from, over −half .. half along x and z."""

    heights: NDArray[np.float64]
    half: tuple[float, float]
    places: NDArray[np.float32]
    normals: NDArray[np.float32]
    triangles: NDArray[np.uint32]
    surface: int
    shades: bool


def terrain_mesh(
    heights: NDArray[np.float64], half_x: float, half_z: float, most: int = MOST_POINTS
) -> TerrainMesh:
    """The mesh of ``heights`` f8[rows, columns] over −half .. half along x and z.

    Each cell has the diagonal of ``behave.world.field``, from its corner (i, k) to (i+1, k+1).
    """
    x_at, z_at = (
        _kept(heights.shape[1], heights.size, most),
        _kept(heights.shape[0], heights.size, most),
    )
    x = x_at / (heights.shape[1] - 1) * 2 * half_x - half_x
    z = z_at / (heights.shape[0] - 1) * 2 * half_z - half_z
    high: NDArray[np.float64] = heights[z_at][:, x_at]
    columns, rows = len(x), len(z)
    places = np.stack([*np.broadcast_arrays(x[None], high, z[:, None])], axis=-1)
    down, across = np.gradient(high, z, x)
    normals = np.stack([-across, np.ones_like(high), -down], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1)
    near = np.stack([corner, corner + columns + 1, corner + 1], axis=1)
    far = np.stack([corner, corner + columns, corner + columns + 1], axis=1)
    surface = np.concatenate([near, far], axis=1).reshape(-1, 3)
    floor = float(np.min(high)) - SKIRT * 2 * max(half_x, half_z)
    skirt = _skirt(places, floor, columns * rows)
    slopes = _slopes(high, x, z)
    return TerrainMesh(
        heights,
        (half_x, half_z),
        np.concatenate([places.reshape(-1, 3), skirt[0]]).astype(np.float32),
        np.concatenate([normals.reshape(-1, 3), skirt[1]]).astype(np.float32),
        np.concatenate([surface, skirt[2]]).astype(np.uint32),
        len(surface),
        bool((slopes @ look.SUN <= 0.0).any()),
    )


def _slopes(
    high: NDArray[np.float64], x: NDArray[np.float64], z: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Upward normals f8[T,3], not of unit length, of both triangles of every cell."""
    across, along = np.diff(high, axis=1) / np.diff(x), np.diff(high, axis=0) / np.diff(z)[:, None]
    pairs = ((across[:-1], along[:, 1:]), (across[1:], along[:, :-1]))
    return np.concatenate([
        np.stack([-rise, np.ones_like(rise), -run], axis=-1).reshape(-1, 3) for rise, run in pairs
    ])  # fmt: skip


def heights_at(
    heights: NDArray[np.float64],
    half: tuple[float, float],
    x: NDArray[np.float64],
    z: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Heights f8[K] of the surface at places against the field's position; nan beside it."""
    (half_x, half_z), (rows, columns) = half, heights.shape
    across = (x + half_x) / (2 * half_x) * (columns - 1)
    along = (z + half_z) / (2 * half_z) * (rows - 1)
    i = np.clip(across.astype(np.int64), 0, columns - 2)
    k = np.clip(along.astype(np.int64), 0, rows - 2)
    u, v = across - i, along - k
    start, end = heights[k, i], heights[k + 1, i + 1]
    corner = np.where(u >= v, heights[k, i + 1], heights[k + 1, i])
    high = start + np.maximum(u, v) * (corner - start) + np.minimum(u, v) * (end - corner)
    return np.where((np.abs(x) <= half_x) & (np.abs(z) <= half_z), high, np.nan)


def _kept(count: int, size: int, most: int) -> NDArray[np.int64]:
    """Which of ``count`` grid lines are drawn: all of them, or evenly fewer with both borders."""
    if size <= most:
        return np.arange(count)
    fewer = max(2, int(count * np.sqrt(most / size)))
    return np.unique(np.round(np.linspace(0, count - 1, fewer)).astype(np.int64))


def _skirt(
    places: NDArray[np.float64], floor: float, first: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Upright walls from the border down to ``floor``: places, normals, corners from ``first``."""
    sides = (
        (places[0][::-1], (0.0, 0.0, -1.0)),
        (places[-1], (0.0, 0.0, 1.0)),
        (places[:, 0], (-1.0, 0.0, 0.0)),
        (places[::-1, -1], (1.0, 0.0, 0.0)),
    )
    found: list[NDArray[np.float64]] = []
    facing: list[NDArray[np.float64]] = []
    corners: list[NDArray[np.int64]] = []
    for top, normal in sides:
        count = len(top)
        low = top.copy()
        low[:, 1] = floor
        found += [top, low]
        facing.append(np.broadcast_to(np.asarray(normal), (2 * count, 3)))
        a = first + np.arange(count - 1)
        b, c, d = a + 1, a + count + 1, a + count
        corners.append(np.stack([a, d, c, a, c, b], axis=1).reshape(-1, 3))
        first += 2 * count
    return np.concatenate(found), np.concatenate(facing), np.concatenate(corners)
