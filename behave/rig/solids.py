"""The colliders around one agent, as the rig's kernels see them.

``solids`` is a tuple of arrays ``(shape, position, rotation, size, fields, heights)`` as in
``world.colliders.Colliders`` and those of its grid (``solids_of``); ``near[:count]`` are the
colliders to look at.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import Triple, distance
from behave.kernel.jit import FLAGS_IN, FLOATS_IN, INTEGER_ROWS_IN, INTEGERS_IN, ROWS_IN, together
from behave.rig.formula import formula
from behave.rig.forward import quadruple, triple
from behave.world.colliders import Colliders
from behave.world.field import Field, field_of
from behave.world.field_ray import field_upright
from behave.world.field_segment import field_segment
from behave.world.grid import GRID, nearby
from behave.world.shapes import HEIGHTFIELD, bounding_radius, ray_hit, segment_closest

SOLIDS = together(INTEGERS_IN, ROWS_IN, ROWS_IN, ROWS_IN, INTEGER_ROWS_IN, FLOATS_IN, GRID)
ALIVE = FLAGS_IN
NOTHING = -1e9  # height of the ground where there is none


def solids_of(colliders: Colliders) -> tuple[Any, ...]:
    """The arrays of all colliders, as ``SOLIDS``."""
    return (
        colliders.shape,
        colliders.position,
        colliders.rotation,
        colliders.size,
        colliders.fields,
        colliders.heights,
        colliders.grid.arrays,
    )


@formula
def field(solids: Any, c: int) -> Field:
    """The height field of collider ``c``."""
    return field_of(solids[4], c, triple(solids[1][c], 0), triple(solids[3][c], 0))


@formula
def hit_below(solids: Any, c: int, top: Triple) -> tuple[float, Triple, Triple, bool]:
    """What a ray straight down from ``top`` finds of collider ``c``, as ``shapes.ray_hit``."""
    if solids[0][c] == HEIGHTFIELD:
        return field_upright(solids[5], field(solids, c), top, (0.0, -1.0, 0.0))
    return ray_hit(
        solids[0][c],
        triple(solids[1][c], 0),
        quadruple(solids[2][c], 0),
        triple(solids[3][c], 0),
        top,
        (0.0, -1.0, 0.0),
    )


@formula
def gather(
    solids: Any, alive: Any, owner: Any, agent: int, center: Triple, reach: float, near: Any
) -> int:
    """Fill ``near`` with the living colliders within ``reach`` of ``center``; returns how many.

    The agent's own colliders are left out.
    """
    listed = nearby(solids[6], center, reach, near)
    count = 0
    for k in range(alive.shape[0] if listed < 0 else listed):
        c = k if listed < 0 else near[k]
        if not alive[c] or owner[c] == agent:
            continue
        size = triple(solids[3][c], 0)
        bound = bounding_radius(solids[0][c], size)
        if distance(triple(solids[1][c], 0), center) <= bound + reach:
            near[count] = c
            count += 1
    return count


@formula
def capsule_gap(
    solids: Any, c: int, foot: Triple, radius: float, height: float
) -> tuple[Triple, Triple, float]:
    """``(contact point on the collider, outward normal, gap)`` of an upright capsule.

    ``foot`` is the capsule's lowest point; a negative gap is a penetration.
    """
    low = (foot[0], foot[1] + radius, foot[2])
    high = (foot[0], foot[1] + max(height - radius, radius), foot[2])
    if solids[0][c] == HEIGHTFIELD:
        _, point, normal, gap = field_segment(solids[5], field(solids, c), low, high)
        return point, normal, gap - radius
    _, point, normal, gap = segment_closest(
        solids[0][c],
        triple(solids[1][c], 0),
        quadruple(solids[2][c], 0),
        triple(solids[3][c], 0),
        low,
        high,
    )
    return point, normal, gap - radius


@formula
def deepest(
    solids: Any, near: Any, count: int, foot: Triple, radius: float, height: float
) -> tuple[float, Triple, Triple]:
    """``(gap, contact point, normal)`` of the collider an upright capsule is deepest in."""
    lowest = math.inf
    point = foot
    normal = (0.0, 1.0, 0.0)
    for k in range(count):
        p, n, gap = capsule_gap(solids, near[k], foot, radius, height)
        if gap < lowest:
            lowest = gap
            point = p
            normal = n
    return lowest, point, normal


@formula
def ground_below(
    solids: Any, near: Any, count: int, top: Triple, depth: float
) -> tuple[float, float]:
    """``(height, y of its normal)`` of the first surface straight below ``top``.

    ``NOTHING`` where there is none within ``depth``; the normal's y is -1 where ``top`` lies
    inside a collider.
    """
    best = depth
    height = NOTHING
    rise = 1.0
    for k in range(count):
        c = near[k]
        t, _, normal, inside = hit_below(solids, c, top)
        if inside:
            return top[1], -1.0
        if t >= 0.0 and t <= best:
            best = t
            height = top[1] - t
            rise = normal[1]
    return height, rise
