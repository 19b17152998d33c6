"""The Pose phase and the world as a tick begins: agents' rows and their capsules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from behave.ir.program import BehaviorProgram
from behave.rig import rig
from behave.runtime.model import Model
from behave.runtime.moving import ground_under, place_of
from behave.runtime.state import State
from behave.world import grid
from behave.world.colliders import Colliders


def pose(model: Model, state: State, colliders: Colliders) -> None:
    """Animation, motion and constraints of every agent, against the world as the tick began."""
    for number, group in enumerate(model.groups):
        rig.pose(group.rig, state.rows[number], colliders, group.agents, model.dt)


def colliders_of(model: Model, state: State) -> Colliders:
    """The world as a state has it; agents' capsules are brought to where their agents stand, and
    what moves along a path to where it is at the state's tick, over the ground where it keeps to
    that.

    Updates ``state.position``; the result shares no array with it.
    """
    for moving in model.moving:
        state.position[moving.collider] = place_of(moving, state.tick, model.dt)
    world = model.colliders
    size = world.size.copy()
    for number, group in enumerate(model.groups):
        own = group.capsules
        if len(own) == 0:
            continue
        rows = state.rows[number]
        center, radius, height = (group.capsule[name] for name in ("center", "radius", "height"))
        state.position[own] = rows[:, center : center + 3]
        size[own, 0] = rows[:, radius]
        size[own, 1] = np.maximum(rows[:, height] * 0.5 - rows[:, radius], 0.0)
    colliders = Colliders(
        world.names,
        world.shape,
        state.position.copy(),
        state.rotation.copy(),
        size,
        world.layer,
        world.owner,
        state.alive.copy(),
        world.fields,
        world.heights,
    )
    for moving in model.moving:
        if moving.ground:
            row = moving.collider
            x, y, z = state.position[row].tolist()
            state.position[row] = ground_under(moving, (x, y, z), colliders)
            colliders.position[row] = state.position[row]
    if model.measure is None:
        return colliders
    squares = grid.build(colliders.shape, colliders.position, colliders.size, model.measure)
    return replace(colliders, grid=squares)


def capsule_slots(behavior: BehaviorProgram) -> Mapping[str, int]:
    """Offsets of the capsule's center, radius and height; empty for a rig without a mover."""
    wanted = {f"capsule.{name}": name for name in ("center", "radius", "height")}
    found = {wanted[slot.path]: slot.offset for slot in behavior.slots if slot.path in wanted}
    return found if len(found) == len(wanted) else {}
