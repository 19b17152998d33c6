"""Moves of a behavior and the switched-off control: ways worked out by hand, at any tick rate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from behave.kernel.rotation_formulas import q_axis_angle
from behave.world import colliders as solids
from behave.world.colliders import Collider
from tests.rig.stage import Stage

RADIUS = 0.16 * 1.8
SPEED = 1.6
PUSH = 6.0
RATES = [30, 60, 144]
MILLIMETRE = 1e-3


def move(
    stage: Stage,
    seconds: float,
    velocity: Sequence[float],
    *,
    control: bool = False,
    walk: Sequence[float] = (0.0, 0.0),
) -> list[np.ndarray]:
    """Moves at a velocity for a time, as a behavior would ask for them; the way of the root."""
    way = [stage.get("root.position")]
    for _ in range(round(seconds / stage.dt)):
        stage.set("control.enabled", float(control))
        stage.set("root.moved", np.asarray(velocity) * stage.dt)
        stage.step(walk)
        way.append(stage.get("root.position"))
    stage.set("control.enabled", 1.0)
    stage.set("root.moved", 0.0)
    return way


def wall(z: float) -> Collider:
    """A wall across the way, its face at ``z``."""
    return solids.box("wall", (0.0, 1.0, z + 0.5), (20.0, 2.0, 1.0))


@pytest.mark.parametrize("rate", RATES)
def test_a_move_goes_its_way_and_turns_nothing(rate: int) -> None:
    stage = Stage(dt=1.0 / rate)
    move(stage, 1.0, (0.8, 0.0, 0.3), walk=(0.0, 1.0))
    assert stage.get("root.position") == pytest.approx((0.8, 0.0, 0.3), abs=1e-9)
    assert stage.get("velocity") == pytest.approx((0.8, 0.0, 0.3), abs=1e-9)
    assert stage.get("root.rotation") == pytest.approx((0.0, 0.0, 0.0, 1.0), abs=0.0)
    move(stage, 0.5, (0.0, 0.0, 0.0))
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 0.0), abs=0.0)


@pytest.mark.parametrize("rate", RATES)
def test_switched_off_the_walk_stops_at_once(rate: int) -> None:
    stage = Stage(dt=1.0 / rate)
    stage.run(1.0, (0.0, 1.0))
    there = stage.get("root.position")
    move(stage, 0.5, (0.0, 0.0, 0.0), walk=(0.0, 1.0))
    assert stage.get("root.position") == pytest.approx(there, abs=0.0)
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 0.0), abs=0.0)


@pytest.mark.parametrize("rate", RATES)
def test_switched_on_again_it_goes_on_from_the_present_velocity(rate: int) -> None:
    """1 m/s dies away at 6 m/s^2 over 1 / 12 m; half the way to the walk's it is in between."""
    stage = Stage(dt=1.0 / rate)
    move(stage, 0.5, (0.0, 0.0, 1.0))
    stage.step()
    assert stage.get("velocity")[2] == pytest.approx(1.0 - PUSH / rate, abs=1e-9)
    stage.run(1.0)
    assert stage.get("root.position")[2] == pytest.approx(0.5 + 1.0 / (2.0 * PUSH), abs=1e-9)


def test_with_control_moves_add_to_the_walk_and_end_with_the_tick() -> None:
    stage = Stage()
    stage.run(1.0, (0.0, 1.0))
    before = stage.get("root.position")
    move(stage, 1.0, (0.5, 0.0, 0.0), control=True, walk=(0.0, 1.0))
    gone = stage.get("root.position") - before
    assert gone == pytest.approx((0.5, 0.0, SPEED), abs=1e-9)
    assert stage.get("velocity") == pytest.approx((0.5, 0.0, SPEED), abs=1e-9)
    stage.step((0.0, 1.0))
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, SPEED), abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
def test_into_a_corner_it_ends_touching_both_walls(rate: int) -> None:
    side = solids.box("side", (1.5, 1.0, 0.0), (1.0, 2.0, 20.0))
    stage = Stage([wall(2.0), side], dt=1.0 / rate)
    move(stage, 2.0, (1.0, 0.0, 2.0))
    corner = (1.0 - RADIUS, 0.0, 2.0 - RADIUS)
    assert stage.get("root.position") == pytest.approx(corner, abs=MILLIMETRE)
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 0.0), abs=1e-5)


