"""Where the camera stands to see an agent well."""

from __future__ import annotations

import math

import numpy as np

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import VIEWS, Camera
from viewer.scene.bodies import height_of, offsets
from viewer.scene.build import center_of
from viewer.scene.figure import rotation_matrices

DISTANCES = {"top": 5.2, "three-quarter": 4.4}
USUAL = 4.0  # metres: distance of the other views
TALL = 1.8  # metres: the figure the distances are for
LEAST = 0.1  # metres: smaller figures are seen from as far as one of this size


def facing(model: Model, state: State, agent: str) -> float:
    """Yaw in radians of the way an agent's root looks; 0 along +z, to +x positive."""
    place = model.places[agent]
    behavior, row = model.groups[place.group].behavior, state.rows[place.group][place.row]
    start = offsets(behavior)["root.rotation"]
    ahead = rotation_matrices(np.array(row[start : start + 4]))[:, 2]
    return math.atan2(float(ahead[0]), float(ahead[2]))


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
    ``base_yaw`` (None: the way the agent faces now); it is given back for the next picture.
    """
    yaw, pitch = VIEWS[view]
    if not model.places:
        return Camera((0.0, 1.0, 0.0), yaw, pitch, distance or 8.0), base_yaw or 0.0
    name = next(iter(model.places)) if agent is None or agent not in model.places else agent
    base = facing(model, state, name) if base_yaw is None else base_yaw
    middle = center_of(model, state, name)
    place = model.places[name]
    tall = height_of(model.groups[place.group].behavior, state.rows[place.group][place.row])
    far = distance or DISTANCES.get(view, USUAL) * max(tall, LEAST) / TALL
    target = (float(middle[0]), float(middle[1]), float(middle[2]))
    return Camera(target, yaw + base, pitch, far), base
