"""What a window remembers of a project, and what is made of spoilt files."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.desk import open_desk
from viewer.remembered import Remembered, keep, place_of, project_of, recall, settings_folder
from viewer.session import Session

WINDOW = Remembered(
    1111, 700, False, True, (("rays", False), ("bones", True)), ("pause", "no such"), "[Window]"
)


def test_a_window_is_found_as_it_was_left(tmp_path: Path) -> None:
    place = tmp_path / "not" / "there" / "a.json"
    assert keep(place, WINDOW)
    assert recall(place) == WINDOW
    assert recall(place).size == (1111, 700)
    assert [p.name for p in place.parent.iterdir()] == ["a.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[1, 2]",
        '{"width": 1e999, "height": -4}',
        '{"width": true, "height": 20}',
        '{"gizmos": {"a": 1}, "plots": 3, "layout": []}',
        "[" * 50_000,
        '{"width": 99999}',
        "\x00",
    ],
)
def test_anything_else_counts_as_nothing(tmp_path: Path, text: str) -> None:
    place = tmp_path / "a.json"
    place.write_text(text, encoding="utf-8")
    assert recall(place) == Remembered()
    assert recall(place).size is None
    place.write_bytes(b"\xff\xfe\x00")
    assert recall(place) == Remembered()
    assert recall(tmp_path / "none.json") == Remembered()


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not keep(tmp_path / "file" / "a.json", WINDOW)


def test_files_of_a_project_share_a_window(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    one, two = str(tmp_path / "x.beh"), str(inner / "y.beh")
    assert project_of(two) == tmp_path.resolve()
    assert place_of(one, tmp_path) == place_of(two, tmp_path)
    other = tmp_path.parent / "z.beh"
    assert place_of(str(other), tmp_path) != place_of(one, tmp_path)


def test_the_folder_is_the_systems_own() -> None:
    assert settings_folder({"BEH_SETTINGS": "/s", "HOME": "/h"}) == Path("/s")
    assert settings_folder({"HOME": "/h"}, "linux") == Path("/h/.config/behave")
    assert settings_folder({"XDG_CONFIG_HOME": "/x"}, "linux") == Path("/x/behave")
    wanted = Path("/h/Library/Application Support/behave")
    assert settings_folder({"HOME": "/h"}, "darwin") == wanted
    assert settings_folder({"APPDATA": "/r"}, "win32") == Path("/r/behave")


def test_a_desk_recalls_what_still_fits(session: Session) -> None:
    desk = open_desk(session, session.load())
    desk.recall(WINDOW)
    assert not desk.gizmos.rays
    assert desk.gizmos.bones
    assert not desk.switches.panels
    assert desk.plots.texts == ["pause"]
    again = desk.remembered((800, 600), "x")
    assert (again.size, again.plots, again.layout) == ((800, 600), ("pause",), "x")
    assert not again.panels
    assert dict(again.gizmos)["rays"] is False
