"""Thousands of random scenes against MuJoCo, an independent implementation (tests only).

Its geoms are the same shapes with other frames: a capsule lies along its local z, a plane's
normal is its local +z, quaternions are (w, x, y, z).
"""

import mujoco
import numpy as np
import pytest

from behave.kernel import rotations
from behave.world import colliders, queries, shapes
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE

Z_TO_Y = rotations.shortest_arc((0, 0, 1), (0, 1, 0))


def row(random, kind, spread):
    at, turn = random.uniform(-spread, spread, 3), random.normal(size=4)
    size = random.uniform(0.1, 1.5, 3)
    name = f"c{random.integers(1 << 60)}"
    if kind == BOX:
        return colliders.box(name, at, 2 * size, turn)
    if kind == SPHERE:
        return colliders.sphere(name, at, size[0])
    if kind == CAPSULE:
        return colliders.capsule(name, at, size[0], 2 * (size[0] + size[1]), turn)
    return colliders.plane(name, at - (0.0, 1.2 * spread, 0.0), turn * 0.1 + (0, 0, 0, 1))


def geom(world, c):
    kind, size = world.shape[c], world.size[c]
    turn = rotations.coerce(world.rotation[c])
    if kind in (CAPSULE, PLANE):
        turn = rotations.multiply(turn, Z_TO_Y)
    name = {BOX: "box", SPHERE: "sphere", CAPSULE: "capsule", PLANE: "plane"}[int(kind)]
    used = {BOX: size, SPHERE: size[:1], CAPSULE: size[:2], PLANE: np.array([0, 0, 1.0])}[int(kind)]
    x, y, z, w = turn.tolist()
    numbers = [" ".join(map(repr, map(float, v))) for v in (used, world.position[c], (w, x, y, z))]
    return '<geom type="{}" size="{}" pos="{}" quat="{}"/>'.format(name, *numbers)


def twin(world):
    """The same colliders in MuJoCo: ``(model, data)``."""
    geoms = "".join(geom(world, c) for c in range(len(world)))
    xml = f"<mujoco><worldbody>{geoms}</worldbody></mujoco>"
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def test_rays_hit_the_same_geom_at_the_same_distance():
    random = np.random.default_rng(23)
    hits = misses = 0
    for _ in range(150):
        world = colliders.build([row(random, k % 4, 5.0) for k in range(6)])
        model, data = twin(world)
        origin, along = random.uniform(-7, 7, (25, 3)), random.normal(size=(25, 3))
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        got = queries.ray(world, origin, along, 1e9)
        for i in range(25):
            if got.inside[i]:
                continue  # MuJoCo's rays go through to the far wall; ours stop where they begin
            which, normal = np.full((1, 1), -1, np.int32), np.zeros((3, 1))
            distance = mujoco.mj_ray(
                model, data, origin[i][:, None], along[i][:, None], None, True, -1, which, normal
            )
            assert got.collider[i] == which[0, 0]
            if distance < 0.0:
                misses += 1
                continue
            hits += 1
            assert got.distance[i] == pytest.approx(distance, abs=1e-8)
            np.testing.assert_allclose(got.normal[i], normal[:, 0], atol=1e-6)
    assert hits > 1000
    assert misses > 300


def test_a_point_is_as_far_from_a_shape_as_a_speck_is():
    random = np.random.default_rng(29)
    speck = 1e-3
    compared = 0
    for _ in range(25):
        kinds = [row(random, k % 4, 2.0) for k in range(24)]
        specks = [
            colliders.sphere(f"s{k}", random.uniform(-3, 3, 3), speck) for k in range(len(kinds))
        ]
        world = colliders.build(kinds + specks)
        model, data = twin(world)
        got = queries.closest(world, np.arange(24), world.position[24:])
        for c in range(24):
            if got.distance[c] <= speck:
                continue  # MuJoCo's depths are approximate; from inside, meshes are the oracle
            ends = np.zeros(6)
            want = mujoco.mj_geomDistance(model, data, c, 24 + c, 1e3, ends) + speck
            compared += 1
            assert got.distance[c] == pytest.approx(want, abs=1e-6)
            if world.shape[c] != PLANE:
                np.testing.assert_allclose(got.point[c], ends[:3], atol=2e-3 * max(1.0, want))
    assert compared > 400


def test_overlaps_of_every_pair_of_shapes():
    random = np.random.default_rng(31)
    meeting = {}
    for _ in range(40):
        world = colliders.build([row(random, k % 4, 2.0) for k in range(20)])
        model, data = twin(world)
        zones = np.flatnonzero(world.shape != PLANE)
        got = queries.overlaps(
            world,
            world.shape[zones],
            world.position[zones],
            world.rotation[zones],
            world.size[zones],
        )
        for i, zone in enumerate(zones):
            for c in range(len(world)):
                if c == zone:
                    continue
                want = mujoco.mj_geomDistance(model, data, zone, c, 1e3, None)
                if abs(want) < 1e-5:
                    continue  # nearer than its own tolerance the answer is not MuJoCo's to give
                pair = (int(world.shape[zone]), int(world.shape[c]))
                assert got[i, c] == (want < 0.0), (pair, want)
                meeting.setdefault(pair, [0, 0])[int(got[i, c])] += 1
    assert len(meeting) == 12
    for apart, together in meeting.values():
        assert together > 20
        assert apart > 20


def test_capsules_are_as_far_from_every_shape_as_their_segments_less_the_radius():
    random = np.random.default_rng(37)
    compared = 0
    for _ in range(25):
        world = colliders.build([row(random, CAPSULE if k < 6 else k % 4, 3.0) for k in range(18)])
        model, data = twin(world)
        kind = [int(shape) for shape in world.shape]
        at = [tuple(v.tolist()) for v in world.position]
        turn = [tuple(v.tolist()) for v in world.rotation]
        size = [tuple(v.tolist()) for v in world.size]
        for i in range(6):
            a, b = shapes.axis_ends(kind[i], at[i], turn[i], size[i])
            for c in range(6, 18):
                want = mujoco.mj_geomDistance(model, data, i, c, 1e3, None)
                if want < 1e-5:
                    continue
                compared += 1
                gap = shapes.segment_closest(kind[c], at[c], turn[c], size[c], a, b)[3]
                assert gap - size[i][0] == pytest.approx(want, abs=1e-5)
    assert compared > 800
