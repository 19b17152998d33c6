"""What throws shadows into the map, and into which part of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.draw_list import DrawList

THINNEST = 0.5
"""Texels of the map a capsule's radius fills at least, or else its shadow is left out."""


def casters(
    frame: DrawList, capsules: NDArray[np.void], light: NDArray[np.float64], edge: int
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Boxes and capsules that throw a shadow into the map of ``edge`` texels; ``capsules`` are the
    frame's with its balls."""
    hidden = frame.glass_boxes[frame.glass_boxes["material"][:, 3] > 0]
    boxes = np.concatenate([frame.boxes, hidden, frame.casting_boxes])
    round_ones = np.concatenate([capsules, frame.casting_capsules])
    seen, reach = _on_map(round_ones, round_reach(round_ones), light)
    within = (np.abs(seen) <= 1.0 + reach).all(axis=1)
    within &= texels_of(round_ones, light, edge) >= THINNEST
    return boxes, round_ones[within]


def shadow_part(
    frame: DrawList,
    boxes: NDArray[np.void],
    capsules: NDArray[np.void],
    light: NDArray[np.float64],
    edge: int,
) -> tuple[float, float, float, float]:
    """The part of the shadow map, from x, y to x, y in shares of it, in which something throws a
    shadow; its outermost hundredth is left out, as nothing is known beyond it."""
    if any(terrain.mesh.shades for terrain in frame.terrains):
        return (0.01, 0.01, 0.99, 0.99)
    if len(boxes) + len(capsules) == 0:
        return (1.0, 1.0, 0.0, 0.0)
    own = _on_map(capsules, round_reach(capsules), light)
    others = _on_map(boxes, np.linalg.norm(boxes["size"][:, :3], axis=1), light)
    seen, reach = (np.concatenate(pair) for pair in zip(own, others, strict=True))
    spare = 8.0 / edge  # soft edges reach beyond what casts them
    low = ((seen - reach).min(axis=0) * 0.5 + 0.5 - spare).clip(0.01, 0.99)
    high = ((seen + reach).max(axis=0) * 0.5 + 0.5 + spare).clip(0.01, 0.99)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def texels_of(
    capsules: NDArray[np.void], light: NDArray[np.float64], edge: int
) -> NDArray[np.float64]:
    """How many texels of the map the radius of each capsule is, f[N]."""
    thick = capsules["size"][:, :2].max(axis=1, initial=0.0)
    return np.asarray(thick * float(np.linalg.norm(light[0, :3])) * edge / 2)


def round_reach(capsules: NDArray[np.void]) -> NDArray[np.float64]:
    """How far capsules reach from their middles, f[N] metres."""
    columns = capsules["model"][:, :, :3]
    stretch = np.sqrt(np.einsum("nij,nij->nj", columns, columns)).max(axis=1, initial=1.0)
    long = capsules["size"][:, :2].max(axis=1, initial=0.0) + capsules["size"][:, 2]
    return np.asarray(stretch * long)


def _on_map(
    rows: NDArray[np.void], reach: NDArray[np.float64], light: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where solids are on the map, f[N,2] from −1 to 1, and how far they reach there, f[N,1]."""
    seen = rows["model"][:, :, 3] @ light[:2, :3].T + light[:2, 3]
    return seen, reach[:, None] * float(np.linalg.norm(light[0, :3]))
