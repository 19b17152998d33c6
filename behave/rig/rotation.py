"""The ``rotation`` constraint: turns a bone to a rotation that actions write.

A wrist hardly twists: turning a palm is done by the two bones of the forearm. So the parent
takes over a share of the turn about its own length, and the joint keeps the rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import (
    Quadruple,
    Triple,
    arc_tangent,
    clamp,
    normalize,
    q_axis_angle,
    q_dot,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate_towards,
    q_slerp,
)
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, float64, int64, kernel, void
from behave.rig.arrays import BLOCK_OUT
from behave.rig.body_frame import frame_paths
from behave.rig.formula import formula
from behave.rig.forward import forward_bones, put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets

_ROOT, _TURN, _GOAL, _WEIGHT, _TURNED, _TWISTED = range(6)

TWIST_RATE = 5.0
"""Radians a second: how fast the parent takes over or gives back a twist. A twist is defined
badly where the bone is folded back, so it may swing wildly while the bone itself turns slowly.
"""


@dataclass(frozen=True, eq=False)
class Rotation:
    """One turned bone of N agents, ``bones`` all that hang on it or its parent. ``sizes`` f8[N, 2]:
    share of the twist, fastest turn."""

    name: str
    bone: int
    bones: Indices
    children: Indices
    offsets: Indices
    goal: int
    pinned: int
    weight: int
    rest_turn: int
    palm_slot: int
    palm: Floats
    sizes: Floats

    def solve(self, skeleton: Skeleton, pose: Pose, rows: Floats, dt: float) -> None:
        """Turn the bone of every agent."""
        turn_bones(
            rows,
            self.offsets,
            self.bone,
            self.bones,
            self.children,
            self.sizes,
            skeleton.parents,
            pose.at,
            skeleton.turn,
            pose.local,
            pose.position,
            pose.rotation,
            dt,
        )

    def bind(self, skeleton: Skeleton, rows: Floats) -> None:
        """Rest values and weight 0."""
        if self.rest_turn >= 0:
            rows[:, self.rest_turn : self.rest_turn + 4] = skeleton.rest_rotation[:, self.bone]
        turned = int(self.offsets[_TURNED])
        if turned >= 0:
            rows[:, turned : turned + 4] = skeleton.turn[:, self.bone]
        for offset, value in ((self.weight, 0.0), (self.pinned, 0.0), (self.palm_slot, self.palm)):
            if offset >= 0:
                rows[:, offset] = value


def build(
    part: Part, skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate, limits: Floats
) -> Rotation:
    """Lay out one ``rotation``."""
    options = Options(part, evaluate, skeleton.agents)
    bone = skeleton.index(options.bone("bone"))
    parent = int(skeleton.parents[bone])
    name = part.name
    return Rotation(
        name=name,
        bone=bone,
        bones=skeleton.below(parent if parent >= 0 else bone),
        children=np.array(skeleton.children(bone), dtype=np.int64),
        offsets=offsets.all(
            (
                *frame_paths(offsets),
                f"{name}.rotation",
                f"{name}.weight",
                f"{name}.turned",
                f"{name}.twisted",
            )
        ),
        goal=offsets[f"{name}.rotation"],
        pinned=offsets[f"{name}.pinned"],
        weight=offsets[f"{name}.weight"],
        rest_turn=offsets[f"{name}.rest_turn"],
        palm_slot=offsets[f"{name}.palm"],
        palm=options.number("palm"),
        sizes=options.numbers(("twist", "rate")),
    )


@formula
def twist_angle(q: Quadruple, axis: Triple) -> tuple[float, float]:
    """The turn of ``q`` about the unit ``axis``, -pi .. pi, and how well defined it is, 0 .. 1."""
    along = q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2]
    w = q[3]
    if w < 0.0:
        along = -along
        w = -w
    return 2.0 * arc_tangent(along, w), along * along + w * w


@formula
def shared_twist(angle: float, clear: float, share: float) -> float:
    """What the parent takes of a twist: a share of it up to 2 rad, fading to none at pi.

    So it has no jump where the twist changes sign, nor (``clear`` near 0) where it is
    undefined, the bone being folded back on its parent.
    """
    size = abs(angle)
    taken = min(size, 2.0)
    if size > 2.0:
        fade = (size - 2.0) / (math.pi - 2.0)
        taken = taken * (1.0 - fade * fade * (3.0 - 2.0 * fade))
    return math.copysign(taken, angle) * share * clamp(clear * 4.0, 0.0, 1.0)


@formula
def turn_bone(
    row: Any,
    offsets: Any,
    bone: int,
    bones: Any,
    children: Any,
    size: Any,
    parents: Any,
    at: Any,
    bind: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Turn one agent's bone in place: its row, its size and its slices of the pose.

    Weight 0 leaves the animation untouched, bit for bit. The bone's children relax to their
    bind pose by the weight: a hand told how to lie opens its fingers.
    """
    parent = parents[bone]
    turn = quadruple(row, offsets[_TURN])
    memory = offsets[_TURNED]
    twist = offsets[_TWISTED]
    animated = quadruple(local[bone], 0)
    goal = quadruple(row, offsets[_GOAL])
    norm = q_dot(goal, goal)
    weight = clamp(row[offsets[_WEIGHT]], 0.0, 1.0)
    if not (weight > 0.0 and norm > 0.25 and norm < 4.0):
        if memory >= 0:
            put4(row, memory, animated)
            row[twist] = 0.0
        return
    base = turn
    if parent >= 0:
        base = quadruple(rotation[parent], 0)
    wanted = q_multiply(q_inverse(base), q_normalize(goal))
    held = q_slerp(animated, wanted, weight)
    if memory >= 0:
        held = q_rotate_towards(quadruple(row, memory), held, size[1] * dt)
        put4(row, memory, held)
    axis = normalize(triple(at[bone], 0), (0.0, 0.0, 0.0))
    if parent >= 0 and axis != (0.0, 0.0, 0.0):
        angle, clear = twist_angle(q_multiply(held, q_inverse(animated)), axis)
        shared = shared_twist(angle, clear, size[0])
        if memory >= 0:
            shared = clamp(shared, row[twist] - TWIST_RATE * dt, row[twist] + TWIST_RATE * dt)
            row[twist] = shared
        taken = q_axis_angle(axis, shared)
        held = q_multiply(q_inverse(taken), held)
        mine = q_multiply(quadruple(local[parent], 0), taken)
        put4(local[parent], 0, q_normalize(mine))
    put4(local[bone], 0, q_normalize(held))
    for k in range(children.shape[0]):
        child = children[k]
        rest = quadruple(bind[child], 0)
        put4(local[child], 0, q_slerp(quadruple(local[child], 0), rest, weight))
    start = triple(row, offsets[_ROOT])
    forward_bones(start, turn, bones, parents, at, local, position, rotation)


@kernel(
    void(
        ROWS_OUT,
        INTEGERS_IN,
        int64,
        INTEGERS_IN,
        INTEGERS_IN,
        ROWS_OUT,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        float64,
    )
)
def turn_bones(
    rows: Any,
    offsets: Any,
    bone: int,
    bones: Any,
    children: Any,
    sizes: Any,
    parents: Any,
    at: Any,
    bind: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Turn one bone of N agents in place; see ``Rotation`` for the arrays."""
    for i in range(rows.shape[0]):
        turn_bone(
            rows[i],
            offsets,
            bone,
            bones,
            children,
            sizes[i],
            parents,
            at[i],
            bind[i],
            local[i],
            position[i],
            rotation[i],
            dt,
        )
