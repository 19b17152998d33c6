"""The ``two_bone`` constraint: brings a chain's tip to a target that actions write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Part
from behave.kernel.compiled import (
    Quadruple,
    Triple,
    add_scaled,
    clamp,
    direction,
    distance,
    is_finite,
    lerp,
    normalize,
    q_inverse,
    q_multiply,
    q_normalize,
    q_rotate,
    subtract,
)
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, float64, kernel, void
from behave.rig.arrays import BLOCK_OUT
from behave.rig.bend import (
    DOWN,
    blended_bend,
    limited_bend,
    nearest_reach,
    own_bend,
    soft_reach,
    solve_along,
    straight_bend,
)
from behave.rig.body_frame import frame_paths
from behave.rig.formula import formula
from behave.rig.forward import forward_bones, put3, put4, quadruple, triple
from behave.rig.options import Evaluate, Floats, Options
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets

BEND_RATE = 8.0  # rad/s: the fastest the middle joint swings round the line between the ends
AT_TARGET = 0.01  # m: nearer than this the tip counts as at the target

# positions in the offsets a kernel gets
_ROOT, _TURN, _TARGET, _WEIGHT, _ERROR, _REACHED, _BEND = range(7)


@dataclass(frozen=True, eq=False)
class TwoBone:
    """One chain of N agents. ``chain`` are the bones root, mid, tip, ``bones`` all that hang on
    them; ``sizes`` f8[N, 6] are the pole (the body's axes), the softening, and the nearest and
    the full reach."""

    name: str
    chain: Indices
    bones: Indices
    offsets: Indices
    target: int
    pinned: int
    weight: int
    rest: tuple[int, int]
    sizes: Floats

    def solve(self, skeleton: Skeleton, pose: Pose, rows: Floats, dt: float) -> None:
        """Bend the chain of every agent; writes the outputs into the rows."""
        solve_chains(
            rows,
            self.offsets,
            self.chain,
            self.bones,
            self.sizes,
            skeleton.parents,
            pose.at,
            pose.local,
            pose.position,
            pose.rotation,
            dt,
        )

    def bind(self, skeleton: Skeleton, rows: Floats) -> None:
        """Rest values, weight 0 and the target where the tip is."""
        tip = int(self.chain[2])
        position, turn = self.rest
        _write(rows, position, skeleton.rest_position[:, tip])
        _write(rows, turn, skeleton.rest_rotation[:, tip])
        _write(rows, self.weight, np.zeros((len(rows), 1)))
        _write(rows, self.pinned, np.zeros((len(rows), 1)))
        _write(rows, int(self.offsets[_BEND]), np.zeros((len(rows), 4)))
        _write(rows, int(self.offsets[_ERROR]), np.zeros((len(rows), 1)))
        _write(rows, int(self.offsets[_REACHED]), np.zeros((len(rows), 1)))


def _write(rows: Floats, offset: int, values: Floats) -> None:
    if offset >= 0:
        rows[:, offset : offset + values.shape[1]] = values


def build(
    part: Part, skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate, limits: Floats
) -> TwoBone:
    """Lay out one ``two_bone``. ``limits`` f8[N, B] are the widest bends of the joints."""
    options = Options(part, evaluate, skeleton.agents)
    chain = np.array([skeleton.index(options.bone(o)) for o in ("root", "mid", "tip")])
    upper = np.linalg.norm(skeleton.at[:, chain[1]], axis=1)
    lower = np.linalg.norm(skeleton.at[:, chain[2]], axis=1)
    widest = limits[:, chain[1]]
    nearest = [nearest_reach(u, v, w) for u, v, w in zip(upper, lower, widest, strict=True)]
    soften = np.clip(options.number("soften"), 0.0, 1.0)
    columns = (options.vec("pole"), soften[:, None], np.array(nearest)[:, None])
    name = part.name
    return TwoBone(
        name=name,
        chain=chain.astype(np.int64),
        bones=skeleton.below(int(chain[0])),
        offsets=offsets.all(
            (
                *frame_paths(offsets),
                *(f"{name}.{place}" for place in ("target", "weight", "error", "reached", "bend")),
            )
        ),
        target=offsets[f"{name}.target"],
        pinned=offsets[f"{name}.pinned"],
        weight=offsets[f"{name}.weight"],
        rest=(offsets[f"{name}.rest_position"], offsets[f"{name}.rest_turn"]),
        sizes=np.ascontiguousarray(np.concatenate((*columns, (upper + lower)[:, None]), axis=1)),
    )


@formula
def turn_chain(
    chain: Any,
    upper_turn: Quadruple,
    lower_turn: Quadruple,
    parents: Any,
    root_rotation: Quadruple,
    local: Any,
    rotation: Any,
) -> None:
    """Apply world turns to the two bones of a chain by rewriting their joint rotations."""
    root = chain[0]
    mid = chain[1]
    base = root_rotation
    if parents[root] >= 0:
        base = quadruple(rotation[parents[root]], 0)
    upper = q_multiply(upper_turn, quadruple(rotation[root], 0))
    lower = q_multiply(lower_turn, quadruple(rotation[mid], 0))
    put4(local[root], 0, q_normalize(q_multiply(q_inverse(base), upper)))
    put4(local[mid], 0, q_normalize(q_multiply(q_inverse(upper), lower)))


@formula
def within_reach(a: Triple, c: Triple, target: Triple, size: Any) -> Triple:
    """The target drawn in to where the chain from ``a`` softly reaches.

    Done before blending with the animated tip ``c``, which may be stretched farther than the
    softening would let it: so there is no jump as the weight leaves 0.
    """
    gap = distance(a, target)
    along = direction(subtract(target, a), subtract(c, a), DOWN)
    return add_scaled(a, along, max(soft_reach(gap, size[5], size[3]), size[4]))


@formula
def solve_chain(
    row: Any,
    offsets: Any,
    chain: Any,
    bones: Any,
    size: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Solve one agent's chain in place: its row, its size and its slices of the pose.

    Weight 0 leaves the animation untouched, bit for bit.
    """
    turn = quadruple(row, offsets[_TURN])
    a = triple(position[chain[0]], 0)
    b = triple(position[chain[1]], 0)
    c = triple(position[chain[2]], 0)
    target = triple(row, offsets[_TARGET])
    weight = clamp(row[offsets[_WEIGHT]], 0.0, 1.0)
    if not (weight > 0.0 and is_finite(target)):
        weight = 0.0
        target = target if is_finite(target) else c
    pole = q_rotate(turn, triple(size, 0))
    along = direction(subtract(c, a), subtract(b, a), DOWN)
    own, bent = own_bend(a, b, along)
    bend = own if bent else straight_bend(along, pole)
    memory = offsets[_BEND]
    if weight > 0.0:
        goal = lerp(c, within_reach(a, c, target, size), weight)
        toward = normalize(subtract(goal, a), along)
        bend = blended_bend(bend, along, toward, pole, weight)
        if memory >= 0 and row[memory + 3] > 0.0:
            last = q_rotate(turn, triple(row, memory))
            bend = limited_bend(last, bend, toward, BEND_RATE * dt)
        reach = clamp(distance(a, goal), size[4], size[5])
        own = own if bent else straight_bend(along, bend)
        _, _, upper_turn, lower_turn = solve_along(a, b, c, along, toward, own, bend, reach)
        turn_chain(chain, upper_turn, lower_turn, parents, turn, local, rotation)
        start = triple(row, offsets[_ROOT])
        forward_bones(start, turn, bones, parents, at, local, position, rotation)
    if memory >= 0:
        put3(row, memory, q_rotate(q_inverse(turn), bend))
        row[memory + 3] = 1.0
    error = distance(triple(position[chain[2]], 0), target)
    if offsets[_ERROR] >= 0:
        row[offsets[_ERROR]] = error
    if offsets[_REACHED] >= 0:
        row[offsets[_REACHED]] = 1.0 if error <= AT_TARGET else 0.0


@kernel(
    void(
        ROWS_OUT,
        INTEGERS_IN,
        INTEGERS_IN,
        INTEGERS_IN,
        ROWS_OUT,
        INTEGERS_IN,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        BLOCK_OUT,
        float64,
    )
)
def solve_chains(
    rows: Any,
    offsets: Any,
    chain: Any,
    bones: Any,
    sizes: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
    dt: float,
) -> None:
    """Solve one chain of N agents in place; see ``TwoBone`` for the arrays."""
    for i in range(rows.shape[0]):
        solve_chain(
            rows[i],
            offsets,
            chain,
            bones,
            sizes[i],
            parents,
            at[i],
            local[i],
            position[i],
            rotation[i],
            dt,
        )
