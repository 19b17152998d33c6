"""Lowered hips: knees ahead, heels where ankles allow, and an end where anatomy ends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.parts import LEFT, Clip, Turn, extended
from tests.rig.stage import SIDES, Stage, degrees_between, program, turned

STANDING = 0.994 * 0.55 * 1.8  # hips over the ground


def crouched(lowered: float, seconds: float = 1.5, dt: float = 1 / 60) -> Stage:
    stage = Stage(dt=dt)
    stage.set("body.lowered", lowered)
    stage.run(seconds)
    return stage


def knee_bend(stage: Stage, side: str) -> float:
    """How far a knee is bent, degrees."""
    a, b, c = (stage.get(f"{bone}[{side}].position") for bone in ("thigh", "shin", "sole"))
    u, v = b - a, c - b
    return math.degrees(math.acos(float(u @ v / np.linalg.norm(u) / np.linalg.norm(v))))


def dorsiflexion(stage: Stage, side: str) -> float:
    """How far the shin leans ahead over the sole, degrees."""
    shin = stage.get(f"shin[{side}].position") - stage.get(f"sole[{side}].position")
    turn = stage.get(f"sole[{side}].rotation")
    up, ahead = turned(turn, (0.0, 1.0, 0.0)), turned(turn, (0.0, 0.0, 1.0))
    return math.degrees(math.atan2(float(shin @ ahead), float(shin @ up)))


@pytest.mark.parametrize("lowered", [0.1, 0.3, 0.5])
def test_the_hips_go_down_by_it_and_the_feet_stay(lowered: float) -> None:
    stage = crouched(lowered)
    assert stage.get("hips.position")[1] == pytest.approx(STANDING - lowered, abs=5e-3)
    for side, out in zip(SIDES, (0.09, -0.09), strict=True):
        ball = stage.get(f"toe[{side}].position")
        assert ball[1] == pytest.approx(0.0198, abs=1e-3)
        yaw = math.radians(6.0) * np.sign(out)
        there = (out + 0.1296 * math.sin(yaw), 0.1296 * math.cos(yaw))
        assert ball[[0, 2]] == pytest.approx(there, abs=2e-3)


@pytest.mark.parametrize("lowered", [0.2, 0.4, 0.7, 0.9])
def test_a_crouch_is_within_anatomy(lowered: float) -> None:
    stage = crouched(lowered)
    for side in SIDES:
        assert knee_bend(stage, side) < 150.5
        assert dorsiflexion(stage, side) < 36.5
        knee, hip = (stage.get(f"{bone}[{side}].position") for bone in ("shin", "thigh"))
        assert knee[2] > hip[2] + 0.1  # the knee is ahead
        sole, turn = (stage.get(f"sole[{side}].{place}") for place in ("position", "rotation"))
        heel = sole + turned(turn, (0.0, -0.039 * 1.8, -0.045 * 1.8))
        assert heel[1] > -1e-3
    left, right = (stage.get(f"shin[{side}].position")[0] for side in SIDES)
    assert left - right > 0.15


def test_the_deepest_crouch_sits_a_third_of_a_metre_over_the_ground() -> None:
    assert 0.27 < crouched(0.7).get("hips.position")[1] < 0.36
    assert 0.15 < crouched(5.0).get("hips.position")[1] < 0.36


def test_without_a_clip_the_trunk_leans_for_balance_and_the_head_stays_level() -> None:
    stage = crouched(0.6)
    up = turned(stage.get("chest.rotation"), (0.0, 1.0, 0.0))
    assert 30.0 < math.degrees(math.atan2(up[2], up[1])) < 65.0
    assert turned(stage.get("head.rotation"), (0.0, 1.0, 0.0))[1] > 0.998
    for side in SIDES:
        assert stage.get(f"hand[{side}].position")[1] > 0.15
    # the middle of hips, chest and head lies over the feet
    middle = np.mean([stage.get(f"{b}.position")[2] for b in ("hips", "chest", "head")])
    assert -0.08 < middle < 0.19


def test_a_clip_that_holds_the_trunk_has_its_way() -> None:
    """Feet 35 cm ahead of the hips, the trunk upright: sitting against a wall."""
    turns = [Turn(bone, 0.0, LEFT) for bone in ("hips", "spine", "chest")]
    made = extended(program(), [Clip("sit", {"ahead": 0.35}, turns)])
    stage = Stage(made=made)
    stage.set("sit.weight", 1.0)
    stage.set("body.lowered", 0.62)
    stage.run(1.5)
    up = turned(stage.get("chest.rotation"), (0.0, 1.0, 0.0))
    assert math.degrees(math.acos(up[1])) < 3.0
    assert stage.get("hips.position")[[1, 2]] == pytest.approx((STANDING - 0.62, 0.0), abs=0.02)
    for side in SIDES:
        assert stage.get(f"sole[{side}].position")[1:] == pytest.approx((0.0702, 0.35), abs=5e-3)
        assert stage.get(f"shin[{side}].position")[1] > stage.get("hips.position")[1]


def test_lowering_and_rising_is_smooth() -> None:
    stage = Stage()
    stage.run(0.5)
    before, worst = stage.locals(), (0.0, "")
    for tick in range(120):
        stage.set("body.lowered", 0.7 * math.sin(math.pi * min(tick / 90.0, 1.0)) ** 2)
        stage.step()
        now = stage.locals()
        for name, turn in now.items():
            worst = max(worst, (degrees_between(before[name], turn), name))
        before = now
    assert worst[0] < 15.0, worst
    assert stage.get("hips.position")[1] == pytest.approx(STANDING, abs=0.01)


def test_what_is_no_number_lowers_nothing_and_raising_keeps_the_feet_down() -> None:
    for value in (math.nan, math.inf, -0.3, -3.0):
        stage = crouched(value)
        assert stage.get("hips.position")[1] == pytest.approx(STANDING, abs=0.03)
        assert stage.get("toe[left].position")[1] == pytest.approx(0.0198, abs=5e-3)


def test_absurdly_low_is_as_low_as_one_gets() -> None:
    low, absurd = (crouched(value, 3.0).get("hips.position") for value in (1.0, 1e308))
    assert np.isfinite(absurd).all()
    assert absurd == pytest.approx(low, abs=1e-3)


@pytest.mark.parametrize("rate", [30, 144])
def test_other_tick_rates_crouch_alike(rate: int) -> None:
    """A second after the crouch began every joint is within 2 degrees of 60 ticks a second."""
    here, there = crouched(0.55, 1.0), crouched(0.55, 1.0, 1.0 / rate)
    for name, turn in here.locals().items():
        assert degrees_between(turn, there.locals()[name]) < 2.0, name


def test_one_walks_lowered() -> None:
    stage = Stage()
    stage.set("body.lowered", 0.3)
    stage.run(1.0)
    hips = []
    stage.run(3.0, (0.0, 1.0), each=lambda: hips.append(stage.get("hips.position")[1]))
    assert stage.get("root.position")[2] > 3.0
    assert max(hips) < STANDING - 0.2
    assert min(hips) > STANDING - 0.36
