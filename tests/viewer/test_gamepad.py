"""Made-up gamepads to inputs: dead zone, triggers, taps, several pads, keys beside them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from behave.ir.program import BehaviorProgram
from behave.runtime.inputs import InputValue, Key
from behave.vocabulary.devices import BUTTON_ALIASES, BUTTONS, KEY_GROUPS
from tests.viewer.conftest import REACH, session_for
from viewer.app.help_rows import help_rows
from viewer.app.pads import PadWatch
from viewer.bindings import GROUPS, Devices, bound_keys, drives, inputs_of, told_bindings
from viewer.desk import Desk, open_desk
from viewer.gamepad import Gamepad, Gamepads, beyond_dead_zone, button_name

AHEAD = np.array([0.0, 0.0, 1.0])

INPUTS = """\
  input toggle = key(F) or button(Y), buffer: 0.15 s
  input steer  = axis(A, D) or stick(left).x
  input lift   = axis(Q, E) or axis(Z, C) or stick(right).y
  input aim    = stick(right) or axis2(keys: ARROWS)
  input fire   = button(RT) or button(rightshoulder)
"""


@pytest.fixture(scope="module")
def behavior(tmp_path_factory: pytest.TempPathFactory) -> BehaviorProgram:
    """The room's behaviour with inputs of its own."""
    return desk_with_inputs(tmp_path_factory.mktemp("pads")).model.groups[0].behavior


def desk_with_inputs(folder: Path) -> Desk:
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "reach.beh"
    text = REACH.replace("  var   raised", INPUTS + "  var   raised")
    path.write_text(text, encoding="utf-8")
    session = session_for(path)
    loaded = session.load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics]
    return open_desk(session, loaded)


def values(
    behavior: BehaviorProgram, keys: set[str] | None = None, pad: Gamepad | None = None
) -> dict[str, InputValue]:
    return inputs_of(behavior, Devices(keys or set(), frozenset(), pad), AHEAD)


@pytest.mark.parametrize(
    ("keys", "steer"), [({"A"}, -1.0), ({"D"}, 1.0), ({"A", "D"}, 0.0), (set(), 0.0)]
)
def test_two_keys_are_an_axis(behavior: BehaviorProgram, keys: set[str], steer: float) -> None:
    assert values(behavior, keys)["steer"] == steer


def test_each_pair_of_keys_keeps_its_own_ends(behavior: BehaviorProgram) -> None:
    assert values(behavior, {"E"})["lift"] == 1.0
    assert values(behavior, {"Z"})["lift"] == -1.0
    assert values(behavior, {"Z", "E"})["lift"] == 1.0  # equal: the first source counts


@pytest.mark.parametrize(
    ("raw", "push"),
    [
        ((0.0, 0.0), (0.0, 0.0)),
        ((0.15, 0.0), (0.0, 0.0)),
        ((0.1, -0.1), (0.0, 0.0)),  # 0.141 from the middle: still at rest
        ((0.12, 0.12), (0.016393, 0.016393)),  # round: 0.1697 is out; (0.1697-0.15)/0.85/sqrt 2
        ((0.575, 0.0), (0.5, 0.0)),
        ((0.0, -1.0), (0.0, -1.0)),
        ((1.0, 1.0), (math.sqrt(0.5), math.sqrt(0.5))),  # the frame's corner is no faster
        ((math.nan, 0.5), (0.0, 0.0)),
    ],
)
def test_the_dead_zone_is_round_and_the_rest_stretched(
    raw: tuple[float, float], push: tuple[float, float]
) -> None:
    assert beyond_dead_zone(*raw) == pytest.approx(push, abs=2e-5)


