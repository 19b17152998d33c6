"""Exact geometry of one shape, by kind: point, segment, ray and overlap.

A shape is ``kind, position, rotation, size``: position ``(x, y, z)``, rotation ``(x, y, z, w)``
unit, and size

    BOX      half extents along its own x, y, z
    SPHERE   (radius, 0, 0)
    CAPSULE  (radius, half length of the segment along its own y, 0)
    PLANE    unused; solid below, normal = its own +y

A HEIGHTFIELD needs its heights as well: the modules ``field…`` are its geometry.

Functions for kernels that also run as plain Python.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add,
    add_scaled,
    dot,
    is_finite,
    length,
    q_inverse,
    q_rotate,
    q_up,
    scale,
    subtract,
)
from behave.kernel.formula import formula
from behave.world.box import box_point, box_ray, box_segment, clip
from behave.world.box_overlap import boxes_overlap
from behave.world.segment import capsule_entry, round_point, round_segment, sphere_entry

BOX = 0
SPHERE = 1
CAPSULE = 2
PLANE = 3
HEIGHTFIELD = 4

SKIN = 1e-9  # metres: nearer the surface than this is on it


@formula
def into(position: Triple, rotation: Quadruple, p: Triple) -> Triple:
    """A world point in the shape's own frame."""
    return q_rotate(q_inverse(rotation), subtract(p, position))


@formula
def out_of(position: Triple, rotation: Quadruple, p: Triple) -> Triple:
    """A point of the shape's own frame in the world."""
    return add(position, q_rotate(rotation, p))


@formula
def axis_ends(
    kind: int, position: Triple, rotation: Quadruple, size: Triple
) -> tuple[Triple, Triple]:
    """The ends of a capsule's segment, bottom first; twice the centre for a sphere."""
    if kind == SPHERE:
        return position, position
    reach = scale(q_up(rotation), size[1])
    return subtract(position, reach), add(position, reach)


@formula
def bounding_radius(kind: int, size: Triple) -> float:
    """Radius around the position that holds the shape; infinite for a plane and a height field."""
    if kind == BOX:
        return length(size)
    if kind == SPHERE:
        return size[0]
    if kind == CAPSULE:
        return size[0] + size[1]
    return math.inf


@formula
def point_closest(
    kind: int, position: Triple, rotation: Quadruple, size: Triple, p: Triple
) -> tuple[Triple, Triple, float]:
    """``(closest surface point, outward normal, signed distance)`` of ``p``.

    From inside, the nearest surface point and its normal, so following the normal leaves by the
    shortest way. At the centre of a sphere that is world up, on the axis of a capsule its own
    +x, in a box the first nearest face in the order +x, -x, +y, -y, +z, -z.
    """
    if kind == BOX:
        closest, normal, gap = box_point(size, into(position, rotation, p))
        return out_of(position, rotation, closest), q_rotate(rotation, normal), gap
    if kind == PLANE:
        up = q_up(rotation)
        height = dot(subtract(p, position), up)
        return add_scaled(p, up, -height), up, height
    a, b = axis_ends(kind, position, rotation, size)
    fallback = (0.0, 1.0, 0.0)
    if kind == CAPSULE:
        fallback = q_rotate(rotation, (1.0, 0.0, 0.0))
    return round_point(a, b, size[0], p, fallback)


@formula
def segment_closest(
    kind: int, position: Triple, rotation: Quadruple, size: Triple, a: Triple, b: Triple
) -> tuple[float, Triple, Triple, float]:
    """``(t, closest surface point, outward normal, signed distance)`` of the segment a..b.

    The nearest point of the segment is ``a + (b - a) t``; for a capsule around the segment
    take its radius off the distance. Where segment and shape meet the distance is minus the
    shortest move, along the normal, that frees the whole segment. ``a == b`` is a point
    (any ``t`` is then right).
    """
    if kind == BOX:
        t, closest, normal, gap = box_segment(
            size, into(position, rotation, a), into(position, rotation, b)
        )
        return t, out_of(position, rotation, closest), q_rotate(rotation, normal), gap
    if kind == PLANE:
        up = q_up(rotation)
        first = dot(subtract(a, position), up)
        last = dot(subtract(b, position), up)
        t = 0.0 if first < last else (1.0 if last < first else 0.5)
        height = min(first, last)
        p = add_scaled(a, subtract(b, a), t)
        return t, add_scaled(p, up, -height), up, height
    start, end = axis_ends(kind, position, rotation, size)
    return round_segment(start, end, size[0], a, b)


