"""The two unit meshes every solid is made of: a rounded box and a tapered capsule.

A vertex is ``(a, b)``, two 3-vectors; the formula that turns it into a place and a normal
stands once here (numpy, for the soft renderer) and once in ``gl/shaders/solid.vert``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def rounded_box(steps: int = 2) -> tuple[NDArray[np.float32], NDArray[np.uint16]]:
    """Vertices f4[V,6] (unit normal, corner signs) and triangles u2[T,3].

    Place = signs * (half extents − rounding) + rounding * normal.
    """
    quarter = [math.tan(math.pi / 4 * k / steps) for k in range(steps + 1)]
    grid = [(-q, -1.0) for q in reversed(quarter)] + [(q, 1.0) for q in quarter]
    vertices: list[list[float]] = []
    triangles: list[list[int]] = []
    for axis in range(3):
        u_axis, v_axis = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1.0, 1.0):
            base = len(vertices)
            for u, u_sign in grid:
                for v, v_sign in grid:
                    normal, corner = np.zeros(3), np.zeros(3)
                    normal[axis], normal[u_axis], normal[v_axis] = sign, u, v
                    corner[axis], corner[u_axis], corner[v_axis] = sign, u_sign, v_sign
                    normal /= np.linalg.norm(normal)
                    vertices.append([*normal, *corner])
            n = len(grid)
            for i in range(n - 1):
                for j in range(n - 1):
                    p, q = base + i * n + j, base + (i + 1) * n + j
                    quads = [[p, q, q + 1], [p, q + 1, p + 1]]
                    triangles += quads if sign > 0 else [[a, c, b] for a, b, c in quads]
    return np.array(vertices, np.float32), np.array(triangles, np.uint16)


def capsule(segments: int = 22, rings: int = 6) -> tuple[NDArray[np.float32], NDArray[np.uint16]]:
    """Vertices f4[V,6] (cos, sin, latitude share 0..1; 0, end −1 or +1, 0) and triangles u2[T,3].

    A vertex lies between the cone's tangent circle (share 0) and the pole (share 1): the straight
    mix of their directions made unit. So a tapered capsule is exact: the sine of the tangent's
    latitude is (radius at −y − radius at +y) / axis length.
    """
    vertices: list[list[float]] = []
    for end, shares in ((-1.0, np.linspace(1, 0, rings + 1)), (1.0, np.linspace(0, 1, rings + 1))):
        for share in shares:
            for k in range(segments + 1):
                angle = 2 * math.pi * k / segments
                vertices.append([math.cos(angle), math.sin(angle), float(share), 0.0, end, 0.0])
    triangles: list[list[int]] = []
    row = segments + 1
    last = 2 * rings
    for r in range(last + 1):
        for k in range(segments):
            p = r * row + k
            if r < last:  # all corners of the last row are one pole, those of the first the other
                triangles.append([p + 1, p + row, p + row + 1])
            if r > 0:
                triangles.append([p, p + row, p + 1])
    return np.array(vertices, np.float32), np.array(triangles, np.uint16)


def place_box(
    mesh: NDArray[np.float32], size: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Local places and normals f8[N,V,3] of the box mesh for ``size`` f8[N,4]."""
    normal = np.broadcast_to(mesh[None, :, :3].astype(np.float64), (len(size), len(mesh), 3))
    inner = (size[:, :3] - size[:, 3:4])[:, None, :]
    return mesh[None, :, 3:6] * inner + normal * size[:, None, 3:4], normal


def place_capsule(
    mesh: NDArray[np.float32], size: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Local places and normals f8[N,V,3] of the capsule mesh for ``size`` f8[N,4]."""
    low, high, half = size[:, 0:1], size[:, 1:2], size[:, 2:3]
    slope = np.clip((low - high) / np.maximum(2 * half, 1e-6), -0.98, 0.98)
    slope = np.where(half > 1e-6, slope, 0.0)
    share, end = mesh[None, :, 2].astype(np.float64), mesh[None, :, 4].astype(np.float64)
    out = np.sqrt(1.0 - slope * slope) * (1.0 - share)
    up = slope * (1.0 - share) + end * share
    length = np.hypot(out, up)
    radius = np.where(end > 0, high, low)
    flat = out / length
    normal = np.stack([flat * mesh[None, :, 0], up / length, flat * mesh[None, :, 1]], -1)
    place = normal * radius[..., None]
    place[..., 1] += end * half
    return place, normal