def test_a_stick_gives_both_axes_or_one(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.push("left", 0.575, 0.0)
    pad.push("right", 0.0, -1.0)
    given = values(behavior, set(), pad)
    assert given["steer"] == pytest.approx(0.5)
    assert given["lift"] == -1.0
    assert given["aim"] == pytest.approx((0.0, -1.0, 0.0))
    assert given["walk"] == pytest.approx((0.5, 0.0, 0.0))  # the rig's own stick(left)


def test_of_keys_and_stick_the_farther_counts(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.push("left", -0.575, 0.0)
    assert values(behavior, {"D"}, pad)["steer"] == 1.0
    assert values(behavior, {"A", "D"}, pad)["steer"] == pytest.approx(-0.5)


def test_a_button_is_held_pressed_and_let_go(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.press("y")
    assert values(behavior, set(), pad)["toggle"] == Key(held=True, pressed=True)
    pad.ticked()
    assert values(behavior, set(), pad)["toggle"] == Key(held=True, pressed=False)
    pad.release("y")
    assert values(behavior, set(), pad)["toggle"] == Key(held=False, pressed=False)


def test_a_tap_between_two_ticks_is_seen_once(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.press("y")
    pad.release("y")
    assert values(behavior, set(), pad)["toggle"] == Key(held=False, pressed=True)
    pad.ticked()
    assert values(behavior, set(), pad)["toggle"] == Key(held=False, pressed=False)


def test_key_and_button_are_one_input(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.press("y")
    pad.ticked()
    both = inputs_of(behavior, Devices({"F"}, {"F"}, pad), AHEAD)["toggle"]
    assert both == Key(held=True, pressed=True)


def test_a_trigger_is_a_button_that_does_not_flutter(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    seen = []
    for value in (0.2, 0.49, 0.5, 0.45, 0.31, 0.29, 0.45):
        pad.pull("righttrigger", value)
        seen.append("RT" in pad.down)
    assert seen == [False, False, True, True, True, False, False]
    assert values(behavior, set(), pad)["fire"] == Key(held=False, pressed=True)


def test_the_cross_is_four_buttons_and_a_stick() -> None:
    pad = Gamepad()
    assert pad.tilt(1.0, 1.0)
    assert pad.down == {"RIGHT", "UP"}
    assert pad.stick("dpad") == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    assert not pad.tilt(1.0, 0.0)
    assert pad.down == {"RIGHT"}


@pytest.mark.parametrize(
    ("word", "name"),
    [("leftshoulder", "LB"), ("a", "A"), ("Right_Stick", "RS"), ("select", "BACK"), ("lb", "LB")],
)
def test_names_are_those_of_an_xbox_pad(word: str, name: str) -> None:
    assert button_name(word) == name


def test_every_name_the_language_takes_is_a_button_here() -> None:
    buttons = {name.upper() for name in BUTTONS}
    assert {button_name(word) for word in (*BUTTONS, *BUTTON_ALIASES)} == buttons
    assert {name.upper() for name in KEY_GROUPS} == set(GROUPS)


def test_the_pad_used_last_counts() -> None:
    pads = Gamepads()
    pads.connect(1)
    pads.connect(2)
    assert pads.current is None
    pads.press(1, "a")
    assert pads.current is pads.pads[1]
    pads.push(2, "left", 0.2, 0.0)  # a touch does not take over
    assert pads.current is pads.pads[1]
    pads.push(2, "left", 0.8, 0.0)
    assert pads.current is pads.pads[2]
    pads.release(1, "a")  # letting go is not using
    assert pads.current is pads.pads[2]
    pads.disconnect(2)
    assert pads.current is None


def test_only_what_an_input_listens_to_drives(behavior: BehaviorProgram) -> None:
    pad = Gamepad()
    pad.press("start")
    assert not drives(behavior, pad)
    pad.push("left", 0.1, 0.1)
    assert not drives(behavior, pad)
    pad.push("left", 0.0, 0.5)
    assert drives(behavior, pad)


def root_of(desk: Desk) -> np.ndarray:
    place = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["root.position"]
    return desk.playback.state.rows[0][0, place : place + 3].copy()


def test_a_pad_takes_over_and_walks(tmp_path: Path) -> None:
    desk = desk_with_inputs(tmp_path)
    desk.pass_time(0.1)
    assert desk.driver == "script"
    before = root_of(desk)
    desk.gamepads.push(7, "left", 0.0, 1.0)
    for _ in range(30):
        desk.pass_time(1 / 60)
    assert desk.driver == "gamepad"
    moved = root_of(desk) - before
    assert np.linalg.norm(moved) > 0.2
    assert moved @ desk.camera.ahead > 0.95 * np.linalg.norm(moved)
    desk.gamepads.push(7, "left", 0.0, 0.0)
    desk.command("script")
    desk.pass_time(1 / 60)
    assert desk.driver == "script"


def test_a_tap_of_a_button_reaches_the_tick(tmp_path: Path) -> None:
    desk = desk_with_inputs(tmp_path)
    desk.gamepads.press(7, "y")
    desk.gamepads.release(7, "y")
    desk.pass_time(0.02)
    pressed = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["toggle.pressed"]
    assert desk.playback.state.rows[0][0, pressed] == 1.0


class MadeUpController:
    """Calls its handlers as pyglet's controllers do."""

    def __init__(self, works: bool = True) -> None:
        self.works, self.opened, self.handlers = works, False, {}

    def open(self) -> None:
        if not self.works:
            raise OSError("no permission")
        self.opened = True

    def close(self) -> None:
        self.opened = False

    def push_handlers(self, **handlers: Any) -> None:
        self.handlers = handlers

    def pop_handlers(self) -> None:
        self.handlers = {}


class MadeUpManager(MadeUpController):
    """A manager with some controllers plugged in."""

    def __init__(self, *controllers: MadeUpController) -> None:
        super().__init__()
        self.controllers = list(controllers)

    def get_controllers(self) -> list[MadeUpController]:
        return self.controllers


def test_pads_come_and_go() -> None:
    first, refused = MadeUpController(), MadeUpController(works=False)
    manager = MadeUpManager(first, refused)
    pads = Gamepads()
    watch = PadWatch(pads, manager)
    assert first.opened
    assert len(pads.pads) == 1
    second = MadeUpController()
    manager.handlers["on_connect"](second)
    second.handlers["on_stick_motion"](second, "leftstick", (0.0, 1.0))
    second.handlers["on_button_press"](second, "leftshoulder")
    second.handlers["on_trigger_motion"](second, "lefttrigger", 0.9)
    second.handlers["on_dpad_motion"](second, (-1.0, 0.0))
    assert pads.current is not None
    assert pads.current.down == {"LB", "LT", "LEFT"}
    assert pads.current.stick("left") == (0.0, 1.0)
    manager.handlers["on_disconnect"](second)
    assert pads.current is None
    watch.close()
    assert not first.opened


def test_the_help_lists_the_bindings_of_what_runs(behavior: BehaviorProgram) -> None:
    told = {row.name: row.devices for row in told_bindings(behavior)}
    assert told["toggle"] == "F  or  button Y"
    assert told["steer"] == "A / D  or  left stick sideways"
    assert told["walk"] == "W A S D  or  left stick"
    rows = help_rows(behavior)
    assert [row.text for row in rows[:3]] == ["walk", "jump", "toggle"]
    # F is the character's: the viewer's command on it goes with Ctrl
    keys = {row.text: row.key for row in rows}
    assert "F" in bound_keys(behavior)
    assert keys["follow the character, or not"] == "Ctrl F"
    assert keys["show the keys"] == "F1"
    assert {row.key for row in help_rows(None)} >= {"W A S D", "F"}
