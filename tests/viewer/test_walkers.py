"""The guardian's figure and what is drawn of machines on many legs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from behave.ir.program import Query
from behave.runtime.model import Model
from behave.runtime.state import State
from tests.viewer.conftest import session_for
from viewer.app.facts import facts_of, instance_guards
from viewer.camera import VIEWS, Camera
from viewer.desk import desk_for
from viewer.draw_list import DrawList, Stand
from viewer.framing import agent_camera, over_land
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.bodies import mark_size, offsets
from viewer.scene.build import center_of, draw_state, stage_of
from viewer.scene.colliders import land_at
from viewer.scene.figure import Skeleton, fit, flare_places
from viewer.scene.figure_table import EMBER, LENS
from viewer.scene.options import NO_GIZMOS
from viewer.scene.ring_sectors import ring_sector
from viewer.scene.states import families, index_of, initials, told_states
from viewer.scene.walkers import OVER_GROUND, told_length
from viewer.session import session_of

WALKER = """\
use "rigs/hexapod.beh"

behavior pace for hexapod {
  param sector = 30 deg
  event stepped(leg : number)

  machine leg[6] {
    var lifted, landing : point = foot[index].rest
    sensor below = ray(from: indicator[index].position, along: down, length: 10 m, layer: terrain)
    let home   = flat(coxa[index].position - body.position)
    let seen   = flat(below.point - body.position)
    let inside = abs(signed_angle(home, seen, about: up)) <= sector and
                 length(seen) in 4.75 m .. 7 m
    guard low  = length(seen) < 1 m
    guard due  = inside and timer > 0.2 s

    initial state Planted {
      -> Swing when timer > 0.3 s + 0.3 s * index { set landing = lifted + 1 m * ahead }
    }
    state Swing {
      on enter { set foot[index].planted = no }
      on exit  { set foot[index].planted = yes }
      arc foot[index].target from lifted to landing over 0.2 s, height: 0.8 m
      -> Planted after 0.2 s { set lifted = landing }
    }
  }
  machine aiming {
    initial state Seeking { -> Locked after 1 s }
    state Locked { laser beam from eye.position to (0 m, 1 m, 15 m) }
  }
}

