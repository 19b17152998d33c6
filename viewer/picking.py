"""Agents in a picture: all of them, or the one at a place of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import Camera, project
from viewer.crowd.framing import crowd_camera
from viewer.crowd.state import CrowdState
from viewer.playback import Playback
from viewer.scene.build import center_of

NEAR = 0.035
"""How far from an agent's middle it is still meant, in shares of the picture's height, or as far
as it is large."""

HALF = 0.5
"""Metres from an agent's middle that count as the agent."""


def middles(model: Model, state: State) -> NDArray[np.float64]:
    """Where the middles of all agents are, f8[N,3]: by the agents' order, of a crowd by number."""
    if isinstance(state, CrowdState):
        return state.middles()
    found = [center_of(model, state, name) for name in model.places]
    return np.array(found).reshape(-1, 3)


def everyone(model: Model, state: State, camera: Camera) -> Camera:
    """A camera that sees all agents, from the side another one looks from."""
    return crowd_camera(middles(model, state), camera.yaw, max(camera.pitch, 0.3))


def agent_at(playback: Playback, camera: Camera, place: tuple[float, float], shape: float) -> str:
    """The agent nearest to a place of the picture (shares of its width and height); "" where
    none is near."""
    found = middles(playback.model, playback.shown())
    if not len(found):
        return ""
    pixels, ahead = project(camera.view_projection(shape), found, 1, 1)
    apart = np.hypot((pixels[:, 0] - place[0]) * shape, pixels[:, 1] - place[1])
    depth = np.maximum((camera.eye - found) @ camera.axes[:, 2], 0.05)
    large = np.maximum(HALF / (2 * depth * np.tan(camera.field / 2)), NEAR)
    meant = np.flatnonzero(ahead & (apart <= large))
    if not len(meant):
        return ""
    best = meant[np.argmin(apart[meant] / large[meant] + 0.01 * depth[meant])]
    return playback.agents[int(best)]
