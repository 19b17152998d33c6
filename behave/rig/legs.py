"""The ``leg`` part: a chain of two bones that brings a foot where the gaits want it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import (
    add_scaled,
    distance,
    normalize,
    perpendicular,
    project_off,
    q_axis_angle,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    q_shortest_arc,
    q_yaw,
    subtract,
)
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, int64, kernel, void
from behave.rig.arrays import BLOCK_OUT
from behave.rig.bend import nearest_reach, soft_reach, solve
from behave.rig.body_frame import frame_paths
from behave.rig.formula import formula
from behave.rig.forward import forward, put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.rig.two_bone import turn_chain

FULL_REACH = 0.9995  # share of its length a leg may reach: there is always a way the knee bends
SWING_REACH = 0.996  # the same for a foot in the air, neared softly so that no knee snaps straight
SWING_SOFTEN = 0.975
DOWN = (0.0, -1.0, 0.0)
FOOT_SHARE = 0.7  # how much the knee points where the foot does, beside where the hips do

_ROOT, _TURN, _PLANTED = range(3)


@dataclass(frozen=True, eq=False)
class Leg:
    """One leg of N agents. ``chain`` are thigh, shin, foot; ``ball`` the toes' bone or -1;
    ``sizes`` f8[N, 5] the pole (the body's axes) and the nearest and the full reach."""

    name: str
    chain: Indices
    ball: int
    place: int
    offsets: Indices
    sizes: Floats

    def solve(self, skeleton: Skeleton, pose: Pose, rows: Floats, dt: float) -> None:
        """Bring the foot of every agent to its goal; nothing where no gait set one."""
        if pose.driven:
            solve_legs(
                rows,
                self.offsets,
                self.chain,
                self.place,
                self.sizes,
                skeleton.parents,
                pose.at,
                pose.local,
                pose.position,
                pose.rotation,
                pose.foot,
            )

    def bind(self, skeleton: Skeleton, rows: Floats) -> None:
        """The foot stands."""
        if self.offsets[_PLANTED] >= 0:
            rows[:, self.offsets[_PLANTED]] = 1.0


def build(
    part: Part,
    skeleton: Skeleton,
    offsets: Offsets,
    evaluate: Evaluate,
    limits: Floats,
    place: int,
) -> Leg:
    """Lay out one ``leg``, the ``place``-th of the rig."""
    options = Options(part, evaluate, skeleton.agents)
    chain = np.array([skeleton.index(options.bone(o)) for o in ("root", "mid", "tip")])
    upper = np.linalg.norm(skeleton.at[:, chain[1]], axis=1)
    lower = np.linalg.norm(skeleton.at[:, chain[2]], axis=1)
    widest = limits[:, chain[1]]
    nearest = [nearest_reach(u, v, w) for u, v, w in zip(upper, lower, widest, strict=True)]
    columns = (options.vec("pole"), np.array(nearest)[:, None], (upper + lower)[:, None])
    return Leg(
        name=part.name,
        chain=chain.astype(np.int64),
        ball=skeleton.index(options.bone("ball")),
        place=place,
        offsets=offsets.all((*frame_paths(offsets), f"{part.name}.planted")),
        sizes=np.ascontiguousarray(np.concatenate(columns, axis=1)),
    )


@formula
def solve_leg(
    row: Any,
    offsets: Any,
    chain: Any,
    size: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    foot: Any,
) -> None:
    """Solve one agent's leg in place: its row, its size and its slices of the pose.

    The way the knee points is swung along with the leg from hanging down, so that it keeps its
    side however low one sits: ahead under a standing leg is up under one stretched ahead.
    """
    tip = chain[2]
    turn = quadruple(row, offsets[_TURN])
    a = triple(position[chain[0]], 0)
    b = triple(position[chain[1]], 0)
    c = triple(position[tip], 0)
    goal = triple(foot, 0)
    foot_turn = quadruple(foot, 3)
    facing = q_axis_angle((0.0, 1.0, 0.0), q_yaw(foot_turn))
    pole = triple(size, 0)
    if foot[8] != 0.0:
        pole = q_rotate(q_axis_angle((0.0, 1.0, 0.0), foot[8]), pole)
    knee = add_scaled(q_rotate(turn, pole), q_rotate(facing, pole), FOOT_SHARE)
    toward = normalize(subtract(goal, a), DOWN)
    swung = q_rotate(q_shortest_arc(DOWN, toward), (knee[0], 0.0, knee[2]))
    bend = normalize(project_off(swung, toward), perpendicular(toward))
    reach = distance(a, goal)
    if foot[7] == 0.0:
        reach = soft_reach(reach, SWING_REACH * size[4], SWING_SOFTEN)
    reach = min(max(reach, size[3]), FULL_REACH * size[4])
    _, _, upper_turn, lower_turn = solve(a, b, c, goal, bend, reach)
    turn_chain(chain, upper_turn, lower_turn, parents, turn, local, rotation)
    root = triple(row, offsets[_ROOT])
    forward(root, turn, chain[0], parents, at, local, position, rotation)
    lower = quadruple(rotation[chain[1]], 0)
    put4(local[tip], 0, q_normalize(q_multiply(q_inverse(lower), foot_turn)))
    forward(root, turn, tip, parents, at, local, position, rotation)
    if offsets[_PLANTED] >= 0:
        row[offsets[_PLANTED]] = foot[7]


@kernel(
    void(
        ROWS_OUT,
        INTEGERS_IN,
        INTEGERS_IN,
        int64,
        ROWS_OUT,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
    )
)
def solve_legs(
    rows: Any,
    offsets: Any,
    chain: Any,
    place: int,
    sizes: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    foot: Any,
) -> None:
    """Solve one leg of N agents in place; see ``Leg`` for the arrays."""
    for i in range(rows.shape[0]):
        solve_leg(
            rows[i],
            offsets,
            chain,
            sizes[i],
            parents,
            at[i],
            local[i],
            position[i],
            rotation[i],
            foot[i, place],
        )
