"""The desk: commands, keys, saving and reloading, without a window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.viewer.conftest import REACH
from viewer.commands import COMMANDS, FIXED, help_text
from viewer.desk import Desk, open_desk
from viewer.session import Session
from viewer.watch import PERIOD


@pytest.fixture
def desk(session: Session) -> Desk:
    loaded = session.load()
    assert loaded.model is not None, loaded.diagnostics
    return open_desk(session, loaded)


def save(path: Path, text: str) -> None:
    """Save in a way a watcher notices whatever the file system's clock."""
    path.write_text(text + "\n# saved\n", encoding="utf-8")


def test_every_command_in_the_table_can_be_done(desk: Desk) -> None:
    for command in COMMANDS:
        if command.name not in FIXED:
            desk.command(command.name)
    assert desk.picture_asked


def test_keys_are_unambiguous() -> None:
    from viewer.app.keys import BY_KEY

    held = {"W", "A", "S", "D", "SPACE"}
    keys = [command.key for command in COMMANDS]
    assert len(keys) == len(set(keys))
    assert not held & set(BY_KEY)
    assert all(command.help in help_text() for command in COMMANDS)


def test_a_movement_key_takes_over_and_moves_the_character(desk: Desk) -> None:
    root = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["root.position"]
    start = desk.playback.state.rows[0][0, root : root + 3].copy()
    assert desk.key_down("W")
    assert desk.live
    for _ in range(20):
        desk.pass_time(1 / 60)
    moved = desk.playback.state.rows[0][0, root : root + 3] - start
    assert moved @ desk.camera.ahead > 0.1
    desk.command("script")
    assert not desk.live


def test_keys_the_rig_does_not_know_are_left_to_commands(desk: Desk) -> None:
    assert not desk.key_down("P")
    assert not desk.live


def test_escape_closes_what_is_open_first(desk: Desk) -> None:
    desk.command("help")
    desk.command("quit")
    assert not desk.switches.help
    assert not desk.quit
    desk.command("quit")
    assert desk.quit


def test_the_camera_follows_until_told_otherwise(desk: Desk) -> None:
    desk.playback.seek(1.5)
    desk.pass_time(0.0)
    followed = desk.camera.target[2]
    assert followed > 0.1
    desk.command("follow")
    desk.playback.seek(0.0)
    desk.pass_time(0.0)
    assert desk.camera.target[2] == followed


def test_saving_reloads_and_keeps_the_state(desk: Desk, beh_file: Path) -> None:
    desk.playback.seek(1.2)
    desk.playback.pause()
    before = desk.playback.state.rows[0].copy()
    save(beh_file, REACH.replace("param pause  = 0.5 s", "param pause  = 0.7 s"))
    desk.pass_time(PERIOD)
    assert not desk.broken
    assert "everything kept" in desk.message
    offsets = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    assert desk.playback.cursor == 72
    assert desk.playback.state.rows[0][0, offsets["pause"]] == pytest.approx(0.7)
    for path in ("raised", "arm[left].weight", "root.position"):
        np.testing.assert_array_equal(
            desk.playback.state.rows[0][0, offsets[path]], before[0, offsets[path]]
        )


def test_what_a_reload_loses_is_told(desk: Desk, beh_file: Path) -> None:
    text = REACH.replace("  var   raised : number = 0\n", "")
    save(beh_file, text.replace(" { set raised = raised + 1 }", ""))
    desk.pass_time(PERIOD)
    assert not desk.broken
    assert desk.report is not None
    assert any("raised" in name for name in desk.report.vanished)
    assert "raised" in desk.message


