"""Building, binding and posing a whole rig."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.rig.carry import multiply, rotate
from tests.rig.stage import Stage, degrees_between, turn_by, turned


def test_the_bind_pose_has_the_published_proportions() -> None:
    """Drillis & Contini: joint heights and segment lengths as shares of the stature."""
    stage = Stage()
    height = 1.8
    for bone, share in (
        ("thigh[left]", 0.530),
        ("shin[left]", 0.285),
        ("sole[left]", 0.039),
        ("upper_arm[left]", 0.818),
    ):
        assert stage.get(f"{bone}.rest")[1] / height == pytest.approx(share, abs=0.002)
    shoulder, elbow, wrist = (
        stage.get(f"{bone}[left].rest") for bone in ("upper_arm", "forearm", "hand")
    )
    assert np.linalg.norm(elbow - shoulder) / height == pytest.approx(0.186, abs=0.001)
    assert np.linalg.norm(wrist - elbow) / height == pytest.approx(0.146, abs=0.001)


def test_left_is_plus_x_and_the_sides_mirror() -> None:
    stage = Stage()
    for bone in ("upper_arm", "hand", "thigh", "toe"):
        left, right = stage.get(f"{bone}[left].rest"), stage.get(f"{bone}[right].rest")
        assert left[0] > 0.0
        assert left * (-1.0, 1.0, 1.0) == pytest.approx(right, abs=1e-12)


def test_bind_places_turns_and_rests() -> None:
    stage = Stage(at=(3.0, 0.5, -2.0), heading=math.pi / 2.0)
    assert stage.get("root.position") == pytest.approx((3.0, 0.5, -2.0))
    assert turned(stage.get("root.rotation"), (0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0))
    rest = stage.get("hand[left].rest")
    assert stage.get("hand[left].position") == pytest.approx(
        (3.0 + rest[2], 0.5 + rest[1], -2.0 - rest[0])
    )
    assert stage.get("arm[left].rest_position") == pytest.approx(rest)
    assert stage.get("arm[left].target") == pytest.approx(stage.get("hand[left].position"))
    goal = turn_by(stage.get("root.rotation"), stage.get("wrist[left].rest_turn"))
    assert degrees_between(stage.get("wrist[left].rotation"), goal) < 1e-9
    assert stage.number("arm[left].weight") == stage.number("wrist[left].weight") == 0.0
    assert stage.get("capsule.center") == pytest.approx((3.0, 1.4, -2.0))
    assert stage.number("wrist[left].palm") == pytest.approx(0.04)
    assert stage.rig.palm("wrist[left]") == pytest.approx(0.04)


def test_agents_of_one_group_have_their_own_size_and_do_not_touch_each_other() -> None:
    pair = Stage(scene="pair")
    alone = Stage(overrides={"hero.height": 1.4}, at=(4.0, 0.0, 0.0))
    pair.row = 1
    for _ in range(90):
        pair.step((0.3, 1.0))
        alone.step((0.3, 1.0))
    for path in ("root.position", "hips.position", "hand[left].rest", "capsule.height"):
        assert pair.get(path) == pytest.approx(alone.get(path), abs=0.03), path
    pair.row = 0
    assert pair.number("capsule.height") == pytest.approx(2.0)


def test_the_same_ticks_give_the_same_bits() -> None:
    first, second = Stage(), Stage()
    for stage in (first, second):
        stage.run(1.0, (0.2, 1.0))
        stage.run(1.0, (-1.0, 0.1), jump=True)
    assert first.rows.tobytes() == second.rows.tobytes()


def test_a_target_nobody_writes_goes_along_with_the_root() -> None:
    stage = Stage()
    stage.set("arm[left].target", (0.5, 1.2, 0.3))
    local = np.array([0.5, 1.2, 0.3])
    stage.run(1.0, (-0.6, 0.8))
    root, turn = stage.get("root.position"), stage.get("root.rotation")
    assert stage.get("arm[left].target") == pytest.approx(root + turned(turn, local), abs=1e-9)
    goal = turn_by(turn, stage.get("wrist[left].rest_turn"))
    assert degrees_between(stage.get("wrist[left].rotation"), goal) < 1e-5


def test_a_pinned_target_stays_in_the_world_for_one_tick() -> None:
    stage = Stage()
    stage.run(0.5, (0.0, 1.0))
    stage.set("arm[left].target", (1.0, 1.0, 1.0))
    stage.set("arm[left].pinned", 1.0)
    stage.step((0.0, 1.0))
    assert stage.get("arm[left].target") == pytest.approx((1.0, 1.0, 1.0), abs=0.0)
    assert stage.number("arm[left].pinned") == 0.0
    stage.step((0.0, 1.0))
    assert stage.get("arm[left].target")[2] > 1.02


def test_no_time_no_change() -> None:
    stage = Stage()
    stage.run(0.5, (0.0, 1.0))
    before = stage.rows.copy()
    stage.dt = 0.0
    stage.step((0.0, 1.0))
    assert np.array_equal(stage.rows, before)


def test_bones_hang_on_their_parents() -> None:
    stage = Stage()
    stage.run(1.3, (0.4, 1.0))
    skeleton = stage.rig.skeleton
    for b, name in enumerate(skeleton.names):
        parent = int(skeleton.parents[b])
        if parent < 0:
            continue
        base = skeleton.names[parent]
        place = stage.get(f"{base}.position") + turned(
            stage.get(f"{base}.rotation"), skeleton.at[0, b]
        )
        assert stage.get(f"{name}.position") == pytest.approx(place, abs=1e-9), name


def test_rows_of_rotations_multiply_and_turn_like_one() -> None:
    random = np.random.default_rng(5)
    a, b = (q / np.linalg.norm(q, axis=1, keepdims=True) for q in random.normal(size=(2, 6, 4)))
    v = random.normal(size=(6, 3))
    for row in range(6):
        assert multiply(a, b)[row] == pytest.approx(turn_by(a[row], b[row]))
        assert rotate(a, v)[row] == pytest.approx(turned(a[row], v[row]))
