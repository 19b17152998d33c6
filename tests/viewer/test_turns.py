"""Whose turn it is, where a ray may be sent from, and what is refused: at hand-computed places."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from behave.runtime.model import Model
from behave.runtime.state import State
from tests.viewer.conftest import session_for
from tests.viewer.test_pictures import GL_BOUND, GOLDEN, SIZE, SOFT_BOUND, difference, golden
from viewer.camera import Camera
from viewer.canvas import Canvas
from viewer.draw_list import DrawList
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.bodies import offsets
from viewer.scene.build import draw_state, stage_of
from viewer.scene.choices import variants
from viewer.scene.instances import instances_of, next_pick
from viewer.scene.options import NO_GIZMOS

# Legs take turns by hand: `holder` names one of each half. The ray `other` is sent only where
# `off` is not 0: from 4 m or 2 m out (by `far`), straight on or 1 m to the side of `off`.
STEPPER = """\
use "rigs/hexapod.beh"

behavior step for hexapod {
  var holder : number[2] = [1, 5]
  var off    : number = 0
  var far    : bool = no
  var high   : number = 0

  machine leg[6] {
    let side  = 0 if abs(off) <= 1 else sign(off)
    let place = (0 m, 12 m, 4 m if far else 2 m) + side * (1 m, 0 m, 0 m)
    sensor below = ray(from: foot[index].target + 1 m * up, along: down, length: 9 m,
                       layer: terrain)
    sensor other = ray(from: place, along: down, length: 20 m, layer: terrain) when off != 0
    guard mine    = holder[floor(index / 3)] == index
    guard first   = index == 0
    guard near    = distance(below.point, foot[index].target) < high * 1 m
    guard refused = near and distance(below.point + 25 cm * up, foot[index].target) < high * 1 m

    initial state Standing { -> Raised when mine and timer > 100 s }
    state Raised { on enter { set foot[index].planted = no } }
  }
}