def test_a_broken_save_keeps_the_last_good_machine(desk: Desk, beh_file: Path) -> None:
    model = desk.model
    save(beh_file, REACH.replace("-> Waiting when", "-> Wating when"))
    desk.pass_time(PERIOD)
    assert desk.broken
    assert desk.model is model
    assert any("Wating" in d.message for d in desk.diagnostics)
    line = REACH[: REACH.index("-> Waiting when")].count("\n") + 1
    assert desk.switches.source_line == line
    cursor = desk.playback.cursor
    desk.pass_time(0.1)
    assert desk.playback.cursor > cursor
    save(beh_file, REACH)
    desk.pass_time(PERIOD)
    assert not desk.broken


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00bin", b"(" * 4000, b"behavior {"])
def test_any_bytes_in_the_file_are_survived(desk: Desk, beh_file: Path, content: bytes) -> None:
    beh_file.write_bytes(content)
    desk.pass_time(PERIOD)
    assert desk.broken
    assert desk.message
    desk.pass_time(0.05)


def test_a_file_that_is_gone_for_a_moment_is_waited_for(desk: Desk, beh_file: Path) -> None:
    beh_file.unlink()
    desk.pass_time(PERIOD)
    assert not desk.broken
    save(beh_file, REACH)
    desk.pass_time(PERIOD)
    assert "reloaded" in desk.message


def test_a_slider_changes_a_param_of_the_running_machine(desk: Desk) -> None:
    desk.playback.seek(0.4)
    desk.set_param("reach", "pause", 3.0)
    offsets = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    assert desk.playback.cursor == 24
    assert desk.playback.state.rows[0][0, offsets["pause"]] == 3.0
    desk.playback.seek(1.0)
    machine = desk.model.groups[0].behavior.machines[0].name
    assert desk.playback.history.spans("hero", machine)[-1][2] == "Waiting"
    desk.reset_params()
    assert desk.playback.state.rows[0][0, offsets["pause"]] == 0.5


def test_one_param_goes_back_and_the_others_stay(desk: Desk) -> None:
    desk.set_param("reach", "pause", 3.0)
    desk.set_param("reach", "far", 0.4)
    desk.reset_param("reach", "pause")
    offsets = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    row = desk.playback.state.rows[0][0]
    assert (row[offsets["pause"]], row[offsets["far"]]) == (0.5, 0.4)
    assert list(desk.session.overrides) == ["reach.far"]


def test_a_wrong_value_is_told_and_changes_nothing(desk: Desk) -> None:
    model = desk.model
    desk.set_param("reach", "nothing", 1.0)
    assert desk.model is model
    assert "nothing" in desk.message
    assert desk.session.overrides == {}


def test_changed_params_are_written_into_the_file(desk: Desk, beh_file: Path) -> None:
    desk.set_param("reach", "pause", 1.25)
    desk.set_param("reach", "far", 0.85)
    desk.set_param("reach", "eager", False)
    desk.write_params()
    text = beh_file.read_text(encoding="utf-8")
    assert "param pause  = 1.25 s in 0.1 s .. 3 s   # how long" in text
    assert "param far    = 85 cm in 10 cm" in text
    assert "param eager  = no\n" in text
    assert len(text.splitlines()) == len(REACH.splitlines())


def test_a_file_changed_meanwhile_is_not_overwritten(desk: Desk, beh_file: Path) -> None:
    desk.set_param("reach", "pause", 1.25)
    other = REACH + "# somebody else\n"
    beh_file.write_text(other, encoding="utf-8")
    desk.write_params()
    assert "changed on disk" in desk.message
    assert beh_file.read_text(encoding="utf-8") == other


def test_scenes_can_be_changed_even_to_an_empty_one(desk: Desk) -> None:
    assert desk.scene_names() == ["room", "empty"]
    desk.command("next_scene")
    assert desk.model.scene.name == "empty"
    assert desk.agent == ""
    desk.pass_time(0.1)
    assert len(desk.frame().capsules) == 0
    assert not desk.key_down("W")
    desk.command("next_scene")
    assert desk.agent == "hero"


def test_a_session_says_why_it_has_no_model(session: Session, beh_file: Path) -> None:
    session.scene = "nowhere"
    loaded = session.load()
    assert loaded.model is None
    assert "nowhere" in loaded.problem
    assert "room" in loaded.problem
    session.scene = None
    beh_file.write_text(REACH[: REACH.index("scene room")], encoding="utf-8")
    assert "no scene" in session.load().problem
