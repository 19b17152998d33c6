"""``beh lint`` and ``beh explain``: formats, choices, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from behave.cli.findings import wants_color
from behave.diagnostics.catalog import CODES
from behave.vocabulary.words import words
from tests.cli.conftest import WAVE, Beh

# Two errors: a length added to a time, and an unknown name.
BROKEN = WAVE.replace("timer > 0.1 s", "timer > 0.1 s + 2 m").replace("after hold", "after hould")
# Two warnings: params nobody reads.
IDLE = WAVE.replace("param tall = yes", "param tall = yes\n  param one = 3\n  param two = 3")


@pytest.fixture
def broken(project: Path) -> str:
    """A file with two errors."""
    (project / "broken.beh").write_text(BROKEN, encoding="utf-8")
    return "broken.beh"


@pytest.fixture
def idle(project: Path) -> str:
    """A file with two warnings."""
    (project / "idle.beh").write_text(IDLE, encoding="utf-8")
    return "idle.beh"


def codes(text: str) -> list[str]:
    """The codes of a JSON report, in order."""
    return [finding["code"] for finding in json.loads(text)]


def test_a_clean_file(beh: Beh) -> None:
    result = beh("lint", "wave.beh")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "1 file checked, nothing found\n"


def test_several_findings_in_full(broken: str, beh: Beh) -> None:
    result = beh("lint", broken)
    assert result.exit_code == 1
    assert "BEH0201" in result.stdout
    assert "BEH0301" in result.stdout
    assert "--> broken.beh:" in result.stdout
    assert "`hold`" in result.stdout  # what was meant
    assert result.stderr == "2 errors in 1 file\n"


def test_errors_and_warnings_are_counted_apart(broken: str, idle: str, beh: Beh) -> None:
    result = beh("lint", broken, idle)
    assert result.exit_code == 1
    assert result.stderr == "2 errors and 2 warnings in 2 files\n"
    assert beh("lint", idle).exit_code == 0


def test_concise_is_a_line_a_finding(broken: str, beh: Beh) -> None:
    lines = beh("lint", broken, "--format", "concise").stdout.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("broken.beh:") for line in lines)
    numbers = [int(line.split(":")[1]) for line in lines]
    assert numbers == sorted(numbers)


def test_json_says_where(broken: str, beh: Beh) -> None:
    result = beh("lint", broken, "--format", "json")
    assert result.stderr == ""
    findings = json.loads(result.stdout)
    assert {f["code"] for f in findings} == {"BEH0201", "BEH0301"}
    unknown = next(f for f in findings if f["code"] == "BEH0201")
    line = BROKEN.splitlines()[unknown["line"] - 1]
    assert line[unknown["column"] - 1 : unknown["end_column"] - 1] == "hould"
    assert BROKEN[unknown["offset"] : unknown["end_offset"]] == "hould"


def test_json_of_a_clean_file_is_an_empty_list(beh: Beh) -> None:
    assert json.loads(beh("lint", "wave.beh", "--format", "json").stdout) == []


def test_output_goes_to_a_file(broken: str, project: Path, beh: Beh) -> None:
    result = beh("lint", broken, "--format", "json", "--output", "report.json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert len(codes((project / "report.json").read_text(encoding="utf-8"))) == 2
    assert "\x1b" not in (project / "report.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ((), 1),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "never"), 0),
        (("--select", "BEH0203"), 0),
        (("--select", "BEH0203", "--fail-on", "warning"), 1),
        (("--ignore", "BEH0201,BEH0301"), 0),
        (("--ignore", "BEH0201,BEH0301", "--fail-on", "warning"), 1),
        (("--ignore", "BEH02"), 1),
        (("--ignore", "BEH02", "--ignore", "unit-mismatch"), 0),
        (("--ignore", "0201", "--ignore", "999"), 2),
    ],
)
def test_exit_codes(flags: tuple[str, ...], code: int, broken: str, idle: str, beh: Beh) -> None:
    assert beh("lint", broken, idle, *flags).exit_code == code


def test_select_and_ignore(broken: str, idle: str, beh: Beh) -> None:
    words = ("lint", broken, idle, "--format", "json")
    assert codes(beh(*words, "--select", "BEH03").stdout) == ["BEH0301"]
    assert codes(beh(*words, "--select", "undefined-name").stdout) == ["BEH0201"]
    left = codes(beh(*words, "--select", "BEH02", "--ignore", "BEH0203").stdout)
    assert left == ["BEH0201"]


def test_max_errors_shows_few_and_counts_all(broken: str, idle: str, beh: Beh) -> None:
    result = beh("lint", broken, idle, "--format", "concise", "--max-errors", "1")
    assert len(result.stdout.splitlines()) == 1
    assert "2 errors and 2 warnings in 2 files (3 not shown: --max-errors 1)" in result.stderr
    assert beh("lint", broken, "--max-errors", "0").exit_code == 1


@pytest.mark.parametrize(
    ("words_given", "said"),
    [
        (("--format", "xml", "wave.beh"), "xml"),
        (("--fail-on", "maybe", "wave.beh"), "maybe"),
        (("--max-errors", "-1", "wave.beh"), "max-errors"),
        (("--select", "BEH9999", "wave.beh"), "no code `BEH9999`"),
        (("--ignore", "undefined-nam", "wave.beh"), "did you mean `undefined-name`"),
        (("--select", "", "wave.beh"), "no code"),
        (("--output", "gone/report.txt", "wave.beh"), "no folder 'gone'"),
        (("--output", ".", "wave.beh"), "is a folder"),
        (("gone",), "no file or folder 'gone'"),
        (("wave.beh", "gone.beh"), "no file or folder 'gone.beh'"),
        (("-", "wave.beh"), "cannot be combined"),
        (("--stdin-filename", "x.beh", "wave.beh"), "goes with -"),
        (("--colour", "always", "wave.beh"), "--color"),
    ],
)
def test_what_cannot_run(words_given: tuple[str, ...], said: str, beh: Beh) -> None:
    result = beh("lint", *words_given)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_standard_input(beh: Beh) -> None:
    assert beh("lint", "-", input=WAVE).exit_code == 0
    result = beh("lint", "-", "--format", "concise", input=BROKEN)
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:")
    named = beh("lint", "-", "--format", "concise", "--stdin-filename", "a/b.beh", input=BROKEN)
    assert named.stdout.startswith("a/b.beh:")
    assert beh("lint", "-", input=b"\xff\xff").exit_code == 1


def test_standard_input_uses_files_beside_its_name(project: Path, beh: Beh) -> None:
    (project / "inner").mkdir()
    (project / "inner" / "part.beh").write_text("layers wood\n", encoding="utf-8")
    text = 'use "part.beh"\n'
    assert beh("lint", "-", "--stdin-filename", "inner/main.beh", input=text).exit_code == 0
    assert beh("lint", "-", input=text).exit_code == 1


def test_folders_are_searched(broken: str, project: Path, beh: Beh) -> None:
    (project / "deep" / "er").mkdir(parents=True)
    (project / "deep" / "er" / "x.beh").write_text("behavior {\n", encoding="utf-8")
    (project / ".hidden").mkdir()
    (project / ".hidden" / "y.beh").write_text("behavior {\n", encoding="utf-8")
    (project / "note.txt").write_text("behavior {\n", encoding="utf-8")
    result = beh("lint", "--format", "concise")
    assert {line.split(":")[0] for line in result.stdout.splitlines()} == {
        "broken.beh",
        str(Path("deep/er/x.beh")),
    }
    assert "in 3 files" in result.stderr


def test_a_finding_in_a_used_file_is_shown_once(broken: str, project: Path, beh: Beh) -> None:
    for name in ("one.beh", "two.beh"):
        (project / name).write_text('use "broken.beh"\n', encoding="utf-8")
    lines = beh("lint", "--format", "concise").stdout.splitlines()
    assert len(lines) == 2
    assert beh("lint", "wave.beh", "./wave.beh").stderr.startswith("1 file ")


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "colored"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_when_to_color(
    choice: str, terminal: bool, environment: dict[str, str], colored: bool
) -> None:
    assert wants_color(choice, terminal, environment) is colored


def test_color_flags(broken: str, beh: Beh) -> None:
    assert "\x1b[" in beh("lint", broken, "--color", "always").stdout
    assert "\x1b[" not in beh("lint", broken).stdout


# ---- explain -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["BEH0301", "beh0301", "0301", "unit-mismatch"])
def test_a_code_is_explained_by_its_page(name: str, beh: Beh) -> None:
    result = beh("explain", name)
    assert result.exit_code == 0
    assert "BEH0301" in result.stdout
    assert "unit-mismatch" in result.stdout


def test_every_code_has_a_page(beh: Beh) -> None:
    for code in CODES:
        assert beh("explain", code).exit_code == 0


def test_every_word_is_explained(beh: Beh) -> None:
    known = words()
    assert {"ray", "moving_away", "lerp", "two_bone", "normalize", "box"} <= set(known)
    for name, word in known.items():
        result = beh("explain", name)
        assert result.exit_code == 0
        assert word.doc.split(".")[0] in result.stdout


def test_without_a_name_everything_is_listed(beh: Beh) -> None:
    listed = beh("explain").stdout
    assert all(code in listed for code in CODES)
    assert "moving_away" in listed


@pytest.mark.parametrize(
    ("name", "near"),
    [("BEH0299", "BEH02"), ("unit-mismatsh", "unit-mismatch"), ("moving_awai", "moving_away")],
)
def test_an_unknown_name_proposes_a_near_one(name: str, near: str, beh: Beh) -> None:
    result = beh("explain", name)
    assert result.exit_code == 2
    assert f"no code or word `{name}`; did you mean `{near}" in result.stderr


def test_a_name_like_nothing_says_how_to_list_them(beh: Beh) -> None:
    result = beh("explain", "xyzzyplugh")
    assert result.exit_code == 2
    assert "`beh explain` lists them" in result.stderr
