"""Values as people read them: units that fit, names instead of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from behave.ir.program import BehaviorProgram
from behave.kinds import Base, Kind
from behave.units import SHOWN_DIGITS, Dimension, fitting_unit, number_text, rounded_text

ABSENT = "absent"
_MOST_DIGITS = 9


def pair_text(a: float, b: float, dimension: Dimension) -> tuple[str, str]:
    """Two numbers in one unit, with digits enough to tell them apart."""
    for digits in range(SHOWN_DIGITS, _MOST_DIGITS + 1):
        one = number_text(a, dimension, b, digits)
        other = number_text(b, dimension, a, digits)
        if one != other or a == b:
            break
    return one, other


def value_text(
    value: Any, kind: Kind, behavior: BehaviorProgram | None, colliders: Sequence[str]
) -> str:
    """Any value for people: ``0.62 m``, ``(1, 0, 2) m``, ``left``, ``left_wall``, ``absent``."""
    if value is None:
        return ABSENT
    base = kind.base
    if base is Base.NUMBER:
        return number_text(float(value), kind.dimension)
    if base is Base.BOOL:
        return "yes" if value else "no"
    if base in (Base.VEC, Base.POINT):
        return _vec_text(value.tolist(), kind.dimension)
    if base is Base.ROTATION:
        return _rotation_text(value.tolist())
    if base is Base.LIST and kind.item is not None:
        item = kind.item
        return "[" + ", ".join(value_text(v, item, behavior, colliders) for v in value) + "]"
    name = name_of(value, kind, behavior, colliders)
    return str(value) if name is None else name


def name_of(
    value: int, kind: Kind, behavior: BehaviorProgram | None, colliders: Sequence[str]
) -> str | None:
    """The name of an enum value or a collider; None where it has none."""
    if kind.base is Base.ENUM and behavior is not None:
        values = dict(behavior.enums).get(kind.enum, ())
        return values[value] if 0 <= value < len(values) else None
    if kind.base is Base.COLLIDER:
        return colliders[value] if 0 <= value < len(colliders) else None
    return str(value) if kind.base is Base.TEXT else None


def _vec_text(parts: Sequence[float], dimension: Dimension) -> str:
    unit, factor = fitting_unit(dimension, 1.0)
    inside = ", ".join(rounded_text(part * factor, SHOWN_DIGITS) for part in parts)
    return f"({inside}) {unit}" if unit else f"({inside})"


def _rotation_text(parts: Sequence[float]) -> str:
    x, y, z, w = parts
    size = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(size, abs(w))
    if size < 1e-9:
        return "no turn"
    flip = -1.0 if w < 0.0 else 1.0
    axis = ", ".join(rounded_text(flip * part / size, 3) for part in (x, y, z))
    return f"{rounded_text(math.degrees(angle), SHOWN_DIGITS)} deg about ({axis})"


Formatter = Callable[[Any, Kind], str]


def formatter(behavior: BehaviorProgram | None, colliders: Sequence[str]) -> Formatter:
    """``value_text`` for one behavior and scene."""
    return lambda value, kind: value_text(value, kind, behavior, colliders)
