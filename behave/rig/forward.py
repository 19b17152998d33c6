"""Forward kinematics: from joint rotations to the world."""

from __future__ import annotations

from typing import Any

from behave.kernel.compiled import Quadruple, Triple, add, q_multiply, q_normalize, q_rotate
from behave.kernel.jit import INTEGERS_IN, ROWS_OUT, int64, kernel, void
from behave.rig.arrays import BLOCK_OUT
from behave.rig.formula import formula


@formula
def triple(array: Any, start: int) -> Triple:
    """Three numbers of a one-dimensional array from ``start``."""
    return (array[start], array[start + 1], array[start + 2])


@formula
def quadruple(array: Any, start: int) -> Quadruple:
    """Four numbers of a one-dimensional array from ``start``."""
    return (array[start], array[start + 1], array[start + 2], array[start + 3])


@formula
def put3(array: Any, start: int, v: Triple) -> None:
    """Write a vec into a one-dimensional array at ``start``."""
    array[start] = v[0]
    array[start + 1] = v[1]
    array[start + 2] = v[2]


@formula
def put4(array: Any, start: int, q: Quadruple) -> None:
    """Write a rotation into a one-dimensional array at ``start``."""
    array[start] = q[0]
    array[start + 1] = q[1]
    array[start + 2] = q[2]
    array[start + 3] = q[3]


@formula
def forward(
    root_position: Triple,
    root_rotation: Quadruple,
    first: int,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
) -> None:
    """World positions [B, 3] and rotations [B, 4] of one agent's bones from ``first`` on.

    ``at`` [B, 3] are joints in the parent's frame, ``local`` [B, 4] rotations against the
    parent. Bones before ``first`` must be right already.
    """
    for b in range(first, parents.shape[0]):
        forward_bone(root_position, root_rotation, b, parents, at, local, position, rotation)


@formula
def forward_bones(
    root_position: Triple,
    root_rotation: Quadruple,
    bones: Any,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
) -> None:
    """The same for some bones, in order; all others must be right already."""
    for k in range(bones.shape[0]):
        forward_bone(root_position, root_rotation, bones[k], parents, at, local, position, rotation)


@formula
def forward_bone(
    root_position: Triple,
    root_rotation: Quadruple,
    b: int,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
) -> None:
    """World position and rotation of one bone."""
    p = parents[b]
    base = root_position
    turn = root_rotation
    if p >= 0:
        base = triple(position[p], 0)
        turn = quadruple(rotation[p], 0)
    put3(position[b], 0, add(base, q_rotate(turn, triple(at[b], 0))))
    put4(rotation[b], 0, q_normalize(q_multiply(turn, quadruple(local[b], 0))))


@formula
def forward_agent(
    row: Any,
    root_position: int,
    root_rotation: int,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
) -> None:
    """Forward kinematics of all bones of the agent whose root lies in ``row``."""
    base = triple(row, root_position)
    turn = quadruple(row, root_rotation)
    forward(base, turn, 0, parents, at, local, position, rotation)


@kernel(
    void(ROWS_OUT, int64, int64, INTEGERS_IN, BLOCK_OUT, BLOCK_OUT, BLOCK_OUT, BLOCK_OUT),
)
def forward_all(
    rows: Any,
    root_position: int,
    root_rotation: int,
    parents: Any,
    at: Any,
    local: Any,
    position: Any,
    rotation: Any,
) -> None:
    """Forward kinematics of N agents whose roots lie in ``rows`` at the two offsets."""
    for i in range(rows.shape[0]):
        forward_agent(
            rows[i],
            root_position,
            root_rotation,
            parents,
            at[i],
            local[i],
            position[i],
            rotation[i],
        )
