"""Behaviors for the tests of state graphs: one by hand, and random ones, from text."""

from __future__ import annotations

import random
from functools import lru_cache

from behave.cli.files import UseReader
from behave.ir.program import BehaviorProgram
from behave.pipeline import check
from behave.source import Source

ALERT = """\
behavior web for humanoid {
  -> Dead when timer > 60 s
  initial state Idle {
    -> Patrol when timer > 1 s
    -> Alert when moving
    -> Sleep when timer > 9 s and moving
  }
  state Patrol { -> Alert when moving and timer > 0.2 s; -> Idle after 3 s }
  state Sleep { -> Idle when moving }
  state Alert {
    initial state Look { -> Listen after 1 s }
    state Listen { -> Look after 1 s; -> Chase when moving }
    -> Idle after 6 s
  }
  state Chase {
    -> Attack when timer > 0.5 s
    -> Flee when not moving
    -> Alert when timer > 4 s
  }
  state Attack { -> Chase after 1 s; -> Dead when timer > 30 s }
  state Flee { -> Idle after 2 s }
  state Dead { }
}
"""


@lru_cache(maxsize=256)
def behavior_of(text: str) -> BehaviorProgram:
    """The first behavior of a text that uses the humanoid."""
    source = Source("graph.beh", f'use "rigs/humanoid.beh"\n{text}')
    checked = check(source, UseReader(source))
    assert checked.program is not None, [d.message for d in checked.diagnostics]
    return checked.program.behaviors[0]


def random_text(seed: int) -> str:
    """A behavior with up to a dozen states, nested up to three deep, and arrows anywhere."""
    dice = random.Random(seed)
    parents: list[int] = []
    for k in range(dice.randint(1, 12)):
        deep = [p for p in range(k) if _depth(parents, p) < 2]
        parents.append(dice.choice(deep) if deep and dice.random() < 0.4 else -1)
    lines = ["behavior any for humanoid {"]
    if dice.random() < 0.4:
        lines.append(f"-> S{dice.randrange(len(parents))} when timer > 100 s")
    lines += _states(dice, parents, -1)
    return "\n".join([*lines, "}"])


def _depth(parents: list[int], state: int) -> int:
    depth = 0
    while parents[state] >= 0:
        state, depth = parents[state], depth + 1
    return depth


def _states(dice: random.Random, parents: list[int], parent: int) -> list[str]:
    lines = []
    children = [k for k, p in enumerate(parents) if p == parent]
    for child in children:
        word = "initial state" if child == children[0] else "state"
        lines.append(f"{word} S{child} {{")
        for _ in range(dice.randint(0, 3)):
            goals = [k for k in range(len(parents)) if k != child]
            if goals:
                more = " and moving" * dice.randint(0, 4)
                lines.append(f"-> S{dice.choice(goals)} when timer > {dice.randint(1, 9)} s{more}")
        lines += _states(dice, parents, child)
        lines.append("}")
    return lines
