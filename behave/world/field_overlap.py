"""Whether a zone meets a height field: for kernels, and as plain Python."""

from __future__ import annotations

import math

from behave.kernel.compiled import Quadruple, Triple, is_finite
from behave.kernel.formula import formula
from behave.world.field import Array, Field
from behave.world.field_box import field_meets_box
from behave.world.field_point import field_point, least_gap
from behave.world.field_segment import field_segment
from behave.world.shapes import BOX, SPHERE, axis_ends, bounding_radius


@formula
def field_overlap(
    heights: Array, field: Field, kind: int, position: Triple, rotation: Quadruple, size: Triple
) -> bool:
    """Whether a closed BOX, SPHERE or CAPSULE shares a point with the closed solid."""
    spin = abs(rotation[0]) + abs(rotation[1]) + abs(rotation[2]) + abs(rotation[3])
    if not (is_finite(position) and is_finite(size) and spin < math.inf):
        return False
    if least_gap(field, position) > bounding_radius(kind, size):
        return False
    if kind == BOX:
        return field_meets_box(heights, field, position, rotation, size)
    if kind == SPHERE:
        return field_point(heights, field, position)[2] <= size[0]
    a, b = axis_ends(kind, position, rotation, size)
    return field_segment(heights, field, a, b)[3] <= size[0]
