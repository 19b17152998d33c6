"""Batched queries: who is seen, ties, absent input, and the same bits as shape by shape."""

import math

import numpy as np
import pytest

from behave.kernel import rotations, vector_formulas
from behave.world import colliders, queries, shapes
from behave.world.shapes import BOX, CAPSULE, SPHERE

NO_TURN = (0.0, 0.0, 0.0, 1.0)
WALLS, PROPS = 0, 1
X = (1.0, 0.0, 0.0)


@pytest.fixture
def room():
    return colliders.build(
        [
            colliders.box("wall", (5, 0, 0), (2, 4, 8), layer=WALLS),  # its face is at x = 4
            colliders.sphere("ball", (2, 0, 0), 0.5, layer=PROPS),
            colliders.plane("ground", (0, -2, 0)),
            colliders.capsule("body", (0, 0, 0), 0.3, 1.8, layer=PROPS, owner=7),
        ]
    )


def scene(random, count):
    rows = []
    for i in range(count):
        at, turn = random.uniform(-6, 6, 3), random.normal(size=4)
        layer, size = int(random.integers(-1, 3)), random.uniform(0.2, 1.5, 3)
        kind = i % 4
        if kind == 0:
            row = colliders.box(f"box{i}", at, 2 * size, turn, layer)
        elif kind == 1:
            row = colliders.sphere(f"ball{i}", at, size[0], layer)
        elif kind == 2:
            owner = int(random.integers(-1, 3))
            height = 2 * (size[0] + size[1])
            row = colliders.capsule(f"pill{i}", at, size[0], height, turn, layer, owner)
        else:
            row = colliders.plane(f"ground{i}", at * 2 - (0, 9, 0), turn / 9 + NO_TURN, layer)
        rows.append(row)
    return colliders.build(rows)


def test_ray(room):
    hit = queries.ray(room, [(0, 0, 0)], X, 10.0, asker=7)
    assert room.names[hit.collider[0]] == "ball"
    assert hit.distance[0] == 1.5
    np.testing.assert_allclose(hit.point[0], (1.5, 0, 0))
    np.testing.assert_allclose(hit.normal[0], (-1, 0, 0))
    assert not hit.inside[0]


def test_ray_sees_only_its_layers(room):
    hit = queries.ray(
        room, [(0, 0, 0)] * 4, X, 10.0, layers=[1 << WALLS, 1 << PROPS, 0, 3], asker=7
    )
    assert hit.collider.tolist() == [0, 1, -1, 1]
    assert hit.distance.tolist() == [4.0, 1.5, math.inf, 1.5]
    down = queries.ray(room, [(9, 0, 9)] * 2, (0, -1, 0), 10.0, layers=[-1, 3])
    assert down.collider.tolist() == [2, -1]  # a collider on no layer: only the mask of all


def test_the_askers_own_colliders_are_passed_over(room):
    origins = [(0, 0, 0)] * 3
    hit = queries.ray(room, origins, X, 10.0, asker=[7, 6, -1])
    assert hit.collider.tolist() == [1, 3, 3]
    assert hit.inside.tolist() == [False, True, True]
    found = queries.nearest(room, origins, asker=[7, 6, -1])
    assert found.collider.tolist() == [1, 3, 3]
    touching = queries.overlaps(room, SPHERE, origins, NO_TURN, (0.1, 0, 0), asker=[7, 6, -1])
    assert touching[:, 3].tolist() == [False, True, True]


