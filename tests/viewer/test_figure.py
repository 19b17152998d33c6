"""The figure hung on bones."""

from __future__ import annotations

import numpy as np
import pytest

from tests.viewer import poses
from viewer.scene.figure import Skeleton, fit, fnmatch, rotation_matrices, solids
from viewer.scene.figure_table import TONES


def test_the_humanoid_gets_the_mannequin_and_strangers_plain_capsules() -> None:
    assert len(fit(poses.skeleton()).block_bones) > 0
    worm = Skeleton(("a", "b", "c"), (-1, 0, 1), np.array([[0, 1, 0], [0, 1, 1], [0, 1, 2.0]]))
    figure = fit(worm)
    places = np.array([[[0, 1, 0], [0, 1, 1], [0, 1, 2.0]]])
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (1, 3, 1))
    boxes, rods = solids(figure, places, turns)
    assert len(boxes) == 0
    lengths = sorted(2 * float(s) for s in rods["size"][:, 2])
    np.testing.assert_allclose(lengths, [0.0, 0.0, 1.0, 1.0], atol=1e-6)


def test_bare_bones_do_not_fail() -> None:
    figure = fit(Skeleton(("only",), (-1,), np.array([[0.0, 0.4, 0.0]])))
    _, rods = solids(figure, np.zeros((2, 1, 3)), np.tile([0.0, 0, 0, 1], (2, 1, 1)))
    assert len(rods) == 2 * len(figure.rod_bones)


def test_the_palm_is_flat_four_centimetres_before_the_joint() -> None:
    place, turn = poses.walking()
    figure = fit(poses.skeleton())
    scale = poses.skeleton().rest[poses.NAMES.index("head"), 1] / 1.593
    boxes, rods = solids(figure, place[None], turn[None])
    hand = poses.NAMES.index("hand[left]")
    axes = rotation_matrices(turn[hand])
    mine = figure.block_bones == hand
    front = [
        (row["model"][:, 3] - place[hand]) @ axes[:, 2] + row["size"][2] for row in boxes[mine]
    ]
    assert max(front) == pytest.approx(0.040 * scale, abs=1e-4)
    # fingers lie in the palm's plane: none stands out by more than 2 mm
    fingers = (figure.rod_bones[:, 0] == hand) & (figure.rod_points[:, 0, 1] > 0.09 * scale)
    assert fingers.sum() >= 8
    for row in rods[fingers]:
        for end in (-1, 1):
            tip = row["model"][:, 3] + end * row["model"][:, 1] * row["size"][2]
            surface = (tip - place[hand]) @ axes[:, 2] + row["size"][:2].max()
            assert 0.034 * scale < surface < 0.042 * scale


@pytest.mark.parametrize(("side", "sign"), [("left", -1), ("right", 1)])
def test_thumbs_point_to_the_body_when_palms_look_ahead(side: str, sign: int) -> None:
    figure = fit(poses.skeleton())
    hand = poses.NAMES.index(f"hand[{side}]")
    mine = figure.rod_points[figure.rod_bones[:, 0] == hand]
    widest = mine[np.argmax(np.abs(mine[:, 1, 0])), 1, 0]
    assert np.sign(widest) == sign


def test_sides_mirror_each_other() -> None:
    place, turn = poses.posed({})
    figure = fit(poses.skeleton())
    _, rods = solids(figure, place[None], turn[None])
    centers = rods["model"][:, :, 3]
    mirrored = centers * [-1, 1, 1]
    for center in mirrored:
        assert np.linalg.norm(centers - center, axis=1).min() < 1e-5


def test_a_taller_figure_is_the_same_figure_larger() -> None:
    usual = poses.skeleton()
    tall = Skeleton(usual.names, usual.parents, usual.rest * 1.2)
    np.testing.assert_allclose(fit(tall).rod_radii, fit(usual).rod_radii * 1.2)


def test_each_agent_has_its_own_accent() -> None:
    place, turn = poses.posed({})
    figure = fit(poses.skeleton())
    _, rods = solids(figure, np.stack([place, place]), np.stack([turn, turn]))
    accent = np.array([tone == "accent" for tone in figure.rod_tones])
    one, two = rods["color"].reshape(2, -1, 4)
    assert not np.allclose(one[accent], two[accent])
    np.testing.assert_allclose(one[~accent], two[~accent])
    assert set(figure.rod_tones) <= set(TONES)


def test_bone_patterns() -> None:
    assert fnmatch("hand[left]", "hand[*]")
    assert not fnmatch("hands", "hand[*]")
    assert not fnmatch("forehand[left]", "hand[*]")
