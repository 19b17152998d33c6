"""Where one moving shape first meets one that stands still, by kind.

Each gives ``(distance, point, normal, inside)``: the distance moved, -1 for a miss; the point
on the standing shape and its outward unit normal; whether the two overlapped from the start
(distance 0; the normal is the shortest way out and the point where they would touch, had the
moving one gone that way). ``d`` is a unit vector. Functions for kernels that also run as
plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    dot,
    negate,
    q_inverse,
    q_multiply,
    q_rotate,
    q_up,
    subtract,
)
from behave.kernel.formula import formula
from behave.world.box import box_segment
from behave.world.box_sweep import (
    SKIN,
    SLIDING,
    at_start,
    boxes_sweep,
    capsule_box_entry,
    rounded_box_entry,
)
from behave.world.segment import capsule_entry, sphere_entry
from behave.world.shapes import (
    BOX,
    PLANE,
    SPHERE,
    axis_ends,
    into,
    point_closest,
    ray_hit,
)
from behave.world.touching import touching_point

Met = tuple[float, Triple, Triple, bool]


@formula
def sphere_sweep(
    kind: int,
    position: Triple,
    rotation: Quadruple,
    size: Triple,
    o: Triple,
    radius: float,
    d: Triple,
) -> Met:
    """A moving sphere from ``o``; without a radius it is a ray."""
    point, normal, gap = point_closest(kind, position, rotation, size, o)
    gap -= radius
    if not abs(gap) < math.inf:
        return -1.0, point, normal, False
    slope = dot(d, normal)
    if radius == 0.0 and gap >= -SKIN:
        t, point, normal, _ = ray_hit(kind, position, rotation, size, o, d)
        if t == 0.0 and dot(d, normal) >= -SLIDING:
            t = -1.0
        return t, point, normal, False
    t = at_start(gap, slope)
    if t < math.inf:
        return t, point, normal, gap < -SKIN
    if kind == PLANE:
        t = gap / -slope
    elif kind == SPHERE:
        t = sphere_entry(subtract(o, position), d, size[0] + radius)
    else:
        local = into(position, rotation, o)
        along = q_rotate(q_inverse(rotation), d)
        if kind == BOX:
            t = rounded_box_entry(size, local, along, radius)
        else:
            t = capsule_entry(local, along, size[0] + radius, size[1])
    if t >= 0.0:
        at = add_scaled(o, d, t)
        point, normal, _ = point_closest(kind, position, rotation, size, at)
    return t, point, normal, False


@formula
def box_sweep(
    kind: int,
    position: Triple,
    rotation: Quadruple,
    size: Triple,
    o: Triple,
    turn: Quadruple,
    half: Triple,
    d: Triple,
) -> Met:
    """A moving box with its centre at ``o``, its rotation ``turn`` and ``half`` extents."""
    if kind == BOX:
        back = q_inverse(rotation)
        t, way, gap = boxes_sweep(
            size, half, into(position, rotation, o), q_multiply(back, turn), q_rotate(back, d)
        )
        normal = q_rotate(rotation, way)
    elif kind == PLANE:
        normal = q_up(rotation)
        way = q_rotate(q_inverse(turn), normal)
        reach = abs(way[0]) * half[0] + abs(way[1]) * half[1] + abs(way[2]) * half[2]
        gap = dot(subtract(o, position), normal) - reach
        slope = dot(d, normal)
        t = at_start(gap, slope)
        if t == math.inf:
            t = gap / -slope
    else:  # in the moving box's frame the round shape comes the other way
        a, b = axis_ends(kind, position, rotation, size)
        a, b = into(o, turn, a), into(o, turn, b)
        along = q_rotate(q_inverse(turn), negate(d))
        _, _, way, gap = box_segment(half, a, b)
        gap -= size[0]
        t = at_start(gap, dot(along, way))
        if t == math.inf:
            t = capsule_box_entry(half, a, b, along, size[0])
            _, _, way, _ = box_segment(half, add_scaled(a, along, t), add_scaled(b, along, t))
        normal = negate(q_rotate(turn, way))
    if t < 0.0 or not abs(gap) < math.inf:
        return -1.0, o, normal, False
    inside = gap < -SKIN
    at = add_scaled(o, normal, -gap) if inside else add_scaled(o, d, t)
    point = touching_point(kind, position, rotation, size, at, turn, half, normal)
    return t, point, normal, inside
