"""The maths of a chain of two bones: reach, softening, and which way the middle joint points."""

from __future__ import annotations

import math

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    angle_about,
    clamp,
    cross,
    direction,
    dot,
    length,
    normalize,
    perpendicular,
    project_off,
    q_about,
    q_from_basis,
    q_inverse,
    q_multiply,
    q_rotate,
    q_shortest_arc,
    side_of,
)
from behave.rig.formula import formula

_NONE: Triple = (0.0, 0.0, 0.0)
DOWN: Triple = (0.0, -1.0, 0.0)
STRAIGHT = 1e-4  # bend, as a share of the upper bone, under which a chain counts as straight


@formula
def soft_reach(distance: float, full: float, soften: float) -> float:
    """How far the tip goes for a target at ``distance``: all the way up to soften * full.

    Beyond, it nears ``full`` exponentially, with a slope of 1 where the softening starts, so
    the middle joint does not jerk as the chain leaves full stretch. With soften = 1 it stops
    dead at ``full``.
    """
    start = soften * full
    if distance <= start:
        return distance
    room = full - start
    if not room > 0.0:
        return full
    return start + room * (1.0 - math.exp(-(distance - start) / room))


@formula
def nearest_reach(upper: float, lower: float, widest: float) -> float:
    """Distance between the ends with the middle joint bent by ``widest`` (law of cosines)."""
    inner = math.pi - clamp(widest, 0.0, math.pi)
    squared = upper * upper + lower * lower - 2.0 * upper * lower * math.cos(inner)
    return math.sqrt(max(squared, 0.0))


@formula
def corner(upper: float, lower: float, distance: float) -> tuple[float, float]:
    """Where the middle joint lies: (along the line between the ends, beside it).

    Right for every distance: outside the possible range it is that of the nearest one.
    """
    if not upper > 0.0:
        return 0.0, 0.0
    if not distance > 1e-12:
        return 0.0, upper
    cosine = (upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance)
    cosine = clamp(cosine, -1.0, 1.0)
    return upper * cosine, upper * math.sqrt(1.0 - cosine * cosine)


@formula
def own_bend(a: Triple, b: Triple, along: Triple) -> tuple[Triple, bool]:
    """The unit direction from the line through ``a`` along ``along`` to the middle joint ``b``,
    and whether there is one: none in a straight chain."""
    upper = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    side = project_off(upper, along)
    size = length(side)
    straight = size <= STRAIGHT * length(upper)
    if not (size > 0.0 and size < math.inf):
        return _NONE, not straight
    return (side[0] / size, side[1] / size, side[2] / size), not straight


@formula
def straight_bend(along: Triple, fallback: Triple) -> Triple:
    """The bend of a straight chain: ``fallback``'s, or any perpendicular where that is parallel."""
    side = project_off(fallback, along)
    size = length(side)
    if size <= STRAIGHT:
        return perpendicular(along)
    if not (size > 0.0 and size < math.inf):
        return _NONE
    return (side[0] / size, side[1] / size, side[2] / size)


@formula
def bend_of(a: Triple, b: Triple, along: Triple, fallback: Triple) -> Triple:
    """The unit direction from the line through ``a`` along ``along`` to the middle joint ``b``.

    In a straight chain that of ``fallback``, and where that is parallel any perpendicular.
    """
    bend, bent = own_bend(a, b, along)
    return bend if bent else straight_bend(along, fallback)


@formula
def blended_bend(now: Triple, along: Triple, goal: Triple, pole: Triple, weight: float) -> Triple:
    """The bend for a chain swung from ``along`` to ``goal`` (unit): ``now`` carried along, then
    turned about ``goal`` toward the pole by ``weight``. The carried one where the pole is
    parallel to the chain."""
    carried = side_of(q_rotate(q_shortest_arc(along, goal), now), goal)
    wanted = project_off(pole, goal)
    if length(wanted) <= 1e-6 * max(length(pole), 1e-300):
        return carried
    unit = normalize(goal, _NONE)
    angle = angle_about(carried, wanted, unit)
    return q_rotate(q_about(unit, angle * clamp(weight, 0.0, 1.0)), carried)


@formula
def limited_bend(last: Triple, wanted: Triple, goal: Triple, most: float) -> Triple:
    """``wanted``, but turned by at most ``most`` about ``goal`` from the last bend.

    Keeps the middle joint from jerking round where the chain passes near its pole.
    """
    before = project_off(last, goal)
    if length(before) <= 0.05:
        return wanted
    unit = normalize(goal, _NONE)
    angle = angle_about(before, wanted, unit)
    if abs(angle) <= most:
        return wanted
    return normalize(
        q_rotate(q_about(unit, math.copysign(most, angle)), normalize(before, wanted)), wanted
    )


@formula
def frame(bone: Triple, normal: Triple) -> Quadruple:
    """A rotation with x along ``bone`` and y along ``normal``, which is perpendicular to it."""
    x = normalize(bone, (1.0, 0.0, 0.0))
    y = side_of(normal, x)
    return q_from_basis(x, y, cross(x, y))


@formula
def swing(bone: Triple, normal: Triple, new_bone: Triple, new_normal: Triple) -> Quadruple:
    """The turn that takes a bone and the normal of the chain's plane to new ones."""
    return q_multiply(frame(new_bone, new_normal), q_inverse(frame(bone, normal)))


@formula
def solve(
    a: Triple,
    b: Triple,
    c: Triple,
    goal: Triple,
    bend: Triple,
    reach: float,
) -> tuple[Triple, Triple, Quadruple, Quadruple]:
    """Bend the chain a-b-c so that its tip lies ``reach`` from ``a`` toward ``goal``.

    ``bend`` is the unit direction to the middle joint, perpendicular to the line a-goal.
    Returns ``(middle, tip, turn of the upper bone, turn of the lower bone)``: world turns to
    apply on the left of the bones' rotations. Bones keep their lengths.
    """
    upper = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    along = direction((c[0] - a[0], c[1] - a[1], c[2] - a[2]), upper, DOWN)
    toward = normalize((goal[0] - a[0], goal[1] - a[1], goal[2] - a[2]), along)
    own, bent = own_bend(a, b, along)
    return solve_along(
        a, b, c, along, toward, own if bent else straight_bend(along, bend), bend, reach
    )


@formula
def solve_along(
    a: Triple,
    b: Triple,
    c: Triple,
    along: Triple,
    toward: Triple,
    own: Triple,
    bend: Triple,
    reach: float,
) -> tuple[Triple, Triple, Quadruple, Quadruple]:
    """The same, the chain lying ``along`` and bent to ``own``, for the line ``toward`` the goal."""
    upper = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    lower = (c[0] - b[0], c[1] - b[1], c[2] - b[2])
    ahead, beside = corner(length(upper), length(lower), reach)
    middle = add_scaled(add_scaled(a, toward, ahead), bend, beside)
    tip = add_scaled(a, toward, reach)
    normal = cross(along, own)
    new_normal = cross(toward, bend)
    new_upper = (middle[0] - a[0], middle[1] - a[1], middle[2] - a[2])
    new_lower = (tip[0] - middle[0], tip[1] - middle[1], tip[2] - middle[2])
    return (
        middle,
        tip,
        swing(upper, normal, new_upper, new_normal),
        swing(lower, normal, new_lower, new_normal),
    )


@formula
def flexion(a: Triple, b: Triple, c: Triple) -> float:
    """How far the middle joint is bent: 0 straight, pi folded."""
    upper = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    lower = (c[0] - b[0], c[1] - b[1], c[2] - b[2])
    return math.atan2(length(cross(upper, lower)), dot(upper, lower))
