"""The wrists of the humanoid."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.kernel.rotation_formulas import q_look
from behave.rig.rotation import shared_twist, twist_angle
from behave.world import colliders as solids
from tests.rig.stage import SIDES, Stage, degrees_between, inverse, turn_by, turned


def hold(stage: Stage, side: str, goal: object, weight: float = 1.0) -> None:
    stage.set(f"wrist[{side}].rotation", goal)
    stage.set(f"wrist[{side}].pinned", 1.0)
    stage.set(f"wrist[{side}].weight", weight)


@pytest.mark.parametrize("side", SIDES)
def test_a_hand_turns_to_its_goal_at_a_limited_rate(side: str) -> None:
    stage = Stage()
    stage.run(0.5)
    goal = np.array(q_look((0.0, -1.0, 0.0), (0.0, 0.0, 1.0)))
    before = stage.locals()[f"hand[{side}]"]
    for _ in range(60):
        hold(stage, side, goal)
        stage.step()
        now = stage.locals()[f"hand[{side}]"]
        assert degrees_between(before, now) <= math.degrees(11.0 / 60.0) + 1e-6
        before = now
    assert degrees_between(stage.get(f"hand[{side}].rotation"), goal) < 1e-4


def test_weight_0_is_the_animation_bit_for_bit() -> None:
    plain, told = Stage(), Stage()
    for _ in range(30):
        hold(told, "left", (0.0, 1.0, 0.0, 0.0), weight=0.0)
        plain.step((0.0, 1.0))
        told.step((0.0, 1.0))
        for bone in ("forearm[left]", "hand[left]", "fingers[left]"):
            assert np.array_equal(plain.get(f"{bone}.rotation"), told.get(f"{bone}.rotation"))


def test_the_forearm_takes_its_share_of_a_twist() -> None:
    """Turn the hanging hand by 60 degrees about the forearm: 70 % of it goes to the forearm."""
    stage = Stage()
    stage.run(0.5)
    for name in ("gait.state",):
        assert stage.slots[name].hidden
    forearm = stage.get("forearm[left].rotation")
    hand = stage.get("hand[left].rotation")
    along = stage.get("hand[left].position") - stage.get("forearm[left].position")
    along /= np.linalg.norm(along)
    half = math.radians(30.0)
    twist = np.array([*(along * math.sin(half)), math.cos(half)])
    for _ in range(40):
        hold(stage, "left", turn_by(twist, hand))
        stage.step()
    turned_by = degrees_between(forearm, stage.get("forearm[left].rotation"))
    assert turned_by == pytest.approx(42.0, abs=1.5)  # the chest breathes meanwhile


def test_the_twist_shared_is_continuous_all_round() -> None:
    angles = np.linspace(-math.pi, math.pi, 4001)
    shared = [shared_twist(float(a), 1.0, 0.7) for a in angles]
    assert np.max(np.abs(np.diff(shared))) < 0.004
    assert shared[0] == pytest.approx(0.0, abs=1e-9)
    assert shared[-1] == pytest.approx(0.0, abs=1e-9)
    assert shared_twist(1.0, 1.0, 0.7) == pytest.approx(0.7)
    assert shared_twist(1.0, 0.0, 0.7) == 0.0


def test_the_twist_of_a_turn_about_its_axis() -> None:
    axis = (0.0, 1.0, 0.0)
    q = (0.0, math.sin(0.3), 0.0, math.cos(0.3))
    assert twist_angle(q, axis) == pytest.approx((0.6, 1.0))
    assert twist_angle(tuple(-c for c in q), axis) == pytest.approx((0.6, 1.0))
    assert twist_angle((1.0, 0.0, 0.0, 0.0), axis)[1] == 0.0


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("gap", [0.45, 0.6, 0.72])
def test_a_palm_lies_flat_on_a_wall_walked_past(side: str, gap: float) -> None:
    out = 1.0 if side == "left" else -1.0
    wall = solids.box("wall", (out * (gap + 0.1), 1.25, 5.0), (0.2, 2.5, 30.0))
    stage = Stage([wall])
    goal = np.array(q_look((out, 0.0, 0.0), (0.0, 1.0, 0.0)))
    before: dict[str, np.ndarray] = {}
    for tick in range(150):
        weight = min(max((tick - 40) / 45.0, 0.0), 1.0)
        weight = weight * weight * (3.0 - 2.0 * weight)
        root = stage.get("root.position")
        target = (out * (gap - 0.05), 1.47, root[2])
        stage.set(f"arm[{side}].target", target)
        stage.set(f"arm[{side}].pinned", 1.0)
        stage.set(f"arm[{side}].weight", weight)
        hold(stage, side, goal, weight)
        stage.step((0.0, 1.0))
        now = stage.locals()
        for name, turn in before.items():
            assert degrees_between(turn, now[name]) < 15.0, (name, tick)
        before = now
        if tick > 100:
            hand = stage.get(f"hand[{side}].rotation")
            palm = stage.get(f"hand[{side}].position") + stage.number(
                f"wrist[{side}].palm"
            ) * turned(hand, (0.0, 0.0, 1.0))
            assert 0.0 <= gap - out * palm[0] <= 0.02
            assert degrees_between(hand, goal) < 3.0
            wrist = turn_by(inverse(stage.get(f"forearm[{side}].rotation")), hand)
            assert np.all(np.isfinite(wrist))


def test_rotations_that_are_none_leave_the_animation() -> None:
    stage = Stage()
    for goal in ((0.0, 0.0, 0.0, 0.0), (math.nan, 0.0, 0.0, 1.0)):
        hold(stage, "left", goal)
        stage.step()
        assert np.all(np.isfinite(stage.get("hand[left].rotation")))
