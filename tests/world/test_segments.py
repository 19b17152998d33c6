"""Segments against shapes: apart, touching, piercing; the shortest way out."""

import math

import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import segment, shapes
from behave.world.box import box_segment, clip
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE

NO_TURN = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)
CUBE = (1.0, 1.0, 1.0)
SQRT2 = math.sqrt(2.0)


def check(got, t, point, normal, distance):
    assert got[0] == pytest.approx(t, abs=1e-12)
    np.testing.assert_allclose(got[1], point, atol=1e-12)
    np.testing.assert_allclose(got[2], np.asarray(normal), atol=1e-12)
    assert got[3] == pytest.approx(distance, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "t", "point", "normal", "distance"),
    [
        ((3, -3, 0), (3, 3, 0), 0.5, (1, 0, 0), (1, 0, 0), 2),  # beside: middle of the stretch
        ((3, 0.5, 0), (3, 4.5, 0), 0.0625, (1, 0.75, 0), (1, 0, 0), 2),
        ((3, 2, 0), (5, 4, 0), 0, (1, 1, 0), (2 / math.sqrt(5), 1 / math.sqrt(5), 0), math.sqrt(5)),
        ((4, 0, 0), (0, 4, 0), 0.5, (1, 1, 0), (1 / SQRT2, 1 / SQRT2, 0), SQRT2),  # past an edge
        ((1, -3, 3), (1, 3, 3), 0.5, (1, 0, 1), (0, 0, 1), 2),
        ((2, 2, 2), (2, 2, 2), 0.5, CUBE, (1 / math.sqrt(3),) * 3, math.sqrt(3)),  # no length
    ],
)
def test_box_from_outside(a, b, t, point, normal, distance):
    got = shapes.segment_closest(BOX, ORIGIN, NO_TURN, CUBE, a, b)
    check(got, t, point, normal, distance)


@pytest.mark.parametrize(
    ("a", "b", "t", "point", "normal", "distance"),
    [
        # Straight through near one face: out sideways, at the middle of what is inside.
        ((0.5, -3, 0), (0.5, 3, 0), 0.5, (1, 0, 0), (1, 0, 0), -0.5),
        # An end pokes in from above: out again the way it came.
        ((0, 0.75, 0), (0, 3, 0), 0, (0, 1, 0), (0, 1, 0), -0.25),
        ((0, 3, 0), (0, 0.75, 0), 1, (0, 1, 0), (0, 1, 0), -0.25),
        # Wholly inside, along y: the x faces are nearest.
        ((0.2, -0.1, 0), (0.2, 0.1, 0), 0.5, (1, 0, 0), (1, 0, 0), -0.8),
        # Cutting a corner: out over the edge, (1 + 1 - 1.7) / sqrt 2.
        ((1.5, 0.2, 0), (0.2, 1.5, 0), 0.5, (1, 1, 0), (1 / SQRT2, 1 / SQRT2, 0), -0.3 / SQRT2),
        # Lying in a face: touching.
        ((1, -0.5, 0), (1, 0.5, 0), 0.5, (1, 0, 0), (1, 0, 0), 0),
        # A point at the centre.
        ((0, 0, 0), (0, 0, 0), 0.5, (1, 0, 0), (1, 0, 0), -1),
    ],
)
def test_box_from_inside(a, b, t, point, normal, distance):
    got = shapes.segment_closest(BOX, ORIGIN, NO_TURN, CUBE, a, b)
    check(got, t, point, normal, distance)


def test_sphere():
    ball = (1.0, 0.0, 0.0)
    got = shapes.segment_closest(SPHERE, ORIGIN, NO_TURN, ball, (3.0, -1.0, 0.0), (3.0, 3.0, 0.0))
    check(got, 0.25, (1, 0, 0), (1, 0, 0), 2)
    got = shapes.segment_closest(SPHERE, ORIGIN, NO_TURN, ball, (0.4, -9.0, 0.0), (0.4, 9.0, 0.0))
    check(got, 0.5, (1, 0, 0), (1, 0, 0), -0.6)
    # Through the centre, upright: sideways, never up the segment.
    got = shapes.segment_closest(SPHERE, ORIGIN, NO_TURN, ball, (0.0, -9.0, 0.0), (0.0, 9.0, 0.0))
    check(got, 0.5, (1, 0, 0), (1, 0, 0), -1)
    # Through the centre, level: up.
    got = shapes.segment_closest(SPHERE, ORIGIN, NO_TURN, ball, (-9.0, 0.0, 0.0), (9.0, 0.0, 0.0))
    check(got, 0.5, (0, 1, 0), (0, 1, 0), -1)


def test_capsule():
    size = (0.5, 1.0, 0.0)
    beside = ((2.0, 0.0, 0.0), (2.0, 4.0, 0.0))  # shares y 0 .. 1 with the capsule's segment
    check(
        shapes.segment_closest(CAPSULE, ORIGIN, NO_TURN, size, *beside),
        0.125,
        (0.5, 0.5, 0),
        (1, 0, 0),
        1.5,
    )
    crossing = ((-2.0, 0.0, 0.1), (2.0, 0.0, 0.1))
    check(
        shapes.segment_closest(CAPSULE, ORIGIN, NO_TURN, size, *crossing),
        0.5,
        (0, 0, 0.5),
        (0, 0, 1),
        -0.4,
    )
    # Exactly through the axis: across both.
    got = shapes.segment_closest(CAPSULE, ORIGIN, NO_TURN, size, (-2.0, 0.0, 0.0), (2.0, 0.0, 0.0))
    assert abs(got[2][2]) == 1.0
    assert got[3] == -0.5
    # Along the same axis, one in the other: sideways.
    got = shapes.segment_closest(CAPSULE, ORIGIN, NO_TURN, size, (0.0, -0.5, 0.0), (0.0, 5.0, 0.0))
    check(got, 0.75 / 5.5, (0.5, 0.25, 0), (1, 0, 0), -0.5)