scene hills {
  heightfield hills at (0 m, 1 m, 0 m), size: (40 m, 2 m, 40 m), seed: 3, flat: 9 m, layer: terrain
  hexapod boss at (0 m, 1 m, 0 m) with pace
}
"""


@pytest.fixture(scope="module")
def walker(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("walker")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path: Path = folder / "pace.beh"
    path.write_text(WALKER, encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics] or loaded.problem
    return loaded.model


@pytest.fixture(scope="module")
def playback(walker: Model) -> Playback:
    return Playback(walker)


def drawn(model: Model, state: State, **on: bool) -> DrawList:
    return draw_state(stage_of(model, state), state, Camera(), replace(NO_GIZMOS, **on))


def read(model: Model, state: State, path: str, width: int = 3) -> np.ndarray:
    start = offsets(model.groups[0].behavior)[path]
    return np.array(state.rows[0][0, start : start + width])


def lines(frame: DrawList, tone: tuple[float, float, float]) -> np.ndarray:
    """Rows of ribbons in a colour."""
    rows: np.ndarray = frame.ribbons[
        np.abs(frame.ribbons["color"][:, :3] - tone).max(axis=1) < 0.01
    ]
    return rows


def test_the_hexapod_gets_the_guardian(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.0)
    body = stage_of(walker, state).bodies[0]
    assert body.figure is not None
    assert {EMBER, LENS} <= set(body.figure.rod_tones)
    legs = [k for k, name in enumerate(body.names) if name.startswith("shank")]
    assert len(legs) == 6
    # the shell of a shank lies between its joints, thinner at the ankle
    bone, ankle = body.names.index("shank[2]"), body.names.index("ankle[2]")
    mine = (body.figure.rod_bones == (bone, ankle)).all(axis=1)
    long = mine & (np.ptp(body.figure.rod_spans, axis=1) > 0.5)
    radii = body.figure.rod_radii[long]
    assert (radii[:, 1] < radii[:, 0]).all()
    assert len(radii) == 2
    frame = drawn(walker, state)
    assert len(frame.capsules) == len(body.figure.rod_bones)


def test_soles_stand_a_quarter_metre_under_the_ankles(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.0)
    frame = drawn(walker, state)
    ankle = read(walker, state, "ankle[3].position")
    rods = frame.capsules
    middle = rods["model"][:, :, 3]
    near = np.linalg.norm((middle - ankle)[:, (0, 2)], axis=1) < 0.4
    near &= np.abs(middle[:, 1] - ankle[1]) < 0.3
    run = rods["model"][near, 1, 1] * rods["size"][near, 2]
    ends = [middle[near, 1] + s * run - rods["size"][near, k] for k, s in ((0, -1.0), (1, 1.0))]
    assert np.min(ends) == pytest.approx(ankle[1] - 0.25, abs=0.001)


def test_the_eye_glows_where_the_head_looks(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.0)
    body = stage_of(walker, state).bodies[0]
    assert body.figure is not None
    row = state.rows[0]
    ((places, _),) = flare_places(body.figure, body.places(row), body.turns(row), body.large)
    place = places[0]
    eye = read(walker, state, "eye.position")
    np.testing.assert_allclose(place - eye, (0.0, 0.0, 0.34), atol=1e-6)
    beams = drawn(walker, state).beams
    assert len(beams) == 1
    np.testing.assert_allclose(beams["a"], beams["b"])
    assert beams["steady"][0] > 0.5
    assert fit(eyeless(body.names)).flares == ()


def eyeless(names: tuple[str, ...]) -> Skeleton:
    """A skeleton without an eye: no guardian."""
    kept = tuple(name for name in names if name != "eye")
    return Skeleton(kept, (-1,) * len(kept), np.zeros((len(kept), 3)))


def test_lasers_are_beams_two_centimetres_thick(walker: Model, playback: Playback) -> None:
    assert len(drawn(walker, playback.state_at(0.5)).beams) == 1
    state = playback.state_at(1.5)
    frame = drawn(walker, state)
    beam = frame.beams[np.linalg.norm(frame.beams["b"] - frame.beams["a"], axis=1) > 1.0]
    assert len(beam) == 1
    assert beam["radius"][0] == pytest.approx(0.01)
    np.testing.assert_allclose(beam["a"][0], read(walker, state, "beam.from"), atol=1e-5)
    np.testing.assert_allclose(beam["b"][0], (0.0, 1.0, 15.0), atol=1e-5)
    assert frame.time == pytest.approx(1.5)


def test_a_foot_in_the_air_is_told_from_one_that_stands(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.4).copy()
    texts = {
        label.text for label in drawn(walker, state, legs=True, labels=True, details=True).labels
    }
    airborne = {text for text in texts if text.endswith("in the air")}
    assert len(airborne) == 1
    assert airborne.pop().startswith("foot[0]")
    at = offsets(walker.groups[0].behavior)
    assert (lines(drawn(walker, state, legs=True), colors.MISSED)).size == 0
    state.rows[0][0, at["foot[4].reached"]] = 0.0
    state.rows[0][0, at["foot[4].error"]] = 0.25
    frame = drawn(walker, state, legs=True, labels=True, details=True)
    assert any(label.text == "foot[4]  0.25 m" for label in frame.labels)
    missed = lines(frame, colors.MISSED)
    tip, target = (read(walker, state, p) for p in ("ankle[4].position", "foot[4].target"))
    ends = missed[np.linalg.norm(missed["b"] - target, axis=1) < 1e-4]
    assert np.linalg.norm(ends["a"] - tip, axis=1).min() < 1e-4


def test_a_swing_s_arc_is_drawn_while_it_runs(walker: Model, playback: Playback) -> None:
    """Leg 0 swings from 0.3 s on for 0.2 s over 1 m, 0.8 m high."""
    assert lines(drawn(walker, playback.state_at(0.2), swings=True), colors.SWING).size == 0
    state = playback.state_at(0.4)
    rows = lines(drawn(walker, state, swings=True), colors.SWING)
    start, end = (read(walker, state, f"leg[0].{name}") for name in ("lifted", "landing"))
    np.testing.assert_allclose(rows["a"][0], start, atol=1e-5)
    np.testing.assert_allclose(rows["b"][-1], end, atol=1e-5)
    np.testing.assert_allclose(end - start, (0.0, 0.0, 1.0), atol=1e-9)
    top = (start + end) / 2 + np.array([0.0, 0.8, 0.0])
    np.testing.assert_allclose(rows["b"][len(rows) // 2 - 1], top, atol=1e-5)
    foot = read(walker, state, "foot[0].target")
    whole = rows[rows["style"] == 0.0]
    assert np.linalg.norm(whole["b"][-1] - foot) < 0.12  # what is done ends at the foot
    later = drawn(walker, playback.state_at(0.55), swings=True)
    assert lines(later, colors.SWING).size == 0


def test_points_are_marked(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.0)
    frame = drawn(walker, state, markers=True, labels=True, details=True)
    texts = [label.text for label in frame.labels]
    assert "controller" in texts
    assert {"0", "1", "2", "3", "4", "5"} <= set(texts)
    rows = lines(frame, colors.MARKER)
    assert len(rows) == 3 * 7
    middle = (rows["a"] + rows["b"]) / 2
    indicator = read(walker, state, "indicator[2].position")
    assert np.linalg.norm(middle - indicator, axis=1).min() < 1e-5


def test_guards_about_angle_and_distance_are_ring_sectors(
    walker: Model, playback: Playback
) -> None:
    behavior = walker.groups[0].behavior
    found = [name for name, guard in behavior.guards if ring_sector(guard) is not None]
    assert found == [name for _ in range(6) for name in ("inside", "due")]
    state = playback.state_at(0.1)
    stage = stage_of(walker, state)
    frame = drawn(walker, state, sectors=True)
    holds = lines(frame, colors.REACHED)
    assert 6 * 50 < len(holds) < 6 * 80  # each outline once
    center = read(walker, state, "root.position")
    far = np.linalg.norm((holds["a"] - center)[:, (0, 2)], axis=1)
    assert far.min() == pytest.approx(4.75, abs=1e-4)
    assert far.max() == pytest.approx(7.0, abs=1e-4)
    # the flat patch in the middle is one level, and the lines lie just over it
    (mesh,) = stage.meshes.values()
    middle = mesh.heights[mesh.heights.shape[0] // 2, mesh.heights.shape[1] // 2]
    level = 1.0 + middle
    np.testing.assert_allclose(holds["a"][:, 1], level + OVER_GROUND, atol=1e-3)
    # a narrower sector no longer holds the points: broken lines in another colour
    narrow = state.copy()
    at = offsets(behavior)
    narrow.rows[0][0, at["sector"]] = 1e-4
    place = at["leg[1].below.point"]
    narrow.rows[0][0, place : place + 3] += (0.0, 0.0, 1.0)  # its spoke is +x
    assert lines(drawn(walker, narrow, sectors=True), colors.SECTOR).size > 0


def test_machine_arrays_are_one_thing(walker: Model, playback: Playback) -> None:
    machines = walker.groups[0].behavior.machines
    assert [(name, len(members)) for name, members in families(machines)] == [
        ("leg", 6),
        ("aiming", 1),
    ]
    assert [index_of(machine) for machine in machines] == ["0", "1", "2", "3", "4", "5", ""]
    states = {machine.name: "Planted" for machine in machines[:6]} | {"aiming": "Seeking"}
    states["leg[2]"] = "Swing"
    assert told_states(machines, states) == ["leg: P P S P P P", "Seeking"]
    frame = drawn(walker, playback.state_at(0.4), names=True)
    assert "boss · leg: S P P P P P · Seeking" in {label.text for label in frame.labels}


def test_initials_tell_states_apart() -> None:
    assert initials(["Stand", "Step", "Air.Rise"]) == {
        "Stand": "Sta",
        "Step": "Ste",
        "Air.Rise": "R",
    }
    assert initials(["Run", "Runs"])["Run"] == "Run"


def test_guards_of_instances_are_told_for_each(walker: Model) -> None:
    session, loaded = session_of(walker)
    playback = Playback(walker)
    playback.seek(0.2)
    desk = desk_for(session, loaded, playback)
    facts = facts_of(desk)
    assert facts is not None
    assert instance_guards(walker.groups[0].behavior, 6) == ("inside", "low", "due")
    assert facts.holding["inside"] == (True,) * 6
    assert facts.holding["low"] == (False,) * 6


def test_a_wide_machine_fills_the_picture(walker: Model, playback: Playback) -> None:
    """All of it is seen, and it takes at least half of the width."""
    state = playback.state_at(0.0)
    camera, _ = agent_camera(walker, state, "boss", "three-quarter")
    np.testing.assert_allclose(camera.target, read(walker, state, "trunk.position"))
    np.testing.assert_allclose(center_of(walker, state, "boss"), camera.target)
    feet = [read(walker, state, f"ankle[{k}].position") for k in range(6)]
    clip = np.column_stack([feet, np.ones(6)]) @ camera.view_projection(16 / 9).T
    across, up = (clip[:, k] / clip[:, 3] for k in (0, 1))
    assert np.abs(across).max() < 1.0
    assert np.abs(up).max() < 1.0
    assert np.ptp(across) > 1.0
    assert mark_size(walker.groups[0].behavior, state.rows[0][0]) > 2.0


def test_lengths_are_told_in_their_unit() -> None:
    assert [told_length(v) for v in (0.0042, 0.25, float("nan"))] == ["4.2 mm", "0.25 m", "–"]


def test_rays_of_instances_are_drawn_like_others(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.1)
    rays = [s for s in walker.groups[0].behavior.sensors if s.query is Query.RAY]
    assert len(rays) == 6
    assert len(lines(drawn(walker, state, rays=True), colors.RAY)) == 6


def test_the_camera_stays_over_the_land(walker: Model, playback: Playback) -> None:
    """From 14 m aside at the height of the ground an eye would be in the hills."""
    state = playback.state_at(0.0)
    low = Camera((0.0, 1.0, 0.0), yaw=1.0, pitch=-0.05, distance=14.0)
    eye = over_land(walker, state, low).eye
    ground = float(land_at(walker, state, eye[:1], eye[2:])[0])
    assert ground > 1.0
    assert eye[1] >= ground + 0.5 - 1e-9
    away = Camera((0.0, 1.0, 0.0), yaw=1.0, pitch=-0.05, distance=90.0)
    assert over_land(walker, state, away) == away


HILLSIDE = """\
use "rigs/humanoid.beh"
behavior still for humanoid { initial state Standing { } }
scene hillside {
  ground   hill at (0 m, 0 m, 0 m), turn: look((0, 0.4226, 0.9063), up: up)
  ground   wall at (0 m, 0 m, 40 m), turn: look(up, up: -ahead)
  humanoid hero at (0 m, 0 m, 0 m) with still
}
"""


def test_the_camera_stays_over_a_slope(tmp_path: Path) -> None:
    """Uphill of who stands on 25 degrees the ground is 0.466 m a metre higher; a wall is none."""
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "hill.beh").write_text(HILLSIDE, encoding="utf-8")
    model = session_for(tmp_path / "hill.beh").load().model
    assert model is not None
    state = Playback(model).state_at(0.0)
    for view in ("front", "back", "side"):
        camera, _ = agent_camera(model, state, "hero", view, 8.0)
        eye = camera.eye
        assert eye[1] >= eye[2] * np.tan(np.radians(25.0)) + 0.5 - 1e-3
        assert (camera.pitch > VIEWS[view][1] + 0.3) == (view == "front")


def test_metres_are_told_on_the_land(walker: Model, playback: Playback) -> None:
    state = playback.state_at(0.0)
    camera, _ = agent_camera(walker, state, "boss", "three-quarter")
    frame = draw_state(stage_of(walker, state), state, camera, replace(NO_GIZMOS, scale=True))
    marks = np.array([label.anchor for label in frame.labels if label.stand is Stand.FLOOR])
    assert len(marks) > 3
    np.testing.assert_allclose(marks[:, 1], land_at(walker, state, marks[:, 0], marks[:, 2]))
