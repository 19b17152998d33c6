"""Formulas over plain floats; callable from Python and, through ``compiled``, from kernels."""

from __future__ import annotations

import math

from behave.kernel.elementary import TAU, TO_INTEGER


def clamp(x: float, low: float, high: float) -> float:
    """``x`` held between ``low`` and ``high``; ``low`` where the bounds are crossed."""
    if x < low:
        return low
    if x > high:
        return high if high > low else low
    return x


def mix(a: float, b: float, t: float) -> float:
    """``a`` at 0, ``b`` at 1 (both exactly), straight between and beyond."""
    if t == 1.0:
        return b
    return a + (b - a) * t


def sign(x: float) -> float:
    """-1, 0 or 1."""
    if x > 0.0:
        return 1.0
    if x < 0.0:
        return -1.0
    return 0.0


def round_integer(x: float) -> float:
    """The nearest whole number, halves to the even one; never -0."""
    if not (abs(x) < 2.0**51):
        return x
    return (x + TO_INTEGER) - TO_INTEGER


def round_half_even(value: float, step: float) -> float:
    """The nearest multiple of ``step``, halves to the even one; unchanged for ``step`` <= 0."""
    if not step > 0.0:
        return value
    quotient = value / step
    if not (abs(quotient) < 2.0**51):
        return value
    return round_integer(quotient) * step


def wrap_angle(angle: float) -> float:
    """The same direction in (-pi, pi]; 0 for an angle that is not finite."""
    if not (abs(angle) < math.inf):
        return 0.0
    wrapped = angle % TAU
    return wrapped - TAU if wrapped > math.pi else wrapped


def safe_acos(x: float) -> float:
    """acos of ``x`` clamped to -1..1, so rounding a hair outside gives 0 or pi, not NaN."""
    if x >= 1.0:
        return 0.0
    if x <= -1.0:
        return math.pi
    return math.acos(x)


def move_towards(x: float, goal: float, step: float) -> float:
    """``x`` moved by at most ``step`` (>= 0) and never past ``goal``."""
    gap = goal - x
    if abs(gap) <= step:
        return goal
    if not step > 0.0:
        return x
    return x + step if gap > 0.0 else x - step
