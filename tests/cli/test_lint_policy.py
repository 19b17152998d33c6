"""Levels, settings, suppressions and statistics of ``beh lint``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from behave.cli import configuration
from tests.cli.conftest import WAVE, Beh
from tests.cli.test_lint import BROKEN, IDLE, codes

ROOT = Path(__file__).resolve().parents[2]
UNUSED = IDLE.replace("param two = 3\n", "param two = 3  # beh: ignore[BEH0203] for later\n")


@pytest.fixture(autouse=True)
def fresh_settings() -> None:
    """Settings are read once a run; each test is one."""
    configuration._nearest.cache_clear()


@pytest.fixture
def idle(project: Path) -> str:
    """A file with two warnings."""
    (project / "idle.beh").write_text(IDLE, encoding="utf-8")
    return "idle.beh"


@pytest.fixture
def broken(project: Path) -> str:
    """A file with two errors."""
    (project / "broken.beh").write_text(BROKEN, encoding="utf-8")
    return "broken.beh"


def settle(project: Path, text: str) -> None:
    """Write the project's settings."""
    (project / "pyproject.toml").write_text(f"[tool.beh]\n{text}\n", encoding="utf-8")


def severities(text: str) -> list[str]:
    """The levels of a JSON report, in order."""
    return [finding["severity"] for finding in json.loads(text)]


# ---- --severity ------------------------------------------------------------------------------


def test_a_warning_can_be_made_an_error(idle: str, beh: Beh) -> None:
    result = beh("lint", idle, "--severity", "BEH0203=error", "--format", "json")
    assert severities(result.stdout) == ["error", "error"]
    assert result.exit_code == 1


def test_an_error_can_be_made_a_warning(broken: str, beh: Beh) -> None:
    words = ("lint", broken, "--severity", "BEH0201=warning,unit-mismatch=warning")
    result = beh(*words)
    assert result.stderr == "2 warnings in 1 file\n"
    assert result.exit_code == 0
    assert beh(*words, "--fail-on", "warning").exit_code == 1


def test_a_code_can_be_switched_off(broken: str, beh: Beh) -> None:
    result = beh("lint", broken, "--severity", "BEH0201=off", "--format", "json")
    assert codes(result.stdout) == ["BEH0301"]


def test_a_later_level_wins(idle: str, beh: Beh) -> None:
    words = ("--severity", "BEH0203=error", "--severity", "BEH0203=off")
    assert beh("lint", idle, *words).exit_code == 0


MAGNITUDE = WAVE.replace("and tall", "and tall and timer * 1 rad/s < 90 rad")


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ((), []),
        (("--severity", "BEH0303=warning"), ["BEH0303"]),
        (("--select", "BEH0303"), ["BEH0303"]),
        (("--select", "suspicious-magnitude"), ["BEH0303"]),
        (("--select", "BEH03"), []),
        (("--select", "BEH03,BEH0303"), ["BEH0303"]),
        (("--select", "BEH0303", "--ignore", "BEH03"), []),
    ],
)
def test_what_is_off_speaks_where_it_is_asked_for_by_its_own_code(
    flags: tuple[str, ...], found: list[str], beh: Beh
) -> None:
    result = beh("lint", "-", "--format", "json", *flags, input=MAGNITUDE)
    assert codes(result.stdout) == found


# ---- settings of the project -------------------------------------------------------------------


def test_settings_are_read_from_the_nearest_project(idle: str, project: Path, beh: Beh) -> None:
    settle(project, 'fail-on = "warning"')
    assert beh("lint", idle).exit_code == 1
    inner = project / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    (inner / "idle.beh").write_text(IDLE, encoding="utf-8")
    assert beh("lint", "inner/idle.beh").exit_code == 1  # that file has no table for us
    configuration._nearest.cache_clear()
    (inner / "pyproject.toml").write_text("[tool.beh]\nignore = ['BEH0203']\n", encoding="utf-8")
    assert beh("lint", "inner/idle.beh", "--format", "concise").stdout == ""


