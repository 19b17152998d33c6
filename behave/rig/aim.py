"""The ``aim`` parts: a bone that looks at a point for as long as a behavior says so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import (
    Quadruple,
    Triple,
    clamp,
    is_finite,
    length,
    q_dot,
    q_identity,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    q_rotate_towards,
    q_shortest_arc,
    q_slerp,
    subtract,
)
from behave.kernel.jit import INTEGERS_IN, ROWS_IN, ROWS_OUT, float64, int64, kernel, void
from behave.rig.arrays import BLOCK_OUT
from behave.rig.body_frame import frame_paths
from behave.rig.carry import rotate
from behave.rig.formula import formula
from behave.rig.forward import forward, put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets

_ROOT, _TURN, _TARGET, _ENABLED, _WEIGHT, _STATE = range(6)
_FORWARD, _RATE, _LIMIT = 0, 3, 4
SETTLED = 1e-6  # a weight that near 0 or 1 is there
NEAR = 1e-4  # m: a target that near the bone's joint is no direction


@dataclass(frozen=True, eq=False)
class Aim:
    """One bone of N agents. ``sizes`` f8[N, 5]: the way it looks in its own frame, rate, limit;
    ``offsets`` int64[6]: the frame's place and turn, target, enabled, weight, state."""

    name: str
    bone: int
    offsets: Indices
    sizes: Floats

    def solve(self, skeleton: Skeleton, pose: Pose, rows: Floats, dt: float) -> None:
        """Turn the bone of every agent."""
        aim_bones(
            rows,
            self.offsets,
            self.bone,
            self.sizes,
            skeleton.parents,
            pose.at,
            pose.local,
            pose.position,
            pose.rotation,
            dt,
        )

    def bind(self, skeleton: Skeleton, rows: Floats) -> None:
        """Off, with a target a metre ahead of the bone in the bind pose."""
        turn = rows[:, self.offsets[_TURN] : self.offsets[_TURN] + 4]
        root = rows[:, self.offsets[_ROOT] : self.offsets[_ROOT] + 3]
        ahead = rotate(skeleton.rest_rotation[:, self.bone], self.sizes[:, :3])
        target = self.offsets[_TARGET]
        place = skeleton.rest_position[:, self.bone] + ahead
        rows[:, target : target + 3] = root + rotate(turn, place)
        rows[:, self.offsets[_WEIGHT]] = 0.0
        state = self.offsets[_STATE]
        rows[:, state : state + 8] = 0.0


def build(
    part: Part, skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate, limits: Floats
) -> Aim:
    """Lay out one ``aim``; ``limits`` are not used."""
    options = Options(part, evaluate, skeleton.agents)
    bone = skeleton.index(options.bone("bone"))
    forward_way = options.vec("forward")
    size = np.linalg.norm(forward_way, axis=1, keepdims=True)
    unit = np.where(size > 1e-9, forward_way / np.maximum(size, 1e-9), (0.0, 0.0, 1.0))
    back = skeleton.rest_rotation[:, bone] * np.array([-1.0, -1.0, -1.0, 1.0])
    places = (f"{part.name}.{place}" for place in ("target", "enabled", "weight", "state"))
    return Aim(
        name=part.name,
        bone=bone,
        offsets=offsets.all((*frame_paths(offsets), *places)),
        sizes=np.ascontiguousarray(
            np.concatenate((rotate(back, unit), options.numbers(("rate", "limit"))), axis=1)
        ),
    )


@formula
def wanted_turn(
    row: Any, target: int, place: Triple, turn: Quadruple, size: Any, held: Quadruple
) -> Quadruple:
    """The turn in the bone's frame that looks at the target, within the limit; ``held`` where
    the target is no direction."""
    goal = triple(row, target)
    if not is_finite(goal):
        return held
    way = subtract(goal, place)
    if not length(way) > NEAR:
        return held
    seen = q_rotate(q_inverse(turn), way)
    arc = q_shortest_arc(triple(size, _FORWARD), seen)
    return q_rotate_towards(q_identity(), arc, max(size[_LIMIT], 0.0))


@formula
def aim_bone(
    row: Any, offsets: Any, place: Triple, turn: Quadruple, size: Any, dt: float
) -> Quadruple:
    """The turn of one agent's bone in its own frame; writes its weight and state.

    It follows the target and fades at the same rate; one that begins to look starts with the
    target's direction, so only the fading shows.
    """
    state = offsets[_STATE]
    weight = clamp(row[offsets[_WEIGHT]], 0.0, 1.0)
    on = 1.0 if row[offsets[_ENABLED]] > 0.0 else 0.0
    share = 1.0 - math.exp(-size[_RATE] * dt)
    held = quadruple(row, state)
    fresh = not weight > 0.0 or not q_dot(held, held) > 0.25
    held = q_identity() if fresh else q_normalize(held)
    if on > 0.0:
        wanted = wanted_turn(row, offsets[_TARGET], place, turn, size, held)
        held = wanted if fresh else q_slerp(held, wanted, share)
    weight += (on - weight) * share
    if abs(weight - on) < SETTLED:
        weight = on
    row[offsets[_WEIGHT]] = weight
    put4(row, state, held)
    return q_slerp(q_identity(), held, weight)


@kernel(
    void(
        ROWS_OUT,
        INTEGERS_IN,
        int64,
        ROWS_IN,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        float64,
    )
)
def aim_bones(
    rows: Any,
    offsets: Any,
    bone: int,
    sizes: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Turn one bone of N agents in place; see ``Aim`` for the arrays."""
    for i in range(rows.shape[0]):
        place = triple(position[i, bone], 0)
        turn = aim_bone(rows[i], offsets, place, quadruple(rotation[i, bone], 0), sizes[i], dt)
        if turn == q_identity():
            continue
        own = quadruple(local[i, bone], 0)
        put4(local[i, bone], 0, q_normalize(q_multiply(own, turn)))
        root = triple(rows[i], offsets[_ROOT])
        forward(
            root,
            quadruple(rows[i], offsets[_TURN]),
            bone,
            parents,
            at[i],
            local[i],
            position[i],
            rotation[i],
        )
