"""The ``hinge`` parts: bones turned about one axis, as far as a behavior says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import clamp, q_axis_angle, q_multiply, q_normalize
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, kernel, void
from behave.rig.arrays import BLOCK_IN, BLOCK_OUT
from behave.rig.carry import rotate
from behave.rig.forward import put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import ROOT, Skeleton
from behave.rig.slots import Offsets

_BACK = np.array([-1.0, -1.0, -1.0, 1.0])


@dataclass(frozen=True, eq=False)
class Hinges:
    """H turned bones of N agents: ``bones`` and the offsets of their ``angles`` int64[H],
    ``axes`` f8[N, H, 3] unit and in the parent's frame, ``ends`` f8[N, H, 2] of the angles."""

    bones: Indices
    angles: Indices
    axes: Floats
    ends: Floats

    def turn(self, pose: Pose, rows: Floats) -> None:
        """Turn the bones against the animation; the world transforms are not worked out.

        An angle beyond an end is set to it in the rows too; one that is no number to 0.
        """
        turn_hinges(rows, self.bones, self.angles, self.axes, self.ends, pose.local)


@kernel(void(ROWS_OUT, INTEGERS_IN, INTEGERS_IN, BLOCK_IN, BLOCK_IN, BLOCK_OUT))
def turn_hinges(rows: Any, bones: Any, angles: Any, axes: Any, ends: Any, local: Any) -> None:
    """Turn the H hinges of N agents in place; see ``Hinges`` for the arrays."""
    for i in range(rows.shape[0]):
        for h in range(bones.shape[0]):
            angle = rows[i, angles[h]]
            if not abs(angle) < math.inf:
                angle = 0.0
            angle = clamp(angle, ends[i, h, 0], ends[i, h, 1])
            rows[i, angles[h]] = angle
            turn = q_axis_angle(triple(axes[i, h], 0), angle)
            own = quadruple(local[i, bones[h]], 0)
            put4(local[i, bones[h]], 0, q_normalize(q_multiply(turn, own)))


def build(
    parts: Sequence[Part], skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate
) -> Hinges | None:
    """Lay out every ``hinge`` of a rig; None where it has none."""
    found = [part for part in parts if part.verb == "hinge"]
    if not found:
        return None
    bones, axes, ends = [], [], []
    for part in found:
        options = Options(part, evaluate, skeleton.agents)
        bone = skeleton.index(options.bone("bone"))
        bones.append(bone)
        axes.append(axis_in_parent(options.vec("about"), bone, skeleton))
        free = np.tile((-np.inf, np.inf), (skeleton.agents, 1))
        low_high = options.numbers(("low", "high")) if options.has("low") else free
        ends.append(np.sort(low_high, axis=1))
    return Hinges(
        bones=np.array(bones, dtype=np.int64),
        angles=offsets.all(f"{part.name}.angle" for part in found),
        axes=np.stack(axes, axis=1),
        ends=np.stack(ends, axis=1),
    )


def axis_in_parent(axis: Floats, bone: int, skeleton: Skeleton) -> Floats:
    """An axis f8[N, 3] of the body in the bind pose, in the frame of the bone's parent, unit.

    A zero axis is up.
    """
    size = np.linalg.norm(axis, axis=1, keepdims=True)
    axis = np.where(size > 1e-9, axis / np.maximum(size, 1e-9), (0.0, 1.0, 0.0))
    parent = int(skeleton.parents[bone])
    if parent == ROOT:
        return axis
    return rotate(skeleton.rest_rotation[:, parent] * _BACK, axis)
