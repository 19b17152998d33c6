"""Colliders that move along a path: where they are is a function of the tick alone."""

from __future__ import annotations

from dataclasses import dataclass

from behave.kernel.vector_formulas import Triple, add
from behave.runtime.clock import time_of
from behave.world import paths
from behave.world.paths import Path


@dataclass(frozen=True, slots=True)
class Moving:
    """A collider on its way.

    ``collider`` is its row; at tick 0 it is ``start`` metres along the path, and ``speed``
    metres a second (against the path's direction where negative) go on from there; ``offset``
    is kept from the place on the path.
    """

    collider: int
    path: Path
    start: float
    speed: float
    offset: Triple


def place_of(moving: Moving, tick: int, dt: float) -> Triple:
    """Where the collider is as tick ``tick`` (from 0) begins."""
    along = moving.start + moving.speed * time_of(tick, dt)
    return add(paths.at(moving.path, along), moving.offset)
