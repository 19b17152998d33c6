import math

import numpy as np
import pytest

from behave.world import colliders
from behave.world.colliders import Collider
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE


@pytest.fixture
def world():
    return colliders.build(
        [
            colliders.box("crate", (1, 2, 3), (2, 4, 6), (0, 2, 0, 0), layer=0),
            colliders.sphere("ball", (0, 1, 0), 0.5, layer=1),
            colliders.capsule("pole", (0, 0, 0), 0.25, 2.0),
            colliders.plane("ground", (0, 0, 0), layer=2),
        ]
    )


def test_build(world):
    assert world.names == ("crate", "ball", "pole", "ground")
    assert world.shape.tolist() == [BOX, SPHERE, CAPSULE, PLANE]
    assert world.size.tolist() == [[1, 2, 3], [0.5, 0, 0], [0.25, 0.75, 0], [0, 0, 0]]
    assert world.rotation[0].tolist() == [0, 1, 0, 0]
    assert world.layer.tolist() == [0, 1, -1, 2]
    assert world.owner.tolist() == [-1] * 4
    assert world.alive.tolist() == [True] * 4
    assert (world.index("pole"), world.index("nothing")) == (2, -1)
    assert len(world) == 4


def test_a_capsule_no_higher_than_wide_is_a_sphere():
    made = colliders.build([colliders.capsule("egg", (0, 0, 0), 0.5, 0.8)])
    assert made.size[0].tolist() == [0.5, 0, 0]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Collider("a", 9), "a: unknown shape 9"),
        (Collider("b", SPHERE, size=(0, 0, 0)), "b: a sphere needs a size above 0"),
        (Collider("c", BOX, size=(1, -1, 1)), "c: a box needs a size above 0"),
        (Collider("d", CAPSULE, size=(1, -1, 0)), "d: a capsule needs a size above 0"),
        (Collider("e", PLANE, position=(0, math.nan, 0)), "e: position, .* must be finite"),
        (Collider("f", SPHERE, size=(math.inf, 0, 0)), "f: position, .* must be finite"),
        (Collider("g", PLANE, layer=62), "g: layer 62 is not in -1 .. 61"),
    ],
)
def test_what_cannot_be_built_is_named(row, says):
    with pytest.raises(ValueError, match=says):
        colliders.build([row])


def test_changes_make_new_colliders_and_leave_the_old(world):
    moved = colliders.placed(world, [1], [(5, 5, 5)])
    assert moved.position[1].tolist() == [5, 5, 5]
    assert world.position[1].tolist() == [0, 1, 0]
    assert moved.size is world.size
    turned = colliders.placed(
        world, [0, 2], [(0, 0, 0), (1, 1, 1)], [(1, 0, 0, 0)] * 2, [(1, 1, 1), (2, 2, 0)]
    )
    assert turned.rotation[[0, 2]].tolist() == [[1, 0, 0, 0]] * 2
    assert turned.size[2].tolist() == [2, 2, 0]
    assert colliders.with_alive(world, [True, False, True, True]).alive[1] == np.False_
    assert colliders.with_layer(world, 0, -1).layer.tolist() == [-1, 1, -1, 2]
    assert world.layer[0] == 0
    with pytest.raises(ValueError, match="alive has shape"):
        colliders.with_alive(world, [True])
    with pytest.raises(ValueError, match="layer 70"):
        colliders.with_layer(world, 0, 70)


def test_agents_come_after_the_scene(world):
    agents = colliders.build([colliders.capsule("hero", (0, 1, 0), 0.3, 1.8, owner=0)])
    both = colliders.joined(world, agents)
    assert both.names == ("crate", "ball", "pole", "ground", "hero")
    assert both.owner.tolist() == [-1, -1, -1, -1, 0]
    assert both.position.shape == (5, 3)
    assert both.rotation.shape == (5, 4)
    assert len(colliders.joined(colliders.build([]), agents)) == 1
