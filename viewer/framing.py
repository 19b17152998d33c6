"""Where the camera stands to see an agent well."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import VIEWS, Camera
from viewer.chosen import named_or_first
from viewer.scene.bodies import height_of, offsets
from viewer.scene.build import center_of
from viewer.scene.colliders import ground_at, hides
from viewer.scene.figure import rotation_matrices

DISTANCES = {"top": 5.2, "three-quarter": 4.4}
OF_BODY = {"front", "side", "left", "back"}  # views of the body, not of the way it goes
USUAL = 4.0  # metres: distance of the other views
TALL = 1.8  # metres: the figure the distances are for
LEAST = 0.1  # metres: smaller figures are seen from as far as one of this size


OVER_LAND = 0.5  # metres: least height of the eye over the ground
LIFT = math.radians(2.0)  # steps in which a camera under the land is turned up

# Turns of the three-quarter view, as it is liked: usual, mirrored, and both before the agent.
SIDES = (0.0, -2.0 * VIEWS["three-quarter"][0], 1.75, -2.0 * VIEWS["three-quarter"][0] - 1.75)


def facing(model: Model, state: State, agent: str, *, body: bool = False) -> float:
    """Yaw in radians of the way an agent's root looks; 0 along +z, to +x positive.

    ``body``: the way its shown body looks, where that is turned against the root.
    """
    place = model.places[agent]
    behavior, row = model.groups[place.group].behavior, state.rows[place.group][place.row]
    at = offsets(behavior)
    start = at["root.rotation"]
    ahead = rotation_matrices(np.array(row[start : start + 4]))[:, 2]
    turned = float(row[at["body.turned"]]) if body and "body.turned" in at else 0.0
    return math.atan2(float(ahead[0]), float(ahead[2])) + turned


def over_land(model: Model, state: State, camera: Camera) -> Camera:
    """The camera, looking more from above where its eye would be under the ground."""
    while camera.pitch < math.radians(88.0):
        eye = camera.eye
        if eye[1] >= ground_at(model, state, eye) + OVER_LAND:
            break
        camera = replace(camera, pitch=camera.pitch + LIFT)
    return camera


def clearest_side(
    model: Model, states: Sequence[State], agent: str | None, distance: float | None = None
) -> float:
    """The turn to add to the three-quarter view so that the fewest colliders hide the agent.

    Counted over all ``states`` of one take and decided once, so that nothing jumps; of sides
    equally clear it is the first of ``SIDES``.
    """
    if not model.places or not states:
        return 0.0
    name = named_or_first(model, agent)
    capsules = {int(k) for group in model.groups for k in group.capsules}
    scenery = np.array([k not in capsules for k in range(len(model.colliders.names))], bool)
    hidden = dict.fromkeys(SIDES, 0)
    base: float | None = None
    for state in states:
        camera, base = agent_camera(model, state, name, "three-quarter", distance, base)
        for side in SIDES:
            eye = replace(camera, yaw=camera.yaw + side).eye
            found = hides(model, state, eye, np.asarray(camera.target))
            hidden[side] += int((found & scenery & state.alive).sum())
    return min(SIDES, key=lambda side: (hidden[side], SIDES.index(side)))


def agent_camera(
    model: Model,
    state: State,
    agent: str | None,
    view: str,
    distance: float | None = None,
    base_yaw: float | None = None,
) -> tuple[Camera, float]:
    """A camera at a named view of an agent (None: the first; without any, of the origin).

    It is as far away as the agent is large, wherever that stands. The view turns with
    ``base_yaw`` (None: the way the agent faces now, for views of a face the way its body
    does); it is given back for the next picture.
    """
    yaw, pitch = VIEWS[view]
    if not model.places:
        return Camera((0.0, 1.0, 0.0), yaw, pitch, distance or 8.0), base_yaw or 0.0
    name = named_or_first(model, agent)
    base = facing(model, state, name, body=view in OF_BODY) if base_yaw is None else base_yaw
    middle = center_of(model, state, name)
    place = model.places[name]
    tall = height_of(model.groups[place.group].behavior, state.rows[place.group][place.row])
    far = distance or DISTANCES.get(view, USUAL) * max(tall, LEAST) / TALL
    target = (float(middle[0]), float(middle[1]), float(middle[2]))
    return over_land(model, state, Camera(target, yaw + base, pitch, far)), base