def test_plane():
    got = shapes.segment_closest(PLANE, ORIGIN, NO_TURN, ORIGIN, (1.0, 3.0, 0.0), (2.0, 2.0, 0.0))
    check(got, 1, (2, 0, 0), (0, 1, 0), 2)
    got = shapes.segment_closest(PLANE, ORIGIN, NO_TURN, ORIGIN, (1.0, -3.0, 0.0), (2.0, 2.0, 0.0))
    check(got, 0, (1, 0, 0), (0, 1, 0), -3)
    got = shapes.segment_closest(PLANE, ORIGIN, NO_TURN, ORIGIN, (0.0, 1.0, 0.0), (2.0, 1.0, 0.0))
    check(got, 0.5, (1, 0, 0), (0, 1, 0), 1)


@pytest.mark.parametrize("angle", [0.0, 1e-14, 1e-11, 1e-9, 1e-6, 1e-3, 1.0])
def test_segments_at_every_angle_down_to_parallel(angle):
    # Two segments of length 4 in planes 1 apart, crossing (seen from above) at their middles.
    a, b = (-2.0, 0.0, 0.0), (2.0, 0.0, 0.0)
    reach = (2.0 * math.cos(angle), 1.0, 2.0 * math.sin(angle))
    p, q = (-reach[0], 1.0, -reach[2]), reach
    t, s = segment.between_segments(a, b, p, q)
    first = np.add(a, np.multiply(np.subtract(b, a), t))
    second = np.add(p, np.multiply(np.subtract(q, p), s))
    assert np.linalg.norm(first - second) == pytest.approx(1.0, abs=1e-15)


def test_against_the_nearest_of_many_points():
    random = np.random.default_rng(11)
    shares = np.linspace(0.0, 1.0, 2001)
    for _ in range(400):
        half = tuple(random.uniform(0.1, 2.0, 3))
        a, b = random.uniform(-4.0, 4.0, (2, 3))
        t, point, _, distance = box_segment(half, tuple(a), tuple(b))
        along = a + np.outer(shares, b - a)
        outside = np.abs(along) - half
        gaps = np.linalg.norm(np.maximum(outside, 0.0), axis=1)
        best = gaps.min()
        if distance > 0.0:
            # Sampling can only miss by the curvature over one step.
            assert distance <= best + 1e-12
            assert best - distance < 1e-4 * (1.0 + 1.0 / distance)
            at = a + (b - a) * t
            assert np.linalg.norm(at - point) == pytest.approx(distance, abs=1e-12)
        else:
            assert best < 0.01


def meets(half, a, b):
    first, last = clip(half, tuple(a), tuple(b - a), 1.0)
    return first <= last


def test_the_way_out_of_a_box_frees_the_segment_and_no_other_is_shorter():
    random = np.random.default_rng(5)
    pierced = edges = 0
    for _ in range(1500):
        half = tuple(random.uniform(0.2, 2.0, 3))
        a, b = random.uniform(-2.0, 2.0, (2, 3))
        _, _, normal, distance = box_segment(half, tuple(a), tuple(b))
        if distance >= 0.0:
            assert not meets(half, a, b) or distance == 0.0
            continue
        assert meets(half, a, b)
        pierced += 1
        edges += max(np.abs(normal)) < 0.999999
        out = np.multiply(normal, -distance * (1.0 + 1e-9) + 1e-12)
        assert not meets(half, a + out, b + out)
        ways = random.normal(size=(40, 3))
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        for way in np.vstack((ways, np.eye(3), -np.eye(3), [normal])):
            nearly = way * (-distance * (1.0 - 1e-9) - 1e-12)
            assert meets(half, a + nearly, b + nearly)
    assert pierced > 500
    assert edges > 50  # ways out over an edge were among them


def test_turned_and_moved_shapes_give_the_turned_and_moved_answer():
    random = np.random.default_rng(3)
    for _ in range(300):
        kind = int(random.integers(0, 4))
        size = tuple(random.uniform(0.1, 1.5, 3))
        turn = rotations.coerce(random.normal(size=4))
        at = random.uniform(-3.0, 3.0, 3)
        a, b = random.uniform(-2.0, 2.0, (2, 3))
        plain = shapes.segment_closest(kind, ORIGIN, NO_TURN, size, tuple(a), tuple(b))
        ends = [tuple(at + np.asarray(rotations.rotate(turn, end))) for end in (a, b)]
        moved = shapes.segment_closest(kind, tuple(at), tuple(turn.tolist()), size, *ends)
        check(
            moved,
            plain[0],
            at + np.asarray(rotations.rotate(turn, plain[1])),
            rotations.rotate(turn, plain[2]),
            plain[3],
        )
