"""Easing curves: share of the time passed in, share of the way covered out.

Every curve starts at exactly 0, ends at exactly 1, never goes back and never overshoots.
``smooth`` is 3t^2 - 2t^3, ``smoother`` K. Perlin's 6t^5 - 15t^4 + 10t^3 (2002); the others are
R. Penner's (2001) with ``in``, ``out`` and ``in_out`` alone meaning the quadratic ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from behave.kernel.elementary import cosine
from behave.vocabulary.easings import EASINGS

Curve = Callable[[float], float]


def _linear(t: float) -> float:
    return t


def _smooth(t: float) -> float:
    return t * t * (3.0 - 2.0 * t)


def _smoother(t: float) -> float:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def _quadratic(t: float) -> float:
    return t * t


def _cubic(t: float) -> float:
    return t * t * t


def _quartic(t: float) -> float:
    return t * t * t * t


def _sine(t: float) -> float:
    return 1.0 - cosine(t * (math.pi / 2.0))


def _circular(t: float) -> float:
    return 1.0 - math.sqrt(max(1.0 - t * t, 0.0))


def _out(curve: Curve) -> Curve:
    """``curve`` run backwards: fast first."""

    def mirrored(t: float) -> float:
        return 1.0 - curve(1.0 - t)

    return mirrored


def _in_out(curve: Curve) -> Curve:
    """``curve`` in the first half, its mirror in the second."""

    def joined(t: float) -> float:
        if t < 0.5:
            return 0.5 * curve(2.0 * t)
        return 1.0 - 0.5 * curve(2.0 - 2.0 * t)

    return joined


_CURVES: dict[str, Curve] = {
    "linear": _linear,
    "smooth": _smooth,
    "smoother": _smoother,
    "in": _quadratic,
    "out": _out(_quadratic),
    "in_out": _in_out(_quadratic),
    "in_cubic": _cubic,
    "out_cubic": _out(_cubic),
    "in_out_cubic": _in_out(_cubic),
    "in_quart": _quartic,
    "out_quart": _out(_quartic),
    "in_out_quart": _in_out(_quartic),
    "in_sine": _sine,
    "out_sine": _out(_sine),
    "in_out_sine": _in_out(_sine),
    "in_circ": _circular,
    "out_circ": _out(_circular),
    "in_out_circ": _in_out(_circular),
}
assert tuple(_CURVES) == EASINGS, "behave/vocabulary/easings.py names other curves"


def ease(name: str, t: float) -> float:
    """The share of the way covered at share ``t`` of the time (clamped to 0..1).

    ``name`` is one of ``EASINGS``; "" is linear. KeyError for any other.
    """
    curve = _CURVES[name or "linear"]
    if not t > 0.0:
        return 0.0
    if t >= 1.0:
        return 1.0
    return curve(t)
