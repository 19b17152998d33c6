"""The two unit meshes: closed, facing outward, and exact for tapered capsules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from viewer import meshes

SIZE = np.array([[0.5, 1.0, 0.2, 0.05]])


def corners(kind: str, size: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    mesh = meshes.rounded_box() if kind == "box" else meshes.capsule()
    put = meshes.place_box if kind == "box" else meshes.place_capsule
    place, normal = put(mesh[0], size)
    return place[0], normal[0], mesh[1]


@pytest.mark.parametrize("kind", ["box", "capsule"])
def test_triangles_face_outward(kind: str) -> None:
    size = SIZE if kind == "box" else np.array([[0.3, 0.2, 0.6, 0.0]])
    place, normal, triangles = corners(kind, size)
    a, b, c = (place[triangles[:, k]] for k in range(3))
    facing = np.cross(b - a, c - a)
    area = np.linalg.norm(facing, axis=1)
    outward = np.sum(facing * normal[triangles].mean(axis=1), axis=1)
    assert (outward[area > 1e-9] > 0).all()


@pytest.mark.parametrize("kind", ["box", "capsule"])
def test_the_surface_is_closed(kind: str) -> None:
    size = SIZE if kind == "box" else np.array([[0.3, 0.2, 0.6, 0.0]])
    place, _, triangles = corners(kind, size)
    named = {}
    ids = np.array([named.setdefault(tuple(np.round(p, 6) + 0.0), len(named)) for p in place])
    edges: Counter[tuple[int, int]] = Counter()
    for triangle in ids[triangles]:
        if len(set(triangle)) == 3:
            for k in range(3):
                edges[int(triangle[k]), int(triangle[(k + 1) % 3])] += 1
    assert all(edges[b, a] == count for (a, b), count in edges.items())


def test_a_box_reaches_its_half_extents() -> None:
    place, _, _ = corners("box", SIZE)
    np.testing.assert_allclose(np.abs(place).max(axis=0), [0.5, 1.0, 0.2], atol=1e-6)


def test_a_tapered_capsule_touches_both_spheres_and_the_cone_between() -> None:
    low, high, half = 0.4, 0.1, 0.5
    place, normal, _ = corners("capsule", np.array([[low, high, half, 0.0]]))
    to_low = np.linalg.norm(place - [0, -half, 0], axis=1)
    to_high = np.linalg.norm(place - [0, half, 0], axis=1)
    on = np.minimum(np.abs(to_low - low), np.abs(to_high - high))
    assert on.max() < 1e-6
    # the seam's normals are square to the cone: sin = (low - high) / axis length
    seam = np.isclose(normal[:, 1], (low - high) / (2 * half), atol=1e-6)
    assert seam.sum() >= 2 * 22
    np.testing.assert_allclose(np.linalg.norm(normal, axis=1), 1.0, atol=1e-6)


def test_a_ball_is_a_capsule_without_length() -> None:
    place, _, _ = corners("capsule", np.array([[0.3, 0.3, 0.0, 0.0]]))
    np.testing.assert_allclose(np.linalg.norm(place, axis=1), 0.3, atol=1e-6)
