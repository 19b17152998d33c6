"""Rays and points against height fields: by hand, and against every triangle."""

import numpy as np
import pytest

from behave.world import colliders, queries
from behave.world.shapes import HEIGHTFIELD
from tests.world import soup

DOWN = (0.0, -1.0, 0.0)


def field(heights, at=(0.0, 0.0, 0.0), width=None, depth=None, name="land", layer=-1):
    heights = np.asarray(heights, float)
    width = heights.shape[1] - 1.0 if width is None else width
    depth = heights.shape[0] - 1.0 if depth is None else depth
    return colliders.heightfield(name, at, width, depth, heights, layer)


def world(*args, **named):
    return colliders.build([field(*args, **named)])


# One cell, 1 m square from (0, 0) to (1, 1): heights 0, 1 (high x), 0 (high z), 3 (both).
CELL = [[0.0, 1.0], [0.0, 3.0]]
AT = (0.5, 0.0, 0.5)


@pytest.mark.parametrize(
    ("x", "z", "height", "normal"),
    [
        # near triangle (0,0) (1,0) (1,1): height = 1 x + 2 z
        (0.5, 0.25, 1.0, (-1, 1, -2)),
        (0.75, 0.5, 1.75, (-1, 1, -2)),
        # far triangle (0,0) (1,1) (0,1): height = 3 x + 0 z
        (0.25, 0.5, 0.75, (-3, 1, 0)),
        (0.125, 1.0, 0.375, (-3, 1, 0)),
    ],
)
def test_a_cell_is_two_triangles_with_the_diagonal_from_its_first_corner(x, z, height, normal):
    found = queries.ray(world(CELL, AT), (x, 5, z), DOWN, 10.0)
    assert found.collider[0] == 0
    assert found.distance[0] == 5 - height
    assert tuple(found.point[0]) == (x, height, z)
    expected = np.array(normal) / np.linalg.norm(normal)
    assert np.allclose(found.normal[0], expected, atol=1e-15)


def test_over_grid_points_a_ray_down_has_every_bit():
    random = np.random.default_rng(3)
    for at, width, depth in (
        ((0, 0, 0), 8.0, 6.0),
        ((0.1, 0, -7.3), 0.8, 2.1),
        ((1e3, 0, 7), 9, 1),
    ):
        heights = random.uniform(-2, 2, (7, 9))
        land = world(heights, at, width, depth)
        grid = soup.corners(np.array(at, float), width, depth, heights).reshape(-1, 3)
        start = grid * (1, 0, 1) + (0, 5.0, 0)
        found = queries.ray(land, start, DOWN, 50.0)
        assert (found.collider == 0).all()
        assert np.array_equal(found.distance, 5.0 - heights.ravel())
        assert (found.normal[:, 1] > 0).all()
        again = queries.ray(land, start, (1e-17, -1.0, 0.0), 50.0)  # not quite upright
        assert np.allclose(again.distance, found.distance, rtol=1e-13, atol=1e-13)


def random_field(random):
    heights = random.uniform(0, 2, random.integers(2, 9, 2))
    at = random.uniform(-3, 3, 3)
    width, depth = random.uniform(1, 9, 2)
    return at, width, depth, heights


def rays_at(random, at, width, depth, n):
    """Starts around a field, half of them aimed at it, some along the axes and diagonals."""
    size = np.array((width, 2.0, depth))
    start = at + random.uniform(-1.2, 1.2, (n, 3)) * size
    along = random.normal(size=(n, 3))
    aim = at + random.uniform(-0.5, 0.5, (n, 3)) * size + (0, 1, 0)
    along[::2] = (aim - start)[::2]
    along[::7] = np.sign(along[::7])
    along[::5] *= random.integers(0, 2, (len(along[::5]), 3))
    along[(along == 0).all(1)] = DOWN
    return start, along / np.linalg.norm(along, axis=1, keepdims=True)


def test_rays_hit_what_the_nearest_triangle_says():
    random = np.random.default_rng(5)
    hits = misses = inside = 0
    for _ in range(60):
        shape = random_field(random)
        land, mesh = world(shape[3], *shape[:3]), soup.triangles(*shape)
        start, along = rays_at(random, *shape[:3], 100)
        got = queries.ray(land, start, along, np.inf)
        for i in range(len(start)):
            if soup.below(*shape, start[i]):
                inside += 1
                assert got.inside[i]
                assert got.distance[i] == 0.0
                continue
            expected = soup.ray(mesh, start[i], along[i])
            assert not got.inside[i]
            if not expected < np.inf:
                assert got.collider[i] == -1
                misses += 1
                continue
            hits += 1
            assert got.distance[i] == pytest.approx(expected, abs=1e-9)
            assert np.allclose(got.point[i], start[i] + along[i] * expected, atol=1e-9)
            assert along[i] @ got.normal[i] <= 1e-12
            assert np.linalg.norm(got.normal[i]) == pytest.approx(1.0, abs=1e-12)
    assert hits > 2000
    assert misses > 1000
    assert inside > 200


