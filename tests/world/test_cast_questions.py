"""What is asked of casts besides geometry: layers, owners, retries, absent input, batches."""

import math

import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import casts, colliders, queries
from behave.world.shapes import SPHERE
from tests.world.convex import collider, scattered

NO_TURN = (0.0, 0.0, 0.0, 1.0)
WALLS, PROPS = 0, 1
X, Z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


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


def ball(world, o=(0.0, 0.0, 0.0), d=X, length=10.0, radius=0.25, **more):
    return casts.spherecast(world, o, d, length, radius, **more)


def brick(world, o=(0.0, 0.0, 0.0), d=X, length=10.0, half=0.25, turn=NO_TURN, **more):
    half = (half,) * 3 if np.ndim(half) == 0 else half
    return casts.boxcast(world, o, turn, half, d, length, **more)


CASTS = pytest.mark.parametrize("cast", [ball, brick])


@CASTS
def test_layers_owners_and_the_removed(room, cast):
    hit = cast(room)
    assert (hit.collider[0], hit.inside[0], hit.distance[0]) == (3, True, 0.0)
    hit = cast(room, asker=7)
    assert (hit.collider[0], hit.inside[0], hit.distance[0]) == (1, False, 1.25)
    hit = cast(room, layers=1 << WALLS)
    assert (hit.collider[0], hit.distance[0]) == (0, 3.75)
    np.testing.assert_array_equal(hit.point, [(4, 0, 0)])
    np.testing.assert_array_equal(hit.normal, [(-1, 0, 0)])
    assert cast(room, d=(0, -1, 0), layers=3, asker=7).collider[0] == -1  # the ground: no layer
    assert cast(room, d=(0, -1, 0), asker=7).collider[0] == 2
    gone = colliders.with_alive(room, [True, False, True, False])
    assert cast(gone).collider[0] == 0
    assert cast(colliders.build([])).collider[0] == -1


@CASTS
def test_length_is_inclusive_and_may_be_infinite(room, cast):
    for length, want in ((1.25, 1), (1.2499999, -1), (math.inf, 1)):
        assert cast(room, length=length, asker=7).collider[0] == want


@CASTS
def test_ties_go_to_the_first_declared(cast):
    twins = [colliders.box(name, (3, 0, 0), (1, 1, 1)) for name in "ab"]
    hit = cast(colliders.build([colliders.sphere("behind", (6, 0, 0), 1), *twins]))
    assert (hit.collider[0], hit.distance[0]) == (1, 2.25)
    # Overlapping two: the first too, not the deeper.
    both = [colliders.box("a", (0.6, 0, 0), (1, 1, 1)), colliders.box("b", (0, 0, 0), (1, 1, 1))]
    assert cast(colliders.build(both)).collider[0] == 0


@CASTS
@pytest.mark.parametrize(
    "bad",
    [
        {"o": (math.nan, 0.0, 0.0)},
        {"o": (0.0, math.inf, 0.0)},
        {"d": (0.0, 0.0, 0.0)},
        {"d": (math.nan, 0.0, 1.0)},
        {"d": (math.inf, 0.0, 1.0)},
        {"length": 0.0},
        {"length": -1.0},
        {"length": math.nan},
        {"length": -math.inf},
    ],
)
def test_absent_input_finds_nothing(room, cast, bad):
    hit = cast(room, **bad)
    assert (hit.collider[0], hit.distance[0], hit.tries[0]) == (-1, math.inf, 0)
    assert not hit.point.any()
    assert not hit.normal.any()
    assert not hit.inside[0]


def test_sizes_that_are_none(room):
    for bad in (-0.1, math.nan, math.inf):
        assert ball(room, radius=bad).collider[0] == -1
        for axis in range(3):
            half = np.full(3, 0.25)
            half[axis] = bad
            assert brick(room, half=half).collider[0] == -1
    assert brick(room, turn=(math.nan, 0, 0, 1)).collider[0] == -1
    assert brick(room, turn=(0, 0, 0, 0)).collider[0] == -1


