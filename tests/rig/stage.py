"""A stage for the shipped humanoid: one agent or several, colliders, and inputs by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Program
from behave.pipeline import check
from behave.rig.rig import RigModel, bind, pose
from behave.scenario.build import build
from behave.source import Source
from behave.world import colliders as solids
from behave.world.colliders import Collider

BEHAVIORS = Path(__file__).resolve().parents[2] / "behaviors"
SIDES = ("left", "right")
Floats = NDArray[np.float64]

TEXT = """use "rigs/humanoid.beh"

behavior idle for humanoid {
  initial state Stand {
  }
}

scene stage {
  humanoid hero at (0 m, 0 m, 0 m) with idle
}

scene pair {
  humanoid tall  at (0 m, 0 m, 0 m) with idle, height: 2 m
  humanoid short at (4 m, 0 m, 0 m) with idle, height: 1.4 m
}
"""


@cache
def program() -> Program:
    """The humanoid with a behaviour that does nothing."""

    def read(_: Source, path: str) -> Source:
        return Source(path, (BEHAVIORS / path).read_text(encoding="utf-8"))

    checked = check(Source("stage.beh", TEXT), read)
    assert checked.program is not None, checked.diagnostics
    return checked.program


class Stage:
    """Agents of one rig among colliders; ``row`` is the agent that ``get`` and ``set`` mean."""

    def __init__(
        self,
        things: Iterable[Collider] = (),
        *,
        dt: float = 1.0 / 60.0,
        at: Sequence[float] = (0.0, 0.0, 0.0),
        heading: float = 0.0,
        scene: str = "stage",
        overrides: Mapping[str, float] | None = None,
        ground: bool = True,
        made: Program | None = None,
    ) -> None:
        """``made`` is the program; without it that of ``program()``."""
        group = build(made or program(), scene, dt=dt, overrides=dict(overrides or {})).groups[0]
        self.dt = dt
        self.row = 0
        self.rig: RigModel = group.rig
        self.slots = {slot.path: slot for slot in group.behavior.slots}
        self.rows: Floats = group.template.copy()
        floor = [solids.plane("floor", (0.0, 0.0, 0.0))] if ground else []
        self.colliders = solids.build([*floor, *things])
        self.agents = np.arange(len(self.rows), dtype=np.int64)
        places = np.tile(np.asarray(at, dtype=np.float64), (len(self.rows), 1))
        places[:, 0] += 4.0 * np.arange(len(self.rows))
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

    def step(self, walk: Sequence[float] = (0.0, 0.0), jump: bool = False) -> None:
        """One tick with an input (x right, y ahead)."""
        slot = self.slots["walk"]
        self.rows[:, slot.offset : slot.offset + 3] = (walk[0], walk[1], 0.0)
        self.rows[:, self.slots["jump.pressed"].offset] = float(jump)
        pose(self.rig, self.rows, self.colliders, self.agents, self.dt)

    def run(
        self,
        seconds: float,
        walk: Sequence[float] = (0.0, 0.0),
        *,
        jump: bool = False,
        each: Callable[[], None] | None = None,
    ) -> None:
        """Ticks for a time; ``jump`` presses on the first; ``each`` is called after every one."""
        for tick in range(round(seconds / self.dt)):
            self.step(walk, jump and tick == 0)
            if each is not None:
                each()

    def locals(self) -> dict[str, Floats]:
        """Every joint's rotation against its parent."""
        skeleton = self.rig.skeleton
        world = {name: self.get(f"{name}.rotation") for name in skeleton.names}
        result = {}
        for b, name in enumerate(skeleton.names):
            parent = int(skeleton.parents[b])
            base = world[skeleton.names[parent]] if parent >= 0 else self.get("body.rotation")
            result[name] = turn_by(inverse(base), world[name])
        return result


def inverse(q: Floats) -> Floats:
    """The opposite turn."""
    return q * np.array([-1.0, -1.0, -1.0, 1.0])


def turn_by(a: Floats, b: Floats) -> Floats:
    """Hamilton product: first ``b``, then ``a``."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return np.array(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    )


def turned(q: Floats, v: Sequence[float]) -> Floats:
    """A vector turned by a rotation, by the rotation's matrix."""
    x, y, z, w = q
    matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return matrix @ np.asarray(v, dtype=np.float64)


def degrees_between(a: Floats, b: Floats) -> float:
    """The angle between two rotations."""
    r = turn_by(inverse(a), b)
    return math.degrees(2.0 * math.atan2(float(np.linalg.norm(r[:3])), abs(float(r[3]))))
