"""Whether two oriented boxes meet: separating axes, all fifteen.

S. Gottschalk, M. Lin, D. Manocha, "OBBTree" (1996). Two boxes are apart exactly where the
projections on one of the six face normals or nine products of edges are.
"""

from __future__ import annotations

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    cross,
    dot,
    length,
    q_inverse,
    q_multiply,
    q_rotate,
    subtract,
)
from behave.kernel.formula import formula


@formula
def _apart(
    axis: Triple, between: Triple, half: Triple, other: Triple, x: Triple, y: Triple, z: Triple
) -> bool:
    """Whether the projections on ``axis`` are disjoint; all in the first box's frame."""
    reach = abs(axis[0]) * half[0] + abs(axis[1]) * half[1] + abs(axis[2]) * half[2]
    reach += abs(dot(axis, x)) * other[0] + abs(dot(axis, y)) * other[1]
    reach += abs(dot(axis, z)) * other[2]
    return abs(dot(axis, between)) > reach


@formula
def boxes_overlap(
    position: Triple,
    rotation: Quadruple,
    half: Triple,
    other_position: Triple,
    other_rotation: Quadruple,
    other_half: Triple,
) -> bool:
    """Whether two closed boxes share a point."""
    back = q_inverse(rotation)
    between = q_rotate(back, subtract(other_position, position))
    turn = q_multiply(back, other_rotation)
    own = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    x = q_rotate(turn, own[0])
    y = q_rotate(turn, own[1])
    z = q_rotate(turn, own[2])
    theirs = (x, y, z)
    for i in range(3):
        if _apart(own[i], between, half, other_half, x, y, z):
            return False
        if _apart(theirs[i], between, half, other_half, x, y, z):
            return False
    for i in range(3):
        for j in range(3):
            axis = cross(own[i], theirs[j])
            # Nearly parallel edges give no direction of their own: the faces decide.
            if length(axis) > 1e-9 and _apart(axis, between, half, other_half, x, y, z):
                return False
    return True
