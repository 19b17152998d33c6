"""Points, hinges, aims and a root that moves by its moves alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.rig.stage import degrees_between, turned
from tests.rig.walker import Walker

PARTS = """rig thing {
  point lead at (0 m, 2 m, 1 m)
  bone trunk at (0 m, 1 m, 0 m)
  bone head of trunk at (0 m, 0.5 m, 0 m)
  bone eye of head at (0 m, 0 m, 0.5 m)
  point mark of lead at (1 m, 0 m, 0 m)
  point upper of mark at (0 m, 1 m, 0 m)
  point nose of head at (0 m, 0 m, 1 m)
  point home of root at (0 m, 0 m, 2 m)
  hinge neck, bone: head, about: up
  hinge lid, bone: eye, about: (1, 0, 0), to: -30 deg .. 45 deg
  aim gaze, bone: eye, forward: ahead, rate: 8 /s, limit: 60 deg
}
"""


def thing(**given: object) -> Walker:
    return Walker(PARTS, name="thing", **given)  # type: ignore[arg-type]


def test_a_root_without_a_mover_goes_the_way_of_its_moves() -> None:
    it = thing()
    it.set("root.moved", (0.1, 0.2, -0.3))
    it.step()
    assert it.get("root.position") == pytest.approx([0.1, 0.2, -0.3], abs=1e-15)
    assert it.get("velocity") == pytest.approx([6.0, 12.0, -18.0], abs=1e-12)
    assert it.get("head.position") == pytest.approx([0.1, 1.7, -0.3], abs=1e-15)
    it.set("root.moved", (math.nan, 0.0, 0.0))
    it.step()
    assert it.get("root.position") == pytest.approx([0.1, 0.2, -0.3], abs=1e-15)
    assert np.array_equal(it.get("velocity"), np.zeros(3))


def test_points_stay_or_go_along() -> None:
    # facing +x: the root's +z is the world's +x, its +x the world's -z
    it = thing(at=(10.0, 0.0, 0.0), heading=math.pi / 2)
    places = {
        "lead": (11.0, 2.0, 0.0),
        "mark": (12.0, 2.0, 0.0),  # a point goes along without turning
        "upper": (12.0, 3.0, 0.0),
        "nose": (11.0, 1.5, 0.0),
        "home": (12.0, 0.0, 0.0),
    }
    for name, place in places.items():
        assert it.get(f"{name}.position") == pytest.approx(place, abs=1e-12)
    it.set("root.moved", (0.0, 0.0, 5.0))
    it.set("neck.angle", math.pi / 2)  # the head to the left of +x, which is -z
    it.step()
    assert it.get("lead.position") == pytest.approx((11.0, 2.0, 0.0), abs=1e-12)
    assert it.get("nose.position") == pytest.approx((10.0, 1.5, 4.0), abs=1e-12)
    assert it.get("home.position") == pytest.approx((12.0, 0.0, 5.0), abs=1e-12)
    it.set("lead.position", (0.0, 0.0, 0.0))
    it.step()
    assert it.get("upper.position") == pytest.approx((1.0, 1.0, 0.0), abs=1e-12)


def test_a_hinge_turns_about_the_body_s_axis_within_its_range() -> None:
    it = thing()
    it.set("neck.angle", math.radians(90.0))
    it.set("lid.angle", math.radians(80.0))
    it.step()
    assert it.get("eye.position") == pytest.approx([0.5, 1.5, 0.0], abs=1e-12)  # to the left
    assert math.degrees(it.number("lid.angle")) == pytest.approx(45.0, abs=1e-12)
    ahead = turned(it.get("eye.rotation"), (0.0, 0.0, 1.0))
    root_half = math.sqrt(0.5)
    assert ahead == pytest.approx([root_half, -root_half, 0.0], abs=1e-12)  # +x turns it down
    it.set("neck.angle", math.radians(450.0))
    it.step()
    assert it.get("eye.position") == pytest.approx([0.5, 1.5, 0.0], abs=1e-12)
    assert math.degrees(it.number("neck.angle")) == pytest.approx(450.0, abs=1e-9)


def look(it: Walker, target: object, seconds: float, on: bool = True) -> None:
    it.set("gaze.target", target)
    it.set("gaze.enabled", float(on))
    it.step(round(seconds / it.dt))


def test_an_aimed_bone_looks_at_its_target() -> None:
    it = thing()
    look(it, (1.0, 2.0, 2.0), 3.0)
    ahead = turned(it.get("eye.rotation"), (0.0, 0.0, 1.0))
    way = np.array([1.0, 2.0, 2.0]) - it.get("eye.position")
    assert ahead == pytest.approx(way / np.linalg.norm(way), abs=1e-9)
    assert it.number("gaze.weight") == 1.0
    look(it, (1.0, 2.0, 2.0), 3.0, on=False)
    assert it.number("gaze.weight") == 0.0
    assert turned(it.get("eye.rotation"), (0.0, 0.0, 1.0)) == pytest.approx([0, 0, 1], abs=1e-12)


def test_the_limit_holds_an_aim_and_it_turns_smoothly_where_the_target_crosses_behind() -> None:
    it = thing()
    look(it, (3.0, 1.5, -3.0), 3.0)
    rest = np.array([0.0, 0.0, 0.0, 1.0])
    assert degrees_between(rest, it.get("eye.rotation")) == pytest.approx(60.0, abs=1e-4)
    last = it.get("eye.rotation")
    it.set("gaze.target", (-3.0, 1.5, -3.0))
    for _ in range(90):
        it.step()
        assert degrees_between(last, it.get("eye.rotation")) < 17.0  # 120 deg * (1 - exp(-8/60))
        last = it.get("eye.rotation")
    assert turned(last, (0.0, 0.0, 1.0))[0] < -0.85


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_an_aim_fades_in_by_the_same_curve_at_every_rate(rate: int) -> None:
    it = thing(dt=1.0 / rate)
    look(it, (2.0, 1.5, 2.5), 0.5)
    share = 1.0 - math.exp(-8.0 * 0.5)
    angle = 45.0  # the eye is at z = 0.5
    assert it.number("gaze.weight") == pytest.approx(share, abs=1e-9)
    rest = np.array([0.0, 0.0, 0.0, 1.0])
    assert degrees_between(rest, it.get("eye.rotation")) == pytest.approx(share * angle, abs=1e-6)


@pytest.mark.parametrize("target", [(math.nan, 0.0, 0.0), (0.0, 1.5, 0.5)])
def test_an_aim_at_no_direction_leaves_the_bone(target: object) -> None:
    it = thing()
    look(it, target, 0.5)
    assert np.array_equal(it.get("eye.rotation"), [0.0, 0.0, 0.0, 1.0])
