"""Beams of light added to a finished soft picture: the formulas of ``gl/shaders/beam.*``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer import look
from viewer.soft.strips import cut_near

Array = NDArray[np.float64]


def draw_beams(
    image: Array, depth: Array, beams: NDArray[np.void], view_projection: Array, time: float
) -> None:
    """Add rows of ``BEAM`` to ``image`` f8[H,W,3] where they are before ``depth`` f8[H,W]
    (clip-space z / w); ``time`` is the simulation's."""
    height, width = depth.shape
    zoom = float(np.linalg.norm(view_projection[1, :3])) * height / 2
    for row in beams:
        ends = [np.append(row[k].astype(np.float64), 1.0) @ view_projection.T for k in ("a", "b")]
        cut = cut_near(ends[0], ends[1])
        if cut is None:
            continue
        (p, q), (first, last) = cut
        a, b = (
            np.array([(e[0] / e[3] * 0.5 + 0.5) * width, (0.5 - e[1] / e[3] * 0.5) * height])
            for e in (p, q)
        )
        widest = max(float(row["radius"]) * zoom / min(p[3], q[3]), 0.75) * float(row["halo"])
        x0, y0 = (int(v) for v in np.clip(np.minimum(a, b) - widest, 0, (width, height)))
        x1, y1 = (int(v) for v in np.clip(np.maximum(a, b) + widest + 1, 0, (width, height)))
        if x1 <= x0 or y1 <= y0:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1] + 0.5
        run = b - a
        length = max(float(np.hypot(*run)), 1e-6)
        share = ((xs - a[0]) * run[0] + (ys - a[1]) * run[1]) / (length * length)
        share = np.clip(share, 0.0, 1.0)
        w = 1.0 / ((1 - share) / p[3] + share / q[3])
        core_px = np.maximum(float(row["radius"]) * zoom / w, 0.75)
        off = np.hypot(xs - a[0] - share * run[0], ys - a[1] - share * run[1]) / core_px
        z = (p[2] / p[3]) * (1 - share) + (q[2] / q[3]) * share
        span = float(np.linalg.norm(row["b"] - row["a"]))
        metres = float(row["start"]) + span * (first + (last - first) * share * w / q[3])
        steady = float(row["steady"])
        bright = look.flicker(time, metres) * (1.0 - steady) + steady
        bright = bright * float(row["color"][3]) * (z <= depth[y0:y1, x0:x1])
        core = np.clip(1.5 - off, 0.0, 1.0)
        edge = np.clip(1.0 - off / float(row["halo"]), 0.0, 1.0)
        glow = 0.60 * edge * edge * np.exp(-0.22 * off)
        tint = row["color"][:3].astype(np.float64)
        light = (0.8 * core + glow)[..., None] * tint + (0.22 * core * core)[..., None]
        cover = 0.85 * np.clip(core + glow, 0.0, 1.0) * bright
        patch = image[y0:y1, x0:x1]
        patch += light * bright[..., None] - patch * cover[..., None]
