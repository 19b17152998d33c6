"""Where a foot should come down and how long steps take: ahead, back, aside and in a turn.

Step length and cadence follow the walk ratio, which is nearly constant in people (Sekiya,
Nagasaki, Ito & Furuna 1997): both grow with the square root of the speed.
"""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import clamp, mix
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig.formula import formula
from behave.rig.gait_state import smooth
from behave.rig.proportions import HIP_HALF, LEG_LOWER, LEG_UPPER
from behave.rig.stance import foot_place, side_of, stance_width

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
TURN_A_CYCLE = 2.1  # rad: how far a body turns while each foot steps once
SHORTEST_CYCLE = 0.4  # s
MOST_TOE_LEAD = 0.6  # rad: how far a foot is set down turned beyond the body


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
