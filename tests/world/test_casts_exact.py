"""Thousands of random casts against exact distances (``convex``).

The distance of two convex shapes is convex along a straight move, so a cast is right if and
only if the two touch where it ends and were apart just before; a miss if the least distance on
the way is more than nothing. Half of the scenes are on a grid, where faces, edges and corners
fall together and grazing is the rule. No disagreement is left over.
"""

import numpy as np
import pytest

from behave.world import casts, colliders
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE
from tests.world.convex import (
    Difference,
    collider,
    least,
    scattered,
    shortest_way_out,
    stacked,
    unit,
)

POINT = (SPHERE, (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
REACH = 8.0
EXACT = 1e-9


def free(random, kind):
    """A cast anywhere, roughly at the collider: ``(shape, origin, turn, half, direction)``."""
    shape = scattered(random, kind)
    origin = random.uniform(-4, 4, 3)
    along = shape[1] - origin + random.normal(size=3) * 1.5
    return shape, origin, unit(random.normal(size=4)), random.uniform(0.05, 1.0, 3), along


def gridded(random, kind):
    """The same on a grid; sizes may be zero."""
    shape = stacked(random, kind)
    along = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 1, 1)])
    along = along[random.integers(6)] * random.choice((-1.0, 1.0))
    beside = random.integers(-2, 3, 3) * 0.25 * (random.random(3) < 0.6)
    origin = shape[1] - along * random.integers(0, 5) * 0.5 + beside
    turn = stacked(random, BOX)[2]
    return shape, origin, turn, random.integers(0, 4, 3) * 0.25, along


def check_hit(random, difference, shape, moving, offset, along, hit):
    """The hit is where it says, as it says, and not later than the first touch."""
    normal, point = hit.normal[0], hit.point[0] - shape[1]
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
    if hit.inside[0]:
        assert hit.distance[0] == 0.0
        depth = -difference.separation(offset, normal)
        assert depth > EXACT
        assert depth <= shortest_way_out(random, difference, offset) + 1e-12
        end = offset + normal * depth
    else:
        end = offset + along * hit.distance[0]
        assert abs(difference.distance(end)[0]) <= EXACT
        if hit.distance[0] > 0.0:
            before = max(hit.distance[0] - 1e-4, 0.0)
            assert difference.distance(offset + along * before)[0] > 0.0
    # The normal parts the two, and the point is on both, where they are parted.
    assert abs(difference.separation(end, normal)) <= EXACT
    theirs = Difference(POINT, (shape[0], shape[2], shape[3]))
    assert abs(theirs.distance(point)[0]) <= EXACT
    if shape[0] != PLANE:
        assert abs(theirs.separation(point, normal)) <= EXACT
    assert Difference(POINT, moving).distance(point - end)[0] <= 2 * EXACT


def check_miss(difference, moving, fixed, offset, along):
    """They are apart all the way; or touched at the start and never go in.

    Then a collider a ten millionth smaller (a plane: lower) is not touched at all.
    """
    if abs(difference.distance(offset)[0]) < 2 * EXACT:
        kind, turn, size = fixed
        difference = Difference(moving, (kind, turn, np.maximum(size - 1e-7, 0.0)))
        if kind == PLANE:
            offset = offset + difference.up * 1e-7
    gap = least(lambda t: difference.distance(offset + np.multiply.outer(t, along)), 0, REACH)
    # Where round shapes pass at exactly their radii, the last bit decides.
    assert gap > (-1e-14 if difference.radius > 0.0 else 1e-10)


@pytest.mark.parametrize("kind", [BOX, SPHERE, CAPSULE, PLANE])
@pytest.mark.parametrize("moves", [BOX, SPHERE])
@pytest.mark.parametrize("make", [free, gridded])
def test_every_cast_ends_at_the_first_touch(make, moves, kind):
    random = np.random.default_rng(47)
    count = {"hit": 0, "inside": 0, "miss": 0}
    for _ in range(160):
        shape, origin, turn, half, along = make(random, kind)
        if moves == SPHERE:
            turn, half = np.array((0.0, 0, 0, 1)), np.maximum(half, 0.05) * (1, 0, 0)
        world = colliders.build([collider("it", *shape)])
        if moves == BOX:
            hit = casts.boxcast(world, origin, turn, half, along, REACH)
        else:
            hit = casts.spherecast(world, origin, along, REACH, half[0])
        fixed = (shape[0], world.rotation[0], shape[3])
        moving, offset = (moves, turn, half), origin - shape[1]
        difference = Difference(moving, fixed)
        if hit.collider[0] >= 0:
            check_hit(random, difference, shape, moving, offset, unit(along), hit)
        else:
            check_miss(difference, moving, fixed, offset, unit(along))
        count["inside" if hit.inside[0] else ("miss" if hit.collider[0] < 0 else "hit")] += 1
    assert count["hit"] > 25
    assert count["miss"] + count["inside"] > 20


def test_a_sphere_against_a_box_is_a_box_against_a_sphere():
    """Two ways to compute one answer: in the box's frame, and in the moving one's."""
    random = np.random.default_rng(53)
    hits = 0
    for _ in range(600):
        box, origin, _, half, along = free(random, BOX)
        radius = half[0]
        there = colliders.build([collider("box", *box)])
        here = colliders.build([colliders.sphere("ball", origin, radius)])
        ahead = casts.spherecast(there, origin, along, REACH, radius)
        back = casts.boxcast(here, box[1], box[2], box[3], -along, REACH)
        assert ahead.collider[0] == back.collider[0]
        assert ahead.inside[0] == back.inside[0]
        if ahead.collider[0] >= 0:
            hits += 1
            assert ahead.distance[0] == pytest.approx(back.distance[0], abs=1e-9)
            np.testing.assert_allclose(ahead.normal[0], -back.normal[0], atol=1e-7)
            if not ahead.inside[0]:
                met = back.point[0] + unit(along) * ahead.distance[0]
                np.testing.assert_allclose(ahead.point[0], met, atol=1e-7)
    assert hits > 250


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e6])
def test_far_from_the_origin_the_answer_keeps_its_digits(shift):
    random = np.random.default_rng(59)
    for kind in (BOX, SPHERE, CAPSULE):
        for _ in range(40):
            shape, origin, turn, half, along = free(random, kind)
            moved = np.array((shift, 0.5 * shift, -shift))
            answers = []
            for away in (0.0, 1.0):
                # Both are rounded alike, so the two scenes are the same but for the shift.
                at, start = shape[1] + moved - moved, origin + moved - moved
                world = colliders.build(
                    [collider("it", kind, at + away * moved, shape[2], shape[3])]
                )
                answers.append(casts.boxcast(world, start + away * moved, turn, half, along, REACH))
            assert answers[0].collider[0] == answers[1].collider[0]
            if answers[0].collider[0] >= 0:
                near, far = answers
                assert far.distance[0] == pytest.approx(near.distance[0], abs=1e-15 * shift + 1e-12)
