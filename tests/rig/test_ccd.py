"""Chains of many joints: by hand, against a search over all angles, and at their limits."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tests.rig.stage import degrees_between, turned
from tests.rig.walker import Floats, Walker

TWO_HINGES = """rig arm {
  param length = 1 m
  bone base at (0 m, 1 m, 0 m)
  bone one of base at (0 m, 0 m, 0 m)
  bone two of one at (0 m, 0 m, length)
  bone tip of two at (0 m, 0 m, length)
  limit one to -90 deg .. 90 deg, about: (1, 0, 0)
  limit two to 0 deg .. 150 deg, about: (1, 0, 0)
  ccd hand, bones: [one, two, tip], tolerance: 1 mm, iterations: 100
}
"""

CROSSED = """rig arm {
  bone base at (0 m, 1 m, 0 m)
  bone one of base at (0 m, 0 m, 0 m)
  bone two of one at (0 m, 0 m, 1 m)
  bone three of two at (0 m, 0.1 m, 0.8 m)
  bone tip of three at (0 m, 0 m, 0.6 m)
  limit one to -60 deg .. 80 deg, about: (1, 0, 0)
  limit two to -100 deg .. 30 deg, about: (0, 1, 0)
  limit three to -70 deg .. 70 deg, about: (1, 0, 0)
  ccd hand, bones: [one, two, three, tip], tolerance: 1 cm
}
"""
CROSSED_LIMITS = ((-60.0, 80.0), (-100.0, 30.0), (-70.0, 70.0))

ROPE = """rig arm {
  bone base at (0 m, 1 m, 0 m)
  bone one of base at (0 m, 0 m, 0 m)
  bone two of one at (0 m, 0 m, 0.5 m)
  bone between of two at (0 m, 0 m, 0.25 m)
  bone three of between at (0 m, 0 m, 0.25 m)
  bone tip of three at (0 m, 0 m, 0.5 m)
  ccd hand, bones: [one, two, three, tip], tolerance: 1 mm, iterations: 60
}
"""


def reach(walker: Walker, target: object, ticks: int = 1, chain: str = "hand") -> None:
    walker.set(f"{chain}.target", target)
    walker.step(ticks)


def test_two_hinges_make_the_triangle_of_their_lengths() -> None:
    # both 1 m long, the target sqrt(2) m ahead at the height of the shoulder: the elbow bends
    # by 90 degrees (1 + 1 = 2) and the upper arm points 45 degrees up, which is -45 about +x
    arm = Walker(TWO_HINGES, name="arm")
    reach(arm, (0.0, 1.0, math.sqrt(2.0)), 20)
    assert arm.angles("hand", 2) == pytest.approx([-45.0, 90.0], abs=0.02)
    assert arm.get("two.position") == pytest.approx(
        [0, 1 + math.sqrt(0.5), math.sqrt(0.5)], abs=5e-4
    )
    assert arm.number("hand.error") < 1e-4
    assert arm.number("hand.reached") == 1.0
    away = np.linalg.norm(arm.get("tip.position") - [0.0, 1.0, math.sqrt(2.0)])
    assert arm.number("hand.error") == pytest.approx(float(away), abs=1e-12)


def test_the_rest_place_is_the_tip_of_the_bind_pose_under_the_root_now() -> None:
    arm = Walker(TWO_HINGES, name="arm", at=(3.0, 0.0, 1.0), heading=math.pi / 2)  # faces +x
    assert arm.get("hand.target") == pytest.approx([5.0, 1.0, 1.0], abs=1e-12)
    arm.set("root.moved", (0.0, 0.5, 0.25))
    arm.step()
    assert arm.get("hand.rest") == pytest.approx([5.0, 1.5, 1.25], abs=1e-12)
    assert arm.get("hand.target") == pytest.approx([5.0, 1.0, 1.0], abs=1e-12)  # stays


def test_a_limit_holds_and_the_error_is_what_it_leaves() -> None:
    # straight up is 2 m over the shoulder, and -90 about +x points there: just within the limit;
    # 1 m behind the shoulder at full bend of 150 degrees is not
    arm = Walker(TWO_HINGES, name="arm")
    reach(arm, (0.0, 3.0, 0.0), 60)
    assert arm.number("hand.error") < 1e-3
    assert arm.angles("hand", 2) == pytest.approx([-90.0, 0.0], abs=0.1)
    reach(arm, (0.0, 1.0, 0.0), 100)
    one, two = arm.angles("hand", 2)
    assert -90.0 <= one <= 90.0
    assert two == pytest.approx(150.0, abs=1e-9)
    assert arm.number("hand.error") == pytest.approx(2.0 * math.sin(math.radians(15.0)), abs=1e-6)
    assert arm.number("hand.reached") == 0.0


def _positions(degrees: Floats) -> Floats:
    """Tips of the CROSSED arm, f8[M, 3], from matrices; the angles f8[M, 3]."""
    a, b, c = np.radians(degrees).T
    zero, one = np.zeros_like(a), np.ones_like(a)

    def about_x(t: Floats) -> Floats:
        s, k = np.sin(t), np.cos(t)
        return np.array([[one, zero, zero], [zero, k, -s], [zero, s, k]]).transpose(2, 0, 1)

    def about_y(t: Floats) -> Floats:
        s, k = np.sin(t), np.cos(t)
        return np.array([[k, zero, s], [zero, one, zero], [-s, zero, k]]).transpose(2, 0, 1)

    first = about_x(a)
    second = first @ about_y(b)
    third = second @ about_x(c)
    place = first @ (0.0, 0.0, 1.0) + second @ (0.0, 0.1, 0.8) + third @ (0.0, 0.0, 0.6)
    return place + np.array([0.0, 1.0, 0.0])


def test_what_a_search_over_all_angles_reaches_the_chain_reaches() -> None:
    random = np.random.default_rng(5)
    arm = Walker(CROSSED, name="arm")
    low, high = np.array(CROSSED_LIMITS).T
    for _ in range(60):
        target = _positions(random.uniform(low, high, size=(1, 3)))[0]
        reach(arm, target, 12)
        assert arm.number("hand.error") < 0.01
        angles = arm.angles("hand", 3)
        assert np.all(angles >= low - 1e-9)
        assert np.all(angles <= high + 1e-9)
        assert _positions(angles[None])[0] == pytest.approx(arm.get("tip.position"), abs=1e-9)


def test_out_of_reach_it_comes_about_as_near_as_a_search_does() -> None:
    axes = [np.linspace(*ends, 41) for ends in CROSSED_LIMITS]
    grid = _positions(np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3))
    random = np.random.default_rng(6)
    arm = Walker(CROSSED, name="arm")
    for _ in range(40):
        target = random.normal(size=3)
        target *= random.uniform(2.6, 6.0) / np.linalg.norm(target)
        reach(arm, target, 30)
        best = float(np.min(np.linalg.norm(grid - target, axis=1)))
        assert best - 0.05 < arm.number("hand.error") < 1.12 * best


@pytest.mark.parametrize("target", [(0.0, 1.0, 5.0), (4.0, 3.0, 1.0), (0.0, -3.0, -2.0)])
def test_out_of_reach_a_rope_stretches_toward_the_target_and_stays(target: Floats) -> None:
    rope = Walker(ROPE, name="arm")
    reach(rope, target, 400)
    away = np.asarray(target) - (0.0, 1.0, 0.0)
    size = float(np.linalg.norm(away))
    assert rope.number("hand.error") == pytest.approx(size - 1.5, abs=2e-4)
    assert rope.get("tip.position") == pytest.approx(
        np.array([0.0, 1.0, 0.0]) + away * 1.5 / size, abs=0.03
    )
    before = rope.rows.copy()
    rope.step(30)
    assert np.array_equal(before, rope.rows)


def test_the_error_never_grows_while_a_target_rests() -> None:
    random = np.random.default_rng(8)
    for text in (CROSSED, ROPE):
        arm = Walker(text, name="arm")
        for _ in range(20):
            arm.set("hand.target", random.normal(size=3) * 2.0)
            errors = []
            for _ in range(15):
                arm.step()
                errors.append(arm.number("hand.error"))
            assert all(later <= sooner + 1e-9 for sooner, later in pairwise(errors))


def test_a_bone_between_goes_along_stiffly() -> None:
    rope = Walker(ROPE, name="arm")
    reach(rope, (0.5, 1.6, 0.4), 20)
    assert rope.number("hand.error") < 1e-3
    assert degrees_between(rope.get("two.rotation"), rope.get("between.rotation")) < 1e-6
    joints = [rope.get(f"{name}.position") for name in ("one", "two", "three", "tip")]
    lengths = [float(np.linalg.norm(b - a)) for a, b in pairwise(joints)]
    assert lengths == pytest.approx([0.5, 0.5, 0.5], abs=1e-12)


@pytest.mark.parametrize("text", [TWO_HINGES, ROPE])
def test_a_straight_chain_bends_to_a_target_on_its_line(text: str) -> None:
    arm = Walker(text, name="arm")
    reach(arm, (0.0, 1.0, 1.0), 30)
    assert arm.number("hand.error") < 1e-3


@pytest.mark.parametrize("low", [-200.0, 100.0, 170.0])
def test_limits_beyond_half_a_turn(low: float) -> None:
    # one hinge with 100 degrees of play, wherever that lies: it stops at the nearer end
    text = f"""rig arm {{
  bone one at (0 m, 0 m, 0 m)
  bone tip of one at (0 m, 0 m, 1 m)
  limit one to {low} deg .. {low + 100} deg, about: up
  ccd hand, bones: [one, tip]
}}"""
    arm = Walker(text, name="arm")
    for degrees in np.arange(-360.0, 361.0, 7.0):
        angle = math.radians(degrees)
        reach(arm, (math.sin(angle), 0.0, math.cos(angle)), 30)
        got = float(arm.angles("hand", 1)[0])
        assert low - 1e-9 <= got <= low + 100.0 + 1e-9
        beyond = (degrees - low) % 360.0
        if beyond <= 100.0:
            assert (got - degrees) % 360.0 == pytest.approx(0.0, abs=0.1) or (
                got - degrees
            ) % 360.0 == pytest.approx(360.0, abs=0.1)
        elif abs(beyond - 230.0) > 20.0:  # not about opposite to the middle
            end = low + 100.0 if beyond < 230.0 else low
            assert got == pytest.approx(end, abs=1e-6)


def test_a_hinge_goes_round_as_often_as_its_target() -> None:
    text = """rig arm {
  bone one at (0 m, 0 m, 0 m)
  bone tip of one at (0 m, 0 m, 1 m)
  limit one to -200 deg .. 200 deg, about: up
  ccd hand, bones: [one, tip]
}"""
    arm = Walker(text, name="arm")
    last = arm.get("one.rotation")
    for degrees in range(0, 1100, 5):
        angle = math.radians(degrees)
        reach(arm, (math.sin(angle), 0.0, math.cos(angle)))
        assert arm.number("hand.error") < 1e-3
        assert degrees_between(last, arm.get("one.rotation")) < 6.0
        last = arm.get("one.rotation")


def test_a_rate_holds_every_joint_whatever_the_tick() -> None:
    text = CROSSED.replace("tolerance: 1 cm", "tolerance: 1 cm, rate: 30 deg/s")
    ends = []
    for rate in (30, 60, 144):
        arm = Walker(text, name="arm", dt=1.0 / rate)
        last = arm.angles("hand", 3)
        arm.set("hand.target", _positions(np.array([[-20.0, -50.0, 30.0]]))[0])
        for _ in range(rate):
            arm.step()
            assert np.abs(arm.angles("hand", 3) - last).max() <= 30.0 / rate + 1e-9
            last = arm.angles("hand", 3)
        ends.append(last)
        arm.step(3 * rate)
        assert arm.number("hand.reached") == 1.0
    assert ends[0] == pytest.approx(ends[2], abs=1.5)
    assert ends[1] == pytest.approx(ends[2], abs=1.0)


def test_the_last_bone_stands_along_the_normal_and_only_its_limit_holds_it() -> None:
    text = TWO_HINGES.replace("ccd", "limit tip to -40 deg .. 40 deg\n  ccd")
    for normal, left in (((0.0, 1.0, 0.0), 0.0), ((0.5, 1.0, 0.0), 0.0), ((0.0, -1.0, 0.0), 95.0)):
        arm = Walker(text, name="arm")
        arm.set("hand.normal", normal)
        reach(arm, (0.0, 1.0, 1.99), 60)  # the forearm nearly level
        up = turned(arm.get("tip.rotation"), (0.0, 1.0, 0.0))
        unit = np.array(normal) / np.linalg.norm(normal)
        angle = math.degrees(math.acos(float(np.clip(up @ unit, -1.0, 1.0))))
        if left == 0.0:
            assert angle < 1e-4
        else:
            bound = degrees_between(arm.get("two.rotation"), arm.get("tip.rotation"))
            assert bound == pytest.approx(40.0, abs=1e-6)


def test_another_normal_is_followed_smoothly_and_then_stays_to_the_last_bit() -> None:
    arm = Walker(TWO_HINGES, name="arm")
    arm.set("hand.normal", (0.0, 1.0, 0.0))
    arm.step(5)
    arm.set("hand.normal", (0.3, 1.0, 0.2))
    last = arm.get("tip.rotation")
    for _ in range(120):
        arm.step()
        assert degrees_between(last, arm.get("tip.rotation")) < 8.0
        last = arm.get("tip.rotation")
    before = arm.rows.copy()
    arm.step(10)
    assert np.array_equal(before, arm.rows)


def test_agents_of_one_call_are_as_if_alone() -> None:
    both = Walker(TWO_HINGES, name="arm", agents=("", ", length: 0.7 m"))
    alone = Walker(TWO_HINGES, name="arm", agents=(", length: 0.7 m",))
    for target in ((0.3, 1.2, 0.9), (0.0, 0.4, 0.6), (0.0, 3.0, 3.0)):
        for row, place in ((0, (0.0, 1.9, 0.2)), (1, target)):
            both.row = row
            reach(both, place, 0)
        reach(alone, target, 0)
        both.step(7)
        alone.step(7)
        for name in ("one", "two", "tip"):
            for what in ("position", "rotation"):
                assert np.array_equal(both.get(f"{name}.{what}"), alone.get(f"{name}.{what}"))


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_target_that_is_no_point_leaves_the_chain(bad: float) -> None:
    arm = Walker(CROSSED, name="arm")
    reach(arm, (0.4, 1.3, 1.5), 20)
    before = arm.angles("hand", 3)
    arm.set("hand.normal", (bad, 1.0, 0.0))
    reach(arm, (0.0, bad, 0.0), 3)
    assert np.array_equal(arm.angles("hand", 3), before)
    assert np.all(np.isfinite(arm.get("tip.rotation")))
    assert arm.number("hand.reached") == 0.0


def test_random_targets_never_break_a_chain() -> None:
    random = np.random.default_rng(3)
    for text in (CROSSED, ROPE, TWO_HINGES):
        arm = Walker(text, name="arm")
        for _ in range(150):
            arm.set("hand.normal", random.normal(size=3) * random.choice([0.0, 1e-200, 1.0]))
            reach(arm, random.normal(size=3) * random.choice([1e-12, 0.5, 2.0, 1e12]))
            assert np.all(np.isfinite(arm.rows))
