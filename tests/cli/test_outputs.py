"""What is written where, and what is read: sources are safe, odd files and streams are told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "rig r { bone a at (0 m, 1 m, 0 m) }\nbehavior b for r { initial state A { } }\n"


def beh(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "behave", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_a_source_is_never_an_output(tmp_path: Path) -> None:
    source = tmp_path / "a.beh"
    source.write_text(TEXT)
    done = beh("lint", str(source), "--output", str(source))
    assert done.returncode == 2
    assert "a .beh file is a source" in done.stderr
    assert source.read_text() == TEXT


@pytest.mark.parametrize("name", ["pipe.beh", "loop.beh", "away.beh"])
def test_odd_files_in_a_folder_are_passed_over(tmp_path: Path, name: str) -> None:
    if not hasattr(os, "mkfifo"):
        assert os.name == "nt"  # no such files there
        return
    (tmp_path / "a.beh").write_text(TEXT)
    odd = tmp_path / name
    if name == "pipe.beh":
        os.mkfifo(odd)
    else:
        odd.symlink_to(odd if name == "loop.beh" else "/etc/hosts")
    done = beh("lint", str(tmp_path), timeout=60)
    assert done.returncode == 0
    assert done.stderr == "1 file checked, nothing found\n"


def test_a_full_disk_is_not_our_bug(tmp_path: Path) -> None:
    source = tmp_path / "a.beh"
    source.write_text(TEXT.replace("A { }", "A { -> B }"))
    if not Path("/dev/full").exists():
        assert os.name == "nt" or sys.platform == "darwin"
        return
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "behave", "lint", str(source)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot write the output" in done.stderr
    assert "bug" not in done.stderr


def test_a_file_with_errors_fails_its_tests(tmp_path: Path) -> None:
    source = tmp_path / "a.beh"
    source.write_text(TEXT.replace("A { }", "A { -> B }"))
    done = beh("test", str(source))
    assert done.returncode == 1
    assert "no test" not in done.stderr
