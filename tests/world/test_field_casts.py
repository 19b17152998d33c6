"""Segments, zones and casts against height fields, checked against every triangle."""

import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import casts, colliders, queries
from behave.world.field import field_of
from behave.world.field_segment import field_segment
from behave.world.shapes import BOX, CAPSULE, SPHERE
from tests.world import soup
from tests.world.convex import matrix

UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def land(at, width, depth, heights):
    return colliders.build([colliders.heightfield("land", at, width, depth, heights)])


def random_field(random):
    heights = random.uniform(0, 2, random.integers(2, 9, 2))
    return random.uniform(-3, 3, 3), *random.uniform(1.5, 9, 2), heights


def around(random, shape, n):
    return shape[0] + random.uniform(-0.9, 0.9, (n, 3)) * (shape[1], 3.5, shape[2])


def crossing(shape, a, b):
    """The lowest height over the surface along a segment, by many samples; inf beside the field."""
    world = land(*shape)
    p = a + (b - a) * np.linspace(0, 1, 601)[:, None]
    over = (np.abs(p - shape[0]) <= np.array((shape[1] / 2, np.inf, shape[2] / 2))).all(1)
    if not over.any():
        return np.inf
    start = p[over] * (1, 0, 1) + (0, 100, 0)
    hit = queries.ray(world, start, (0, -1, 0), np.inf)
    return (p[over][:, 1] - hit.point[:, 1]).min()


def test_segments_are_as_far_as_the_nearest_triangle_says():
    random = np.random.default_rng(21)
    apart = through = 0
    for number in range(9):
        shape = random_field(random)
        world, mesh = land(*shape), soup.triangles(*shape)
        field = field_of(world.fields, 0, tuple(shape[0]), tuple(world.size[0]))
        for a in around(random, shape, 12):
            b = a + random.normal(size=3) * random.choice([0.3, 2.0])
            if number % 3 == 0:
                b = a + np.array((0, 1.3, 0))
            t, point, normal, gap = field_segment(world.heights, field, tuple(a), tuple(b))
            lowest = crossing(shape, a, b)
            on = a + (b - a) * t
            if lowest <= 0.0:
                through += 1
                assert gap <= 0.0
                height = crossing(shape, on, on + np.array((0, 1e-12, 0)))
                assert lowest - 0.1 < height < lowest + 1e-9 or height == np.inf
            elif lowest > 1e-3:
                apart += 1
                assert gap == pytest.approx(soup.between(mesh, a, b), abs=1e-7)
            assert np.allclose(np.array(point) + np.array(normal) * gap, on, atol=1e-8)
    assert apart > 50
    assert through > 10


def test_zones_meet_a_field_where_a_triangle_says_so():
    random = np.random.default_rng(23)
    counts = {}
    for _ in range(16):
        shape = random_field(random)
        world, mesh = land(*shape), soup.triangles(*shape)
        n = 15
        center, turn = around(random, shape, n), random.normal(size=(n, 4))
        turn = np.array([np.asarray(rotations.coerce(q)) for q in turn])
        size, kind = random.uniform(0.05, 1.2, (n, 3)), random.integers(0, 3, n)
        met = queries.overlaps(world, kind, center, turn, size)[:, 0]
        for i in range(n):
            axes = matrix(turn[i])
            if kind[i] == BOX:
                expected = soup.below(*shape, center[i]) or soup.meets_box(
                    mesh, center[i], axes, size[i]
                )
            else:
                reach = axes[:, 1] * (size[i, 1] if kind[i] == CAPSULE else 1e-9)
                a, b = center[i] - reach, center[i] + reach
                lowest = crossing(shape, a, b)
                gap = soup.between(mesh, a, b)
                if abs(lowest) < 1e-3 or abs(gap - size[i, 0]) < 1e-7:
                    continue
                expected = lowest < 0 or gap < size[i, 0]
            counts[kind[i], expected] = counts.get((kind[i], expected), 0) + 1
            assert met[i] == expected, (kind[i], center[i], turn[i], size[i])
    assert min(counts[key] for key in ((0, True), (0, False), (1, True), (2, False))) > 12