def test_length_is_inclusive_and_may_be_infinite(room):
    lengths = [4.0, math.nextafter(4.0, 0), math.inf, 0.0, -1.0, math.nan]
    hit = queries.ray(room, [(0, 1, 0)] * 6, (50, 0, 0), lengths, layers=1 << WALLS)
    assert hit.collider.tolist() == [0, -1, 0, -1, -1, -1]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_absent_input_finds_nothing(room, bad):
    lost = [(bad, 0, 0), (0, bad, 0), (0, 0, bad)]
    hit = queries.ray(room, lost, X, 10.0)
    assert hit.collider.tolist() == [-1] * 3
    hit = queries.ray(room, [(0, 0, 0)] * 3, lost, 10.0)
    assert hit.collider.tolist() == [-1] * 3
    assert not hit.point.any()
    assert not hit.normal.any()
    assert queries.ray(room, [(0, 0, 0)], (0, 0, 0), 10.0).collider.tolist() == [-1]
    assert queries.closest(room, [0, 1, 2], lost).distance.tolist() == [math.inf] * 3
    found = queries.nearest(room, lost)
    assert found.collider.tolist() == [-1] * 3
    assert found.distance.tolist() == [math.inf] * 3
    assert not found.point.any()
    assert not queries.overlaps(room, SPHERE, lost, NO_TURN, (1, 0, 0)).any()
    assert not queries.overlaps(room, BOX, [(0, 0, 0)], NO_TURN, (math.nan, 1, 1)).any()
    assert queries.nearest(room, [(0, 0, 0)], within=math.nan).collider.tolist() == [-1]