def test_points_are_as_far_as_the_nearest_triangle_says():
    random = np.random.default_rng(7)
    signs = [0, 0]
    for _ in range(60):
        shape = random_field(random)
        land, mesh = world(shape[3], *shape[:3]), soup.triangles(*shape)
        points = shape[0] + random.uniform(-1, 1, (60, 3)) * (shape[1], 3.0, shape[2])
        got = queries.closest(land, 0, points)
        away, _ = soup.distances(mesh, points)
        under = np.array([soup.below(*shape, p) for p in points])
        signs[0] += under.sum()
        signs[1] += (~under).sum()
        assert np.allclose(got.distance, np.where(under, -away, away), atol=1e-9)
        assert np.array_equal(got.inside, under)
        back = got.point + got.normal * got.distance[:, None]
        assert np.allclose(back, points, atol=1e-9)
        assert np.allclose(np.linalg.norm(got.normal, axis=1), 1.0, atol=1e-9)
    assert min(signs) > 500


def test_no_ray_slips_through_lines_corners_or_the_border():
    random = np.random.default_rng(11)
    heights = random.uniform(0, 1, (9, 9))
    land = world(heights, (0.3, 0.1, -0.7), 8 * 0.1, 8 * 0.3)
    grid = soup.corners(np.array((0.3, 0.1, -0.7)), 0.8, 2.4, heights)
    ends = [grid[:-1, :-1], grid[1:, 1:], grid[:-1, 1:], grid[1:, :-1]]  # cell corners
    between = [(0, 1), (0, 2), (0, 3)]  # diagonal and two sides
    targets = [grid.reshape(-1, 3)]
    for a, b in between:
        for share in (0.25, 0.5, random.random()):
            targets.append((ends[a] + (ends[b] - ends[a]) * share).reshape(-1, 3))
    aims = np.concatenate(targets) - (0, 1e-9, 0)
    for offset in ((0, 3, 0), (1, 3, 0), (0, 3, 1), (1, 3, 1), (-0.1, 2, 0.3), (0.7, 3, -0.2)):
        start = aims + offset
        found = queries.ray(land, start, -np.array(offset, float), 20.0)
        within = (np.abs(aims[:, 0] - 0.3) < 0.399) & (np.abs(aims[:, 2] + 0.7) < 1.199)
        assert (found.collider[within] == 0).all()
        length = np.linalg.norm(offset)
        assert (found.distance[within] <= length + 1e-9).all()
        if offset == (0, 3, 0):  # straight down the border too belongs to the field
            assert np.allclose(found.distance, 3.0, atol=2e-9)


def test_a_start_on_the_surface_leaves_it_or_hits_at_once():
    flat = world(np.zeros((5, 5)))
    assert queries.ray(flat, (0.2, 0, 0.3), (0.3, 1, 0), 9.0).collider[0] == -1
    assert queries.ray(flat, (0.2, 0, 0.3), (1, 0, 0), 9.0).distance[0] == 0.0  # grazing hits
    down = queries.ray(flat, (0.2, 0, 0.3), (0.3, -1, 0), 9.0)
    assert (down.distance[0], down.inside[0]) == (0.0, False)
    assert tuple(down.normal[0]) == (0, 1, 0)
    # along a valley's floor and up its side: the slope ahead is hit where it begins
    valley = world([[1, 0, 0, 1]] * 2)
    ahead = queries.ray(valley, (-0.25, 0.25, 0.0), (1, 0, 0), 9.0)
    assert ahead.distance[0] == pytest.approx(1.0, abs=1e-12)
    assert np.allclose(ahead.normal[0], np.array((-1, 1, 0)) / np.sqrt(2))
    # from the crest of a ridge both ways lead off it
    ridge = world([[0, 1, 0]] * 2)
    for side in (-1, 1):
        assert queries.ray(ridge, (0, 1, 0), (side, 0, 0), 9.0).collider[0] == -1
        off = queries.ray(ridge, (0, 1, 0), (side, -0.9, 0), 9.0)
        assert off.collider[0] == -1
        assert queries.ray(ridge, (0, 1, 0), (side, -1.1, 0), 9.0).distance[0] == 0.0


