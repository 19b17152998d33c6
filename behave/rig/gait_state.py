"""What the gaits remember from tick to tick: positions in ``gait.state`` and its filters.

Feet come in blocks of ``FOOT`` numbers from ``FEET`` on, the left one first.
"""

from __future__ import annotations

import math
from typing import Any

from behave.rig.formula import formula

READY = 0  # 0: nothing set up yet
SPEED_X = 1  # velocity, evened out
SPEED_Z = 2
SWINGING = 3  # which foot is in the air: -1 none, 0 left, 1 right
PROGRESS = 4  # through the swing, or through the time both feet stand
LAST = 5  # the foot that swung last
RESTING = 6  # seconds both feet have stood
AIR = 7  # 0 on the ground .. 1 in the air
IDLE_CLOCK = 8
HIP_BASE = 9  # height of the ground under the hips, evened out (value, rate)
CROUCH = 11  # how far a landing presses the hips down (value, rate)
SWAY = 13  # sideways shift of the hips (value, rate)
PELVIS_YAW = 15
PELVIS_ROLL = 17
SWING_LEFT = 19  # how far the left arm is swung ahead (value, rate)
SWING_RIGHT = 21
LEAN = 23
BANK = 25
LOOK = 27  # how far the head looks into a turn (value, rate)
ROOT_X = 29  # where the root was last tick
ROOT_Y = 30
ROOT_Z = 31
ROOT_YAW = 32
AIRBORNE = 33  # 1 while the feet are off the ground
HIP_DROP = 34  # how far the legs' reach holds the hips down (value, rate)

BRISK = 64  # how briskly the feet move, 1 at the walk's pace; evened out
SWING_TIME = 65  # seconds a foot swings, evened out; 0 at first
BOTH_TIME = 66
BEND = 69  # m: by how much its way is bent for that
PASSING = 68  # on which side a swinging foot passes the standing one: -1, 1; 0 not yet known
TAKEN = 67  # seconds the present swing takes, as quick as it now is

FEET = 36
FOOT = 14
# 72 .. 95 are free for the steps
LOWERED = 96  # how far the hips are lowered on purpose (value, rate)
STEPPING = 98  # how far a step reaches, -1 .. 1: what turns with it in a clip (value, rate)
FEET_WEIGHT = 100  # how much the feet follow uneven ground, 0 .. 1
GROUNDS = 102  # what is known of the ground under each foot, in blocks of ``GROUND``
GROUND = 6
RAISED = 0  # how far the foot is raised against the flat steps
SLANT_X, SLANT_Z = 1, 2  # the evened-out normal of the ground there
FOUND = 3  # 1: SLANT is known
SINKING = 4  # how far it still is from the height it is raised to
STATE_SIZE = 128
X, Y, Z = 0, 1, 2  # the ankle: where it stands flat while planted, else where it is
YAW = 3
PITCH = 4  # heel up is positive
FROM_X, FROM_Y, FROM_Z, FROM_PITCH = 5, 6, 7, 9  # at lift-off
TOES = 8  # how far the toes are bent up against the foot
TO_X, TO_Y, TO_Z = 10, 11, 12  # where the swing is bound for
SETTLE = 13  # what is left of the height a foot was above the ground when it was planted


@formula
def spring(state: Any, at: int, goal: float, pace: float, dt: float) -> float:
    """Bring ``state[at]`` to ``goal`` like a critically damped spring; returns the new value.

    ``state[at + 1]`` is its rate and ``pace`` the spring's angular frequency. The exact
    solution for a goal that stands still over the tick, so any tick rate gives the same curve.
    """
    gap = state[at] - goal
    rate = state[at + 1]
    fade = math.exp(-pace * dt)
    mixed = rate + pace * gap
    state[at] = goal + (gap + mixed * dt) * fade
    state[at + 1] = (rate - pace * mixed * dt) * fade
    return float(state[at])


@formula
def share(rate: float, dt: float) -> float:
    """How much of a gap closes in a tick for a filter with ``rate`` a second."""
    return 1.0 - math.exp(-rate * dt)


@formula
def smooth(x: float) -> float:
    """0 below 0, 1 above 1, and in between 3x^2 - 2x^3."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * (3.0 - 2.0 * x)


@formula
def lower_of(a: float, b: float, width: float) -> float:
    """The lower of two, rounded off where they are nearer than ``width``."""
    blend = max(width - abs(a - b), 0.0)
    return min(a, b) - blend * blend / (4.0 * width)
