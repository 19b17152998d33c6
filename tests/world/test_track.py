"""Track: the first found is kept until lost; then the nearest, or only what comes in."""

import math

import numpy as np
import pytest

from behave.world import colliders
from behave.world.track import track


@pytest.fixture
def walls():
    return colliders.build(
        [
            colliders.box("left", (2, 0, 0), (2, 2, 20)),  # face at x = 1
            colliders.box("right", (-2.5, 0, 0), (2, 2, 20)),  # face at x = -1.5
            colliders.box("ahead", (0, 0, 9), (8, 2, 2)),  # face at z = 8
        ]
    )


def step(world, current, overlaps, entered=(), probe=(0, 0, 0), again=True):
    def flags(names):
        return np.array([[name in names for name in world.names]])

    return track(world, [current], flags(overlaps), flags(entered), [probe], [again])


def test_the_nearest_in_the_zone_is_taken(walls):
    found = step(walls, -1, ("left", "right", "ahead"))
    assert found.collider.tolist() == [0]
    assert found.point.tolist() == [[1, 0, 0]]
    assert found.normal.tolist() == [[-1, 0, 0]]
    assert found.distance.tolist() == [1]


def test_what_is_tracked_is_kept_though_another_is_nearer(walls):
    found = step(walls, 1, ("left", "right"), entered=("left",), probe=(0.5, 0, 3))
    assert found.collider.tolist() == [1]
    assert found.point.tolist() == [[-1.5, 0, 3]]
    assert found.distance.tolist() == [2]


def test_a_narrow_corridor_does_not_flicker(walls):
    current, seen = -1, []
    for tick in range(50):
        sway = 0.4 * math.sin(tick)  # nearer to the one, then to the other
        current = int(step(walls, current, ("left", "right"), probe=(sway, 0, tick)).collider[0])
        seen.append(current)
    assert seen == [0] * 50


def test_what_is_lost_is_replaced_in_the_same_tick(walls):
    assert step(walls, 0, ("right", "ahead")).collider.tolist() == [1]
    assert step(walls, 0, ()).collider.tolist() == [-1]
    gone = colliders.with_alive(walls, [False, True, True])
    assert step(gone, 0, ("left", "right")).collider.tolist() == [1]


def test_without_again_only_what_comes_in_is_taken(walls):
    inside = ("left", "right")
    assert step(walls, -1, inside, again=False).collider.tolist() == [-1]
    assert step(walls, -1, inside, entered=("right",), again=False).collider.tolist() == [1]
    assert step(walls, -1, inside, entered=("left", "right"), again=False).collider.tolist() == [0]
    # the tracked one leaves: another that was inside already is missed
    assert step(walls, 0, ("right",), again=False).collider.tolist() == [-1]
    assert step(walls, 0, ("right",), entered=("right",), again=False).collider.tolist() == [1]
    # and kept is kept
    assert step(walls, 1, inside, entered=("left",), again=False).collider.tolist() == [1]


def test_nothing_reads_as_nothing(walls):
    nothing = step(walls, -1, ())
    assert nothing.collider.tolist() == [-1]
    assert nothing.distance.tolist() == [math.inf]
    assert nothing.point.tolist() == [[0, 0, 0]]
    assert step(walls, -1, ("left",), probe=(math.nan, 0, 0)).collider.tolist() == [-1]
    assert step(walls, 99, ("left",)).collider.tolist() == [0]
    empty = colliders.build([])
    assert track(empty, [-1], np.zeros((1, 0), bool), np.zeros((1, 0), bool), [(0, 0, 0)], [True])


def test_ties_go_to_the_first_declared(walls):
    middle = (-0.25, 0, 0)  # 1.25 from both
    assert step(walls, -1, ("left", "right"), probe=middle).collider.tolist() == [0]


def test_inside_counts_as_nearest(walls):
    found = step(walls, -1, ("left", "right"), probe=(-1.75, 0, 0))
    assert found.collider.tolist() == [1]
    assert found.distance.tolist() == [-0.25]
    assert found.normal.tolist() == [[1, 0, 0]]


def test_agents_do_not_disturb_each_other(walls):
    all_in = np.ones((3, 3), dtype=bool)
    found = track(
        walls, [-1, 1, 2], all_in, ~all_in, [(0, 0, 0), (0, 0, 0), (0, 0, 7)], [True, True, False]
    )
    assert found.collider.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="zone rows"):
        track(walls, [-1], all_in, all_in, [(0, 0, 0)], [True])
