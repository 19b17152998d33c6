"""The command as a whole: help, versions, bugs of ours, pipes, and what it must not import."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from behave.cli.entry import COMMANDS
from tests.cli.conftest import Beh

ROOT = Path(__file__).resolve().parents[2]
POSIX = os.name == "posix"


def process(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m behave`` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "behave", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_help_lists_every_command(beh: Beh) -> None:
    result = beh("--help")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str, beh: Beh) -> None:
    result = beh(name, "--help")
    assert result.exit_code == 0
    assert len(result.stdout) > 150


def test_a_misspelt_command_is_named(beh: Beh) -> None:
    result = beh("lnt")
    assert result.exit_code == 2
    assert "did you mean `beh lint`?" in result.stderr


def test_without_a_command_help_is_shown(beh: Beh) -> None:
    result = beh()
    assert result.exit_code == 2
    assert "Commands" in result.output


def test_a_bug_of_ours_is_one_line(beh: Beh, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> object:
        raise ZeroDivisionError("a\nbroken thing")

    monkeypatch.setattr("behave.cli.findings.check", fails)
    result = beh("lint", "wave.beh", bug=True)
    assert result.exit_code == 3
    assert len(result.stderr.splitlines()) == 1
    assert "internal error: ZeroDivisionError: a broken thing" in result.stderr
    assert "BEH_DEBUG=1" in result.stderr


def test_debug_shows_the_traceback(project: Path) -> None:
    script = (
        "import behave.cli.findings as f\n"
        "def fails(*_): raise ZeroDivisionError('a broken thing')\n"
        "f.check = fails\n"
        "from behave.cli import main\n"
        "main(['lint', 'wave.beh'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BEH_DEBUG": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    assert "Traceback" in done.stderr


def test_python_m_behave_is_the_command(project: Path) -> None:
    done = process("--version", cwd=project)
    assert done.returncode == 0
    assert done.stdout.startswith("beh ")
    assert process("lint", "wave.beh", cwd=project).returncode == 0
    assert process("lint", "gone.beh", cwd=project).returncode == 2


@pytest.mark.parametrize("words", [("lint", "wave.beh"), ("explain", "BEH0301"), ("explain",)])
def test_lint_and_explain_import_nothing_heavy(words: tuple[str, ...], project: Path) -> None:
    script = (
        "import sys\n"
        "from behave.cli import main\n"
        f"try: main({list(words)!r})\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "heavy = {'numpy', 'llvmlite', 'pyrr', 'pyglet', 'PIL', 'imgui_bundle', 'viewer', 'rich'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.stdout.splitlines()[-1] == "HEAVY []", done.stderr


def test_lint_of_a_clean_file_imports_nothing_that_mends(project: Path) -> None:
    script = (
        "import sys\n"
        "from behave.cli import main\n"
        "try: main(['lint', 'wave.beh'])\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "names = ('lark', 'behave.syntax.mistakes', 'behave.syntax.repairs', 'difflib')\n"
        "print('MENDS', [name for name in names if name in sys.modules])\n"
    )
    assert process("lint", "wave.beh", cwd=project).returncode == 0  # the grammar's table is made
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "MENDS []", done.stderr


def test_a_reader_that_goes_away_is_no_error(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PIPE],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["141"]
    assert done.stderr == ""


# Lists everything into a pipe whose reader is already gone.
PIPE = """
import os, subprocess, sys
read, write = os.pipe()
os.close(read)
done = subprocess.run([sys.executable, "-m", "behave", "explain"], stdout=write)
print(done.returncode)
"""


def test_a_terminal_without_unicode_gets_escapes(project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
    environment.pop("PYTHONUTF8", None)
    (project / "odd.beh").write_text("behavior 挥手 for 人 { }\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "behave", "lint", "odd.beh"],
        cwd=project,
        env=environment,
        capture_output=True,
    )
    assert done.returncode == 1
    assert b"\\u4eba" in done.stdout


HEARS_CTRL_C = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from behave.cli import main
main()
"""
"""The command, with an inherited deafness undone: a shell starts its background jobs with SIGINT
ignored."""


def test_stopped_in_the_middle_a_trace_has_whole_lines(project: Path) -> None:
    words = ("run", "wave.beh", "--scene", "alone", "--ticks", "1000000", "--trace", "out.jsonl")
    running = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    out = project / "out.jsonl"
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and running.poll() is None:
        if out.exists() and out.stat().st_size > 20_000:
            break
        time.sleep(0.05)
    running.send_signal(signal.SIGINT if POSIX else signal.SIGTERM)
    try:
        _, errors = running.communicate(timeout=60)
    finally:
        running.kill()
    data = out.read_bytes()
    assert data.endswith(b"\n"), errors
    numbers = [json.loads(line)["tick"] for line in data.splitlines()]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 20, errors
    if POSIX:
        assert running.returncode == 130, errors
        assert b"Traceback" not in errors
