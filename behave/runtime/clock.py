"""Time as ticks: counted and multiplied once, never summed."""

from __future__ import annotations

import math

TOLERANCE = 1e-6
"""Seconds within which a time counts as equal to a bound."""


def time_of(tick: int, dt: float) -> float:
    """The time in seconds at which tick ``tick`` (from 0) begins."""
    return tick * dt


def tick_at(time: float, dt: float) -> int:
    """The first tick that begins at or after ``time`` seconds (1 µs early counts).

    This is the tick that sees an input given at ``time``, and the tick a check ``at time``
    looks at.
    """
    return max(0, math.ceil((time - TOLERANCE) / dt))


def ticks_until(time: float, dt: float) -> int:
    """How many ticks begin at or before ``time`` seconds: the length of a run that covers it."""
    return math.floor((time + TOLERANCE) / dt) + 1
