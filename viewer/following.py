"""Which agent is looked at, and the camera that goes along."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.aim_framing import best_side
from viewer.camera import Camera
from viewer.framing import agent_camera, over_land
from viewer.picking import agent_at, everyone
from viewer.scene.build import center_of
from viewer.showing import Showing


@dataclass
class Following(Showing):
    """A session being looked at, with a camera that follows an agent or sees them all."""

    def _do_home(self) -> None:
        self._look_from("three-quarter")
        self.follow = True

    def _do_everyone(self) -> None:
        """All agents in the picture, from where the camera stands now."""
        camera, state = self.camera, self.playback.shown()
        self.camera = over_land(self.model, state, everyone(self.model, state, camera))
        self.follow = False

    def _do_next_agent(self) -> None:
        self._do_other_agent(1)

    def _do_previous_agent(self) -> None:
        self._do_other_agent(-1)

    def _do_other_agent(self, step: int) -> None:
        names = self.playback.agents
        if len(names) > 1:
            self.choose_agent(names[(names.index(self.agent) + step) % len(names)])

    def choose_agent(self, agent: str) -> None:
        """Look at another agent: the camera, the panels and the keys are its own now."""
        if self.recording is None and agent != self.agent and self.playback.follow(agent):
            self.agent = agent
            if self.stage.model is not self.model:
                self.staged()
            self.live = False
            self.follow = True
            self.say(f"following {agent}")

    def choose_at(self, x: float, y: float, shape: float) -> bool:
        """Look at the agent at a place of the picture, in shares of its width and height from
        the upper left; ``shape`` is its width to its height. False where there is none."""
        found = agent_at(self.playback, self.camera, (x, y), shape)
        if found:
            self.choose_agent(found)
        return bool(found)

    def _follow(self, seconds: float) -> None:
        middle = center_of(self.model, self.playback.shown(), self.agent)
        now = np.asarray(self.camera.target)
        gap = middle - now
        # level moves are followed at once, height softly: a jump stays visible
        soft = 1.0 - 0.5 ** (max(seconds, 0.0) / 0.25)
        self.camera = self.camera.looking_at(now + gap * np.array([1.0, soft, 1.0]))

    def _look_from(self, view: str) -> None:
        state = self.playback.shown()
        self.camera = usual_camera(self.model, state, self.agent, view)


def usual_camera(model: Model, state: State, agent: str, view: str) -> Camera:
    """A named view of an agent; the usual one from where the fewest things hide it."""
    camera, _ = agent_camera(model, state, agent or None, view)
    if view != "three-quarter":
        return camera
    return camera.orbited(best_side(model, [state], agent or None), 0.0)
