"""The ``track`` query: the first collider found is kept until it is lost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from behave.world import queries
from behave.world.colliders import Colliders, Flags, Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Tracked:
    """What each of N agents tracks, and the surface point of it nearest to the probe."""

    collider: Integers  # [N], -1 nothing
    point: Floats  # [N, 3], zeros for nothing
    normal: Floats  # [N, 3] unit, out of the collider
    distance: Floats  # [N] signed metres, inf for nothing


def track(
    colliders: Colliders,
    current: ArrayLike,
    overlaps_now: NDArray[np.bool_],
    entered: NDArray[np.bool_],
    probe: ArrayLike,
    again: ArrayLike,
) -> Tracked:
    """Advance one ``track`` sensor of N agents by a tick.

    ``current`` int64[N] is what each tracked last tick (-1 nothing), ``overlaps_now`` and
    ``entered`` bool[N, C] what its zone meets and what came in this tick, ``probe`` f8[N, 3]
    the point distances are taken from, ``again`` bool[N].

    A tracked collider is kept while the zone meets it, whatever else comes near. Where nothing
    is tracked, or what was is lost, another is taken in the same tick: with ``again`` the
    nearest in the zone, without only one that came in this tick. Nearest is by surface distance
    to the probe, ties to the first declared.
    """
    held = np.asarray(current, dtype=np.int64)
    n = len(held)
    wide = (n, len(colliders))
    if overlaps_now.shape != wide or entered.shape != wide:
        raise ValueError(f"zone rows {overlaps_now.shape}, {entered.shape} are not {wide}")
    kept = np.full(n, -1, dtype=np.int64)
    for i, who in enumerate(held.tolist()):  # n is small: cheaper than five calls of numpy
        if 0 <= who < len(colliders) and overlaps_now[i, who] and colliders.alive[who]:
            kept[i] = who
    if n > 0 and (kept >= 0).all():
        there = queries.closest(colliders, kept, queries.rows(probe, n, 3))
        nowhere = np.isinf(there.distance)
        if nowhere.any():  # a probe that is no point
            kept[nowhere] = -1
        return Tracked(kept, there.point, there.normal, there.distance)
    repeat: Flags = np.broadcast_to(np.asarray(again, dtype=np.bool_), (n,))
    eligible = overlaps_now & (entered | repeat[:, np.newaxis])
    if len(colliders) == 0:
        return Tracked(kept, np.zeros((n, 3)), np.zeros((n, 3)), np.full(n, np.inf))
    found = queries.nearest(colliders, queries.rows(probe, n, 3), current=kept, eligible=eligible)
    return Tracked(found.collider, found.point, found.normal, found.distance)
