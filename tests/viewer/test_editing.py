"""Texts that are edited: saving, other programs' saves, findings, hover and completion."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from behave.cli.lsp import ProjectFiles
from behave.lsp.proposals import Item
from behave.source import Source
from tests.viewer.conftest import REACH, session_for
from viewer.desk import Desk, open_desk
from viewer.disk import write_text
from viewer.editing.colors import words_of
from viewer.editing.editor import QUIET, Editor, narrowed
from viewer.editing.reading import Background, Reading, without_marks
from viewer.editing.text import OpenText, open_text


@pytest.fixture
def text(beh_file: Path) -> OpenText:
    """The behaviour's file in the editor."""
    return open_text(Source(str(beh_file), REACH))


@pytest.fixture
def desk(beh_file: Path) -> Desk:
    """A desk whose files can be edited."""
    session = session_for(beh_file)
    session.disk = ProjectFiles()
    return open_desk(session, session.load())


def opened(desk: Desk) -> OpenText:
    """The main file of a desk, in the editor."""
    return desk.editor.open(Source(desk.session.path, REACH))


# ---- one text ------------------------------------------------------------------------------


def test_edits_are_written_when_saved(text: OpenText, beh_file: Path) -> None:
    assert not text.dirty
    text.edit(REACH + "# more\n")
    assert text.dirty
    assert beh_file.read_text(encoding="utf-8") == REACH
    assert text.save() == ""
    assert not text.dirty
    assert beh_file.read_text(encoding="utf-8") == REACH + "# more\n"
    assert sorted(os.listdir(beh_file.parent)) == ["pyproject.toml", "reach.beh"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_keeps_its_line_ends_and_its_mark(beh_file: Path, end: str, mark: str) -> None:
    plain = "# one\n# two, ärm\n"
    beh_file.write_bytes((mark + plain.replace("\n", end)).encode())
    text = open_text(Source(str(beh_file), ""))
    assert text.text == plain
    text.edit(plain + "# three\n")
    assert text.save() == ""
    expected = mark + (plain + "# three\n").replace("\n", end)
    assert beh_file.read_bytes() == expected.encode()


def test_without_edits_what_another_program_saves_is_taken_over(
    text: OpenText, beh_file: Path
) -> None:
    beh_file.write_text("# other\n", encoding="utf-8")
    assert text.look()
    assert (text.text, text.dirty, text.version) == ("# other\n", False, 1)


def test_edits_are_never_lost_to_another_program(text: OpenText, beh_file: Path) -> None:
    text.edit("# mine\n")
    beh_file.write_text("# theirs\n", encoding="utf-8")
    assert not text.look()
    assert text.contested
    assert text.text == "# mine\n"
    told = text.save()
    assert "changed on disk" in told
    assert beh_file.read_text(encoding="utf-8") == "# theirs\n"
    text.keep_mine()
    assert text.dirty
    assert text.save() == ""
    assert beh_file.read_text(encoding="utf-8") == "# mine\n"


def test_a_save_nobody_told_of_is_not_written_over(text: OpenText, beh_file: Path) -> None:
    text.edit("# mine\n")
    beh_file.write_text("# theirs\n", encoding="utf-8")
    assert "changed on disk" in text.save()
    text.take_outside()
    assert (text.text, text.dirty) == ("# theirs\n", False)


def test_the_same_text_from_outside_is_no_contest(text: OpenText, beh_file: Path) -> None:
    text.edit("# same\n")
    beh_file.write_text("# same\n", encoding="utf-8")
    text.look()
    assert not text.dirty
    assert not text.contested


def test_a_contest_ends_when_the_disk_goes_back(text: OpenText, beh_file: Path) -> None:
    text.edit("# mine\n")
    beh_file.write_text("# theirs\n", encoding="utf-8")
    text.look()
    beh_file.write_text(REACH, encoding="utf-8")
    text.look()
    assert not text.contested
    assert text.dirty


def test_a_file_that_was_deleted_can_be_saved_again(text: OpenText, beh_file: Path) -> None:
    beh_file.unlink()
    text.look()
    assert text.gone
    assert text.text == REACH
    assert text.save() == ""
    assert beh_file.read_text(encoding="utf-8") == REACH


def test_what_is_not_utf8_is_locked(beh_file: Path) -> None:
    beh_file.write_bytes(b"\xff\xfe\x00")
    text = open_text(Source(str(beh_file), "�"))
    assert text.locked == "is not UTF-8 text"
    text.edit("new")
    assert text.save() == f"{beh_file} is not UTF-8 text"
    assert beh_file.read_bytes() == b"\xff\xfe\x00"


def test_a_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.beh", tmp_path / "link.beh"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(str(link), "new")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_save_that_cannot_be_is_told(text: OpenText, beh_file: Path) -> None:
    text.edit("# mine\n")
    folder = beh_file.parent
    beh_file.unlink()
    for each in list(folder.iterdir()):
        each.unlink()
    folder.rmdir()
    assert text.save().startswith(f"cannot write {beh_file}: ")
    assert text.text == "# mine\n"


# ---- what is known about texts -------------------------------------------------------------


def test_findings_are_those_of_the_text_typed(beh_file: Path) -> None:
    reading = Reading(str(beh_file), ProjectFiles())
    before = [found.message for found in reading.findings({})]
    assert before == ["the param `far` is never used", "the sensor `ahead` is never used",
                      "the sensor `ahead` hides the language's own `ahead`"]  # fmt: skip
    typed = REACH.replace("-> Waiting when", "-> Wating when")
    found = reading.findings({str(beh_file): typed})
    wrong = [each for each in found if "Wating" in each.message]
    assert len(wrong) == 1
    assert wrong[0].span.text == "Wating"
    assert [each.message for each in reading.findings({})] == before


def test_a_typed_rig_is_read_in_the_place_of_the_files(beh_file: Path) -> None:
    main = 'use "rig.beh"\nbehavior b for box {\n  param size = 1 m\n}\n'
    beh_file.write_text(main, encoding="utf-8")
    rig = beh_file.with_name("rig.beh")
    rig.write_text("rig box {\n  bone root at (0 m, 0 m, 0 m)\n}\n", encoding="utf-8")
    reading = Reading(str(beh_file), ProjectFiles())
    plain = {(found.code, found.message) for found in reading.findings({})}
    found = reading.findings({str(rig): "rig bix {\n  bone root at (0 m, 0 m, 0 m)\n}\n"})
    new = [each for each in found if (each.code, each.message) not in plain]
    assert any("box" in each.message for each in new)


def test_hover_tells_kind_unit_and_remark(beh_file: Path) -> None:
    reading = Reading(str(beh_file), ProjectFiles())
    at = REACH.index("pause")
    told = reading.hover({}, str(beh_file), at)
    assert told is not None
    assert (told.start, told.end) == (at, at + len("pause"))
    assert "param pause = 0.5 s in 0.1 s .. 3 s" in told.text
    assert "unit s" in told.text
    assert "how long it stands first" in told.text
    assert "`" not in told.text
    assert reading.hover({}, str(beh_file), REACH.index("\n\n")) is None


def test_completion_offers_what_fits_first(beh_file: Path) -> None:
    reading = Reading(str(beh_file), ProjectFiles())
    place = REACH.index("pause and eager") + 3
    offer = reading.complete({}, str(beh_file), place)
    assert offer is not None
    assert REACH[offer.start : place] == "pau"
    assert offer.items[0].label == "pause"
    assert all("pau" in item.label.lower() for item in offer.items)


def test_what_was_typed_on_narrows_the_proposals() -> None:
    items = tuple(Item(label, "param") for label in ("unpaused", "pause", "page", "far"))
    assert [item.label for item in narrowed(items, "Pa")] == ["pause", "page", "unpaused"]
    assert [item.label for item in narrowed(items, "pau")] == ["pause", "unpaused"]
    assert narrowed(items, "x") == ()


def test_markdown_becomes_plain_lines() -> None:
    text = "```beh\nparam a = 2 * 3\n```\n\n*param* · unit `s`\n\n---\n\nmore"
    assert without_marks(text) == "param a = 2 * 3\n\nparam · unit s\n\nmore"


def test_of_questions_of_a_kind_the_newest_is_answered_and_bugs_are_survived() -> None:
    background = Background()
    background.ask("a", 0, lambda: 1 // 0)
    assert background.wait(20.0)
    assert background.answer("a") == (0, None)
    assert "ZeroDivisionError" in background.failed
    for number in range(50):
        background.ask("a", number, lambda number=number: number * 2)
        background.ask("b", number, lambda number=number: number * 3)
    assert background.wait(20.0)
    assert background.answer("a") == (49, 98)
    assert background.answer("b") == (49, 147)
    assert background.answer("a") is None
    background.close()


def test_words_of_a_line_are_told_apart() -> None:
    line = '  -> Up when timer > 0.5 s and arm.weight  # "so"'
    assert [(text, sort) for _, text, sort in words_of(line)] == [
        ("->", "sign"), ("Up", "name"), ("when", "keyword"), ("timer", "built_in"), (">", "sign"),
        ("0.5 s", "number"), ("and", "keyword"), ("arm", "name"), (".", "sign"),
        ("weight", "field"), ('# "so"', "comment"),
    ]  # fmt: skip
    assert words_of('use "a b"')[1] == (4, '"a b"', "string")
    assert all(line[start:].startswith(text) for start, text, _ in words_of(line))


# ---- the editor of a desk ------------------------------------------------------------------


def test_typing_is_checked_once_it_rests(desk: Desk) -> None:
    text = opened(desk)
    before = desk.diagnostics
    desk.editor.edit(text.name, REACH.replace("-> Waiting when", "-> Wating when"))
    assert desk.editor.checking
    desk.editor.pass_time(QUIET / 2)
    assert desk.editor.background.answer("findings") is None
    desk.editor.pass_time(QUIET)
    assert desk.editor.background.wait(60.0)
    desk.editor.pass_time(0.0)
    assert not desk.editor.checking
    assert any("Wating" in d.message for d in desk.editor.findings(desk.diagnostics))
    assert desk.diagnostics is before  # the machine is the file's
    desk.editor.edit(text.name, REACH)
    assert desk.editor.unsaved == []
    desk.editor.pass_time(QUIET)


def test_saving_goes_on_with_the_state_and_a_broken_text_keeps_the_machine(
    desk: Desk, beh_file: Path
) -> None:
    text = opened(desk)
    desk.playback.seek(1.2)
    desk.command("save")
    assert desk.message == "nothing to save"
    desk.editor.edit(text.name, REACH.replace("param pause  = 0.5 s", "param pause  = 0.7 s"))
    desk.command("save")
    assert "everything kept" in desk.message
    assert "0.7 s" in beh_file.read_text(encoding="utf-8")
    offsets = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    assert desk.playback.state.rows[0][0, offsets["pause"]] == pytest.approx(0.7)
    assert desk.playback.cursor == 72
    model = desk.model
    desk.editor.edit(text.name, REACH.replace("-> Waiting when", "-> Wating when"))
    desk.command("save")
    assert desk.broken
    assert desk.model is model
    desk.editor.edit(text.name, REACH)
    desk.command("save")
    assert not desk.broken
    desk.pass_time(1.0)
    assert "reloaded" in desk.message  # once: the file's own news are known already
    assert not desk.watch.changed(1.0)


def test_another_programs_save_runs_and_the_edits_stay(desk: Desk, beh_file: Path) -> None:
    text = opened(desk)
    desk.editor.edit(text.name, REACH + "# mine\n")
    theirs = REACH.replace("param pause  = 0.5 s", "param pause  = 2.5 s")
    beh_file.write_text(theirs, encoding="utf-8")
    desk.pass_time(0.3)
    offsets = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    assert desk.playback.state.rows[0][0, offsets["pause"]] == pytest.approx(2.5)
    assert desk.editor.contested == [text]
    assert text.text == REACH + "# mine\n"
    desk.command("save")
    assert "choose which text" in desk.message
    assert beh_file.read_text(encoding="utf-8") == theirs
    desk.save_over()
    assert beh_file.read_text(encoding="utf-8") == REACH + "# mine\n"
    assert not desk.broken


def test_edits_can_be_given_up(desk: Desk, beh_file: Path) -> None:
    text = opened(desk)
    desk.editor.edit(text.name, "# nothing")
    desk.editor.revert([text])
    assert text.text == REACH
    desk.editor.edit(text.name, "# nothing")
    beh_file.write_text(REACH + "# theirs\n", encoding="utf-8")
    desk.pass_time(0.3)
    desk.take_outside()
    assert text.text == REACH + "# theirs\n"
    assert desk.editor.unsaved == []


def test_a_slider_is_not_written_over_edits(desk: Desk, beh_file: Path) -> None:
    text = opened(desk)
    desk.set_param("reach", "pause", 1.25)
    desk.editor.edit(text.name, REACH + "# mine\n")
    desk.write_params()
    assert "not saved" in desk.message
    assert beh_file.read_text(encoding="utf-8") == REACH
    desk.editor.revert([text])
    desk.write_params()
    assert "param pause  = 1.25 s" in beh_file.read_text(encoding="utf-8")


def test_closing_asks_about_edits(desk: Desk, beh_file: Path) -> None:
    text = opened(desk)
    desk.editor.edit(text.name, REACH + "# mine\n")
    desk.command("quit")
    assert desk.switches.unsaved
    assert not desk.quit
    desk.command("quit")  # Esc puts the question away
    assert not desk.switches.unsaved
    assert not desk.quit
    desk.close()
    desk.save_and_close()
    assert desk.quit
    assert beh_file.read_text(encoding="utf-8") == REACH + "# mine\n"


def test_closing_without_them_leaves_the_file(desk: Desk, beh_file: Path) -> None:
    desk.editor.edit(opened(desk).name, "# mine\n")
    desk.close(discard=True)
    assert desk.quit
    assert beh_file.read_text(encoding="utf-8") == REACH


def test_without_a_disk_files_are_looked_at_only(beh_file: Path) -> None:
    editor = Editor(str(beh_file))
    text = editor.open(Source(str(beh_file), "# shown"))
    assert text.locked == "can be looked at only"
    editor.edit(text.name, "# changed")
    assert text.text == "# shown"
    assert editor.hover(text.name, 0) is None
