"""An upright capsule among colliders: pushed out, lifted over edges, set down on the ground."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import Triple, add_scaled, dot
from behave.rig.formula import formula
from behave.rig.solids import NOTHING, capsule_gap, deepest, ground_below

TOUCHING = 1e-9  # m: a gap above minus this is no penetration
STUCK = 1e-4  # m: what may be left after pushing out; more undoes the move
PUSHES = 12
INSIDE = 0.02  # m: how far behind an edge its top is looked for
WALL = 0.05  # contacts whose normal rises less are beside the capsule, not below it


@formula
def edge_lift(
    solids: Any,
    near: Any,
    count: int,
    foot: Triple,
    radius: float,
    point: Triple,
    normal: Triple,
    step: float,
    level: float,
) -> float:
    """How far to lift a capsule that touches an edge at ``point`` to roll onto it; -1: it may not.

    It may where the thing's top, just behind the edge, is at most ``step`` above the foot and
    flat enough to walk on (``level`` is the least y of its normal).
    """
    flat = math.sqrt(normal[0] * normal[0] + normal[2] * normal[2])
    if point[1] - foot[1] > step or not flat > 0.0:
        return -1.0
    x = point[0] - normal[0] / flat * INSIDE
    z = point[2] - normal[2] / flat * INSIDE
    start = foot[1] + step + 1e-6
    top, rise = ground_below(solids, near, count, (x, start, z), step + 2e-6)
    if top == NOTHING or rise < level or top < point[1] - INSIDE:
        return -1.0
    dx = point[0] - foot[0]
    dz = point[2] - foot[2]
    over = radius * radius - dx * dx - dz * dz
    return max(top - foot[1] - radius + math.sqrt(max(over, 0.0)), 0.0)


@formula
def against(velocity: Triple, normal: Triple) -> Triple:
    """``velocity`` without what goes into a surface."""
    into = dot(velocity, normal)
    if into >= 0.0:
        return velocity
    return add_scaled(velocity, normal, -into)


@formula
def level_normal(normal: Triple) -> tuple[Triple, float]:
    """A normal laid flat, and how many times farther one moves along it to get clear."""
    flat = math.sqrt(normal[0] * normal[0] + normal[2] * normal[2])
    if flat < 0.05:
        return normal, 1.0
    return (normal[0] / flat, 0.0, normal[2] / flat), 1.0 / flat


@formula
def push_out(
    solids: Any,
    near: Any,
    count: int,
    foot: Triple,
    radius: float,
    height: float,
    step: float,
    level: float,
    standing: bool,
    velocity: Triple,
    goal: Triple,
) -> tuple[Triple, Triple, Triple, bool, bool]:
    """Free the capsule: ``(foot, velocity, goal, on ground, free)``.

    Standing, walls push level and ground straight up, so that slopes neither slow the walk nor
    let it slide; edges no higher than ``step`` are rolled over. In the air everything pushes
    along its normal. ``velocity`` and ``goal`` lose what goes into what was met.
    """
    on_ground = False
    for _ in range(PUSHES):
        gap, point, normal = deepest(solids, near, count, foot, radius, height)
        if gap >= -TOUCHING:
            return foot, velocity, goal, on_ground, True
        if normal[1] >= level:
            on_ground = on_ground or velocity[1] <= 0.0
            foot = (foot[0], foot[1] - gap / normal[1], foot[2])
            velocity = against(velocity, normal) if not standing else velocity
            continue
        if standing:
            lift = -1.0
            if normal[1] > -WALL:
                lift = edge_lift(solids, near, count, foot, radius, point, normal, step, level)
            if lift >= 0.0:
                foot = (foot[0], foot[1] + lift + TOUCHING, foot[2])
                on_ground = True
                continue
            flat, farther = level_normal(normal)
            foot = add_scaled(foot, flat, (TOUCHING - gap) * farther)
            velocity = against(velocity, flat)
            goal = against(goal, flat)
        else:
            foot = add_scaled(foot, normal, TOUCHING - gap)
            velocity = against(velocity, normal)
            flat, farther = level_normal(normal)
            if farther != 1.0 or normal[1] == 0.0:
                goal = against(goal, flat)
    gap, point, normal = deepest(solids, near, count, foot, radius, height)
    return foot, velocity, goal, on_ground, gap >= -STUCK


@formula
def set_down(
    solids: Any,
    near: Any,
    count: int,
    foot: Triple,
    radius: float,
    height: float,
    most: float,
    level: float,
) -> tuple[Triple, bool]:
    """Lower a standing capsule to the ground at most ``most`` below: ``(foot, found)``.

    By conservative advancement: it sinks by the smallest gap until it rests on something. It
    stands on what is flat enough, or while it rolls off an edge with such ground below.
    """
    sunk = 0.0
    for _ in range(32):
        here = (foot[0], foot[1] - sunk, foot[2])
        room = math.inf
        rise = 0.0
        for k in range(count):
            _, normal, gap = capsule_gap(solids, near[k], here, radius, height)
            if normal[1] > WALL and gap < room:
                room = gap
                rise = normal[1]
        if room <= 1e-7:
            if rise >= level:
                return here, True
            top = (here[0], here[1] + radius, here[2])
            below, slope = ground_below(solids, near, count, top, radius + most)
            return here, below != NOTHING and slope >= level
        if room + sunk > most:
            return foot, False
        sunk += room
    return (foot[0], foot[1] - sunk, foot[2]), True
