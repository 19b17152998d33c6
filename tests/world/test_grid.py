"""A grid leaves nothing out that a query would look at, and changes no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from behave.world import casts, grid, queries
from behave.world import colliders as solids
from behave.world.colliders import Colliders


def scattered(seed: int, count: int) -> Colliders:
    """Boxes, spheres and capsules of many sizes, a plane, and some at odd places."""
    random = np.random.default_rng(seed)
    rows = [solids.plane("floor", (0.0, 0.0, 0.0))]
    for n in range(count):
        at = random.normal(0.0, 12.0, 3)
        at[1] = random.uniform(0.0, 2.0)
        size = float(random.choice([0.2, 0.4, 0.5, 6.0], p=[0.4, 0.3, 0.25, 0.05]))
        if n % 3 == 0:
            rows.append(solids.box(f"b{n}", at, (size, 2.0 * size, 0.5 * size)))
        elif n % 3 == 1:
            rows.append(solids.sphere(f"s{n}", at, size))
        else:
            rows.append(solids.capsule(f"c{n}", at, size, 3.0 * size))
    world = solids.build(rows)
    position = world.position.copy()
    position[5], position[9] = (1e9, 0.0, -1e9), (np.nan, 1.0, 0.0)
    return replace(world, position=position)


def with_grid(world: Colliders) -> Colliders:
    """The same colliders on a grid."""
    arrays = (world.shape, world.position, world.size)
    measure = grid.measure_of(*arrays)
    assert measure is not None
    return replace(world, grid=grid.build(*arrays, measure))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_near_is_left_out_and_order_is_kept(seed: int) -> None:
    world = with_grid(scattered(seed, 150))
    random = np.random.default_rng(seed)
    radius = np.empty(len(world))
    grid.radii_kernel(world.shape, world.size, radius)
    near = np.empty(len(world), np.int64)
    fewer = 0
    for _ in range(100):
        at = tuple(random.normal(0.0, 15.0, 3).tolist())
        reach = float(random.choice([0.1, 1.0, 3.0]))
        count = grid.nearby(world.grid.arrays, at, reach, near)
        away = np.linalg.norm(world.position - at, axis=1)
        wanted = np.flatnonzero(away <= radius + reach)
        if count < 0:
            continue
        found = near[:count]
        assert (np.diff(found) > 0).all()
        assert set(wanted.tolist()) <= set(found.tolist())
        fewer += count < len(world) // 2
    assert fewer > 30


@pytest.mark.parametrize("seed", range(4))
def test_answers_do_not_depend_on_it(seed: int) -> None:
    plain = scattered(seed, 150)
    sorted_ = with_grid(plain)
    random = np.random.default_rng(100 + seed)
    start = random.normal(0.0, 14.0, (200, 3))
    start[7] = np.nan
    way = random.normal(0.0, 1.0, (200, 3))
    length = random.choice([0.3, 2.0, 9.0, np.inf], 200)
    for one, other in (
        (queries.ray(plain, start, way, length), queries.ray(sorted_, start, way, length)),
        (queries.nearest(plain, start, length), queries.nearest(sorted_, start, length)),
    ):
        for name in ("collider", "distance", "point", "normal"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
        assert (one.collider >= 0).any()


@pytest.mark.parametrize("seed", range(4))
def test_neither_casts_nor_zones_depend_on_it(seed: int) -> None:
    plain = scattered(seed, 150)
    sorted_ = with_grid(plain)
    random = np.random.default_rng(200 + seed)
    start = random.normal(0.0, 14.0, (120, 3))
    start[7], start[8] = np.nan, (1e9, 0.0, -1e9)
    way = random.normal(0.0, 1.0, (120, 3))
    length = random.choice([0.3, 2.0, 9.0, np.inf], 120)
    turn = random.normal(0.0, 1.0, (120, 4))
    turn /= np.linalg.norm(turn, axis=1)[:, np.newaxis]
    half = random.uniform(0.0, 1.5, (120, 3))
    more = {"retry": 3, "step": (1.5, 0.0, 0.0)}
    hits = 0
    for one, other in (
        (
            casts.spherecast(plain, start, way, length, half[:, 0], **more),
            casts.spherecast(sorted_, start, way, length, half[:, 0], **more),
        ),
        (
            casts.boxcast(plain, start, turn, half, way, length, **more),
            casts.boxcast(sorted_, start, turn, half, way, length, **more),
        ),
    ):
        for name in ("collider", "distance", "point", "normal", "inside", "tries", "origin"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
        hits += int((one.collider >= 0).sum())
    assert 40 < hits < 240
    kinds = random.integers(0, 3, 120)
    met = queries.overlaps(plain, kinds, start, turn, half)
    assert met.any()
    assert (met == queries.overlaps(sorted_, kinds, start, turn, half)).all()


def test_few_colliders_have_none() -> None:
    world = scattered(0, 10)
    assert grid.measure_of(world.shape, world.position, world.size) is None
    near = np.empty(11, np.int64)
    assert grid.nearby(grid.NO_GRID.arrays, (0.0, 0.0, 0.0), 1.0, near) == -1
