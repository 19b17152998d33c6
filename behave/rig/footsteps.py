"""When feet lift, where they land and how they roll: the steps of a walk on two legs.

Feet are planted in the world and stay there until they lift. Step length and cadence follow
the walk ratio, which is nearly constant in people (Sekiya, Nagasaki, Ito & Furuna 1997): both
grow with the square root of the speed. Nothing here keeps a cycle that a stop would have to
interrupt: a foot lifts when the other has carried long enough, or stands where it should not.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import clamp, mix, wrap_angle
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig.formula import formula
from behave.rig.gait_state import share, smooth
from behave.rig.solids import NOTHING, ground_below
from behave.rig.stance import foot_place, misplaced, side_of, stance_width

SLOW = 0.12  # m/s: wishing for less is standing
SWING_SHARE = 0.45  # of a stride, the rolling down after the heel touches included
LONGEST_SWING = 0.5  # s
SHORTEST_BOTH = 0.03  # s
LEAD = 0.31  # share of the stance's way that lies ahead of the hips
TOUCHDOWN = 0.94  # share of the swing after which the foot only rolls flat
CLOSING_PAUSE = 0.1  # s between the steps of a stop
CLOSING_SWING = 0.38  # s
FOOT_TURN = 11.0  # rad/s: the fastest a foot turns
TWIST = math.radians(45.0)  # a standing foot turned more against the body pivots on its ball
MOST_ROLL = 1.05  # rad: how far a heel rises at most

# what the kernel is told about one agent's legs and walk, as positions in ``sizes``
STRIDE, PACE, LIFT, SWAY, SWING, LEAN, IDLE_SWAY, BREATH, RATE = range(9)
LEG_UPPER, LEG_LOWER, HIP_HALF, ANKLE, BALL_DOWN, BALL_AHEAD, HIP_HEIGHT = range(9, 16)


@formula
def step_times(speed: float, stride: float, pace: float) -> tuple[float, float]:
    """``(seconds a foot swings, seconds both stand)`` at a speed, by the walk ratio."""
    going = max(speed, 0.1 * pace)
    cycle = stride * math.sqrt(going / pace) / going
    swing = min(SWING_SHARE * cycle, LONGEST_SWING)
    return swing, max(0.5 * cycle - swing, SHORTEST_BOTH)


@formula
def ahead(velocity: float, goal: float, push: float, left: float) -> tuple[float, float]:
    """``(way, velocity)`` after ``left`` seconds of nearing ``goal`` at ``push``; one axis."""
    gap = goal - velocity
    needed = abs(gap) / push if push > 0.0 else 0.0
    if needed <= 1e-9:
        return goal * left, goal
    spent = min(needed, left)
    end = velocity + gap * (spent / needed)
    return 0.5 * (velocity + end) * spent + goal * (left - spent), end


@formula
def aim_step(
    state: Any,
    foot: int,
    left: float,
    root: Any,
    yaw: float,
    yaw_rate: float,
    goal_x: float,
    goal_z: float,
    push: float,
    stance: float,
    manner: Any,
    sizes: Any,
) -> tuple[float, float, float]:
    """``(x, z, yaw)`` where a foot should come down in ``left`` seconds.

    Ahead of where the hips will be then by ``LEAD`` of the way they go while it stands; the
    velocity is foreseen from the one they are heading for, so a stop ends on the spot.
    """
    way_x, end_x = ahead(state[g.SPEED_X], goal_x, push, left)
    way_z, end_z = ahead(state[g.SPEED_Z], goal_z, push, left)
    facing = yaw + clamp(yaw_rate * left, -1.0, 1.0)
    sine = math.sin(facing)
    cosine = math.cos(facing)
    speed = math.sqrt(end_x * end_x + end_z * end_z)
    lead_x = end_x * stance * LEAD
    lead_z = end_z * stance * LEAD
    aside = lead_x * cosine - lead_z * sine
    forth = lead_x * sine + lead_z * cosine
    room = 2.2 * sizes[HIP_HALF]
    most = 0.55 * (sizes[LEG_UPPER] + sizes[LEG_LOWER])
    aside = clamp(aside, -room, room)
    forth = clamp(forth, -0.6 * most, most)
    out = side_of(foot) * stance_width(manner, smooth(speed / 0.8))
    aside += out
    forth += manner[m.AHEAD]
    x = root[0] + way_x + aside * cosine + forth * sine
    z = root[2] + way_z - aside * sine + forth * cosine
    return x, z, facing + side_of(foot) * manner[m.TOE_OUT]


@formula
def behind(state: Any, foot: int, root: Any, x: float, z: float) -> float:
    """How far a foot lies behind the root as seen along the unit direction (x, z)."""
    f = foot_place(state, foot)
    return float((root[0] - state[f + g.X]) * x + (root[2] - state[f + g.Z]) * z)


@formula
def choose_foot(
    state: Any, root: Any, yaw: float, going: float, goal_x: float, goal_z: float, manner: Any
) -> int:
    """The foot to lift next: walking the other one, unless it is far ahead; -1 for none yet."""
    if going <= SLOW:
        left = misplaced(state, 0, root, yaw, manner)
        right = misplaced(state, 1, root, yaw, manner)
        if max(left, right) < 1.0:
            return -1
        return 0 if left > right else 1
    x = goal_x / going
    z = goal_z / going
    aside = x * math.cos(yaw) - z * math.sin(yaw)
    left = behind(state, 0, root, x, z) + 0.1 * aside
    right = behind(state, 1, root, x, z) - 0.1 * aside
    if state[g.RESTING] < 0.4:
        if state[g.LAST] == 0.0:
            right += 0.35
        else:
            left += 0.35
    return 0 if left > right else 1


@formula
def lift_foot(state: Any, foot: int, ankle: Any, pitch: float) -> None:
    """Start the swing of a foot from where its ankle is now."""
    f = foot_place(state, foot)
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
    turn = wrap_angle(to_yaw - state[f + g.YAW]) * share(22.0 * smooth(1.4 * v), dt)
    most = FOOT_TURN * dt
    state[f + g.YAW] = wrap_angle(state[f + g.YAW] + clamp(turn, -most, most))
    pitch = swing_pitch(state[f + g.FROM_PITCH], u, brisk)
    state[f + g.PITCH] = pitch
    arc = 28.9 * v * v * (1.0 - v) ** 3
    below = state[f + g.FROM_Y] - lowest_ankle(state[f + g.FROM_PITCH], sizes)
    above = state[f + g.TO_Y] - sizes[ANKLE]
    climb = smooth(v / 0.6) if above > below else smooth((v - 0.35) / 0.65)
    height = mix(state[f + g.FROM_Y], state[f + g.TO_Y], climb)
    floor = mix(below, above, climb)
    over = lowest_ankle(pitch, sizes) + lift * 0.2 * math.sin(math.pi * v)
    state[f + g.Y] = max(height + lift * arc, floor + over)


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
def plant_foot(state: Any, foot: int, ground: float, sizes: Any) -> None:
    """Set a foot down flat where it is; what it still is above the ground it sinks quickly."""
    f = foot_place(state, foot)
    height = ground + sizes[ANKLE]
    state[f + g.SETTLE] = state[f + g.Y] - height
    state[f + g.Y] = height


@formula
def advance_progress(
    state: Any,
    root: Any,
    yaw: float,
    goal_x: float,
    goal_z: float,
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
        hurry = clamp((_lag(state, 1 - foot, root) - 0.46 * leg) / (0.16 * leg), 0.0, 1.0)
        state[g.PROGRESS] += dt / swing_time * (1.0 + hurry)
        return
    going = math.sqrt(goal_x * goal_x + goal_z * goal_z)
    state[g.RESTING] += dt
    state[g.PROGRESS] += dt / both_time
    started = going > SLOW and state[g.RESTING] > 0.4
    if not (started or state[g.PROGRESS] >= 1.0):
        return
    late = 0.0 if started else min((state[g.PROGRESS] - 1.0) * both_time, dt)
    state[g.PROGRESS] = 1.0
    foot = choose_foot(state, root, yaw, going, goal_x, goal_z, manner)
    if foot >= 0:
        lift_foot(state, foot, ankles[foot], ankles[foot, 3])
        state[g.PROGRESS] = clamp(late / swing_time, 0.0, 0.5)


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
    speed = math.sqrt(state[g.SPEED_X] ** 2 + state[g.SPEED_Z] ** 2)
    going = math.sqrt(goal_x * goal_x + goal_z * goal_z)
    planned = max(speed, going)
    swing, both = step_times(planned, sizes[STRIDE] * manner[m.STRIDE_SHARE], sizes[PACE])
    if going <= SLOW:
        both = CLOSING_PAUSE
        swing = min(swing, CLOSING_SWING)
    brisk = clamp(planned / sizes[PACE], 0.25, 1.2)
    state[g.BRISK] += (brisk - state[g.BRISK]) * share(6.0, dt)
    brisk = state[g.BRISK]
    advance_progress(state, root, yaw, goal_x, goal_z, ankles, swing, both, manner, sizes, dt)
    foot = int(state[g.SWINGING])
    if foot < 0:
        return
    u = min(state[g.PROGRESS], 1.0)
    left = (1.0 - u) * swing
    stance = both * 2.0 + swing
    f = foot_place(state, foot)
    x, z, facing = aim_step(
        state, foot, left, root, yaw, yaw_rate, goal_x, goal_z, push, stance, manner, sizes
    )
    follow = 1.0 if u < 0.15 else share(18.0, dt)
    if u >= TOUCHDOWN:  # the heel is down: only the sole still rolls
        follow = 0.0
    state[f + g.TO_X] += (x - state[f + g.TO_X]) * follow
    state[f + g.TO_Z] += (z - state[f + g.TO_Z]) * follow
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
def _lag(state: Any, foot: int, root: Any) -> float:
    """Level distance of a foot from the root."""
    f = foot_place(state, foot)
    dx = root[0] - state[f + g.X]
    dz = root[2] - state[f + g.Z]
    return math.sqrt(dx * dx + dz * dz)
