"""Programs from text, run: a file is checked, its scene built, and ticks are counted."""

from __future__ import annotations

from made_programs import Run, start

from behave.ir.program import Program
from behave.ir.validate import problems
from behave.pipeline import check
from behave.source import Source

RIG = """
layers ground, wall, other
rig walker {
  enum sides = left, right
  input walk = axis2(keys: WASD)
  input jump = key(Space)
  bone hips at (0 m, 1 m, 0 m)
  bone head of hips at (0 m, 0.6 m, 0 m)
  for s in sides {
    let out = 1 if s == left else -1
    bone thigh[s] of hips     at (out * 0.1 m, 0 m, 0 m)
    bone shin[s]  of thigh[s] at (0 m, -0.5 m, 0 m)
    bone sole[s]  of shin[s]  at (0 m, -0.5 m, 0 m)
    leg leg[s], root: thigh[s], mid: shin[s], tip: sole[s], pole: ahead
    foot foot[s], tip: sole[s], layer: ground
    clip sneak[s], lower: 6 cm { turn head by out * 40 deg about up }
  }
  clip idle
  mover capsule, radius: 0.28 m, height: 1.8 m, speed: 1.6 m/s, walk: walk, jump: jump
  gait idle
  gait walk
}
"""
"""A rig with everything a behavior may move, switch and pose."""

SCENE = """
scene stage {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  walker hero at (0 m, 0 m, 0 m) with b
  @THINGS
}
"""


def program(body: str, things: str = "") -> Program:
    """The Program of a behavior's body for the rig above, alone on a ground; no errors."""
    text = f"{RIG}\nbehavior b for walker {{\n{body}\n}}\n{SCENE.replace('@THINGS', things)}"
    checked = check(Source("written.beh", text), lambda source, path: f"no file {path}")
    assert not checked.errors, [(d.message, d.span.text) for d in checked.errors]
    assert checked.program is not None
    assert problems(checked.program) == []
    return checked.program


def written(body: str, things: str = "", dt: float = 1.0 / 60.0) -> Run:
    """The program above before tick 0."""
    return start(program(body, things), dt)
