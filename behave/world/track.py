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
    known = (held >= 0) & (held < len(colliders))
    seen = np.zeros(n, dtype=np.bool_)
    agents = np.flatnonzero(known)
    seen[agents] = overlaps_now[agents, held[agents]] & colliders.alive[held[agents]]
    kept = np.where(seen, held, -1)
    repeat: Flags = np.broadcast_to(np.asarray(again, dtype=np.bool_), (n,))
    eligible = overlaps_now & (entered | repeat[:, np.newaxis])
    if len(colliders) == 0:
        return Tracked(kept, np.zeros((n, 3)), np.zeros((n, 3)), np.full(n, np.inf))
    found = queries.nearest(colliders, queries.rows(probe, n, 3), current=kept, eligible=eligible)
    return Tracked(found.collider, found.point, found.normal, found.distance)
