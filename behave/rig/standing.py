"""What the feet under the body do with its weight: heels that rise, toes that stay down."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    clamp,
    distance,
    q_axis_angle,
    q_multiply,
    q_normalize,
)
from behave.rig import gait_state as g
from behave.rig import posture as p
from behave.rig.body import X_AXIS, hip_joint
from behave.rig.feet import ROLL_RATE, STRETCH, most_roll, stance_roll, top_of_reach
from behave.rig.formula import formula
from behave.rig.forward import put3, put4, quadruple
from behave.rig.gait_state import smooth
from behave.rig.ground import foot_turn, normal_of, placed, rests
from behave.rig.proportions import LEG_LOWER, LEG_UPPER
from behave.rig.stance import foot_place, side_of

ANKLE_BEND = math.radians(35.0)  # how far the shin leans over a flat foot at most
ANKLE_FREE = math.radians(40.0)  # more than that the walk of an upright body may take
CROUCHED = 0.08  # m: lowered by this the ankle's limit holds in full


@formula
def roll_to_reach(
    state: Any, foot: int, hip: Triple, roll: float, most: float, sizes: Any
) -> float:
    """The least pitch from ``roll`` on with which the leg reaches; ``most`` if none does."""
    reach = STRETCH * (sizes[LEG_UPPER] + sizes[LEG_LOWER])
    if top_of_reach(hip, placed(state, foot, roll, sizes), reach) >= hip[1]:
        return roll
    low = roll
    high = most
    for _ in range(24):
        middle = 0.5 * (low + high)
        if top_of_reach(hip, placed(state, foot, middle, sizes), reach) >= hip[1]:
            high = middle
        else:
            low = middle
    return high


@formula
def ankle_bend(state: Any, foot: int, hip: Triple, pitch: float, sizes: Any) -> float:
    """How far the shin leans ahead over the sole, with the heel up by ``pitch``; radians."""
    ankle = placed(state, foot, pitch, sizes)
    yaw = state[foot_place(state, foot) + g.YAW]
    x = math.sin(yaw)
    z = math.cos(yaw)
    upper = sizes[LEG_UPPER]
    lower = sizes[LEG_LOWER]
    r = max(distance(hip, ankle), 1e-3)
    forth = (hip[0] - ankle[0]) * x + (hip[2] - ankle[2]) * z
    hip_lean = math.atan2(forth, hip[1] - ankle[1])
    inner = clamp((lower * lower + r * r - upper * upper) / (2.0 * lower * r), -1.0, 1.0)
    normal = normal_of(state, foot)
    slope = math.asin(clamp(normal[0] * x + normal[2] * z, -1.0, 1.0))
    return hip_lean + math.acos(inner) - pitch - slope


@formula
def roll_to_bend(state: Any, foot: int, hip: Triple, roll: float, most: float, sizes: Any) -> float:
    """The least pitch from ``roll`` on with which the ankle bends no farther than it can."""
    upright = 1.0 - smooth(state[g.LOWERED] / CROUCHED)
    limit = ANKLE_BEND + ANKLE_FREE * upright
    if upright == 1.0 or ankle_bend(state, foot, hip, roll, sizes) <= limit:
        return roll
    low = roll
    high = most
    for _ in range(16):
        middle = 0.5 * (low + high)
        if ankle_bend(state, foot, hip, middle, sizes) <= limit:
            high = middle
        else:
            low = middle
    return high


@formula
def aim_feet(
    state: Any,
    hips: Triple,
    hips_turn: Quadruple,
    at: Any,
    legs: Any,
    order: Any,
    foot_goals: Any,
    posture: Any,
    sizes: Any,
    dt: float,
) -> None:
    """Roll the standing feet and write the goals of both legs: ankle, rotation, planted, knee."""
    for foot in range(2):
        f = foot_place(state, foot)
        standing = state[g.AIRBORNE] == 0.0 and int(state[g.SWINGING]) != foot
        if standing:
            joint = hip_joint(hips, hips_turn, at, legs[foot])
            most = most_roll(state, foot, dt)
            least = max(2.0 * state[f + g.PITCH] - most, 0.0)
            roll = stance_roll(state, foot, joint, sizes)
            roll = clamp(roll_to_bend(state, foot, joint, roll, most, sizes), least, most)
            roll = roll_to_reach(state, foot, joint, roll, most, sizes)
            state[f + g.PITCH] = roll
        goal = foot_goals[order[foot]]
        put3(goal, 0, placed(state, foot, state[f + g.PITCH], sizes))
        put4(goal, 3, foot_turn(state, foot))
        planted = standing and rests(state, foot)
        goal[7] = 1.0 if planted else 0.0
        goal[8] = side_of(foot) * posture[p.KNEES_OUT]


@formula
def bend_toes(state: Any, local: Any, legs: Any, dt: float) -> None:
    """Toes stay on the ground while the heel rises, and straighten in the swing."""
    for foot in range(2):
        toes = legs[foot, 3]
        if toes < 0:
            continue
        f = foot_place(state, foot)
        bent = max(state[f + g.PITCH], 0.0)
        if state[g.AIRBORNE] > 0.0:
            bent *= 0.4
        elif int(state[g.SWINGING]) == foot:
            bent *= 1.0 - 0.85 * smooth(state[g.PROGRESS] / 0.35)
        most = ROLL_RATE * 1.2 * dt
        state[f + g.TOES] += clamp(bent - state[f + g.TOES], -most, most)
        turn = q_axis_angle(X_AXIS, -state[f + g.TOES])
        turn = q_multiply(turn, quadruple(local[toes], 0))
        put4(local[toes], 0, q_normalize(turn))
