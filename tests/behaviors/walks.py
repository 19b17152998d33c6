"""Walks of the guardian, each once a session: every word of its state, and what fired, by tick."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Program
from behave.native.compiling import Native
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.runtime.pose import colliders_of
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from behave.source import Source
from behave.world import queries

LEGS = range(6)
HALVES = ((0, 1, 2), (3, 4, 5))
NATIVE = Native()
"""As ``beh run`` does it; that the reference says the same is shown in ``tests/native``."""

Floats = NDArray[np.float64]


@cache
def compiled(more: str = "") -> Program:
    """The guardian's file, with ``more`` behind it."""
    folder = Path(str(behaviors_path()))
    text = (folder / "guardian.beh").read_text(encoding="utf-8")
    checked = check(
        Source("guardian.beh", text + more),
        lambda _, path: Source(path, (folder / path).read_text(encoding="utf-8")),
    )
    assert checked.program is not None, [d.message for d in checked.errors]
    return checked.program


class Walk:
    """A scene played to the end: rows of the guardian's state, its legs' states, their lifts."""

    def __init__(self, scene: str, seconds: float, rate: float, more: str) -> None:
        program = compiled(more)
        self.rate = rate
        self.model = model = build(program, scene, dt=1 / rate, native=NATIVE)
        state = initial(model)
        number, group = next(
            (n, each) for n, each in enumerate(model.groups) if "boss" in each.names
        )
        self.behavior = group.behavior
        after = group.behavior.slots[group.behavior.slot_of["travel.prey.collider"]].offset
        rows, swings, travel, aiming, prey = [], [], [], [], []
        self.lifts: list[tuple[int, int]] = []
        for now in range(round(seconds * rate)):
            inputs = model.script.sample(now, model.dt)
            record = tick(model, state, inputs).agents["boss"]
            rows.append(state.rows[number][0].copy())
            prey.append(state.position[int(rows[-1][after])].copy())
            swings.append([record.states[f"leg[{leg}]"] == "Swing" for leg in LEGS])
            travel.append(record.states["travel"])
            aiming.append(record.states["aiming"])
            self.lifts += [(now, int(f.machine[4])) for f in record.fired if f.target == "Swing"]
        self.rows, self.swings = np.array(rows), np.array(swings)
        self.travel, self.aiming = np.array(travel), np.array(aiming)
        self.prey = np.array(prey)  # the middle of what is tracked; of nothing while nothing is
        self.world = colliders_of(model, state)

    def slot(self, path: str) -> Floats:
        """A slot over time: f8[T] or f8[T, width]."""
        slot = self.behavior.slots[self.behavior.slot_of[path]]
        values = self.rows[:, slot.offset : slot.offset + slot.width]
        return values[:, 0] if slot.width == 1 else values

    def bone(self, name: str) -> Floats:
        """A bone's joint of all six legs over time, f8[T, 6, 3]."""
        return np.stack([self.slot(f"{name}[{leg}].position") for leg in LEGS], axis=1)

    def standing(self, leg: int) -> NDArray[np.bool_]:
        """The ticks that a leg stands both before and after."""
        still = ~self.swings[:, leg]
        return still[1:] & still[:-1]

    def order(self, half: int) -> list[int]:
        """The legs of a half as they lift, 0 to 2."""
        return [leg - 3 * half for _, leg in self.lifts if leg // 3 == half]

    def off_the_ground(self, points: Floats) -> Floats:
        """How far points f8[P, 3] are from the nearest surface of the terrain, f8[P]."""
        layer = self.model.program.layers.index("terrain")
        among = np.flatnonzero(self.world.layer == layer)
        away = [
            np.abs(queries.closest(self.world, np.full(len(points), row), points).distance)
            for row in among
        ]
        return np.min(away, axis=0)


@cache
def walk(scene: str, seconds: float, rate: float = 60.0, more: str = "") -> Walk:
    """A scene of the guardian's file, or of ``more`` behind it."""
    return Walk(scene, seconds, rate, more)


SCENES = {"hills": 60.0, "stairs": 18.0, "slope": 26.0, "trench": 9.0, "chase": 12.0}
"""How long the tests look at each scene."""

CHASE = """
scene chased from chase { hold link.walk at (0.25, 1) from 0.5 s to 12 s }
"""


def shipped(scene: str) -> Walk:
    """The shared run of a scene; the chase's humanoid is walked away by its keys."""
    if scene == "chase":
        return walk("chased", SCENES[scene], more=CHASE)
    return walk(scene, SCENES[scene])
