"""Pictures of agents with a beam: whom it is aimed at belongs in them too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import Camera, project
from viewer.chosen import first_agent
from viewer.framing import agent_camera, clearest_side
from viewer.scene.bodies import offsets
from viewer.scene.build import center_of
from viewer.scene.colliders import hides

Vector = NDArray[np.float64]

SIDES = tuple(math.radians(30.0 * k) for k in range(12))  # turns of the three-quarter view
BACK = 1.12  # how much farther than usual the camera stands
SHARE, MOST = 0.28, 0.20  # of the way to what is aimed at, and of the camera's distance
EYE_TURNED = 0.35  # how far into the camera the eye looks where it is liked best: 1 straight
INSIDE = 0.94  # of half the picture: what lies beyond it is cut off
SHAPE = (16.0, 9.0)  # of the picture sides are tried for
HALF = 0.35  # seconds in which a picture has moved half of its way to what is aimed at


def has_beam(model: Model, agent: str) -> bool:
    """Whether an agent aims something and its rig has a laser."""
    verbs = {part.verb for part in model.group_of(agent).behavior.rig.parts}
    return {"laser", "aim"} <= verbs


def aimed_at(model: Model, state: State, agent: str) -> Vector | None:
    """What an ``aim`` of an agent with a beam looks at with more than half its weight, f8[3]."""
    if not has_beam(model, agent):
        return None
    place = model.places[agent]
    behavior, row = model.groups[place.group].behavior, state.rows[place.group][place.row]
    at = offsets(behavior)
    for part in behavior.rig.parts:
        if part.verb == "aim" and row[at[f"{part.name}.weight"]] > 0.5:
            target = at[f"{part.name}.target"]
            return np.array(row[target : target + 3])
    return None


def toward(middle: Vector, aim: Vector | None, far: float) -> Vector:
    """The way f8[3] from an agent's middle to that of a picture which shows what it aims at too:
    level, a share of the way, no more than keeps the agent in it from ``far`` metres."""
    run = np.zeros(3) if aim is None else (aim - middle) * np.array([1.0, 0.0, 1.0])
    length = float(np.linalg.norm(run))
    if length < 1e-6:
        return np.zeros(3)
    return np.asarray(run / length * min(SHARE * length, MOST * far))


def best_side(
    model: Model, states: Sequence[State], agent: str | None, distance: float | None = None
) -> float:
    """The turn to add to the three-quarter view for one take: of an agent with a beam, whence it
    and whom it is after are whole in the picture, in the open and with its eye to be seen; of
    others whence the fewest things hide them (``clearest_side``)."""
    name = agent or first_agent(model)
    if not name or not has_beam(model, name):
        return clearest_side(model, states, agent, distance)
    cost = dict.fromkeys(SIDES, 0.0)
    base: float | None = None
    for state in states:
        aim = aimed_at(model, state, name)
        camera, base = agent_camera(model, state, name, "three-quarter", distance, base)
        if distance is None:
            camera = replace(camera, distance=BACK * camera.distance)
        for side in SIDES:
            cost[side] += _cost(model, state, name, aim, replace(camera, yaw=camera.yaw + side))
    return min(SIDES, key=lambda side: (round(cost[side], 6), SIDES.index(side)))


def _cost(model: Model, state: State, agent: str, aim: Vector | None, camera: Camera) -> float:
    """How bad a view is: 1 for what is aimed at beyond the edge, 1.5 for all joints there."""
    middle = center_of(model, state, agent)
    camera = camera.looking_at(middle + toward(middle, aim, camera.distance))
    cost = 0.5 * int(hides(model, state, camera.eye, middle).sum())
    cost += 1.5 * float(_beyond(camera, _joints(model, state, agent)).mean())
    if aim is not None:
        level = (aim - middle)[[0, 2]]
        facing = -float(level @ camera.ahead[[0, 2]]) / max(float(np.linalg.norm(level)), 1e-9)
        cost += 0.5 * abs(facing - EYE_TURNED) + float(_beyond(camera, aim)[0])
    return cost


def _beyond(camera: Camera, places: Vector) -> NDArray[np.bool_]:
    """bool[K]: which places are not in the picture, or at its very edge."""
    found, ahead = project(camera.view_projection(SHAPE[0] / SHAPE[1]), places, 2, 2)
    return np.asarray(~ahead | (np.abs(found - 1.0).max(axis=1) > INSIDE))


def _joints(model: Model, state: State, agent: str) -> Vector:
    """Where an agent's bones are, f8[B,3]."""
    place = model.places[agent]
    behavior, row = model.groups[place.group].behavior, state.rows[place.group][place.row]
    at = offsets(behavior)
    starts = [at[f"{bone.name}.position"] for bone in behavior.rig.bones]
    return np.array([row[start : start + 3] for start in starts])


def nearer(gap: Vector, seconds: float) -> Vector:
    """The part of a gap that a picture moves over in some time."""
    return np.asarray(gap * (1.0 - 0.5 ** (max(seconds, 0.0) / HALF)))
