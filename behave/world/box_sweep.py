"""Where moving shapes first meet a box: rays against boxes grown by what moves.

A shape that moves without turning meets another where the ray of its centre meets the sum of
the two (Minkowski). For a sphere that sum is a box with rounded edges, for a box a body with
fifteen pairs of parallel faces, for a capsule a rounded body found by its distance. Functions
for kernels that also run as plain Python; ``d`` is a unit vector; -1 is a miss.
"""

from __future__ import annotations

import math

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    cross,
    dot,
    length,
    negate,
    normalize,
    q_rotate,
)
from behave.kernel.formula import formula
from behave.world.box import FACE_BIAS, axis_normal, box_segment
from behave.world.shapes import SKIN

SLIDING = 1e-9  # sine of the angle to a surface under which a move runs along it
MOST_STEPS = 64
CLOSE = 1e-14  # share of the sizes that is rounding: nearer than this touches
STEEP = -1e-3  # slope from which a last step is worth more than its rounding


@formula
def at_start(gap: float, slope: float) -> float:
    """What the start of a move says: 0 it hits at once, -1 never, infinity it has yet to come.

    ``gap`` is the signed distance, ``slope`` the move's share along the outward normal. Inside
    hits; from the surface it hits when it moves into the solid, not when it runs along or away.
    """
    if gap < -SKIN:
        return 0.0
    if gap <= SKIN:
        return 0.0 if slope < -SLIDING else -1.0
    return math.inf if slope < 0.0 else -1.0


@formula
def rounded_box_entry(half: Triple, o: Triple, d: Triple, radius: float) -> float:
    """Distance at which a ray from outside enters a box grown by ``radius`` (> 0).

    Between the moments it crosses a face's plane the ray faces the same corner, edge or face:
    there the grown box is a sphere, a cylinder or a slab, and the root is a closed form. What
    passes within ``CLOSE`` grazes.
    """
    near = CLOSE * (length(o) + length(half) + radius)
    t = 0.0
    for _ in range(7):
        following = math.inf
        for k in range(6):
            i = k // 2
            if d[i] != 0.0:
                crossing = ((half[i] if k % 2 == 0 else -half[i]) - o[i]) / d[i]
                if crossing > t:
                    following = min(following, crossing)
        between = 0.5 * (t + following) if following < math.inf else t + 1.0
        off = (0.0, 0.0, 0.0)  # of the origin from the feature, and the move across it
        across = (0.0, 0.0, 0.0)
        for i in range(3):
            at = o[i] + d[i] * between
            side = half[i] if at > half[i] else (-half[i] if at < -half[i] else math.inf)
            if side < math.inf:
                unit = axis_normal(i, 1.0)
                off = add_scaled(off, unit, o[i] - side)
                across = add_scaled(across, unit, d[i])
        if t > 0.0 and length(add_scaled(off, across, t)) <= radius + near:
            return t
        squared = dot(across, across)
        if squared > 0.0:
            speed = math.sqrt(squared)
            middle = -dot(off, across) / squared
            beside = length(add_scaled(off, across, middle))
            if beside <= radius + near:
                chord = math.sqrt(max(radius - beside, 0.0) * (radius + beside)) / speed
                if middle - chord <= following and middle + chord >= t:
                    return max(middle - chord, t)
        t = following
        if not t < math.inf:
            break
    return -1.0


@formula
def capsule_box_entry(half: Triple, a: Triple, b: Triple, d: Triple, radius: float) -> float:
    """Distance at which a moving capsule a..b of ``radius`` (> 0) meets the box it is outside of.

    Newton's method on the distance less the radius. The distance of two convex solids along a
    straight move is convex, its slope the move's share along the normal, so every step ends
    short of the answer, and each quarters distance times slope: it reaches ``CLOSE`` or a slope
    that leads away (a miss) well within ``MOST_STEPS``.
    """
    near = CLOSE * (length(a) + length(b) + length(half) + radius)
    t = 0.0
    for _ in range(MOST_STEPS):
        _, _, normal, gap = box_segment(half, add_scaled(a, d, t), add_scaled(b, d, t))
        left = gap - radius
        slope = dot(d, normal)
        if left <= 0.0:
            return t
        if not slope < 0.0:
            return t if left <= near else -1.0
        further = t - left / slope
        if left <= near or further <= t:
            return further if slope < STEEP else t
        t = further
        if not t < math.inf:
            break
    return -1.0


@formula
def boxes_sweep(
    half: Triple, other: Triple, p: Triple, turn: Quadruple, d: Triple
) -> tuple[float, Triple, float]:
    """``(distance, normal, gap at the start)`` of a moving box and a fixed one.

    All in the fixed box's frame: its ``half`` extents; the other's half extents, centre and
    rotation. The move ends on the last of the fifteen separating axes it crosses; the normal is
    that axis, out of the fixed box, its own faces first where axes are equal. Inside, the
    normal is the shortest way out and the gap minus its length.
    """
    margin = FACE_BIAS * (half[0] + half[1] + half[2] + other[0] + other[1] + other[2])
    x = q_rotate(turn, (1.0, 0.0, 0.0))
    y = q_rotate(turn, (0.0, 1.0, 0.0))
    z = q_rotate(turn, (0.0, 0.0, 1.0))
    theirs = (x, y, z)
    gap = -math.inf
    way = (0.0, 0.0, 0.0)
    first = -1.0
    last = math.inf
    normal = way
    leaves = False
    slides = False
    for k in range(15):
        if k < 3:
            axis = axis_normal(k, 1.0)
        elif k < 6:
            axis = theirs[k - 3]
        else:
            axis = cross(axis_normal((k - 6) // 3, 1.0), theirs[(k - 6) % 3])
            if not length(axis) > 1e-9:  # parallel edges: the faces decide
                continue
            axis = normalize(axis, axis)
        s = dot(axis, p)
        if s < 0.0 or (s == 0.0 and dot(axis, d) > 0.0):
            axis = negate(axis)
            s = -s
        reach = abs(axis[0]) * half[0] + abs(axis[1]) * half[1] + abs(axis[2]) * half[2]
        reach += abs(dot(axis, x)) * other[0] + abs(dot(axis, y)) * other[1]
        reach += abs(dot(axis, z)) * other[2]
        speed = dot(axis, d)
        apart = s - reach
        if apart > gap + (margin if k > 0 else 0.0):
            way = axis
        gap = max(gap, apart)
        leaves = leaves or (apart > margin and speed >= 0.0)
        slides = slides or (apart >= -SKIN and speed >= -SLIDING)
        if apart > margin and speed < 0.0:
            if first < 0.0 or apart + speed * first > margin:
                normal = axis
            first = max(first, -apart / speed)
        if speed != 0.0:
            last = min(last, (reach + margin - (s if speed > 0.0 else -s)) / abs(speed))
    if not abs(gap) < math.inf:
        return -1.0, way, gap
    if gap < -SKIN:
        return 0.0, way, gap
    if leaves or (gap <= SKIN and slides):
        return -1.0, way, gap
    if gap <= SKIN:
        return 0.0, way, gap
    if first < 0.0 or first > last:
        return -1.0, way, gap
    return first, normal, gap
