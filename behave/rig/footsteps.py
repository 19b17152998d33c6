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
LEAD_BACK = 0.45  # the same backward: no heel that rises lengthens the leg
LEAD_ASIDE = 0.5
BACK_STRIDE = 0.62  # of a stride ahead
SIDE_STRIDE = 0.3
CLOSEST = 0.7  # of the stance's width: as near as a step aside brings a foot to the other
CLOSEST_AHEAD = 0.45  # the same in a walk ahead
BESIDE = 0.14  # m: no ankle is set down nearer to the other
BEND_RATE = 2.5  # m/s: how fast a way is bent
CLEARANCE = 0.105  # m: a swinging ankle passes a standing one no nearer
TURN_A_CYCLE = 2.1  # rad: how far a body turns while each foot steps once
SHORTEST_CYCLE = 0.4  # s
FORESEEN = 0.2  # s: a standing body that turns steps before the feet are left behind
FOOT_SPEED = 3.2  # m/s against the body, on the average of a swing: no foot is quicker
AIM_SPEED = 5.0  # m/s: how fast the place a foot is bound for moves at most
PITCH_RATE = 7.5  # rad/s: the fastest a swinging foot pitches
EVENING = 14.0  # 1/s: how fast step times follow what the body does
MOST_TOE_LEAD = 0.6  # rad: how far a foot is set down turned beyond the body
TOUCHDOWN = 0.94  # share of the swing after which the foot only rolls flat
CLOSING_PAUSE = 0.1  # s between the steps of a stop
CLOSING_SWING = 0.38  # s
FOOT_TURN = 9.5  # rad/s: the fastest a foot turns
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
def stride_along(forth: float, aside: float, stride: float) -> float:
    """The stride at the pace in a direction of the body's frame: an ellipse, shorter aside and
    shorter still than ahead where it goes back."""
    size = math.sqrt(forth * forth + aside * aside)
    if size <= 1e-9:
        return stride
    ahead_share = forth / size if forth > 0.0 else -forth / size / BACK_STRIDE
    aside_share = aside / size / SIDE_STRIDE
    return stride / math.sqrt(ahead_share * ahead_share + aside_share * aside_share)


@formula
def quickened(swing: float, both: float, yaw_rate: float) -> tuple[float, float]:
    """Step times of a body that turns: no slower than its turn lets the feet follow."""
    rate = abs(yaw_rate)
    cycle = 2.0 * (swing + both)
    if rate * cycle <= TURN_A_CYCLE:
        return swing, both
    quick = min(max(TURN_A_CYCLE / rate, SHORTEST_CYCLE), cycle)
    swing = min(swing, SWING_SHARE * quick)
    return swing, max(0.5 * quick - swing, SHORTEST_BOTH)


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
    swing: float,
    both: float,
    manner: Any,
    sizes: Any,
) -> tuple[float, float, float]:
    """``(x, z, yaw)`` where a foot should come down in ``left`` seconds.

    Ahead of where the hips will be then by a share of the way they go while it stands; the
    velocity is foreseen from the one they are heading for, so a stop ends on the spot. It keeps
    to its side of the other foot as the body will then face: feet never cross.
    """
    stance = both * 2.0 + swing
    way_x, end_x = ahead(state[g.SPEED_X], goal_x, push, left)
    way_z, end_z = ahead(state[g.SPEED_Z], goal_z, push, left)
    facing = yaw + clamp(yaw_rate * left, -1.0, 1.0)
    sine = math.sin(facing)
    cosine = math.cos(facing)
    speed = math.sqrt(end_x * end_x + end_z * end_z)
    sideways = end_x * cosine - end_z * sine
    forward = end_x * sine + end_z * cosine
    room = 2.2 * sizes[HIP_HALF]
    most = 0.55 * (sizes[LEG_UPPER] + sizes[LEG_LOWER])
    aside = clamp(sideways * stance * LEAD_ASIDE, -room, room)
    forth = forward * stance * (LEAD if forward > 0.0 else LEAD_BACK)
    forth = clamp(forth, -0.6 * most, most)
    lateral = smooth(abs(sideways) / 0.4)
    narrow = stance_width(manner, smooth(speed / 0.8))
    wide = CLOSEST * manner[m.WIDTH] + 0.5 * abs(sideways) * (swing + both)
    out = mix(narrow, wide, lateral)
    side = side_of(foot)
    aside += side * out
    forth += manner[m.AHEAD]
    f = foot_place(state, 1 - foot)
    other = (state[f + g.X] - root[0] - way_x) * cosine - (state[f + g.Z] - root[2] - way_z) * sine
    apart = 2.0 * manner[m.WIDTH] * mix(CLOSEST_AHEAD, CLOSEST, lateral)
    least = min(side * other + apart, 1.5 * room)
    if least > side * aside:
        apart = 1.0 - smooth((abs(yaw_rate) - 1.5) / 2.0)
        aside += side * (least - side * aside) * apart
    toes = clamp(0.5 * yaw_rate * stance, -MOST_TOE_LEAD, MOST_TOE_LEAD)
    x = root[0] + way_x + aside * cosine + forth * sine
    z = root[2] + way_z - aside * sine + forth * cosine
    off_x = x - state[f + g.X]
    off_z = z - state[f + g.Z]
    gap = math.sqrt(off_x * off_x + off_z * off_z)
    if 1e-6 < gap < BESIDE and abs(yaw_rate) > 0.5:
        x = state[f + g.X] + off_x / gap * BESIDE
        z = state[f + g.Z] + off_z / gap * BESIDE
    return x, z, facing + toes + side * manner[m.TOE_OUT]


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
def least_swing(state: Any, foot: int, swing: float) -> float:
    """The least time for a foot's swing, by the way it goes against the body meanwhile."""
    f = foot_place(state, foot)
    x = state[f + g.TO_X] - state[f + g.FROM_X] - state[g.SPEED_X] * swing
    z = state[f + g.TO_Z] - state[f + g.FROM_Z] - state[g.SPEED_Z] * swing
    return math.sqrt(x * x + z * z) / FOOT_SPEED


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
        left = 0.5 * (1.0 - min(state[g.PROGRESS], 1.0)) * swing_time
        way_x, _ = ahead(state[g.SPEED_X], goal_x, push, left)
        way_z, _ = ahead(state[g.SPEED_Z], goal_z, push, left)
        lag = _lag(state, 1 - foot, root[0] + way_x, root[2] + way_z)
        hurry = clamp((lag - 0.46 * leg) / (0.16 * leg), 0.0, 1.0)
        least = least_swing(state, foot, swing_time) / (1.0 + 0.25 * hurry)
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
