"""Casts of spheres and boxes against one shape: where they meet, worked out by hand."""

import math

import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import casts, colliders

HALF = math.sqrt(0.5)
NO_TURN = (0.0, 0.0, 0.0, 1.0)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LEFT, DOWN = (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0)


def turn(axis, degrees):
    return np.asarray(rotations.axis_angle(axis, math.radians(degrees)))


CUBE = colliders.box("cube", (0, 0, 0), (2, 2, 2))
BALL = colliders.sphere("ball", (0, 0, 0), 1.0)
SMALL = colliders.sphere("small", (0, 0, 0), 0.5)
PILL = colliders.capsule("pill", (0, 0, 0), 0.5, 3.0)  # its segment is y -1 .. 1
GROUND = colliders.plane("ground", (0, 0, 0))
BAR = colliders.box("bar", (0, 0, 0), (10, 1, 1), turn(X, 45))  # its upper edge is up at HALF
DIAMOND = turn(X, 45)  # seen along x


def sphere(row, o, d, radius):
    return casts.spherecast(colliders.build([row]), o, d, 20.0, radius)


def box(row, o, d, half, rotation=NO_TURN):
    return casts.boxcast(colliders.build([row]), o, rotation, half, d, 20.0)


def check(hit, distance, point, normal, inside=False):
    if distance is None:
        assert hit.collider[0] == -1
        assert hit.distance[0] == math.inf
        assert not hit.point.any()
        assert not hit.normal.any()
        assert not hit.inside[0]
        return
    assert hit.collider[0] == 0
    assert hit.inside[0] == inside
    assert hit.distance[0] == pytest.approx(distance, abs=1e-12)
    np.testing.assert_allclose(hit.point[0], point, atol=1e-12)
    np.testing.assert_allclose(hit.normal[0], normal, atol=1e-12)


@pytest.mark.parametrize(
    ("row", "o", "d", "radius", "distance", "point", "normal"),
    [
        (BALL, (-3, 0, 0), X, 0.5, 1.5, LEFT, LEFT),
        (BALL, (-3, 0.9, 0), (2, 0, 0), 0.5, 1.8, (-0.8, 0.6, 0), (-0.8, 0.6, 0)),
        (BALL, (-3, 1.5, 0), X, 0.5, 3, Y, Y),  # grazing
        (BALL, (-3, 1.500001, 0), X, 0.5, None, None, None),
        (PILL, (-3, 0.9, 0), X, 0.5, 2, (-0.5, 0.9, 0), LEFT),  # the wall
        (PILL, (-3, 1.6, 0), X, 0.5, 2.2, (-0.4, 1.3, 0), (-0.8, 0.6, 0)),  # a cap
        (PILL, (0, 5, 0), DOWN, 0.25, 3.25, (0, 1.5, 0), Y),
        (GROUND, (0, 2, 0), DOWN, 0.5, 1.5, (0, 0, 0), Y),
        (GROUND, (0, 2, 0), (4, -3, 0), 0.5, 2.5, (2, 0, 0), Y),
        (GROUND, (0, 2, 0), X, 0.5, None, None, None),
        (CUBE, (-3, 0.5, 0.5), X, 0.5, 1.5, (-1, 0.5, 0.5), LEFT),  # a face
        (CUBE, (-3, 1.3, 0), X, 0.5, 1.6, (-1, 1, 0), (-0.8, 0.6, 0)),  # an edge 0.3, 0.4 away
        (CUBE, (-3, 1.2, 1.3), X, 0.7, 1.4, (-1, 1, 1), (-6 / 7, 2 / 7, 3 / 7)),  # a corner
        (CUBE, (-3, 1.5, 0), X, 0.5, 2, (-1, 1, 0), Y),  # grazing a face, from its edge on
        (CUBE, (-3, 1.500001, 0), X, 0.5, None, None, None),
        (CUBE, (-2, 0, 0), (-1, 1, 0), HALF, None, None, None),  # leads away
        # Past the edge at 45 degrees: the line x - y = 3 is 0.5 sqrt 2 from the edge (1, -1).
        (CUBE, (4, 1, 0), (-1, -1, 0), HALF, 2.5 * math.sqrt(2), (1, -1, 0), (HALF, -HALF, 0)),
    ],
)
def test_spheres(row, o, d, radius, distance, point, normal):
    check(sphere(row, o, d, radius), distance, point, normal)


