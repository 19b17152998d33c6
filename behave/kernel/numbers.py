"""Numbers for one agent; the scalar formulas under the names the language uses."""

from __future__ import annotations

from behave.kernel.scalar_formulas import (
    clamp,
    mix,
    move_towards,
    round_half_even,
    safe_acos,
    sign,
    wrap_angle,
)

__all__ = [
    "clamp",
    "mix",
    "modulo",
    "move_towards",
    "round_half_even",
    "safe_acos",
    "sign",
    "wrap_angle",
]


def modulo(value: float, divisor: float) -> float:
    """Floored remainder: it has the divisor's sign; ZeroDivisionError for 0."""
    return float(value) % float(divisor)
