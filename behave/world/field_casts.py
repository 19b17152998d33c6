"""The compiled kernel of the height fields behind ``casts``; run as those of ``field_kernels``."""

from __future__ import annotations

from typing import Any

from behave.kernel.compiled import add_scaled, is_finite, normalize
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
from behave.world.cast_kernels import MOST_RETRIES, is_shape
from behave.world.field import field_of
from behave.world.field_box import field_box
from behave.world.field_kernels import FIELDS
from behave.world.field_sphere import field_sphere
from behave.world.kernels import COLLIDERS
from behave.world.rows import quadruple, sees, triple, write
from behave.world.shapes import BOX, HEIGHTFIELD

Array = Any


@kernel(
    void(
        *COLLIDERS,
        *FIELDS,
        int64,
        *(ROWS_IN, ROWS_IN, ROWS_IN, ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN),
        *(INTEGERS_IN, ROWS_IN),
        *(INTEGERS_OUT, FLOATS_OUT, ROWS_OUT, ROWS_OUT, FLAGS_OUT, INTEGERS_OUT, ROWS_OUT),
    )
)
def cast_fields(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    fields: Array,
    heights: Array,
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
    """The first field in the way of each moving BOX or SPHERE, where an earlier cast meets it
    than the one that hit, or the same one meets it first."""
    for i in range(origin.shape[0]):
        half = triple(sizes, i)
        turn = quadruple(turns, i)
        along = normalize(triple(direction, i), (0.0, 0.0, 0.0))
        nowhere = along == (0.0, 0.0, 0.0) or not reach[i] > 0.0
        if nowhere or not is_shape(moving, half, turn):
            continue
        last = max(0, min(retry[i], MOST_RETRIES))
        if collider[i] >= 0:
            last = min(last, tries[i])
        for k in range(last + 1):
            start = triple(origin, i)
            if k > 0:
                start = add_scaled(start, triple(step, i), float(k))
            if not is_finite(start):
                continue
            same = collider[i] >= 0 and k == tries[i]
            best = min(distance[i], reach[i]) if same else reach[i]
            found = collider[i] if same else -1
            for c in range(shape.shape[0]):
                if shape[c] != HEIGHTFIELD:
                    continue
                if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                    continue
                ground = field_of(fields, c, triple(position, c), triple(size, c))
                if moving == BOX:
                    t, p, n, within = field_box(heights, ground, start, turn, half, along, best)
                else:
                    t, p, n, within = field_sphere(heights, ground, start, half[0], along, best)
                if t >= 0.0 and (t < best or (t == best and (found < 0 or c < found))):
                    best = t
                    found = c
                    collider[i] = c
                    distance[i] = t
                    inside[i] = within
                    tries[i] = k
                    write(point, i, p)
                    write(normal, i, n)
                    write(started, i, start)
            if found >= 0:
                break
