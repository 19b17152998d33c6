"""A foot in the air: how it lifts, travels, passes the other one and comes down."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import clamp, mix, wrap_angle
from behave.rig import gait_state as g
from behave.rig.formula import formula
from behave.rig.gait_state import share, smooth
from behave.rig.proportions import ANKLE, BALL_AHEAD, BALL_DOWN
from behave.rig.stance import foot_place

BEND_RATE = 2.5  # m/s: how fast a way is bent
CLEARANCE = 0.105  # m: a swinging ankle passes a standing one no nearer
PITCH_RATE = 7.5  # rad/s: the fastest a swinging foot pitches
TOUCHDOWN = 0.94  # share of the swing after which the foot only rolls flat
FOOT_TURN = 9.5  # rad/s: the fastest a foot turns


@formula
def lift_foot(state: Any, foot: int, ankle: Any, pitch: float) -> None:
    """Start the swing of a foot from where its ankle is now."""
    f = foot_place(state, foot)
    state[g.PASSING] = 0.0
    state[g.BEND] = 0.0
    state[f + g.FROM_X] = ankle[0]
    state[f + g.FROM_Y] = ankle[1]
    state[f + g.FROM_Z] = ankle[2]
    state[f + g.FROM_PITCH] = pitch
    state[f + g.TO_X] = ankle[0]
    state[f + g.TO_Y] = state[f + g.Y]
    state[f + g.TO_Z] = ankle[2]
    state[g.SWINGING] = foot
    state[g.LAST] = foot
    state[g.RESTING] = 0.0


@formula
def lowest_ankle(pitch: float, sizes: Any) -> float:
    """The least height of the ankle over the ground with the foot pitched: heel and ball clear."""
    sine = math.sin(pitch)
    cosine = math.cos(pitch)
    sole = sizes[ANKLE]
    heel = sole * cosine - 0.62 * sizes[BALL_AHEAD] * sine
    ball = (sole - sizes[BALL_DOWN]) + sizes[BALL_DOWN] * cosine + sizes[BALL_AHEAD] * sine
    return float(max(heel, ball))


@formula
def swing_pitch(start: float, u: float, brisk: float) -> float:
    """Pitch of a swinging foot: the heel whips up, then the toes rise, then it rolls flat."""
    whip = math.sin(math.pi * min(u / 0.5, 1.0))
    kick = 0.38 * brisk * whip * whip
    falling = start * (1.0 - smooth(u / 0.62))
    toes = -0.3 * brisk * smooth((u - 0.45) / 0.4) * (1.0 - smooth((u - 0.86) / 0.14))
    return falling + kick + toes


@formula
def keep_clear(state: Any, foot: int, v: float, dt: float) -> None:
    """Lead a swinging foot, at the share ``v`` of its way, round the standing one.

    It bends the straight way to the side on which it passes anyway, and changes that side only
    where the aim has moved well past the standing foot.
    """
    f = foot_place(state, foot)
    o = foot_place(state, 1 - foot)
    dx = state[f + g.TO_X] - state[f + g.FROM_X]
    dz = state[f + g.TO_Z] - state[f + g.FROM_Z]
    size = math.sqrt(dx * dx + dz * dz)
    if size <= 0.02:
        return
    dx /= size
    dz /= size
    x = state[f + g.X] - state[o + g.X]
    z = state[f + g.Z] - state[o + g.Z]
    beside = x * dz - z * dx
    along = abs(x * dx + z * dz)
    if state[g.PASSING] == 0.0 or state[g.PASSING] * beside < -0.5 * CLEARANCE:
        state[g.PASSING] = 1.0 if beside >= 0.0 else -1.0
    short = max(CLEARANCE - state[g.PASSING] * beside, 0.0)
    near = 1.0 - smooth((along - 0.5 * CLEARANCE) / (1.5 * CLEARANCE))
    most = BEND_RATE * dt
    state[g.BEND] += clamp(state[g.PASSING] * short * near - state[g.BEND], -most, most)
    bend = state[g.BEND] * smooth((1.0 - v) / 0.3)
    state[f + g.X] += dz * bend
    state[f + g.Z] -= dx * bend


@formula
def swing_foot(
    state: Any,
    foot: int,
    u: float,
    to_yaw: float,
    brisk: float,
    lift: float,
    sizes: Any,
    dt: float,
) -> None:
    """Put a swinging foot where it is at the share ``u`` of its way; writes its pose."""
    f = foot_place(state, foot)
    v = min(u / TOUCHDOWN, 1.0)
    eased = 0.45 * (v * v * v - 2.0 * v * v + v) + v * v * (3.0 - 2.0 * v)
    state[f + g.X] = mix(state[f + g.FROM_X], state[f + g.TO_X], eased)
    state[f + g.Z] = mix(state[f + g.FROM_Z], state[f + g.TO_Z], eased)
    keep_clear(state, foot, v, dt)
    turn = wrap_angle(to_yaw - state[f + g.YAW]) * share(22.0 * smooth(1.4 * v), dt)
    most = FOOT_TURN * dt
    state[f + g.YAW] = wrap_angle(state[f + g.YAW] + clamp(turn, -most, most))
    pitch = swing_pitch(state[f + g.FROM_PITCH], u, brisk)
    most = PITCH_RATE * dt
    pitch = state[f + g.PITCH] + clamp(pitch - state[f + g.PITCH], -most, most)
    state[f + g.PITCH] = pitch
    left = 1.0 - v
    arc = 28.9 * v * v * (left * left * left)
    below = state[f + g.FROM_Y] - lowest_ankle(state[f + g.FROM_PITCH], sizes)
    above = state[f + g.TO_Y] - sizes[ANKLE]
    climb = smooth(v / 0.6) if above > below else smooth((v - 0.35) / 0.65)
    height = mix(state[f + g.FROM_Y], state[f + g.TO_Y], climb)
    floor = mix(below, above, climb)
    over = lowest_ankle(pitch, sizes) + lift * 0.2 * math.sin(math.pi * v)
    state[f + g.Y] = max(height + lift * arc, floor + over)


@formula
def plant_foot(state: Any, foot: int, ground: float, sizes: Any) -> None:
    """Set a foot down flat where it is; what it still is above the ground it sinks quickly."""
    f = foot_place(state, foot)
    height = ground + sizes[ANKLE]
    state[f + g.SETTLE] = state[f + g.Y] - height
    state[f + g.Y] = height