def test_colliders_without_a_place_are_passed_over(room):
    lost = colliders.placed(room, [1, 3], [(math.nan, 0, 0), (0, math.inf, 0)])
    assert ball(lost).collider[0] == 0
    assert brick(lost).collider[0] == 0
    for bad in (math.nan, math.inf):
        turned = colliders.placed(room, [0], [(5, 0, 0)], [(bad, 0, 0, 1)], [(1, 2, 4)])
        assert brick(turned, layers=1 << WALLS).collider[0] == -1
        assert ball(turned, layers=1 << WALLS).collider[0] == -1


def test_without_a_size_a_cast_is_a_ray():
    random = np.random.default_rng(61)
    hits = 0
    for _ in range(60):
        rows = [collider(f"c{i}", *scattered(random, i % 4)) for i in range(12)]
        world = colliders.build(rows)
        o, d = random.uniform(-5, 5, (30, 3)), random.normal(size=(30, 3))
        want = queries.ray(world, o, d, 9.0)
        got = casts.spherecast(world, o, d, 9.0, 0.0)
        np.testing.assert_array_equal(got.collider, want.collider)
        np.testing.assert_array_equal(got.distance, want.distance)
        np.testing.assert_array_equal(got.normal, want.normal)
        outside = ~want.inside  # from inside a ray names its origin, a cast the surface
        np.testing.assert_array_equal(got.point[outside], want.point[outside])
        speck = casts.boxcast(world, o, NO_TURN, (0, 0, 0), d, 9.0)
        np.testing.assert_array_equal(speck.collider, want.collider)
        np.testing.assert_allclose(speck.distance, want.distance, atol=1e-9)
        np.testing.assert_allclose(speck.normal, want.normal, atol=1e-9)
        hits += (want.collider >= 0).sum()
    assert hits > 500


@CASTS
def test_retries_start_a_step_further_each(cast):
    # The block ends at y = 1; casts 0.25 high start at 2, 1.5, 1.0.
    world = colliders.build([colliders.box("block", (3, 0, 0), (2, 2, 2))])
    down = {"o": (0, 2, 0), "step": (0, -0.5, 0)}
    hit = cast(world, retry=5, **down)
    assert (hit.collider[0], hit.tries[0]) == (0, 2)
    np.testing.assert_array_equal(hit.origin, [(0, 1, 0)])
    np.testing.assert_allclose(hit.point[0, 0], 2)
    hit = cast(world, retry=2, **down)
    assert (hit.collider[0], hit.tries[0]) == (0, 2)
    hit = cast(world, retry=1, **down)
    assert (hit.collider[0], hit.tries[0], hit.distance[0]) == (-1, 1, math.inf)
    np.testing.assert_array_equal(hit.origin, [(0, 1.5, 0)])  # where the last one started
    hit = cast(world, o=(0, 0, 0), retry=5, step=(0, -0.5, 0))
    assert (hit.collider[0], hit.tries[0]) == (0, 0)
    np.testing.assert_array_equal(hit.origin, [(0, 0, 0)])
    hit = cast(world, retry=-3, **down)
    assert (hit.collider[0], hit.tries[0]) == (-1, 0)


@CASTS
def test_odd_retries_end(cast):
    world = colliders.build([colliders.box("block", (3, 0, 0), (2, 2, 2))])
    hit = cast(world, o=(0, 9, 0), retry=2**62)
    assert (hit.collider[0], hit.tries[0]) == (-1, casts.MOST_RETRIES)
    for step in (math.nan, math.inf):
        hit = cast(world, o=(0, 9, 0), retry=3, step=(0, step, 0))
        assert (hit.collider[0], hit.tries[0]) == (-1, 3)
        assert cast(world, retry=3, step=(0, step, 0)).tries[0] == 0  # the first one hits


