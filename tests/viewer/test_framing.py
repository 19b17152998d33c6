"""How far the camera stands from characters of any size at any height."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from behave.runtime.model import Model
from tests.viewer.conftest import REACH, session_for
from viewer.desk import desk_for
from viewer.draw_list import Stand
from viewer.framing import agent_camera, clearest_side
from viewer.playback import Playback
from viewer.scene.bodies import WIDE
from viewer.scene.build import draw_state, floor_under, stage_of
from viewer.scene.options import Gizmos
from viewer.session import session_of


def built(folder: Path, *changes: tuple[str, str]) -> Model:
    """The room with parts of its text replaced."""
    text = REACH
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "reach.beh"
    path.write_text(text, encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics]
    return loaded.model


@pytest.mark.parametrize("level", [-1, 0, 6])
def test_the_floor_s_height_does_not_matter(tmp_path: Path, level: int) -> None:
    model = built(
        tmp_path,
        ("floor at (0 m, 0 m, 0 m)", f"floor at (0 m, {level} m, 0 m)"),
        ("hero  at (0 m, 0 m, 0 m)", f"hero  at (0 m, {level} m, 0 m)"),
    )
    state = Playback(model).state
    for view, distance in (("three-quarter", 4.4), ("top", 5.2), ("front", 4.0)):
        camera, _ = agent_camera(model, state, "hero", view)
        assert camera.distance == pytest.approx(distance)  # a person of 1.8 m
        assert camera.target[1] == pytest.approx(level + 0.9, abs=0.02)
    assert floor_under(model, state, np.array([0.0, level + 0.9, 0.0])) == level
    frame = draw_state(stage_of(model, state), state, camera, Gizmos())
    marks = [label.anchor for label in frame.labels if label.stand is Stand.FLOOR]
    assert marks
    assert {anchor[1] for anchor in marks if anchor} == {float(level)}


def test_a_jump_does_not_move_the_camera_away(model: Model) -> None:
    state = Playback(model).state.copy()
    before, _ = agent_camera(model, state, "hero", "side")
    at = {s.path: s.offset for s in model.groups[0].behavior.slots}
    state.rows[0][0, at["root.position"] + 1] += 1.0
    state.rows[0][0, at["capsule.center"] + 1] += 1.0
    after, _ = agent_camera(model, state, "hero", "side")
    assert after.distance == before.distance
    assert after.target[1] == pytest.approx(before.target[1] + 1.0)


def test_a_smaller_person_is_seen_from_nearer(model: Model) -> None:
    state = Playback(model).state.copy()
    at = {s.path: s.offset for s in model.groups[0].behavior.slots}
    row = state.rows[0][0]
    row[at["capsule.height"]] = 1.2
    for bone in model.groups[0].behavior.rig.bones:
        start = at[f"{bone.name}.rest"]
        row[start : start + 3] *= 1.2 / 1.8
    camera, _ = agent_camera(model, state, "hero", "three-quarter")
    assert camera.distance == pytest.approx(4.4 * 1.2 / 1.8)
    # a low body with a long bind pose: its length counts, as far as pictures are wider than tall
    row[at["capsule.height"]] = 0.3
    row[at["head.rest"] : at["head.rest"] + 3] = (0.0, 0.2, 2.7)
    camera, _ = agent_camera(model, state, "hero", "three-quarter")
    assert camera.distance == pytest.approx(4.4 * WIDE * 2.7 / 1.8, rel=0.05)


SCREENS = {
    # between the hero and the usual camera: behind it to its right (−x, −z)
    "behind right": "box screen at (-1.2 m, 1.5 m, -1.4 m)",
    "far away": "box screen at (9 m, 1.5 m, -9 m)",
}


def screened(folder: Path, where: str) -> Model:
    return built(
        folder,
        (
            "capsule  post  at (-2 m, 1 m, 3 m),     radius: 0.2 m, height: 2 m, layer: ground",
            f"{SCREENS[where]}, size: (1 m, 3 m, 1 m), layer: ground",
        ),
        ("box      wall  at (0.8 m,", "box      wall  at (20 m,"),
    )


def test_the_usual_side_is_taken_where_nothing_stands_in_the_way(tmp_path: Path) -> None:
    model = screened(tmp_path, "far away")
    assert clearest_side(model, [Playback(model).state], "hero") == 0.0


def test_the_camera_goes_where_the_fewest_things_hide_the_agent(tmp_path: Path) -> None:
    model = screened(tmp_path, "behind right")
    state = Playback(model).state
    side = clearest_side(model, [state], "hero")
    camera, _ = agent_camera(model, state, "hero", "three-quarter")
    mirrored = replace(camera, yaw=camera.yaw + side).eye
    np.testing.assert_allclose(mirrored, camera.eye * (-1, 1, 1), atol=1e-9)
    # what is there for the longer part of a take counts
    gone = state.copy()
    gone.alive[model.colliders.names.index("screen")] = False
    assert clearest_side(model, [gone], "hero") == 0.0
    assert clearest_side(model, [gone, state, gone], "hero") == side


def test_a_picture_and_the_window_are_taken_from_the_clear_side(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    model = screened(tmp_path / "room", "behind right")
    session, loaded = session_of(model)
    desk = desk_for(session, loaded, Playback(model))
    assert desk.camera.eye[0] > 1.0
    desk.command("front")
    assert desk.camera.eye[2] > 3.0
    desk.command("home")
    assert desk.camera.eye[0] > 1.0


def test_the_face_of_a_turned_body_is_in_front(model: Model) -> None:
    """The body a half turn against a root that faces +z: its front is at −z; the usual view
    stays behind the root."""
    state = Playback(model).state.copy()
    at = {s.path: s.offset for s in model.groups[0].behavior.slots}
    usual, _ = agent_camera(model, state, "hero", "three-quarter")
    state.rows[0][0, at["body.turned"]] = np.pi
    front, _ = agent_camera(model, state, "hero", "front")
    assert front.eye[2] < -3.0
    after, _ = agent_camera(model, state, "hero", "three-quarter")
    np.testing.assert_allclose(after.eye, usual.eye)
