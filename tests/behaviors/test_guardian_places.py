"""The guardian in odd places: at rest, before an abyss, its target behind, above, inside, gone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.behaviors.walks import LEGS, SCENES, Walk, shipped, walk

PLACES = """
scene behind {
  ground  floor at (0 m, 0 m, 0 m), layer: terrain
  capsule link  at (0 m, 0.9 m, -11 m), radius: 30 cm, height: 1.8 m, layer: player
  hexapod boss  at (0 m, 0 m, 0 m) with guardian
}
scene above from behind {
  capsule link  at (0 m, 14 m, 0 m), radius: 30 cm, height: 1.8 m, layer: player
}
scene amid from behind {
  capsule link  at (0 m, 2.9 m, 0 m), radius: 30 cm, height: 1.8 m, layer: player
}
scene bare from table {
  ground  bottom at (0 m, -30 m, 0 m), layer: terrain
}
scene taken from plain { remove link at 3 s }
scene hurried {
  ground  floor at (0 m, 0 m, 0 m), layer: terrain
  capsule link  at (0 m, 0.9 m, 36 m), radius: 30 cm, height: 1.8 m, layer: player
  hexapod boss  at (0 m, 0 m, -2 m) with guardian, walk_speed: 10 m/s
}
scene dashing from hurried {
  hexapod boss  at (0 m, 0 m, -2 m) with guardian, walk_speed: 10 m/s,
    follow: 100 %, wait_for_feet: no
}
scene slow_steps from hurried {
  hexapod boss  at (0 m, 0 m, -2 m) with guardian, walk_speed: 10 m/s, step_rate: 1 /s
}
scene steeper from steep {
  ground  hill  at (0 m, 0 m, 4 m), turn: look((0, 1, 1), up: up), layer: terrain
  capsule link  at (0 m, 22.9 m, 26 m), radius: 30 cm, height: 1.8 m, layer: player
}
"""


def still(it: Walk, seconds: float) -> None:
    """Nothing of the last seconds moves: feet, joints and trunk."""
    last = it.rows[-round(seconds * it.rate) :]
    for part in ("trunk", *(f"{bone}[{leg}]" for bone in ("tibia", "ankle") for leg in LEGS)):
        slot = it.behavior.slots[it.behavior.slot_of[f"{part}.position"]]
        words = last[:, slot.offset : slot.offset + 3]
        assert np.abs(words - words[-1]).max() < 1e-9


@pytest.mark.parametrize("scene", ["behind", "above", "amid"])
def test_it_rests_with_its_target_anywhere(scene: str) -> None:
    it = walk(scene, 6.0, 30.0, PLACES)
    assert np.isfinite(it.slot("trunk.position")).all()
    assert np.isfinite(it.slot("head.rotation")).all()
    assert not it.swings.any()
    still(it, 2.0)
    turn = np.degrees(it.slot("neck.angle"))
    if scene == "behind":
        # straight behind is half a turn away; 2 of it a second at first, then ever slower
        assert abs(turn[0]) == pytest.approx(360.0 / 30.0, rel=0.05)
        assert (np.diff(np.abs(turn)) > 0.0).all()
        assert abs(turn[-1]) == pytest.approx(180.0, abs=0.01)
        assert it.aiming[-1] == "Locked"
    else:
        assert np.abs(np.diff(turn)).max() < 1e-9


def test_no_foot_goes_into_the_trench_and_all_get_over() -> None:
    it = shipped("trench")
    refusals = [it.slot(f"leg[{leg}].refusals")[-1] for leg in LEGS]
    assert sum(refusals) >= 6
    assert min(refusals) >= 1
    for leg in LEGS:
        assert it.slot(f"foot[{leg}].target")[:, 1].min() > 0.2
        start, end = it.slot(f"ankle[{leg}].position")[[0, -1], 2]
        assert start < 8.0
        assert end > 10.0


@pytest.mark.parametrize("scene", sorted(set(SCENES) - {"trench"}))
def test_elsewhere_every_foothold_is_in_reach(scene: str) -> None:
    assert sum(shipped(scene).slot(f"leg[{leg}].refusals")[-1] for leg in LEGS) == 0.0


@pytest.mark.parametrize("scene", ["table", "bare"])
def test_it_waits_at_an_abyss_until_there_is_ground(scene: str) -> None:
    """On the bare table the rays meet nothing at all, on the other a floor out of reach."""
    it = walk(scene, 14.0, 30.0, PLACES)
    z = it.slot("body.position")[:, 2]
    at = round(5.0 * it.rate), round(8.0 * it.rate)
    assert z[at[1]] - z[at[0]] < 0.1  # waiting
    assert 1.0 < z[at[1]] < 7.0
    assert z[-1] > z[at[1]] + 2.0  # the raft has come
    refused = sum(it.slot(f"leg[{leg}].refusals")[-1] for leg in LEGS)
    assert (refused > 0) == (scene == "table")
    for leg in LEGS:
        assert it.slot(f"foot[{leg}].error")[~it.swings[:, leg]].max() < 1e-9
        assert it.slot(f"foot[{leg}].target")[:, 1].min() > 0.2
    assert {leg for now, leg in it.lifts if now > at[1]} >= {0, 5}


def test_a_target_taken_away_is_let_go() -> None:
    it = walk("taken", 6.0, 30.0, PLACES)
    gone = round(3.2 * it.rate)
    assert not it.slot("beam.on")[gone:].any()
    assert (it.travel[gone:] == "Waiting").all()
    assert (it.aiming[gone:] == "Seeking").all()
    assert (it.travel[: gone - 10] == "Chasing").any()


def test_no_leg_that_the_body_waits_for_waits_itself() -> None:
    """So quick that its legs are left out of their sectors, it comes up to its controller yet."""
    it = walk("hurried", 6.0, 60.0, PLACES)
    apart = it.slot("controller.position")[-1] - it.slot("body.position")[-1]
    assert np.hypot(apart[0], apart[2]) < 0.01
    for leg in LEGS:
        assert it.slot(f"foot[{leg}].error")[~it.swings[:, leg]].max() < 1e-9


@pytest.mark.parametrize("scene", ["hurried", "dashing"])
def test_it_brakes_in_time_for_a_controller_that_rests(scene: str) -> None:
    """Not past it, and by no more than the 20 m/s^2 that its speed may change."""
    it = walk(scene, 6.0, 60.0, PLACES)
    past = it.slot("body.position")[:, 2] - it.slot("controller.position")[:, 2]
    assert past.max() < 1e-9
    speed = np.diff(it.slot("body.position")[:, 2]) * it.rate
    assert speed.max() > 8.0
    assert np.abs(np.diff(speed)).max() < 20.0 / 60.0 + 1e-9


def test_a_leg_that_steps_slowly_is_waited_for() -> None:
    """Its foot is where its arc is, though the body could be 10 m ahead before it comes down."""
    it = walk("slow_steps", 8.0, 30.0, PLACES)
    assert len(it.lifts) > 6
    for leg in LEGS:
        assert it.slot(f"foot[{leg}].error").max() < 1e-9
    assert it.slot("body.position")[-1, 2] > 2.0


@pytest.mark.parametrize("scene", ["steep", "steeper"])
def test_on_a_steep_hill_every_standing_foot_is_on_the_ground(scene: str) -> None:
    """40 and 45 degrees: it walks 7 m up, its trunk lower where its legs need that, and rests there
    on its feet, be it where no leg finds a better foothold."""
    it = walk(scene, 12.0, 30.0, PLACES)
    for leg in LEGS:
        assert it.slot(f"foot[{leg}].error")[~it.swings[:, leg]].max() < 1e-9
    assert it.slot("body.position")[-1, 2] > 11.0
    height = it.slot("stance.height")
    assert height.min() > 0.9
    assert height[-1] > 1.2
    still(it, 2.0)
