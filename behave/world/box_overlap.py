"""Whether two oriented boxes meet: separating axes, all fifteen.

S. Gottschalk, M. Lin, D. Manocha, "OBBTree" (1996). Two boxes are apart exactly where the
projections on one of the six face normals or nine products of edges are.
"""

from __future__ import annotations

from behave.kernel.compiled import (
    Quadruple,
    Triple,
    dot,
    length,
    q_inverse,
    q_multiply,
    q_rotate,
    subtract,
)
from behave.kernel.formula import formula

CLEAR = 4e-18  # a squared length well above that of 1e-9


@formula
def _apart(reach: float, gap: float, other: Triple, x: float, y: float, z: float) -> bool:
    """Whether the projections on an axis are disjoint: ``reach`` is that of the first box's half
    extents, ``x``, ``y``, ``z`` those of the other's axes, ``gap`` that of what is between."""
    both = reach + (abs(x) * other[0] + abs(y) * other[1])
    return abs(gap) > both + abs(z) * other[2]


@formula
def _apart_beside(
    p: float,
    q: float,
    between: Triple,
    half: Triple,
    other: Triple,
    x: Triple,
    y: Triple,
    z: Triple,
) -> bool:
    """The same on the axis (0, -q, p), the product of +x and an edge (…, p, q).

    Nearly parallel edges give no direction of their own: the faces decide.
    """
    squared = q * q + p * p
    if not (squared > CLEAR or length((0.0, -q, p)) > 1e-9):
        return False
    return _apart(
        abs(q) * half[1] + abs(p) * half[2],
        p * between[2] - q * between[1],
        other,
        p * x[2] - q * x[1],
        p * y[2] - q * y[1],
        p * z[2] - q * z[1],
    )


@formula
def _turned(v: Triple) -> Triple:
    """A vec in axes one further: its y where x was."""
    return (v[1], v[2], v[0])


@formula
def _apart_by_edges(
    between: Triple, half: Triple, other: Triple, x: Triple, y: Triple, z: Triple
) -> bool:
    """Whether a product of +x and an edge of the other box tells them apart."""
    return (
        _apart_beside(x[1], x[2], between, half, other, x, y, z)
        or _apart_beside(y[1], y[2], between, half, other, x, y, z)
        or _apart_beside(z[1], z[2], between, half, other, x, y, z)
    )


@formula
def _apart_by_face(
    axis: Triple, between: Triple, half: Triple, other: Triple, x: Triple, y: Triple, z: Triple
) -> bool:
    """Whether a face normal of the other box tells them apart."""
    reach = abs(axis[0]) * half[0] + abs(axis[1]) * half[1] + abs(axis[2]) * half[2]
    return _apart(reach, dot(axis, between), other, dot(axis, x), dot(axis, y), dot(axis, z))


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
    x = q_rotate(turn, (1.0, 0.0, 0.0))
    y = q_rotate(turn, (0.0, 1.0, 0.0))
    z = q_rotate(turn, (0.0, 0.0, 1.0))
    if (
        _apart(half[0], between[0], other_half, x[0], y[0], z[0])
        or _apart(half[1], between[1], other_half, x[1], y[1], z[1])
        or _apart(half[2], between[2], other_half, x[2], y[2], z[2])
        or _apart_by_face(x, between, half, other_half, x, y, z)
        or _apart_by_face(y, between, half, other_half, x, y, z)
        or _apart_by_face(z, between, half, other_half, x, y, z)
    ):
        return False
    for _ in range(3):
        if _apart_by_edges(between, half, other_half, x, y, z):
            return False
        between = _turned(between)
        half = _turned(half)
        x = _turned(x)
        y = _turned(y)
        z = _turned(z)
    return True
