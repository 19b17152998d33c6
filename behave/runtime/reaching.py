"""Whether a chain reaches a point, from what the rig says of it (``vocabulary/reach``)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from behave.kernel.elementary import arc_tangent
from behave.kernel.scalar_formulas import TAU, round_integer
from behave.kernel.vector_formulas import Triple
from behave.vocabulary.reach import (
    ASIDE,
    HALF,
    MIDDLE,
    NEAREST,
    RINGS,
    START_OUT,
    START_UP,
    TURN_HALF,
    TURN_MIDDLE,
    WIDTH,
)


def within_reach(seen: Triple, reach: Sequence[float]) -> bool:
    """Whether a chain's last joint gets to ``seen``, metres from its first in its axes.

    The first joint turns until the point lies in the chain's plane, the second then points the
    chain at it. False for a point that is not finite, and for rings without width.
    """
    x, y, z = seen
    aside = reach[ASIDE]
    along = math.sqrt(max(x * x + z * z - aside * aside, 0.0))
    turn = arc_tangent(x, z) - arc_tangent(aside, along)
    if not abs(_wrapped(turn - reach[TURN_MIDDLE])) <= reach[TURN_HALF]:
        return False
    out, up = along - reach[START_OUT], y - reach[START_UP]
    away = math.sqrt(out * out + up * up)
    if reach[WIDTH] == 0.0:
        return False
    ring = (away - reach[NEAREST]) / reach[WIDTH]
    if not 0.0 <= ring < RINGS:
        return False
    number = int(ring)
    off = _wrapped(arc_tangent(up, out) - reach[MIDDLE + number])
    return abs(off) <= reach[HALF + number]


def _wrapped(angle: float) -> float:
    """The angle in -pi .. pi; NaN where it is not finite."""
    if not abs(angle) < math.inf:
        return math.nan
    return angle - TAU * round_integer(angle / TAU)
