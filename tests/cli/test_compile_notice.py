"""What is said while kernels are compiled, and where their code cannot be kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from behave.cli.compiling import TEXT, compile_notice
from behave.jit.function import Compiled
from behave.jit.kinds import FLOAT, Array


def double(out: Any) -> None:
    out[0] *= 2.0


def triple(out: Any) -> None:
    out[0] *= 3.0


def run() -> float:
    out = np.ones(1)
    for function in (double, triple):
        Compiled(function, [Array(FLOAT, 1)])(out)
    return float(out[0])


def test_one_line_is_said_once_a_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path))
    for said in (f"{TEXT}\n", ""):
        with compile_notice():
            assert run() == 6.0
        assert capsys.readouterr() == ("", said)


def test_a_folder_that_cannot_be_written_to_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path / "file"))
    for _ in range(2):
        with compile_notice():
            assert run() == 6.0
        said = capsys.readouterr().err.splitlines()
        assert said[0] == TEXT
        assert len(said) == 2
        assert f"cannot be kept in {tmp_path / 'file' / 'behave'}" in said[1]


def test_a_function_may_be_told_of_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path))
    assert compile_notice()(run)() == 6.0
    assert capsys.readouterr().err == f"{TEXT}\n"