def test_flags_win_over_settings(idle: str, project: Path, beh: Beh) -> None:
    settle(project, 'ignore = ["BEH0203"]\nfail-on = "warning"')
    assert beh("lint", idle).exit_code == 0
    assert beh("lint", idle, "--select", "BEH0203").exit_code == 1
    assert beh("lint", idle, "--ignore", "BEH0301").exit_code == 1
    assert beh("lint", idle, "--ignore", "BEH0301", "--fail-on", "error").exit_code == 0


def test_levels_of_flags_and_settings_go_together(
    idle: str, broken: str, project: Path, beh: Beh
) -> None:
    settle(project, 'severity = { BEH0203 = "error", BEH0201 = "off" }')
    words = ("lint", idle, broken, "--format", "json")
    assert severities(beh(*words, "--select", "BEH0203").stdout) == ["error", "error"]
    found = json.loads(beh(*words, "--severity", "BEH0203=off").stdout)
    assert [f["code"] for f in found] == ["BEH0301"]
    # asked for by its code: what the settings switch off is on again
    assert codes(beh(*words, "--select", "BEH0201").stdout) == ["BEH0201"]


def test_select_and_dt_of_settings(project: Path, beh: Beh) -> None:
    text = WAVE.replace("on enter {", "every 10 ms { }\n    on enter {")
    (project / "fast.beh").write_text(text, encoding="utf-8")
    words = ("lint", "fast.beh", "--format", "json")
    assert codes(beh(*words).stdout) == ["BEH0305"]
    assert codes(beh(*words, "--dt", "1/120").stdout) == []
    settle(project, 'dt = "1/120"')
    configuration._nearest.cache_clear()
    assert codes(beh(*words).stdout) == []
    assert codes(beh(*words, "--dt", "20ms").stdout) == ["BEH0305"]
    settle(project, 'select = ["BEH02"]')
    configuration._nearest.cache_clear()
    assert codes(beh(*words).stdout) == []


