"""Dimensions and the units a number may carry; inside, everything is SI and radians."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from behave.record import Record


class Dimension(Record):
    """Exponents of length, time, angle and mass."""

    length: int = 0
    time: int = 0
    angle: int = 0
    mass: int = 0

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(
            self.length + other.length,
            self.time + other.time,
            self.angle + other.angle,
            self.mass + other.mass,
        )

    def __truediv__(self, other: Dimension) -> Dimension:
        return Dimension(
            self.length - other.length,
            self.time - other.time,
            self.angle - other.angle,
            self.mass - other.mass,
        )

    def __pow__(self, exponent: int) -> Dimension:
        return Dimension(
            self.length * exponent,
            self.time * exponent,
            self.angle * exponent,
            self.mass * exponent,
        )

    @property
    def si(self) -> str:
        """The SI unit as text (``m/s``), empty for a plain number."""
        bases = (("kg", self.mass), ("m", self.length), ("rad", self.angle), ("s", self.time))
        over = [_power(name, e) for name, e in bases if e > 0]
        under = [_power(name, -e) for name, e in bases if e < 0]
        if not under:
            return "*".join(over)
        return "*".join(over) + "/" + "/".join(under)

    @property
    def noun(self) -> str:
        """What a message calls it: ``a length``, ``a time``, ``a plain number``, …"""
        return _NOUNS.get(self, f"a quantity in {self.si}")


def _power(name: str, exponent: int) -> str:
    return name if exponent == 1 else f"{name}^{exponent}"


PLAIN = Dimension()
LENGTH = Dimension(length=1)
TIME = Dimension(time=1)
ANGLE = Dimension(angle=1)
MASS = Dimension(mass=1)
SPEED = Dimension(length=1, time=-1)
ACCELERATION = Dimension(length=1, time=-2)
TURN_RATE = Dimension(angle=1, time=-1)
FREQUENCY = Dimension(time=-1)

_NOUNS = {
    PLAIN: "a plain number",
    LENGTH: "a length",
    TIME: "a time",
    ANGLE: "an angle",
    MASS: "a mass",
    SPEED: "a speed",
    ACCELERATION: "an acceleration",
    TURN_RATE: "a turning rate",
    FREQUENCY: "a rate",
}

# Kind names an author may write after a colon: ``var reach : length``.
NAMED_DIMENSIONS = {
    "number": PLAIN,
    "length": LENGTH,
    "time": TIME,
    "angle": ANGLE,
    "mass": MASS,
    "speed": SPEED,
    "acceleration": ACCELERATION,
    "turn_rate": TURN_RATE,
    "rate": FREQUENCY,
}

_SIMPLE: dict[str, tuple[float, Dimension]] = {
    "km": (1000.0, LENGTH),
    "m": (1.0, LENGTH),
    "cm": (0.01, LENGTH),
    "mm": (0.001, LENGTH),
    "h": (3600.0, TIME),
    "min": (60.0, TIME),
    "s": (1.0, TIME),
    "ms": (0.001, TIME),
    "deg": (math.pi / 180.0, ANGLE),
    "rad": (1.0, ANGLE),
    "turn": (2.0 * math.pi, ANGLE),
    "Hz": (1.0, FREQUENCY),
    "kg": (1.0, MASS),
    "%": (0.01, PLAIN),
}

UNIT_NAMES = tuple(_SIMPLE)

SPELLED_OUT = {
    word: unit
    for unit, words in {
        "km": "kilometer kilometers kilometre kilometres",
        "m": "meter meters metre metres",
        "cm": "centimeter centimeters centimetre centimetres",
        "mm": "millimeter millimeters millimetre millimetres",
        "h": "hour hours hr hrs",
        "min": "minute minutes mins",
        "s": "second seconds sec secs",
        "ms": "millisecond milliseconds msec msecs",
        "deg": "degree degrees degs",
        "rad": "radian radians rads",
        "turn": "turns revolution revolutions rev",
        "Hz": "hz hertz fps",
        "kg": "kilogram kilograms kgs",
        "%": "percent percents pct",
    }.items()
    for word in words.split()
}
"""Units as they are said, with how they are written."""

_PART = re.compile(r"([A-Za-z%]+)(?:\^([0-9]))?$")


class Unit(Record):
    """A unit as written: its text, its factor to SI and its dimension."""

    text: str
    factor: float
    dimension: Dimension

    def to_si(self, number: float) -> float:
        """Convert a number in this unit to SI.

        Divides by the inverse where that is the exact one (5 cm is 5/100, not 5*0.01), so
        that ``5 cm`` and ``0.05 m`` are the same float.
        """
        inverse = 1.0 / self.factor
        if self.factor < 1.0 and inverse == round(inverse):
            return number / inverse
        return number * self.factor


@lru_cache(maxsize=1024)
def unit_from_text(text: str) -> Unit | None:
    """The unit written as ``text`` (``m``, ``deg/s``, ``/s``, ``m/s^2``, ``%``), None if unknown.

    An empty text is the plain unit.
    """
    if not text:
        return Unit("", 1.0, PLAIN)
    over, _, under = text.partition("/")
    factor, dimension = 1.0, PLAIN
    if over:
        part = _part(over)
        if part is None:
            return None
        factor, dimension = part
    if under:
        part = _part(under)
        if part is None:
            return None
        factor, dimension = factor / part[0], dimension / part[1]
    elif "/" in text:
        return None
    return Unit(text, factor, dimension)


def _part(text: str) -> tuple[float, Dimension] | None:
    match = _PART.match(text)
    if match is None or match[1] not in _SIMPLE:
        return None
    factor, dimension = _SIMPLE[match[1]]
    exponent = int(match[2] or 1)
    return factor**exponent, dimension**exponent


SHOWN_DIGITS = 4
"""Significant digits a quantity is shown with."""


def number_text(value: float, dimension: Dimension, like: float = 0.0, digits: int = 0) -> str:
    """A number in SI with the unit that fits; ``like`` is a companion to share the unit with."""
    if math.isinf(value):
        return "infinite" if value > 0.0 else "minus infinite"
    unit, factor = fitting_unit(dimension, max(abs(value), 0.0 if math.isinf(like) else abs(like)))
    shown = f"{rounded_text(value * factor, digits or SHOWN_DIGITS)}"
    return f"{shown} {unit}" if unit else shown


def fitting_unit(dimension: Dimension, size: float) -> tuple[str, float]:
    """The unit a quantity of about this size (SI) is shown in, and the factor from SI to it."""
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


def rounded_text(value: float, digits: int) -> str:
    """A number with so many significant digits, in full where that is short."""
    text = f"{value:.{digits}g}"
    if "e" in text and 1e-3 <= abs(value) < 1e9:
        text = f"{value:.0f}"
    return "0" if float(text) == 0.0 else text
