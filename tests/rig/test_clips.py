"""Clips: what they turn, how they blend, and that they never pop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.parts import AHEAD, LEFT, UP, Clip, Turn, extended
from tests.rig.stage import (
    SIDES,
    Floats,
    Stage,
    degrees_between,
    inverse,
    program,
    turn_by,
    turned,
)


def stage(*clips: Clip, dt: float = 1 / 60, **weights: float) -> Stage:
    """A stage with clips, their weights set."""
    made = Stage(made=extended(program(), clips), dt=dt)
    for name, weight in weights.items():
        made.set(f"{name}.weight", weight)
    return made


def about(axis: tuple[float, float, float], degrees: float) -> Floats:
    """A rotation by hand."""
    half = math.radians(degrees) / 2.0
    return np.array([*(math.sin(half) * np.array(axis)), math.cos(half)])


BEND = Clip("bend", {}, [Turn("forearm[left]", -60.0, LEFT)])
LITTLE = Clip("little", {}, [Turn("forearm[left]", -20.0, LEFT)])
SIT = Clip(
    "sit",
    {"lower": 0.55, "ahead": 0.3, "width": 0.26, "toe_out": 0.2, "sway": 0.006},
    [
        Turn("hips", -6.0, LEFT),
        Turn("spine", 6.0, LEFT),
        Turn("chest", 8.0, LEFT),
        Turn("head", 55.0, UP),
        Turn("upper_arm[left]", -40.0, LEFT),
        Turn("upper_arm[right]", -10.0, LEFT),
        Turn("forearm[left]", -70.0, LEFT),
        Turn("forearm[right]", -20.0, LEFT),
    ],
)
LEAN = Clip(
    "lean",
    {"lower": 0.05, "ahead": 0.1},
    [
        Turn("spine", -4.0, AHEAD),
        Turn("head", -68.0, UP),
        Turn("upper_arm[left]", 17.0, AHEAD, stepping=6.0),
        Turn("upper_arm[left]", 10.0, LEFT, stepping=-6.0),
    ],
)


def test_a_clip_turns_a_bone_against_its_bind_pose() -> None:
    full = stage(BEND, bend=1.0)
    full.step()
    assert degrees_between(full.locals()["forearm[left]"], about(LEFT, -60.0)) < 1e-6


def test_half_a_weight_is_half_the_way_from_the_gait() -> None:
    none, half, full = (stage(BEND, bend=weight) for weight in (0.0, 0.5, 1.0))
    for each in (none, half, full):
        each.step()
    turns = [each.locals()["forearm[left]"] for each in (none, half, full)]
    whole = degrees_between(turns[0], turns[2])
    assert degrees_between(turns[0], turns[1]) == pytest.approx(whole / 2.0, abs=1e-6)
    assert degrees_between(turns[1], turns[2]) == pytest.approx(whole / 2.0, abs=1e-6)


def test_two_clips_meet_at_their_weighted_turn() -> None:
    """A quarter of -60 and three quarters of -20 degrees are -30."""
    both = stage(BEND, LITTLE, bend=0.25, little=0.75)
    both.step()
    assert degrees_between(both.locals()["forearm[left]"], about(LEFT, -30.0)) < 1e-6


def test_weights_over_one_are_shared_and_odd_ones_count_as_none() -> None:
    over = stage(BEND, LITTLE, bend=1.0, little=3.0)  # clamped to 1 each, then halved
    over.step()
    assert degrees_between(over.locals()["forearm[left]"], about(LEFT, -40.0)) < 1e-6
    odd = stage(BEND, LITTLE, bend=math.nan, little=-1.0)
    plain = Stage()
    for each in (odd, plain):
        each.run(0.5)
    for name, turn in plain.locals().items():
        assert degrees_between(turn, odd.locals()[name]) < 1e-9, name


def test_clips_without_weight_leave_every_bit_alone() -> None:
    with_clips, without = stage(SIT, LEAN), Stage()
    for each in (with_clips, without):
        each.run(1.0, (0.3, 1.0))
    for bone in without.rig.skeleton.names:
        for place in ("position", "rotation"):
            path = f"{bone}.{place}"
            assert with_clips.get(path).tobytes() == without.get(path).tobytes(), path


def test_turns_follow_one_another_about_axes_fixed_to_the_parent() -> None:
    """A hanging arm raised sideways by 90, then turned by 90 about up, points back.

    By hand: the elbow's (x, y, z) goes to (-y, x, z) about ahead, then (z, x, y) about up.
    """
    raise_then_turn = Clip(
        "salute",
        {},
        [Turn("upper_arm[left]", 90.0, AHEAD), Turn("upper_arm[left]", 90.0, UP)],
    )
    made = stage(raise_then_turn, salute=1.0)
    made.step()
    rest = made.get("forearm[left].rest") - made.get("upper_arm[left].rest")
    arm = made.get("forearm[left].position") - made.get("upper_arm[left].position")
    seen = turned(inverse(made.get("clavicle[left].rotation")), arm)
    assert seen == pytest.approx((rest[2], rest[0], rest[1]), abs=1e-9)


def test_an_axis_is_the_bodys_even_for_a_bone_with_axes_of_its_own() -> None:
    """The hand's own axes are turned in the bind pose; the forearm's are the body's."""
    made = stage(Clip("palm", {}, [Turn("hand[left]", -90.0, UP)]), palm=1.0)
    made.step()
    skeleton = made.rig.skeleton
    rest = skeleton.rest_rotation[0, skeleton.index("hand[left]")]
    seen = turn_by(inverse(made.get("forearm[left].rotation")), made.get("hand[left].rotation"))
    assert degrees_between(seen, turn_by(about(UP, -90.0), rest)) < 1e-6


