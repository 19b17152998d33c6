"""Colliders that move along a path: where they are is a function of the tick alone."""

from __future__ import annotations

from dataclasses import dataclass

from behave.kernel.vector_formulas import Triple, add
from behave.runtime.clock import time_of
from behave.world import paths, queries
from behave.world.colliders import Colliders
from behave.world.paths import Path

HIGHEST = 10_000.0
"""Metres over 0 from where the ground below a place is looked for, and as far below it."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A collider on its way.

    ``collider`` is its row; at tick 0 it is ``start`` metres along the path, and ``speed``
    metres a second (against the path's direction where negative) go on from there; ``offset``
    is kept from the place on the path. Where ``ground`` is not 0, heights count from the highest
    ground at its place, of the layers in that bit mask; from 0 where there is none.
    """

    collider: int
    path: Path
    start: float
    speed: float
    offset: Triple
    ground: int = 0


def place_of(moving: Moving, tick: int, dt: float) -> Triple:
    """Where the collider is as tick ``tick`` (from 0) begins."""
    along = moving.start + moving.speed * time_of(tick, dt)
    return add(paths.at(moving.path, along), moving.offset)


def ground_under(moving: Moving, place: Triple, colliders: Colliders) -> Triple:
    """``place`` with its height counted from the ground there."""
    above = (place[0], HIGHEST, place[2])
    hit = queries.ray(colliders, above, (0.0, -1.0, 0.0), 2.0 * HIGHEST, moving.ground)
    if hit.collider[0] < 0:
        return place
    return place[0], place[1] + float(hit.point[0, 1]), place[2]
