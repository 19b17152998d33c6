"""Which lengths of a tick a claim has to hold for."""

from __future__ import annotations

from behave.record import Record


class Ticks(Record):
    """The shortest and the longest tick, in seconds."""

    shortest: float
    longest: float


ANY_RATE = Ticks(1.0 / 1000.0, 1.0 / 20.0)
"""From 20 to 1000 ticks a second: a file means the same at any of these."""


def ticks_with(dt: float) -> Ticks:
    """Any usual length of a tick, and one more that may be shorter or longer than these."""
    return Ticks(min(dt, ANY_RATE.shortest), max(dt, ANY_RATE.longest))