def test_closest(room):
    points = [(0, 1, 0), (4.5, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    found = queries.closest(room, [0, 0, 2, -1, 99], points)
    assert found.distance.tolist() == [4.0, -0.5, 2.0, math.inf, math.inf]
    assert found.inside.tolist() == [False, True, False, False, False]
    np.testing.assert_allclose(found.point[:3], [(4, 1, 0), (4, 1, 0), (0, -2, 0)])
    np.testing.assert_allclose(found.normal[:3], [(-1, 0, 0), (-1, 0, 0), (0, 1, 0)])


def test_a_removed_collider_is_found_by_nothing(room):
    gone = colliders.with_alive(room, [True, False, True, True])
    assert queries.ray(gone, [(0, 0, 0)], X, 10.0, asker=7).collider.tolist() == [0]
    assert queries.closest(gone, [1], [(0, 0, 0)]).distance.tolist() == [math.inf]
    assert queries.nearest(gone, [(2, 0, 0)], asker=7).collider.tolist() == [0]
    assert queries.nearest(gone, [(2, 0, 0)], current=1).collider.tolist() == [-1]
    assert not queries.overlaps(gone, SPHERE, [(2, 0, 0)], NO_TURN, (1, 0, 0))[0, 1]


def test_nearest_within(room):
    found = queries.nearest(room, [(0, 0, 0)] * 3, within=[1.5, 1.4999, 0.0], asker=7)
    assert found.collider.tolist() == [1, -1, -1]
    assert found.distance.tolist() == [1.5, math.inf, math.inf]
    inside = queries.nearest(room, [(2, 0, 0.1)], within=0.0)
    assert inside.collider.tolist() == [1]
    assert inside.inside.tolist() == [True]


def test_ties_go_to_the_first_declared():
    twins = colliders.build(
        [
            colliders.sphere("far", (9, 0, 0), 1.0),
            colliders.box("first", (-3, 0, 0), (2, 2, 2)),
            colliders.box("second", (3, 0, 0), (2, 2, 2)),
            colliders.box("again", (3, 0, 0), (2, 2, 2)),
        ]
    )
    assert queries.nearest(twins, [(0, 0, 0)]).collider.tolist() == [1]
    assert queries.ray(twins, [(0, 0, 0)], X, 10.0).collider.tolist() == [2]
    assert queries.ray(twins, [(3, 0, 0)], X, 10.0).collider.tolist() == [2]  # inside both


def test_an_empty_world_and_no_askers(room):
    empty = colliders.build([])
    assert queries.ray(empty, [(0, 0, 0)], X, 1.0).collider.tolist() == [-1]
    assert queries.nearest(empty, [(0, 0, 0)]).collider.tolist() == [-1]
    assert queries.overlaps(empty, BOX, [(0, 0, 0)], NO_TURN, (1, 1, 1)).shape == (1, 0)
    nobody = np.zeros((0, 3))
    assert queries.ray(room, nobody, nobody, np.zeros(0)).collider.shape == (0,)
    assert queries.nearest(room, nobody).collider.shape == (0,)
    assert queries.closest(room, np.zeros(0, np.int64), nobody).distance.shape == (0,)
    assert queries.overlaps(room, BOX, nobody, NO_TURN, (1, 1, 1)).shape == (0, 4)


def test_frozen_and_strided_arrays_are_taken(room):
    origin = np.zeros((3, 6))[:, ::2]
    frozen = np.array([X, X, X])
    frozen.flags.writeable = False
    hit = queries.ray(room, origin, frozen, np.float32(10), asker=np.array([7, 7, 7], np.int32))
    assert hit.collider.tolist() == [1, 1, 1]


def sees(world, c, mask, asker):
    if not world.alive[c] or (world.owner[c] >= 0 and world.owner[c] == asker):
        return False
    return mask == -1 or (world.layer[c] >= 0 and mask >> int(world.layer[c]) & 1 == 1)


def row(world, c):
    return (
        int(world.shape[c]),
        tuple(world.position[c].tolist()),
        tuple(world.rotation[c].tolist()),
        tuple(world.size[c].tolist()),
    )


def test_a_batch_gives_the_bits_of_asking_shape_by_shape_in_python():
    random = np.random.default_rng(17)
    found_some = 0
    for _ in range(12):
        world = scene(random, 24)
        world = colliders.with_alive(world, random.random(24) > 0.1)
        n = 25
        origin = random.uniform(-7, 7, (n, 3))
        along = random.normal(size=(n, 3))
        reach = random.uniform(0.5, 12, n)
        masks = random.integers(-1, 8, n)
        asker = random.integers(-1, 3, n)
        zone = random.integers(0, 3, n)
        turns = np.array([rotations.coerce(q) for q in random.normal(size=(n, 4))])
        extent = random.uniform(0.2, 2.0, (n, 3))
        hits = queries.ray(world, origin, along, reach, masks, asker)
        near = queries.nearest(world, origin, reach, masks, asker)
        touching = queries.overlaps(world, zone, origin, turns, extent, masks, asker)
        for i in range(n):
            o = tuple(origin[i].tolist())
            d = vector_formulas.normalize(tuple(along[i].tolist()), vector_formulas.ZERO)
            best_hit, best_near = (reach[i], -1), (reach[i], -1)
            for c in range(len(world)):
                if not sees(world, c, int(masks[i]), int(asker[i])):
                    assert not touching[i, c]
                    continue
                t = shapes.ray_hit(*row(world, c), o, d)[0]
                if t >= 0.0 and t < best_hit[0]:
                    best_hit = (t, c)
                gap = shapes.point_closest(*row(world, c), o)[2]
                if gap < best_near[0]:
                    best_near = (gap, c)
                mine = (int(zone[i]), o, tuple(turns[i].tolist()), tuple(extent[i].tolist()))
                assert touching[i, c] == shapes.overlap(*mine, *row(world, c))
            assert hits.collider[i] == best_hit[1]
            assert near.collider[i] == best_near[1]
            if best_hit[1] >= 0:
                found_some += 1
                want = shapes.ray_hit(*row(world, best_hit[1]), o, d)
                got = (*hits.point[i], *hits.normal[i], hits.distance[i], hits.inside[i])
                assert got == (*want[1], *want[2], want[0], want[3])
            if best_near[1] >= 0:
                want = shapes.point_closest(*row(world, best_near[1]), o)
                got = (*near.point[i], *near.normal[i], near.distance[i])
                assert got == (*want[0], *want[1], want[2])
    assert found_some > 100


def test_a_thousand_askers_share_one_call():
    random = np.random.default_rng(1)
    world = scene(random, 16)
    origin, along = random.uniform(-7, 7, (1000, 3)), random.normal(size=(1000, 3))
    together = queries.ray(world, origin, along, 9.0)
    for i in (0, 17, 999):
        alone = queries.ray(world, origin[i : i + 1], along[i : i + 1], 9.0)
        assert alone.collider[0] == together.collider[i]
        assert alone.distance[0] == together.distance[i]


def test_capsule_zones_use_their_turn():
    world = colliders.build([colliders.sphere("ball", (2, 0, 0), 0.5)])
    upright = queries.overlaps(world, CAPSULE, [(0, 0, 0)], NO_TURN, (0.2, 1.5, 0))
    lying = rotations.axis_angle((0, 0, 1), math.pi / 2)
    assert not upright[0, 0]
    assert queries.overlaps(world, CAPSULE, [(0, 0, 0)], lying, (0.2, 1.5, 0))[0, 0]
