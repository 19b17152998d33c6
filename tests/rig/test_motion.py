"""The mover: walking, walls, steps, slopes, jumps. Distances in metres."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.kernel.rotation_formulas import q_axis_angle
from behave.rig.motion import approach
from behave.world import colliders as solids
from behave.world.colliders import Collider
from behave.world.shapes import segment_closest
from tests.rig.stage import Stage, turned

SPEED = 1.6
PUSH = 6.0
JUMP = 4.0
RADIUS = 0.16 * 1.8
HEIGHT = 1.8


def depth(stage: Stage) -> float:
    """How deep the capsule is in the nearest living collider; negative where it is clear."""
    x, y, z = stage.get("root.position")
    low, high = (x, y + RADIUS, z), (x, y + HEIGHT - RADIUS, z)
    world = stage.colliders
    gaps = [
        segment_closest(
            int(world.shape[c]),
            tuple(world.position[c]),
            tuple(world.rotation[c]),
            tuple(world.size[c]),
            low,
            high,
        )[3]
        - RADIUS
        for c in range(len(world))
        if world.alive[c]
    ]
    return -min(gaps, default=0.0)


def test_input_is_x_right_and_y_ahead_in_the_world() -> None:
    for walk, way in (((0.0, 1.0), (0.0, 1.0)), ((1.0, 0.0), (-1.0, 0.0))):
        stage = Stage(heading=1.0)
        stage.run(1.0, walk)
        x, _, z = stage.get("root.position")
        assert (x, z) == pytest.approx(np.array(way) * np.hypot(x, z), abs=1e-9)


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_the_way_gone_is_that_of_uniform_acceleration(rate: int) -> None:
    """To 1.6 m/s at 6 m/s^2 takes 0.267 s and 0.213 m; then 1.6 m/s. Exact at any rate."""
    stage = Stage(dt=1.0 / rate)
    stage.run(1.0, (0.0, 1.0))
    ramp = SPEED / PUSH
    assert stage.get("root.position")[2] == pytest.approx(
        0.5 * PUSH * ramp**2 + SPEED * (1.0 - ramp), abs=1e-9
    )
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, SPEED))


def test_approach_is_the_integral_of_the_velocity() -> None:
    velocity, way = approach((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), 4.0, 0.5)
    assert velocity == (0.0, 0.0, 0.0)
    assert way == pytest.approx((0.125, 0.0, 0.0))  # 1 m/s to 0 in a quarter second


def test_input_longer_than_1_is_no_faster_and_half_is_half() -> None:
    stage = Stage()
    stage.run(1.0, (3.0, 4.0))
    assert np.linalg.norm(stage.get("velocity")) == pytest.approx(SPEED)
    stage.run(1.0, (0.0, 0.5))
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 0.5 * SPEED))


def test_the_character_turns_to_where_it_goes_at_300_degrees_a_second() -> None:
    stage = Stage()
    before = 0.0
    fastest = 0.0

    def watch() -> None:
        nonlocal before, fastest
        ahead = turned(stage.get("root.rotation"), (0.0, 0.0, 1.0))
        yaw = math.degrees(math.atan2(ahead[0], ahead[2]))
        fastest = max(fastest, abs(yaw - before))
        before = yaw

    stage.run(1.0, (-1.0, 0.0), each=watch)  # to the left: +x
    assert before == pytest.approx(90.0, abs=0.1)
    assert fastest == pytest.approx(300.0 / 60.0, abs=1e-6)


def test_a_wall_lets_the_capsule_touch_and_no_further() -> None:
    stage = Stage([solids.box("wall", (0.0, 1.0, 2.1), (4.0, 2.0, 0.2))])
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[2] == pytest.approx(2.0 - RADIUS, abs=1e-6)
    assert stage.get("velocity") == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("angle", [20.0, 45.0, 70.0])
def test_along_a_wall_it_slides_at_the_tangential_speed(angle: float) -> None:
    """The wall is ahead; the wish is ``angle`` off its normal, so sin(angle) of it is left."""
    stage = Stage([solids.box("wall", (0.0, 1.0, 1.1), (60.0, 2.0, 0.2))])
    walk = (math.sin(math.radians(angle)), math.cos(math.radians(angle)))
    stage.run(3.0, walk)
    start = stage.get("root.position")
    stage.run(1.0, walk)
    moved = stage.get("root.position") - start
    assert -moved[0] == pytest.approx(SPEED * walk[0], rel=1e-3)
    assert moved[2] == pytest.approx(0.0, abs=1e-6)
    assert stage.get("velocity")[0] == pytest.approx(-SPEED * walk[0], rel=1e-3)


def test_a_20_cm_step_is_walked_up_and_down_without_leaving_the_ground() -> None:
    stage = Stage([solids.box("step", (0.0, 0.1, 2.0), (2.0, 0.2, 2.0))])
    heights, on_ground, deepest = [], [], []

    def watch() -> None:
        heights.append(stage.get("root.position")[1])
        on_ground.append(stage.number("mover.grounded"))
        deepest.append(depth(stage))

    stage.run(3.5, (0.0, 1.0), each=watch)
    assert max(heights) == pytest.approx(0.2, abs=1e-6)
    assert heights[-1] == pytest.approx(0.0, abs=1e-6)
    assert stage.get("root.position")[2] > 3.5
    assert min(on_ground) == 1.0
    assert max(deepest) < 1e-3


def test_a_box_higher_than_a_step_is_a_wall() -> None:
    stage = Stage([solids.box("block", (0.0, 0.2, 2.0), (4.0, 0.4, 2.0))])
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[1] == pytest.approx(0.0, abs=1e-6)
    assert stage.get("root.position")[2] < 1.0


def slope(degrees: float) -> Collider:
    """A long ramp that rises ahead from z = 1."""
    tilt = math.radians(degrees)
    normal = (0.0, math.cos(tilt), -math.sin(tilt))
    center = (0.0, 0.0 - 0.5 * normal[1], 1.0 - 0.5 * normal[2])
    turn = q_axis_angle((1.0, 0.0, 0.0), -tilt)
    return solids.box("ramp", center, (6.0, 1.0, 40.0), turn)


def test_a_30_degree_slope_is_walked_up_at_full_level_speed() -> None:
    stage = Stage([slope(30.0)])
    stage.run(3.0, (0.0, 1.0))
    before = stage.get("root.position")
    stage.run(1.0, (0.0, 1.0))
    moved = stage.get("root.position") - before
    assert moved[2] == pytest.approx(SPEED, rel=1e-3)
    assert moved[1] == pytest.approx(SPEED * math.tan(math.radians(30.0)), rel=1e-2)
    assert stage.number("mover.grounded") == 1.0
    stage.run(1.0, (0.0, -1.0))
    assert stage.number("mover.grounded") == 1.0


def test_a_60_degree_slope_is_a_wall() -> None:
    stage = Stage([slope(60.0)])
    stage.run(4.0, (0.0, 1.0))
    assert stage.get("root.position")[1] < 0.02
    assert stage.get("root.position")[2] < 1.0
    assert depth(stage) < 1e-3


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_jump_rises_v_squared_over_2g(rate: int) -> None:
    """4 m/s: 0.8155 m; the highest tick lies at most g dt^2 / 8 below the apex."""
    stage = Stage(dt=1.0 / rate)
    stage.run(0.2)
    heights = []
    stage.run(1.2, jump=True, each=lambda: heights.append(stage.get("root.position")[1]))
    apex = JUMP**2 / (2.0 * 9.81)
    assert apex - 9.81 / rate**2 / 8.0 - 1e-9 <= max(heights) <= apex + 1e-9
    assert heights[-1] == pytest.approx(0.0, abs=1e-6)
    assert stage.number("mover.grounded") == 1.0


def test_a_waiting_press_jumps_on_landing_and_is_used_up() -> None:
    stage = Stage()
    stage.run(0.2, jump=True)
    stage.set("jump.waiting", 10.0)
    stage.run(0.4)
    assert stage.number("jump.waiting") == 10.0  # in the air nothing uses it
    stage.run(0.4)
    assert stage.number("jump.waiting") == 0.0
    assert stage.number("mover.grounded") == 0.0


def test_a_ceiling_ends_the_rise() -> None:
    stage = Stage([solids.box("roof", (0.0, 2.3, 0.0), (4.0, 0.6, 4.0))])
    heights = []
    stage.run(1.0, jump=True, each=lambda: heights.append(stage.get("root.position")[1]))
    assert max(heights) == pytest.approx(0.2, abs=1e-3)
    assert heights[-1] == pytest.approx(0.0, abs=1e-6)


def test_walking_off_a_ledge_falls_and_lands() -> None:
    stage = Stage([solids.box("ledge", (0.0, 1.0, 0.0), (4.0, 2.0, 2.0))], at=(0.0, 2.0, 0.0))
    grounded = []
    stage.run(2.5, (0.0, 1.0), each=lambda: grounded.append(stage.number("mover.grounded")))
    assert 0.0 in grounded
    assert stage.get("root.position")[1] == pytest.approx(0.0, abs=1e-6)
    assert grounded[-1] == 1.0


def test_dead_and_own_colliders_are_no_obstacle() -> None:
    wall = solids.box("wall", (0.0, 1.0, 2.0), (4.0, 2.0, 0.2))
    own = solids.capsule("me", (0.0, 0.9, 0.0), RADIUS, HEIGHT, owner=0)
    stage = Stage([wall, own])
    stage.colliders = solids.with_alive(stage.colliders, [True, False, True])
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[2] > 4.0


def test_another_agents_capsule_is_an_obstacle() -> None:
    other = solids.capsule("other", (0.0, 0.9, 2.0), RADIUS, HEIGHT, owner=7)
    stage = Stage([other])
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[2] == pytest.approx(2.0 - 2.0 * RADIUS, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_random_walks_among_boxes_never_enter_a_wall(seed: int) -> None:
    random = np.random.default_rng(seed)
    boxes = []
    for number in range(14):
        place = random.uniform(-4.0, 4.0, size=2)
        if np.hypot(*place) < 1.5:
            continue
        turn = q_axis_angle((0.0, 1.0, 0.0), float(random.uniform(0.0, 3.0)))
        size = (float(random.uniform(0.2, 2.0)), 3.0, float(random.uniform(0.1, 2.0)))
        boxes.append(solids.box(f"b{number}", (place[0], 1.5, place[1]), size, turn))
    boxes.append(solids.capsule("post", (0.0, 1.0, 1.3), 0.2, 2.0))
    stage = Stage(boxes)
    deepest = []
    for _ in range(40):
        angle = random.uniform(0.0, 2.0 * math.pi)
        walk = (math.sin(angle), math.cos(angle))
        jump = bool(random.random() < 0.2)
        stage.run(0.4, walk, jump=jump, each=lambda: deepest.append(depth(stage)))
    assert max(deepest) < 1e-3
    assert np.all(np.isfinite(stage.rows))


def test_a_very_fast_character_does_not_tunnel() -> None:
    stage = Stage([solids.box("wall", (0.0, 1.0, 5.0), (20.0, 2.0, 0.05))])
    stage.run(0.1)
    stage.set("velocity", (0.0, 0.0, 150.0))
    stage.run(0.5, (0.0, 1.0))
    assert stage.get("root.position")[2] < 5.0


def test_started_inside_a_wall_it_comes_out() -> None:
    stage = Stage([solids.box("wall", (0.0, 1.0, 0.3), (4.0, 2.0, 0.4))])
    stage.run(0.1)
    assert depth(stage) < 1e-3


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_bad_numbers_stop_at_the_mover(bad: float) -> None:
    stage = Stage()
    stage.run(0.2, (0.0, 1.0))
    stage.run(0.1, (bad, 1.0))
    stage.set("velocity", (bad, 0.0, 0.0))
    stage.run(0.1, (0.0, 1.0))
    assert np.all(np.isfinite(stage.rows))


def test_without_ground_it_falls_for_ever_and_stays_finite() -> None:
    stage = Stage(ground=False)  # it stands as bound: the fall starts after the first tick
    stage.run(2.0, (0.0, 1.0))
    assert stage.get("velocity")[1] == pytest.approx(-9.81 * (2.0 - 1.0 / 60.0))
    assert np.all(np.isfinite(stage.rows))


def test_among_walls_the_tick_rate_changes_little() -> None:
    """Round a corner and along a wall: within 2 cm of each other at 30, 60 and 144 ticks."""
    ends = []
    for rate in (30, 60, 144):
        walls = [
            solids.box("a", (0.0, 1.0, 2.1), (6.0, 2.0, 0.2)),
            solids.box("b", (-1.6, 1.0, 0.0), (0.2, 2.0, 8.0)),
        ]
        stage = Stage(walls, dt=1.0 / rate)
        stage.run(2.0, (0.5, 1.0))
        stage.run(1.0, (0.0, -1.0))
        ends.append(stage.get("root.position"))
    assert np.max(np.abs(np.ptp(ends, axis=0))) < 0.02
