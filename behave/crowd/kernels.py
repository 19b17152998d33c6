"""What a crowd does agent by agent beside machine code and the rig, compiled.

Lane words and the columns machine code leaves (``asked``, ``ready``) lie in packs
(``native.packs``). The colliders a zone meets are kept as lists: those of agent i are
``found[starts[i] : starts[i + 1]]``, in declared order.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import dot, subtract
from behave.kernel.formula import formula
from behave.kernel.jit import (
    BLOCK_IN,
    BLOCK_OUT,
    FLAG_BLOCK_IN,
    FLOATS_IN,
    INTEGER_ROWS_IN,
    INTEGERS_IN,
    INTEGERS_OUT,
    ROWS_IN,
    ROWS_OUT,
    SHORT_BLOCK_OUT,
    SHORTS_IN,
    SHORTS_OUT,
    int64,
    kernel,
    void,
)
from behave.native.packs import PACK
from behave.world.grid import GRID, rows_of, squares, to_rising
from behave.world.kernels import COLLIDERS
from behave.world.rows import SLACK, quadruple, sees, triple
from behave.world.shapes import HEIGHTFIELD, bounding_radius, overlap

Array = Any

SHIFT, REST = 3, PACK - 1
assert 1 << SHIFT == PACK  # agent i is agent i & REST of pack i >> SHIFT


@formula
def column3(asked: Array, column: int, i: int) -> tuple[float, float, float]:
    """Three columns of an agent."""
    p, n = i >> SHIFT, i & REST
    return (asked[p, column, n], asked[p, column + 1, n], asked[p, column + 2, n])


@kernel(
    void(
        *COLLIDERS,
        GRID,
        *(BLOCK_IN, int64, FLAG_BLOCK_IN, int64, int64, int64),
        *(INTEGERS_IN, int64, INTEGERS_OUT, SHORTS_OUT, SHORTS_OUT),
    )
)
def meeting_kernel(
    shape: Array,
    position: Array,
    rotation: Array,
    size: Array,
    layer: Array,
    owner: Array,
    alive: Array,
    grid: Any,
    asked: Array,
    column: int,
    ready: Array,
    flag: int,
    kind: int,
    layers: int,
    agents: Array,
    count: int,
    near: Array,
    starts: Array,
    found: Array,
) -> int:
    """The colliders each agent's zone meets; gives how many there are over all.

    The zone's centre, rotation and size are ten columns of ``asked``; without flag ``flag`` of
    ``ready`` there is none. Where ``found`` has no room for all, only ``starts`` is right. As
    ``queries.overlaps``.
    """
    squares_from, entries, large, _ = grid
    rows = rows_of(grid) if squares_from.shape[0] > 0 else 0
    many = 0
    starts[0] = 0
    for i in range(count):
        if not ready[i >> SHIFT, flag, i & REST]:
            starts[i + 1] = many
            continue
        middle = column3(asked, column, i)
        axis = column3(asked, column + 3, i)
        turn = (axis[0], axis[1], axis[2], asked[i >> SHIFT, column + 6, i & REST])
        extent = column3(asked, column + 7, i)
        reach = bounding_radius(kind, extent)
        west, east, south, north = squares(grid, middle, reach)
        every = west < 0
        first = many
        # The squares column by column, then those of none; or all colliders there are.
        for step in range(0 if every else west, 1 if every else east + 2):
            rest = every or step > east
            begin = 0 if rest else squares_from[step * rows + south]
            end = large.shape[0] if rest else squares_from[step * rows + north + 1]
            for k in range(begin, shape.shape[0] if every else end):
                c = k if every else (large[k] if rest else entries[k])
                if shape[c] == HEIGHTFIELD:
                    continue
                if not sees(layer[c], owner[c], alive[c], layers, agents[i]):
                    continue
                center = triple(position, c)
                other = triple(size, c)
                way = subtract(middle, center)
                most = (reach + bounding_radius(shape[c], other)) * (1.0 + SLACK)
                if dot(way, way) > most * most * (1.0 + SLACK):
                    continue
                if overlap(
                    kind, middle, turn, extent, shape[c], center, quadruple(rotation, c), other
                ):
                    if many < found.shape[0]:
                        found[many] = c
                    many += 1
        if many - first > 1 and many <= found.shape[0]:
            to_rising(found[first:], many - first)
        starts[i + 1] = many
    return many


@kernel(
    void(
        *(SHORTS_IN, SHORTS_IN, SHORTS_IN, SHORTS_IN),
        *(SHORT_BLOCK_OUT, int64, int64),
    )
)
def changes_kernel(
    old_starts: Array,
    old: Array,
    starts: Array,
    found: Array,
    counts: Array,
    first: int,
    count: int,
) -> None:
    """How many colliders came, stayed and left: rows ``first`` on of ``counts`` i4."""
    for i in range(count):
        a, b = old_starts[i], starts[i]
        came, stayed, left = 0, 0, 0
        while a < old_starts[i + 1] or b < starts[i + 1]:
            if b == starts[i + 1] or (a < old_starts[i + 1] and old[a] < found[b]):
                left += 1
                a += 1
            elif a == old_starts[i + 1] or found[b] < old[a]:
                came += 1
                b += 1
            else:
                stayed += 1
                a += 1
                b += 1
        counts[i >> SHIFT, first, i & REST] = came
        counts[i >> SHIFT, first + 1, i & REST] = stayed
        counts[i >> SHIFT, first + 2, i & REST] = left


@kernel(
    void(
        *(BLOCK_OUT, int64, int64, INTEGERS_IN, FLOATS_IN, INTEGERS_IN, INTEGERS_IN),
        *(INTEGERS_IN, INTEGERS_IN, FLOATS_IN, ROWS_IN),
    )
)
def answer_kernel(
    lanes: Array,
    exists: int,
    held: int,
    cleared: Array,
    rests: Array,
    targets: Array,
    columns: Array,
    agents: Array,
    collider: Array,
    distance: Array,
    values: Array,
) -> None:
    """Write the readings of one sensor, absent where it found nothing.

    ``cleared`` and ``rests`` are the lane words of the fields and what an absent one holds;
    ``targets`` the lane words that column ``columns`` of ``values`` f8[N,…] goes to.
    """
    for k in range(agents.shape[0]):
        pack, lane = agents[k] >> SHIFT, agents[k] & REST
        if collider[k] >= 0 and distance[k] < math.inf:
            for place in range(targets.shape[0]):
                lanes[pack, targets[place], lane] = values[k, columns[place]]
            lanes[pack, exists, lane] = 1.0
        elif lanes[pack, exists, lane] != 0.0:
            for place in range(cleared.shape[0]):
                lanes[pack, cleared[place], lane] = rests[place]
            lanes[pack, exists, lane] = 0.0
            if held >= 0:
                lanes[pack, held, lane] = -1.0


@kernel(void(BLOCK_OUT, int64, ROWS_IN, SHORTS_IN, int64))
def fill_kernel(asked: Array, first: int, table: Array, kinds: Array, count: int) -> None:
    """Columns ``first`` on of ``asked``: each agent's are its kind's row of ``table``, or the only
    one there is."""
    alike = table.shape[0] == 1
    for pack in range((count + REST) >> SHIFT):
        for k in range(table.shape[1]):
            for n in range(PACK):
                which = 0 if alike else kinds[min((pack << SHIFT) + n, count - 1)]
                asked[pack, first + k, n] = table[which, k]


@kernel(void(BLOCK_IN, ROWS_OUT, INTEGER_ROWS_IN, int64))
def down_kernel(lanes: Array, bodies: Array, pairs: Array, count: int) -> None:
    """Lane words to body words: ``pairs`` int64[P,2] names both."""
    for pack in range((count + REST) >> SHIFT):
        first = pack << SHIFT
        for k in range(pairs.shape[0]):
            lane, body = pairs[k, 0], pairs[k, 1]
            for n in range(min(PACK, count - first)):
                bodies[first + n, body] = lanes[pack, lane, n]


@kernel(void(BLOCK_OUT, ROWS_IN, INTEGER_ROWS_IN, int64))
def up_kernel(lanes: Array, bodies: Array, pairs: Array, count: int) -> None:
    """Body words to lane words."""
    for pack in range((count + REST) >> SHIFT):
        first = pack << SHIFT
        for k in range(pairs.shape[0]):
            lane, body = pairs[k, 0], pairs[k, 1]
            for n in range(min(PACK, count - first)):
                lanes[pack, lane, n] = bodies[first + n, body]
