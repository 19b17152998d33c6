"""Enter once, stay while inside, exit once, whatever ends it."""

import numpy as np
import pytest

from behave.world import colliders, queries, zones
from behave.world.shapes import SPHERE

NO_TURN = (0.0, 0.0, 0.0, 1.0)


def happenings(worlds):
    """One asker, one zone of radius 1 at the origin that sees layer 0, over several ticks."""
    previous = np.zeros((1, 1, len(worlds[0])), dtype=bool)
    lines = []
    for world in worlds:
        inside = queries.overlaps(world, SPHERE, [(0, 0, 0)], NO_TURN, (1, 0, 0), layers=1)
        now = inside[:, np.newaxis, :]
        line = zones.update(previous, now)
        lines.append(
            "".join(
                "e"
                if line.enter[0, 0, c]
                else "s"
                if line.stay[0, 0, c]
                else "x"
                if line.exit[0, 0, c]
                else "."
                for c in range(len(world))
            )
        )
        assert (line.enter.astype(int) + line.stay + line.exit).max() <= 1
        previous = now
    return lines


@pytest.fixture
def world():
    return colliders.build(
        [
            colliders.sphere("near", (1.2, 0, 0), 0.5, layer=0),
            colliders.sphere("far", (9, 0, 0), 0.5, layer=0),
            colliders.sphere("other", (0, 0, 0), 0.5, layer=1),
        ]
    )


def test_moving_in_and_out(world):
    inside = colliders.placed(world, [1], [(0, 1, 0)])
    assert happenings([world, inside, inside, world, world]) == ["e..", "se.", "ss.", "sx.", "s.."]


def test_a_collider_that_vanishes_exits_once(world):
    gone = colliders.with_alive(world, [False, True, True])
    assert happenings([world, world, gone, gone, world]) == ["e..", "s..", "x..", "...", "e.."]


def test_a_collider_that_changes_its_layer_exits_once(world):
    moved = colliders.with_layer(world, 0, 1)
    joined = colliders.with_layer(world, 2, 0)
    assert happenings([world, moved, moved, world]) == ["e..", "x..", "...", "e.."]
    assert happenings([world, joined, world]) == ["e..", "s.e", "s.x"]


def test_shapes_must_agree():
    with pytest.raises(ValueError, match="zones had shape"):
        zones.update(np.zeros((1, 1, 2), bool), np.zeros((1, 1, 3), bool))
