"""Runs of the shipped scenes, each once a session, with every bone of every tick kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from behave.cli.findings import check_file
from behave.native.compiling import Native
from behave.resources import behaviors_path
from behave.runtime.model import AgentGroup, Model
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build

RATE = 60

NATIVE = Native()
"""As ``beh run`` does it; that the reference says the same is shown in ``tests/native``."""


@dataclass(frozen=True)
class Run:
    """A scene played to the end: one row of the hero's state, and its leaf, a tick."""

    scene: str
    model: Model
    rows: np.ndarray
    leaves: tuple[str, ...]

    @property
    def group(self) -> AgentGroup:
        """The hero's group."""
        return self.model.groups[0]

    def slot(self, path: str) -> np.ndarray:
        """A slot over time: f8[T] or f8[T, width]."""
        slot = self.group.behavior.slots[self.group.behavior.slot_of[path]]
        values = self.rows[:, slot.offset : slot.offset + slot.width]
        return values[:, 0] if slot.width == 1 else values

    def during(self, leaf: str) -> np.ndarray:
        """bool[T]: the ticks that end in a state, or in one inside it, by its name."""
        return np.array([leaf in name.split(".") for name in self.leaves])


@cache
def played(scene: str, seconds: float, file: str = "interaction", rate: float = RATE) -> Run:
    """Play a scene of a shipped behavior by its own script; the leaves are its first machine's."""
    checked = check_file(str(behaviors_path() / f"{file}.beh"))
    assert checked.program is not None, [d.message for d in checked.errors]
    model = build(checked.program, scene, dt=1 / rate, native=NATIVE)
    state = initial(model)
    rows, leaves = [], []
    for number in range(round(seconds * rate)):
        record = tick(model, state, model.script.sample(number, model.dt))
        rows.append(state.rows[0][0].copy())
        leaves.append(next(iter(record.agents["hero"].states.values())))
    return Run(scene, model, np.array(rows), tuple(leaves))


SCENES = {
    "corridor": 19.0,
    "narrow": 15.0,
    "pillars": 19.0,
    "corner": 15.0,
    "rail": 12.0,
    "out_of_reach": 9.0,
    "ahead_of_us": 7.0,
}
