"""The compiled kernels behind ``queries`` and ``track``: N askers against C colliders.

Each takes the collider arrays (``Colliders``, without names), then the askers' arrays, then the
arrays to fill. A collider is passed over when it is not alive, when the asker owns it, or when
its layer's bit is not in the asker's mask (a mask of -1 sees every layer and none). Cheap
bounds by the sphere around each collider come first; they never change an answer. Ties go to
the collider declared first. Height fields are left to ``field_kernels``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from behave.kernel.compiled import Triple, add_scaled, is_finite, length, normalize, subtract
from behave.kernel.formula import formula
from behave.kernel.jit import (
    FLAG_ROWS_IN,
    FLAG_ROWS_OUT,
    FLAGS_IN,
    FLAGS_OUT,
    FLOATS_IN,
    FLOATS_OUT,
    INTEGERS_IN,
    INTEGERS_OUT,
    ROWS_IN,
    ROWS_OUT,
    kernel,
    void,
)
from behave.world.grid import GRID, nearby
from behave.world.rows import SLACK, quadruple, ray_passes, sees, triple, write
from behave.world.shapes import HEIGHTFIELD, bounding_radius, overlap, point_closest, ray_hit

Array = Any

COLLIDERS = (INTEGERS_IN, ROWS_IN, ROWS_IN, ROWS_IN, INTEGERS_IN, INTEGERS_IN, FLAGS_IN)


@formula
def first_hit(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    start: Triple,
    way: Triple,
    reach: float,
    layers: int,
    asker: int,
    near: Array,
) -> tuple[int, float, Triple, Triple, bool]:
    """``(collider, distance, point, normal, inside)`` of the first collider along one ray.

    -1 and infinity for none; ``near`` int64 has room for every collider where there is a grid.
    """
    collider = -1
    best = reach
    point = (0.0, 0.0, 0.0)
    normal = (0.0, 0.0, 0.0)
    inside = False
    along = normalize(way, (0.0, 0.0, 0.0))
    if along == (0.0, 0.0, 0.0) or not best > 0.0 or not is_finite(start):
        return -1, math.inf, point, normal, inside
    middle = add_scaled(start, along, 0.5 * best)
    count = nearby(grid, middle, 0.5 * best, near)
    for k in range(shape.shape[0] if count < 0 else count):
        c = k if count < 0 else near[k]
        if shape[c] == HEIGHTFIELD:
            continue
        if not sees(layer[c], owner[c], alive[c], layers, asker):
            continue
        center = triple(position, c)
        extent = triple(size, c)
        if ray_passes(start, along, best, center, bounding_radius(shape[c], extent)):
            continue
        t, p, n, within = ray_hit(shape[c], center, quadruple(rotation, c), extent, start, along)
        if t >= 0.0 and (t < best or (t == best and collider < 0)):
            best = t
            collider = c
            point = p
            normal = n
            inside = within
    return collider, (best if collider >= 0 else math.inf), point, normal, inside


@kernel(
    void(
        *COLLIDERS,
        GRID,
        *(ROWS_IN, ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN),
        *(INTEGERS_OUT, FLOATS_OUT, ROWS_OUT, ROWS_OUT, FLAGS_OUT),
    )
)
def ray_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    origin: Array,
    direction: Array,
    reach: Array,
    layers: Array,
    asker: Array,
    collider: Array,
    distance: Array,
    point: Array,
    normal: Array,
    inside: Array,
) -> None:
    """The first collider along each ray; see ``queries.ray``."""
    near = np.empty(shape.shape[0] if grid[0].shape[0] > 0 else 0, np.int64)
    for i in range(origin.shape[0]):
        found, t, p, n, within = first_hit(
            shape,
            position,
            rotation,
            size,
            layer,
            owner,
            alive,
            grid,
            triple(origin, i),
            triple(direction, i),
            reach[i],
            layers[i],
            asker[i],
            near,
        )
        collider[i] = found
        distance[i] = t
        if found >= 0:
            inside[i] = within
            write(point, i, p)
            write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        *(INTEGERS_IN, ROWS_IN),
        *(ROWS_OUT, ROWS_OUT, FLOATS_OUT, FLAGS_OUT),
    )
)
def closest_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    index: Array,
    probe: Array,
    point: Array,
    normal: Array,
    distance: Array,
    inside: Array,
) -> None:
    """The closest point of one given collider for each asker; see ``queries.closest``."""
    for i in range(index.shape[0]):
        c = index[i]
        distance[i] = math.inf
        if c < 0 or c >= shape.shape[0]:
            continue
        start = triple(probe, i)
        if not alive[c] or shape[c] == HEIGHTFIELD or not is_finite(start):
            continue
        p, n, gap = point_closest(
            shape[c], triple(position, c), quadruple(rotation, c), triple(size, c), start
        )
        distance[i] = gap
        inside[i] = gap < 0.0
        write(point, i, p)
        write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        GRID,
        *(ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN, INTEGERS_IN, FLAG_ROWS_IN),
        *(INTEGERS_OUT, ROWS_OUT, ROWS_OUT, FLOATS_OUT, FLAGS_OUT),
    )
)
def nearest_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    probe: Array,
    within: Array,
    layers: Array,
    asker: Array,
    current: Array,
    eligible: Array,
    collider: Array,
    point: Array,
    normal: Array,
    distance: Array,
    inside: Array,
) -> None:
    """The collider with the nearest surface, inside counting as negative.

    ``current[i]`` >= 0 is kept without looking further. ``eligible`` bool[N, C] narrows the
    choice; with no columns every collider is eligible. See ``queries.nearest``, ``track``.
    """
    narrowed = eligible.shape[1] > 0
    near = np.empty(shape.shape[0] if grid[0].shape[0] > 0 else 0, np.int64)
    for i in range(probe.shape[0]):
        collider[i] = -1
        distance[i] = math.inf
        start = triple(probe, i)
        best = within[i]
        if not is_finite(start):
            continue
        count = -1 if current[i] >= 0 else nearby(grid, start, best, near)
        for k in range(shape.shape[0] if count < 0 else count):
            c = k if count < 0 else near[k]
            if shape[c] == HEIGHTFIELD:
                continue
            if current[i] >= 0:
                if c != current[i] or not alive[c]:
                    continue
            else:
                if narrowed and not eligible[i, c]:
                    continue
                if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                    continue
            center = triple(position, c)
            extent = triple(size, c)
            away = length(subtract(start, center))
            bound = bounding_radius(shape[c], extent)
            if away - bound > best + SLACK * (away + bound):
                continue
            p, n, gap = point_closest(shape[c], center, quadruple(rotation, c), extent, start)
            if gap < best or (gap == best and collider[i] < 0):
                best = gap
                collider[i] = c
                distance[i] = gap
                inside[i] = gap < 0.0
                write(point, i, p)
                write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        GRID,
        *(INTEGERS_IN, ROWS_IN, ROWS_IN, ROWS_IN, INTEGERS_IN, INTEGERS_IN),
        FLAG_ROWS_OUT,
    )
)
def overlaps_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    zone: Array,
    zone_center: Array,
    zone_rotation: Array,
    zone_size: Array,
    layers: Array,
    asker: Array,
    touching: Array,
) -> None:
    """Which colliders each asker's zone meets; see ``queries.overlaps``."""
    near = np.empty(shape.shape[0] if grid[0].shape[0] > 0 else 0, np.int64)
    for i in range(zone.shape[0]):
        middle = triple(zone_center, i)
        turn = quadruple(zone_rotation, i)
        extent = triple(zone_size, i)
        reach = bounding_radius(zone[i], extent)
        count = nearby(grid, middle, reach, near)
        for k in range(shape.shape[0] if count < 0 else count):
            c = k if count < 0 else near[k]
            if shape[c] == HEIGHTFIELD:
                continue
            if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                continue
            center = triple(position, c)
            other = triple(size, c)
            away = length(subtract(middle, center))
            bound = bounding_radius(shape[c], other)
            if away > (reach + bound) * (1.0 + SLACK):
                continue
            touching[i, c] = overlap(
                zone[i], middle, turn, extent, shape[c], center, quadruple(rotation, c), other
            )
