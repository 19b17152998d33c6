"""Ribbons and text drawn over a finished soft picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NEAR = 0.05


def draw_ribbons(
    image: NDArray[np.float64],
    depth: NDArray[np.float64],
    ribbons: NDArray[np.void],
    view_projection: NDArray[np.float64],
) -> None:
    """Blend rows of ``RIBBON`` into ``image`` f8[H,W,3] (film colours), tested against ``depth``
    f8[H,W] (clip-space z / w): in front fully, behind by their ``through``."""
    height, width = depth.shape
    scale = height / 720.0
    for row in ribbons:
        ends = [np.append(row[k].astype(np.float64), 1.0) @ view_projection.T for k in ("a", "b")]
        span = float(np.linalg.norm(row["b"] - row["a"]))
        cut = cut_near(ends[0], ends[1])
        if cut is None:
            continue
        (p, q), (first, last) = cut
        a = np.array([(p[0] / p[3] * 0.5 + 0.5) * width, (0.5 - p[1] / p[3] * 0.5) * height])
        b = np.array([(q[0] / q[3] * 0.5 + 0.5) * width, (0.5 - q[1] / q[3] * 0.5) * height])
        half = max(float(row["width"]) * scale, 1.2) * 0.5 + 0.7
        low = np.floor(np.minimum(a, b) - half - 1)
        high = np.ceil(np.maximum(a, b) + half + 1)
        x0, y0 = (int(v) for v in np.clip(low, 0, (width, height)))
        x1, y1 = (int(v) for v in np.clip(high, 0, (width, height)))
        if x1 <= x0 or y1 <= y0:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1] + 0.5
        run = b - a
        length = max(float(np.hypot(*run)), 1e-6)
        along = ((xs - a[0]) * run[0] + (ys - a[1]) * run[1]) / (length * length)
        across = np.abs((xs - a[0]) * run[1] - (ys - a[1]) * run[0]) / length
        over = half * 0.5 / length
        on = (along >= -over) & (along <= 1.0 + over) & (across < half)
        share = np.clip(along, 0.0, 1.0)
        w = 1.0 / ((1 - share) / p[3] + share / q[3])  # perspective along the line
        z = (p[2] / p[3]) * (1 - share) + (q[2] / q[3]) * share - 0.00025
        metres = float(row["start"]) + span * (
            first + (last - first) * np.clip(share * w / q[3], 0.0, 1.0)
        )
        alpha = np.clip(half - across, 0.0, 1.4) / 1.4
        color = np.broadcast_to(row["color"][:3].astype(np.float64), (*on.shape, 3))
        if row["style"] > 1.5:
            e = across / half
            core = np.clip((0.30 - e) / 0.22, 0.0, 1.0)
            core = (core * core * (3 - 2 * core))[..., None]
            color = color * (1 - core) + core
            halo = np.clip(core[..., 0] + np.exp(-e * e * 5.0) * 0.75, 0.0, 1.0)
            alpha = halo * np.clip((1.0 - e) * 3.0, 0.0, 1.0)
        elif row["style"] > 0.5:
            alpha = alpha * ((metres / 0.09) % 1.0 < 0.58)
        front = z <= depth[y0:y1, x0:x1]
        alpha = np.where(on, alpha * row["color"][3] * np.where(front, 1.0, row["through"]), 0.0)
        patch = image[y0:y1, x0:x1]
        patch += (color - patch) * alpha[..., None]


def cut_near(
    p: NDArray[np.float64], q: NDArray[np.float64]
) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], tuple[float, float]] | None:
    """The part of a segment before the near plane and its shares; None where all is behind."""
    if p[3] < NEAR and q[3] < NEAR:
        return None
    first, last = 0.0, 1.0
    if p[3] < NEAR:
        first = float((NEAR - p[3]) / (q[3] - p[3]))
    if q[3] < NEAR:
        last = float((NEAR - p[3]) / (q[3] - p[3]))
    return (p + (q - p) * first, p + (q - p) * last), (first, last)


def draw_quads(
    image: NDArray[np.float64], rows: NDArray[np.void], atlas: NDArray[np.uint8]
) -> None:
    """Blend rows of ``QUAD`` (plates and glyphs) into ``image`` f8[H,W,3]."""
    height, width = image.shape[:2]
    for row in rows:
        x, y, w, h = (float(v) for v in row["rect"])
        x0, y0 = max(int(np.floor(x)), 0), max(int(np.floor(y)), 0)
        x1, y1 = min(int(np.ceil(x + w)), width), min(int(np.ceil(y + h)), height)
        if x1 <= x0 or y1 <= y0:
            continue
        if row["glyph"][2] > 0:
            gx, gy = int(row["glyph"][0]) + x0 - int(x), int(row["glyph"][1]) + y0 - int(y)
            alpha = atlas[gy : gy + y1 - y0, gx : gx + x1 - x0] / 255.0
        else:
            ys, xs = np.mgrid[y0:y1, x0:x1] + 0.5
            corner = min(5.0, h * 0.25)
            dx = np.abs(xs - x - w / 2) - w / 2 + corner
            dy = np.abs(ys - y - h / 2) - h / 2 + corner
            outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
            alpha = np.clip(0.5 - (outside + np.minimum(np.maximum(dx, dy), 0) - corner), 0, 1)
        patch = image[y0:y1, x0:x1]
        patch += (row["color"][:3] - patch) * (alpha * row["color"][3])[..., None]
