"""Targets that no action wrote this tick move and turn with the body."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.kernel.compiled import Q_IDENTITY, Quadruple, Triple, is_finite
from behave.kernel.jit import INTEGER_ROWS_IN, INTEGERS_IN, ROWS_IN, ROWS_OUT, kernel, void
from behave.rig.formula import formula
from behave.rig.forward import put3, put4, quadruple, triple
from behave.rig.options import Floats
from behave.rig.pose import Indices


@dataclass(frozen=True, eq=False)
class Carried:
    """Where P target points and Q rotations lie, and the words that pin them in the world:
    int64[P, 2] and int64[Q, 2] of offsets."""

    points: Indices
    turns: Indices


def columns(offsets: Sequence[int] | Indices, width: int) -> Indices:
    """The columns of places of ``width`` words that start at ``offsets``, int64[P, width]."""
    starts = np.array(offsets, dtype=np.int64).reshape(-1, 1)
    return starts + np.arange(width, dtype=np.int64)


def heading_rotation(heading: Floats) -> Floats:
    """Rotations about +y, f8[N, 4], from headings f8[N]."""
    turn = np.zeros((len(heading), 4))
    turn[:, 1] = np.sin(0.5 * heading)
    turn[:, 3] = np.cos(0.5 * heading)
    return turn


@formula
def product(a: Quadruple, b: Quadruple) -> Quadruple:
    """Turn by ``b`` first, then by ``a``; at length 1. As ``multiply``, to the bit."""
    x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]
    y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0]
    z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3]
    w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]
    size = math.sqrt(x * x + y * y + z * z + w * w)
    if not size > 0.0:
        return Q_IDENTITY
    return (x / size, y / size, z / size, w / size)


@formula
def turned(q: Quadruple, v: Triple) -> Triple:
    """``v`` turned by ``q``. As ``rotate``, to the bit."""
    x = 2.0 * (q[1] * v[2] - q[2] * v[1])
    y = 2.0 * (q[2] * v[0] - q[0] * v[2])
    z = 2.0 * (q[0] * v[1] - q[1] * v[0])
    return (
        v[0] + q[3] * x + q[1] * z - q[2] * y,
        v[1] + q[3] * y + q[2] * x - q[0] * z,
        v[2] + q[3] * z + q[0] * y - q[1] * x,
    )


@formula
def is_rotation(q: Quadruple) -> bool:
    """Whether no component is infinite or NaN."""
    return is_finite((q[0], q[1], q[2])) and abs(q[3]) < math.inf


@formula
def carry_agent(
    row: Any,
    points: Any,
    turns: Any,
    place: Triple,
    turn: Quadruple,
    new_place: Triple,
    new_turn: Quadruple,
) -> None:
    """Take what is not pinned along from one frame to another, for one agent.

    Every pin is used up. Where the frame neither moved nor turned nothing changes, bit for bit.
    """
    moved = (place != new_place or turn != new_turn) and is_finite(place) and is_rotation(turn)
    change = Q_IDENTITY
    if moved:
        change = product(new_turn, (-turn[0], -turn[1], -turn[2], turn[3]))
    for k in range(points.shape[0]):
        at = points[k, 0]
        point = triple(row, at)
        if moved and row[points[k, 1]] == 0.0 and is_finite(point):
            way = turned(change, (point[0] - place[0], point[1] - place[1], point[2] - place[2]))
            put3(row, at, (new_place[0] + way[0], new_place[1] + way[1], new_place[2] + way[2]))
        row[points[k, 1]] = 0.0
    for k in range(turns.shape[0]):
        at = turns[k, 0]
        goal = quadruple(row, at)
        if moved and row[turns[k, 1]] == 0.0 and is_rotation(goal):
            put4(row, at, product(change, goal))
        row[turns[k, 1]] = 0.0


@kernel(void(ROWS_OUT, INTEGER_ROWS_IN, INTEGER_ROWS_IN, ROWS_IN, INTEGERS_IN))
def carry(rows: Any, points: Any, turns: Any, before: Any, frame: Any) -> None:
    """Take what is not pinned along from the frame ``before`` f8[N, 7] to where it is now.

    ``points`` and ``turns`` are as in ``Carried``, ``frame`` int64[7] the frame's columns.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        carry_agent(
            row,
            points,
            turns,
            triple(before[i], 0),
            quadruple(before[i], 3),
            triple(row, frame[0]),
            quadruple(row, frame[3]),
        )


def multiply(a: Floats, b: Floats) -> Floats:
    """Products of rotations, f8[N, 4]: turn by ``b`` first, then by ``a``; at length 1."""
    ax, ay, az, aw = a.T
    bx, by, bz, bw = b.T
    product = np.stack(
        (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ),
        axis=1,
    )
    size = np.sqrt(np.sum(product * product, axis=1, keepdims=True))
    return np.where(size > 0.0, product / np.where(size > 0.0, size, 1.0), (0.0, 0.0, 0.0, 1.0))


def rotate(q: Floats, v: Floats) -> Floats:
    """Vectors f8[N, 3] turned by rotations f8[N, 4]: v + w t + u x t with t = 2 u x v."""
    ux, uy, uz, w = q.T
    x, y, z = v.T
    tx = 2.0 * (uy * z - uz * y)
    ty = 2.0 * (uz * x - ux * z)
    tz = 2.0 * (ux * y - uy * x)
    return np.stack(
        (
            x + w * tx + uy * tz - uz * ty,
            y + w * ty + uz * tx - ux * tz,
            z + w * tz + ux * ty - uy * tx,
        ),
        axis=1,
    )
