"""Slow, exact answers about a height field, from its triangles, made another way than ours.

All triangles of the surface and of the walls (down to ``DEEP``) are listed from the meaning of a
field; rays are cast with the determinant method (Moeller, Trumbore), distances come from trimesh,
boxes are tested by clipping triangles at their six faces.
"""

import numpy as np
from trimesh.triangles import closest_point

DEEP = -300.0


def corners(at, width, depth, heights):
    """Grid points f8[rows, columns, 3] in the world."""
    rows, columns = heights.shape
    x = at[0] - width / 2 + width / (columns - 1) * np.arange(columns)
    z = at[2] - depth / 2 + depth / (rows - 1) * np.arange(rows)
    return np.stack(
        (np.broadcast_to(x, heights.shape), at[1] + heights, np.repeat(z[:, None], columns, 1)), -1
    )


def triangles(at, width, depth, heights):
    """f8[T, 3, 3]: both triangles of each cell, split from its first corner to its last."""
    grid = corners(at, width, depth, heights)
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    surface = np.concatenate([np.stack(t, 2).reshape(-1, 3, 3) for t in ((a, b, c), (a, c, d))])
    walls = []
    for line in (grid[0], grid[-1], grid[:, 0], grid[:, -1]):
        p, q = line[:-1], line[1:]
        low_p, low_q = p * (1, 0, 1) + (0, DEEP, 0), q * (1, 0, 1) + (0, DEEP, 0)
        walls += [np.stack((p, q, low_q), 1), np.stack((p, low_q, low_p), 1)]
    return np.concatenate([surface, *walls])


def ray(soup, origin, direction):
    """Distance to the first triangle along a ray; inf for none."""
    first, second = soup[:, 1] - soup[:, 0], soup[:, 2] - soup[:, 0]
    n = np.cross(direction, second)
    with np.errstate(all="ignore"):
        scale = 1.0 / (first * n).sum(1)
        s = origin - soup[:, 0]
        u = (s * n).sum(1) * scale
        q = np.cross(s, first)
        v = q @ direction * scale
        t = (second * q).sum(1) * scale
        hit = (u >= -1e-12) & (v >= -1e-12) & (u + v <= 1 + 1e-12) & (t >= 0)
    return t[hit].min() if hit.any() else np.inf


def distances(soup, points):
    """Unsigned distance of each point f8[N, 3] to the soup, and the nearest point."""
    found = np.array([closest_point(soup, np.tile(p, (len(soup), 1))) for p in points])
    away = np.linalg.norm(found - points[:, None], axis=2)
    best = away.argmin(1)
    return away[np.arange(len(points)), best], found[np.arange(len(points)), best]


def between(soup, a, b):
    """Distance of the segment a..b to the nearest triangle it does not cross: on each triangle it
    is a convex function of the place on the segment, so a ternary search finds it."""
    low, high = np.zeros(len(soup)), np.ones(len(soup))

    def away(t):
        p = a + (b - a) * t[:, None]
        return np.linalg.norm(closest_point(soup, p) - p, axis=1)

    for _ in range(70):
        one, two = low + (high - low) * 0.382, low + (high - low) * 0.618
        left = away(one) < away(two)
        low, high = np.where(left, low, one), np.where(left, two, high)
    return away((low + high) / 2).min()


def below(at, width, depth, heights, point):
    """Whether a point is under the surface (or in it), from the plane of its triangle."""
    rows, columns = heights.shape
    u = (point[0] - at[0] + width / 2) * (columns - 1) / width
    v = (point[2] - at[2] + depth / 2) * (rows - 1) / depth
    if not (0 <= u <= columns - 1 and 0 <= v <= rows - 1):
        return False
    i, k = min(int(u), columns - 2), min(int(v), rows - 2)
    u, v = u - i, v - k
    h = heights[k : k + 2, i : i + 2]
    middle = (1 - u) * h[0, 0] + (u - v) * h[0, 1] + v * h[1, 1]
    if v > u:
        middle = (1 - v) * h[0, 0] + (v - u) * h[1, 0] + u * h[1, 1]
    return point[1] - at[1] <= middle


def meets_box(soup, center, matrix, half):
    """Whether a triangle has a part in a box: what is left of it after six cuts."""
    local = (soup - center) @ matrix
    near = (local.min(1) <= half).all(1) & (local.max(1) >= -half).all(1)
    for corners_ in local[near]:
        polygon = list(corners_)
        for axis in range(3):
            for sign in (1, -1):
                kept = []
                for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                    dp, dq = half[axis] - sign * p[axis], half[axis] - sign * q[axis]
                    if dp >= 0:
                        kept.append(p)
                    if (dp > 0 > dq) or (dp < 0 < dq):
                        kept.append(p + (q - p) * (dp / (dp - dq)))
                polygon = kept
                if not polygon:
                    break
            if not polygon:
                break
        if polygon:
            return True
    return False