@CASTS
def test_casts_do_not_change_what_they_are_given(room, cast):
    arrays = {
        "o": np.array([(0.0, 0, 0), (0, 1, 0)]),
        "d": np.array([X, Z]),
        "length": np.array([5.0, 6.0]),
        "layers": np.array([-1, 3]),
        "retry": np.array([0, 2]),
        "step": np.array([(0.0, 0, 0), (0, 0.1, 0)]),
    }
    for value in arrays.values():
        value.flags.writeable = False
    assert cast(room, **arrays).collider.shape == (2,)
    assert cast(room, o=np.zeros((0, 3)), d=np.zeros((0, 3))).collider.shape == (0,)
    assert cast(room, d=np.array([X, Z, X])).collider.shape == (3,)  # one origin for three


def test_a_batch_gives_the_bits_of_one_at_a_time():
    random = np.random.default_rng(67)
    hits = later = 0
    for _ in range(10):
        rows = [collider(f"c{i}", *scattered(random, i % 4)) for i in range(14)]
        world = colliders.with_alive(colliders.build(rows), random.random(14) > 0.1)
        n = 30
        o, d = random.uniform(-6, 6, (n, 3)), random.normal(size=(n, 3))
        turn = np.array([np.asarray(rotations.coerce(q)) for q in random.normal(size=(n, 4))])
        half, length = random.uniform(0, 0.8, (n, 3)), random.uniform(0, 9, n)
        retry, step = random.integers(0, 4, n), random.normal(size=(n, 3))
        more = {"retry": retry, "step": step}
        boxes = casts.boxcast(world, o, turn, half, d, length, **more)
        balls = casts.spherecast(world, o, d, length, half[:, 0], **more)
        for i in range(n):
            one = slice(i, i + 1)
            more = {"retry": retry[one], "step": step[one]}
            alone = (
                casts.boxcast(world, o[one], turn[one], half[one], d[one], length[one], **more),
                casts.spherecast(world, o[one], d[one], length[one], half[one, 0], **more),
            )
            for single, batch in zip(alone, (boxes, balls), strict=True):
                for name in ("collider", "distance", "point", "normal", "inside", "tries"):
                    assert getattr(single, name)[0].tobytes() == getattr(batch, name)[i].tobytes()
                assert single.origin[0].tobytes() == batch.origin[i].tobytes()
        hits += (boxes.collider >= 0).sum() + (balls.collider >= 0).sum()
        later += (boxes.tries[boxes.collider >= 0] > 0).sum()
    assert hits > 200
    assert later > 5


def test_the_first_of_many_is_the_first_of_each_alone():
    """The bounds that skip colliders never change an answer."""
    random = np.random.default_rng(71)
    hits = 0
    for _ in range(40):
        rows = [collider(f"c{i}", *scattered(random, i % 4)) for i in range(10)]
        n = 12
        o, d = random.uniform(-6, 6, (n, 3)), random.normal(size=(n, 3))
        radius = random.uniform(0, 1, n)
        half = random.uniform(0, 1, (n, 3))

        def ask(world, o=o, d=d, radius=radius, half=half):
            return (
                casts.spherecast(world, o, d, 9.0, radius),
                casts.boxcast(world, o, NO_TURN, half, d, 9.0),
            )

        alone = [ask(colliders.build([row])) for row in rows]
        for k, together in enumerate(ask(colliders.build(rows))):
            distance = np.array([found[k].distance for found in alone])
            first = np.argmin(distance, axis=0)
            nearest = distance[first, np.arange(n)]
            np.testing.assert_array_equal(together.distance, nearest)
            np.testing.assert_array_equal(together.collider, np.where(nearest < 9.5, first, -1))
            hits += (together.collider >= 0).sum()
    assert hits > 400


def test_a_sphere_of_any_kind_is_passed_by_less_than_its_radius():
    """A row of balls 0.5 apart: what fits through does, what does not, does not."""
    posts = [colliders.sphere(f"post{i}", (2, 0, i), 0.25) for i in range(-3, 4)]
    world = colliders.build(posts)
    assert (world.shape == SPHERE).all()
    assert ball(world, o=(0, 0, 0.5), radius=0.2499999).collider[0] == -1
    assert ball(world, o=(0, 0, 0.5), radius=0.2500001).collider[0] == 3
