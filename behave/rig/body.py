"""The body over the feet: hips carried by the legs, a counter-turning chest, swinging arms.

Nearly all of it follows from where the feet are, not from a clock, so that it stays right
through starts, stops and turns; springs take the edges off.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add,
    clamp,
    q_axis_angle,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    q_slerp,
)
from behave.rig import gait_state as g
from behave.rig import posture as p
from behave.rig.feet import (
    SOFT_STRETCH,
    STRETCH,
    ankle_now,
    most_roll,
    stance_roll,
    top_of_reach,
)
from behave.rig.formula import formula
from behave.rig.forward import put4, quadruple
from behave.rig.gait_state import lower_of, smooth, spring
from behave.rig.ground import placed
from behave.rig.proportions import (
    BREATH,
    HIP_HALF,
    HIP_HEIGHT,
    LEAN,
    LEG_LOWER,
    LEG_UPPER,
    PACE,
    RATE,
    STRIDE,
    SWING,
)
from behave.rig.stance import foot_place, side_of

X_AXIS: Triple = (1.0, 0.0, 0.0)
Y_AXIS: Triple = (0.0, 1.0, 0.0)
Z_AXIS: Triple = (0.0, 0.0, 1.0)

EASY_ROLL = 0.12  # rad: a heel rises by this before the hips come down
SEAT = 0.12  # of the hips' height: as low as they get over the ground
SEAT_SOFT = 0.06  # m: where they slow down above that
DEEP = 0.65  # of the hips' height: lowered by this is as deep as a crouch changes the posture
# what a deep crouch does to the trunk and arms where no clip says otherwise
SQUAT_BACK = 0.12  # of the hips' height: the hips go back over the heels
SQUAT_TILT = 0.4  # rad: the pelvis leans ahead
SQUAT_FOLD = 0.22  # rad: so do spine and chest, each
SQUAT_REACH = 1.15  # rad: the arms stay ahead of the leaning trunk
SQUAT_ELBOW = 0.75  # rad
SQUAT_OUT = 0.16  # rad

# the bones the gaits move, by what they do; -1 where a rig lacks one
HIPS, SPINE, CHEST, NECK, HEAD = range(5)
COLLAR, ARM, ELBOW, HAND, FINGERS = 5, 7, 9, 11, 13  # left, then right
ROLES = 15


@formula
def turned(pitch: float, yaw: float, roll: float) -> Quadruple:
    """Yaw about y, then pitch about x, then roll about z (each in the turned frame)."""
    q = q_multiply(q_axis_angle(Y_AXIS, yaw), q_axis_angle(X_AXIS, pitch))
    return q_multiply(q, q_axis_angle(Z_AXIS, roll))


@formula
def bend_joint(local: Any, bone: int, turn: Quadruple) -> None:
    """Turn a joint, in its parent's frame, on top of what it has."""
    if bone >= 0:
        put4(local[bone], 0, q_normalize(q_multiply(turn, quadruple(local[bone], 0))))


@formula
def load(state: Any) -> float:
    """The share of the weight on the left foot."""
    foot = int(state[g.SWINGING])
    if foot >= 0:
        return 0.0 if foot == 0 else 1.0
    if state[g.RESTING] > 0.5 or state[g.AIRBORNE] > 0.0:
        return 0.5
    passed = smooth(min(state[g.PROGRESS], 1.0))
    return passed if state[g.LAST] == 0.0 else 1.0 - passed


@formula
def spread_of_feet(state: Any, root: Any, yaw: float, sizes: Any) -> float:
    """How far the left ankle is ahead of the right one, as a share of a full step, -1 .. 1."""
    left = ankle_now(state, 0, sizes)
    right = ankle_now(state, 1, sizes)
    forth = (left[0] - right[0]) * math.sin(yaw) + (left[2] - right[2]) * math.cos(yaw)
    return clamp(forth / (0.5 * sizes[STRIDE]), -1.0, 1.0)


@formula
def step_signal(
    state: Any, root: Any, yaw: float, spread: float, posture: Any, sizes: Any, dt: float
) -> float:
    """How far a step reaches, -1 .. 1 and even: the left foot ahead, or the feet wide, is +."""
    left = ankle_now(state, 0, sizes)
    right = ankle_now(state, 1, sizes)
    aside = (left[0] - right[0]) * math.cos(yaw) - (left[2] - right[2]) * math.sin(yaw)
    wide = (aside - posture[p.WIDTH]) / (0.3 * sizes[STRIDE])
    goal = clamp(spread + wide, -1.0, 1.0) * (1.0 - state[g.AIR])
    return spring(state, g.STEPPING, goal, 18.0, dt)


