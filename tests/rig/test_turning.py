"""Turning steps and steps aside: the body turned and moved as a behavior does it, as one sees it.

Standing, the hips are 0.978 m up; ankles of the bind pose are 19 cm apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.rig.stage import SIDES, Floats, Stage, degrees_between, turned

STANDING = 0.978
WALK = (0.0, 1.4 / 1.6)  # 1.4 m/s ahead
BACK = (0.0, -1.4 / 1.6)
RATES = [30, 60, 144]


@dataclass
class Seen:
    """What the eye follows, gathered tick by tick: extremes, metres and degrees."""

    stage: Stage
    fastest: float = 0.0
    slid: float = 0.0
    lowest: float = math.inf
    nearest: float = math.inf
    apart: float = math.inf  # how far the left foot is to the left of the right one
    twist: float = 0.0  # of a planted foot against the body
    knees: float = math.inf  # how far the knees point ahead, -1 .. 1
    swings: list[float] = field(default_factory=list)  # how far each step went
    turning: bool = False  # whether feet may cross: during a fast turn only
    _turns: dict[str, Floats] = field(default_factory=dict)
    _balls: dict[str, Floats] = field(default_factory=dict)
    _stood: dict[str, Floats] = field(default_factory=dict)

    def __call__(self) -> None:
        stage = self.stage
        turns = stage.locals()
        for name, before in self._turns.items():
            self.fastest = max(self.fastest, degrees_between(before, turns[name]))
        self._turns = turns
        self.lowest = min(self.lowest, float(stage.get("hips.position")[1]))
        left, right = (stage.get(f"sole[{side}].position") for side in SIDES)
        self.nearest = min(self.nearest, float(np.hypot(*(left - right)[[0, 2]])))
        if not self.turning:
            aside = turned(stage.get("body.rotation"), (1.0, 0.0, 0.0))
            self.apart = min(self.apart, float((left - right) @ aside))
        for side in SIDES:
            self._foot(side)
            self._knee(side)

    def _foot(self, side: str) -> None:
        stage = self.stage
        sole, ball = stage.get(f"sole[{side}].position"), stage.get(f"toe[{side}].position")
        if stage.number(f"leg[{side}].planted") == 0.0:
            self._balls.pop(side, None)
            return
        if side in self._balls:
            self.slid = max(self.slid, float(np.linalg.norm(ball - self._balls[side])))
        else:
            if side in self._stood:
                self.swings.append(float(np.linalg.norm((ball - self._stood[side])[[0, 2]])))
        self._balls[side] = self._stood[side] = ball
        ahead = turned(stage.get("body.rotation"), (0.0, 0.0, 1.0))
        along = ball - sole
        angle = math.atan2(along[0], along[2]) - math.atan2(ahead[0], ahead[2])
        self.twist = max(self.twist, abs(math.degrees(math.remainder(angle, 2.0 * math.pi))))

    def _knee(self, side: str) -> None:
        stage = self.stage
        a, b, c = (stage.get(f"{bone}[{side}].position") for bone in ("thigh", "shin", "sole"))
        line = (c - a) / np.linalg.norm(c - a)
        out = (b - a) - ((b - a) @ line) * line
        ahead = turned(stage.get("hips.rotation"), (0.0, 0.0, 1.0))
        self.knees = min(self.knees, float(out @ ahead / np.linalg.norm(out)))

    def check(self, drop: float = 0.08, tick: float = 15.0) -> None:
        """The bounds that hold for every motion."""
        assert self.lowest > STANDING - drop
        assert self.fastest < tick
        assert self.slid < 1e-6
        assert self.nearest > 0.08
        assert self.apart > 0.0
        assert self.twist < 60.0
        assert self.knees > 0.3


def turn(seen: Seen, by: float, walk: tuple[float, float], seconds: float = 1.0) -> None:
    """Turn the shown body smoothly (3x^2 - 2x^3) by an angle in a time."""
    stage = seen.stage
    start = stage.number("body.turned")
    ticks = round(seconds / stage.dt)
    seen.turning = True
    for tick in range(ticks):
        x = (tick + 1) / ticks
        stage.set("body.turned", start + by * x * x * (3.0 - 2.0 * x))
        stage.step(walk)
        seen()
    stage.run(0.5, walk, each=seen)
    seen.turning = False


def strafe(seen: Seen, velocity: float, seconds: float) -> None:
    """Move along x with the control off, as in cover."""
    stage = seen.stage
    for _ in range(round(seconds / stage.dt)):
        stage.set("control.enabled", 0.0)
        stage.set("root.moved", (velocity * stage.dt, 0.0, 0.0))
        stage.step()
        seen()


def on_the_spot(by: float, rate: float = 60.0) -> Seen:
    stage = Stage(dt=1.0 / rate)
    stage.run(1.0)
    seen = Seen(stage)
    turn(seen, by, (0.0, 0.0))
    stage.run(1.0, each=seen)
    return seen


def walking(by: float, start: float, rate: float = 60.0) -> Seen:
    stage = Stage(dt=1.0 / rate)
    stage.run(start, WALK)
    seen = Seen(stage)
    turn(seen, by, WALK)
    stage.run(1.0, WALK, each=seen)
    stage.run(1.0, each=seen)
    return seen


def about(start: float, rate: float = 60.0) -> Seen:
    """The walk itself turned about: the mover turns the root while the velocity reverses."""
    stage = Stage(dt=1.0 / rate)
    stage.run(start, WALK)
    seen = Seen(stage)
    seen.turning = True
    stage.run(1.2, BACK, each=seen)
    seen.turning = False
    stage.run(0.8, BACK, each=seen)
    stage.run(1.0, each=seen)
    return seen


def aside(velocity: float, facing: float, rate: float = 60.0) -> Seen:
    stage = Stage(dt=1.0 / rate)
    stage.set("body.turned", facing)
    stage.run(0.5)
    seen = Seen(stage)
    strafe(seen, velocity, 5.0)
    strafe(seen, 0.0, 1.2)
    return seen


@pytest.mark.parametrize("by", [math.pi, -math.pi, 0.5 * math.pi])
def test_turning_on_the_spot(by: float) -> None:
    """Feet step in turn, and end where they stand at rest."""
    seen = on_the_spot(by)
    seen.check(drop=0.03)
    assert len(seen.swings) >= (4 if abs(by) > 3.0 else 2)
    assert max(seen.swings) < 0.4
    stage = seen.stage
    half = stage.get("thigh[left].rest")[0]
    for side, out in (("left", half), ("right", -half)):
        place = turned(stage.get("body.rotation"), (out, 0.0, 0.0))
        off = (stage.get(f"sole[{side}].position") - place)[[0, 2]]
        assert np.hypot(*off) < 0.07
        assert stage.number(f"leg[{side}].planted") == 1.0


@pytest.mark.parametrize("by", [math.pi, -math.pi])
@pytest.mark.parametrize("start", [1.5, 1.73])
def test_turning_while_walking(by: float, start: float) -> None:
    walking(by, start).check()


@pytest.mark.parametrize("start", [1.5, 1.61, 1.7, 1.81])
def test_turning_about_with_the_walk(start: float) -> None:
    about(start).check()


@pytest.mark.parametrize("velocity", [0.8, -0.8])
@pytest.mark.parametrize("facing", [0.0, math.pi])
def test_steps_aside_neither_cross_nor_drop_the_hips(velocity: float, facing: float) -> None:
    seen = aside(velocity, facing)
    seen.check(drop=0.05)
    assert seen.apart > 0.7 * 0.18 - 0.01
    steps = seen.swings[4:-4]
    assert 0.25 < np.mean(steps) < 0.4
    assert max(steps) < 0.45
    assert seen.stage.get("root.position")[0] == pytest.approx(5.0 * velocity, abs=1e-6)


Motion = Callable[[float], Seen]
MOTIONS: dict[str, Motion] = {
    "on the spot": lambda rate: on_the_spot(math.pi, rate),
    "walking": lambda rate: walking(math.pi, 1.5, rate),
    "aside": lambda rate: aside(0.8, math.pi, rate),
}


@pytest.mark.parametrize("rate", [30, 144])
@pytest.mark.parametrize("name", MOTIONS)
def test_other_tick_rates_step_alike(name: str, rate: int) -> None:
    """The same bounds, and hips within 3 cm of each other.

    A joint may be a fifth faster than 15 degrees in a 60th of a second: ticks of another length
    see other peaks of the same curves. A knee gives by up to 8 degrees in the tick its foot
    lifts, however short the tick, so that 9 degrees are allowed in any.
    """
    here, there = MOTIONS[name](60.0), MOTIONS[name](float(rate))
    there.check(tick=max(1.2 * 15.0 * 60.0 / rate, 9.0))
    assert here.lowest == pytest.approx(there.lowest, abs=0.03)
    assert len(here.swings) == pytest.approx(len(there.swings), abs=2)
