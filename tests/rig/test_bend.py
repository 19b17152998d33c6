"""The maths of two bones, against the law of cosines and worked cases."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.rig.bend import (
    blended_bend,
    corner,
    flexion,
    limited_bend,
    nearest_reach,
    soft_reach,
    solve,
)
from tests.rig.stage import turned

A = (0.0, 0.0, 0.0)
B = (0.0, -1.0, 0.0)
C = (0.0, -2.0, 0.0)
BACK = (0.0, 0.0, -1.0)


def test_the_corner_of_a_3_4_5_triangle() -> None:
    # upper 3, lower 4, ends 5 apart: the corner lies 9/5 along and 12/5 beside the hypotenuse
    assert corner(3.0, 4.0, 5.0) == pytest.approx((1.8, 2.4), abs=1e-12)


def test_an_equilateral_chain_bends_by_120_degrees() -> None:
    middle, tip, _, _ = solve(A, B, C, (1.0, 0.0, 0.0), BACK, 1.0)
    assert middle == pytest.approx((0.5, 0.0, -math.sqrt(3.0) / 2.0), abs=1e-12)
    assert tip == pytest.approx((1.0, 0.0, 0.0), abs=1e-12)
    assert flexion(A, middle, tip) == pytest.approx(math.radians(120.0), abs=1e-12)


def test_the_turns_carry_the_bones_onto_the_solution() -> None:
    b, c = (0.1, -1.0, 0.0), (0.0, -1.9, 0.3)
    goal = (0.7, 0.4, 0.5)
    reach = math.sqrt(0.7**2 + 0.4**2 + 0.5**2)
    toward = np.array(goal) / reach
    bend = np.cross(toward, (0.3, 0.1, -0.9))
    bend /= np.linalg.norm(bend)
    middle, tip, upper, lower = solve(A, b, c, goal, tuple(bend), reach)
    assert turned(np.array(upper), b) == pytest.approx(middle, abs=1e-9)
    assert turned(np.array(lower), np.subtract(c, b)) == pytest.approx(
        np.subtract(tip, middle), abs=1e-9
    )
    assert np.linalg.norm(np.subtract(tip, goal)) < 1e-9


def test_a_straight_chain_whose_target_lies_on_its_line_still_bends() -> None:
    middle, tip, _, _ = solve(A, B, C, (0.0, -1.2, 0.0), BACK, 1.2)
    assert tip == pytest.approx((0.0, -1.2, 0.0), abs=1e-12)
    assert middle == pytest.approx((0.0, -0.6, -0.8), abs=1e-12)


def test_bones_without_length_and_a_target_at_the_root_give_numbers() -> None:
    for chain in ((A, A, A), (A, B, B), (A, A, C), (A, B, A)):
        for goal in (A, B, (1.0, 1.0, 1.0)):
            for reach in (0.0, 1.0, 5.0):
                result = solve(*chain, goal, BACK, reach)
                assert np.all(np.isfinite(np.concatenate([np.array(part) for part in result])))


def test_soft_reach_follows_the_target_then_nears_the_full_length() -> None:
    assert soft_reach(0.5, 1.0, 0.9) == 0.5
    assert soft_reach(0.9, 1.0, 0.9) == 0.9
    # one softening length past the start: 1 - 1/e of the room is used
    assert soft_reach(1.0, 1.0, 0.9) == pytest.approx(0.9 + 0.1 * (1.0 - math.exp(-1.0)))
    assert soft_reach(50.0, 1.0, 0.9) == pytest.approx(1.0, abs=1e-12)
    assert soft_reach(3.0, 1.0, 1.0) == 1.0
    # the slope at the start is 1: no kink
    step = 1e-6
    assert (soft_reach(0.9 + step, 1.0, 0.9) - 0.9) / step == pytest.approx(1.0, abs=1e-4)


def test_the_nearest_reach_is_the_law_of_cosines() -> None:
    assert nearest_reach(1.0, 1.0, math.pi / 2.0) == pytest.approx(math.sqrt(2.0))
    assert nearest_reach(0.4, 0.3, math.pi) == pytest.approx(0.1)
    assert nearest_reach(0.4, 0.3, 0.0) == pytest.approx(0.7)


def test_the_bend_turns_to_the_pole_with_the_weight() -> None:
    down = (0.0, -1.0, 0.0)
    side = (1.0, 0.0, 0.0)
    for weight in (0.0, 0.25, 0.5, 1.0):
        bend = blended_bend(BACK, down, down, side, weight)
        angle = math.degrees(math.acos(np.dot(bend, BACK)))
        assert angle == pytest.approx(90.0 * weight, abs=1e-6)
    # a pole along the chain says nothing: the bend stays
    assert blended_bend(BACK, down, down, (0.0, 3.0, 0.0), 1.0) == pytest.approx(BACK)


def test_the_bend_swings_round_at_a_limited_rate() -> None:
    axis = (0.0, -1.0, 0.0)
    bend = limited_bend(BACK, (0.0, 0.0, 1.0), axis, 0.1)
    assert math.acos(np.dot(bend, BACK)) == pytest.approx(0.1, abs=1e-9)
    near = (math.sin(0.05), 0.0, -math.cos(0.05))
    assert limited_bend(BACK, near, axis, 0.1) == near


@pytest.mark.parametrize(
    ("soften", "most"),
    [(0.9, 8.0), (0.97, 13.5)],
)
def test_the_elbow_does_not_jerk_as_the_arm_leaves_full_stretch(soften: float, most: float) -> None:
    """The target comes in at 1 m/s, 60 ticks a second; a hard stop turns 19.6 degrees a tick."""
    upper, lower = 0.335, 0.263
    full = upper + lower
    worst = 0.0
    before = None
    for tick in range(60):
        distance = full + 0.25 - tick / 60.0
        reach = soft_reach(distance, full, soften)
        ahead, beside = corner(upper, lower, reach)
        angle = math.atan2(beside, reach - ahead) + math.atan2(beside, ahead)
        if before is not None:
            worst = max(worst, math.degrees(abs(angle - before)))
        before = angle
    assert worst <= most


def test_thousands_of_targets_keep_lengths_and_the_elbow_on_its_side() -> None:
    random = np.random.default_rng(7)
    for _ in range(3000):
        b = random.normal(size=3)
        c = b + random.normal(size=3)
        goal = random.normal(size=3) * random.choice([0.01, 1.0, 10.0])
        pole = random.normal(size=3)
        upper, lower = np.linalg.norm(b), np.linalg.norm(c - b)
        toward = goal / np.linalg.norm(goal)
        bend = pole - np.dot(pole, toward) * toward
        bend /= np.linalg.norm(bend)
        low, high = abs(upper - lower), upper + lower
        reach = float(np.clip(np.linalg.norm(goal), low, high))
        middle, tip, _, _ = solve(A, tuple(b), tuple(c), tuple(goal), tuple(bend), reach)
        assert np.linalg.norm(middle) == pytest.approx(upper, abs=1e-9)
        assert np.linalg.norm(np.subtract(tip, middle)) == pytest.approx(lower, abs=1e-6)
        assert np.dot(middle, bend) >= -1e-9