@pytest.mark.parametrize(
    ("row", "o", "d", "half", "rotation", "distance", "point", "normal"),
    [
        # Face on face: the middle of what they share.
        (CUBE, (-3, 0.5, 0.5), X, (0.5,) * 3, NO_TURN, 1.5, (-1, 0.5, 0.5), LEFT),
        (CUBE, (-3, 1.25, 0), X, (0.5,) * 3, NO_TURN, 1.5, (-1, 0.875, 0), LEFT),
        (CUBE, (-3, 0.2, 0), X, (0.5, 9, 9), NO_TURN, 1.5, LEFT, LEFT),
        # A diamond half above the face: a triangle (0, 0), (1, 1), (1, -1) of y and z.
        (CUBE, (-3, 1, 0), X, (0.5, HALF, HALF), DIAMOND, 1.5, (-1, 2 / 3, 0), LEFT),
        # An edge on a face, and part of one.
        (CUBE, (-3, 0.25, 0), X, (HALF,) * 3, turn(Y, 45), 1, (-1, 0.25, 0), LEFT),
        (CUBE, (-3, 1.25, 0), X, (HALF,) * 3, turn(Y, 45), 1, (-1, (1 + 1.25 - HALF) / 2, 0), LEFT),
        # A face on an edge: a bar's upper edge carries a plate.
        (BAR, (4.5, 3, 0.1), DOWN, (1, 0.5, 1), NO_TURN, 2.5 - HALF, (4.25, HALF, 0), Y),
        # Edge on edge: two bars crossing.
        (
            *(BAR, (0.3, 5, 0.2), DOWN, (5, 0.5, 0.5)),
            rotations.multiply(turn(Y, 90), turn(X, 45)),
            *(5 - 2 * HALF, (0.3, HALF, 0), Y),
        ),
        # Edge along edge: many planes part them; the normal is that of a face that does.
        (
            BAR,
            (4.5, 3, 0),
            DOWN,
            (1, 0.5, 0.5),
            turn(X, 45),
            3 - 2 * HALF,
            (4.25, HALF, 0),
            (0, HALF, HALF),
        ),
        # A corner on a face: the diagonal of a cube stands upright.
        (
            *(CUBE, (0.2, 5, 0.3), DOWN, (1 / math.sqrt(3),) * 3),
            rotations.shortest_arc((1, 1, 1), (0, 1, 0)),
            *(3, (0.2, 1, 0.3), Y),
        ),
        (CUBE, (-3, 2, 0), X, (1,) * 3, NO_TURN, 1, (-1, 1, 0), LEFT),  # grazing along an edge
        (CUBE, (-3, 2.000001, 0), X, (1,) * 3, NO_TURN, None, None, None),
        (CUBE, (-3, 0, 0), LEFT, (1,) * 3, NO_TURN, None, None, None),
        # Round shapes.
        (SMALL, (-3, 0.3, 0), X, (1,) * 3, NO_TURN, 1.5, (-0.5, 0, 0), LEFT),
        (SMALL, (-3, 1.3, 0), X, (1,) * 3, NO_TURN, 1.6, (-0.4, 0.3, 0), (-0.8, 0.6, 0)),
        (PILL, (-3, 0.2, 0), X, (0.5,) * 3, NO_TURN, 2, (-0.5, 0.2, 0), LEFT),
        (PILL, (-3, 1.25, 0), X, (0.5,) * 3, NO_TURN, 2, (-0.5, 0.875, 0), LEFT),
        (PILL, (-3, 1.8, 0), X, (0.5,) * 3, NO_TURN, 2.1, (-0.4, 1.3, 0), (-0.8, 0.6, 0)),
        (PILL, (-3, 0.2, 0.1), X, (HALF,) * 3, turn(Y, 45), 1.49, (-0.49, 0.2, 0.1), None),
        # The ground: flat, on an edge, on a corner.
        (GROUND, (3, 2, 1), DOWN, (0.5, 0.25, 0.5), NO_TURN, 1.75, (3, 0, 1), Y),
        (GROUND, (3, 2, 1), (3, -4, 0), (0.5,) * 3, NO_TURN, 1.875, (4.125, 0, 1), Y),
        (GROUND, (3, 2, 1), DOWN, (0.5, 0.5, 2), turn(Z, 45), 2 - HALF, (3, 0, 1), Y),
        (
            *(GROUND, (0.2, 5, 0.3), DOWN, (1 / math.sqrt(3),) * 3),
            rotations.shortest_arc((1, 1, 1), (0, 1, 0)),
            *(4, (0.2, 0, 0.3), Y),
        ),
    ],
)
def test_boxes(row, o, d, half, rotation, distance, point, normal):
    hit = box(row, o, d, half, rotation)
    if (
        distance is not None and normal is None
    ):  # the upright edge of a turned box on the wall of the capsule, at z = 0.1
        x = -math.sqrt(0.25 - 0.01)
        distance, point, normal = 2 + x, (x, 0.2, 0.1), (2 * x, 0, 0.2)
    check(hit, distance, point, normal)


