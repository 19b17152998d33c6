"""The lerp family: how much of the gap to the goal one tick leaves, at any tick rate.

Each form gives a *gap*: the share of (goal - value) that remains after the tick, 1 for none
covered, 0 for arrived. A value is then moved with ``toward`` (a number), or ``lerp`` / ``slerp``
by ``1 - gap``. Gaps multiply: running the ticks of one second at 30, 60 or 144 a second, or
unevenly, leaves the same gap at the end. Bounds on time count as reached within 1 microsecond.
"""

from __future__ import annotations

import math

from behave.kernel import easing
from behave.kernel.elementary import exponential, exponential_2, logarithm, logarithm_1p, power

SOURCE_RATE = 60.0  # ticks a second of the idioms ``chase`` and ``rate`` stand for
TIME_TOLERANCE = 1e-6  # seconds

STIRLING_FROM = 16.0  # from here five terms of Stirling's series are exact to double precision
WHOLE_STEPS = 16  # up to so many whole source ticks are multiplied out one by one


def toward(value: float, goal: float, gap: float) -> float:
    """``value`` moved so that ``gap`` of its distance to ``goal`` remains; 0 gives ``goal``."""
    if gap == 0.0:
        return goal
    return value + (goal - value) * (1.0 - gap)


def half_life(duration: float, dt: float) -> float:
    """Gap after ``dt`` seconds when ``duration`` halves it: 2^(-dt/T); 0 for T <= 0."""
    if not duration > 0.0:
        return 0.0
    return exponential_2(-dt / duration)


def rate(k: float, dt: float) -> float:
    """Gap after ``dt`` of ``x += (y - x) * min(k/60, 1)`` 60 times a second.

    (1 - min(k/60, 1))^(60 dt); 1 for k <= 0 and for dt <= 0, 0 from k = 60 on.
    """
    if not (k > 0.0 and dt > 0.0):
        return 1.0
    if k >= SOURCE_RATE:
        return 0.0
    return power(1.0 - k / SOURCE_RATE, SOURCE_RATE * dt)


def over(after: float, duration: float, ease: str = "linear") -> float:
    """Share of the way from the value at entry covered at timer ``after``; 1 from T on.

    This is a share of the whole way, not a gap: value = entry + (goal - entry) * share.
    """
    if not duration > 0.0 or after >= duration - TIME_TOLERANCE:
        return 1.0
    return easing.ease(ease, after / duration)


def speed(amount: float, dt: float) -> float:
    """The furthest one tick moves at ``amount`` a second; never negative."""
    return max(amount * dt, 0.0)


def chase(before: float, after: float, duration: float) -> float:
    """Gap of ``x += (y - x) * clamp(timer/T)`` while the timer goes from ``before`` to ``after``.

    1 where it does not go on.
    """
    return chase_tick(after, after - before, duration)


def chase_tick(after: float, dt: float, duration: float) -> float:
    """The same for a tick of ``dt`` seconds that brings the timer to ``after``.

    With n = 60 T, a = 60 (after - dt) and b = 60 after this is
    ``Gamma(n - a) / (Gamma(n - b) n^(b - a))``, 0 from b = n on and for T <= 0. For whole
    numbers of source ticks it is the product of their factors 1 - timer/T, so one tick at 60 Hz
    is the source's own. Otherwise the quotient of Gamma functions is taken with Stirling's
    series (``gamma_quotient``), which also holds for T of hours, where the difference of
    two ``lgamma`` values has no digits left.
    """
    if not duration > 0.0 or after >= duration - TIME_TOLERANCE:
        return 0.0
    if not dt > 0.0 or math.isinf(duration):
        return 1.0
    whole = whole_steps(dt)
    if whole:
        gap = 1.0 - after / duration
        for step in range(1, whole):
            gap *= 1.0 - (after - step / SOURCE_RATE) / duration
        return gap
    return gamma_quotient(
        (duration - after) * SOURCE_RATE, dt * SOURCE_RATE, SOURCE_RATE * duration
    )


def whole_steps(dt: float) -> int:
    """How many source ticks a tick of ``dt`` > 0 seconds is; 0 where not a few whole ones."""
    steps = dt * SOURCE_RATE
    whole = round(steps) if steps < WHOLE_STEPS + 1 else 0
    return whole if 1 <= whole <= WHOLE_STEPS and abs(steps - whole) < 1e-9 else 0


def gamma_quotient(x: float, d: float, n: float) -> float:
    """Gamma(x + d) / (Gamma(x) n^d) for x, d, n > 0, to double precision.

    Both arguments are first raised to 16 with Gamma(z) = Gamma(z + 1)/z; there Stirling's
    series (DLMF 5.11.1) is used with its leading terms joined, so that nothing cancels: e to
    (x - 1/2) log1p(d/x) + d ln((x + d)/n) - d + s(x + d) - s(x).
    """
    raised = 1.0
    while x < STIRLING_FROM:
        raised *= x / (x + d)
        x += 1.0
    y = x + d
    grown = (x - 0.5) * logarithm_1p(d / x) - d
    return raised * exponential((grown + d * logarithm(y / n)) + (_stirling(y) - _stirling(x)))


def _stirling(z: float) -> float:
    """The series of ln Gamma beyond its leading terms, five terms of it."""
    r = 1.0 / (z * z)
    series = 1.0 / 1260.0 + r * (-1.0 / 1680.0 + r * (1.0 / 1188.0))
    return (1.0 / 12.0 + r * (-1.0 / 360.0 + r * series)) / z
