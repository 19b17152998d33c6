"""Crowds: many agents of one behavior, and several behaviors side by side, in one world.

``spread(model, 1000)`` makes a crowd of a thousand over a built scene, ``of_scene(model)`` one of
the scene's own agents; both give a ``Crowd``.
"""

from __future__ import annotations

from behave.crowd.agent import Agent
from behave.crowd.crowd import Crowd, of_scene
from behave.crowd.room import NoRoomError
from behave.crowd.spread import spread
from behave.crowd.watching import Watch, watch

__all__ = ["Agent", "Crowd", "NoRoomError", "Watch", "of_scene", "spread", "watch"]
