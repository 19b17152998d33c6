"""Walking over height fields, turned boxes and stairs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.world import colliders as solids
from behave.world import queries
from tests.rig.parts import extended
from tests.rig.stage import Stage, program


def slope(angle: float, step: float = 1.0) -> solids.Collider:
    """A field level to z = 0, then rising ahead at ``angle`` degrees."""
    z = np.arange(-6.0, 6.0 + step, step)
    rise = np.maximum(z, 0.0) * math.tan(math.radians(angle))
    heights = np.repeat(rise[:, None], len(z), axis=1)
    return solids.heightfield("land", (0, 0, 0), 12.0, 12.0, heights)


def test_on_level_land_it_walks_and_stands_as_on_the_ground() -> None:
    rows = []
    for thing in (
        solids.plane("floor", (0, 0, 0)),
        solids.heightfield("land", (0, 0, 0), 40.0, 40.0, np.zeros((41, 41))),
    ):
        stage = Stage([thing], ground=False)
        stage.run(1.0, (0.4, 1.0))
        stage.run(0.5)
        rows.append(stage.rows[0].copy())
    assert np.allclose(rows[0], rows[1], atol=1e-6)


@pytest.mark.parametrize("angle", [10.0, 25.0])
def test_a_slope_of_a_field_is_walked_up_and_down_at_full_level_speed(angle: float) -> None:
    stage = Stage([slope(angle)], ground=False, at=(0.03, 0.0, -1.0))
    stage.run(2.0, (0.0, 1.0))
    flat = Stage()
    flat.run(2.0, (0.0, 1.0))
    x, y, z = stage.get("root.position")
    assert z + 1.0 == pytest.approx(flat.get("root.position")[2], abs=0.02)
    assert x == pytest.approx(0.03, abs=1e-6)
    # the capsule's round foot touches beside its lowest point: higher by r (1 / cos - 1)
    radius = stage.number("capsule.radius")
    over = radius * (1.0 / math.cos(math.radians(angle)) - 1.0)
    assert y == pytest.approx(z * math.tan(math.radians(angle)) + over, abs=1e-5)
    grounded = []
    stage.run(2.5, (0.0, -1.0), each=lambda: grounded.append(stage.number("mover.grounded")))
    assert min(grounded) == 1.0
    assert stage.get("root.position")[1] == pytest.approx(0.0, abs=1e-6)


def test_a_60_degree_slope_of_a_field_is_a_wall() -> None:
    stage = Stage([slope(60.0)], ground=False, at=(0.0, 0.0, -1.0))
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[1] < 0.05
    assert stage.get("root.position")[2] < 0.1


def test_a_turned_box_of_25_degrees_is_a_slope() -> None:
    half = math.radians(25.0) / 2.0
    turn = (-math.sin(half), 0.0, 0.0, math.cos(half))  # rises ahead
    # its upper face goes through the origin: 8 m long, 1 m thick
    sine, cosine = math.sin(2 * half), math.cos(2 * half)
    middle = (0.0, 4 * sine - 0.5 * cosine, 4 * cosine + 0.5 * sine)
    ramp = solids.box("ramp", middle, (4.0, 1.0, 8.0), turn)
    stage = Stage([ramp], at=(0.0, 0.0, -1.0))
    stage.run(3.0, (0.0, 1.0))
    stage.run(1.0)
    _, y, z = stage.get("root.position")
    assert z > 2.0
    radius = stage.number("capsule.radius")
    assert y == pytest.approx(z * math.tan(2 * half) + radius * (1 / cosine - 1), abs=1e-5)


def tilted(kind: str, turn: float) -> solids.Collider:
    """Land through the origin that rises ahead by ``turn`` radians, made three ways."""
    half = 0.5 * turn
    rotation = (-math.sin(half), 0.0, 0.0, math.cos(half))
    if kind == "plane":
        return solids.plane("land", (0, 0, 0), rotation)
    if kind == "box":
        middle = (0.0, -0.5 * math.cos(turn), 0.5 * math.sin(turn))
        return solids.box("land", middle, (40.0, 1.0, 40.0), rotation)
    rise = np.arange(-20.0, 21.0) * math.tan(turn)
    return solids.heightfield("land", (0, 0, 0), 40.0, 40.0, np.repeat(rise[:, None], 41, axis=1))


def test_feet_and_mover_find_the_same_slope_in_a_field_a_turned_box_and_a_plane() -> None:
    rows = {}
    made = extended(program(), feet=True)
    for kind in ("plane", "box", "field"):
        land = tilted(kind, math.radians(25.0))
        stage = Stage([land], ground=False, made=made, at=(0.013, 0.0, 0.0))
        seen = []
        for tick in range(150):
            stage.set("feet.enabled", 1.0)
            stage.step((0.3, 1.0) if tick < 90 else (0.0, 0.0))
            seen.append(stage.rows[0].copy())
        for side in ("left", "right"):  # the feet do look at it
            normal = (0.0, math.cos(math.radians(25.0)), -math.sin(math.radians(25.0)))
            assert stage.get(f"foot[{side}].normal") == pytest.approx(normal, abs=1e-9)
        rows[kind] = np.array(seen)
    assert np.abs(rows["box"] - rows["plane"]).max() < 1e-5
    assert np.abs(rows["field"] - rows["plane"]).max() < 1e-5


def test_random_walks_over_rough_land_never_sink_in() -> None:
    random = np.random.default_rng(31)
    heights = random.uniform(0.0, 0.5, (41, 41))
    heights[18:23, 18:23] = 0.25
    stage = Stage([solids.heightfield("land", (0, -0.25, 0), 20.0, 20.0, heights)], ground=False)
    radius, tall = stage.number("capsule.radius"), stage.number("capsule.height")
    lowest = []

    def look() -> None:
        foot = stage.get("root.position")
        levels = foot + np.array([(0, radius, 0), (0, 0.5 * tall, 0), (0, tall - radius, 0)])
        gap = queries.closest(stage.colliders, 0, levels).distance.min() - radius
        lowest.append(gap)

    for _ in range(8):
        way = random.uniform(-1, 1, 2)
        stage.run(1.0, (way[0], way[1]), each=look)
    assert min(lowest) > -2e-4
    assert np.isfinite(stage.rows).all()


def test_the_border_is_an_edge_to_fall_from_and_a_wall_from_beside() -> None:
    table = solids.heightfield("land", (0, 0, 0), 4.0, 4.0, np.full((5, 5), 1.0))
    stage = Stage([table], at=(0.0, 1.0, 0.0))
    stage.run(3.0, (0.0, 1.0))
    assert stage.get("root.position")[1] == pytest.approx(0.0, abs=1e-6)
    assert stage.get("root.position")[2] > 2.0
    stage.run(3.0, (0.0, -1.0))
    radius = stage.number("capsule.radius")
    assert stage.get("root.position")[2] == pytest.approx(2.0 + radius, abs=1e-3)
