"""Thousands of random points and pairs against exact distances (``convex``)."""

import numpy as np
import pytest

from behave.world import colliders, queries
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE
from tests.world.convex import (
    Difference,
    collider,
    matrix,
    scattered,
    shortest_way_out,
    stacked,
    unit,
)

POINT = (SPHERE, (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
KINDS = (BOX, SPHERE, CAPSULE, PLANE)


def around(random, shape, count):
    """Points near a shape, a good part of them inside, some on its middle lines."""
    kind, at, turn, size = shape
    r, h, _ = size
    reach = {BOX: size, SPHERE: (r, r, r), CAPSULE: (r, r + h, r), PLANE: (1.0, 0.5, 1.0)}[kind]
    reach = 1.2 * np.asarray(reach)
    local = random.uniform(-1, 1, (count, 3)) * reach * (random.random((count, 3)) < 0.9)
    return at + local @ matrix(turn).T


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", [scattered, stacked])
def test_the_closest_point_is_on_the_surface_and_no_other_is_nearer(make, kind):
    random = np.random.default_rng(73)
    inside = outside = 0
    for _ in range(25):
        shape = make(random, kind)
        world = colliders.build([collider("it", *shape)])
        turn = world.rotation[0]
        points = around(random, shape, 16)
        got = queries.closest(world, np.zeros(16, np.int64), points)
        difference = Difference(POINT, (kind, turn, shape[3]))
        for i, p in enumerate(points):
            offset, normal = p - shape[1], got.normal[i]
            assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
            np.testing.assert_allclose(got.point[i] + normal * got.distance[i], p, atol=1e-12)
            assert got.inside[i] == (got.distance[i] < 0.0)
            # The normal leads straight between the point and the surface...
            assert got.distance[i] == pytest.approx(difference.separation(offset, normal), abs=1e-9)
            # ... and nothing is nearer than that.
            core = difference.distance(offset)[0]
            if got.inside[i]:
                inside += 1
                assert core < 1e-12
                assert -got.distance[i] <= shortest_way_out(random, difference, offset) + 1e-12
            else:
                outside += 1
                assert got.distance[i] == pytest.approx(core, abs=1e-12)
    assert inside > 40
    assert outside > 40


def test_the_nearest_of_many_is_the_one_of_the_least_distance():
    random = np.random.default_rng(79)
    found = 0
    for _ in range(40):
        shapes = [scattered(random, k % 4) for k in range(12)]
        world = colliders.build([collider(f"c{k}", *shape) for k, shape in enumerate(shapes)])
        points = random.uniform(-4, 4, (12, 3))
        within = random.uniform(0.1, 3.0, 12)
        got = queries.nearest(world, points, within)
        ways = np.array(
            [
                Difference(POINT, (shape[0], world.rotation[k], shape[3])).distance(
                    points - shape[1]
                )
                for k, shape in enumerate(shapes)
            ]
        )
        for i in range(12):
            gaps = ways[:, i]
            if gaps.min() <= 1e-12:
                assert got.inside[i]  # which of them is deepest, the test above covers
                assert gaps[got.collider[i]] <= 1e-12
            elif gaps.min() > within[i]:
                assert got.collider[i] == -1
            else:
                found += 1
                assert got.collider[i] == np.argmin(gaps)
                assert got.distance[i] == pytest.approx(gaps.min(), abs=1e-12)
    assert found > 150


def test_a_ray_ends_at_the_first_surface():
    random = np.random.default_rng(83)
    count = {kind: [0, 0] for kind in KINDS}
    for k in range(1200):
        shape = (scattered if k % 2 else stacked)(random, KINDS[k // 2 % 4])
        world = colliders.build([collider("it", *shape)])
        origin = random.uniform(-5, 5, 3)
        along = unit(shape[1] - origin + random.normal(size=3))
        got = queries.ray(world, origin, along, 12.0)
        difference = Difference(POINT, (shape[0], world.rotation[0], shape[3]))

        def gap(t, difference=difference, offset=origin - shape[1], along=along):
            return difference.distance(offset + np.multiply.outer(np.atleast_1d(t), along))

        count[shape[0]][int(got.collider[0] >= 0)] += 1
        if got.inside[0]:
            assert gap(0.0)[0] < 1e-12
        elif got.collider[0] >= 0:
            t = got.distance[0]
            assert abs(gap(t)[0]) < 1e-9
            assert gap(max(t - 1e-4, 0.0))[0] > 0.0
            end = origin + along * t - shape[1]
            assert difference.separation(end, got.normal[0]) == pytest.approx(0.0, abs=1e-9)
            np.testing.assert_allclose(got.point[0] - shape[1], end, atol=1e-12)
        else:
            assert gap(np.linspace(0.0, 12.0, 241)).min() > 0.0
    for misses, hits in count.values():
        assert hits > 60
        assert misses > 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("zone", [BOX, SPHERE, CAPSULE])
def test_zones_meet_what_they_share_a_point_with(zone, kind):
    random = np.random.default_rng(89)
    meeting = [0, 0]
    for k in range(160):
        make = scattered if k % 2 else stacked
        shape, mine = make(random, kind), make(random, zone)
        at = shape[1] + (mine[1] if kind == PLANE else mine[1] * 0.7)
        if make is stacked:
            at = np.round(at * 4.0) / 4.0
        world = colliders.build([collider("it", *shape)])
        got = queries.overlaps(world, [zone], [at], unit(mine[2]), mine[3])[0, 0]
        difference = Difference((zone, mine[2], mine[3]), (kind, world.rotation[0], shape[3]))
        gap = difference.distance(at - shape[1])[0]
        smaller = Difference((zone, mine[2], mine[3]), (kind, world.rotation[0], shape[3] - 1e-7))
        apart = gap + 1e-7 if kind == PLANE else smaller.distance(at - shape[1])[0]
        if gap < 1e-12 and apart > 1e-9:
            continue  # they just touch: the last bit decides
        assert got == (gap < 1e-12)
        meeting[int(got)] += 1
    assert min(meeting) > 20
