"""A folder that is a project, and a server started in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Client

RIG = """\
layers ground, touchable

rig stick {
  enum sides = left, right
  param height = 2 m in 1 m .. 3 m  # over all
  input walk = axis2(keys: WASD)
  input jump = key(Space)
  mover capsule, radius: 20 cm, height: height, speed: 1 m/s, walk: walk, jump: jump
  bone hips at (0 m, 1 m, 0 m)
  for s in sides {
    bone arm[s] of hips at (0 m, 0.4 m, 0 m)
  }
}
"""

NOD = """\
use "stick.beh"

behavior nod for stick {
  param pause = 1500 ms in 0.5 s .. 10 s  # between two nods
  param speed = 90 deg/s

  var side  : sides  = left
  var count : number = 0
  var tilt  : angle  = 0 deg

  event nodded(times : number)

  sensor floor = ray(from: root.position + 1 m * up, along: down, length: 3 m, layer: ground)

  let reach = 0.5 * height

  guard ready = timer > pause and floor.exists and reach > 0.2 m

  machine head {
    # waits
    initial state Idle {
      -> Down when ready
    }
    state Down {
      on enter { set count = count + 1 }
      on exit  { emit nodded(count) }
      advance tilt by speed
      -> Idle after pause
    }
  }
  on nodded(times) { set side = right if times > 2 else left }
}

scene yard {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  stick  hero  at (0 m, 0 m, reach_of) with nod, pause: 2 s
  let reach_of = 1 m
}

test "nods" in yard, lasts: 4 s {
  expect hero in Down within 3 s
  always hero.count >= 0
}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client in a folder with ``stick.beh`` and ``nod.beh``, the latter open."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    (folder / "stick.beh").write_text(RIG, encoding="utf-8")
    (folder / "nod.beh").write_text(NOD, encoding="utf-8")
    client = Client(folder)
    client.open("nod.beh")
    yield client
    code, told = client.stop()
    assert (code, told, client.garbage) == (0, "", b"")


@pytest.fixture
def folder(editor: Client) -> Path:
    """The folder of the server."""
    return editor.folder