@pytest.mark.parametrize("rate", RATES)
def test_pressed_to_a_wall_it_slides_along_at_the_full_sideways_speed(rate: int) -> None:
    """As in cover: toward the wall and along root.right at once."""
    stage = Stage([wall(0.6)], dt=1.0 / rate)
    move(stage, 2.0, (-0.8, 0.0, 0.8))
    assert stage.get("root.position") == pytest.approx((-1.6, 0.0, 0.6 - RADIUS), abs=MILLIMETRE)
    assert stage.get("velocity") == pytest.approx((-0.8, 0.0, 0.0), abs=1e-5)


@pytest.mark.parametrize("rate", RATES)
def test_at_a_slanted_box_what_is_left_is_the_tangential_share(rate: int) -> None:
    """The face's normal is 30 degrees off the way: sin 30 of the speed is left along it."""
    tilt = math.radians(30.0)
    turn = q_axis_angle((0.0, 1.0, 0.0), tilt)
    box = solids.box("slanted", (0.0, 1.0, 1.5), (20.0, 2.0, 1.0), turn)
    normal = -np.array([math.sin(tilt), 0.0, math.cos(tilt)])
    face = np.array([0.0, 0.0, 1.5]) + 0.5 * normal
    stage = Stage([box], dt=1.0 / rate)
    move(stage, 2.0, (0.0, 0.0, 1.2))
    free = np.array([0.0, 0.0, 2.4])
    end = free + (RADIUS - (free - face) @ normal) * normal
    assert stage.get("root.position") == pytest.approx(end, abs=MILLIMETRE)
    assert np.linalg.norm(stage.get("velocity")) == pytest.approx(0.6, abs=1e-5)


@pytest.mark.parametrize("rate", RATES)
def test_off_a_ledge_it_falls_and_goes_on(rate: int) -> None:
    ledge = solids.box("ledge", (0.0, 1.0, 0.0), (4.0, 2.0, 2.0))
    stage = Stage([ledge], at=(0.0, 2.0, 0.0), dt=1.0 / rate)
    heights = [p[1] for p in move(stage, 3.0, (0.0, 0.0, 1.0))]
    assert heights[0] == 2.0
    assert np.all(np.diff(heights) < 1e-9)
    assert stage.get("root.position") == pytest.approx((0.0, 0.0, 3.0), abs=MILLIMETRE)
    assert stage.number("mover.grounded") == 1.0
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
def test_up_a_step_of_30_centimetres(rate: int) -> None:
    stage = Stage([solids.box("step", (0.0, 0.15, 2.0), (4.0, 0.3, 2.0))], dt=1.0 / rate)
    move(stage, 2.0, (0.0, 0.0, 1.0))
    assert stage.get("root.position") == pytest.approx((0.0, 0.3, 2.0), abs=MILLIMETRE)
    move(stage, 2.0, (0.0, 0.0, 1.0))
    assert stage.get("root.position") == pytest.approx((0.0, 0.0, 4.0), abs=MILLIMETRE)
    assert stage.number("mover.grounded") == 1.0


@pytest.mark.parametrize("rate", RATES)
def test_up_and_down_a_slope_it_stays_on_the_ground(rate: int) -> None:
    """A capsule on a slope touches it beside its lowest point: r (1 / cos - 1) above it."""
    tilt = math.radians(30.0)
    normal = (0.0, math.cos(tilt), -math.sin(tilt))
    turn = q_axis_angle((1.0, 0.0, 0.0), -tilt)
    center = (0.0, -0.5 * normal[1], 1.0 - 0.5 * normal[2])
    stage = Stage([solids.box("ramp", center, (6.0, 1.0, 40.0), turn)], dt=1.0 / rate)
    move(stage, 3.0, (0.0, 0.0, 1.0))
    height = 2.0 * math.tan(tilt) + RADIUS * (1.0 / math.cos(tilt) - 1.0)
    assert stage.get("root.position") == pytest.approx((0.0, height, 3.0), abs=MILLIMETRE)
    move(stage, 1.0, (0.0, 0.0, -1.0))
    height -= math.tan(tilt)
    assert stage.get("root.position") == pytest.approx((0.0, height, 2.0), abs=MILLIMETRE)
    assert stage.number("mover.grounded") == 1.0


