"""Sensors answered by kernels alone: every agent that asks, its answer put where it is read.

``to`` int64[10] are the lane words of a reading: whether there is one, which collider is held (-1
for none), then of the collider, the point, the normal and the distance, -1 for a field there is
none of. ``cleared`` and ``rests`` are the words of the fields and what an absent one holds.
"""

from __future__ import annotations

import math
from typing import Any

from behave.crowd.kernels import REST, SHIFT, column3
from behave.kernel.compiled import Triple
from behave.kernel.formula import formula
from behave.kernel.jit import (
    BLOCK_IN,
    BLOCK_OUT,
    FLAG_BLOCK_IN,
    FLAGS_IN,
    FLOATS_IN,
    INTEGERS_IN,
    INTEGERS_OUT,
    SHORTS_IN,
    int64,
    kernel,
    void,
)
from behave.world.grid import GRID
from behave.world.kernels import COLLIDERS, first_hit
from behave.world.rows import quadruple, triple
from behave.world.shapes import HEIGHTFIELD, point_closest

Array = Any

EXISTS, HELD, COLLIDER, POINT, NORMAL, DISTANCE = 0, 1, 2, 3, 6, 9


@formula
def put_answer(
    lanes: Array,
    i: int,
    to: Array,
    cleared: Array,
    rests: Array,
    collider: int,
    point: Triple,
    normal: Triple,
    distance: float,
) -> None:
    """Write one agent's reading; it is absent where nothing was found."""
    pack, lane = i >> SHIFT, i & REST
    if collider >= 0 and distance < math.inf:
        found = (point[0], point[1], point[2], normal[0], normal[1], normal[2])
        if to[COLLIDER] >= 0:
            lanes[pack, to[COLLIDER], lane] = float(collider)
        for k in range(6):
            if to[POINT + k] >= 0:
                lanes[pack, to[POINT + k], lane] = found[k]
        if to[DISTANCE] >= 0:
            lanes[pack, to[DISTANCE], lane] = distance
        lanes[pack, to[EXISTS], lane] = 1.0
    elif lanes[pack, to[EXISTS], lane] != 0.0:
        for k in range(cleared.shape[0]):
            lanes[pack, cleared[k], lane] = rests[k]
        lanes[pack, to[EXISTS], lane] = 0.0
        if to[HELD] >= 0:
            lanes[pack, to[HELD], lane] = -1.0


@formula
def is_listed(found: Array, start: int, end: int, which: int) -> bool:
    """Whether a collider is in a part of a list."""
    for k in range(start, end):  # noqa: SIM110  (kernels know no generators)
        if found[k] == which:
            return True
    return False


@formula
def tracked(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    alive: Array,
    start: Triple,
    before: int,
    repeat: bool,
    fits: Array,
    old: Array,
    old_first: int,
    old_last: int,
    found: Array,
    first: int,
    last: int,
) -> tuple[int, Triple, Triple, float]:
    """``(collider, point, normal, distance)`` of what one agent tracks; as ``track.track``.

    ``before`` is what it tracked, -1 for none; the lists are parts of ``old`` and ``found``.
    """
    kept = -1
    if (
        before >= 0
        and is_listed(found, first, last, before)
        and fits[layer[before] if layer[before] >= 0 else fits.shape[0] - 1]
        and alive[before]
    ):
        kept = before
    collider = -1
    best = math.inf
    point = (0.0, 0.0, 0.0)
    normal = (0.0, 0.0, 0.0)
    for place in range(first, last):
        c = found[place]
        if kept >= 0:
            if c != kept:
                continue
        elif not fits[layer[c] if layer[c] >= 0 else fits.shape[0] - 1] or (
            not repeat and is_listed(old, old_first, old_last, c)
        ):
            continue
        if shape[c] == HEIGHTFIELD or not alive[c]:
            continue
        p, n, gap = point_closest(
            shape[c], triple(position, c), quadruple(rotation, c), triple(size, c), start
        )
        if gap < best or (gap == best and collider < 0):
            best = gap
            collider = c
            point = p
            normal = n
    return collider, point, normal, best


@kernel(
    void(
        *COLLIDERS,
        *(BLOCK_OUT, BLOCK_IN, int64, int64, FLAG_BLOCK_IN, int64, int64),
        *(FLAGS_IN, SHORTS_IN, SHORTS_IN, SHORTS_IN, SHORTS_IN),
        *(INTEGERS_IN, INTEGERS_IN, FLOATS_IN),
    )
)
def track_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    lanes: Array,
    asked: Array,
    probe: int,
    again: int,
    ready: Array,
    flag: int,
    count: int,
    fits: Array,
    old_starts: Array,
    old: Array,
    starts: Array,
    found: Array,
    to: Array,
    cleared: Array,
    rests: Array,
) -> None:
    """What the agents track that ask, by flag ``flag`` of ``ready``.

    ``probe`` and ``again`` (-1: always) are columns of ``asked``; the lists are those of the
    sensor's zone, last tick and now.
    """
    for i in range(count):
        pack, lane = i >> SHIFT, i & REST
        if not ready[pack, flag, lane]:
            continue
        before = -1
        if lanes[pack, to[EXISTS], lane] != 0.0:
            before = int(lanes[pack, to[HELD], lane])
        repeat = again < 0 or asked[pack, max(again, 0), lane] != 0.0
        collider, point, normal, distance = tracked(
            shape,
            position,
            rotation,
            size,
            layer,
            alive,
            column3(asked, probe, i),
            before,
            repeat,
            fits,
            old,
            old_starts[i],
            old_starts[i + 1],
            found,
            starts[i],
            starts[i + 1],
        )
        put_answer(lanes, i, to, cleared, rests, collider, point, normal, distance)


@kernel(
    void(
        *COLLIDERS,
        GRID,
        *(BLOCK_OUT, BLOCK_IN, int64, int64, int64, FLAG_BLOCK_IN, int64, int64),
        *(int64, INTEGERS_IN, INTEGERS_OUT, INTEGERS_IN, INTEGERS_IN, FLOATS_IN),
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
    lanes: Array,
    asked: Array,
    origin: int,
    along: int,
    length: int,
    ready: Array,
    flag: int,
    count: int,
    layers: int,
    agents: Array,
    near: Array,
    to: Array,
    cleared: Array,
    rests: Array,
) -> None:
    """What the rays of the agents hit that ask, by flag ``flag`` of ``ready``.

    ``origin``, ``along`` and ``length`` are columns of ``asked``.
    """
    for i in range(count):
        if not ready[i >> SHIFT, flag, i & REST]:
            continue
        collider, distance, point, normal, _ = first_hit(
            shape,
            position,
            rotation,
            size,
            layer,
            owner,
            alive,
            grid,
            column3(asked, origin, i),
            column3(asked, along, i),
            asked[i >> SHIFT, length, i & REST],
            layers,
            agents[i],
            near,
        )
        put_answer(lanes, i, to, cleared, rests, collider, point, normal, distance)