@formula
def ray_hit(
    kind: int, position: Triple, rotation: Quadruple, size: Triple, o: Triple, d: Triple
) -> tuple[float, Triple, Triple, bool]:
    """``(distance, point, outward normal, inside)``; ``d`` is a unit vector, -1 is a miss.

    From inside: distance 0, the origin, and the normal of the shortest way out. Shapes are
    closed: grazing hits. Within ``SKIN`` of the surface counts as on it; from there a ray hits
    at once unless it leaves, so one that starts where another ended does not hit again.
    """
    _, normal, gap = point_closest(kind, position, rotation, size, o)
    slope = dot(d, normal)
    if not abs(gap) < math.inf:
        return -1.0, o, normal, False
    if gap < -SKIN:
        return 0.0, o, normal, True
    if gap <= SKIN:
        stays = slope <= 0.0
        if stays and kind == BOX:  # at an edge it may leave by the other face
            turn = q_inverse(rotation)
            first, last = clip(size, into(position, rotation, o), q_rotate(turn, d), math.inf)
            stays = last - first > SKIN
        return 0.0 if stays else -1.0, o, normal, False
    if kind == PLANE:
        if slope >= 0.0:
            return -1.0, o, normal, False
        t = -gap / slope
        return t, add_scaled(o, d, t), normal, False
    if kind == BOX:
        t, local_point, local_normal = box_ray(
            size, into(position, rotation, o), q_rotate(q_inverse(rotation), d)
        )
        point = out_of(position, rotation, local_point)
        return t, point, q_rotate(rotation, local_normal), False
    if kind == SPHERE:
        t = sphere_entry(subtract(o, position), d, size[0])
    else:
        turn = q_inverse(rotation)
        local = q_rotate(turn, subtract(o, position))
        t = capsule_entry(local, q_rotate(turn, d), size[0], size[1])
    if t < 0.0:
        return -1.0, o, normal, False
    point, normal, _ = point_closest(kind, position, rotation, size, add_scaled(o, d, t))
    return t, point, normal, False


@formula
def _is_placed(position: Triple, rotation: Quadruple, size: Triple) -> bool:
    """Whether every number is finite."""
    turn = abs(rotation[0]) + abs(rotation[1]) + abs(rotation[2]) + abs(rotation[3])
    return is_finite(position) and is_finite(size) and turn < math.inf


@formula
def overlap(
    kind: int,
    position: Triple,
    rotation: Quadruple,
    size: Triple,
    other_kind: int,
    other_position: Triple,
    other_rotation: Quadruple,
    other_size: Triple,
) -> bool:
    """Whether two closed shapes share a point; the first is no plane. False for NaN."""
    if not _is_placed(position, rotation, size):
        return False
    if not _is_placed(other_position, other_rotation, other_size):
        return False
    if kind != BOX:
        a, b = axis_ends(kind, position, rotation, size)
        gap = segment_closest(other_kind, other_position, other_rotation, other_size, a, b)[3]
        return gap <= size[0]
    if other_kind == BOX:
        return boxes_overlap(position, rotation, size, other_position, other_rotation, other_size)
    if other_kind == PLANE:
        up = q_up(other_rotation)
        n = q_rotate(q_inverse(rotation), up)
        reach = abs(n[0]) * size[0] + abs(n[1]) * size[1] + abs(n[2]) * size[2]
        return dot(subtract(position, other_position), up) <= reach
    a, b = axis_ends(other_kind, other_position, other_rotation, other_size)
    gap = segment_closest(kind, position, rotation, size, a, b)[3]
    return gap <= other_size[0]
