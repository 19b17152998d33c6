"""What happens at the border of a zone: enter once, stay while inside, exit once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Happenings(NamedTuple):
    """What each collider did this tick; bool[N, Z, C] each, at most one True a collider.

    ``enter``: inside now, not last tick. ``stay``: inside on both. ``exit``: inside last tick,
    not now, whether it left, was removed or went to a layer the zone does not see.
    """

    enter: NDArray[np.bool_]
    stay: NDArray[np.bool_]
    exit: NDArray[np.bool_]


def update(previous: NDArray[np.bool_], now: NDArray[np.bool_]) -> Happenings:
    """Compare who was in each zone last tick with who is now; bool[N, Z, C] both.

    ``now`` is what ``queries.overlaps`` found: it leaves out removed colliders and those on
    other layers, so their exit follows. A zone that is off has an all-False row.
    """
    if previous.shape != now.shape:
        raise ValueError(f"zones had shape {previous.shape}, now {now.shape}")
    return Happenings(now & ~previous, now & previous, previous & ~now)
