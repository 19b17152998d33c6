"""How far joints may bend, from the ``limit`` parts of a rig."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from behave.ir.program import Part
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.skeleton import Skeleton

WIDEST = np.deg2rad(160.0)  # for a joint without a limit


def widest_bends(parts: Sequence[Part], skeleton: Skeleton, evaluate: Evaluate) -> Floats:
    """How far each joint may bend from straight, f8[N, B] in radians, 0 .. pi.

    A limit names a range about a hinge; the end farther from 0 is the bent one.
    """
    bends = np.full((skeleton.agents, len(skeleton.names)), WIDEST)
    for part in parts:
        if part.verb == "limit":
            options = Options(part, evaluate, skeleton.agents)
            ends = np.abs(np.stack((options.number("low"), options.number("high"))))
            bends[:, skeleton.index(part.name)] = np.minimum(ends.max(axis=0), np.pi)
    return bends
