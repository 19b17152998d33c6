"""The arms of the humanoid."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.stage import SIDES, Stage, degrees_between, turned

REACH = (0.1861 + 0.1460) * 1.8  # upper arm and forearm, m; about, see humanoid.beh


def reach_for(stage: Stage, side: str, target: object, weight: float = 1.0) -> None:
    stage.set(f"arm[{side}].target", target)
    stage.set(f"arm[{side}].pinned", 1.0)
    stage.set(f"arm[{side}].weight", weight)


def joints(stage: Stage, side: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return tuple(stage.get(f"{bone}[{side}].position") for bone in ("upper_arm", "forearm", "hand"))


@pytest.mark.parametrize("side", SIDES)
def test_the_hand_meets_a_target_within_reach(side: str) -> None:
    stage = Stage()
    stage.run(0.5)
    out = 1.0 if side == "left" else -1.0
    target = np.array([out * 0.45, 1.3, 0.25])
    for _ in range(60):
        reach_for(stage, side, target)
        stage.step()
    assert stage.get(f"hand[{side}].position") == pytest.approx(target, abs=1e-9)
    assert stage.number(f"arm[{side}].error") == pytest.approx(0.0, abs=1e-9)
    assert stage.number(f"arm[{side}].reached") == 1.0
    a, b, c = joints(stage, side)
    upper, lower, ends = (np.linalg.norm(v) for v in (b - a, c - b, c - a))
    elbow = math.acos((upper**2 + lower**2 - ends**2) / (2 * upper * lower))
    assert upper + lower == pytest.approx(REACH, abs=1e-3)
    assert elbow == pytest.approx(math.pi - _flexion(a, b, c), abs=1e-9)


def _flexion(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    u, v = b - a, c - b
    return math.atan2(float(np.linalg.norm(np.cross(u, v))), float(np.dot(u, v)))


def test_out_of_reach_the_arm_points_at_the_target_and_says_how_far_it_is() -> None:
    stage = Stage()
    for _ in range(60):
        reach_for(stage, "left", (3.0, 1.4, 0.0))
        stage.step()
    a, _, c = joints(stage, "left")
    target = np.array([3.0, 1.4, 0.0])
    away = target - a
    assert np.dot(c - a, away) / np.linalg.norm(c - a) / np.linalg.norm(away) > 1.0 - 1e-9
    assert np.linalg.norm(c - a) < REACH + 1e-3
    assert stage.number("arm[left].error") == pytest.approx(np.linalg.norm(target - c), abs=1e-9)
    assert stage.number("arm[left].reached") == 0.0


def test_weight_0_is_the_animation_bit_for_bit() -> None:
    plain, aimed = Stage(), Stage()
    for _ in range(40):
        reach_for(aimed, "left", (0.5, 1.3, 0.3), weight=0.0)
        plain.step((0.0, 1.0))
        aimed.step((0.0, 1.0))
        for bone in ("upper_arm[left]", "forearm[left]", "hand[left]"):
            assert np.array_equal(plain.get(f"{bone}.rotation"), aimed.get(f"{bone}.rotation"))


def test_a_small_weight_moves_the_arm_a_little() -> None:
    stage = Stage()
    stage.run(1.0)
    before = stage.locals()
    reach_for(stage, "left", (0.6, 1.4, 0.2), weight=0.002)
    stage.step()
    after = stage.locals()
    for bone in ("upper_arm[left]", "forearm[left]"):
        assert degrees_between(before[bone], after[bone]) < 2.0


def test_half_weight_puts_the_hand_half_way() -> None:
    plain, aimed = Stage(), Stage()
    target = np.array([0.45, 1.2, 0.2])
    for _ in range(30):
        reach_for(aimed, "left", target, weight=0.5)
        plain.step()
        aimed.step()
    half = 0.5 * (plain.get("hand[left].position") + target)
    assert aimed.get("hand[left].position") == pytest.approx(half, abs=1e-6)


@pytest.mark.parametrize("side", SIDES)
def test_an_elbow_beside_the_body_points_down_and_back(side: str) -> None:
    stage = Stage()
    out = 1.0 if side == "left" else -1.0
    for _ in range(90):
        shoulder = stage.get(f"upper_arm[{side}].position")
        reach_for(stage, side, shoulder + np.array([out * 0.4, 0.0, 0.0]))
        stage.step()
    a, b, c = joints(stage, side)
    elbow = b - 0.5 * (a + c)
    assert elbow[1] < -0.05
    assert elbow[2] < -0.05


def test_the_elbow_bends_to_its_limit_and_no_further() -> None:
    stage = Stage()
    for _ in range(90):
        shoulder = stage.get("upper_arm[left].position")
        reach_for(stage, "left", shoulder)
        stage.step()
    assert math.degrees(_flexion(*joints(stage, "left"))) == pytest.approx(150.0, abs=1e-6)


def test_random_targets_never_break_the_arm() -> None:
    random = np.random.default_rng(3)
    stage = Stage()
    lengths = None
    for _ in range(1500):
        target = stage.get("upper_arm[left].position") + random.normal(size=3) * random.choice(
            [1e-12, 0.05, 0.4, 30.0]
        )
        reach_for(stage, "left", target, weight=float(random.uniform(-0.5, 1.5)))
        stage.step()
        assert np.all(np.isfinite(stage.rows))
        a, b, c = joints(stage, "left")
        now = (np.linalg.norm(b - a), np.linalg.norm(c - b))
        lengths = lengths or now
        assert now == pytest.approx(lengths, abs=1e-9)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_target_that_is_no_point_leaves_the_animation(bad: float) -> None:
    stage = Stage()
    reach_for(stage, "left", (bad, 1.0, 0.0))
    stage.step()
    skeleton = [stage.get(f"{name}.position") for name in stage.rig.skeleton.names]
    assert np.all(np.isfinite(skeleton))


def test_a_jumping_target_does_not_whip_the_elbow_round() -> None:
    """The target circles the critical pole of the left arm; the bend swings at 8 rad/s at most."""
    stage = Stage()
    pole = np.array([0.3, -1.0, -0.8])
    axis = -pole / np.linalg.norm(pole)
    stage.run(0.5)
    worst = 0.0
    before = None
    for tick in range(240):
        shoulder = stage.get("upper_arm[left].position")
        aside = np.array([math.cos(tick * 0.4), 0.0, math.sin(tick * 0.4)]) * 0.03
        reach_for(stage, "left", shoulder + axis * 0.45 + aside)
        stage.step()
        now = stage.locals()["upper_arm[left]"]
        if before is not None and tick > 60:
            worst = max(worst, degrees_between(before, now))
        before = now
    assert worst < 15.0


def test_the_hand_frame_of_the_bind_pose() -> None:
    """Fingers along +y, palm along +z; hanging, the palm faces the body and the fingers down."""
    stage = Stage()
    for side, out in (("left", 1.0), ("right", -1.0)):
        turn = stage.get(f"hand[{side}].rotation")
        assert turned(turn, (0.0, 1.0, 0.0))[1] < -0.95
        palm = turned(turn, (0.0, 0.0, 1.0))
        assert palm[0] * out < -0.9
        thumb = turned(turn, (-out, 0.0, 0.0))
        assert thumb[2] > 0.9
