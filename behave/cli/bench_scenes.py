"""What ``beh bench`` runs: the shipped interaction behavior over scenes of many walls.

Walkers are the shipped ones. Where the cost of walking is not the question a rig of arms stands
in: the same upper body with its two arms and wrists, carried rather than walked, so that a tick is
sensing, deciding, acting and the arms' inverse kinematics.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from behave.cli.exits import CannotRun
from behave.cli.files import UseReader
from behave.crowd.crowd import scene_part
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.runtime.model import Model
from behave.scenario.build import build
from behave.source import Source
from behave.world import colliders as solids

DT = 1.0 / 60.0
APART = 8.0
"""Metres between two walls."""

ARMS = """layers ground, touchable, player

rig humanoid {
  enum sides = left, right
  param height = 1.8 m in 1.2 m .. 2.2 m
  input walk = axis2(keys: WASD) or stick(left)
  input jump = key(Space) or button(A), buffer: 0.1 s
  let moving = length(walk) > 0

  bone hips  at (0 m, 0.55 * height, 0 m)
  bone chest of hips at (0 m, 0.14 * height, -0.008 * height)
  for s in sides {
    let out = 1 if s == left else -1
    bone clavicle[s]  of chest        at (out * 0.02 * height, 0.13 * height, 0.006 * height)
    bone upper_arm[s] of clavicle[s]  at (out * 0.09 * height, -0.002 * height, 0 m)
    bone forearm[s]   of upper_arm[s] at (out * 0.016 * height, -0.1848 * height, -0.013 * height)
    bone hand[s]      of forearm[s]   at (out * 0.006 * height, -0.1445 * height, 0.02 * height),
      turn: look((-out, 0.2, -0.25), up: down)
    limit forearm[s] to -150 deg .. 0 deg, about: (1, 0, 0)
  }
  for s in sides {
    let out = 1 if s == left else -1
    two_bone arm[s], root: upper_arm[s], mid: forearm[s], tip: hand[s],
      pole: (0.3 * out, -1, -0.8), soften: 0.9
    rotation wrist[s], bone: hand[s], twist: 70 %, palm: 4 cm
  }
  let shoulder_height = upper_arm[left].rest.y
}
"""


def arms(walls: int) -> Model:
    """One agent with arms among some walls."""
    return _model(walls, "humanoid.beh")


def walkers(walls: int) -> Model:
    """One shipped walker among some walls, on the ground."""
    return _model(walls, "")


def _model(walls: int, replaced: str) -> Model:
    """The scene; the file of a name is the rig of arms."""
    text = """use "interaction.beh"
scene bench {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  humanoid hero at (0 m, 0 m, -9 m) with interaction
  hold hero.walk at (0, 1) from 0 s
}
"""
    source = Source("bench.beh", text)
    reader = UseReader(source, str(behaviors_path() / "bench.beh"))

    def read(asking: Source, path: str) -> Source | str:
        found = reader(asking, path)
        if isinstance(found, str) or not replaced:
            return found
        if found.name.endswith(replaced):
            return Source(found.name, ARMS)
        carried = found.text.replace("capsule.center.y", "(root.position.y + 0.5 * height)")
        carried = carried.replace("capsule.center", "root.position + 0.5 * height * up")
        return Source(found.name, carried)

    checked = check(source, read)
    if checked.program is None:
        said = "; ".join(one.message for one in checked.diagnostics[:3])
        raise CannotRun(f"the benchmark's scene does not check: {said}")
    return _among(build(checked.program, "bench", dt=DT), walls)


def _among(model: Model, walls: int) -> Model:
    """The model with walls after the ground: more than a text may hold."""
    side = max(math.ceil(math.sqrt(walls)), 1)
    layer = model.program.layers.index("touchable")
    boxes = [
        solids.box(
            f"wall_{n}",
            (APART * (n % side), 1.25, APART * (n // side)),
            (0.2, 2.5, 3.0),
            layer=layer,
        )
        for n in range(walls)
    ]
    return replace(model, colliders=solids.joined(scene_part(model.colliders), solids.build(boxes)))


def beside(walls: int, agents: int) -> np.ndarray:
    """Places f8[N,3] beside the walls in turn: within reach, a little farther, too far."""
    side = max(math.ceil(math.sqrt(walls)), 1)
    number = np.arange(agents)
    wall, turn = number % max(walls, 1), number // max(walls, 1)
    across = 0.35 + 1.4 * np.mod(turn * 0.754877666, 1.0)
    along = -2.2 + 3.2 * np.mod(turn * 0.569840291, 1.0)
    side_of = np.where(turn % 2 == 0, 1.0, -1.0)
    at = np.zeros((agents, 3))
    at[:, 0] = APART * (wall % side) + side_of * across
    at[:, 2] = APART * (wall // side) + along
    return at