scene flat {
  ground  floor at (0 m, 0 m, 0 m), layer: terrain
  hexapod boss  at (0 m, 0 m, 0 m) with step
}
"""


@pytest.fixture(scope="module")
def stepper(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("stepper")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path: Path = folder / "step.beh"
    path.write_text(STEPPER, encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics] or loaded.problem
    return loaded.model


@pytest.fixture
def state(stepper: Model) -> State:
    """Two ticks in: every ray has been sent."""
    return Playback(stepper).state_at(2 * stepper.dt).copy()


def drawn(model: Model, state: State, picked: dict[str, int] | None = None, **on: bool) -> DrawList:
    return draw_state(stage_of(model, state), state, Camera(), replace(NO_GIZMOS, **on),
                      picked=picked or {})  # fmt: skip


def tone(frame: DrawList, color: colors.RGB) -> np.ndarray:
    rows: np.ndarray = frame.ribbons[
        np.abs(frame.ribbons["color"][:, :3] - color).max(axis=1) < 0.01
    ]
    return rows


def write(model: Model, state: State, path: str, value: float) -> None:
    state.rows[0][0, offsets(model.groups[0].behavior)[path]] = value


def read(model: Model, state: State, path: str) -> np.ndarray:
    start = offsets(model.groups[0].behavior)[path]
    return np.array(state.rows[0][0, start : start + 3])


def test_instances_know_their_guards_and_parts(stepper: Model) -> None:
    instances = instances_of(stepper.groups[0].behavior)
    assert [(i.family, i.index) for i in instances] == [("leg", k) for k in range(6)]
    assert [i.parts for i in instances] == [frozenset({f"foot[{k}]"}) for k in range(6)]
    assert all({"mine", "first", "refused"} <= set(i.guards) for i in instances)


@pytest.mark.parametrize(("cell", "leg"), [(0, 1), (1, 5)])
def test_the_limbs_of_those_whose_turn_it_is_are_marked(
    stepper: Model, state: State, cell: int, leg: int
) -> None:
    rows = tone(drawn(stepper, state, turns=True), colors.TURNS[cell])
    bones = [read(stepper, state, f"{b}[{leg}].position")
             for b in ("coxa", "femur", "tibia", "shank", "ankle")]  # fmt: skip
    for one, two in pairwise(bones):
        along = (np.linalg.norm(rows["a"] - one, axis=1) < 1e-4) & (
            np.linalg.norm(rows["b"] - two, axis=1) < 1e-4
        )
        assert along.any()
    # the shank, 3.3 m, is the longest bone: its collar is round its upper part
    way = (bones[4] - bones[3]) / np.linalg.norm(bones[4] - bones[3])
    for share in (0.30, 0.36):
        around = rows["a"] - (bones[3] + share * (bones[4] - bones[3]))
        ring = around[(np.abs(around @ way) < 1e-4) & (np.linalg.norm(around, axis=1) < 0.6)]
        assert len(ring) == 32
        assert np.ptp(np.linalg.norm(ring, axis=1)) < 1e-4
    others = [read(stepper, state, f"ankle[{k}].position") for k in range(6) if k != leg]
    assert min(np.linalg.norm(rows["b"] - o, axis=1).min() for o in others) > 1.0


def test_a_turn_goes_where_the_variable_says(stepper: Model, state: State) -> None:
    write(stepper, state, "holder[0]", 2.0)
    write(stepper, state, "holder[1]", 1.0)  # no leg of that half
    frame = drawn(stepper, state, turns=True)
    rows = tone(frame, colors.TURNS[0])
    ankle = read(stepper, state, "ankle[2].position")
    assert np.linalg.norm(rows["b"] - ankle, axis=1).min() < 1e-4
    assert tone(frame, colors.TURNS[1]).size == 0
    assert tone(drawn(stepper, state), colors.TURNS[0]).size == 0


def middles(rows: np.ndarray) -> set[tuple[float, float]]:
    """x and z of the centres of diamonds of four lines."""
    found = rows["a"].reshape(-1, 4, 3).mean(axis=1)
    return {(round(float(x), 3) + 0.0, round(float(z), 3) + 0.0) for x, _, z in found}


def test_places_a_ray_may_be_sent_from(stepper: Model) -> None:
    """4 m and 2 m ahead, straight on or 1 m to either side; x runs to the left."""
    playback = Playback(stepper)
    state = playback.state_at(2 * stepper.dt).copy()
    assert tone(drawn(stepper, state, choices=True), colors.CHOICE).size == 0  # none is sent
    for path, value in (("off", 3.0), ("far", 0.0)):
        write(stepper, state, path, value)
    frame = drawn(stepper, state, choices=True)
    others, chosen = tone(frame, colors.CHOICE), tone(frame, colors.CHOSEN)
    assert middles(chosen) == {(1.0, 2.0)}
    assert middles(others) >= {(0.0, 4.0), (0.0, 2.0), (1.0, 4.0), (-1.0, 4.0), (-1.0, 2.0)}
    np.testing.assert_allclose(chosen["a"][:, 1], 0.05, atol=1e-6)
    assert frame.labels == ()
    write(stepper, state, "far", 1.0)
    write(stepper, state, "off", 0.5)
    assert middles(tone(drawn(stepper, state, choices=True), colors.CHOSEN)) == {(0.0, 4.0)}


def test_the_chosen_place_is_numbered_and_the_others_of_the_one_picked(
    stepper: Model, state: State
) -> None:
    """In the order of the file the first choice, far or not, changes fastest."""
    write(stepper, state, "off", -2.0)
    write(stepper, state, "far", 1.0)

    def told(picked: dict[str, int], **on: bool) -> list[str]:
        frame = drawn(stepper, state, picked, choices=True, **on)
        return sorted(label.text for label in frame.labels)

    assert set(told({}, labels=True)) == {"5"}
    assert set(told({"leg": 1}, labels=True)) == {"1", "2", "3", "4", "5", "6"}
    assert told({"leg": 1}) == []
    assert len(told({"leg": 1}, labels=True)) == len(told({}, labels=True)) + 5


def test_refused_places_are_crossed_out(stepper: Model, state: State) -> None:
    assert tone(drawn(stepper, state, refused=True), colors.REFUSED).size == 0
    write(stepper, state, "high", 100.0)  # every place is too near now
    frame = drawn(stepper, state, refused=True, labels=True)
    rows = tone(frame, colors.REFUSED)
    place = read(stepper, state, "leg[4].below.point") + np.array([0.0, 0.25, 0.0])
    middle = (rows["a"] + rows["b"]) / 2
    assert (np.linalg.norm(middle - place, axis=1) < 1e-4).sum() == 2  # the two bars of a cross
    assert [label.text for label in frame.labels] == ["refused"] * 6
    # without a reading there is no place to mark
    write(stepper, state, "leg[4].below.exists", 0.0)
    left = tone(drawn(stepper, state, refused=True), colors.REFUSED)
    assert len(left) == len(rows) * 5 // 6


def test_the_legs_numbers_are_told_of_the_one_picked(stepper: Model, state: State) -> None:
    def told(picked: dict[str, int]) -> list[str]:
        frame = drawn(stepper, state, picked, legs=True, labels=True)
        return [label.text for label in frame.labels]

    assert told({}) == ["0", "1", "2", "3", "4", "5"]
    assert [len(text) > 1 for text in told({"leg": 2})] == [k == 2 for k in range(6)]
    assert told({"leg": 2})[2].startswith("foot[2]  ")


def test_picking_goes_through_the_instances_and_ends(stepper: Model) -> None:
    behavior = stepper.groups[0].behavior
    picked: dict[str, int] = {}
    seen = []
    for _ in range(7):
        picked = next_pick(behavior, picked)
        seen.append(picked.get("leg"))
    assert seen == [0, 1, 2, 3, 4, 5, None]
    assert next_pick(None, {}) == {}


def test_expressions_without_choices_have_no_variants(stepper: Model) -> None:
    sensors = stepper.groups[0].behavior.sensors
    below = next(s for s in sensors if s.name == "leg[0].below")
    other = next(s for s in sensors if s.name == "leg[0].other")
    assert variants(dict(below.arguments)["from"]) == ()
    assert len(variants(dict(other.arguments)["from"])) == 6
    assert variants(dict(other.arguments)["from"], most=5) == ()


def test_nothing_is_told_of_a_run_not_begun(stepper: Model) -> None:
    """Rays are sent by the first tick: before it there is no ray that missed."""
    state = Playback(stepper).state_at(0.0).copy()
    write(stepper, state, "off", 3.0)
    frame = drawn(stepper, state, rays=True, choices=True, refused=True)
    assert len(frame.ribbons) == 0


def test_golden_turns(stepper: Model, state: State, canvas: Callable[[int, int], Canvas]) -> None:
    """Limbs whose turn it is, diamonds and crosses as they were when someone last looked."""
    for path, value in (("off", 3.0), ("high", 100.0)):
        write(stepper, state, path, value)
    marks = replace(NO_GIZMOS, turns=True, choices=True, refused=True)
    camera = Camera((0.0, 1.4, 0.0), yaw=0.5, pitch=0.5, distance=17.0)
    drawing = canvas(*SIZE)
    stage = stage_of(stepper, state)
    picture = drawing.draw(draw_state(stage, state, camera, marks), camera)
    if os.environ.get("BEH_BLESS"):
        Image.fromarray(picture).save(GOLDEN / "turns.png", optimize=True)
    bound = SOFT_BOUND if drawing.kind == "soft" else GL_BOUND
    assert difference(picture, golden("turns")) < bound
    bare = drawing.draw(draw_state(stage, state, camera, NO_GIZMOS), camera)
    assert difference(bare, golden("turns")) > bound
