"""Cyclic coordinate descent: passes over one chain's joints that bring its tip to a target.

After L. T. Wang and C. C. Chen, "A combined optimization method for solving the inverse
kinematics problem of mechanical manipulators" (1991): each joint in turn, from the tip to the
root, is turned so that the tip comes as near to the target as that joint alone can bring it.
No turn takes the tip away from the target, so nothing oscillates. A pass that gains next to
nothing is taken back, so a chain whose target rests comes to rest itself, to the last bit.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import (
    UP,
    Quadruple,
    Triple,
    add,
    clamp,
    cross,
    distance,
    dot,
    length,
    normalize,
    project_off,
    q_axis_angle,
    q_identity,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    q_rotate_towards,
    q_shortest_arc,
    subtract,
)
from behave.rig.chains import (
    AXIS,
    BALL,
    HIGH,
    HINGE,
    LOW,
    PASSES,
    TOLERANCE,
)
from behave.rig.formula import formula
from behave.rig.forward import put3, put4, quadruple, triple
from behave.rig.leg_plane import within

ANGLE, DELTA, KEPT, SAVED, PLACE, TURN = 0, 1, 5, 10, 15, 18
"""Columns of ``work``: a joint's angle and turn from the bind pose, both as they were before
the pass and before another try, and where the bone is and how it is turned in the world."""

FINE = 0.01  # the share of the tolerance at which the passes stop
LEAST_GAIN = 1e-5  # the share of the tolerance a pass must gain to be kept
MOST_TURN = 0.5  # rad: the most a joint turns in one pass
NUDGE = 0.05  # rad: bends a straight chain whose target lies on its line


@formula
def place_joints(
    count: int, path: Any, base: Triple, turn: Quadruple, at: Any, bind: Any, work: Any
) -> Triple:
    """Place a chain's bones in ``work``; returns where the tip is."""
    for k in range(count):
        bone = path[k]
        base = add(base, q_rotate(turn, triple(at[bone], 0)))
        turn = q_multiply(q_multiply(turn, quadruple(bind[bone], 0)), quadruple(work[k], DELTA))
        turn = q_normalize(turn)
        put3(work[k], PLACE, base)
        put4(work[k], TURN, turn)
    return base


@formula
def set_hinge(work: Any, joints: Any, k: int, angle: float) -> None:
    """Turn a hinge to an angle."""
    work[k, ANGLE] = angle
    put4(work[k], DELTA, q_axis_angle(triple(joints[k], AXIS), angle))


@formula
def turn_hinge(k: int, tip: Triple, target: Triple, joints: Any, work: Any) -> Triple:
    """Turn one hinge toward the target; returns where the tip is then."""
    here = triple(work[k], PLACE)
    axis = q_rotate(quadruple(work[k], TURN), triple(joints[k], AXIS))
    arm = subtract(tip, here)
    now = project_off(arm, axis)
    wish = project_off(subtract(target, here), axis)
    if length(now) < 1e-9 or length(wish) < 1e-9:
        return tip
    change = math.atan2(dot(axis, cross(now, wish)), dot(now, wish))
    angle = work[k, ANGLE] + clamp(change, -MOST_TURN, MOST_TURN)
    low = joints[k, LOW]
    high = joints[k, HIGH]
    if not low <= angle <= high:
        angle = within(angle, low, high) if high - low >= 2.0 * math.pi else clamp(angle, low, high)
    change = angle - work[k, ANGLE]
    if change == 0.0:
        return tip
    set_hinge(work, joints, k, angle)
    return add(here, q_rotate(q_axis_angle(axis, change), arm))


@formula
def turn_ball(k: int, tip: Triple, target: Triple, work: Any) -> Triple:
    """Turn one free joint toward the target; returns where the tip is then."""
    here = triple(work[k], PLACE)
    arm = subtract(tip, here)
    arc = q_rotate_towards(q_identity(), q_shortest_arc(arm, subtract(target, here)), MOST_TURN)
    turn = quadruple(work[k], TURN)
    own = q_multiply(q_inverse(turn), q_multiply(arc, turn))
    put4(work[k], DELTA, q_normalize(q_multiply(quadruple(work[k], DELTA), own)))
    return add(here, q_rotate(arc, arm))


@formula
def copy_joints(work: Any, count: int, start: int, end: int) -> None:
    """Copy every joint's angle and turn from the columns at ``start`` to those at ``end``."""
    for k in range(count):
        for i in range(5):
            work[k, end + i] = work[k, start + i]


@formula
def descend(
    target: Triple,
    base: Triple,
    turn: Quadruple,
    count: int,
    path: Any,
    kinds: Any,
    joints: Any,
    setting: Any,
    at: Any,
    bind: Any,
    work: Any,
) -> tuple[float, bool]:
    """Passes over one chain until its tip is near enough or gains no more.

    Returns the error and whether the chain is stuck; its bones are not placed then.
    """
    tolerance = max(setting[TOLERANCE], 1e-6)
    tip = place_joints(count, path, base, turn, at, bind, work)
    error = distance(tip, target)
    for _ in range(int(setting[PASSES])):
        if error <= tolerance * FINE:
            break
        copy_joints(work, count, ANGLE, KEPT)
        for back in range(count - 1):
            k = count - 2 - back
            if kinds[k] == HINGE:
                tip = turn_hinge(k, tip, target, joints, work)
            elif kinds[k] == BALL:
                tip = turn_ball(k, tip, target, work)
        tip = place_joints(count, path, base, turn, at, bind, work)
        nearer = distance(tip, target)
        if not nearer < error - tolerance * LEAST_GAIN:
            copy_joints(work, count, KEPT, ANGLE)
            return error, True
        error = nearer
    return error, False


@formula
def nudge(count: int, kinds: Any, joints: Any, target: Triple, work: Any) -> None:
    """Bend the joints a little, one to this side and the next to the other."""
    angle = NUDGE
    for back in range(count - 1):
        k = count - 2 - back
        if kinds[k] == HINGE:
            if not joints[k, LOW] <= work[k, ANGLE] + angle <= joints[k, HIGH]:
                angle = -angle
            bent = clamp(work[k, ANGLE] + angle, joints[k, LOW], joints[k, HIGH])
            set_hinge(work, joints, k, bent)
            angle = -angle
        elif kinds[k] == BALL:
            arm = q_rotate(
                q_inverse(quadruple(work[k], TURN)), subtract(target, triple(work[k], PLACE))
            )
            side = normalize(cross(arm, UP), (1.0, 0.0, 0.0))
            turn = q_multiply(quadruple(work[k], DELTA), q_axis_angle(side, angle))
            put4(work[k], DELTA, q_normalize(turn))
            angle = -angle


@formula
def straighten(count: int, kinds: Any, joints: Any, work: Any) -> None:
    """Set every joint to the bind pose, or to the middle of limits that leave it out."""
    for k in range(count - 1):
        if kinds[k] == HINGE:
            low = joints[k, LOW]
            high = joints[k, HIGH]
            set_hinge(work, joints, k, 0.0 if low <= 0.0 <= high else 0.5 * (low + high))
        elif kinds[k] == BALL:
            put4(work[k], DELTA, q_identity())
