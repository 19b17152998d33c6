"""Rigs of few parts for several agents: without any bone, and with points on points."""

from __future__ import annotations

import numpy as np
import pytest

from behave.pipeline import check
from behave.runtime.model import Model
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from behave.source import Source


def built(text: str) -> Model:
    checked = check(Source("bare.beh", text), lambda source, path: f"no file {path}")
    assert not checked.errors, [(d.message, d.span.text) for d in checked.errors]
    assert checked.program is not None
    return build(checked.program, "stage", dt=1 / 60)


def value(model: Model, state: State, agent: str, path: str) -> list[float]:
    place = model.places[agent]
    slots = {slot.path: slot for slot in model.groups[place.group].behavior.slots}
    start = slots[path].offset
    words = state.rows[place.group][place.row, start : start + slots[path].width]
    found: list[float] = words.tolist()
    return found


BARE = """
layers ground
rig ball {
  param size = 0.3 m in 0.1 m .. 1 m
  input walk = axis2(keys: WASD)
  mover capsule, radius: size, height: 4 * size, speed: 1 m/s, walk: walk
}
behavior rolls for ball { initial state A { } }
scene stage {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  ball one   at (0 m, 0 m, 0 m) with rolls
  ball two   at (3 m, 0 m, 0 m) with rolls, size: 0.5 m
  ball three at (6 m, 0 m, 0 m) with rolls
}
"""


def test_a_rig_without_bones_has_as_many_agents_as_its_group() -> None:
    model = built(BARE)
    (group,) = model.groups
    assert group.rig.skeleton.agents == 3
    assert group.rig.skeleton.at.shape == (3, 0, 3)
    state = initial(model)
    for _ in range(3):
        tick(model, state, {"two": {"walk": (1.0, 0.0)}})
    for name, size in (("one", 0.3), ("two", 0.5), ("three", 0.3)):
        assert value(model, state, name, "capsule.radius") == [size]
        assert value(model, state, name, "capsule.height") == [4.0 * size]
    assert value(model, state, "one", "root.position") == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    assert value(model, state, "two", "root.position")[0] < 3.0  # to the right, which is -x
    assert value(model, state, "three", "root.position") == pytest.approx([6, 0, 0], abs=1e-6)


POINTS = """
layers ground
rig chain {
  param gap = 1 m in 0 m .. 5 m
  bone mast at (0 m, 2 m, 0 m)
  point leader at (0 m, 0 m, 1 m)
  point left   of leader at (gap, 0 m, 0 m)
  point right  of leader at (-1 * gap, 0 m, 0 m)
  point beyond of left at (gap, 0 m, 0 m)
  point top    of mast at (0 m, gap, 0 m)
  point higher of top at (0 m, 1 m, 0 m)
}
behavior goes for chain {
  initial state A { move leader by (0, 0, 1) at 6 m/s }
}
scene stage {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  chain one at (0 m, 0 m, 0 m) with goes
  chain two at (10 m, 0 m, 0 m) with goes, gap: 2 m
}
"""


def test_points_go_along_with_points_in_the_same_tick() -> None:
    model = built(POINTS)
    state = initial(model)
    for _ in range(10):
        tick(model, state, {})
    for agent, x, gap in (("one", 0.0, 1.0), ("two", 10.0, 2.0)):
        places = {
            "leader": [x, 0.0, 2.0],  # 10 ticks of 0.1 m
            "left": [x + gap, 0.0, 2.0],
            "right": [x - gap, 0.0, 2.0],
            "beyond": [x + 2.0 * gap, 0.0, 2.0],
            "top": [x, 2.0 + gap, 0.0],
            "higher": [x, 3.0 + gap, 0.0],
        }
        for name, place in places.items():
            found = value(model, state, agent, f"{name}.position")
            assert np.allclose(found, place, rtol=0.0, atol=1e-12), name