def test_the_head_looks_aside_of_the_bodys_front_whatever_the_chest_does() -> None:
    glance = Clip(
        "glance",
        {},
        [Turn("chest", 20.0, UP), Turn("chest", 15.0, LEFT), Turn("head", 40.0, UP)],
    )
    made = stage(glance, glance=1.0)
    made.run(0.5)
    look = turned(made.get("head.rotation"), (0.0, 0.0, 1.0))
    assert math.degrees(math.atan2(look[0], look[2])) == pytest.approx(40.0, abs=1.5)
    assert turned(made.get("head.rotation"), (0.0, 1.0, 0.0))[1] > math.cos(math.radians(3.0))
    neck = degrees_between(made.get("chest.rotation"), made.get("neck.rotation"))
    assert 5.0 < neck < 25.0  # both joints take a share


def test_turned_hips_leave_the_feet_where_they_are() -> None:
    made = stage(Clip("tilt", {}, [Turn("hips", 12.0, LEFT)]), tilt=1.0)
    plain = Stage()
    for each in (made, plain):
        each.run(0.5)
    angle = degrees_between(plain.get("hips.rotation"), made.get("hips.rotation"))
    assert angle == pytest.approx(12.0, abs=0.1)
    for side in SIDES:
        assert made.get(f"sole[{side}].position") == pytest.approx(
            plain.get(f"sole[{side}].position"), abs=1e-3
        )


def test_the_options_place_the_feet() -> None:
    made = stage(SIT, sit=1.0)
    made.run(1.0)
    left, right = (made.get(f"sole[{side}].position") for side in SIDES)
    assert left == pytest.approx((0.13, 0.0702, 0.3), abs=2e-3)
    assert right == pytest.approx((-0.13, 0.0702, 0.3), abs=2e-3)
    toes = turned(made.get("sole[left].rotation"), (0.0, 0.0, 1.0))
    assert math.atan2(toes[0], toes[2]) == pytest.approx(0.2, abs=1e-3)
    assert made.get("hips.position")[1] == pytest.approx(0.994 * 0.99 - 0.55, abs=5e-3)


def test_knees_out_spreads_the_knees_and_not_the_feet() -> None:
    def knees(out: float) -> float:
        options = {"lower": 0.25, "width": 0.24, "knees_out": math.radians(out)}
        made = stage(Clip("spread", options), spread=1.0)
        made.run(1.0)
        left, right = (made.get(f"shin[{side}].position")[0] for side in SIDES)
        return float(left - right)

    assert knees(20.0) > knees(0.0) + 0.1 > 0.2


