"""The compiled kernels of the height fields behind ``queries``.

They are run after those of ``kernels``, on the same arrays, where a world has fields at all, and
replace an answer where a field has a better one: so a world without pays nothing, not even their
compiling. The rules are the same; ties go to the collider declared first.
"""

from __future__ import annotations

from typing import Any

from behave.kernel.compiled import is_finite, normalize
from behave.kernel.jit import (
    FLAG_ROWS_IN,
    FLAG_ROWS_OUT,
    FLAGS_OUT,
    FLOATS_IN,
    FLOATS_OUT,
    INTEGER_ROWS_IN,
    INTEGERS_IN,
    INTEGERS_OUT,
    ROWS_IN,
    ROWS_OUT,
    kernel,
    void,
)
from behave.world.field import field_of
from behave.world.field_overlap import field_overlap
from behave.world.field_point import field_point, least_gap
from behave.world.field_ray import field_ray
from behave.world.kernels import COLLIDERS
from behave.world.rows import quadruple, sees, triple, write
from behave.world.shapes import HEIGHTFIELD

Array = Any

FIELDS = (INTEGER_ROWS_IN, FLOATS_IN)


@kernel(
    void(
        *COLLIDERS,
        *FIELDS,
        *(ROWS_IN, ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN),
        *(INTEGERS_OUT, FLOATS_OUT, ROWS_OUT, ROWS_OUT, FLAGS_OUT),
    )
)
def ray_fields(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    fields: Array,
    heights: Array,
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
    """The first field along each ray, where it comes before what was hit."""
    for i in range(origin.shape[0]):
        start = triple(origin, i)
        along = normalize(triple(direction, i), (0.0, 0.0, 0.0))
        if along == (0.0, 0.0, 0.0) or not reach[i] > 0.0 or not is_finite(start):
            continue
        best = min(distance[i], reach[i])
        for c in range(shape.shape[0]):
            if shape[c] != HEIGHTFIELD:
                continue
            if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                continue
            ground = field_of(fields, c, triple(position, c), triple(size, c))
            t, p, n, within = field_ray(heights, ground, start, along, best)
            if t >= 0.0 and (t < best or (t == best and (collider[i] < 0 or c < collider[i]))):
                best = t
                collider[i] = c
                distance[i] = t
                inside[i] = within
                write(point, i, p)
                write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        *FIELDS,
        *(INTEGERS_IN, ROWS_IN),
        *(ROWS_OUT, ROWS_OUT, FLOATS_OUT, FLAGS_OUT),
    )
)
def closest_fields(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    fields: Array,
    heights: Array,
    index: Array,
    probe: Array,
    point: Array,
    normal: Array,
    distance: Array,
    inside: Array,
) -> None:
    """The closest point for each asker whose given collider is a field."""
    for i in range(index.shape[0]):
        c = index[i]
        if c < 0 or c >= shape.shape[0]:
            continue
        start = triple(probe, i)
        if not alive[c] or shape[c] != HEIGHTFIELD or not is_finite(start):
            continue
        ground = field_of(fields, c, triple(position, c), triple(size, c))
        p, n, gap = field_point(heights, ground, start)
        distance[i] = gap
        inside[i] = gap < 0.0
        write(point, i, p)
        write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        *FIELDS,
        *(ROWS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN, INTEGERS_IN, FLAG_ROWS_IN),
        *(INTEGERS_OUT, ROWS_OUT, ROWS_OUT, FLOATS_OUT, FLAGS_OUT),
    )
)
def nearest_fields(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    fields: Array,
    heights: Array,
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
    """The field with the nearest surface, where it is nearer than what was found."""
    narrowed = eligible.shape[1] > 0
    for i in range(probe.shape[0]):
        start = triple(probe, i)
        if not is_finite(start):
            continue
        best = min(distance[i], within[i])
        for c in range(shape.shape[0]):
            if shape[c] != HEIGHTFIELD:
                continue
            if current[i] >= 0:
                if c != current[i] or not alive[c]:
                    continue
            else:
                if narrowed and not eligible[i, c]:
                    continue
                if not sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                    continue
            ground = field_of(fields, c, triple(position, c), triple(size, c))
            if least_gap(ground, start) > best:
                continue
            p, n, gap = field_point(heights, ground, start)
            if gap < best or (gap == best and (collider[i] < 0 or c < collider[i])):
                best = gap
                collider[i] = c
                distance[i] = gap
                inside[i] = gap < 0.0
                write(point, i, p)
                write(normal, i, n)


@kernel(
    void(
        *COLLIDERS,
        *FIELDS,
        *(INTEGERS_IN, ROWS_IN, ROWS_IN, ROWS_IN, INTEGERS_IN, INTEGERS_IN),
        FLAG_ROWS_OUT,
    )
)
def overlaps_fields(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    fields: Array,
    heights: Array,
    zone: Array,
    zone_center: Array,
    zone_rotation: Array,
    zone_size: Array,
    layers: Array,
    asker: Array,
    touching: Array,
) -> None:
    """Which fields each asker's zone meets."""
    for i in range(zone.shape[0]):
        middle = triple(zone_center, i)
        turn = quadruple(zone_rotation, i)
        extent = triple(zone_size, i)
        for c in range(shape.shape[0]):
            if shape[c] == HEIGHTFIELD and sees(layer[c], owner[c], alive[c], layers[i], asker[i]):
                ground = field_of(fields, c, triple(position, c), triple(size, c))
                touching[i, c] = field_overlap(heights, ground, zone[i], middle, turn, extent)
