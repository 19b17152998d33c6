"""Boxes against a height field: whether one meets it, and where a moving one first does.

A box meets the solid where a corner or its middle lies in it, or a triangle of the surface or of
a wall goes through it; a moving box, which began outside, meets triangles first. Box and triangle
by separating axes, all thirteen (T. Akenine-Moller, "Fast 3D Triangle-Box Overlap Testing",
2001). Functions for kernels that also run as plain Python.
"""

from __future__ import annotations

import math

import numpy as np

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add,
    add_scaled,
    cross,
    dot,
    length,
    negate,
    normalize,
    q_inverse,
    q_rotate,
    subtract,
)
from behave.kernel.formula import formula
from behave.world.box import FACE_BIAS, axis_normal
from behave.world.box_sweep import SLIDING
from behave.world.field import FIELD_SKIN, Array, Field, drop
from behave.world.field_point import field_point, on_triangle
from behave.world.field_walk import (
    cell_reached,
    is_border,
    leaves_by,
    main_axis,
    piece,
    strip,
    strips,
)
from behave.world.segment import between_segments
from behave.world.touching import box_feature

Met = tuple[float, Triple, Triple, bool]
NEAR = 2.0 * FIELD_SKIN  # metres within which a piece counts as touched
PIECES = 10  # of a cell: two triangles, and two for each of four walls
SEAM = 1e-9  # metres by which what touches may be apart


@formula
def box_around(turn: Quadruple, half: Triple) -> Triple:
    """Half the extents of the upright box around a turned one."""
    x = q_rotate(turn, (half[0], 0.0, 0.0))
    y = q_rotate(turn, (0.0, half[1], 0.0))
    z = q_rotate(turn, (0.0, 0.0, half[2]))
    return (
        abs(x[0]) + abs(y[0]) + abs(z[0]),
        abs(x[1]) + abs(y[1]) + abs(z[1]),
        abs(x[2]) + abs(y[2]) + abs(z[2]),
    )


@formula
def _axis(number: int, a: Triple, b: Triple, c: Triple) -> Triple:
    """Separating axis 0 .. 12 of the box and a triangle in its frame; zero: none of its own.

    First the triangle's plane, then the box's faces, then products of edges.
    """
    none = (0.0, 0.0, 0.0)
    if number == 0:
        return normalize(cross(subtract(b, a), subtract(c, a)), none)
    if number < 4:
        return axis_normal(number - 1, 1.0)
    edge = (number - 4) // 3
    along = subtract(b, a) if edge == 0 else (subtract(c, b) if edge == 1 else subtract(a, c))
    size = length(along)
    across = cross(axis_normal((number - 4) % 3, 1.0), along)
    return normalize(across, none) if length(across) > 1e-9 * size else none


@formula
def _spread(axis: Triple, half: Triple, a: Triple, b: Triple, c: Triple) -> Triple:
    """``(reach of the box, lowest, highest of the triangle)`` along an axis."""
    reach = abs(axis[0]) * half[0] + abs(axis[1]) * half[1] + abs(axis[2]) * half[2]
    x, y, z = dot(axis, a), dot(axis, b), dot(axis, c)
    return reach, min(x, y, z), max(x, y, z)


@formula
def triangle_gap(half: Triple, a: Triple, b: Triple, c: Triple) -> float:
    """The widest gap along an axis between a box and a triangle in its frame; negative: overlap."""
    gap = -math.inf
    for number in range(13):
        axis = _axis(number, a, b, c)
        if axis != (0.0, 0.0, 0.0):
            reach, low, high = _spread(axis, half, a, b, c)
            gap = max(gap, low - reach, -reach - high)
    return gap


@formula
def triangle_sweep(
    half: Triple, a: Triple, b: Triple, c: Triple, d: Triple
) -> tuple[float, Triple, int]:
    """``(distance, axis out of the triangle, its number)`` of a box moving by ``d``; -1: a miss.

    All in the box's frame. As with two boxes the move ends on the last axis it crosses; one that
    does not go towards the triangle's plane misses it.
    """
    way = (0.0, 1.0, 0.0)
    first, last, found = 0.0, math.inf, -1
    gap = -math.inf
    slides = False
    margin = FACE_BIAS * (half[0] + half[1] + half[2] + length(a))
    for number in range(13):
        axis = _axis(number, a, b, c)
        if axis == (0.0, 0.0, 0.0):
            continue
        reach, low, high = _spread(axis, half, a, b, c)
        if -reach - high > low - reach:  # the box lies on the axis's own side
            apart, room = -reach - high, reach - low
        else:
            axis = negate(axis)
            apart, room = low - reach, reach + high
        speed = dot(axis, d)
        along = apart >= -NEAR and speed >= -SLIDING
        if (apart > margin and speed >= 0.0) or (along and number == 0):
            return -1.0, way, number
        slides = slides or along
        if first == 0.0 and (apart > gap + margin or found < 0):
            way, found = axis, number
        gap = max(gap, apart)
        if apart > margin and apart + speed * first > margin:
            first = -apart / speed
            way, found = axis, number
        if speed < 0.0:
            last = min(last, (room + margin) / -speed)
        elif speed > 0.0:
            last = min(last, (-apart + margin) / speed)
    if first > last or (gap <= FIELD_SKIN and slides):
        return -1.0, way, found
    return first if gap > FIELD_SKIN else 0.0, way, found