def test_the_velocity_is_the_way_gone_over_the_tick() -> None:
    post = solids.capsule("post", (0.1, 1.0, 1.0), 0.3, 2.0)
    stage = Stage([wall(2.0), post])
    before = stage.get("root.position")
    for _ in range(180):
        move(stage, stage.dt, (0.3, 0.0, 1.1))
        now = stage.get("root.position")
        assert stage.get("velocity") == pytest.approx((now - before) / stage.dt, abs=1e-6)
        before = now


def test_however_fast_a_move_is_nothing_is_passed_through() -> None:
    stage = Stage([solids.box("sheet", (0.0, 1.0, 5.0), (20.0, 2.0, 0.02))])
    move(stage, 0.2, (0.0, 0.0, 150.0))
    assert stage.get("root.position")[2] == pytest.approx(4.99 - RADIUS, abs=MILLIMETRE)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_move_that_is_no_number_is_none(bad: float) -> None:
    stage = Stage()
    move(stage, 0.1, (bad, 0.0, 1.0))
    assert stage.get("root.position") == pytest.approx((0.0, 0.0, 0.0), abs=0.0)
    assert np.all(np.isfinite(stage.get("velocity")))


def test_switched_off_a_press_does_not_jump_and_is_not_used_up() -> None:
    stage = Stage()
    stage.run(0.2)
    stage.set("jump.waiting", 1.0)
    stage.set("control.enabled", 0.0)
    stage.step(jump=True)
    assert stage.number("mover.grounded") == 1.0
    assert stage.number("jump.waiting") == 1.0


def test_switched_off_in_a_jump_it_falls_from_where_it_is() -> None:
    stage = Stage()
    stage.run(0.2, jump=True)
    heights = [p[1] for p in move(stage, 1.0, (0.0, 0.0, 0.0))]
    assert heights[0] > 0.4
    assert max(heights) == heights[0]
    assert heights[-1] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("rate", RATES)
def test_a_move_up_lifts_until_gravity_is_faster(rate: int) -> None:
    """y = v t - g t^2 / 2 with v = 3 m/s: 0.439 m up after 0.2 s."""
    stage = Stage(dt=1.0 / rate)
    ticks = round(0.2 * rate)
    move(stage, 0.2, (0.0, 3.0, 0.0))
    seconds = ticks / rate
    height = 3.0 * seconds - 0.5 * 9.81 * seconds * seconds
    assert stage.get("root.position")[1] == pytest.approx(height, abs=MILLIMETRE)


def test_a_velocity_written_while_switched_off_is_a_push() -> None:
    """3 m/s dies away at 6 m/s^2: 0.75 m; a move beside it goes on unchanged."""
    stage = Stage()
    move(stage, 0.1, (0.5, 0.0, 0.0))
    stage.set("velocity", (0.0, 0.0, 3.0))
    move(stage, 1.0, (0.5, 0.0, 0.0))
    assert stage.get("root.position") == pytest.approx((0.55, 0.0, 0.75), abs=1e-9)
    assert stage.get("velocity") == pytest.approx((0.5, 0.0, 0.0), abs=1e-9)


def test_the_steps_go_where_the_moves_go() -> None:
    stage = Stage([wall(0.6)])
    move(stage, 0.3, (0.8, 0.0, 0.0))
    goal = stage.get("mover.state")[1:3]
    assert goal == pytest.approx((0.8, 0.0), abs=1e-9)
    move(stage, 1.0, (0.0, 0.0, 0.8))
    assert stage.get("mover.state")[1:3] == pytest.approx((0.0, 0.0), abs=1e-9)
