"""The guardian's legs in every scene: they never cross, keep clear, and hold their knees out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.behaviors.walks import LEGS, SCENES, Floats, Walk, shipped

pytestmark = pytest.mark.parametrize("scene", SCENES)
THICK = 0.2
"""The radius of a leg, in metres; it is no thicker anywhere."""


def joints(it: Walk) -> Floats:
    """From coxa to ankle and sole, f8[T, 6, 6, 3], at some 500 moments."""
    bones = [it.bone(bone) for bone in ("coxa", "femur", "tibia", "shank", "ankle")]
    rotation = np.stack([it.slot(f"ankle[{leg}].rotation") for leg in LEGS], axis=1)
    x, y, z, w = np.moveaxis(rotation, -1, 0)
    up = np.stack((2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)), axis=-1)
    return np.stack((*bones, bones[-1] - 0.25 * up), axis=2)[:: max(len(up) // 500, 1)]


def cross(a: Floats, b: Floats) -> Floats:
    """The cross product of plane vectors."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def apart(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """The least distance of segments a b and c d, f8[…, 3] each: of points along one to the
    other, refined by turns, from both ends and the middle of the first."""
    best = np.full(a.shape[:-1], np.inf)
    for start in (0.0, 0.5, 1.0):
        s = np.full(a.shape[:-1], start)
        for _ in range(12):
            p = a + s[..., None] * (b - a)
            t = np.clip(((p - c) * (d - c)).sum(-1) / ((d - c) ** 2).sum(-1), 0.0, 1.0)
            q = c + t[..., None] * (d - c)
            s = np.clip(((q - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1), 0.0, 1.0)
        p = a + s[..., None] * (b - a)
        best = np.minimum(best, np.linalg.norm(p - q, axis=-1))
    return best


def test_seen_from_above_no_leg_crosses_another(scene: str) -> None:
    chain = joints(shipped(scene))[..., [0, 2]]
    for one, other in combinations(LEGS, 2):
        a, b = chain[:, one, :-1, None], chain[:, one, 1:, None]
        c, d = chain[:, other, None, :-1], chain[:, other, None, 1:]
        sides = cross(b - a, c - a) * cross(b - a, d - a) < 0.0
        ends = cross(d - c, a - c) * cross(d - c, b - c) < 0.0
        assert not (sides & ends).any(), (one, other)


def test_legs_keep_clear_of_each_other(scene: str) -> None:
    chain = joints(shipped(scene))
    for one, other in combinations(LEGS, 2):
        if (other - one) % 6 not in (1, 5):
            continue  # between any two others there is a leg, or the trunk
        a, b = chain[:, one, :-1, None], chain[:, one, 1:, None]
        c, d = chain[:, other, None, :-1], chain[:, other, None, 1:]
        assert apart(a, b, c, d).min() > 2.0 * THICK, (one, other)


def test_knees_are_up_and_outward(scene: str) -> None:
    """The knee lies over the line from the coxa to the ankle, and farther from the trunk than
    the coxa; none of it is under the trunk."""
    it = shipped(scene)
    coxa, knee, ankle = it.bone("coxa"), it.bone("tibia"), it.bone("ankle")
    trunk = it.slot("trunk.position")[:, None]
    line = (ankle - coxa) / np.linalg.norm(ankle - coxa, axis=-1, keepdims=True)
    over = (knee - coxa) - ((knee - coxa) * line).sum(-1, keepdims=True) * line
    assert over[..., 1].min() > 0.3
    out = np.linalg.norm((knee - trunk)[..., [0, 2]], axis=-1)
    assert (out - np.linalg.norm((coxa - trunk)[..., [0, 2]], axis=-1)).min() > 0.0
    assert np.linalg.norm((ankle - trunk)[..., [0, 2]], axis=-1).min() > 2.5
