"""Targets that no action wrote this tick move and turn with the body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.rig.options import Floats
from behave.rig.pose import Indices


@dataclass(frozen=True, eq=False)
class Carried:
    """Columns of P target points int64[P, 3], of Q rotations int64[Q, 4], and of the words that
    pin them in the world, int64[P] and int64[Q]."""

    points: Indices
    point_pins: Indices
    turns: Indices
    turn_pins: Indices


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


def carry(carried: Carried, rows: Floats, before: Floats, after: Floats) -> None:
    """Take what is not pinned along from the frame ``before`` to the one ``after``, f8[N, 7].

    Every pin is used up. Where the frame neither moved nor turned nothing changes, bit for bit.
    """
    moved = np.any(after != before, axis=1) & np.isfinite(before).all(axis=1)
    free_points = moved[:, None] & (rows[:, carried.point_pins] == 0.0)
    free_turns = moved[:, None] & (rows[:, carried.turn_pins] == 0.0)
    rows[:, carried.point_pins] = 0.0
    rows[:, carried.turn_pins] = 0.0
    if not (free_points.any() or free_turns.any()):
        return
    change = multiply(after[:, 3:], before[:, 3:] * np.array([-1.0, -1.0, -1.0, 1.0]))
    points = rows[:, carried.points]
    agent, place = np.nonzero(free_points & np.isfinite(points).all(axis=2))
    rows[agent[:, None], carried.points[place]] = after[agent, :3] + rotate(
        change[agent], points[agent, place] - before[agent, :3]
    )
    turns = rows[:, carried.turns]
    agent, place = np.nonzero(free_turns & np.isfinite(turns).all(axis=2))
    rows[agent[:, None], carried.turns[place]] = multiply(change[agent], turns[agent, place])


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
