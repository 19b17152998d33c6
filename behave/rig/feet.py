"""Where the feet are: rolling over the ball while they stand, tucked in the air, set down again."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import Triple, clamp, wrap_angle
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig.footsteps import MOST_ROLL, TWIST
from behave.rig.formula import formula
from behave.rig.gait_state import share, smooth
from behave.rig.proportions import ANKLE, BALL_AHEAD, BALL_DOWN, HIP_HEIGHT, LEG_LOWER, LEG_UPPER
from behave.rig.stance import foot_place, side_of
from behave.rig.swing import FOOT_TURN, plant_foot

STRETCH = 0.994  # share of its length a leg is let reach: a knee is never locked
SOFT_STRETCH = 0.988  # the share the hips are held at
ROLL_RATE = 9.0  # rad/s: the fastest a heel rises or sinks
TUCK_RATE = 14.0  # 1/s: how fast the feet follow the body in the air


@formula
def rolled(state: Any, foot: int, pitch: float, sizes: Any) -> Triple:
    """The ankle of a standing foot whose heel has risen by ``pitch`` about the ball."""
    f = foot_place(state, foot)
    down = sizes[BALL_DOWN]
    out = sizes[BALL_AHEAD]
    sine = math.sin(pitch)
    cosine = math.cos(pitch)
    up = down * cosine + out * sine - down
    forth = out + down * sine - out * cosine
    yaw = state[f + g.YAW]
    return (
        state[f + g.X] + math.sin(yaw) * forth,
        state[f + g.Y] + up + state[f + g.SETTLE],
        state[f + g.Z] + math.cos(yaw) * forth,
    )


@formula
def ankle_now(state: Any, foot: int, sizes: Any) -> Triple:
    """Where the ankle of a foot is."""
    f = foot_place(state, foot)
    if state[g.AIRBORNE] > 0.0 or int(state[g.SWINGING]) == foot:
        return (state[f + g.X], state[f + g.Y], state[f + g.Z])
    return rolled(state, foot, state[f + g.PITCH], sizes)


@formula
def stance_roll(state: Any, foot: int, hip: Triple, sizes: Any) -> float:
    """How far the heel of a standing foot has risen: with the way the hip has gone past it."""
    f = foot_place(state, foot)
    yaw = state[f + g.YAW]
    back = (hip[0] - state[f + g.X]) * math.sin(yaw) + (hip[2] - state[f + g.Z]) * math.cos(yaw)
    leg = sizes[LEG_UPPER] + sizes[LEG_LOWER]
    return 0.72 * smooth((back / leg - 0.1) / 0.46)


@formula
def top_of_reach(hip: Triple, ankle: Triple, reach: float) -> float:
    """The highest the hip joint may be, straight over where it is, for a leg of ``reach``."""
    dx = hip[0] - ankle[0]
    dz = hip[2] - ankle[2]
    return ankle[1] + math.sqrt(max(reach * reach - dx * dx - dz * dz, 0.04 * reach * reach))


@formula
def most_roll(state: Any, foot: int, dt: float) -> float:
    """How far the heel of a standing foot may have risen by the end of a tick."""
    return min(state[foot_place(state, foot) + g.PITCH] + ROLL_RATE * dt, MOST_ROLL)


@formula
def pivot_foot(state: Any, foot: int, yaw: float, sizes: Any, dt: float) -> None:
    """Turn a standing foot about its ball where the body has turned too far against it."""
    f = foot_place(state, foot)
    against = wrap_angle(state[f + g.YAW] - yaw)
    over = against - clamp(against, -TWIST, TWIST)
    if over == 0.0:
        return
    before = state[f + g.YAW]
    after = wrap_angle(before - clamp(over, -FOOT_TURN * dt, FOOT_TURN * dt))
    out = sizes[BALL_AHEAD]
    state[f + g.X] += out * (math.sin(before) - math.sin(after))
    state[f + g.Z] += out * (math.cos(before) - math.cos(after))
    state[f + g.YAW] = after


@formula
def settle_feet(state: Any, dt: float) -> None:
    """Let feet sink the last of the way to the ground they were planted on."""
    for foot in range(2):
        f = foot_place(state, foot)
        left = state[f + g.SETTLE] * (1.0 - share(38.0, dt))
        state[f + g.SETTLE] = left if abs(left) > 1e-4 else 0.0


@formula
def carry_feet(state: Any, root: Any, yaw: float) -> None:
    """Move feet in the air along with the body."""
    turn = wrap_angle(yaw - state[g.ROOT_YAW])
    sine = math.sin(turn)
    cosine = math.cos(turn)
    for foot in range(2):
        f = foot_place(state, foot)
        x = state[f + g.X] - state[g.ROOT_X]
        z = state[f + g.Z] - state[g.ROOT_Z]
        state[f + g.X] = root[0] + x * cosine + z * sine
        state[f + g.Z] = root[2] - x * sine + z * cosine
        state[f + g.Y] += root[1] - state[g.ROOT_Y]
        state[f + g.YAW] = wrap_angle(state[f + g.YAW] + turn)


@formula
def leave_ground(state: Any, sizes: Any) -> None:
    """From standing to the air: the feet are where they are, no longer where they stood."""
    for foot in range(2):
        f = foot_place(state, foot)
        ankle = ankle_now(state, foot, sizes)
        state[f + g.X] = ankle[0]
        state[f + g.Y] = ankle[1]
        state[f + g.Z] = ankle[2]
        state[f + g.SETTLE] = 0.0
    state[g.SWINGING] = -1.0
    state[g.AIRBORNE] = 1.0


@formula
def fly_feet(
    state: Any, root: Any, yaw: float, rising: float, manner: Any, sizes: Any, dt: float
) -> None:
    """Feet in the air: drawn up while rising, one a little ahead, stretched out to land."""
    closing = share(TUCK_RATE * state[g.AIR], dt)
    sine = math.sin(yaw)
    cosine = math.cos(yaw)
    down = smooth((0.5 - rising) / 3.0)
    height = sizes[HIP_HEIGHT]
    for foot in range(2):
        f = foot_place(state, foot)
        side = side_of(foot)
        first = 1.0 if float(foot) == state[g.LAST] else 0.0
        tuck = height * (0.1 + 0.16 * first) * (1.0 - down)
        forth = height * ((0.14 * first - 0.12) * (1.0 - down) + (0.13 * first - 0.05) * down)
        out = side * manner[m.WIDTH]
        x = root[0] + out * cosine + forth * sine
        z = root[2] - out * sine + forth * cosine
        y = root[1] + sizes[ANKLE] + tuck
        state[f + g.X] += (x - state[f + g.X]) * closing
        state[f + g.Y] += (y - state[f + g.Y]) * closing
        state[f + g.Z] += (z - state[f + g.Z]) * closing
        turn = wrap_angle(yaw + side * manner[m.TOE_OUT] - state[f + g.YAW])
        state[f + g.YAW] = wrap_angle(state[f + g.YAW] + turn * closing)
        pitch = (0.55 - 0.1 * first) * (1.0 - down)
        state[f + g.PITCH] += (pitch - state[f + g.PITCH]) * closing


@formula
def land_feet(state: Any, ground: float, speed: float, sizes: Any) -> None:
    """From the air to standing: both feet are planted where they are, the knees give way."""
    for foot in range(2):
        f = foot_place(state, foot)
        pitch = clamp(state[f + g.PITCH], 0.0, MOST_ROLL)
        state[f + g.PITCH] = pitch
        ankle = (state[f + g.X], state[f + g.Y], state[f + g.Z])
        state[f + g.SETTLE] = 0.0
        off = rolled(state, foot, pitch, sizes)
        state[f + g.X] = 2.0 * ankle[0] - off[0]
        state[f + g.Z] = 2.0 * ankle[2] - off[2]
        state[f + g.Y] = 2.0 * ankle[1] - off[1]
        plant_foot(state, foot, ground, sizes)
    state[g.AIRBORNE] = 0.0
    state[g.SWINGING] = -1.0
    state[g.PROGRESS] = 0.0
    state[g.RESTING] = 0.0
    state[g.CROUCH + 1] += clamp(0.8 * speed, 0.0, 6.0)
