"""The closest surface point of a shape: from outside, from inside, at edges, at the centre."""

import math

import numpy as np
import pytest
import trimesh

from behave.kernel import rotations
from behave.world import shapes
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE

NO_TURN = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
HALF = math.sqrt(0.5)
LEFT_TURN = (0.0, HALF, 0.0, HALF)
BRICK = (1.0, 2.0, 3.0)


def check(got, point, normal, distance):
    np.testing.assert_allclose(got[0], point, atol=1e-12)
    np.testing.assert_allclose(got[1], normal, atol=1e-12)
    assert got[2] == pytest.approx(distance, abs=1e-12)


@pytest.mark.parametrize(
    ("p", "point", "normal", "distance"),
    [
        ((4, 1, 1), (1, 1, 1), (1, 0, 0), 3),  # a face
        ((1, -5, 0), (1, -2, 0), (0, -1, 0), 3),  # straight below an edge
        ((4, 6, 0), (1, 2, 0), (0.6, 0.8, 0), 5),  # an edge
        ((2, 4, 5), (1, 2, 3), (1 / 3, 2 / 3, 2 / 3), 3),  # a corner
        ((0.75, 0, 0), (1, 0, 0), (1, 0, 0), -0.25),  # inside
        ((-0.75, 1.5, 1), (-1, 1.5, 1), (-1, 0, 0), -0.25),
        ((0, 1.9, 2.95), (0, 1.9, 3), (0, 0, 1), -0.05),
        ((0, 0, 0), (1, 0, 0), (1, 0, 0), -1),  # the centre: +x, the first nearest face
        ((0, 1, 2), (1, 1, 2), (1, 0, 0), -1),  # equally near: the first axis
        ((1, 0, 0), (1, 0, 0), (1, 0, 0), 0),  # on a face
        ((1, 2, 0), (1, 2, 0), (1, 0, 0), 0),  # on an edge
        ((1, 2, 3), (1, 2, 3), (1, 0, 0), 0),  # on a corner
        ((0, -2, 0), (0, -2, 0), (0, -1, 0), 0),
    ],
)
def test_box(p, point, normal, distance):
    check(shapes.point_closest(BOX, ORIGIN, NO_TURN, BRICK, p), point, normal, distance)


def test_box_turned_and_moved():
    # A quarter turn to the left takes the box's +z to world +x, its +x to world -z.
    got = shapes.point_closest(BOX, (10.0, 0.0, 0.0), LEFT_TURN, BRICK, (15.0, 0.0, 0.5))
    check(got, (13, 0, 0.5), (1, 0, 0), 2)
    got = shapes.point_closest(BOX, (10.0, 0.0, 0.0), LEFT_TURN, BRICK, (10.0, 0.0, 0.8))
    check(got, (10, 0, 1), (0, 0, 1), -0.2)


@pytest.mark.parametrize(
    ("p", "point", "normal", "distance"),
    [
        ((0, 0, 5), (0, 0, 2), (0, 0, 1), 3),
        ((3, 4, 0), (1.2, 1.6, 0), (0.6, 0.8, 0), 3),
        ((0.5, 0, 0), (2, 0, 0), (1, 0, 0), -1.5),
        ((0, 0, 0), (0, 2, 0), (0, 1, 0), -2),  # the centre: world up
        ((0, -2, 0), (0, -2, 0), (0, -1, 0), 0),
    ],
)
def test_sphere(p, point, normal, distance):
    got = shapes.point_closest(SPHERE, ORIGIN, NO_TURN, (2.0, 0.0, 0.0), p)
    check(got, point, normal, distance)


@pytest.mark.parametrize(
    ("p", "point", "normal", "distance"),
    [
        ((3, 0.5, 0), (0.5, 0.5, 0), (1, 0, 0), 2.5),
        ((0, 4, 0), (0, 1.5, 0), (0, 1, 0), 2.5),
        ((3, 5, 0), (0.3, 1.4, 0), (0.6, 0.8, 0), 4.5),
        ((0.2, 0, 0), (0.5, 0, 0), (1, 0, 0), -0.3),
        ((0, 0.3, 0), (0.5, 0.3, 0), (1, 0, 0), -0.5),  # on the axis: its own +x
        ((0, 1.2, 0), (0, 1.5, 0), (0, 1, 0), -0.3),  # in the cap
    ],
)
def test_capsule(p, point, normal, distance):
    got = shapes.point_closest(CAPSULE, ORIGIN, NO_TURN, (0.5, 1.0, 0.0), p)
    check(got, point, normal, distance)


def test_capsule_on_its_axis_when_turned():
    got = shapes.point_closest(CAPSULE, ORIGIN, LEFT_TURN, (0.5, 1.0, 0.0), ORIGIN)
    check(got, (0, 0, -0.5), (0, 0, -1), -0.5)
    almost = shapes.point_closest(CAPSULE, ORIGIN, LEFT_TURN, (0.5, 1.0, 0.0), (0.0, 0.3, 1e-17))
    check(almost, (0, 0.3, -0.5), (0, 0, -1), -0.5)  # rounding is no direction


def test_capsule_without_length_is_a_sphere():
    got = shapes.point_closest(CAPSULE, ORIGIN, NO_TURN, (0.5, 0.0, 0.0), (0.0, 0.0, -2.0))
    check(got, (0, 0, -0.5), (0, 0, -1), 1.5)


def test_plane():
    at = (0.0, 1.0, 0.0)
    check(
        shapes.point_closest(PLANE, at, NO_TURN, ORIGIN, (3.0, 4.0, 5.0)), (3, 1, 5), (0, 1, 0), 3
    )
    check(
        shapes.point_closest(PLANE, at, NO_TURN, ORIGIN, (3.0, -4.0, 5.0)), (3, 1, 5), (0, 1, 0), -5
    )
    tilt = tuple(rotations.axis_angle((0, 0, 1), math.pi / 4).tolist())  # +y to (-1, 1, 0)
    got = shapes.point_closest(PLANE, ORIGIN, tilt, ORIGIN, (-1.0, 1.0, 0.0))
    check(got, (0, 0, 0), (-HALF, HALF, 0), math.sqrt(2))


def test_box_against_the_triangles_of_a_mesh():
    random = np.random.default_rng(7)
    for _ in range(25):
        half = random.uniform(0.05, 3.0, 3)
        at = random.uniform(-5.0, 5.0, 3)
        turn = rotations.coerce(random.normal(size=4))
        axes = np.stack([np.asarray(axis) for axis in rotations.basis(turn)], axis=1)
        mesh = trimesh.creation.box(extents=2 * half)
        triangles = mesh.triangles @ axes.T + at
        points = at + (random.uniform(-1.6, 1.6, (40, 3)) * half) @ axes.T
        for p in points:
            point, normal, distance = shapes.point_closest(
                BOX, tuple(at), tuple(turn.tolist()), tuple(half), tuple(p)
            )
            nearest = trimesh.triangles.closest_point(triangles, np.tile(p, (len(triangles), 1)))
            want = np.linalg.norm(nearest - p, axis=1).min()
            inside = np.all(np.abs((p - at) @ axes) < half)
            assert distance == pytest.approx(-want if inside else want, abs=1e-9)
            assert np.linalg.norm(np.subtract(p, point)) == pytest.approx(want, abs=1e-9)
            # Following the normal from the surface by the signed distance comes back to p.
            np.testing.assert_allclose(np.add(point, np.multiply(normal, distance)), p, atol=1e-9)