def test_a_moving_sphere_stops_where_it_touches():
    random = np.random.default_rng(29)
    hits = misses = inside = 0
    for _ in range(12):
        shape = random_field(random)
        world, mesh = land(*shape), soup.triangles(*shape)
        n = 25
        start, along = around(random, shape, n), random.normal(size=(n, 3))
        along[::2] = (shape[0] + random.uniform(-0.4, 0.4, (n, 3)) * shape[1] - start)[::2]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        radius = random.uniform(0.05, 0.8, n)
        got = casts.spherecast(world, start, along, 12.0, radius)
        first, _ = soup.distances(mesh, start)
        for i in range(n):
            if soup.below(*shape, start[i]) or first[i] < radius[i]:
                inside += 1
                assert got.inside[i]
                assert got.distance[i] == 0.0
                continue
            end = got.distance[i] if got.collider[i] >= 0 else 12.0
            steps = start[i] + along[i] * np.linspace(0, end, 30)[:-1, None]
            assert soup.distances(mesh, steps)[0].min() > radius[i] - 1e-9
            if got.collider[i] < 0:
                misses += 1
                continue
            hits += 1
            stop = start[i] + along[i] * end
            away, _ = soup.distances(mesh, stop[None])
            assert away[0] == pytest.approx(radius[i], abs=1e-9)
            assert np.allclose(got.point[i] + got.normal[i] * radius[i], stop, atol=1e-8)
            assert along[i] @ got.normal[i] < 0
    assert hits > 75
    assert misses > 45
    assert inside > 30


def test_a_moving_box_stops_where_it_touches():
    random = np.random.default_rng(31)
    hits = misses = inside = 0
    for number in range(14):
        shape = random_field(random)
        world, mesh = land(*shape), soup.triangles(*shape)
        n = 15
        start, along = around(random, shape, n), random.normal(size=(n, 3))
        along[::2] = (shape[0] + random.uniform(-0.4, 0.4, (n, 3)) * shape[1] - start)[::2]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        turn = np.array([np.asarray(rotations.coerce(q)) for q in random.normal(size=(n, 4))])
        if number % 4 == 0:
            turn[:] = UPRIGHT
        half = random.uniform(0.05, 0.8, (n, 3))
        got = casts.boxcast(world, start, turn, half, along, 12.0)
        for i in range(n):
            axes = matrix(turn[i])
            if soup.below(*shape, start[i]) or soup.meets_box(mesh, start[i], axes, half[i]):
                inside += 1
                assert got.inside[i]
                assert got.distance[i] == 0.0
                continue
            end = got.distance[i] if got.collider[i] >= 0 else 12.0
            for t in np.linspace(0, end - 1e-7, 30):
                assert not soup.meets_box(mesh, start[i] + along[i] * t, axes, half[i])
            if got.collider[i] < 0:
                misses += 1
                continue
            hits += 1
            stop = start[i] + along[i] * end
            assert soup.meets_box(mesh, stop, axes, half[i] + 1e-8)
            local = np.abs((got.point[i] - stop) @ axes)
            assert (local <= half[i] + 1e-7).all()  # the contact is on the box
            assert (local >= half[i] - 1e-7).any()
            assert soup.distances(mesh, got.point[i][None])[0][0] < 1e-9  # and on the field
            assert along[i] @ got.normal[i] < 0
            assert np.linalg.norm(got.normal[i]) == pytest.approx(1.0, abs=1e-9)
    assert hits > 70
    assert misses > 30
    assert inside > 30


