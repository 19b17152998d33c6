"""The page about crowds: what it shows runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "crowds.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    space: dict[str, object] = {}
    exec(compile(example, "crowds.md", "exec"), space)
    crowd = space["crowd"]
    assert len(crowd) == 50  # type: ignore[arg-type]
    assert crowd[space["new"]].state == "Reset"  # type: ignore[index]
    said = capsys.readouterr().out
    assert "hero[17]" in said
