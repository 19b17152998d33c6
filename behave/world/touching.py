"""Where a box that touches a shape touches it: a point, or the middle of an edge or a face.

Functions for kernels that also run as plain Python. A feature is its middle and two half
edges at right angles (zero where it has none): a corner, an edge or a face.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    clamp,
    dot,
    length,
    negate,
    q_rotate,
    q_up,
    scale,
    subtract,
)
from behave.kernel.formula import formula
from behave.world.box import axis_normal, clip
from behave.world.segment import between_segments
from behave.world.shapes import BOX, CAPSULE, PLANE

Array = Any
Feature = tuple[Triple, Triple, Triple]

LEVEL = 1e-7  # sine of the angle within which an edge or a face lies flat on another
SEAM = 1e-9  # metres by which two faces may miss each other and still share an edge


@formula
def box_feature(middle: Triple, turn: Quadruple, half: Triple, out: Triple) -> Feature:
    """The corner, edge or face of a box that is farthest along the unit vector ``out``."""
    u = (0.0, 0.0, 0.0)
    v = (0.0, 0.0, 0.0)
    for i in range(3):
        axis = q_rotate(turn, axis_normal(i, 1.0))
        toward = dot(axis, out)
        edge = scale(axis, half[i])
        if abs(toward) > LEVEL:
            middle = add_scaled(middle, edge, 1.0 if toward > 0.0 else -1.0)
        elif u == (0.0, 0.0, 0.0):
            u = edge
        else:
            v = edge
    return middle, u, v


@formula
def _share(edge: Triple, off: Triple) -> float:
    """Where ``off`` lies along a half edge, -1 .. 1 its ends."""
    squared = dot(edge, edge)
    return clamp(dot(off, edge) / squared, -1.0, 1.0) if squared > 0.0 else 0.0


@formula
def _nearest(feature: Feature, p: Triple) -> Triple:
    """The point of a feature nearest to ``p``."""
    middle, u, v = feature
    off = subtract(p, middle)
    return add_scaled(add_scaled(middle, u, _share(u, off)), v, _share(v, off))


@formula
def _stretch(middle: Triple, edge: Triple, face: Feature) -> Triple:
    """The middle of the part of an edge that lies over a face."""
    u, v = face[1], face[2]
    sizes = (length(u), length(v), 1.0)
    start = subtract(subtract(middle, edge), face[0])
    a = (dot(start, u) / sizes[0], dot(start, v) / sizes[1], 0.0)
    d = (2.0 * dot(edge, u) / sizes[0], 2.0 * dot(edge, v) / sizes[1], 0.0)
    first, last = clip((sizes[0] + SEAM, sizes[1] + SEAM, 1.0), a, d, 1.0)
    return add_scaled(middle, edge, first + last - 1.0 if first <= last else 0.0)


@formula
def _centroid(corners: Array, count: int) -> tuple[float, float]:
    """The centre of area of a convex polygon f8[count, 2]; of its corners where it has none."""
    area = 0.0
    weighted = (0.0, 0.0)
    plain = (0.0, 0.0)
    for k in range(count):
        after = k + 1 if k + 1 < count else 0
        ax, ay = corners[k, 0] - corners[0, 0], corners[k, 1] - corners[0, 1]
        bx, by = corners[after, 0] - corners[0, 0], corners[after, 1] - corners[0, 1]
        twice = ax * by - ay * bx
        area += twice
        weighted = (weighted[0] + twice * (ax + bx), weighted[1] + twice * (ay + by))
        plain = (plain[0] + ax, plain[1] + ay)
    if area == 0.0:
        return corners[0, 0] + plain[0] / count, corners[0, 1] + plain[1] / count
    return (
        corners[0, 0] + weighted[0] / (3.0 * area),
        corners[0, 1] + weighted[1] / (3.0 * area),
    )


@formula
def _shared_face(mine: Feature, theirs: Feature) -> Triple:
    """The middle of what two faces share, on ``theirs`` (Sutherland and Hodgman's clipping)."""
    middle, x, y = theirs
    sizes = (length(x), length(y))
    corners = np.empty((9, 2))
    clipped = np.empty((9, 2))
    for k in range(4):
        p = add_scaled(mine[0], mine[1], 1.0 if k == 0 or k == 3 else -1.0)
        off = subtract(add_scaled(p, mine[2], 1.0 if k < 2 else -1.0), middle)
        corners[k, 0] = dot(off, x) / sizes[0]
        corners[k, 1] = dot(off, y) / sizes[1]
    count = 4
    for side in range(4):
        i = side // 2
        sign = 1.0 if side % 2 == 0 else -1.0
        kept = 0
        for k in range(count):
            after = k + 1 if k + 1 < count else 0
            over = sign * corners[k, i] - sizes[i] - SEAM
            then = sign * corners[after, i] - sizes[i] - SEAM
            if over <= 0.0:
                clipped[kept, 0], clipped[kept, 1] = corners[k, 0], corners[k, 1]
                kept += 1
            if (over < 0.0 and then > 0.0) or (over > 0.0 and then < 0.0):
                t = over / (over - then)
                clipped[kept, 0] = corners[k, 0] + (corners[after, 0] - corners[k, 0]) * t
                clipped[kept, 1] = corners[k, 1] + (corners[after, 1] - corners[k, 1]) * t
                kept += 1
        corners, clipped = clipped, corners
        count = kept
    if count == 0:
        return _nearest(theirs, mine[0])
    s, t = _centroid(corners, count)
    s = clamp(s / sizes[0], -1.0, 1.0)
    t = clamp(t / sizes[1], -1.0, 1.0)
    return add_scaled(add_scaled(middle, x, s), y, t)


@formula
def shared_middle(mine: Feature, theirs: Feature) -> Triple:
    """The middle of what two touching features share, on ``theirs``."""
    u, v = mine[1], mine[2]
    middle, x, y = theirs
    none = (0.0, 0.0, 0.0)
    if u == none or x == none:
        return _nearest(theirs, mine[0])
    if v == none and y == none:
        start, end = subtract(mine[0], u), add_scaled(mine[0], u, 1.0)
        t, _ = between_segments(subtract(middle, x), add_scaled(middle, x, 1.0), start, end)
        return add_scaled(middle, x, 2.0 * t - 1.0)
    if v == none:
        return _nearest(theirs, _stretch(mine[0], u, theirs))
    if y == none:
        return _stretch(middle, x, mine)
    return _shared_face(mine, theirs)


@formula
def touching_point(
    kind: int,
    position: Triple,
    rotation: Quadruple,
    size: Triple,
    center: Triple,
    turn: Quadruple,
    half: Triple,
    normal: Triple,
) -> Triple:
    """The middle of where a box touches a shape whose outward normal there is ``normal``."""
    mine = box_feature(center, turn, half, negate(normal))
    if kind == PLANE:
        return add_scaled(mine[0], normal, -dot(subtract(mine[0], position), normal))
    if kind == BOX:
        return shared_middle(mine, box_feature(position, rotation, size, normal))
    middle = add_scaled(position, normal, size[0])
    edge = (0.0, 0.0, 0.0)
    if kind == CAPSULE:
        edge = scale(q_up(rotation), size[1])
        toward = dot(q_up(rotation), normal)
        if abs(toward) > LEVEL:
            middle = add_scaled(middle, edge, 1.0 if toward > 0.0 else -1.0)
            edge = (0.0, 0.0, 0.0)
    return shared_middle(mine, (middle, edge, (0.0, 0.0, 0.0)))
