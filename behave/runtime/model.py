"""The Model: a scene built and ready to run. Read-only; everything that changes is State."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from behave.ir.program import BehaviorProgram, Program, Scene
from behave.rig.rig import RigModel
from behave.runtime.asking import Asked
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.events import Happening, ZoneChanges
from behave.runtime.frame import Frame
from behave.runtime.inputs import Inputs
from behave.runtime.moving import Moving
from behave.runtime.record import Fired
from behave.runtime.turns import Explain
from behave.world import grid
from behave.world.colliders import Colliders


class InputSource(Protocol):
    """What feeds a run: a script, or the viewer's devices."""

    def sample(self, tick: int, dt: float) -> Inputs:
        """The inputs tick ``tick`` (from 0) sees."""
        ...


class NativeStep(Protocol):
    """Machine code that stands in for the reference, to the bit."""

    def is_ready(self) -> bool:
        """Whether the code is there; until then the reference goes on."""
        ...

    def bind(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> Any:
        """Ready it for a group's arrays of a state; the result goes into the other calls."""
        ...

    def ask(self, bound: Any, number: int) -> tuple[list[tuple[int, int]], Asked]:
        """The questions of a round of sensors: sensor and row of each, and their arguments."""
        ...

    def perceive(
        self, bound: Any, frames: Sequence[Frame], changes: ZoneChanges
    ) -> list[list[Happening]]:
        """Events and Remember of all agents; what each has heard."""
        ...

    def turns(self, bound: Any, row: int, frame: Frame, explain: Explain) -> list[Fired]:
        """All turns of one agent."""
        ...


@dataclass(frozen=True, eq=False)
class AgentGroup:
    """The agents of one behavior, in scene order: N agents, W words each.

    ``agents`` int64[N] are their numbers in the scene; ``at`` f8[N,3] and ``heading`` f8[N]
    where they start; ``template`` f8[N,W] their rows with nothing but params filled in;
    ``keys`` what their random draws start from; ``capsules`` int64[N] their own colliders
    (empty for a rig without a mover), ``capsule`` the offsets of its ``center``, ``radius`` and
    ``height``. ``native`` decides and acts in place of the reference where it is there.
    """

    behavior: BehaviorProgram
    names: tuple[str, ...]
    agents: np.ndarray
    rig: RigModel
    at: np.ndarray
    heading: np.ndarray
    template: np.ndarray
    keys: tuple[int, ...]
    capsules: np.ndarray
    capsule: Mapping[str, int]
    compiled: CompiledBehavior
    native: NativeStep | None = None


@dataclass(frozen=True, slots=True)
class AgentPlace:
    """Where an agent lives: its group and its row there."""

    group: int
    row: int


MANY = 2000
"""From so many colliders times agents on a tick sorts the colliders over a grid: what asks about
them is then quicker by more than that takes."""


@dataclass(frozen=True, eq=False)
class Model:
    """A scene of a program at a tick length: read-only.

    ``colliders`` are the scene's in declared order, then one capsule per agent. ``removals``
    maps a tick to the colliders that vanish as it begins. ``overrides`` holds the params that
    do not come from the file, as (agent, param). ``moving`` are colliders on their way along a
    path; in ``colliders`` they stand where they are at tick 0.
    """

    program: Program
    scene: Scene
    dt: float
    seed: int
    groups: tuple[AgentGroup, ...]
    colliders: Colliders
    script: InputSource
    removals: Mapping[int, tuple[int, ...]]
    places: Mapping[str, AgentPlace]
    overrides: frozenset[tuple[str, str]]
    moving: tuple[Moving, ...] = ()

    @cached_property
    def measure(self) -> np.ndarray | None:
        """How a grid over the colliders is laid out; None where a tick is quicker without."""
        world = self.colliders
        if len(world) * len(self.places) < MANY:
            return None
        return grid.measure_of(world.shape, world.position, world.size)

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of all agents, in scene order."""
        return tuple(self.places)

    def group_of(self, agent: str) -> AgentGroup:
        """The group an agent belongs to; KeyError for an unknown name."""
        return self.groups[self.places[agent].group]


def layout_digest(model: Model) -> str:
    """A digest of what a saved state depends on: groups, slots, zones, random places, colliders.

    Of the colliders it takes what a state does not hold: shapes, layers, sizes (agents' capsules
    have theirs from the rows) and the heights of fields.
    """
    parts: list[str] = []
    for group in model.groups:
        parts.append(f"group {group.behavior.name} {' '.join(group.names)}")
        parts.extend(
            f"{slot.path}:{slot.kind.base.value}:{slot.offset}:{slot.width}:{slot.presence}"
            for slot in group.behavior.slots
        )
        parts.append(f"width {group.behavior.width} zones {len(group.behavior.zones)}")
        parts.append(f"random {group.compiled.random_places}")
        for machine in group.behavior.machines:
            parts.append(f"machine {machine.name}")
            parts.extend(state.path for state in machine.states)
    world = model.colliders
    parts.append(f"colliders {' '.join(world.names)}")
    sizes = np.where(world.owner[:, np.newaxis] < 0, world.size, 0.0)
    digest = hashlib.sha256("\n".join(parts).encode("utf-8"))
    for array in (world.shape, world.layer, sizes, world.fields, world.heights):
        digest.update(np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()
