"""Rays against one shape: faces, edges, grazing, parallel, from inside, from the surface."""

import math

import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import shapes
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE

NO_TURN = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
CUBE = (1.0, 1.0, 1.0)
BALL = (1.0, 0.0, 0.0)
PILL = (0.5, 1.0, 0.0)
HALF = math.sqrt(0.5)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
MISS = None


def cast(kind, size, o, d, at=ORIGIN, turn=NO_TURN):
    unit = tuple(np.asarray(d) / np.linalg.norm(d))
    return shapes.ray_hit(kind, at, turn, size, o, unit)


@pytest.mark.parametrize(
    ("kind", "size", "o", "d", "distance", "normal"),
    [
        (BOX, CUBE, (-3, 0.5, 0.5), X, 2, (-1, 0, 0)),
        (BOX, CUBE, (3, 0.5, 0.5), (-2, 0, 0), 2, X),
        (BOX, CUBE, (-3, 1, 0), X, 2, (-1, 0, 0)),  # along a face: closed, so it hits
        (BOX, CUBE, (-3, 1, 1), X, 2, (-1, 0, 0)),  # along an edge
        (BOX, CUBE, (-3, 1.0001, 0), X, MISS, None),  # just past
        (BOX, CUBE, (-3, 0, 0), (-1, 0, 0), MISS, None),  # behind
        (BOX, CUBE, (-3, 3, 0), Y, MISS, None),  # parallel to faces, beside
        (BOX, CUBE, (2, 0, 0), (-1, 1, 0), math.sqrt(2), X),  # grazes the edge (1, 1)
        (BOX, CUBE, (-2, -2, -2), (1, 1, 1), math.sqrt(3), (-1, 0, 0)),  # a corner: first axis
        (BOX, (0.0, 1.0, 1.0), (-3, 0, 0), X, 3, (-1, 0, 0)),  # no thickness
        (SPHERE, BALL, (-3, 0, 0), X, 2, (-1, 0, 0)),
        (SPHERE, BALL, (-3, 0.6, 0), X, 2.2, (-0.8, 0.6, 0)),
        (SPHERE, BALL, (-3, 1, 0), X, 3, Y),  # grazing
        (SPHERE, BALL, (-3, 1.0000001, 0), X, MISS, None),
        (SPHERE, BALL, (3, 0, 0), X, MISS, None),
        (CAPSULE, PILL, (-3, 0.9, 0), X, 2.5, (-1, 0, 0)),  # the wall
        (CAPSULE, PILL, (-3, 1.3, 0), X, 2.6, (-0.8, 0.6, 0)),  # the upper cap
        (CAPSULE, PILL, (0, 4, 0), (0, -1, 0), 2.5, Y),  # along the axis
        (CAPSULE, PILL, (0.3, 4, 0), (0, -1, 0), 2.6, (0.6, 0.8, 0)),
        (CAPSULE, PILL, (0.5, 4, 0), (0, -1, 0), 3, X),  # grazing all along the wall
        (CAPSULE, PILL, (0.6, 4, 0), (0, -1, 0), MISS, None),
        (CAPSULE, PILL, (-3, 1.6, 0), X, MISS, None),
        (CAPSULE, PILL, (-3, -1.3, 0), X, 2.6, (-0.8, -0.6, 0)),
        (PLANE, ORIGIN, (0, 2, 0), (0, -1, 0), 2, Y),
        (PLANE, ORIGIN, (0, 3, 0), (4, -3, 0), 5, Y),
        (PLANE, ORIGIN, (0, 2, 0), X, MISS, None),  # parallel above
        (PLANE, ORIGIN, (0, 2, 0), Y, MISS, None),
    ],
)
def test_from_outside(kind, size, o, d, distance, normal):
    t, point, n, inside = cast(kind, size, o, d)
    if distance is MISS:
        assert t == -1.0
        return
    assert t == pytest.approx(distance, abs=1e-12)
    np.testing.assert_allclose(n, normal, atol=1e-7 if distance == 3 else 1e-12)
    unit = np.asarray(d) / np.linalg.norm(d)
    np.testing.assert_allclose(point, np.asarray(o) + unit * distance, atol=1e-12)
    assert not inside


