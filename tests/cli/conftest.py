"""Runs commands in the process, in a folder of their own that is a project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from behave.cli import main

Beh = Callable[..., Result]

WAVE = """\
use "rigs/humanoid.beh"

behavior wave for humanoid {
  param hold = 0.2 s in 0.05 s .. 10 s
  param tall = yes
  var   count : number = 0

  initial state Resting {
    lerp arm[right].weight to 0 rate 6 /s
    -> Waving when timer > 0.1 s and not moving and tall
  }
  state Waving {
    on enter { set count = count + 1 }
    lerp arm[right].weight to 1 rate 6 /s
    -> Resting after hold
  }
}

scene alone {
  ground   floor at (0 m, 0 m, 0 m)
  humanoid hero  at (0 m, 0 m, 0 m) with wave
}

scene pair {
  ground   floor at (0 m, 0 m, 0 m)
  humanoid left_one  at (1 m, 0 m, 0 m) with wave
  humanoid right_one at (-1 m, 0 m, 0 m) with wave
}

test "goes up and down" in alone, ticks: [30 Hz, 60 Hz] {
  expect hero in Waving within 0.2 s
  expect hero in Resting at 0.35 s
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder that is the current one, with ``wave.beh`` in it."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    (folder / "wave.beh").write_text(WAVE, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def beh(project: Path) -> Beh:
    """Run ``beh`` with words as arguments; checks that no traceback and no bug comes out."""

    def run(*words: str, input: str | bytes | None = None, bug: bool = False) -> Result:
        result = CliRunner().invoke(main, list(words), input=input)
        assert "Traceback" not in result.output
        if not bug:
            assert result.exit_code != 3, result.output
        return result

    return run
