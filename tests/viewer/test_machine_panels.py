"""Panels over a scene with a machine array: drawn headless, pointed at nowhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.viewer.conftest import session_for
from viewer.capture import Take, shot

ARRAY = """\
use "rigs/humanoid.beh"

behavior many for humanoid {
  machine cell[12] {
    guard odd = mod(index, 2) == 1
    initial state Off { -> On when timer > 0.1 s + 0.02 s * index }
    state On { -> Off after 0.15 s }
  }
  machine alone {
    initial state Here { -> There after 0.5 s }
    state There { -> Here after 0.5 s }
  }
}

scene room {
  ground   floor at (0 m, 0 m, 0 m)
  humanoid hero at (0 m, 0 m, 0 m) with many
}
"""


@pytest.mark.parametrize("at", [0.0, 0.4])
def test_panels_draw_a_lane_for_each_instance(tmp_path: Path, at: float) -> None:
    """Twelve lanes of 17 points and a graph stand in the left column."""
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    path = tmp_path / "many.beh"
    path.write_text(ARRAY, encoding="utf-8")
    model = session_for(path).load().model
    assert model is not None
    out = tmp_path / "panels.png"
    kind = shot(model, str(out), at, Take(panels=True), note=lambda line: None)
    if kind == "soft":
        assert Image.open(out).size == (1280, 720)  # no panels without GL
        return
    picture = np.asarray(Image.open(out).convert("RGB")).astype(int)
    column = picture[44:260, 24:34]  # the lanes' indices, light on dark
    rows = (column.max(axis=(1, 2)) > 110).astype(int)
    runs = int((np.diff(np.concatenate([[0], rows])) == 1).sum())
    assert runs >= 11
