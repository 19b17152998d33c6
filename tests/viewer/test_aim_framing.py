"""Pictures of one with a beam show whom it is aimed at; switches of marks from text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from behave.runtime.model import Model
from tests.viewer.conftest import session_for
from viewer.aim_framing import BACK, MOST, SHARE, aimed_at, best_side, has_beam, nearer, toward
from viewer.camera import project
from viewer.framing import agent_camera
from viewer.playback import Playback
from viewer.scene.bodies import offsets
from viewer.scene.build import center_of
from viewer.scene.options import ALL_GIZMOS, NO_GIZMOS, Gizmos, gizmos_of
from viewer.terrain import terrain_mesh

STILL = """\
use "rigs/hexapod.beh"
behavior still for hexapod { initial state Standing { } }
scene flat {
  ground  floor at (0 m, 0 m, 0 m), layer: terrain
  hexapod boss  at (0 m, 0 m, 0 m) with still
}
"""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("still")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path: Path = folder / "still.beh"
    path.write_text(STILL, encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics] or loaded.problem
    return loaded.model


@pytest.mark.parametrize("turn", [0.0, 1.3, 2.6, 3.9, 5.2])
def test_it_and_whom_it_aims_at_are_in_the_picture(still: Model, turn: float) -> None:
    state = Playback(still).state_at(0.0).copy()
    assert has_beam(still, "boss")
    assert aimed_at(still, state, "boss") is None  # it looks at nothing yet
    at, row = offsets(still.groups[0].behavior), state.rows[0][0]
    aim = np.array([13.0 * np.sin(turn), 1.0, 13.0 * np.cos(turn)])
    row[at["gaze.weight"]] = 1.0
    row[at["gaze.target"] : at["gaze.target"] + 3] = aim
    camera, _ = agent_camera(still, state, "boss", "three-quarter")
    middle = center_of(still, state, "boss")
    far = BACK * camera.distance
    camera = replace(camera, distance=far, yaw=camera.yaw + best_side(still, [state], "boss"))
    camera = camera.looking_at(middle + toward(middle, aim, far))
    ankles = [row[at[f"ankle[{k}].position"] : at[f"ankle[{k}].position"] + 3] for k in range(6)]
    places, ahead = project(camera.view_projection(16 / 9), [*ankles, aim], 2, 2)
    assert ahead.all()
    assert np.abs(places - 1.0).max() < 1.0


def test_a_picture_moves_a_share_of_the_way_level_and_not_too_far() -> None:
    middle = np.array([1.0, 2.0, 3.0])
    near = toward(middle, np.array([11.0, 0.0, 3.0]), 100.0)
    np.testing.assert_allclose(near, (10.0 * SHARE, 0.0, 0.0))
    np.testing.assert_allclose(toward(middle, np.array([999.0, 0.0, 3.0]), 10.0), (10 * MOST, 0, 0))
    np.testing.assert_allclose(toward(middle, None, 10.0), 0.0)
    once = nearer(np.array([1.0, 0.0, 0.0]), 0.35)
    np.testing.assert_allclose(once, (0.5, 0.0, 0.0))


def test_marks_are_chosen_by_name() -> None:
    assert gizmos_of("none") == NO_GIZMOS
    assert gizmos_of("all") == ALL_GIZMOS
    assert gizmos_of("rays, legs") == replace(NO_GIZMOS, rays=True, legs=True)
    assert gizmos_of("-labels,+details") == replace(Gizmos(), labels=False, details=True)
    for wrong in ("ray", "", "-labels,rays"):
        with pytest.raises(ValueError, match="there are none, all, zones"):
            gizmos_of(wrong)


def test_land_shades_only_where_it_lies_turned_from_the_sun() -> None:
    """Towards the sun is (-0.34, 0.80, -0.50): a bank that falls along x turns from it where it is
    steeper than 0.80 / 0.34 = 2.35."""
    for rise, shades in ((2.0, False), (2.5, True)):
        heights = np.tile(np.abs(np.arange(-4.0, 5.0)) * rise, (9, 1))
        assert terrain_mesh(heights, 4.0, 4.0).shades is shades
