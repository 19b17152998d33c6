"""Values over time, as the numbers a plot shows."""

from __future__ import annotations

import math
from typing import Any

from behave.kinds import Base, Kind

_PARTS: dict[Base, tuple[str, ...]] = {
    Base.NUMBER: ("",),
    Base.BOOL: ("",),
    Base.ENUM: ("",),
    Base.VEC: ("x", "y", "z"),
    Base.POINT: ("x", "y", "z"),
}


def parts_of(kind: Kind) -> tuple[str, ...]:
    """The names of the curves a value of a kind gives; none where it is no number at all."""
    return _PARTS.get(kind.base, ())


def numbers_of(value: Any, kind: Kind) -> tuple[float, ...]:
    """A value as a number for each of its curves; not-a-number where it is absent."""
    count = len(parts_of(kind))
    if value is None:
        return (math.nan,) * count
    if count == 1:
        return (float(value),)
    return tuple(float(part) for part in value)[:count]
