"""Values as people read them: units that fit, names instead of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from behave.ir.program import BehaviorProgram
from behave.kinds import Base, Kind
from behave.units import ANGLE, LENGTH, TIME, TURN_RATE, Dimension

ABSENT = "absent"
_DIGITS = 4
_MOST_DIGITS = 9


def number_text(value: float, dimension: Dimension, like: float = 0.0, digits: int = 0) -> str:
    """A number in SI with the unit that fits; ``like`` is a companion to share the unit with."""
    if math.isinf(value):
        return "infinite" if value > 0.0 else "minus infinite"
    unit, factor = _unit(dimension, max(abs(value), 0.0 if math.isinf(like) else abs(like)))
    shown = f"{_plain(value * factor, digits or _DIGITS)}"
    return f"{shown} {unit}" if unit else shown


def pair_text(a: float, b: float, dimension: Dimension) -> tuple[str, str]:
    """Two numbers in one unit, with digits enough to tell them apart."""
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        one = number_text(a, dimension, b, digits)
        other = number_text(b, dimension, a, digits)
        if one != other or a == b:
            break
    return one, other


def _unit(dimension: Dimension, size: float) -> tuple[str, float]:
    if dimension == LENGTH:
        if 0.0 < size < 0.001:
            return "mm", 1000.0
        return ("cm", 100.0) if 0.0 < size < 0.1 else ("m", 1.0)
    if dimension == ANGLE:
        return "deg", 180.0 / math.pi
    if dimension == TURN_RATE:
        return "deg/s", 180.0 / math.pi
    if dimension == TIME:
        return "s", 1.0
    return dimension.si, 1.0


def _plain(value: float, digits: int) -> str:
    text = f"{value:.{digits}g}"
    if "e" in text and 1e-3 <= abs(value) < 1e9:
        text = f"{value:.0f}"
    return "0" if float(text) == 0.0 else text


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
    unit, factor = _unit(dimension, 1.0)
    inside = ", ".join(_plain(part * factor, _DIGITS) for part in parts)
    return f"({inside}) {unit}" if unit else f"({inside})"


def _rotation_text(parts: Sequence[float]) -> str:
    x, y, z, w = parts
    size = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(size, abs(w))
    if size < 1e-9:
        return "no turn"
    flip = -1.0 if w < 0.0 else 1.0
    axis = ", ".join(_plain(flip * part / size, 3) for part in (x, y, z))
    return f"{_plain(math.degrees(angle), _DIGITS)} deg about ({axis})"


Formatter = Callable[[Any, Kind], str]


def formatter(behavior: BehaviorProgram | None, colliders: Sequence[str]) -> Formatter:
    """``value_text`` for one behavior and scene."""
    return lambda value, kind: value_text(value, kind, behavior, colliders)
