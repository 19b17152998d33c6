"""The shipped guardian: where its legs reach, how they hold themselves, and how they swing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.stage import turned
from tests.rig.walker import Floats, Walker

LEGS = range(6)
SOLE = 0.25
SWING = 1.0 / 7.0
LIFT = 0.8


def foothold(leg: int, far: float, aside: float, up: float = 0.0) -> Floats:
    """An ankle's place ``far`` from the body, ``aside`` (degrees) of the leg's spoke."""
    angle = math.radians(30.0 + 60.0 * leg + aside)
    return np.array([far * math.sin(angle), SOLE + up, far * math.cos(angle)])


def off_the_ground(walker: Walker, leg: int) -> None:
    """The trunk does not follow this leg."""
    walker.set(f"foot[{leg}].planted", 0.0)


def test_at_rest_the_trunk_hangs_over_its_soles() -> None:
    it = Walker()
    it.step(3)
    assert it.get("trunk.position") == pytest.approx([0.0, 2.4, 0.0], abs=1e-9)
    for leg in LEGS:
        assert it.get(f"foot[{leg}].target") == pytest.approx(foothold(leg, 5.9, 0.0), abs=1e-9)
        assert it.get(f"foot[{leg}].rest") == pytest.approx(foothold(leg, 5.9, 0.0), abs=1e-9)
        assert it.number(f"foot[{leg}].error") < 1e-9
        assert np.abs(it.angles(f"foot[{leg}]", 4)).max() < 1e-6


def test_the_whole_ring_is_reached_and_legs_arch_up_and_out() -> None:
    it = Walker()
    for leg in LEGS:
        off_the_ground(it, leg)
    steepest = []
    for far in np.linspace(4.75, 7.0, 6):
        for aside in (-30.0, -17.0, 0.0, 8.0, 30.0):
            for up in np.linspace(-1.5, 1.5, 7):
                for leg in LEGS:
                    it.set(f"foot[{leg}].target", foothold(leg, far, aside, up))
                it.step()
                for leg in LEGS:
                    assert it.number(f"foot[{leg}].error") < 1e-6
                    assert it.number(f"foot[{leg}].reached") == 1.0
                    knee = it.get(f"tibia[{leg}].position")
                    ankle = it.get(f"ankle[{leg}].position")
                    assert knee[1] > 2.4 + 0.3
                    assert 1.3 < math.hypot(knee[0], knee[2]) < math.hypot(ankle[0], ankle[2])
                    shank = it.get(f"shank[{leg}].position") - ankle
                    steepest.append(math.degrees(math.acos(shank[1] / np.linalg.norm(shank))))
    assert max(steepest) < 42.0  # from the vertical
    assert float(np.median(steepest)) < 18.0


def test_a_leg_stays_in_the_plane_to_its_foothold_so_none_crosses_another() -> None:
    it = Walker()
    for aside in (-30.0, 0.0, 21.0, 30.0):
        for far in (4.75, 5.9, 7.0):
            for leg in LEGS:
                off_the_ground(it, leg)
                it.set(f"foot[{leg}].target", foothold(leg, far, aside, 0.7))
            it.step()
            for leg in LEGS:
                middle = math.radians(30.0 + 60.0 * leg)
                for bone in ("femur", "tibia", "shank", "ankle"):
                    x, _, z = it.get(f"{bone}[{leg}].position")
                    off = (math.atan2(x, z) - middle + math.pi) % (2.0 * math.pi) - math.pi
                    assert abs(off) <= math.radians(30.0) + 1e-9


def _steps(it: Walker, start: Floats, end: Floats) -> Floats:
    """The most each joint of leg 0 turns in a tick of a swing, in degrees."""
    it.set("foot[0].target", start)
    it.step()
    last = it.angles("foot[0]", 4)
    most = np.zeros(4)
    for tick in range(1, math.ceil(SWING / it.dt) + 1):
        done = min(tick * it.dt / SWING, 1.0)
        lift = np.array([0.0, LIFT * math.sin(math.pi * done), 0.0])
        it.set("foot[0].target", start + (end - start) * done + lift)
        it.step()
        assert it.number("foot[0].error") < 0.01
        most = np.maximum(most, np.abs(it.angles("foot[0]", 4) - last))
        last = it.angles("foot[0]", 4)
    return most


def test_joints_swing_without_a_jerk() -> None:
    it = Walker()
    off_the_ground(it, 0)
    across = _steps(it, foothold(0, 5.9, -7.3), foothold(0, 5.9, 7.3))  # 1.5 m
    along = _steps(it, foothold(0, 5.15, 0.0), foothold(0, 6.65, 0.0))
    assert across.max() < 8.0
    assert along.max() < 8.0
    random = np.random.default_rng(2)
    worst = []
    for _ in range(60):
        start = foothold(
            0, random.uniform(4.75, 7.0), random.uniform(-30, 30), random.uniform(-1, 1)
        )
        way = random.normal(size=3) * (1.0, 0.3, 1.0)
        end = start + way * 1.5 / np.linalg.norm(way)
        aside = abs(math.degrees(math.atan2(end[0], end[2])) - 30.0)
        if 4.75 <= math.hypot(end[0], end[2]) <= 7.0 and aside <= 30.0:
            worst.append(_steps(it, start, end).max())
    assert len(worst) > 20
    assert max(worst) < 12.0


def test_a_trunk_that_walks_on_draws_its_planted_legs_without_a_jerk() -> None:
    it = Walker()
    it.step()
    last = np.array([it.angles(f"foot[{leg}]", 4) for leg in LEGS])
    for _ in range(20):  # 1.4 m at 4.25 m/s
        it.set("root.moved", (0.0, 0.0, 4.25 * it.dt))
        it.step()
        now = np.array([it.angles(f"foot[{leg}]", 4) for leg in LEGS])
        assert np.abs(now - last).max() < 2.5
        assert all(it.number(f"foot[{leg}].error") < 1e-6 for leg in LEGS)
        last = now


def test_a_resting_guardian_keeps_every_bit() -> None:
    it = Walker()
    it.set("foot[2].target", foothold(2, 6.4, 11.0, 0.6))
    it.set("foot[3].normal", (0.2, 1.0, -0.1))
    it.step(60 * 12)
    before = it.rows.copy()
    it.step(20)
    assert np.array_equal(before, it.rows)


def test_out_of_reach_a_leg_stretches_and_returns_by_the_same_way() -> None:
    it = Walker()
    off_the_ground(it, 1)
    there = []
    ways = np.linspace(5.9, 10.0, 60)
    for far in ways:
        it.set("foot[1].target", foothold(1, far, 0.0))
        it.step()
        there.append(it.angles("foot[1]", 4))
    assert it.number("foot[1].reached") == 0.0
    hip = np.array([math.hypot(*it.get("femur[1].position")[[0, 2]]), 2.8])
    away = math.hypot(10.0 - hip[0], SOLE - hip[1])
    length = math.hypot(1.6, 1.5) + math.hypot(0.9, 1.5) + math.hypot(3.25, 0.7)
    assert it.number("foot[1].error") == pytest.approx(away - length, abs=0.05)
    for far, angles in zip(ways[::-1], there[::-1], strict=True):
        it.set("foot[1].target", foothold(1, far, 0.0))
        it.step()
        assert it.angles("foot[1]", 4) == pytest.approx(angles, abs=1e-6)


def test_ankles_stand_along_the_ground_s_normal() -> None:
    it = Walker()
    normal = np.array([0.3, 1.0, -0.2]) / math.sqrt(1.13)
    it.set("foot[4].normal", normal * 5.0)
    it.step(2)
    assert turned(it.get("ankle[4].rotation"), (0.0, -1.0, 0.0)) == pytest.approx(-normal, abs=1e-9)


@pytest.mark.parametrize("rate", [30, 144])
def test_a_walk_looks_alike_at_every_rate(rate: int) -> None:
    # 4.25 m/s on, one foot set down half a metre higher half-way; against 60 ticks a second
    places = []
    for each in (60, rate):
        it = Walker(dt=1.0 / each)
        it.step()
        for tick in range(each // 3):
            if tick == each // 6:
                it.set("foot[1].target", foothold(1, 6.2, 5.0, 0.5))
            it.set("root.moved", (0.0, 0.0, 4.25 * it.dt))
            it.step()
        names = it.rig.skeleton.names
        places.append(np.array([it.get(f"{name}.position") for name in names]))
    assert np.abs(places[0] - places[1]).max() < 0.01


def test_two_guardians_of_different_size_in_one_call() -> None:
    both = Walker(agents=("", ", height: 2.8 m, reach: 5.4 m"))
    both.step(5)
    for row, height, far in ((0, 2.4, 5.9), (1, 2.8, 5.4)):
        both.row = row
        root = both.get("root.position")
        assert both.get("trunk.position") == pytest.approx(
            root + np.array([0, height, 0]), abs=1e-9
        )
        assert both.get("ankle[3].position") == pytest.approx(
            root + foothold(3, far, 0.0), abs=1e-9
        )