def test_excluded_files_are_passed_over_in_folders_only(idle: str, project: Path, beh: Beh) -> None:
    (project / "old").mkdir()
    (project / "old" / "bad.beh").write_text("behavior {\n", encoding="utf-8")
    assert beh("lint", ".").exit_code == 1
    settle(project, 'exclude = ["old/*"]')
    configuration._nearest.cache_clear()
    assert beh("lint", ".").exit_code == 0
    assert beh("lint", "old").exit_code == 2
    assert beh("lint", "old/bad.beh").exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selct = []", "no key `selct`; did you mean `select`?"),
        ("fail_on = 'error'", "no key `fail_on`; did you mean `fail-on`?"),
        ("zzzzzz = 1", "no key `zzzzzz`; there is: select, ignore"),
        ("select = 'BEH0203'", "select is a list of texts"),
        ("ignore = ['BEH9999']", "there is no code `BEH9999`"),
        ("ignore = ['unused-nam']", "did you mean `unused-name`?"),
        ("severity = 'error'", "severity is a table"),
        ("severity = { BEH0203 = 'fatal' }", "a level is error, warning, off, not `fatal`"),
        ("severity = { BEH0203 = 3 }", "is a text"),
        ("fail-on = 'maybe'", "fail-on is one of error, warning, never"),
        ("dt = 'soon'", "expected a tick length"),
        ("dt = 7", "0.1 ms to 1 s"),
        ("select = [", "pyproject.toml"),
    ],
)
def test_wrong_settings_cannot_run(text: str, said: str, project: Path, beh: Beh) -> None:
    settle(project, text)
    result = beh("lint", "wave.beh")
    assert result.exit_code == 2
    assert said in result.stderr
    assert "pyproject.toml" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--severity", "BEH0203"), "takes CODE=LEVEL"),
        (("--severity", "BEH0203=warn"), "did you mean `warning`?"),
        (("--severity", "BEH9999=off"), "no code `BEH9999`"),
        (("--unsafe-fixes",), "goes with --fix"),
        (("--dt", "soon"), "tick length"),
        (("--statistics", "--format", "sarif"), "no sarif form"),
    ],
)
def test_flags_that_cannot_run(words: tuple[str, ...], said: str, beh: Beh) -> None:
    result = beh("lint", "wave.beh", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# ---- suppressions ------------------------------------------------------------------------------


def lint_text(beh: Beh, text: str, *flags: str) -> list[tuple[str, int]]:
    """Codes and lines found in a text."""
    result = beh("lint", "-", "--format", "json", *flags, input=text)
    return [(f["code"], f["line"]) for f in json.loads(result.stdout)]


LINE = IDLE.split("\n").index("  param one = 3") + 1


@pytest.mark.parametrize(
    "comment",
    [
        "BEH0203] for later",
        "unused-name]",
        " BEH0301 , beh0203 ] why",
    ],
)
def test_a_suppression_at_the_end_of_its_line(comment: str, beh: Beh) -> None:
    text = IDLE.replace("one = 3\n", f"one = 3  # beh: ignore[{comment}\n")
    found = lint_text(beh, text, "--ignore", "BEH0901")
    assert found == [("BEH0203", LINE + 1)]


def test_a_suppression_before_its_line(beh: Beh) -> None:
    text = IDLE.replace("  param one", "  # beh: ignore[BEH0203] a\n\n  # more\n  param one")
    assert lint_text(beh, text) == [("BEH0203", LINE + 4)]


def test_a_suppression_for_the_whole_file(beh: Beh) -> None:
    assert lint_text(beh, f"# beh: ignore-file[BEH0203] a draft\n{IDLE}") == []


def test_an_error_can_be_suppressed_in_lint_but_does_not_run(project: Path, beh: Beh) -> None:
    text = BROKEN.replace("+ 2 m", "+ 2 m  # beh: ignore[BEH0301]")
    # the guard goes on behind it: the comment must end the line
    text = text.replace("# beh: ignore[BEH0301] and", "and").replace(
        "not moving and tall", "not moving and tall  # beh: ignore[BEH0301] soon"
    )
    text = text.replace("+ 2 m  # beh: ignore[BEH0301]", "+ 2 m")
    found = lint_text(beh, text)
    assert [code for code, _ in found] == ["BEH0201"]
    (project / "odd.beh").write_text(text, encoding="utf-8")
    assert beh("run", "odd.beh").exit_code == 1


def test_suppressions_that_do_nothing_are_reported(beh: Beh) -> None:
    text = UNUSED.replace("tall = yes\n", "tall = yes  # beh: ignore[BEH0203]\n")
    assert lint_text(beh, text) == [("BEH0901", LINE - 1), ("BEH0203", LINE)]


def test_a_code_that_is_not_looked_for_is_not_called_unused(beh: Beh) -> None:
    text = WAVE.replace("tall = yes\n", "tall = yes  # beh: ignore[BEH0203, BEH0303]\n")
    assert lint_text(beh, text, "--ignore", "BEH0203") == []
    assert lint_text(beh, text) == [("BEH0901", LINE - 1)]
    assert lint_text(beh, text, "--severity", "BEH0303=warning") == [("BEH0901", LINE - 1)]


def test_in_a_file_with_errors_nobody_knows_what_is_unused(beh: Beh) -> None:
    text = BROKEN.replace("tall = yes\n", "tall = yes  # beh: ignore[BEH0203]\n")
    assert [code for code, _ in lint_text(beh, text)] == ["BEH0301", "BEH0201"]


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        ("# beh: ignore[BEH9999] x", "BEH0902"),
        ("# beh: ignore", "BEH0902"),
        ("# beh: ignore[]", "BEH0902"),
        ("# beh: ignroe[BEH0203]", "BEH0902"),
        ("# beh:", "BEH0902"),
        ("# beh: ignore[BEH0101] x", "BEH0901"),
        ("# beh: ignore[BEH0901] x", "BEH0901"),
    ],
)
def test_comments_that_cannot_suppress(comment: str, code: str, beh: Beh) -> None:
    text = WAVE.replace("tall = yes\n", f"tall = yes  {comment}\n")
    assert lint_text(beh, text) == [(code, LINE - 1)]