def test_the_normal_at_crossed_edges_is_across_both():
    # The bar's upper edge runs along x; the other's lower edge along (1, 0, 1) with its own
    # cross section turned 45 degrees: it falls at a slant and meets the edge from the side.
    tilted = rotations.multiply(turn(Y, -45), turn(X, 45))
    hit = box(BAR, (0.2, 3, 0), (0.1, -1, 0.05), (5, 0.5, 0.5), tilted)
    assert hit.collider[0] == 0
    np.testing.assert_allclose(hit.normal[0], Y, atol=1e-12)  # the cross product of the two
    assert hit.distance[0] == pytest.approx((3 - 2 * HALF) * math.sqrt(1.0125), abs=1e-12)
    moved = (3 - 2 * HALF) * np.array([0.1, -1, 0.05]) + (0.2, 3, 0)
    # Over z = 0 the falling edge is moved.z back along (1, 0, 1).
    np.testing.assert_allclose(hit.point[0], (moved[0] - moved[2], HALF, 0), atol=1e-12)


@pytest.mark.parametrize(
    ("row", "o", "radius", "point", "normal"),
    [
        (CUBE, (1.2, 0.3, 0), 0.5, (1, 0.3, 0), X),
        (CUBE, (0.9, 0.3, 0), 0.5, (1, 0.3, 0), X),  # its centre inside too
        (CUBE, (1.3, 1.4, 0), 1.0, (1, 1, 0), (0.6, 0.8, 0)),
        (BALL, (0.6, 0.8, 0), 0.5, (0.6, 0.8, 0), (0.6, 0.8, 0)),
        (BALL, (0, 0, 0), 0.5, Y, Y),
        (PILL, (0.6, 0.5, 0), 0.5, (0.5, 0.5, 0), X),
        (GROUND, (3, -2, 1), 0.5, (3, 0, 1), Y),
        (CUBE, (0.9, 0.3, 0), 0.0, (1, 0.3, 0), X),
    ],
)
def test_spheres_that_start_overlapping(row, o, radius, point, normal):
    for d in (X, (0.3, -2, 1), Z):
        check(sphere(row, o, d, radius), 0, point, normal, inside=True)


@pytest.mark.parametrize(
    ("row", "o", "half", "rotation", "point", "normal"),
    [
        (CUBE, (1.2, 0.3, 0), (0.5,) * 3, NO_TURN, (1, 0.3, 0), X),
        (CUBE, (0.1, -0.8, 0), (0.25,) * 3, NO_TURN, (0.1, -1, 0), DOWN),  # wholly inside
        (CUBE, (1.2, 0.75, 0), (0.5,) * 3, NO_TURN, (1, 0.625, 0), X),
        (CUBE, (1.6, 0.2, 0), (HALF,) * 3, turn(Y, 45), (1, 0.2, 0), X),
        (
            *(BAR, (0.3, 1.3, 0.2), (5, 0.5, 0.5)),
            *(rotations.multiply(turn(Y, 90), turn(X, 45)), (0.3, HALF, 0), Y),
        ),
        (SMALL, (-1.4, 0.2, 0), (1,) * 3, NO_TURN, (-0.5, 0, 0), LEFT),
        (SMALL, (-1.24, 1.32, 0), (1,) * 3, NO_TURN, (-0.3, 0.4, 0), (-0.6, 0.8, 0)),
        (PILL, (-0.8, 0.2, 0), (0.5,) * 3, NO_TURN, (-0.5, 0.2, 0), LEFT),
        (PILL, (0.1, 1.8, 0), (0.5, 0.5, 0.5), NO_TURN, (0, 1.5, 0), Y),
        (GROUND, (3, -2, 1), (0.5,) * 3, NO_TURN, (3, 0, 1), Y),
        (GROUND, (3, 0.5, 1), (0.5, 0.5, 2), turn(Z, 45), (3, 0, 1), Y),
    ],
)
def test_boxes_that_start_overlapping(row, o, half, rotation, point, normal):
    for d in (X, (0.3, -2, 1), Z):
        check(box(row, o, d, half, rotation), 0, point, normal, inside=True)