def test_walls_of_the_border_are_solid_without_end():
    land = world([[1, 1], [1, 1]])
    found = queries.ray(land, [(-3, 0.5, 0), (-3, -99, 0.2), (-3, 1.5, 0)], (1, 0, 0), 9.0)
    assert found.collider.tolist() == [0, 0, -1]
    assert np.allclose(found.distance[:2], 2.5, atol=1e-12)
    assert found.normal[:2].tolist() == [[-1, 0, 0]] * 2
    beside = queries.closest(land, 0, [(2, -5, 0.25), (0.4, -5, 0.0), (0, 0.9, 0)])
    assert np.allclose(beside.point, [(0.5, -5, 0.25), (0.5, -5, 0.0), (0, 1, 0)], atol=1e-12)
    assert np.allclose(beside.distance, (1.5, -0.1, -0.1), atol=1e-12)
    assert queries.ray(land, (0.6, 9, 0), DOWN, 99.0).collider[0] == -1


def test_reach_layers_life_and_order_are_those_of_every_collider():
    rows = [
        colliders.box("slab", (0, -0.5, 0), (2, 1, 2), layer=0),  # its top at 0
        field(np.zeros((3, 3)), name="land", layer=1),
        field(np.zeros((3, 3)), name="twin", layer=1),
    ]
    both = colliders.build(rows)
    assert both.shape.tolist() == [0, HEIGHTFIELD, HEIGHTFIELD]
    assert queries.ray(both, (0.2, 2, 0.1), DOWN, 9.0).collider[0] == 0
    assert queries.ray(both, (0.2, 2, 0.1), DOWN, 9.0, 2).collider[0] == 1
    turned = colliders.build(rows[::-1])
    assert queries.ray(turned, (0.2, 2, 0.1), DOWN, 9.0).collider[0] == 0
    assert queries.ray(both, (0.2, 2, 0.1), DOWN, 1.99).collider[0] == -1
    assert queries.ray(both, (0.2, 2, 0.1), DOWN, 2.0).distance[0] == 2.0
    gone = colliders.with_alive(both, [False, False, True])
    assert queries.ray(gone, (0.2, 2, 0.1), DOWN, 9.0).collider[0] == 2
    assert queries.nearest(both, (0.2, 2, 0.1)).collider[0] == 0
    assert queries.nearest(both, (0.2, 2, 0.1), layers=2).collider[0] == 1
    assert queries.nearest(both, (0.2, 2, 0.1), 1.5, layers=2).collider[0] == -1
    assert queries.closest(gone, [1, 2], (0.2, 2, 0.1)).distance.tolist() == [np.inf, 2.0]
    wrong = queries.ray(both, [(np.nan, 2, 0), (0, np.inf, 0)], DOWN, 9.0)
    assert wrong.collider.tolist() == [-1, -1]


def test_a_moved_field_answers_as_one_built_there():
    random = np.random.default_rng(13)
    heights = random.uniform(0, 1, (6, 4))
    there = (3.25, -1.5, 8.0)
    moved = colliders.placed(world(heights), [0], [there])
    built = world(heights, there)
    start = random.uniform(-2, 2, (50, 3)) + there
    along = random.normal(size=(50, 3))
    a, b = queries.ray(moved, start, along, np.inf), queries.ray(built, start, along, np.inf)
    assert (a.collider >= 0).sum() > 10
    for name in ("distance", "point", "normal", "collider", "inside"):
        assert np.array_equal(getattr(a, name), getattr(b, name))


def test_what_makes_no_field_is_told():
    with pytest.raises(ValueError, match="at least 2 x 2"):
        colliders.heightfield("land", (0, 0, 0), 1, 1, [[1.0, 2.0]])
    with pytest.raises(ValueError, match="land: a heightfield needs a width"):
        colliders.build([colliders.heightfield("land", (0, 0, 0), 0, 1, np.zeros((2, 2)))])
    with pytest.raises(ValueError, match="land: heights must be"):
        world([[0, np.nan], [0, 0]])
    with pytest.raises(ValueError, match="land: heights must be"):
        world([[0, np.inf], [0, 0]])
    with pytest.raises(ValueError, match=r"2003 \* 2003|heights; at most"):
        world(np.zeros((2003, 2003)))


def test_heights_are_shared_and_cannot_be_written():
    land = colliders.build([field(np.zeros((2, 3))), field(np.ones((4, 2)), name="b")])
    assert land.fields.tolist() == [[0, 3, 2], [6, 2, 4]]
    assert land.heights_of(1).tolist() == np.ones((4, 2)).tolist()
    with pytest.raises(ValueError, match="read-only"):
        land.heights[0] = 1.0
    joined = colliders.joined(land, land)
    assert joined.heights_of(3).tolist() == land.heights_of(1).tolist()
