"""How a character stands and steps just now: what a posture changes about its feet.

A small array per agent, worked out anew every tick: ``plain`` is the rig's own way; clips are
blended into it before the steps are planned.
"""

from __future__ import annotations

import math
from typing import Any

from behave.rig.formula import formula

WIDTH = 0  # m: half the distance between the ankles of a stance
TOE_OUT = 1  # rad: how far the toes point outward
STRIDE_SHARE = 2  # of the rig's step length
LIFT = 3  # m: how high a foot swings
AHEAD = 4  # m: how far the feet stand ahead of the hips
MANNER_SIZE = 5

PLAIN_TOE_OUT = math.radians(6.0)


@formula
def plain(manner: Any, half: float, lift: float) -> None:
    """The rig's own manner: feet under the hip joints, which are ``half`` off the middle."""
    manner[WIDTH] = half
    manner[TOE_OUT] = PLAIN_TOE_OUT
    manner[STRIDE_SHARE] = 1.0
    manner[LIFT] = lift
    manner[AHEAD] = 0.0
