"""Values of flags: times with units, tick lengths, picture sizes."""

from __future__ import annotations

import math
import re

import click

from behave.units import FREQUENCY, PLAIN, TIME, Dimension, unit_from_text

LONGEST_DT = 1.0
SHORTEST_DT = 1e-4
MOST_TICKS = 10_000_000
LARGEST_SIDE = 8192

_QUANTITY = re.compile(r"\s*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(.*?)\s*")
_FRACTION = re.compile(r"\s*([0-9.]+)\s*/\s*([0-9.]+)\s*(s?)\s*")


def quantity(text: str) -> tuple[float, Dimension] | None:
    """The SI value and dimension of ``20s``, ``1.5 s``, ``60 Hz`` or ``3``; None if it is none."""
    match = _QUANTITY.fullmatch(text)
    unit = unit_from_text(match[2]) if match else None
    if match is None or unit is None:
        return None
    value = unit.to_si(float(match[1]))
    return (value, unit.dimension) if math.isfinite(value) else None


class Time(click.ParamType):
    """A time such as ``20s``, ``250 ms`` or ``1.5 min``; a plain number is seconds."""

    name = "time"

    def __init__(self, positive: bool = False) -> None:
        self.positive = positive

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Seconds, or a usage error that says what was seen."""
        if isinstance(value, float):
            return value
        found = quantity(str(value))
        if found is None or found[1] not in (TIME, PLAIN):
            seen = "" if found is None else f", which is {found[1].noun}"
            self.fail(f"expected a time such as 20s or 250ms, got {value!r}{seen}", param, ctx)
        if found[0] < 0 or (self.positive and found[0] == 0):
            bound = "more than 0 s" if self.positive else "0 s or more"
            self.fail(f"expected {bound}, got {value!r}", param, ctx)
        return found[0]


class TickLength(click.ParamType):
    """The length of a tick: ``1/60``, ``20ms``, ``0.01s`` or ``60 Hz``."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Seconds a tick, within what the engine supports."""
        if isinstance(value, float):
            return value
        seconds = _tick_seconds(str(value))
        if seconds is None:
            self.fail(
                f"expected a tick length such as 1/60, 20ms or 60Hz, got {value!r}", param, ctx
            )
        if not SHORTEST_DT <= seconds <= LONGEST_DT:
            self.fail(f"a tick lasts from 0.1 ms to 1 s, got {value!r}", param, ctx)
        return seconds


def _tick_seconds(text: str) -> float | None:
    fraction = _FRACTION.fullmatch(text)
    if fraction is not None:
        try:
            return float(fraction[1]) / float(fraction[2])
        except (ValueError, ZeroDivisionError):
            return None
    found = quantity(text)
    if found is None:
        return None
    value, dimension = found
    if dimension == FREQUENCY:
        return 1.0 / value if value else None
    return value if dimension in (TIME, PLAIN) else None


class Size(click.ParamType):
    """The size of a picture: ``960x540``."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Width and height in pixels."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*([0-9]{1,6})\s*[xX×]\s*([0-9]{1,6})\s*", str(value))
        if match is None:
            self.fail(f"expected a size such as 960x540, got {value!r}", param, ctx)
        width, height = int(match[1]), int(match[2])
        if not (16 <= width <= LARGEST_SIDE and 16 <= height <= LARGEST_SIDE):
            self.fail(f"each side is from 16 to {LARGEST_SIDE} pixels, got {value!r}", param, ctx)
        return width, height


def nearest_tick(seconds: float, dt: float) -> int:
    """The tick that begins nearest to a time; raises ``click.UsageError`` above the limit."""
    tick_count(seconds, dt)  # refuses an absurd one
    return round(seconds / dt)


def tick_count(seconds: float, dt: float) -> int:
    """How many whole ticks cover a time; within 1 µs of a whole number counts as whole.

    Raises ``click.UsageError`` above ``MOST_TICKS``.
    """
    ticks = max(0.0, (seconds - 1e-6) / dt)
    if ticks > MOST_TICKS:
        raise click.UsageError(f"that is {ticks:.3g} ticks; a run is at most {MOST_TICKS:,} ticks")
    return math.ceil(ticks)