@formula
def hips_turn(state: Any, root_rotation: Quadruple, lean: float, posture: Any) -> Quadruple:
    """The rotation of the hips in the world."""
    pitch = 0.35 * lean
    if posture[p.DEPTH] > 0.0:
        pitch += SQUAT_TILT * posture[p.DEPTH]
    turn = turned(pitch, state[g.PELVIS_YAW], state[g.PELVIS_ROLL])
    if posture[p.CLIPPED] > 0.0:
        turn = q_multiply(quadruple(posture, p.HIPS_TURN), turn)
    return q_multiply(root_rotation, turn)


@formula
def hip_joint(hips: Triple, turn: Quadruple, at: Any, leg: Any) -> Triple:
    """Where a leg starts."""
    b = leg[0]
    return add(hips, q_rotate(turn, (at[b, 0], at[b, 1], at[b, 2])))


@formula
def ceiling(
    state: Any,
    hips: Triple,
    turn: Quadruple,
    at: Any,
    legs: Any,
    sizes: Any,
    stretch: float,
    hard: bool,
    dt: float,
) -> float:
    """The highest the hips may be for the legs to reach the feet with ``stretch`` of their length.

    ``hard``: as far as the planted feet can follow in this tick; otherwise as far as both feet
    do with ease."""
    reach = stretch * (sizes[LEG_UPPER] + sizes[LEG_LOWER])
    ease = EASY_ROLL
    if state[g.FEET_WEIGHT] > 0.0:  # who stands on uneven ground stands on flat feet
        speed = math.sqrt(state[g.SPEED_X] * state[g.SPEED_X] + state[g.SPEED_Z] * state[g.SPEED_Z])
        ease *= max(1.0 - smooth(state[g.FEET_WEIGHT]), smooth(speed / 0.4))
    lowest = math.inf
    for foot in range(2):
        joint = hip_joint(hips, turn, at, legs[foot])
        swinging = int(state[g.SWINGING]) == foot
        if hard and swinging:
            continue
        ankle = placed(state, foot, 0.0, sizes)
        if not swinging:
            most = most_roll(state, foot, dt)
            if not hard:
                most = min(most, stance_roll(state, foot, joint, sizes) + ease)
            ankle = placed(state, foot, most, sizes)
            if hard:
                least = max(2.0 * state[foot_place(state, foot) + g.PITCH] - most, 0.0)
                flat = placed(state, foot, least, sizes)
                if top_of_reach(joint, flat, reach) > top_of_reach(joint, ankle, reach):
                    ankle = flat
        top = top_of_reach(joint, ankle, reach) - (joint[1] - hips[1])
        lowest = min(lowest, top) if hard else lower_of(min(lowest, 1e9), top, 0.03)
    return lowest


@formula
def seat(
    state: Any, hips: Triple, turn: Quadruple, at: Any, legs: Any, posture: Any, sizes: Any
) -> float:
    """The lowest the hips may be: the shins bent as far as they go, and off the ground."""
    near = posture[p.NEAREST]
    highest = state[g.HIP_BASE] + SEAT * sizes[HIP_HEIGHT]
    for foot in range(2):
        joint = hip_joint(hips, turn, at, legs[foot])
        ankle = placed(state, foot, state[foot_place(state, foot) + g.PITCH], sizes)
        dx = joint[0] - ankle[0]
        dz = joint[2] - ankle[2]
        room = near * near - dx * dx - dz * dz
        rise = 0.5 * (room + math.sqrt(room * room + 1e-4 * near * near)) if near > 0.0 else 0.0
        least = ankle[1] + math.sqrt(max(rise, 0.0)) - (joint[1] - hips[1])
        highest = -lower_of(-highest, -least, 0.03)
    return highest


