"""How an agent holds itself this tick, from its clips and what lowers it."""

from __future__ import annotations

import math
from typing import Any

from behave.kernel.compiled import clamp
from behave.rig import gait_state as g
from behave.rig import manner as m
from behave.rig import posture as p
from behave.rig.body import DEEP
from behave.rig.clips import blend_options, weigh
from behave.rig.formula import formula
from behave.rig.gait_state import spring
from behave.rig.proportions import HIP_HALF, HIP_HEIGHT, IDLE_SWAY, LIFT, RATE, SWAY

LOWERING = 30.0  # 1/s: how promptly the hips follow what lowers them


@formula
def hold_posture(
    row: Any,
    clips: Any,
    shares: Any,
    nearest: float,
    posture: Any,
    manner: Any,
    sizes: Any,
) -> None:
    """Blend the clips over the gait's own options; how the feet stand and step follows."""
    m.plain(manner, sizes[HIP_HALF], sizes[LIFT])
    posture[p.LOWER] = 0.0
    posture[p.AHEAD] = manner[m.AHEAD]
    posture[p.WIDTH] = 2.0 * manner[m.WIDTH]
    posture[p.TOE_OUT] = manner[m.TOE_OUT]
    posture[p.KNEES_OUT] = 0.0
    posture[p.STRIDE] = manner[m.STRIDE_SHARE]
    posture[p.LIFT] = manner[m.LIFT]
    posture[p.SWAY] = sizes[SWAY]
    posture[p.IDLE_SWAY] = sizes[IDLE_SWAY]
    posture[p.NEAREST] = nearest
    blend_options(clips, shares, weigh(row, clips, shares), posture)
    manner[m.AHEAD] = posture[p.AHEAD]
    manner[m.WIDTH] = 0.5 * posture[p.WIDTH]
    manner[m.TOE_OUT] = posture[p.TOE_OUT]
    manner[m.STRIDE_SHARE] = posture[p.STRIDE]
    manner[m.LIFT] = posture[p.LIFT]


@formula
def lower_body(state: Any, row: Any, slot: int, posture: Any, sizes: Any, dt: float) -> None:
    """Lower the hips by what clips and behavior ask for; how deep a crouch that makes.

    ``slot`` is where the row holds what the behavior asks for, -1 for nowhere. The feet stay on
    the ground: hips are not raised, and lowered to the ground at most.
    """
    posture[p.BREATH] = math.sin(2.0 * math.pi * sizes[RATE] * state[g.IDLE_CLOCK])
    lowered = posture[p.LOWER]
    if slot >= 0 and abs(row[slot]) < math.inf:
        lowered += row[slot]
    lowered = clamp(lowered, 0.0, sizes[HIP_HEIGHT])
    if lowered != 0.0 or state[g.LOWERED] != 0.0 or state[g.LOWERED + 1] != 0.0:
        spring(state, g.LOWERED, lowered, LOWERING, dt)
    deep = clamp(state[g.LOWERED] / (DEEP * sizes[HIP_HEIGHT]), 0.0, 1.0)
    posture[p.DEPTH] = deep * (2.0 - deep) * (1.0 - posture[p.TRUNK])
