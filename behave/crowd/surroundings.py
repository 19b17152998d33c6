"""The world a crowd is in: the scene's colliders, and a capsule for every agent with a mover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, overload

import numpy as np

from behave.runtime.moving import Moving, ground_under, place_of
from behave.world import grid
from behave.world.colliders import NO_LAYER, Colliders
from behave.world.grid import NO_GRID
from behave.world.shapes import CAPSULE

LOOK_AGAIN = 32
"""Ticks after which the grid is laid out anew for where the colliders have come to."""


class Names(Sequence[str]):
    """The names of colliders: the scene's, then those of agents, made when one is asked for."""

    def __init__(self, scene: tuple[str, ...], count: int, agent_of: Callable[[int], str]) -> None:
        self.scene, self.many, self.agent_of = scene, count, agent_of

    def __len__(self) -> int:
        return self.many

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(self[k] for k in range(*place.indices(self.many)))
        number = place if place >= 0 else place + self.many
        if not 0 <= number < self.many:
            raise IndexError(place)
        if number < len(self.scene):
            return self.scene[number]
        return self.agent_of(number)


class Surroundings:
    """Colliders that grow in number: the scene's first, then agents' capsules as they come.

    ``position``, ``alive`` and the rest are as in ``Colliders``, with room to spare; ``count`` of
    them are there. ``name`` gives the name of the agent a collider belongs to.
    """

    def __init__(
        self,
        scene: Colliders,
        moving: Sequence[Moving],
        removals: Mapping[int, tuple[int, ...]],
        name: Callable[[int], str],
    ) -> None:
        self.scene, self.moving, self.removals, self.name = scene, tuple(moving), removals, name
        self.count = len(scene)
        self.shape = scene.shape.copy()
        self.position = scene.position.copy()
        self.rotation = scene.rotation.copy()
        self.size = scene.size.copy()
        self.layer = scene.layer.copy()
        self.owner = scene.owner.copy()
        self.alive = scene.alive.copy()
        self.fields = scene.fields.copy()
        self.measure: np.ndarray | None = None
        self.measured = -1
        self.many = 0

    def add(self, owners: np.ndarray) -> np.ndarray:
        """New capsules int64[K] of agents with some numbers, not in the world yet."""
        first, last = self.count, self.count + len(owners)
        if last > len(self.shape):
            self._grow(max(last, len(self.shape) * 3 // 2))
        own = slice(first, last)
        self.shape[own], self.layer[own], self.owner[own] = CAPSULE, NO_LAYER, owners
        self.position[own], self.size[own] = 0.0, 0.0
        self.rotation[own] = (0.0, 0.0, 0.0, 1.0)
        self.alive[own], self.fields[own] = False, 0
        self.count = last
        return np.arange(first, last)

    def come(self, colliders: np.ndarray, layers: np.ndarray) -> None:
        """Let agents' capsules be in the world, on some layers."""
        self.alive[colliders], self.layer[colliders] = True, layers

    def leave(self, collider: int) -> None:
        """Take an agent's capsule out of the world."""
        self.alive[collider] = False

    @property
    def names(self) -> Names:
        """The names of the colliders there are."""
        return Names(self.scene.names, self.count, self.name)

    def _grow(self, room: int) -> None:
        for name in ("shape", "layer", "owner", "alive", "position", "rotation", "size", "fields"):
            old: np.ndarray = getattr(self, name)
            new = np.zeros((room, *old.shape[1:]), old.dtype)
            new[: self.count] = old[: self.count]
            setattr(self, name, new)

    def begin(self, tick: int, dt: float) -> Colliders:
        """The world as a tick begins; agents' capsules must stand where their agents do.

        It holds until the next call: nothing may be moved meanwhile.
        """
        for collider in self.removals.get(tick, ()):
            self.alive[collider] = False
        for moving in self.moving:
            self.position[moving.collider] = place_of(moving, tick, dt)
        seen = self.colliders()
        for moving in self.moving:
            if moving.ground:
                row = moving.collider
                x, y, z = self.position[row].tolist()
                self.position[row] = ground_under(moving, (x, y, z), seen)
        own = slice(0, self.count)
        arrays = (self.shape[own], self.position[own], self.size[own])
        if tick - self.measured >= LOOK_AGAIN or self.measured < 0 or self.many != self.count:
            self.measure, self.measured, self.many = grid.measure_of(*arrays), tick, self.count
        return self._colliders(grid.build(*arrays, self.measure))

    def colliders(self) -> Colliders:
        """The world as it is now; what is moved later moves in it."""
        return self._colliders(NO_GRID)

    def _colliders(self, squares: grid.Grid) -> Colliders:
        own = slice(0, self.count)
        names: Any = self.names
        return Colliders(
            cast(tuple[str, ...], names),
            self.shape[own],
            self.position[own],
            self.rotation[own],
            self.size[own],
            self.layer[own],
            self.owner[own],
            self.alive[own],
            self.fields[own],
            self.scene.heights,
            squares,
        )
