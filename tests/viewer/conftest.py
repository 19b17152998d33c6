"""A small behaviour to look at, and canvases to draw on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from behave.cli.findings import check_file
from behave.runtime.model import Model
from viewer.canvas import Canvas, open_canvas
from viewer.session import Session

REACH = """\
use "rigs/humanoid.beh"

behavior reach for humanoid {
  param pause  = 0.5 s in 0.1 s .. 3 s   # how long it stands first
  param far    = 60 cm in 10 cm .. 2 m
  param eager  = yes
  var   raised : number = 0

  zone   near    = box(size: (2 m, 2 m, 2 m), turn: root.rotation, center: root.position + 1 m * up)
  sensor contact = track(near, layer: touchable, probe: root.position + 1.2 m * up)
  sensor ahead   = ray(from: root.position + 1.2 m * up, along: root.forward, length: 3 m,
                       layer: touchable)

  initial state Waiting {
    -> Busy.Raising when timer > pause and eager
  }
  state Busy {
    initial state Raising {
      set arm[left].target = contact.point
      lerp arm[left].weight   to 1 over 0.5 s
      lerp wrist[left].weight to 1 over 0.5 s
      -> Holding after 0.5 s { set raised = raised + 1 }
    }
    state Holding {
      -> Waiting when timer > 1 s
    }
  }
}

scene room {
  ground   floor at (0 m, 0 m, 0 m), layer: ground
  box      wall  at (0.8 m, 1.25 m, 0 m), size: (0.2 m, 2.5 m, 4 m), layer: touchable
  box      end   at (0 m, 1 m, 2.5 m),    size: (1 m, 2 m, 0.5 m), layer: touchable
  sphere   ball  at (-2 m, 0.4 m, 1 m),   radius: 0.4 m, layer: touchable
  capsule  post  at (-2 m, 1 m, 3 m),     radius: 0.2 m, height: 2 m, layer: ground
  humanoid hero  at (0 m, 0 m, 0 m) with reach
  hold hero.walk at (0, 1) from 1 s to 1.5 s
}

scene empty {
  ground floor at (0 m, 0 m, 0 m)
}
"""


@pytest.fixture
def beh_file(tmp_path: Path) -> Path:
    """The behaviour in a project of its own."""
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    path = tmp_path / "reach.beh"
    path.write_text(REACH, encoding="utf-8")
    return path


def session_for(path: Path, scene: str | None = None) -> Session:
    """A session over a file."""
    return Session(str(path), lambda: check_file(str(path)), scene)


@pytest.fixture
def session(beh_file: Path) -> Session:
    """A session over the behaviour."""
    return session_for(beh_file)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """The room, built once; models do not change."""
    folder = tmp_path_factory.mktemp("room")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "reach.beh"
    path.write_text(REACH, encoding="utf-8")
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics] or loaded.problem
    return loaded.model


@pytest.fixture
def canvas() -> Iterator[Callable[[int, int], Canvas]]:
    """Makes canvases with whatever draws here: OpenGL in CI, numpy on a machine without."""
    opened: list[Canvas] = []

    def make(width: int, height: int) -> Canvas:
        opened.append(open_canvas(width, height, lambda line: None))
        return opened[-1]

    yield make
    for each in opened:
        each.close()
