"""Heights for height fields: rolling land from a seed.

The land is gradient noise (K. Perlin, "Improving Noise", 2002) in several octaves. The gradients
come from a hash of whole numbers and all else is adding and multiplying, so a seed gives the
same bits on every machine and every version of Python and numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

MOST_CELLS = 4_000_000
MOST_OCTAVES = 6
LARGEST_WAVE = 0.3  # of the longer edge: how far apart the largest hills stand
SMALLEST_WAVE = 4.0  # cells: shorter waves would only be rough
FALLING = 0.45  # height of each octave against the one before, twice as long


def counts(width: float, depth: float, cell: float) -> tuple[int, int]:
    """``(columns, rows)`` of grid points: cells as near to ``cell`` metres as fit the size.

    Raises ValueError for a size or cell that is not above 0, and for more than 4 million cells.
    """
    if not (width > 0.0 and depth > 0.0 and cell > 0.0):
        raise ValueError("its size and its cells must be above 0")
    across, along = max(width / cell, 1.0), max(depth / cell, 1.0)
    if not across * along <= MOST_CELLS:
        shown = f"{across * along:.3g}"
        raise ValueError(f"it has {shown} cells, more than {MOST_CELLS}; make `cell` larger")
    return int(np.floor(across + 0.5)) + 1, int(np.floor(along + 0.5)) + 1


def generated(
    seed: int, width: float, depth: float, top: float, cell: float, flat: float = 0.0
) -> Floats:
    """Heights f8[rows, columns] from 0 to ``top`` metres over ``width`` x ``depth`` metres.

    The lowest is 0 and the highest ``top``. Within ``flat`` metres of the middle the land is
    level at half of ``top``, and out to twice that it runs smoothly into the rest.
    """
    columns, rows = counts(width, depth, cell)
    if not (top >= 0.0 and flat >= 0.0):
        raise ValueError("its height and its flat patch must not be below 0")
    x = np.arange(columns, dtype=np.float64) * (width / (columns - 1)) - 0.5 * width
    z = np.arange(rows, dtype=np.float64) * (depth / (rows - 1)) - 0.5 * depth
    wave = LARGEST_WAVE * max(width, depth)
    step = max(width / (columns - 1), depth / (rows - 1))
    land = np.zeros((rows, columns))
    share = 1.0
    for octave in range(MOST_OCTAVES):
        if octave > 0 and wave < SMALLEST_WAVE * step:
            break
        land += share * _noise(x / wave, z / wave, _mixed(seed, octave))
        wave *= 0.5
        share *= FALLING
    low, high = float(np.min(land)), float(np.max(land))
    land = (land - low) / (high - low) * top if high > low else np.full_like(land, 0.5 * top)
    if flat > 0.0:
        away = np.sqrt(x * x + (z * z)[:, np.newaxis])
        weight = _smooth(np.clip(away / flat - 1.0, 0.0, 1.0))
        land = np.where(weight < 1.0, 0.5 * top + (land - 0.5 * top) * weight, land)
    return land


def _mixed(seed: int, octave: int) -> int:
    """The key of an octave; seeds of any size and sign are told apart up to 64 bits."""
    return (seed * 0x9E3779B97F4A7C15 + octave * 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF


def _hashed(values: Words) -> Words:
    """A word for each word, all bits mixed (splitmix64's finish, S. Vigna, public domain)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _corner(i: NDArray[np.int64], k: NDArray[np.int64], key: int) -> Words:
    """The hash of lattice point (i, k): [rows, columns] from i [columns] and k [rows]."""
    across = _hashed(i.astype(np.uint64) ^ np.uint64(key))
    along = _hashed(k.astype(np.uint64) + np.uint64(0x632BE59BD9B4E019))
    return _hashed(across[np.newaxis, :] + along[:, np.newaxis])


def _smooth(t: Floats) -> Floats:
    """Perlin's fade 6 t^5 - 15 t^4 + 10 t^3."""
    faded: Floats = t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
    return faded


def _slope(word: Words, x: Floats, z: Floats) -> Floats:
    """The gradient a hash picks, one of eight, times the way (x, z) from its point."""
    pick = (word >> np.uint64(61)).astype(np.int64)
    gx = np.array((1.0, -1.0, 0.0, 0.0, 0.75, -0.75, 0.75, -0.75))[pick]
    gz = np.array((0.0, 0.0, 1.0, -1.0, 0.75, 0.75, -0.75, -0.75))[pick]
    return np.asarray(gx * x + gz * z)


def _noise(x: Floats, z: Floats, key: int) -> Floats:
    """Gradient noise f8[rows, columns] over a grid of coordinates in waves."""
    i, k = np.floor(x).astype(np.int64), np.floor(z).astype(np.int64)
    u, v = x - i, (z - k)[:, np.newaxis]
    near = _slope(_corner(i, k, key), u, v)
    right = _slope(_corner(i + 1, k, key), u - 1.0, v)
    far = _slope(_corner(i, k + 1, key), u, v - 1.0)
    both = _slope(_corner(i + 1, k + 1, key), u - 1.0, v - 1.0)
    s, t = _smooth(u), _smooth(v)
    low = near + (right - near) * s
    high = far + (both - far) * s
    return np.asarray(low + (high - low) * t)


def resampled(heights: Floats, columns: int, rows: int) -> Floats:
    """The heights at other counts of grid points over the same rectangle, bilinear between."""
    if heights.shape == (rows, columns):
        return heights
    across = np.linspace(0.0, heights.shape[1] - 1.0, columns)
    along = np.linspace(0.0, heights.shape[0] - 1.0, rows)
    i = np.minimum(np.floor(across).astype(np.int64), heights.shape[1] - 2)
    k = np.minimum(np.floor(along).astype(np.int64), heights.shape[0] - 2)
    u, v = across - i, (along - k)[:, np.newaxis]
    low = heights[k][:, i] * (1.0 - u) + heights[k][:, i + 1] * u
    high = heights[k + 1][:, i] * (1.0 - u) + heights[k + 1][:, i + 1] * u
    return np.asarray(low * (1.0 - v) + high * v)
