"""Triangles to samples: which triangle is nearest at each, and where in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR = 0.05  # clip-space w of the near plane
MOST = 1_500_000  # samples looked at in one go, to bound memory


@dataclass(frozen=True, eq=False)
class Samples:
    """Results at ``height`` × ``width`` samples, flat in row order.

    ``triangle`` is −1 where nothing is; ``weights`` f4[S,3] are perspective-right barycentric
    weights of its corners; ``depth`` is clip-space z / w.
    """

    width: int
    height: int
    triangle: NDArray[np.int32]
    weights: NDArray[np.float32]
    depth: NDArray[np.float64]


def rasterize(clip: NDArray[np.float64], width: int, height: int, *, cull: bool = True) -> Samples:
    """Draw triangles ``clip`` f8[T,3,4] (clip space, counter-clockwise outward)."""
    count = width * height
    depth = np.full(count, np.inf)
    triangle = np.full(count, -1, np.int32)
    weights = np.zeros((count, 3), np.float32)
    corners, source, mix = _clipped(clip)
    if len(corners) == 0:
        return Samples(width, height, triangle, weights, depth)
    w = corners[..., 3]
    x = (corners[..., 0] / w * 0.5 + 0.5) * width
    y = (0.5 - corners[..., 1] / w * 0.5) * height
    z = corners[..., 2] / w
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (y[:, 1] - y[:, 0]) * (x[:, 2] - x[:, 0])
    x0 = np.clip(np.ceil(x.min(1) - 0.5), 0, width).astype(np.int64)
    x1 = np.clip(np.floor(x.max(1) - 0.5) + 1, 0, width).astype(np.int64)
    y0 = np.clip(np.ceil(y.min(1) - 0.5), 0, height).astype(np.int64)
    y1 = np.clip(np.floor(y.max(1) - 0.5) + 1, 0, height).astype(np.int64)
    facing = area < -1e-9 if cull else np.abs(area) > 1e-9
    drawn = np.flatnonzero(facing & (x1 > x0) & (y1 > y0) & (z.min(1) < 1.0))
    covered = (x1 - x0) * (y1 - y0)
    start = 0
    while start < len(drawn):
        total = np.cumsum(covered[drawn[start:]])
        batch = drawn[start : start + max(1, int(np.searchsorted(total, MOST)))]
        start += len(batch)
        each = covered[batch]
        t = np.repeat(batch, each)
        local = np.arange(int(each.sum())) - np.repeat(np.cumsum(each) - each, each)
        across = (x1 - x0)[t]
        px, py = x0[t] + local % across, y0[t] + local // across
        cx, cy = px + 0.5, py + 0.5
        inverse = 1.0 / area[t]
        a = ((x[t, 1] - cx) * (y[t, 2] - cy) - (y[t, 1] - cy) * (x[t, 2] - cx)) * inverse
        b = ((x[t, 2] - cx) * (y[t, 0] - cy) - (y[t, 2] - cy) * (x[t, 0] - cx)) * inverse
        inside = (a >= 0) & (b >= 0) & (a + b <= 1)
        t, a, b = t[inside], a[inside], b[inside]
        place = (py * width + px)[inside]
        at = a * z[t, 0] + b * z[t, 1] + (1 - a - b) * z[t, 2]
        np.minimum.at(depth, place, at)
        won = at <= depth[place]
        place, t, a, b = place[won], t[won], a[won], b[won]
        share = np.stack([a, b, 1 - a - b], axis=1) / w[t]
        share /= share.sum(axis=1, keepdims=True)
        triangle[place] = source[t]
        weights[place] = np.einsum("sk,skc->sc", share, mix[t])
    return Samples(width, height, triangle, weights, depth)


def _clipped(
    clip: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Cut triangles at the near plane: corners f8[T',3,4], the triangle each came from, and
    the weights f8[T',3,3] of its corners in the source's corners."""
    inside = clip[..., 3] > NEAR
    whole = np.flatnonzero(inside.all(axis=1))
    parts = [clip[whole]]
    sources = [whole]
    mixes = [np.broadcast_to(np.eye(3), (len(whole), 3, 3))]
    for t in np.flatnonzero(inside.any(axis=1) & ~inside.all(axis=1)):
        ring: list[NDArray[np.float64]] = []
        for k in range(3):
            n = (k + 1) % 3
            if inside[t, k]:
                ring.append(np.eye(3)[k])
            if inside[t, k] != inside[t, n]:
                share = (NEAR - clip[t, k, 3]) / (clip[t, n, 3] - clip[t, k, 3])
                ring.append(np.eye(3)[k] * (1 - share) + np.eye(3)[n] * share)
        for k in range(1, len(ring) - 1):
            mix = np.stack([ring[0], ring[k], ring[k + 1]])
            parts.append((mix @ clip[t])[None])
            sources.append(np.array([t]))
            mixes.append(mix[None])
    return np.concatenate(parts), np.concatenate(sources), np.concatenate(mixes)
