"""A crowd over a scene, each agent on a way of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from behave.crowd import Crowd, NoRoomError
from behave.crowd.spread import places, room_for
from behave.ir.program import InputDevice
from behave.native.engine import CannotCompile, Store
from behave.native.values import NotNative
from behave.runtime.inputs import Inputs as Given
from behave.runtime.inputs import InputValue, as_given
from behave.runtime.model import Model
from behave.scenario.build import SceneError
from viewer.crowd.strolls import Strolls, strolls
from viewer.playback import PlayError


@dataclass(frozen=True)
class CrowdPlan:
    """How many agents a crowd that is looked at has, and where its machine code is kept.

    ``available`` gives the bytes of memory that may be taken.
    """

    count: int
    store: Store | None = None
    available: Callable[[], int | None] = lambda: None

    def make(self, model: Model) -> tuple[Crowd, Strolls]:
        """The crowd before its first tick: places as ``crowd.spread`` finds them, ways by the
        model's seed. The scene's own agents look where the scene says.

        Raises ``PlayError``.
        """
        try:
            return self._made(model)
        except (SceneError, NoRoomError) as problem:
            raise PlayError(str(problem)) from None
        except NotNative as problem:
            raise PlayError(f"a crowd needs machine code, which cannot say {problem}") from None
        except CannotCompile as problem:
            raise PlayError(f"a crowd needs machine code: {problem}") from None

    def _made(self, model: Model) -> tuple[Crowd, Strolls]:
        threads = os.cpu_count() or 1
        crowd = Crowd(model, threads=threads, room=room_for(self.count, threads),
                      store=self.store, available=self.available)  # fmt: skip
        crowd.reserve(self.count)
        found = places(model, self.count)
        ways = strolls(self.count, model.seed)
        heading, _ = ways.at(0.0)
        own = len(crowd.kinds)
        walks = np.array([bool(walk_input(crowd, kind)) for kind in range(own)], bool)
        keeps = (np.arange(self.count) < own) | ~walks[found.kinds]
        crowd.populate(found.kinds, found.at, np.where(keeps, found.heading, heading))
        return crowd, ways


def walk_input(crowd: Crowd, kind: int) -> str:
    """The name of the input by which agents like one of the scene's walk; "" for none."""
    group = crowd.groups[int(crowd.strain_of[kind])]
    behavior = group.compiled.behavior
    for part in behavior.rig.parts:
        if part.verb == "mover":
            wanted = dict(part.words).get("walk", "")
            if any(declared.name == wanted for declared in behavior.inputs):
                return wanted
    return ""


def kinds_of(crowd: Crowd) -> np.ndarray:
    """Which of the scene's agents each of a crowd's is like, int64[N] by number."""
    found = np.zeros(len(crowd.where), np.int64)
    for group in crowd.groups:
        for block in group.blocks:
            found[block.agents[: block.count]] = block.kinds[: block.count]
    return found


@dataclass(frozen=True, eq=False)
class Asking:
    """What the agents of a crowd are given: the scene's own its script, the others their ways.

    ``kinds`` int64[N] is which of the scene's agents each is like.
    """

    crowd: Crowd
    ways: Strolls
    kinds: np.ndarray

    def each(
        self, tick: int, number: int = -1, live: Mapping[str, InputValue] | None = None
    ) -> dict[str, np.ndarray]:
        """By an input's name what every agent is given at a tick, f8[N,W].

        Agent ``number`` is given ``live`` by a device instead.
        """
        names = [walk_input(self.crowd, kind) for kind in range(len(self.crowd.kinds))]
        found: dict[str, np.ndarray] = {}
        script = self.crowd.model.script.sample(tick, self.crowd.dt)
        walk = self.ways.walk(tick * self.crowd.dt)
        for name in dict.fromkeys([*filter(None, names), *(live or {})]):
            rows = self._scripted(name, script)
            strolling = np.array([name == own for own in names], bool)[self.kinds]
            strolling[: len(names)] = False
            if strolling.any():
                rows[strolling] = 0.0
                rows[strolling, :2] = walk[strolling]
            if live is not None and name in live:
                rows[number] = as_given(self._device(name), live[name])
            found[name] = rows
        return found

    def of(self, tick: int, number: int) -> dict[str, InputValue]:
        """What one agent is given at a tick, by name."""
        kind = int(self.kinds[number])
        script = self.crowd.model.script.sample(tick, self.crowd.dt)
        given = dict(script.get(self.crowd.kinds[kind], {}))
        name = walk_input(self.crowd, kind)
        if name and number >= len(self.crowd.kinds):
            x, z = self.ways.walk(tick * self.crowd.dt)[number].tolist()
            given[name] = (x, z, 0.0)
        return given

    def _scripted(self, name: str, script: Given) -> np.ndarray:
        device = self._device(name)
        own = [script.get(kind, {}).get(name) for kind in self.crowd.kinds]
        return np.array([as_given(device, value) for value in own], np.float64)[self.kinds]

    def _device(self, name: str) -> InputDevice:
        declared = (i for group in self.crowd.groups for i in group.compiled.behavior.inputs)
        return next(each.device for each in declared if each.name == name)