@formula
def hang_hips(
    state: Any,
    root: Any,
    root_rotation: Quadruple,
    yaw: float,
    lean: float,
    at: Any,
    legs: Any,
    posture: Any,
    sizes: Any,
    dt: float,
) -> tuple[Triple, Quadruple]:
    """Position and rotation of the hips: over the feet, as high as the legs let them be."""
    turn = hips_turn(state, root_rotation, lean, posture)
    sway = state[g.SWAY]
    if state[g.AIRBORNE] > 0.0:
        state[g.HIP_BASE] += root[1] - state[g.ROOT_Y]
    base = spring(state, g.HIP_BASE, root[1], 14.0, dt)
    crouch = spring(state, g.CROUCH, 0.0, 10.5, dt)
    height = sizes[HIP_HEIGHT]
    stand = base + height * 0.994 - min(crouch, 0.3 * height)
    hips = (root[0] + sway * math.cos(yaw), stand, root[2] - sway * math.sin(yaw))
    if state[g.LOWERED] != 0.0:
        back = SQUAT_BACK * height * posture[p.DEPTH]
        stand -= state[g.LOWERED]
        hips = (hips[0] - back * math.sin(yaw), stand, hips[2] - back * math.cos(yaw))
        low = seat(state, hips, turn, at, legs, posture, sizes)
        stand = -lower_of(-stand, -low, SEAT_SOFT)
        hips = (hips[0], stand, hips[2])
    if state[g.AIRBORNE] > 0.0:
        drop = spring(state, g.HIP_DROP, 0.0, 12.0, dt)
        return (hips[0], max(stand - drop, root[1] + 0.3 * height), hips[2]), turn
    soft = ceiling(state, hips, turn, at, legs, sizes, SOFT_STRETCH, False, dt)
    wanted = stand - lower_of(stand, soft, 0.03)
    drop = spring(state, g.HIP_DROP, clamp(wanted, -0.02, 0.6 * height), 42.0, dt)
    y = stand - drop
    hard = ceiling(state, (hips[0], y, hips[2]), turn, at, legs, sizes, STRETCH, True, dt)
    if y > hard:
        y = max(hard, stand - 0.65 * height)
    return (hips[0], y, hips[2]), turn


@formula
def sway_hips(
    state: Any, spread: float, going: float, clock: float, posture: Any, dt: float
) -> None:
    """Weight over the foot that carries it, hips turned along with the leg ahead."""
    weight = (load(state) - 0.5) * 2.0
    shift = math.sin(0.62 * clock) * posture[p.IDLE_SWAY] * (1.0 - going)
    spring(state, g.SWAY, weight * posture[p.SWAY] * going + shift, 11.0, dt)
    rest = -0.015 * (1.0 - going) * math.sin(0.62 * clock)
    spring(state, g.PELVIS_ROLL, weight * 0.055 * going - rest, 13.0, dt)
    spring(state, g.PELVIS_YAW, -0.1 * spread * going, 22.0, dt)


@formula
def bend_torso(
    state: Any, local: Any, roles: Any, lean: float, clock: float, posture: Any, sizes: Any
) -> None:
    """Spine and chest: against the hips, leaning with the speed, breathing."""
    crouch = clamp(state[g.CROUCH] / sizes[HIP_HEIGHT], -0.2, 0.4)
    breath = math.sin(2.0 * math.pi * sizes[RATE] * clock)
    fold = 0.4 * lean + 1.1 * crouch + 0.4 * state[g.AIR] * 0.12
    if posture[p.DEPTH] > 0.0:
        fold += SQUAT_FOLD * posture[p.DEPTH]
    counter = -0.72 * state[g.PELVIS_YAW] * 1.7
    level = -0.55 * state[g.PELVIS_ROLL] - 0.5 * state[g.BANK]
    heave = sizes[BREATH] / sizes[HIP_HEIGHT]
    bend_joint(local, roles[SPINE], turned(fold, counter, level))
    bend_joint(local, roles[CHEST], turned(fold - 2.2 * heave * breath, counter, level))


@formula
def breathe(local: Any, roles: Any, posture: Any, sizes: Any) -> None:
    """Give back to chest and shoulders the breath that clips took along with the gait's pose."""
    if posture[p.CHEST_SHARE] > 0.0:
        chest = 2.2 * sizes[BREATH] / sizes[HIP_HEIGHT] * posture[p.BREATH]
        turn = q_axis_angle(X_AXIS, -chest * posture[p.CHEST_SHARE])
        bend_joint(local, roles[CHEST], turn)
    for arm in range(2):
        share = posture[p.COLLAR_SHARE + arm]
        if share > 0.0:
            heave = 0.35 * sizes[BREATH] / sizes[HIP_HALF] * (1.0 + posture[p.BREATH])
            turn = q_axis_angle(Z_AXIS, side_of(arm) * heave * share)
            bend_joint(local, roles[COLLAR + arm], turn)


