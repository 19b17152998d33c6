"""Checks small files made of a frame and a few lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.program import BehaviorProgram
from behave.pipeline import Checked, check
from behave.source import Source

RIG = """
layers ground, touchable, player
rig body {
  enum sides = left, right
  param height = 1.8 m in 1 m .. 2 m
  input walk = axis2(keys: WASD)
  input jump = key(Space), buffer: 0.1 s
  bone hips at (0 m, 1 m, 0 m)
  for s in sides {
    let out = 1 if s == left else -1
    bone upper[s] of hips     at (out * 0.2 m, 0.4 m, 0 m)
    bone lower[s] of upper[s] at (0 m, -0.3 m, 0 m)
    bone hand[s]  of lower[s] at (0 m, -0.3 m, 0 m)
    two_bone arm[s], root: upper[s], mid: lower[s], tip: hand[s], pole: (0, -1, -1)
    rotation wrist[s], bone: hand[s]
  }
  let moving = length(walk) > 0
}
"""

WALKER = """
layers ground
rig walker {
  enum sides = left, right
  input walk = axis2(keys: WASD)
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
  clip look { turn head by 10 deg about up }
  mover capsule, radius: 0.28 m, height: 1.8 m, speed: 1.6 m/s, walk: walk
  gait idle
  let moving = length(walk) > 0
}
"""
"""A rig with everything a behavior may move, switch and pose."""

Checker = Callable[[str], Checked]


@pytest.fixture
def file() -> Checker:
    """Check a whole file; `use` finds nothing."""

    def run(text: str) -> Checked:
        return check(Source("test.beh", text), lambda source, path: f"no file {path}")

    return run


@pytest.fixture
def body(file: Checker) -> Checker:
    """Check the body of a behavior for a small rig."""

    def run(text: str) -> Checked:
        return file(f"{RIG}\nbehavior b for body {{\n{text}\n}}\n")

    return run


@pytest.fixture
def walker(file: Checker) -> Checker:
    """Check the body of a behavior for a rig that walks."""

    def run(text: str) -> Checked:
        return file(f"{WALKER}\nbehavior b for walker {{\n{text}\n}}\n")

    return run


@pytest.fixture
def walking(walker: Checker) -> Callable[[str], BehaviorProgram]:
    """Compile the body of a behavior for a rig that walks; it has no errors."""

    def run(text: str) -> BehaviorProgram:
        checked = walker(text)
        assert not checked.errors, [d.message for d in checked.errors]
        assert checked.program is not None
        return checked.program.behaviors[0]

    return run


@pytest.fixture
def program(body: Checker) -> Callable[[str], BehaviorProgram]:
    """Compile the body of a behavior that has no errors."""

    def run(text: str) -> BehaviorProgram:
        checked = body(text)
        assert not checked.errors, [d.message for d in checked.errors]
        assert checked.program is not None
        return checked.program.behaviors[0]

    return run


@pytest.fixture
def scene_of(file: Checker) -> Checker:
    """Check a scene with the given lines, for a behavior `b` with one state."""

    def run(lines: str) -> Checked:
        return file(
            f"{RIG}\nbehavior b for body {{ initial state A {{ }} }}\nscene s {{\n{lines}\n}}\n"
        )

    return run
