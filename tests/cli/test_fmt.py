"""``beh fmt``: files, standard input, exit codes, and what is never written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from behave.cli import fmt
from behave.format import Formatted, UnfaithfulError
from behave.source import Source
from tests.cli.conftest import Beh

UGLY = "layers   a,b\r\nscene s{\r\nbox b at c # why\r\n}"
PRETTY = "layers a, b\r\nscene s {\r\n  box b at c  # why\r\n}\r\n"
BROKEN = "behavior b {\n"


@pytest.fixture
def ugly(project: Path) -> Path:
    """A file to be formatted."""
    path = project / "ugly.beh"
    path.write_bytes(UGLY.encode())
    return path


def test_a_file_is_written_anew(beh: Beh, ugly: Path) -> None:
    ugly.chmod(0o640)
    result = beh("fmt", "ugly.beh")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "formatted ugly.beh" in result.stderr
    assert ugly.read_bytes() == PRETTY.encode()
    assert os.name != "posix" or stat.S_IMODE(ugly.stat().st_mode) == 0o640
    again = beh("fmt", "ugly.beh")
    assert (again.exit_code, again.stderr) == (0, "1 file: 1 left as they are\n")


def test_a_formatted_file_is_not_touched(beh: Beh, ugly: Path) -> None:
    ugly.write_bytes(PRETTY.encode())
    before = ugly.stat().st_mtime_ns, ugly.stat().st_ino
    assert beh("fmt", ".").exit_code == 0
    assert (ugly.stat().st_mtime_ns, ugly.stat().st_ino) == before


def test_check_changes_nothing(beh: Beh, ugly: Path) -> None:
    beh("fmt", "wave.beh")
    result = beh("fmt", "--check", ".")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "would format ugly.beh" in result.stderr
    assert "2 files: 1 would be formatted, 1 left as they are" in result.stderr
    assert ugly.read_bytes() == UGLY.encode()
    ugly.write_bytes(PRETTY.encode())
    assert beh("fmt", "--check").exit_code == 0


def test_the_difference(beh: Beh, project: Path) -> None:
    (project / "ugly.beh").write_bytes(b"layers   a\n\nscene s { }")
    result = beh("fmt", "--diff", "ugly.beh")
    assert result.exit_code == 1
    assert result.stdout == (
        "--- ugly.beh\n+++ ugly.beh\n@@ -1,3 +1,3 @@\n-layers   a\n+layers a\n \n"
        "-scene s { }\n\\ No newline at end of file\n+scene s { }\n"
    )
    assert (project / "ugly.beh").read_bytes() == b"layers   a\n\nscene s { }"


def test_broken_files_are_refused_and_the_others_formatted(beh: Beh, ugly: Path) -> None:
    broken = ugly.with_name("broken.beh")
    broken.write_text(BROKEN, encoding="utf-8")
    result = beh("fmt", "broken.beh", "ugly.beh")
    assert result.exit_code == 2
    assert "broken.beh:1:11" in result.stderr
    assert "expected `for`" in result.stderr
    assert broken.read_text(encoding="utf-8") == BROKEN
    assert ugly.read_bytes() == PRETTY.encode()
    assert beh("fmt", "--check", "broken.beh").exit_code == 2


def test_files_that_are_no_text_are_refused(beh: Beh, project: Path) -> None:
    (project / "zero.beh").write_bytes(b"layers\0")
    result = beh("fmt", "zero.beh")
    assert result.exit_code == 2
    assert "zero byte" in result.stderr
    assert (project / "zero.beh").read_bytes() == b"layers\0"


def test_the_mark_of_utf_8_stays(beh: Beh, project: Path) -> None:
    (project / "marked.beh").write_bytes(b"\xef\xbb\xbflayers  a\n")
    assert beh("fmt", "marked.beh").exit_code == 0
    assert (project / "marked.beh").read_bytes() == b"\xef\xbb\xbflayers a\n"


def test_standard_input(beh: Beh) -> None:
    result = beh("fmt", "-", input=UGLY)
    assert (result.exit_code, result.stdout_bytes) == (0, PRETTY.encode())
    assert beh("fmt", "--check", "-", input=UGLY).exit_code == 1
    assert beh("fmt", "--check", "-", input=PRETTY).exit_code == 0
    assert "+layers a, b" in beh("fmt", "--diff", "-", input=UGLY).stdout
    broken = beh("fmt", "-", "--stdin-filename", "named.beh", input=BROKEN)
    assert (broken.exit_code, broken.stdout) == (2, "")
    assert "named.beh:1:11" in broken.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.beh"], "there is no file"),
        (["-", "wave.beh"], "cannot be combined"),
        (["wave.beh", "--stdin-filename", "a.beh"], "goes with -"),
        (["--chek"], "No such option"),
    ],
)
def test_what_cannot_run(beh: Beh, words: list[str], said: str) -> None:
    result = beh("fmt", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_nothing_is_written_where_the_text_would_not_say_the_same(
    beh: Beh, ugly: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unfaithful(source: Source) -> Formatted:
        raise UnfaithfulError(f"formatting would change what {source.name} says")

    monkeypatch.setattr(fmt, "format_source", unfaithful)
    result = beh("fmt", "ugly.beh", bug=True)
    assert result.exit_code == 3
    assert "internal error" in result.stderr
    assert ugly.read_bytes() == UGLY.encode()


def test_what_the_project_excludes_is_left_alone(beh: Beh, ugly: Path) -> None:
    settings = '[tool.beh]\nexclude = ["ugly*"]\n'
    (ugly.parent / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert "ugly" not in beh("fmt", "--check").stderr
    assert beh("fmt", "--check", "ugly.beh").exit_code == 1  # unless it is named