@formula
def swing_arms(
    state: Any, local: Any, roles: Any, going: float, clock: float, posture: Any, sizes: Any
) -> None:
    """Arms: against the legs, the elbow bending as it comes ahead; out a little in the air."""
    breath = math.sin(2.0 * math.pi * sizes[RATE] * clock)
    heave = sizes[BREATH] / sizes[HIP_HALF]
    air = state[g.AIR]
    crouch = clamp(state[g.CROUCH] / sizes[HIP_HEIGHT], 0.0, 0.4)
    for arm in range(2):
        side = side_of(arm)
        forth = state[g.SWING_LEFT + 2 * arm]
        share = clamp(forth / max(sizes[SWING], 1e-3), -1.2, 1.2)
        out = 0.02 * going + 0.42 * air + 0.25 * crouch
        raised = forth - 0.03 * going + 0.3 * air - 0.5 * crouch
        elbow = 0.06 + going * (0.2 + 0.2 * share) + 0.55 * air + 0.9 * crouch
        if posture[p.DEPTH] > 0.0:
            out += SQUAT_OUT * posture[p.DEPTH]
            raised += SQUAT_REACH * posture[p.DEPTH]
            elbow += SQUAT_ELBOW * posture[p.DEPTH]
        inward = -side * 0.12 * (going * max(share, -0.5) + 0.4)
        collar = turned(
            0.0, -side * 0.08 * forth, side * (0.35 * heave * (1.0 + breath) + 0.1 * air)
        )
        bend_joint(local, roles[COLLAR + arm], collar)
        lifted = q_multiply(q_axis_angle(Z_AXIS, side * out), q_axis_angle(X_AXIS, -raised))
        bend_joint(local, roles[ARM + arm], q_multiply(lifted, q_axis_angle(Y_AXIS, inward)))
        bend_joint(local, roles[ELBOW + arm], q_axis_angle(X_AXIS, -elbow))
        curl = q_axis_angle(X_AXIS, 0.45 - 0.15 * air)
        bend_joint(local, roles[FINGERS + arm], curl)


@formula
def arm_springs(state: Any, spread: float, going: float, dt: float, sizes: Any) -> None:
    """Arms follow the opposite leg a little late."""
    brisk = min(going * 1.12, 1.15)
    bias = -0.06 * going
    spring(state, g.SWING_LEFT, -spread * sizes[SWING] * brisk + bias, 17.0, dt)
    spring(state, g.SWING_RIGHT, spread * sizes[SWING] * brisk + bias, 17.0, dt)


@formula
def hold_head(
    state: Any, local: Any, roles: Any, chest: Quadruple, root_rotation: Quadruple, posture: Any
) -> None:
    """The head stays level and looks where the character faces, a little into a turn."""
    look = turned(0.02, state[g.LOOK], 0.3 * state[g.BANK])
    if posture[p.CLIPPED] > 0.0:
        look = q_multiply(quadruple(posture, p.HEAD_TURN), look)
    level = q_multiply(root_rotation, look)
    head = q_multiply(q_inverse(chest), level)
    neck = q_slerp((0.0, 0.0, 0.0, 1.0), head, 0.45)
    bend_joint(local, roles[NECK], neck)
    if roles[NECK] >= 0:
        head = q_multiply(q_inverse(neck), head)
    bend_joint(local, roles[HEAD], head)


@formula
def lean_body(
    state: Any, yaw: float, yaw_rate: float, goal_x: float, goal_z: float, sizes: Any, dt: float
) -> float:
    """How far the body leans ahead; also springs the bank into turns and the look ahead."""
    ahead_x = math.sin(yaw)
    ahead_z = math.cos(yaw)
    speed = state[g.SPEED_X] * ahead_x + state[g.SPEED_Z] * ahead_z
    wish = goal_x * ahead_x + goal_z * ahead_z
    pushing = clamp((wish - speed) / sizes[PACE], -1.0, 1.0)
    goal = sizes[LEAN] * clamp(speed / sizes[PACE], -1.0, 1.5) + 0.12 * pushing
    spring(state, g.BANK, clamp(-0.035 * yaw_rate * speed, -0.09, 0.09), 8.0, dt)
    spring(state, g.LOOK, clamp(0.14 * yaw_rate, -0.4, 0.4), 9.0, dt)
    return spring(state, g.LEAN, goal, 8.0, dt)