def test_from_the_middle_of_an_equal_box_the_way_out_is_back():
    for d in (X, LEFT):
        check(box(CUBE, (0, 0, 0), d, (1,) * 3), 0, -np.array(d), -np.array(d), inside=True)


@pytest.mark.parametrize(
    ("row", "o", "normal"),
    [
        (CUBE, (-1.5, 0.2, 0), LEFT),
        (BALL, (-1.5, 0, 0), LEFT),
        (PILL, (-1, 0.3, 0), LEFT),
        (GROUND, (0, 0.5, 0), Y),
        (GROUND, (0, 0.5 + 5e-10, 0), Y),
        (GROUND, (0, 0.5 - 5e-10, 0), Y),
    ],
)
@pytest.mark.parametrize("kind", ["sphere", "box"])
def test_from_a_surface_what_leaves_or_slides_misses_and_what_moves_in_hits(kind, row, o, normal):
    out = np.asarray(normal)
    along = np.array((0.6, 0, 0.8)) if normal == Y else np.array((0, 0.6, 0.8))

    def cast(d):
        return sphere(row, o, d, 0.5) if kind == "sphere" else box(row, o, d, (0.5,) * 3)

    for d in (-out, along - 0.01 * out, along - 1e-6 * out):
        hit = cast(d)
        assert hit.collider[0] == 0
        assert hit.distance[0] == 0.0
        assert not hit.inside[0]
        np.testing.assert_allclose(hit.normal[0], normal, atol=1e-9)
    for d in (out, along + 0.01 * out, along, along - 1e-10 * out, -along):
        check(cast(d), None, None, None)


def test_a_box_that_touches_with_two_faces_at_an_edge_leaves_by_either():
    touching = (-2, 2, 0)  # one edge of each at x = -1, y = 1
    assert box(CUBE, touching, (1, -1, 0), (1,) * 3).distance[0] == 0.0
    for d in ((1, 0, 0), (0, -1, 0), (1, 1, 0), (-1, -1, 0), (1, 0, 5)):
        check(box(CUBE, touching, d, (1,) * 3), None, None, None)


def test_a_box_that_slides_on_the_floor_meets_the_wall():
    floor = colliders.box("floor", (0, -0.5, 0), (20, 1, 20), turn(Y, 30))
    world = colliders.build([GROUND, floor, colliders.box("wall", (0, 1, 5), (9, 2, 1))])
    for height in (0.5, 0.5 + 1e-12, 0.5 - 1e-12):
        for hit in (
            casts.boxcast(world, (1, height, 0), turn(Y, 90), (0.5,) * 3, Z, 20.0),
            casts.spherecast(world, (1, height, 0), Z, 20.0, 0.5),
        ):
            assert hit.collider[0] == 2
            assert hit.distance[0] == pytest.approx(4.0, abs=1e-12)
            np.testing.assert_allclose(hit.normal[0], (0, 0, -1), atol=1e-12)
            np.testing.assert_allclose(hit.point[0], (1, 0.5, 4.5), atol=1e-9)


def test_almost_parallel_faces_share_their_middle():
    # The rounding a walk leaves in a rotation must not throw the contact to a corner.
    for tilt in (0.0, 1e-15, -1e-12, 1e-9):
        hit = box(CUBE, (-3, 0.5, 0), X, (0.5,) * 3, turn(Z, math.degrees(tilt)))
        np.testing.assert_allclose(hit.point[0], (-1, 0.5, 0), atol=1e-8)
        np.testing.assert_allclose(hit.normal[0], LEFT, atol=1e-8)
    hit = box(CUBE, (-3, 0.5, 0), X, (0.5,) * 3, turn(Z, 1.0))
    assert hit.point[0][1] == pytest.approx(0.5 - 0.5 * math.cos(math.radians(1)), abs=0.01)
