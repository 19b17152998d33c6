"""When feet lift, where they land and how they roll: the steps of a walk on two legs.

Feet are planted in the world and stay there until they lift. Nothing here keeps a cycle that
a stop would have to interrupt: a foot lifts when the other has carried long enough, or stands
where it should not.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import clamp, mix, wrap_angle
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig.aiming import ahead, aim_step, quickened, step_times, stride_along
from behave.rig.formula import formula
from behave.rig.gait_state import share, smooth
from behave.rig.proportions import ANKLE, LEG_LOWER, LEG_UPPER, PACE, STRIDE
from behave.rig.solids import NOTHING, ground_below
from behave.rig.stance import foot_place, misplaced
from behave.rig.swing import TOUCHDOWN, lift_foot, plant_foot, swing_foot

SLOW = 0.12  # m/s: wishing for less is standing
FORESEEN = 0.2  # s: a standing body that turns steps before the feet are left behind
FOOT_SPEED = 3.2  # m/s against the body, on the average of a swing: no foot is quicker
LOW_SLOWER = 0.8  # share of it that is lost with the hips at the ground
AIM_SPEED = 5.0  # m/s: how fast the place a foot is bound for moves at most
EVENING = 14.0  # 1/s: how fast step times follow what the body does
CLOSING_PAUSE = 0.1  # s between the steps of a stop
CLOSING_SWING = 0.38  # s
TWIST = math.radians(45.0)  # a standing foot turned more against the body pivots on its ball
MOST_ROLL = 1.05  # rad: how far a heel rises at most


@formula
def wants_step(
    state: Any,
    foot: int,
    root: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    push: float,
    swing: float,
    both: float,
    manner: Any,
    sizes: Any,
) -> float:
    """How far a standing foot is from where it would come down if it stepped now, metres.

    Its turn counts as that of a foot at an arm's length of 15 cm.
    """
    x, z, facing = aim_step(
        state, foot, swing, root, yaw, yaw_rate, goal_x, goal_z, push, swing, both, manner, sizes
    )
    f = foot_place(state, foot)
    dx = x - state[f + g.X]
    dz = z - state[f + g.Z]
    turn = 0.15 * wrap_angle(facing - state[f + g.YAW])
    return math.sqrt(dx * dx + dz * dz + turn * turn)


@formula
def choose_foot(
    state: Any,
    root: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    push: float,
    swing: float,
    both: float,
    manner: Any,
    sizes: Any,
) -> int:
    """The foot to lift next; -1 for none yet.

    It is the one with the longer way to go, after a step rather the other one; where both have
    the same way, the one on the side of a turn.
    """
    standing = math.sqrt(goal_x * goal_x + goal_z * goal_z) <= SLOW
    if standing:
        foreseen = yaw + clamp(yaw_rate * FORESEEN, -0.8, 0.8)
        worst = 0.0
        for foot in range(2):
            worst = max(worst, misplaced(state, foot, root, foreseen, manner))
        if worst < 1.0:
            return -1
    ways = (
        wants_step(state, 0, root, yaw, yaw_rate, goal_x, goal_z, push, swing, both, manner, sizes),
        wants_step(state, 1, root, yaw, yaw_rate, goal_x, goal_z, push, swing, both, manner, sizes),
    )
    left = ways[0] + 0.01 * clamp(yaw_rate, -1.0, 1.0)
    right = ways[1]
    turning = abs(yaw_rate) > 0.5
    if state[g.RESTING] < 0.4 and (turning or not standing):
        if state[g.LAST] == 0.0:
            right += 0.35
        else:
            left += 0.35
    return 0 if left > right else 1


@formula
def foot_ground(
    solids: Any, near: Any, count: int, x: float, z: float, y: float, step: float
) -> float:
    """Height of the ground to step on at (x, z), near ``y``; ``y`` where there is none."""
    height, rise = ground_below(solids, near, count, (x, y + 1.5 * step, z), 3.0 * step)
    if height == NOTHING or rise < 0.3:
        return y
    return height


@formula
def pace_of_steps(
    state: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    manner: Any,
    sizes: Any,
) -> tuple[float, float, float]:
    """``(seconds a foot swings, seconds both stand, briskness)`` for what the body is doing.

    By the faster of the velocity it has and the one it heads for, seen in the body's frame.
    """
    x = state[g.SPEED_X]
    z = state[g.SPEED_Z]
    going = math.sqrt(goal_x * goal_x + goal_z * goal_z)
    planned = math.sqrt(x * x + z * z)
    if going >= planned:
        x = goal_x
        z = goal_z
        planned = going
    forth = x * math.sin(yaw) + z * math.cos(yaw)
    aside = x * math.cos(yaw) - z * math.sin(yaw)
    stride = stride_along(forth, aside, sizes[STRIDE] * manner[m.STRIDE_SHARE])
    swing, both = step_times(planned, stride, sizes[PACE])
    if going <= SLOW:
        both = CLOSING_PAUSE
        swing = min(swing, CLOSING_SWING)
    swing, both = quickened(swing, both, yaw_rate)
    ahead_share = clamp(forth / max(planned, 1e-6), 0.0, 1.0)
    brisk = clamp(planned / sizes[PACE], 0.25, 1.2)
    return swing, both, mix(min(brisk, 0.25), brisk, ahead_share)


@formula
def evened_times(state: Any, swing: float, both: float, dt: float) -> tuple[float, float]:
    """Step times evened out, so that no swing is cut short from one tick to the next."""
    closing = share(EVENING, dt)
    if (state[g.SWINGING] < 0.0 and state[g.RESTING] > 0.4) or state[g.SWING_TIME] == 0.0:
        closing = 1.0
    state[g.SWING_TIME] += (swing - state[g.SWING_TIME]) * closing
    state[g.BOTH_TIME] += (both - state[g.BOTH_TIME]) * closing
    return float(state[g.SWING_TIME]), float(state[g.BOTH_TIME])


@formula
def least_swing(state: Any, foot: int, swing: float, sizes: Any) -> float:
    """The least time for a foot's swing, by the way it goes against the body meanwhile.

    The lower the hips, the farther the joints must turn for the same way: it takes longer."""
    f = foot_place(state, foot)
    x = state[f + g.TO_X] - state[f + g.FROM_X] - state[g.SPEED_X] * swing
    z = state[f + g.TO_Z] - state[f + g.FROM_Z] - state[g.SPEED_Z] * swing
    low = clamp(state[g.LOWERED] / (sizes[LEG_UPPER] + sizes[LEG_LOWER]), 0.0, 1.0)
    return math.sqrt(x * x + z * z) / (FOOT_SPEED * (1.0 - LOW_SLOWER * low))


@formula
def advance_progress(
    state: Any,
    root: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    push: float,
    ankles: Any,
    swing_time: float,
    both_time: float,
    manner: Any,
    sizes: Any,
    dt: float,
) -> None:
    """Count the time both feet stand or one swings; lifts the next foot when it is due."""
    foot = int(state[g.SWINGING])
    if foot >= 0:
        leg = sizes[LEG_UPPER] + sizes[LEG_LOWER]
        other_x = goal_x - state[g.SPEED_X]
        other_z = goal_z - state[g.SPEED_Z]
        other = math.sqrt(other_x * other_x + other_z * other_z)
        foresight = smooth(max(other, abs(yaw_rate) / 3.0))  # none in a steady walk
        left = 0.5 * foresight * (1.0 - min(state[g.PROGRESS], 1.0)) * swing_time
        way_x, _ = ahead(state[g.SPEED_X], goal_x, push, left)
        way_z, _ = ahead(state[g.SPEED_Z], goal_z, push, left)
        lag = _lag(state, 1 - foot, root[0] + way_x, root[2] + way_z)
        hurry = clamp((lag - 0.46 * leg) / (0.16 * leg), 0.0, 1.0)
        least = least_swing(state, foot, swing_time, sizes) / (1.0 + 0.25 * hurry)
        taken = max(swing_time / (1.0 + hurry), least)
        state[g.PROGRESS] += dt / taken
        state[g.TAKEN] = taken
        return
    going = math.sqrt(goal_x * goal_x + goal_z * goal_z)
    state[g.RESTING] += dt
    state[g.PROGRESS] += dt / both_time
    started = going > SLOW and state[g.RESTING] > 0.4
    if not (started or state[g.PROGRESS] >= 1.0):
        return
    late = 0.0 if started else min((state[g.PROGRESS] - 1.0) * both_time, dt)
    state[g.PROGRESS] = 1.0
    foot = choose_foot(
        state,
        root,
        yaw,
        yaw_rate,
        goal_x,
        goal_z,
        push,
        swing_time,
        both_time,
        manner,
        sizes,
    )
    if foot >= 0:
        lift_foot(state, foot, ankles[foot], ankles[foot, 3])
        state[g.PROGRESS] = clamp(late / swing_time, 0.0, 0.5)
        state[g.TAKEN] = swing_time


@formula
def advance_steps(
    state: Any,
    root: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    push: float,
    step_height: float,
    ankles: Any,
    solids: Any,
    near: Any,
    count: int,
    manner: Any,
    sizes: Any,
    dt: float,
) -> None:
    """One tick of stepping on the ground: lift, swing and plant feet."""
    swing, both, brisk = pace_of_steps(state, yaw, yaw_rate, goal_x, goal_z, manner, sizes)
    swing, both = evened_times(state, swing, both, dt)
    state[g.BRISK] += (brisk - state[g.BRISK]) * share(6.0, dt)
    brisk = state[g.BRISK]
    advance_progress(
        state, root, yaw, yaw_rate, goal_x, goal_z, push, ankles, swing, both, manner, sizes, dt
    )
    foot = int(state[g.SWINGING])
    if foot < 0:
        return
    u = min(state[g.PROGRESS], 1.0)
    left = (1.0 - u) * state[g.TAKEN]
    f = foot_place(state, foot)
    x, z, facing = aim_step(
        state, foot, left, root, yaw, yaw_rate, goal_x, goal_z, push, swing, both, manner, sizes
    )
    follow = 1.0 if u < 0.15 else share(18.0, dt)
    if u >= TOUCHDOWN:  # the heel is down: only the sole still rolls
        follow = 0.0
    x = (x - state[f + g.TO_X]) * follow
    z = (z - state[f + g.TO_Z]) * follow
    if u >= 0.15:
        size = math.sqrt(x * x + z * z)
        slower = min(1.0, AIM_SPEED * dt / size) if size > 0.0 else 1.0
        x *= slower
        z *= slower
    state[f + g.TO_X] += x
    state[f + g.TO_Z] += z
    there = (state[f + g.TO_X], state[f + g.TO_Z])
    ground = foot_ground(solids, near, count, there[0], there[1], root[1], step_height)
    rise = ground + sizes[ANKLE] - state[f + g.TO_Y]
    state[f + g.TO_Y] += rise * (1.0 if u < 0.15 else share(25.0, dt))
    swing_foot(state, foot, u, facing, brisk, manner[m.LIFT] * (0.6 + 0.4 * brisk), sizes, dt)
    if state[g.PROGRESS] >= 1.0:
        late = (state[g.PROGRESS] - 1.0) * swing
        state[f + g.PITCH] = 0.0
        plant_foot(state, foot, ground, sizes)
        state[g.SWINGING] = -1.0
        state[g.PROGRESS] = clamp(late / both, 0.0, 0.9)


@formula
def _lag(state: Any, foot: int, x: float, z: float) -> float:
    """Level distance of a foot from a point."""
    f = foot_place(state, foot)
    dx = x - state[f + g.X]
    dz = z - state[f + g.Z]
    return math.sqrt(dx * dx + dz * dz)
