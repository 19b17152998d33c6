"""``beh lint --fix`` and ``--diff``: what is written where, and what is left alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.cli.conftest import WAVE, Beh

FULL_WIDTH = WAVE.replace("-> Resting after hold", "－＞ Resting after hold")
UNKNOWN = WAVE.replace("after hold", "after hould")


def put(project: Path, text: str, name: str = "odd.beh") -> Path:
    path = project / name
    path.write_bytes(text.encode("utf-8"))
    return path


def test_safe_fixes_are_made(project: Path, beh: Beh) -> None:
    path = put(project, FULL_WIDTH)
    result = beh("lint", "odd.beh", "--fix")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "1 file checked, nothing found; 1 fix made\n"
    assert path.read_text(encoding="utf-8") == WAVE


def test_unsafe_fixes_only_where_asked_for(project: Path, beh: Beh) -> None:
    path = put(project, UNKNOWN)
    assert beh("lint", "odd.beh", "--fix").exit_code == 1
    assert path.read_text(encoding="utf-8") == UNKNOWN
    assert beh("lint", "odd.beh", "--fix", "--unsafe-fixes").exit_code == 0
    assert path.read_text(encoding="utf-8") == WAVE


def test_a_diff_changes_nothing(project: Path, beh: Beh) -> None:
    path = put(project, FULL_WIDTH)
    result = beh("lint", "odd.beh", "wave.beh", "--diff")
    assert result.exit_code == 1
    changed = [line for line in result.stdout.splitlines() if line[:1] in "+-"]
    assert changed == [
        "--- odd.beh",
        "+++ odd.beh",
        "-    －＞ Resting after hold",
        "+    -> Resting after hold",
    ]
    assert result.stderr == "1 fix would be made\n"
    assert path.read_text(encoding="utf-8") == FULL_WIDTH
    assert beh("lint", "wave.beh", "--diff").exit_code == 0
    assert beh("lint", "odd.beh", "--diff", "--fix").exit_code == 1
    assert path.read_text(encoding="utf-8") == FULL_WIDTH


def test_line_ends_marks_and_modes_stay(project: Path, beh: Beh) -> None:
    text = "\ufeff" + FULL_WIDTH.replace("\n", "\r\n")
    path = put(project, text)
    path.chmod(0o640)
    assert beh("lint", "odd.beh", "--fix").exit_code == 0
    assert path.read_bytes() == ("\ufeff" + WAVE.replace("\n", "\r\n")).encode("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [p.name for p in project.iterdir() if p.suffix == ".part"] == []


def test_a_link_is_followed(project: Path, beh: Beh) -> None:
    (project / "far").mkdir()
    path = put(project, FULL_WIDTH, "far/real.beh")
    (project / "odd.beh").symlink_to("far/real.beh")
    assert beh("lint", "odd.beh", "--fix").exit_code == 0
    assert (project / "odd.beh").is_symlink()
    assert path.read_text(encoding="utf-8") == WAVE


def test_standard_input_is_fixed_onto_standard_output(beh: Beh) -> None:
    result = beh("lint", "-", "--fix", "--format", "concise", input=FULL_WIDTH + "let a = b\n")
    assert result.stdout == WAVE + "let a = b\n"
    assert "<stdin>:" in result.stderr
    assert result.exit_code == 1


def test_what_is_not_reported_is_not_fixed(project: Path, beh: Beh) -> None:
    path = put(project, FULL_WIDTH)
    beh("lint", "odd.beh", "--fix", "--ignore", "BEH0103")
    assert path.read_text(encoding="utf-8") == FULL_WIDTH


def test_a_used_file_is_fixed_only_where_it_is_named(project: Path, beh: Beh) -> None:
    part = put(project, "layers wood， stone\n", "part.beh")
    put(project, 'use "part.beh"\n', "main.beh")
    assert beh("lint", "main.beh", "--fix").exit_code == 1
    assert part.read_text(encoding="utf-8") == "layers wood， stone\n"
    assert beh("lint", "main.beh", "part.beh", "--fix").exit_code == 0
    assert part.read_text(encoding="utf-8") == "layers wood, stone\n"


def test_suppressions_are_taken_out(project: Path, beh: Beh) -> None:
    text = WAVE.replace("tall = yes\n", "tall = yes  # beh: ignore[BEH0203] x\n")
    path = put(project, f"# beh: ignore-file[BEH9999]\n{text}")
    assert beh("lint", "odd.beh", "--fix").exit_code == 0
    assert path.read_text(encoding="utf-8") == WAVE


@pytest.mark.parametrize(
    ("before", "after"),
    [("BEH0203, BEH9999", "BEH0203"), ("BEH9999,BEH0203", "BEH0203")],
)
def test_only_the_wrong_code_is_taken_out(before: str, after: str, project: Path, beh: Beh) -> None:
    text = WAVE.replace("tall = yes\n", "tall = yes\n  param one = 1  # beh: ignore[{}] why\n")
    path = put(project, text.replace("{}", before))
    assert beh("lint", "odd.beh", "--fix").exit_code == 0
    assert path.read_text(encoding="utf-8") == text.replace("{}", after)


def test_a_file_that_cannot_be_written(
    project: Path, beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(project, FULL_WIDTH)

    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    result = beh("lint", "odd.beh", "--fix")
    assert result.exit_code == 2
    assert "cannot write 'odd.beh': Permission denied" in result.stderr
    assert path.read_text(encoding="utf-8") == FULL_WIDTH


def test_what_is_no_text_is_not_fixed(project: Path, beh: Beh) -> None:
    path = project / "odd.beh"
    path.write_bytes(b"\xff\xfe")
    assert beh("lint", "odd.beh", "--fix").exit_code == 1
    assert path.read_bytes() == b"\xff\xfe"
    result = beh("lint", "-", "--fix", input=b"\xff\xfe")
    assert result.stdout == ""
