"""Height fields as meshes, and how both renderers draw them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from behave.world import colliders as world
from behave.world.queries import ray
from viewer.camera import Camera, project
from viewer.canvas import Canvas, SoftCanvas
from viewer.draw_list import DrawList, DrawListBuilder, Terrain
from viewer.terrain import heights_at, terrain_mesh

HALF_X, HALF_Z = 4.0, 3.0


def rough(rows: int = 7, columns: int = 9) -> np.ndarray:
    return np.random.default_rng(4).uniform(0.0, 1.5, (rows, columns))


def slope(rise: float = 0.5) -> np.ndarray:
    """Rises along x only, by ``rise`` a metre, over 8 x 6 m."""
    return np.broadcast_to(np.linspace(0.0, 8.0 * rise, 9), (7, 9)).copy()


def test_the_surface_is_what_rays_meet() -> None:
    """Straight down on points of every triangle: the engine's ray ends on the mesh."""
    mesh = terrain_mesh(rough(), HALF_X, HALF_Z)
    corners = mesh.places[mesh.triangles[: mesh.surface]].astype(np.float64)
    assert len(corners) == 2 * 6 * 8
    inner = np.einsum("k,tkc->tc", [0.5, 0.3, 0.2], corners)
    over = inner + np.array([0.0, 5.0, 0.0])
    field = world.build([world.heightfield("f", (0, 0, 0), 2 * HALF_X, 2 * HALF_Z, rough())])
    count = len(inner)
    hits = ray(
        field, over, np.tile([0.0, -1.0, 0.0], (count, 1)),
        np.full(count, 20.0), np.full(count, -1), np.full(count, -1),
    )  # fmt: skip
    np.testing.assert_allclose(hits.point, inner, atol=1e-5)


def test_triangles_look_outward() -> None:
    mesh = terrain_mesh(rough(), HALF_X, HALF_Z)
    a, b, c = np.moveaxis(mesh.places[mesh.triangles].astype(np.float64), 1, 0)
    facing = np.cross(b - a, c - a)
    assert (facing[: mesh.surface, 1] > 0.0).all()
    walls = facing[mesh.surface :]
    middle = ((a + b + c) / 3)[mesh.surface :]
    assert len(walls) == 2 * 2 * (6 + 8)
    assert (np.sum(walls[:, (0, 2)] * middle[:, (0, 2)], axis=1) > 0.0).all()
    normals = mesh.normals[mesh.triangles[mesh.surface :, 0]]
    assert (np.sum(normals * walls, axis=1) > 0.0).all()


def test_normals_come_from_the_heights() -> None:
    mesh = terrain_mesh(slope(0.5), HALF_X, HALF_Z)
    wanted = np.array([-0.5, 1.0, 0.0]) / np.hypot(0.5, 1.0)
    np.testing.assert_allclose(mesh.normals[:63], np.tile(wanted, (63, 1)), atol=1e-6)


def test_a_fine_field_is_drawn_coarser_up_to_its_border() -> None:
    mesh = terrain_mesh(np.zeros((101, 201)), 10.0, 5.0, most=2000)
    assert mesh.surface < 2 * 2000
    assert np.ptp(mesh.places[:, 0]) == pytest.approx(20.0)
    assert np.ptp(mesh.places[:, 2]) == pytest.approx(10.0)


def test_heights_are_those_of_the_triangles() -> None:
    mesh = terrain_mesh(rough(), HALF_X, HALF_Z)
    corners = mesh.places[mesh.triangles[: mesh.surface]].astype(np.float64)
    inner = np.einsum("k,tkc->tc", [0.2, 0.3, 0.5], corners)
    found = heights_at(mesh.heights, mesh.half, inner[:, 0], inner[:, 2])
    np.testing.assert_allclose(found, inner[:, 1], atol=1e-5)
    border = heights_at(
        mesh.heights, mesh.half, np.array([4.0, 4.1, -4.0]), np.array([3.0, 0.0, -3.0])
    )
    np.testing.assert_allclose(border, [mesh.heights[-1, -1], np.nan, mesh.heights[0, 0]])


def land(heights: np.ndarray, contour: float = 0.0) -> DrawList:
    builder = DrawListBuilder(focus=np.zeros(3))
    mesh = terrain_mesh(heights, HALF_X, HALF_Z)
    builder.terrain(Terrain(mesh, np.array([0.0, -0.5, 0.0]), (0.4, 0.45, 0.33), contour))
    builder.sphere((0.0, 3.0, 0.0), 0.4, (0.9, 0.9, 0.9))
    return builder.build()


def hill() -> np.ndarray:
    x = np.linspace(-HALF_X, HALF_X, 33)
    z = np.linspace(-HALF_Z, HALF_Z, 25)
    return 2.0 * np.exp(-(x[None] ** 2 + z[:, None] ** 2) / 2.0)


def test_both_renderers_draw_the_same_land(canvas: Callable[[int, int], Canvas]) -> None:
    camera = Camera((0.0, 0.5, 0.0), yaw=0.6, pitch=0.5, distance=9.0)
    one = canvas(320, 180).draw(land(hill(), 0.25), camera).astype(float)
    two = SoftCanvas(320, 180).draw(land(hill(), 0.25), camera).astype(float)
    assert np.abs(one - two).mean() < 3.0
    assert np.abs(one - SoftCanvas(320, 180).draw(land(0 * hill()), camera)).mean() > 6.0


def test_slopes_read_by_light_rock_and_shadow(canvas: Callable[[int, int], Canvas]) -> None:
    """From above: the flat ground is green, the hill's flanks are not, and the ball's shadow
    lies on the hill."""
    camera = Camera((0.0, 0.0, 0.0), yaw=0.0, pitch=1.5, distance=9.0)
    drawing = canvas(320, 180)
    picture = drawing.draw(land(hill()), camera).astype(float)
    places = [(3.5, -0.5, 2.0), (1.0, 0.7, 0.0), (-1.0, 0.7, 0.0)]
    (x, y) = project(camera.view_projection(320 / 180), places, 320, 180)[0].astype(int).T
    level, right, left = picture[y, x]
    assert level[1] - level[0] > 4.0  # green
    assert min(right[1] - right[0], left[1] - left[0]) < 0.5 * (level[1] - level[0])
    assert left.sum() > right.sum() + 30.0  # the sun stands on the left


def test_a_mesh_stays_on_the_card_while_it_is_the_same(
    canvas: Callable[[int, int], Canvas],
) -> None:
    drawing = canvas(64, 36)
    if drawing.kind == "soft":
        assert drawing.draw(land(hill()), Camera()).any()
        return
    frame, camera = land(hill()), Camera()
    renderer = drawing._renderer  # type: ignore[attr-defined]
    drawing.draw(frame, camera)
    first = renderer.lands._lands
    drawing.draw(frame, camera)
    assert [k.array for k in renderer.lands._lands] == [k.array for k in first]
    drawing.draw(land(slope()), camera)
    assert renderer.lands._lands[0].mesh is not first[0].mesh
    drawing.draw(DrawListBuilder().build(), camera)
    assert renderer.lands._lands == []