def test_what_runs_along_flat_land_meets_nothing_but_the_slope_ahead():
    flat = land((0, 0, 0), 10, 10, np.zeros((11, 11)))
    for lift in (0.0, 1e-10):
        at = (-3.0, 0.5 + lift, 0.2)
        for way in ((1, 0, 0), (1, 0, 0.3), (1, 0.2, 0)):
            box = casts.boxcast(flat, at, UPRIGHT, (0.5, 0.5, 0.5), way, 20.0)
            ball = casts.spherecast(flat, at, way, 20.0, 0.5)
            assert (box.collider[0], ball.collider[0]) == (-1, -1)
        for found in (
            casts.boxcast(flat, at, UPRIGHT, (0.5, 0.5, 0.5), (1, -0.1, 0), 20.0),
            casts.spherecast(flat, at, (1, -0.1, 0), 20.0, 0.5),
        ):
            assert found.distance[0] == pytest.approx(0.0, abs=1e-8)
            assert not found.inside[0]
            assert np.allclose(found.normal[0], (0, 1, 0))
    # land flat to x = 1, then rising at 45 degrees
    ramp = land((0, 0, 0), 4, 4, np.array([[0, 0, 0, 0.0, 1.0]] * 5))
    box = casts.boxcast(ramp, (-1, 0.5, 0), UPRIGHT, (0.5, 0.5, 0.5), (1, 0, 0), 9.0)
    assert box.distance[0] == pytest.approx(1.5, abs=1e-9)
    assert np.allclose(box.normal[0], np.array((-1, 1, 0)) / np.sqrt(2))
    ball = casts.spherecast(ramp, (-1, 0.5, 0), (1, 0, 0), 9.0, 0.5)
    # a circle of radius r on flat ground touches a slope of angle a from its foot at r tan(a / 2)
    assert ball.distance[0] == pytest.approx(2 - 0.5 * np.tan(np.pi / 8), abs=1e-9)


def test_a_box_set_down_flat_touches_under_its_middle():
    flat = land((0, 0, 0), 10, 10, np.full((11, 11), 0.25))
    found = casts.boxcast(flat, (0.3, 4, 0.7), UPRIGHT, (1, 0.5, 1.5), (0, -1, 0), np.inf)
    assert found.distance[0] == 4 - 0.25 - 0.5
    assert np.allclose(found.point[0], (0.3, 0.25, 0.7), atol=1e-9)
    assert found.normal[0].tolist() == [0, 1, 0]


def test_tries_count_over_fields_and_other_shapes_alike():
    rows = [
        colliders.heightfield("land", (0, 0, 0), 4, 4, np.zeros((5, 5))),
        colliders.box("table", (6, 1, 0), (2, 2, 2)),
    ]
    for order in (rows, rows[::-1]):
        world = colliders.build(order)
        names = [row.name for row in order]
        for cast, size in ((casts.spherecast, (0.2,)), (casts.boxcast, (UPRIGHT, (0.2, 0.2, 0.2)))):
            down = ((0, -1, 0), 5.0)
            if cast is casts.spherecast:
                found = cast(world, (10, 3, 0), *down, *size, retry=20, step=(-0.5, 0, 0))
            else:
                found = cast(world, (10, 3, 0), *size, *down, retry=20, step=(-0.5, 0, 0))
            assert names[found.collider[0]] == "table"
            assert found.tries[0] == 6  # 10 - 3 = 7: the table's edge
            back = ((0, 3, 5), *size) if cast is casts.boxcast else ((0, 3, 5),)
            more = (*back, *down) if cast is casts.boxcast else (*back, *down, *size)
            found = cast(world, *more, retry=20, step=(0, 0, -0.5))
            assert names[found.collider[0]] == "land"
            assert found.tries[0] == 6  # 5 - 3 = 2: the border, which belongs to the field
            assert found.distance[0] == pytest.approx(2.8)
            assert found.origin[0].tolist() == [0, 3, 2]


def test_sphere_zones_of_no_size_and_wrong_numbers():
    world = land((0, 0, 0), 4, 4, np.zeros((5, 5)))
    assert queries.overlaps(world, SPHERE, (0, 0.5, 0), UPRIGHT, (0.5, 0, 0))[0, 0]
    assert not queries.overlaps(world, SPHERE, (0, 0.51, 0), UPRIGHT, (0.5, 0, 0))[0, 0]
    assert queries.overlaps(world, BOX, (0, 0.5, 0), UPRIGHT, (9, 0.5, 9))[0, 0]
    assert not queries.overlaps(world, BOX, (0, np.nan, 0), UPRIGHT, (9, 0.5, 9))[0, 0]
    assert casts.spherecast(world, (0, 3, 0), (0, -1, 0), 9.0, -1.0).collider[0] == -1
    point = casts.boxcast(world, (0.2, 3, 0), UPRIGHT, (0, 0, 0), (0, -1, 0), 9.0)
    assert point.distance[0] == 3.0
    ray = casts.spherecast(world, (0.2, 3, 0), (0, -1, 0), 9.0, 0.0)
    assert ray.distance[0] == 3.0
