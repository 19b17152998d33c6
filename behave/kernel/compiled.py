"""The formulas, for kernels.

They are plain Python functions; in a kernel they are machine code. Both ways give the same bits: no
fastmath, no contraction, and sin, cos and atan2 are `elementary`'s; acos is the C library's.
"""

from __future__ import annotations

from behave.kernel.elementary import (
    arc_tangent,
    cosine,
    sine,
    sine_cosine,
)
from behave.kernel.rotation_formulas import (
    Q_IDENTITY,
    Quadruple,
    q_about,
    q_angle,
    q_axis_angle,
    q_dot,
    q_forward,
    q_from_basis,
    q_identity,
    q_inverse,
    q_look,
    q_multiply,
    q_negate,
    q_normalize,
    q_right,
    q_rotate,
    q_rotate_towards,
    q_shortest_arc,
    q_slerp,
    q_swing_twist,
    q_up,
    q_yaw,
)
from behave.kernel.scalar_formulas import (
    clamp,
    mix,
    move_towards,
    round_half_even,
    round_integer,
    safe_acos,
    sign,
    wrap_angle,
)
from behave.kernel.vector_formulas import (
    AHEAD,
    LEFT,
    PARALLEL,
    RIGHT,
    UP,
    ZERO,
    Triple,
    add,
    add_scaled,
    angle_about,
    angle_between,
    component,
    cross,
    direction,
    distance,
    divide,
    dot,
    flat,
    is_finite,
    length,
    lerp,
    move_towards_point,
    negate,
    normalize,
    perpendicular,
    project_off,
    scale,
    side_of,
    signed_angle,
    subtract,
)

ELEMENTARY = (
    arc_tangent,
    cosine,
    sine,
    sine_cosine,
)

SCALARS = (
    clamp,
    mix,
    move_towards,
    round_half_even,
    round_integer,
    safe_acos,
    sign,
    wrap_angle,
)

VECTORS = (
    add,
    add_scaled,
    angle_between,
    component,
    cross,
    direction,
    distance,
    divide,
    dot,
    flat,
    is_finite,
    length,
    lerp,
    move_towards_point,
    negate,
    normalize,
    perpendicular,
    project_off,
    scale,
    signed_angle,
    subtract,
)

ROTATIONS = (
    q_angle,
    q_axis_angle,
    q_dot,
    q_forward,
    q_from_basis,
    q_identity,
    q_inverse,
    q_look,
    q_multiply,
    q_negate,
    q_normalize,
    q_right,
    q_rotate,
    q_rotate_towards,
    q_shortest_arc,
    q_slerp,
    q_swing_twist,
    q_up,
    q_yaw,
)

UNIT = (
    angle_about,
    q_about,
    side_of,
)
"""Those that are told a direction, which must have length 1."""

__all__ = [
    "AHEAD",
    "ELEMENTARY",
    "LEFT",
    "PARALLEL",
    "Q_IDENTITY",
    "RIGHT",
    "ROTATIONS",
    "SCALARS",
    "UP",
    "VECTORS",
    "ZERO",
    "Quadruple",
    "Triple",
    *(formula.__name__ for formula in ELEMENTARY + SCALARS + VECTORS + ROTATIONS + UNIT),
]
