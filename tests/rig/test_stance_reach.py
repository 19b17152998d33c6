"""A trunk that stands no higher than its legs reach, against what the solver finds by trying."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.walker import Floats, Walker

LEGS = range(6)
LEVEL = (", tilt: 0 %",)


def foothold(leg: int, far: float, up: float = 0.0) -> Floats:
    """An ankle's place on the leg's spoke."""
    angle = math.radians(30.0 + 60.0 * leg)
    return np.array([far * math.sin(angle), 0.25 + up, far * math.cos(angle)])


def highest(leg: int, target: Floats) -> float:
    """How high a level trunk can be with a foot there: by the solver, nothing planted."""
    it = Walker()
    for each in LEGS:
        it.set(f"foot[{each}].planted", 0.0)
    it.set(f"foot[{leg}].target", target)

    def reached(up: float) -> bool:
        it.set("root.position", (0.0, up, 0.0))
        it.step()
        return it.number(f"foot[{leg}].error") < 1e-9

    low, high = -1.5, 0.5
    assert reached(low)
    assert not reached(high)
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if reached(middle) else (low, middle)
    return float(it.get("trunk.position")[1])


@pytest.mark.parametrize(("leg", "far"), [(0, 9.1), (4, 9.05)])
def test_a_foot_far_out_holds_the_trunk_down(leg: int, far: float) -> None:
    it = Walker(agents=LEVEL)
    it.set(f"foot[{leg}].target", foothold(leg, far))
    it.step(2)
    top = highest(leg, foothold(leg, far))
    assert top < 2.35
    assert it.get("trunk.position")[1] == pytest.approx(top, abs=1e-6)
    assert it.number("stance.height") == pytest.approx(top - 0.25, abs=1e-6)
    for each in LEGS:
        assert it.number(f"foot[{each}].error") < 2e-9


def test_it_comes_to_rest_there_and_rises_again_by_its_spring() -> None:
    it = Walker(agents=LEVEL)
    it.set("foot[0].target", foothold(0, 9.1))
    it.step(120)
    held = it.get("trunk.position")[1]
    it.step(20)
    assert it.get("trunk.position")[1] == pytest.approx(held, abs=1e-9)
    it.set("foot[0].target", foothold(0, 5.9))
    it.step(30)  # 1 - (1 + k t) exp(-k t), k = 6, after half a second
    share = 1.0 - 4.0 * math.exp(-3.0)
    assert it.get("trunk.position")[1] == pytest.approx(held + (2.4 - held) * share, abs=1e-9)


def test_a_foot_beyond_every_reach_holds_nothing_down() -> None:
    it = Walker(agents=LEVEL)
    it.set("foot[2].target", foothold(2, 14.0))
    it.step(60)
    assert it.get("trunk.position")[1] == pytest.approx(2.4, abs=1e-9)
    assert it.number("foot[2].reached") == 0.0


def test_a_foot_that_does_not_stand_holds_nothing_down() -> None:
    it = Walker(agents=LEVEL)
    it.set("foot[0].planted", 0.0)
    it.set("foot[0].target", foothold(0, 9.1))
    it.step(60)
    assert it.get("trunk.position")[1] == pytest.approx(2.4, abs=1e-9)
    assert it.number("foot[0].error") > 0.01