def test_a_suppression_in_a_text_is_none(beh: Beh) -> None:
    text = WAVE.replace('"goes up and down"', '"# beh: ignore[BEH9999]"')
    assert lint_text(beh, text) == []


def test_a_suppression_a_user_of_the_file_needs_is_not_unused(project: Path, beh: Beh) -> None:
    """Seen alone the part is right; used in the other file it is not."""
    (project / "part.beh").write_text(
        "rig r {\n  bone a at (0 m, far, 0 m)  # beh: ignore[BEH0201, BEH0301]\n}\n",
        encoding="utf-8",
    )
    (project / "main.beh").write_text('use "part.beh"\nlet far = 2 s\n', encoding="utf-8")
    result = beh("lint", "part.beh", "main.beh", "--format", "json")
    assert codes(result.stdout) == []
    assert beh("lint", "part.beh", "main.beh", "--diff").stdout == ""


# ---- contracts -------------------------------------------------------------------------------


def test_json_keeps_to_the_schema_of_the_docs(broken: str, idle: str, beh: Beh) -> None:
    schema = json.loads((ROOT / "docs" / "lint.schema.json").read_text(encoding="utf-8"))
    found = json.loads(beh("lint", broken, idle, "--format", "json").stdout)
    assert len(found) == 4
    jsonschema.validate(found, schema)


def test_sarif_junit_and_github(broken: str, idle: str, beh: Beh) -> None:
    log = json.loads(beh("lint", broken, idle, "--format", "sarif").stdout)
    assert len(log["runs"][0]["results"]) == 4
    result = beh("lint", broken, idle, "wave.beh", "--format", "junit")
    assert result.stdout.count("<failure ") == 4
    assert 'name="wave.beh" tests="1" failures="0"' in result.stdout
    assert result.stderr == ""
    lines = beh("lint", idle, broken, "--format", "github").stdout.splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "::error",
        "::error",
        "::warning",
        "::warning",
    ]


def test_statistics(broken: str, idle: str, beh: Beh) -> None:
    result = beh("lint", broken, idle, "--statistics")
    assert result.stdout.split() == [
        "2", "BEH0203", "unused-name", "1", "BEH0201", "undefined-name", "1", "BEH0301",
        "unit-mismatch",
    ]  # fmt: skip
    assert result.exit_code == 1
    table = json.loads(beh("lint", idle, "--statistics", "--format", "json").stdout)
    assert table == [{"code": "BEH0203", "name": "unused-name", "count": 2, "fixable": 0}]
    assert beh("lint", "wave.beh", "--statistics").stdout == ""


def test_the_output_does_not_depend_on_the_hash_seed(broken: str, idle: str, project: Path) -> None:
    bad = sorted(str(p) for p in (ROOT / "tests" / "corpus" / "bad").glob("*.beh"))
    outputs = set()
    for seed in ("0", "1", "77"):
        for form in ("full", "sarif"):
            made = subprocess.run(
                [sys.executable, "-m", "behave", "lint", broken, idle, *bad, "--format", form],
                capture_output=True,
                env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
                check=False,
            )
            assert made.returncode == 1, made.stderr
            outputs.add((form, made.stdout))
    assert len(outputs) == 2


def test_rules_are_listed(beh: Beh) -> None:
    rules = json.loads(beh("rules", "--format", "json").stdout)
    assert {"code", "name", "severity", "on", "fix", "summary", "page"} == set(rules[0])
    assert [r["on"] for r in rules if r["code"] == "BEH0303"] == [False]
    assert len(beh("rules").stdout.splitlines()) == len(rules)
