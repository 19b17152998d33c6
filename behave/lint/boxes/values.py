"""Sets of numbers as sorted, disjoint intervals; enums and bools are sets of whole numbers.

An end is a pair: as a lower end ``(v, 0)`` is v itself and ``(v, 1)`` just above it, as an upper
end ``(v, 0)`` is v itself and ``(v, -1)`` just below it. Ends compare as pairs, and an interval is
empty exactly where its lower end is greater than its upper one.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

End = tuple[float, int]
Interval = tuple[End, End]
Values = tuple[Interval, ...]

LEAST: End = (-inf, 0)
MOST: End = (inf, 0)
EVERY: Values = ((LEAST, MOST),)
NOTHING: Values = ()
NO: Values = (((0.0, 0), (0.0, 0)),)
YES: Values = (((1.0, 0), (1.0, 0)),)


def between(low: float, high: float) -> Values:
    """Everything from ``low`` to ``high``, both included; empty where low > high."""
    return (((low, 0), (high, 0)),) if low <= high else NOTHING


def point(value: float) -> Values:
    """One number."""
    return (((value, 0), (value, 0)),)


def points(values: Iterable[int]) -> Values:
    """Some whole numbers."""
    return tuple(((float(v), 0), (float(v), 0)) for v in sorted(set(values)))


def below(bound: float, included: bool) -> Values:
    """Everything less than a bound."""
    return ((LEAST, (bound, 0 if included else -1)),)


def above(bound: float, included: bool) -> Values:
    """Everything greater than a bound."""
    return (((bound, 0 if included else 1), MOST),)


def meet(a: Values, b: Values) -> Values:
    """What lies in both."""
    if len(a) == 1 and len(b) == 1:
        (low, high), (other_low, other_high) = a[0], b[0]
        if other_low > low:
            low = other_low
        if other_high < high:
            high = other_high
        return ((low, high),) if low <= high else NOTHING
    found: list[Interval] = []
    i = j = 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            found.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def complement(a: Values) -> Values:
    """Everything that does not lie in it."""
    found: list[Interval] = []
    start = LEAST
    for low, high in a:
        if low > LEAST:
            end = (low[0], low[1] - 1)
            if start <= end:
                found.append((start, end))
        if high >= MOST:
            return tuple(found)
        start = (high[0], high[1] + 1)
    found.append((start, MOST))
    return tuple(found)


def join(sets: Iterable[Values]) -> Values:
    """What lies in any of them."""
    pieces = sorted(interval for values in sets for interval in values)
    found: list[Interval] = []
    for low, high in pieces:
        if found and low <= (found[-1][1][0], found[-1][1][1] + 1):
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def hull(values: Values) -> tuple[float, float]:
    """The least and the greatest number of a set that is not empty (its closure)."""
    return values[0][0][0], values[-1][1][0]


def holds(values: Values, number: float) -> bool:
    """Whether a number lies in the set."""
    return any(low <= (number, 0) <= high for low, high in values)


def widened(values: Values, slack: float) -> Values:
    """The set with every finite end moved outward, in proportion to its size.

    Covers the rounding by which an expression of floats may differ from exact arithmetic.
    """
    moved = []
    for (low, _), (high, _) in values:
        moved.append(((low - slack * (1.0 + abs(low)), 0), (high + slack * (1.0 + abs(high)), 0)))
    return join([tuple(moved)]) if len(moved) > 1 else tuple(moved)
