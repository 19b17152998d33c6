"""Targets that no action wrote this tick move and turn with the root."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.rig.options import Floats
from behave.rig.pose import Indices


@dataclass(frozen=True, eq=False)
class Carried:
    """Offsets of target points and rotations, and of the words that pin them in the world."""

    points: Indices
    point_pins: Indices
    turns: Indices
    turn_pins: Indices


def heading_rotation(heading: Floats) -> Floats:
    """Rotations about +y, f8[N, 4], from headings f8[N]."""
    turn = np.zeros((len(heading), 4))
    turn[:, 1] = np.sin(0.5 * heading)
    turn[:, 3] = np.cos(0.5 * heading)
    return turn


def carry(carried: Carried, rows: Floats, before: Floats, position: int, turn: int) -> None:
    """Take what is not pinned along from the root ``before`` f8[N, 7] to the one in the rows.

    Every pin is used up. Where the root neither moved nor turned nothing changes, bit for bit.
    """
    now = rows[:, turn : turn + 4].copy()
    here = rows[:, position : position + 3].copy()
    change = multiply(now, before[:, 3:] * np.array([-1.0, -1.0, -1.0, 1.0]))
    moved = np.any(here != before[:, :3], axis=1) | np.any(now != before[:, 3:], axis=1)
    for offset, pin in zip(carried.points, carried.point_pins, strict=True):
        point = rows[:, offset : offset + 3]
        free = moved & (rows[:, pin] == 0.0) & np.all(np.isfinite(point), axis=1)
        point[free] = here[free] + rotate(change[free], point[free] - before[free, :3])
        rows[:, pin] = 0.0
    for offset, pin in zip(carried.turns, carried.turn_pins, strict=True):
        goal = rows[:, offset : offset + 4]
        free = moved & (rows[:, pin] == 0.0) & np.all(np.isfinite(goal), axis=1)
        goal[free] = multiply(change[free], goal[free])
        rows[:, pin] = 0.0


def multiply(a: Floats, b: Floats) -> Floats:
    """Products of rotations, f8[N, 4]: turn by ``b`` first, then by ``a``; at length 1."""
    u, v = a[:, :3], b[:, :3]
    s, t = a[:, 3:], b[:, 3:]
    xyz = s * v + t * u + np.cross(u, v)
    w = s * t - np.sum(u * v, axis=1, keepdims=True)
    product = np.concatenate((xyz, w), axis=1)
    size = np.linalg.norm(product, axis=1, keepdims=True)
    return np.where(size > 0.0, product / np.where(size > 0.0, size, 1.0), (0.0, 0.0, 0.0, 1.0))


def rotate(q: Floats, v: Floats) -> Floats:
    """Vectors f8[N, 3] turned by rotations f8[N, 4]."""
    u = q[:, :3]
    t = 2.0 * np.cross(u, v)
    return v + q[:, 3:] * t + np.cross(u, t)
