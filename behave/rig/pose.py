"""A pose in the making: what the animation and the constraints of one tick work on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.rig.options import Floats
from behave.rig.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class Pose:
    """Joint rotations ``local`` f8[N, B, 4] and the world transforms that follow from them.

    ``at`` f8[N, B, 3] are the joints in the parent's frame, the hips moved by the animation.
    ``foot`` f8[N, F, 9] are the goals of the legs, set by the gaits: the tip's position, its
    rotation, whether it is planted, and the angle about up the knee is turned by against the
    leg's pole (positive to the left); a leg that no gait drives has ``driven`` False.
    """

    at: Floats
    local: Floats
    position: Floats
    rotation: Floats
    foot: Floats
    driven: bool


def bind_pose(skeleton: Skeleton, legs: int, driven: bool) -> Pose:
    """Every joint as in the bind pose; the world transforms are not worked out yet."""
    return Pose(
        at=skeleton.at.copy(),
        local=skeleton.turn.copy(),
        position=np.zeros(skeleton.at.shape),  # zeros_like costs five times as much
        rotation=np.zeros(skeleton.turn.shape),
        foot=np.zeros((skeleton.agents, max(legs, 1), 9)),
        driven=driven,
    )


Indices = NDArray[np.int64]
