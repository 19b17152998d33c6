"""What a behaviour with casts, clips, feet and a turned body puts into the picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from behave.runtime.model import Model
from behave.runtime.state import State
from tests.viewer.conftest import session_for
from viewer.app.hud import hud_labels
from viewer.camera import Camera
from viewer.desk import desk_for
from viewer.draw_list import DrawList
from viewer.framing import agent_camera, clearest_side
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.build import draw_state, stage_of
from viewer.scene.colliders import hides
from viewer.scene.constraints import GAIT_ALONE, clip_weights_of, weights_of
from viewer.scene.options import NO_GIZMOS
from viewer.session import session_of

COVER = Path(__file__).absolute().parents[1] / "corpus" / "good" / "cover_like.beh"
SCRIPT = """\
  press hero.toggle at 0.5 s
  hold  hero.steer  at 1 from 2 s to 3 s
}

test"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """The corpus's cover with its test's keys as the scene's script."""
    folder = tmp_path_factory.mktemp("cover")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "cover.beh"
    text = COVER.read_text(encoding="utf-8")
    assert "}\n\ntest" in text
    path.write_text(text.replace("}\n\ntest", SCRIPT), encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics]
    return loaded.model


@pytest.fixture(scope="module")
def state(model: Model) -> State:
    """In cover, sneaking to the right."""
    playback = Playback(model)
    playback.seek(2.4)
    return playback.state


def drawn(model: Model, state: State, **on: bool) -> DrawList:
    camera = Camera((0.0, 1.0, 1.0), yaw=np.pi, pitch=0.3, distance=5.0)
    return draw_state(stage_of(model, state), state, camera, replace(NO_GIZMOS, **on))


def slot(model: Model, state: State, path: str, width: int = 3) -> np.ndarray:
    at = {s.path: s.offset for s in model.groups[0].behavior.slots}
    return state.rows[0][0, at[path] : at[path] + width]


def of_color(rows: np.ndarray, color: colors.RGB) -> np.ndarray:
    return rows[np.all(np.isclose(rows["color"][:, :3], color), axis=1)]


def test_feet_show_rays_where_the_rig_sent_them(model: Model, state: State) -> None:
    rays = of_color(drawn(model, state, feet=True).ribbons, colors.FOOT_RAY)
    for side, ray in zip(("left", "right"), rays, strict=True):
        np.testing.assert_allclose(ray["a"], slot(model, state, f"foot[{side}].origin"), rtol=1e-5)
        np.testing.assert_allclose(ray["b"], slot(model, state, f"foot[{side}].point"), atol=1e-6)
        assert ray["a"][1] - ray["b"][1] == pytest.approx(0.5, abs=0.02)  # the rig's origin height


def test_a_foot_s_missed_ray_is_dashed_down_to_its_end(model: Model, state: State) -> None:
    missed = state.copy()
    slot(model, missed, "foot[left].hit", 1)[:] = 0.0
    rays = of_color(drawn(model, missed, feet=True).ribbons, colors.FOOT_RAY)
    dashed = rays[rays["style"] == 1.0]
    assert len(dashed) == 1
    root = slot(model, state, "root.position")
    assert dashed[0]["b"][1] == pytest.approx(root[1] - 0.6, abs=1e-6)  # the rig's ray


def test_feet_that_are_off_show_nothing(model: Model) -> None:
    assert (
        len(of_color(drawn(model, Playback(model).state, feet=True).ribbons, colors.FOOT_RAY)) == 0
    )


def test_the_body_faces_away_from_the_surface(model: Model, state: State) -> None:
    capsules = drawn(model, state, body=True).capsules
    root, body = (of_color(capsules, c)[0] for c in (colors.ROOT_WAY, colors.BODY_WAY))
    np.testing.assert_allclose(root["model"][:, 1], (0, 0, 1), atol=1e-2)
    np.testing.assert_allclose(body["model"][:, 1], (0, 0, -1), atol=1e-2)


def test_hips_are_to_be_lowered_by_the_pose_and_its_clips(model: Model, state: State) -> None:
    """Standing hips of this rig are 0.9 m up; `sneak` lowers them by 6 cm at its full weight."""
    lowered = slot(model, state, "body.lowered", 1)[0]
    weight = slot(model, state, "sneak[right].weight", 1)[0]
    (bar, *_) = of_color(drawn(model, state, body=True).ribbons, colors.HIPS)
    assert bar["a"][1] == pytest.approx(0.9 - lowered - 0.06 * weight, abs=1e-5)


def test_clips_are_told_apart_from_constraints(model: Model, state: State) -> None:
    behavior, row = model.groups[0].behavior, state.rows[0][0]
    clips = dict(clip_weights_of(behavior, row))
    assert list(clips) == ["lean[left]", "sneak[left]", "lean[right]", "sneak[right]", GAIT_ALONE]
    assert sum(clips.values()) == pytest.approx(1.0)
    assert clips["sneak[right]"] > 0.9
    assert weights_of(behavior, row) == []
    start = dict(clip_weights_of(behavior, Playback(model).state.rows[0][0]))
    assert start[GAIT_ALONE] == 1.0


def test_the_hud_tells_the_clips_that_count(model: Model) -> None:
    session, loaded = session_of(model)
    desk = desk_for(session, loaded, Playback(model))
    desk.playback.seek(1.9)
    lines = hud_labels(desk)[0].text.splitlines()
    assert lines[1:] == ["lean[right] 1.00"]


def test_the_usual_view_is_on_the_free_side_of_the_cover(model: Model, state: State) -> None:
    assert clearest_side(model, [Playback(model).state, state], "hero") == 0.0
    camera, _ = agent_camera(model, state, "hero", "three-quarter")
    assert camera.eye[2] < slot(model, state, "root.position")[2] - 1.0
    assert not hides(model, state, camera.eye, np.asarray(camera.target))[1:3].any()


@pytest.mark.parametrize("name", ["casts", "feet", "body"])
def test_each_switch_of_these_adds_something(model: Model, state: State, name: str) -> None:
    def size(built: DrawList) -> int:
        return len(built.ribbons) + len(built.capsules)

    assert size(drawn(model, state, **{name: True})) > size(drawn(model, state))
