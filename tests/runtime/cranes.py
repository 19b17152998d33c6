"""A small rig without a mover, with points, hinges, chains, an aim and a beam, and its runs."""

from __future__ import annotations

from made_programs import Run, start

from behave.ir.validate import problems
from behave.pipeline import check
from behave.source import Source

RIG = """
layers ground, wall
rig crane {
  point leader at (0 m, 0 m, 0 m)
  point tail of leader at (0 m, 0 m, -1 m)
  bone mast at (0 m, 1 m, 0 m)
  bone head of mast at (0 m, 1 m, 0 m)
  hinge neck, bone: head, about: up
  hinge nod, bone: head, about: (1, 0, 0)
  aim gaze, bone: head
  laser beam
  for i in 0 .. 2 {
    bone arm[i] of mast at (0 m, 0.2 m, 0 m)
    bone tip[i] of arm[i] at (0 m, 0 m, 1 m)
    hinge elbow[i], bone: arm[i], about: up
    ccd foot[i], bones: [arm[i], tip[i]]
  }
}
"""
DT = 1.0 / 60.0


def crane(body: str, dt: float = DT, things: str = "") -> Run:
    """A behavior for the crane on a ground, before tick 0; no errors."""
    text = f"{RIG}\nbehavior b for crane {{\n{body}\n}}\nscene stage {{\n"
    text += "ground floor at (0 m, 0 m, 0 m), layer: ground\ncrane hero at (0 m, 0 m, 0 m) with b\n"
    text += f"{things}\n}}"
    checked = check(Source("crane.beh", text), lambda source, path: f"no file {path}")
    assert not checked.errors, [(d.message, d.span.text) for d in checked.errors]
    assert checked.program is not None
    assert problems(checked.program) == []
    return start(checked.program, dt)