@pytest.mark.parametrize(
    ("kind", "size", "o", "d", "normal"),
    [
        (BOX, CUBE, (0.5, 0, 0), Y, X),  # the nearest way out, wherever the ray goes
        (BOX, CUBE, (0, 0, 0), Y, X),
        (SPHERE, BALL, (0, 0, -0.5), X, (0, 0, -1)),
        (SPHERE, BALL, ORIGIN, X, Y),
        (CAPSULE, PILL, (0, 0.5, 0.2), Y, Z),
        (CAPSULE, PILL, (0, 0.5, 0), Y, X),
        (PLANE, ORIGIN, (0, -2, 0), Y, Y),
    ],
)
def test_from_inside(kind, size, o, d, normal):
    t, point, n, inside = cast(kind, size, o, d)
    assert (t, tuple(point), inside) == (0.0, tuple(o), True)
    np.testing.assert_allclose(n, normal, atol=1e-12)


@pytest.mark.parametrize("off", [0.0, 1e-12, -1e-12, 1e-10, -1e-10])
@pytest.mark.parametrize(
    ("kind", "size", "o", "away"),
    [
        (BOX, CUBE, (1, 0.2, 0), X),
        (BOX, CUBE, (1, 0.2, 0), (1, 1, 0)),
        (SPHERE, BALL, (0, 0, 1), Z),
        (SPHERE, BALL, (0, 0, 1), (2, 0, 1)),
        (CAPSULE, PILL, (0.5, 0.3, 0), (1, -2, 0)),
        (CAPSULE, PILL, (0, 1.5, 0), Y),
        (PLANE, ORIGIN, (4, 0, 4), Y),
    ],
)
def test_from_the_surface_a_ray_that_leaves_misses_and_one_that_enters_hits(
    kind, size, o, away, off
):
    _, normal, _ = shapes.point_closest(kind, ORIGIN, NO_TURN, size, o)
    start = tuple(np.asarray(o) + np.asarray(normal) * off)
    assert cast(kind, size, start, away)[0] == -1.0
    t, _, n, inside = cast(kind, size, start, tuple(-np.asarray(away)))
    assert t == 0.0
    assert not inside
    np.testing.assert_allclose(n, normal, atol=1e-9)


def test_from_an_edge_a_ray_that_leaves_by_the_other_face_misses():
    assert cast(BOX, CUBE, (1.0, 1.0, 0.0), (-0.1, 1.0, 0.0))[0] == -1.0
    assert cast(BOX, CUBE, (1.0, 1.0, 0.0), (-0.1, -1.0, 0.0))[0] == 0.0
    assert cast(BOX, CUBE, (1.0, 1.0, 0.0), (0.0, 0.0, 1.0))[0] == 0.0  # along the edge: touching


def test_a_ray_bounced_off_a_shape_does_not_hit_it_again():
    random = np.random.default_rng(2)
    hits = 0
    for _ in range(2000):
        kind = int(random.integers(0, 3))
        size = tuple(random.uniform(0.2, 1.0, 3))
        turn = tuple(rotations.coerce(random.normal(size=4)).tolist())
        at = tuple(random.uniform(-20.0, 20.0, 3))
        o = tuple(np.asarray(at) + 5 * np.asarray(rotations.rotate(random_turn(random), X)))
        d = np.asarray(at) + random.uniform(-1.0, 1.0, 3) - o
        t, point, normal, _ = cast(kind, size, o, d, at, turn)
        if t < 0.0:
            continue
        hits += 1
        unit = d / np.linalg.norm(d)
        slope = float(unit @ normal)
        assert slope <= 1e-9  # a hit faces the ray
        bounced = unit - 2 * slope * np.asarray(normal)
        if slope < -1e-6:
            assert cast(kind, size, point, bounced, at, turn)[0] == -1.0
            assert cast(kind, size, point, unit, at, turn)[0] == 0.0
    assert hits > 500


def random_turn(random):
    return rotations.coerce(random.normal(size=4))


def test_turned_box():
    turn = tuple(rotations.axis_angle((0, 0, 1), math.pi / 4).tolist())
    t, point, normal, _ = cast(BOX, CUBE, (-3.0, 0.5, 0.0), X, turn=turn)
    # the box's left corner is at -sqrt 2; half a metre up, the face is at -sqrt 2 + 0.5
    assert t == pytest.approx(3 - math.sqrt(2) + 0.5)
    np.testing.assert_allclose(point, (-math.sqrt(2) + 0.5, 0.5, 0), atol=1e-12)
    np.testing.assert_allclose(normal, (-HALF, HALF, 0), atol=1e-12)


def test_a_point_far_away_is_hit_where_it_is():
    t, point, _, _ = cast(SPHERE, BALL, (-1e6, 0.6, 0.0), X)
    assert t == pytest.approx(1e6 - 0.8, abs=1e-9)
    np.testing.assert_allclose(point, (-0.8, 0.6, 0), atol=1e-9)