@formula
def _corner(half: Triple, turn: Quadruple, center: Triple, number: int) -> Triple:
    """Corner 0 .. 7 of a box; 8 is its middle."""
    if number == 8:
        return center
    local = (
        half[0] if number & 1 else -half[0],
        half[1] if number & 2 else -half[1],
        half[2] if number & 4 else -half[2],
    )
    return add(center, q_rotate(turn, local))


@formula
def deepest_corner(
    heights: Array, field: Field, center: Triple, turn: Quadruple, half: Triple
) -> tuple[float, int]:
    """``(height over the surface, number)`` of the corner (or middle) that is deepest in it."""
    lowest, found = math.inf, 8
    for number in range(9):
        height = drop(heights, field, _corner(half, turn, center, number))[0]
        if height < lowest:
            lowest, found = height, number
    return lowest, found


@formula
def triangle_inside(
    heights: Array, field: Field, center: Triple, turn: Quadruple, half: Triple, depth: float
) -> bool:
    """Whether a triangle of the surface or a wall overlaps a box by at least ``depth``."""
    p = subtract(center, field.position)
    back = q_inverse(turn)
    box = box_around(turn, half)
    still = (0.0, 0.0, 0.0)
    first, last, _ = strips(field, 0, p, still, box, 0.0)
    if first < 0.0:
        return False
    for n in range(int(first), int(last) + 1):
        _, low, high, bottom, top = strip(field, 0, n, p, still, box, 0.0)
        for k in range(low, high + 1):
            border = False
            for side in range(4):
                border = border or is_border(field, n, k, side)
            reached = cell_reached(heights, field, n, k, bottom, top)
            for part in range(0 if reached else 2, PIECES if border else 2):
                there, a, b, c = piece(heights, field, n, k, part, bottom)
                if not there:
                    continue
                a = q_rotate(back, subtract(a, p))
                b = q_rotate(back, subtract(b, p))
                c = q_rotate(back, subtract(c, p))
                if triangle_gap(half, a, b, c) <= -depth:
                    return True
    return False


@formula
def field_meets_box(
    heights: Array, field: Field, center: Triple, turn: Quadruple, half: Triple
) -> bool:
    """Whether a closed box shares a point with the closed solid."""
    lowest, _ = deepest_corner(heights, field, center, turn, half)
    return lowest <= 0.0 or triangle_inside(heights, field, center, turn, half, 0.0)


@formula
def _overlapping(
    heights: Array, field: Field, o: Triple, turn: Quadruple, half: Triple
) -> tuple[bool, Triple, Triple]:
    """``(whether a box overlaps the solid, the contact, the way out)``.

    The shortest way out of the solid for the corner that is deepest in it; where no corner is,
    the surface goes through a face, and the nearest point to the middle tells.
    """
    lowest, number = deepest_corner(heights, field, o, turn, half)
    corner = _corner(half, turn, o, number)
    if lowest < 0.0:
        point, normal, gap = field_point(heights, field, corner)
        if gap < -FIELD_SKIN:
            return True, point, normal
    if triangle_inside(heights, field, o, turn, half, NEAR):
        point, normal, _ = field_point(heights, field, o)
        return True, point, normal
    return False, corner, (0.0, 1.0, 0.0)


