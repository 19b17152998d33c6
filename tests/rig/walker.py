"""A stage for rigs without gait and mover, written in a test: one agent or two, places by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from behave.pipeline import check
from behave.rig.rig import RigModel, bind, pose
from behave.scenario.build import build
from behave.source import Source
from behave.world import colliders as solids

BEHAVIORS = Path(__file__).resolve().parents[2] / "behaviors"
Floats = NDArray[np.float64]
HEXAPOD = 'use "rigs/hexapod.beh"\n'


class Walker:
    """The agents of one scene; ``row`` is the agent that ``get`` and ``set`` mean."""

    def __init__(
        self,
        rig: str = HEXAPOD,
        *,
        name: str = "hexapod",
        agents: Sequence[str] = ("",),
        dt: float = 1.0 / 60.0,
        at: Sequence[float] = (0.0, 0.0, 0.0),
        heading: float = 0.0,
    ) -> None:
        """``rig`` is its text, ``agents`` the overrides of each."""
        text = rig + f"\nbehavior idle for {name} {{ initial state Stand {{ }} }}\nscene stage {{\n"
        for n, given in enumerate(agents):
            text += f"  {name} a{n} at ({n} m, 0 m, 0 m) with idle{given}\n"
        checked = check(Source("walker.beh", text + "}\n"), _read)
        assert checked.program is not None, [d.message for d in checked.diagnostics]
        group = build(checked.program, "stage", dt=dt).groups[0]
        self.dt = dt
        self.row = 0
        self.rig: RigModel = group.rig
        self.slots = {slot.path: slot for slot in group.behavior.slots}
        self.rows: Floats = group.template.copy()
        self.colliders = solids.build([])
        self.agents = np.arange(len(self.rows), dtype=np.int64)
        places = np.tile(np.asarray(at, dtype=np.float64), (len(self.rows), 1))
        bind(self.rig, self.rows, places, np.full(len(self.rows), heading))

    def get(self, path: str) -> Floats:
        """A place's words."""
        slot = self.slots[path]
        return self.rows[self.row, slot.offset : slot.offset + slot.width].copy()

    def number(self, path: str) -> float:
        """A place of one word."""
        return float(self.get(path)[0])

    def set(self, path: str, value: object) -> None:
        """Write a place."""
        slot = self.slots[path]
        self.rows[self.row, slot.offset : slot.offset + slot.width] = value

    def step(self, ticks: int = 1) -> None:
        """Ticks; what is set back before each (moves, switches) is not, here."""
        for _ in range(ticks):
            pose(self.rig, self.rows, self.colliders, self.agents, self.dt)

    def angles(self, chain: str, count: int) -> Floats:
        """The angles of a chain's hinges, in degrees."""
        return np.degrees(self.get(f"{chain}.joints")[: 4 * count : 4])


def _read(_: Source, path: str) -> Source:
    return Source(path, (BEHAVIORS / path).read_text(encoding="utf-8"))
