"""The frame the body is shown in: shifted and turned against the root, the mover untouched."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.rig import body_frame
from behave.rig.slots import Offsets
from tests.rig.stage import Stage, degrees_between, program, turn_by, turned

QUARTER = math.pi / 2.0


def test_unturned_it_is_the_root_bit_for_bit() -> None:
    stage = Stage(heading=0.7)
    stage.run(1.5, (0.6, 0.8))
    for part in ("position", "rotation"):
        assert stage.get(f"body.{part}").tobytes() == stage.get(f"root.{part}").tobytes()


def test_it_is_shifted_in_the_roots_axes_and_turned_about_up() -> None:
    """Facing +x, a metre to the left (+x of the root) is a metre along -z."""
    stage = Stage(at=(3.0, 0.0, 1.0), heading=QUARTER)
    stage.set("body.shifted", (1.0, 0.0, 0.5))
    stage.set("body.turned", QUARTER)
    stage.step()
    assert stage.get("body.position") == pytest.approx((3.5, 0.0, 0.0), abs=1e-12)
    ahead = turned(stage.get("body.rotation"), (0.0, 0.0, 1.0))
    assert ahead == pytest.approx((0.0, 0.0, -1.0), abs=1e-12)
    assert stage.get("root.position") == pytest.approx((3.0, 0.0, 1.0), abs=1e-12)
    assert stage.get("capsule.center") == pytest.approx((3.0, 0.9, 1.0), abs=1e-12)


def test_a_turned_body_stands_as_one_whose_root_faces_there() -> None:
    shown, faced = Stage(), Stage(heading=2.0)
    for stage in (shown, faced):
        if stage is shown:
            stage.set("body.turned", 2.0)
        stage.run(1.0)
    for name in shown.rig.skeleton.names:
        gap = shown.get(f"{name}.position") - faced.get(f"{name}.position")
        assert np.linalg.norm(gap) < 1e-9, name
        angle = degrees_between(shown.get(f"{name}.rotation"), faced.get(f"{name}.rotation"))
        assert angle < 1e-5, name


def test_what_nobody_pins_goes_along_with_the_body() -> None:
    stage = Stage(at=(1.0, 0.0, 0.0))
    local = np.array([0.5, 1.2, 0.3])
    stage.set("arm[left].target", local + np.array([1.0, 0.0, 0.0]))
    for tick in range(30):
        stage.set("body.turned", QUARTER * (tick + 1) / 30.0)
        stage.set("body.shifted", (0.0, 0.0, 0.01 * (tick + 1)))
        stage.step()
    frame, turn = stage.get("body.position"), stage.get("body.rotation")
    assert frame == pytest.approx((1.0, 0.0, 0.3))
    assert stage.get("arm[left].target") == pytest.approx(frame + turned(turn, local), abs=1e-9)
    goal = turn_by(turn, stage.get("wrist[left].rest_turn"))
    assert degrees_between(stage.get("wrist[left].rotation"), goal) < 1e-5


def test_the_mover_does_not_know_of_it() -> None:
    plain, shown = Stage(), Stage()
    shown.set("body.turned", math.pi)
    shown.set("body.shifted", (0.2, 0.0, 0.0))
    for stage in (plain, shown):
        stage.run(1.0, (0.6, 0.8))
    for path in ("root.position", "root.rotation", "velocity", "capsule.center", "mover.state"):
        assert plain.get(path).tobytes() == shown.get(path).tobytes(), path


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e308])
def test_bad_numbers_count_as_none(bad: float) -> None:
    stage = Stage()
    stage.set("body.turned", bad)
    stage.set("body.shifted", (bad, 0.0, 0.0))
    stage.run(0.1)
    assert stage.get("body.position").tobytes() == stage.get("root.position").tobytes()
    assert np.isfinite(stage.get("hips.position")).all()


def test_a_program_without_a_body_stands_in_the_root() -> None:
    offsets = Offsets(program().behaviors[0])
    assert body_frame.frame_paths(offsets) == ("body.position", "body.rotation")
    without = Offsets(program().behaviors[0])
    without._by_path = {p: o for p, o in without._by_path.items() if not p.startswith("body.")}
    assert body_frame.frame_paths(without) == ("root.position", "root.rotation")
    rows = np.arange(200.0).reshape(1, 200)
    before = rows.copy()
    body_frame.build(without).stand(rows)
    assert np.array_equal(rows, before)


@pytest.mark.parametrize("turn", [0.0, math.pi])
def test_set_down_elsewhere_both_feet_stand_under_it_at_once(turn: float) -> None:
    """By position, by rotation or by both: no foot is left where it was."""
    stage = Stage()
    stage.run(1.2, (0.0, 1.0))
    stage.set("velocity", (0.0, 0.0, 0.0))
    stage.set("root.position", (4.0, 0.0, -3.0))
    stage.set("root.rotation", (0.0, math.sin(0.5 * turn), 0.0, math.cos(0.5 * turn)))
    stage.step()
    for side, out in (("left", 1.0), ("right", -1.0)):
        half = stage.get("thigh[left].rest")[0]
        place = (4.0 + out * half * math.cos(turn), -3.0 - out * half * math.sin(turn))
        assert stage.get(f"sole[{side}].position")[[0, 2]] == pytest.approx(place, abs=1e-3)
        assert stage.number(f"leg[{side}].planted") == 1.0


def test_turned_about_in_one_tick_the_feet_are_turned_with_it() -> None:
    stage = Stage()
    stage.run(0.5)
    stage.set("root.rotation", (0.0, 1.0, 0.0, 0.0))
    stage.step()
    toes = stage.get("toe[left].position") - stage.get("sole[left].position")
    assert toes[2] < -0.1
    assert stage.get("sole[left].position")[0] < 0.0
