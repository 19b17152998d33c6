"""A trunk over the plane through its feet, with planes worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from tests.rig.stage import turned
from tests.rig.walker import Walker


def table(tilt: str = "100 %", height: str = "2 m") -> str:
    text = "rig table {\n  bone trunk at (0 m, 2 m, 0 m)\n"
    for n, (x, z) in enumerate(((2, 2), (-2, 2), (-2, -2), (2, -2))):
        text += f"  bone leg{n} of trunk at ({x} m, 0 m, {z} m)\n"
        text += f"  bone tip{n} of leg{n} at (0 m, -2 m, 0 m)\n"
        text += f"  ccd foot[{n}], bones: [leg{n}, tip{n}]\n"
    feet = ", ".join(f"foot[{n}]" for n in range(4))
    text += f"  stance body, bone: trunk, feet: [{feet}], height: {height}, tilt: {tilt}\n"
    return text + "}\n"


def stand(
    feet: Sequence[Sequence[float]], planted: Mapping[int, bool] | None = None, text: str = ""
) -> Walker:
    """A table whose feet stand there from its first pose on."""
    it = Walker(text or table(), name="table")
    for n, place in enumerate(feet):
        it.set(f"foot[{n}].target", place)
        it.set(f"foot[{n}].planted", float((planted or {}).get(n, True)))
    it.step()
    return it


def up_of(it: Walker) -> np.ndarray:
    return turned(it.get("trunk.rotation"), (0.0, 1.0, 0.0))


LEVEL = ((2, 0, 2), (-2, 0, 2), (-2, 0, -2), (2, 0, -2))


def test_on_level_ground_it_stands_at_its_height() -> None:
    it = stand([(x, 0.5, z) for x, _, z in LEVEL])
    assert it.get("trunk.position") == pytest.approx([0.0, 2.5, 0.0], abs=1e-12)
    assert it.get("stance.normal") == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
    assert it.number("stance.height") == pytest.approx(2.0, abs=1e-12)


def test_on_a_slope_it_stands_across_it_as_far_off() -> None:
    # y = z * 3/4: the normal is (0, 4, -3) / 5, and 2 m along it is 2.5 m above
    it = stand([(x, 0.75 * z, z) for x, _, z in LEVEL])
    assert it.get("stance.normal") == pytest.approx([0.0, 0.8, -0.6], abs=1e-12)
    assert it.get("trunk.position") == pytest.approx([0.0, 2.5, 0.0], abs=1e-12)
    assert up_of(it) == pytest.approx([0.0, 0.8, -0.6], abs=1e-12)
    assert it.number("stance.height") == pytest.approx(2.0, abs=1e-12)


def test_a_share_of_the_tilt_is_a_share_of_its_angle() -> None:
    it = stand([(x, 0.75 * x, z) for x, _, z in LEVEL], text=table("50 %"))
    half = 0.5 * math.atan(0.75)
    assert up_of(it) == pytest.approx([-math.sin(half), math.cos(half), 0.0], abs=1e-12)


def test_the_plane_is_the_least_squares_one() -> None:
    # three corners at 0, one at 0.4: middle 0.1; slope = (0.4 * 2) / (4 * 4) = 0.05 in x and z
    it = stand([(2, 0.4, 2), (-2, 0, 2), (-2, 0, -2), (2, 0, -2)])
    normal = np.array([-0.05, 1.0, -0.05]) / math.sqrt(1.005)
    assert it.get("stance.normal") == pytest.approx(normal, abs=1e-12)
    assert it.get("trunk.position")[1] == pytest.approx(0.1 + 2.0 * math.sqrt(1.005), abs=1e-12)


def test_only_planted_feet_count() -> None:
    it = stand([(2, 9, 2), (-2, 0, 2), (-2, 0, -2), (2, 0, -2)], planted={0: False})
    assert it.get("stance.normal") == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
    assert it.get("trunk.position")[1] == pytest.approx(2.0, abs=1e-12)


def test_two_feet_give_the_line_between_them_and_level_across() -> None:
    # along (1, 0, 1) / sqrt 2 it rises 2 m over 4 sqrt 2 m; across it is level
    feet = [(2, 2, 2), (-2, 9, 2), (-2, 0, -2), (2, 9, -2)]
    it = stand(feet, planted={1: False, 3: False})
    slope = 2.0 / (4.0 * math.sqrt(2.0)) * math.sqrt(0.5)  # 0.25 in x and in z
    normal = np.array([-slope, 1.0, -slope]) / math.sqrt(1.0 + 2.0 * slope * slope)
    assert it.get("stance.normal") == pytest.approx(normal, abs=1e-9)


def test_feet_in_a_line_are_level_across_it_however_nearly_they_lie_on_it() -> None:
    feet = [(2, 0, 0.01), (-2, 0, 0), (0, 0.3, -0.01), (1, 0, 0)]  # steep across by chance
    it = stand(feet)
    assert abs(it.get("stance.normal")[2]) < 0.02
    assert it.get("stance.normal")[1] > 0.99


def test_one_foot_gives_a_level_plane_and_none_leaves_the_trunk_where_it_was() -> None:
    it = stand([(2, 0.3, 2), *LEVEL[1:]], planted={1: False, 2: False, 3: False})
    assert it.get("stance.normal") == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
    assert it.get("trunk.position")[1] == pytest.approx(2.3, abs=1e-12)
    it.set("foot[0].planted", 0.0)
    it.set("foot[0].target", (2.0, 7.0, 2.0))
    before = it.get("trunk.position")
    it.step(60)
    assert it.get("trunk.position") == pytest.approx(before, abs=1e-12)


def test_without_a_foot_from_the_start_it_stays_as_bound() -> None:
    it = stand(LEVEL, planted=dict.fromkeys(range(4), False))
    assert it.get("trunk.position") == pytest.approx([0.0, 2.0, 0.0], abs=1e-12)


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_it_follows_by_the_same_curve_at_every_rate(rate: int) -> None:
    # critically damped, 1 - (1 + k t) exp(-k t): k = 4 in height, 3 in tilt; after half a second
    it = Walker(table(), name="table", dt=1.0 / rate)
    it.step()
    for n, (x, _, z) in enumerate(LEVEL):
        it.set(f"foot[{n}].target", (x, 1.0 + 0.1 * x, z))
    it.step(rate // 2)
    goal = 1.0 + 2.0 * math.sqrt(1.01)
    share = 1.0 - 3.0 * math.exp(-2.0)
    assert it.get("trunk.position")[1] == pytest.approx(2.0 + (goal - 2.0) * share, abs=1e-9)
    tilt = math.atan(0.1) * (1.0 - 2.5 * math.exp(-1.5))
    assert up_of(it)[0] == pytest.approx(-math.sin(tilt), abs=1e-9)


def test_its_speed_never_jumps() -> None:
    # a goal 1 m higher pulls by 4^2 m/s^2 at first and by less ever after, as stiff as it is
    it = stand(LEVEL)
    it.set("foot[0].planted", 0.0)
    for n, (x, _, z) in enumerate(LEVEL):
        it.set(f"foot[{n}].target", (x, 1.0, z))
    heights = [it.get("trunk.position")[1]]
    for _ in range(120):
        it.step()
        heights.append(it.get("trunk.position")[1])
    speed = np.diff(heights, prepend=heights[0]) * 60.0
    assert np.abs(np.diff(speed)).max() < 16.0 / 60.0
    assert heights[-1] == pytest.approx(3.0, abs=0.01)
    assert max(heights) < 3.0


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_going_over_a_plane_it_is_not_behind(rate: int) -> None:
    # 1 m/s up a slope of a half: it sets off 0.5 m/s too slow, and so is t exp(-4 t) / 2 behind
    it = Walker(table(), name="table", dt=1.0 / rate)
    for n, (x, _, z) in enumerate(LEVEL):
        it.set(f"foot[{n}].target", (x, 0.5 * z, z))
    it.step()
    it.set("root.moved", (0.0, 0.0, 1.0 / rate))
    it.step(3 * rate // 2)
    height = 0.75 + 2.0 * math.sqrt(1.25) - 0.75 * math.exp(-6.0)
    assert it.get("trunk.position") == pytest.approx([0.0, height, 1.5], abs=1e-9)


def test_it_comes_to_rest_to_the_last_bit() -> None:
    it = stand([(x, 0.1 * x * z, z) for x, _, z in LEVEL])
    it.set("foot[0].target", (2.2, 0.7, 1.9))
    it.step(60 * 20)
    before = it.rows.copy()
    it.step(20)
    assert np.array_equal(before, it.rows)


def test_far_from_its_feet_the_plane_does_not_run_away() -> None:
    it = stand([(x, 0.5 * z, z) for x, _, z in LEVEL])
    it.set("root.moved", (0.0, 0.0, 500.0))
    it.step()
    it.set("root.moved", (0.0, 0.0, 0.0))
    it.step(240)
    assert it.get("trunk.position")[1] < 5.0


def test_a_foot_that_is_no_point_does_not_count() -> None:
    it = stand([(math.nan, 0, 2), *LEVEL[1:]])
    assert it.get("trunk.position") == pytest.approx([0.0, 2.0, 0.0], abs=1e-12)