@pytest.mark.parametrize("walk", [(0.0, 0.0), (0.0, 0.5), (0.5, 0.0)])
def test_nothing_jumps_while_weights_come_and_go(walk: tuple[float, float]) -> None:
    made = stage(SIT, LEAN)
    made.run(1.0, walk)
    before = made.locals()
    worst = (0.0, "")
    for tick in range(150):
        seconds = tick / 60.0
        rise = min(seconds / 0.3, 1.0)
        change = min(max((seconds - 0.8) / 0.3, 0.0), 1.0)
        fall = min(max((seconds - 1.6) / 0.3, 0.0), 1.0)
        made.set("sit.weight", rise * (1.0 - change))
        made.set("lean.weight", rise * change * (1.0 - fall))
        made.step(walk)
        now = made.locals()
        for name, turn in now.items():
            worst = max(worst, (degrees_between(before[name], turn), name))
        before = now
    assert worst[0] < 15.0, worst


@pytest.mark.parametrize("rate", [30, 144])
def test_other_tick_rates_hold_the_same_posture(rate: int) -> None:
    """Half a second after a fade of 0.3 s no joint differs by more than a degree from 60 Hz."""
    poses = []
    for ticks in (60, rate):
        made = stage(SIT, dt=1.0 / ticks)
        for tick in range(round(2.0 * ticks)):
            made.set("sit.weight", min(max((tick / ticks - 1.2) / 0.3, 0.0), 0.6))
            made.step()
        poses.append(made.locals())
    for name, turn in poses[0].items():
        legs = name.startswith(("thigh", "shin", "sole", "toe"))
        limit = 6.0 if legs else 1.0  # the feet may still be stepping to their new place
        assert degrees_between(turn, poses[1][name]) < limit, name


def test_in_a_clip_one_still_breathes_and_shifts_ones_weight() -> None:
    made = stage(SIT, sit=1.0)
    made.run(1.0)
    chest, hips = [], []

    def watch() -> None:
        chest.append(made.locals()["chest"])
        hips.append(made.get("hips.position")[0])

    made.run(6.0, each=watch)
    assert max(degrees_between(chest[0], each) for each in chest) > 0.5
    assert np.ptp(hips) > 0.003


def test_stepping_swings_with_the_feet() -> None:
    swing = Clip("swing", {}, [Turn("forearm[left]", -40.0, LEFT, stepping=10.0)])
    made = stage(swing, swing=1.0)
    made.run(2.0, (0.0, 1.0))
    angles = []

    def watch() -> None:
        q = made.locals()["forearm[left]"]
        angles.append(math.degrees(2.0 * math.atan2(q[0], q[3])))

    made.run(2.0, (0.0, 1.0), each=watch)
    assert -51.0 < min(angles) < -44.0
    assert -36.0 < max(angles) < -29.0


def test_a_jump_in_a_clip_on_uneven_ground_is_as_smooth_as_any() -> None:
    made = Stage(made=extended(program(), [LEAN], feet=True))
    made.set("lean.weight", 1.0)
    before, worst = None, (0.0, "")
    for tick in range(150):
        made.set("feet.enabled", 1.0)
        made.step(jump=tick == 40)
        now = made.locals()
        if before is not None:
            for name, turn in now.items():
                worst = max(worst, (degrees_between(before[name], turn), name))
        before = now
    assert worst[0] < 15.0, worst
    for side in SIDES:
        assert made.get(f"toe[{side}].position")[1] == pytest.approx(0.0198, abs=1e-3)


def test_agents_of_a_group_have_clips_of_their_own_size() -> None:
    """Each agent's weights are its own: the short one sits, the tall one stands."""
    made = Stage(made=extended(program(), [SIT]), scene="pair")
    made.row = 1
    made.set("sit.weight", 0.8)
    made.run(1.0)
    short = made.get("hips.position")[1]
    made.row = 0
    assert made.get("hips.position")[1] == pytest.approx(0.994 * 0.55 * 2.0, abs=0.01)
    assert short == pytest.approx(0.994 * 0.55 * 1.4 - 0.8 * 0.55, abs=0.02)
