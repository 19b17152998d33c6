"""Whether two shapes meet: every pair, touching, and boxes only an edge direction tells apart."""

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


def meet(kind, size, other, other_size, at, turn=NO_TURN):
    """Both ways round, where both ways exist: the first at the origin, the other at ``at``."""
    forward = shapes.overlap(kind, ORIGIN, NO_TURN, size, other, at, turn, other_size)
    if other != PLANE:
        back = shapes.overlap(other, at, turn, other_size, kind, ORIGIN, NO_TURN, size)
        assert back == forward
    return forward


@pytest.mark.parametrize(
    ("kind", "size", "other", "other_size", "touching"),
    [
        (BOX, CUBE, BOX, (0.5, 0.5, 0.5), (1.5, 0, 0)),
        (BOX, CUBE, BOX, (0.5, 0.5, 0.5), (1.5, 1.5, 0)),
        (BOX, CUBE, BOX, (0.5, 0.5, 0.5), (1.5, 1.5, -1.5)),
        (BOX, CUBE, SPHERE, BALL, (0, 2, 0)),
        (BOX, CUBE, SPHERE, (5.0, 0, 0), (4, 5, 0)),  # an edge 3, 4 away
        (BOX, CUBE, CAPSULE, PILL, (1.5, 0, 0)),
        (BOX, CUBE, CAPSULE, PILL, (0, 2.5, 0)),
        (BOX, CUBE, CAPSULE, (5.0, 1.0, 0), (4, 0, 5)),
        (SPHERE, BALL, SPHERE, (1.5, 0, 0), (1.5, 2, 0)),
        (SPHERE, BALL, CAPSULE, PILL, (1.5, 0.7, 0)),
        (SPHERE, BALL, CAPSULE, (4.0, 1.0, 0), (3, 5, 0)),
        (CAPSULE, PILL, CAPSULE, (0.25, 2.0, 0), (0.75, 0.5, 0)),
        (CAPSULE, PILL, CAPSULE, (4.5, 1.0, 0), (3, 6, 0)),
        (BOX, CUBE, PLANE, ORIGIN, (7, -1, 7)),
        (SPHERE, BALL, PLANE, ORIGIN, (7, -1, 7)),
        (CAPSULE, PILL, PLANE, ORIGIN, (7, -1.5, 7)),
    ],
)
def test_touching_meets_and_a_hair_more_does_not(kind, size, other, other_size, touching):
    at = np.asarray(touching, dtype=float)
    assert meet(kind, size, other, other_size, tuple(at))
    assert meet(kind, size, other, other_size, tuple(at * (1 - 1e-9)))
    if other == PLANE:
        assert not meet(kind, size, other, other_size, tuple(at - (0, 1e-9, 0)))
        assert meet(kind, size, other, other_size, (0.0, 50.0, 0.0))  # wholly under ground
    else:
        assert not meet(kind, size, other, other_size, tuple(at * (1 + 1e-9)))
        assert meet(kind, size, other, other_size, ORIGIN)


def test_boxes_that_only_a_product_of_edges_tells_apart():
    # Two long bars crossing at right angles seen from their common edge normal, each turned
    # 45 degrees about its own length: edge over edge, sqrt 2 / 2 + sqrt 2 / 2 apart when touching.
    bar = (5.0, 0.5, 0.5)
    flat = rotations.axis_angle((1, 0, 0), math.pi / 4)
    across = rotations.multiply(rotations.axis_angle((0, 1, 0), math.pi / 2), flat)
    first, second = tuple(flat.tolist()), tuple(across.tolist())
    gap = math.sqrt(0.5) * 2

    def at(height):
        return shapes.overlap(BOX, ORIGIN, first, bar, BOX, (0.3, height, 0.2), second, bar)

    assert at(gap - 1e-9)
    assert not at(gap + 1e-9)


def axes_of(turn):
    """The axes of something turned, as rows: the columns of its rotation matrix."""
    x, y, z, w = turn
    return np.array(
        (
            (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
        )
    )


def test_boxes_as_fifteen_projections_in_the_world_tell():
    """Against the same theorem written over world axes with arrays."""
    random = np.random.default_rng(11)
    told = np.zeros(15, int)
    for _ in range(1500):
        turns = random.normal(size=(2, 4))
        turns /= np.linalg.norm(turns, axis=1)[:, np.newaxis]
        half = random.uniform(0.05, 1.0, (2, 3)) * random.choice((1.0, 0.1), (2, 3))
        at = random.normal(0.0, 0.6, 3)
        axes = [axes_of(turn) for turn in turns]
        edges = np.cross(axes[0][:, np.newaxis], axes[1][np.newaxis]).reshape(9, 3)
        units = np.concatenate((*axes, edges))
        units /= np.linalg.norm(units, axis=1)[:, np.newaxis]
        reach = sum(np.abs(units @ own.T) @ size for own, size in zip(axes, half, strict=True))
        gaps = np.abs(units @ at) - reach
        if abs(max(gaps)) < 1e-9:
            continue
        apart = gaps > 0.0
        told += apart & (apart.sum() == 1)
        first, second = (tuple(turn.tolist()) for turn in turns)
        own, other = (tuple(size.tolist()) for size in half)
        found = shapes.overlap(BOX, ORIGIN, first, own, BOX, tuple(at.tolist()), second, other)
        assert found == (not apart.any())
    assert (told > 0).all()  # each of them alone at some time


def test_turned_box_over_ground():
    turn = tuple(rotations.axis_angle((0, 0, 1), math.pi / 4).tolist())
    for height, want in ((math.sqrt(2) - 1e-9, True), (math.sqrt(2) + 1e-9, False)):
        ground = (PLANE, ORIGIN, NO_TURN, ORIGIN)
        assert shapes.overlap(BOX, (0.0, height, 0.0), turn, CUBE, *ground) is want


@pytest.mark.parametrize("kind", [BOX, SPHERE, CAPSULE])
@pytest.mark.parametrize("other", [BOX, SPHERE, CAPSULE, PLANE])
def test_nan_meets_nothing(kind, other):
    size, lost = (0.5, 0.5, 0.5), (math.nan, 0.0, 0.0)
    assert not shapes.overlap(kind, lost, NO_TURN, size, other, ORIGIN, NO_TURN, size)
    turn = (math.nan, 0.0, 0.0, 1.0)
    if kind != SPHERE:
        assert not shapes.overlap(kind, ORIGIN, turn, size, other, ORIGIN, NO_TURN, size)


def test_a_point_zone_is_where_it_is():
    assert meet(SPHERE, ORIGIN, BOX, CUBE, (1.0, 1.0, 1.0))
    assert not meet(SPHERE, ORIGIN, BOX, CUBE, (1.0, 1.0, 1.0 + 1e-9))