@formula
def part_in_box(half: Triple, a: Triple, b: Triple, c: Triple) -> tuple[bool, Triple]:
    """``(whether there is one, the middle of its corners)`` of a triangle's part in a box.

    In the box's frame; the box is taken a ``SEAM`` larger (Sutherland and Hodgman's clipping).
    """
    corners = np.empty((10, 3))
    clipped = np.empty((10, 3))
    for i in range(3):
        corners[0, i], corners[1, i], corners[2, i] = a[i], b[i], c[i]
    count = 3
    for side in range(6):
        axis = side // 2
        sign = 1.0 if side % 2 == 0 else -1.0
        kept = 0
        for k in range(count):
            after = k + 1 if k + 1 < count else 0
            over = sign * corners[k, axis] - half[axis] - SEAM
            then = sign * corners[after, axis] - half[axis] - SEAM
            if over <= 0.0:
                clipped[kept] = corners[k]
                kept += 1
            if (over < 0.0 and then > 0.0) or (over > 0.0 and then < 0.0):
                share = over / (over - then)
                for i in range(3):
                    way = corners[after, i] - corners[k, i]
                    clipped[kept, i] = corners[k, i] + way * share
                kept += 1
        corners, clipped = clipped, corners
        count = kept
    middle = (0.0, 0.0, 0.0)
    for k in range(count):
        middle = add_scaled(middle, (corners[k, 0], corners[k, 1], corners[k, 2]), 1.0 / count)
    return count > 0, middle


@formula
def touch(
    half: Triple,
    turn: Quadruple,
    at: Triple,
    a: Triple,
    b: Triple,
    c: Triple,
    out: Triple,
    axis: int,
) -> Triple:
    """Where a box at ``at`` touches a triangle whose contact normal is ``out``; on the triangle.

    The middle of the box's side where it lies on the triangle; the crossing of two edges; else
    the middle of the part of the triangle that is in the box.
    """
    middle, x, y = box_feature(at, turn, half, negate(out))
    found, _ = on_triangle(a, b, c, middle)
    if length(subtract(found, middle)) <= SEAM:
        return found
    if axis >= 4 and y == (0.0, 0.0, 0.0) and x != (0.0, 0.0, 0.0):
        edge = (axis - 4) // 3
        p = a if edge == 0 else (b if edge == 1 else c)
        q = b if edge == 0 else (c if edge == 1 else a)
        t, _ = between_segments(p, q, subtract(middle, x), add(middle, x))
        return add_scaled(p, subtract(q, p), t)
    back = q_inverse(turn)
    there, shared = part_in_box(
        half,
        q_rotate(back, subtract(a, at)),
        q_rotate(back, subtract(b, at)),
        q_rotate(back, subtract(c, at)),
    )
    return add(at, q_rotate(turn, shared)) if there else found


@formula
def field_box(
    heights: Array, field: Field, o: Triple, turn: Quadruple, half: Triple, d: Triple, reach: float
) -> Met:
    """A box moving from ``o`` along the unit vector ``d``, as ``sweep.box_sweep``.

    What is farther than ``reach`` may be a miss. Where the box touches several triangles at
    once the contact is the one nearest the middle of its side. A start in the solid hits at
    once, with the shortest way out for the corner deepest in it.
    """
    inside, point, normal = _overlapping(heights, field, o, turn, half)
    if inside:
        return 0.0, point, normal, True
    p = subtract(o, field.position)
    back = q_inverse(turn)
    along = q_rotate(back, d)
    box = box_around(turn, half)
    best, nearest = math.inf, math.inf
    axis = main_axis(d)
    first, last, step = strips(field, axis, p, d, box, reach)
    if first < 0.0:
        return -1.0, o, normal, False
    n = int(first)
    tied = FACE_BIAS * (length(p) + length(half) + 1.0)
    for _ in range(int(abs(last - first)) + 1):
        begins, low, high, bottom, top = strip(field, axis, n, p, d, box, reach)
        if begins > best + tied:
            break
        for other in range(low, high + 1):
            i = n if axis == 0 else other
            k = other if axis == 0 else n
            border = False
            for side in range(4):
                border = border or is_border(field, i, k, side)
            reached = cell_reached(heights, field, i, k, bottom, top)
            for part in range(0 if reached else 2, PIECES if border else 2):
                if part >= 2 and leaves_by(d, (part - 2) // 2):
                    continue
                there, a, b, c = piece(heights, field, i, k, part, bottom)
                if not there:
                    continue
                a, b, c = subtract(a, p), subtract(b, p), subtract(c, p)
                t, way, number = triangle_sweep(
                    half, q_rotate(back, a), q_rotate(back, b), q_rotate(back, c), along
                )
                if t < 0.0 or t > best + tied:
                    continue
                out = q_rotate(turn, way)
                at = (d[0] * t, d[1] * t, d[2] * t)
                on = touch(half, turn, at, a, b, c, out, number)
                away = length(subtract(on, box_feature(at, turn, half, negate(out))[0]))
                if t < best - tied or away < nearest:
                    best, nearest, normal = min(t, best), away, out
                    point = add(on, o)
        n += int(step)
    if not best < math.inf:
        return -1.0, o, normal, False
    return best, point, normal, False
