"""The compiled kernels behind ``casts``: N moving shapes against C colliders.

They take what the kernels of ``kernels`` take and pass over the same colliders; the sphere
around each collider, grown by the one around what moves, comes first and never changes an
answer. Ties go to the collider declared first. Height fields are left to ``field_casts``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    is_finite,
    normalize,
)
from behave.kernel.formula import formula
from behave.kernel.jit import (
    FLAGS_OUT,
    FLOATS_IN,
    FLOATS_OUT,
    INTEGERS_IN,
    INTEGERS_OUT,
    ROWS_IN,
    ROWS_OUT,
    int64,
    kernel,
    void,
)
from behave.world.grid import GRID, nearby
from behave.world.kernels import COLLIDERS
from behave.world.rows import quadruple, ray_passes, sees, triple, write
from behave.world.shapes import BOX, HEIGHTFIELD, SPHERE, bounding_radius
from behave.world.sweep import box_sweep, sphere_sweep

Array = Any

MOST_RETRIES = 1000  # further casts after the first


@formula
def is_shape(moving: int, half: Triple, turn: Quadruple) -> bool:
    """Whether the sizes are finite and not negative, and the rotation is one."""
    if not is_finite(half) or half[0] < 0.0:
        return False
    if moving == SPHERE:
        return True
    spin = abs(turn[0]) + abs(turn[1]) + abs(turn[2]) + abs(turn[3])
    return half[1] >= 0.0 and half[2] >= 0.0 and spin > 0.0 and spin < math.inf


@kernel(
    void(
        *COLLIDERS,
        GRID,
        int64,
        *(ROWS_IN, ROWS_IN, ROWS_IN, ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN),
        *(INTEGERS_IN, ROWS_IN),
        *(INTEGERS_OUT, FLOATS_OUT, ROWS_OUT, ROWS_OUT, FLAGS_OUT, INTEGERS_OUT, ROWS_OUT),
    )
)
def cast_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    moving: int,
    origin: Array,
    turns: Array,
    sizes: Array,
    direction: Array,
    reach: Array,
    layers: Array,
    asker: Array,
    retry: Array,
    step: Array,
    collider: Array,
    distance: Array,
    point: Array,
    normal: Array,
    inside: Array,
    tries: Array,
    started: Array,
) -> None:
    """The first collider in the way of each moving BOX or SPHERE; see ``casts``."""
    near = np.empty(shape.shape[0] if grid[0].shape[0] > 0 else 0, np.int64)
    for i in range(origin.shape[0]):
        collider[i] = -1
        distance[i] = math.inf
        more = max(0, min(retry[i], MOST_RETRIES))
        tries[i] = more
        half = triple(sizes, i)
        turn = quadruple(turns, i)
        along = normalize(triple(direction, i), (0.0, 0.0, 0.0))
        nowhere = along == (0.0, 0.0, 0.0) or not reach[i] > 0.0
        nothing = nowhere or not is_shape(moving, half, turn)
        around = bounding_radius(moving, half)
        for k in range(more + 1):
            start = triple(origin, i)
            if k > 0:
                start = add_scaled(start, triple(step, i), float(k))
            write(started, i, start)
            if nothing or not is_finite(start):
                continue
            best = reach[i]
            middle = add_scaled(start, along, 0.5 * best)
            count = nearby(grid, middle, 0.5 * best + around, near)
            for n in range(shape.shape[0] if count < 0 else count):
                c = n if count < 0 else near[n]
                if shape[c] == HEIGHTFIELD:
                    continue
                if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                    continue
                center = triple(position, c)
                facing = quadruple(rotation, c)
                extent = triple(size, c)
                bound = around + bounding_radius(shape[c], extent)
                if ray_passes(start, along, best, center, bound):
                    continue
                if moving == BOX:
                    t, p, out, within = box_sweep(
                        shape[c], center, facing, extent, start, turn, half, along
                    )
                else:
                    t, p, out, within = sphere_sweep(
                        shape[c], center, facing, extent, start, half[0], along
                    )
                if t >= 0.0 and (t < best or (t == best and collider[i] < 0)):
                    best = t
                    collider[i] = c
                    distance[i] = t
                    inside[i] = within
                    write(point, i, p)
                    write(normal, i, out)
            if collider[i] >= 0:
                tries[i] = k
                break
