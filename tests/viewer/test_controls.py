"""Remapping: one file for the viewer's keys, the character's keys, and a pad."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from viewer.app.help_rows import help_rows
from viewer.app.keys import by_key
from viewer.app.pads import PadWatch
from viewer.commands import COMMANDS
from viewer.controls import USUAL, controls_at, read_controls
from viewer.desk import open_desk
from viewer.gamepad import Gamepads
from viewer.session import Session

TEXT = """
[keys]
pause = "F5"
top = "Home"

[character]
UP = "W"

[buttons]
A = "B"
leftshoulder = "Y"

[sticks]
left = "right"
turned = ["right.y"]
"""


def test_nothing_is_changed_without_a_file(tmp_path: Path) -> None:
    assert controls_at(tmp_path) == (USUAL, ())
    assert USUAL.commands == COMMANDS


def test_commands_move_to_other_keys_and_the_help_tells_it(tmp_path: Path) -> None:
    (tmp_path / "controls.toml").write_text(TEXT)
    controls, said = controls_at(tmp_path)
    assert said == ()
    keys = by_key(controls.commands)
    assert keys["F5"] == "pause"
    assert "P" not in keys
    assert keys["HOME"] == "top"
    told = {row.text: row.key for row in help_rows(None, controls.commands)}
    assert told["pause, go on"] == "F5"


def test_a_key_counts_as_another_for_the_character(session: Session) -> None:
    desk = open_desk(session, session.load())
    assert not desk.key_down("UP")
    desk.controls, _ = read_controls(TEXT)
    assert desk.key_down("UP")
    assert desk.keyboard.down == {"W"}
    desk.key_up("UP")
    assert desk.keyboard.down == set()


def test_a_pad_counts_as_the_file_says() -> None:
    controls, _ = read_controls(TEXT)
    pads = Gamepads()
    manager = SimpleNamespace(push_handlers=lambda **_: None, get_controllers=lambda: [])
    watch = PadWatch(pads, manager, controls)
    pad = SimpleNamespace()
    watch.on_button_press(pad, "a")
    watch.on_button_press(pad, "LB")
    watch.on_stick_motion(pad, "leftstick", (0.0, 1.0))
    watch.on_stick_motion(pad, "rightstick", (0.0, 1.0))
    state = pads.of(id(pad))
    assert state.down == {"B", "Y"}
    assert state.sticks == {"right": (0.0, -1.0)}
    watch.on_button_release(pad, "a")
    assert state.down == {"Y"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys]\npauze = 'F5'", "did you mean `pause`"),
        ("[keys]\npause = 'N'", "next_scene and pause are both on N"),
        ("[keys]\npause = 3", "wants a name in quotes"),
        ("[knobs]\na = 'b'", "there is no `knobs`"),
        ("[sticks]\nup = 'left'", "sticks are left and right"),
        ("[sticks]\nturned = ['left.z']", "left.z"),
        ("keys = 3", "there is no `keys`"),
        ("[keys", "controls.toml"),
        ("[keys]\nwalk = 'F5'", "no command `walk`"),
    ],
)
def test_what_is_wrong_is_told_and_left_out(text: str, said: str) -> None:
    controls, lines = read_controls(text)
    assert said in "\n".join(lines)
    assert all("\n" not in line for line in lines)
    assert controls == USUAL


def test_the_rest_of_a_wrong_file_counts() -> None:
    controls, lines = read_controls("[keys]\npause = 'N'\nhelp = 'F2'\n[buttons]\nA = 'B'")
    assert len(lines) == 1
    assert dict(controls.keys) == {"help": "F2"}
    assert controls.button("A") == "B"


def test_two_commands_can_change_places() -> None:
    controls, lines = read_controls("[keys]\npause = 'N'\nnext_scene = 'P'")
    assert lines == ()
    keys = by_key(controls.commands)
    assert (keys["N"], keys["P"]) == ("pause", "next_scene")
