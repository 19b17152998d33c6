"""The function of one agent: what Python gives it becomes the agent's inputs, and it ticks."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from behave.native.compiling import Native
from behave.native.engine import QUICK
from behave.pipeline import check
from behave.runtime.inputs import as_given
from behave.runtime.model import Model
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from behave.source import Source

TEXT = """
layers ground
rig point {
  bone trunk at (0 m, 1 m, 0 m)
  input near = axis(W, E)
  input way = axis2(keys: WASD)
  input go = key(G), buffer: 0.05 s
}
behavior walks for point {
  var sum = 0
  machine m {
    initial state Here {
      lerp sum to 3 rate 4 /s
      -> There when go.pressed and near > -0.5
    }
    state There {
      set sum = near + way.x + way.y
      -> Here when go.released
    }
  }
}
scene one { point it at (0 m, 0 m, 0 m) with walks }
"""


def made() -> tuple[Model, State, Any]:
    """A scene, its state, and the function of its one agent."""
    checked = check(Source("calls.beh", TEXT), lambda source, path: f"no file {path}")
    assert checked.program is not None, checked.diagnostics
    model = build(checked.program, "one", dt=1 / 60)
    step = Native(level=QUICK, patience=None).step(model.groups[0].compiled, (0,))
    assert step is not None
    state = initial(model)
    return (
        model,
        state,
        step.of_agent(step.bind(state.rows[0], state.draws[0], state.entered[0]), 0),
    )


def test_its_arguments_are_the_inputs() -> None:
    """Beside the reference, which gets the same by name: every word, and how much happened."""
    model, state, call = made()
    right = initial(model)
    random = np.random.default_rng(4)
    happened = 0
    for _ in range(300):
        near, way = float(random.normal()), tuple(random.normal(size=2).tolist())
        given = {"near": near, "way": way, "go": bool(random.random() < 0.3)}
        record = tick(model, right, {"it": given})
        numbers: list[float] = []
        for declared in model.groups[0].behavior.inputs:
            numbers += as_given(declared.device, given[declared.name])
        reported = call(*numbers)
        agent = record.agents["it"]
        assert reported == len(agent.fired) + len(agent.skipped)
        happened += reported
        assert state.rows[0].tobytes() == right.rows[0].tobytes()
    assert happened > 20


def test_numbers_that_are_none_are_told() -> None:
    """Nothing is changed by a call that fails; -1, which Python's interface also tells errors by,
    is a number."""
    _, state, call = made()
    before = state.rows[0].tobytes()
    with pytest.raises(TypeError, match="6 numbers for the inputs"):
        call(1.0)
    with pytest.raises(TypeError, match="real number"):
        call(1.0, 0.0, 0.0, 0.0, 1.0, "none")
    assert state.rows[0].tobytes() == before
    assert call(-1.0, -1, -1.0, 0, 1, 0) == 0
    assert call(float("nan"), float("inf"), 0.0, 0.0, 0.0, 1.0) == 1


def test_it_keeps_what_it_works_on() -> None:
    """The code, the arrays and the context live as long as the function does, and no longer."""
    _, state, call = made()
    rows = weakref.ref(state.rows[0])
    del state
    gc.collect()
    for _ in range(50):
        call(0.0, 1.0, 0.0, 0.0, 1.0, 0.0)
    kept = rows()
    assert kept is not None
    assert np.isfinite(kept).all()
    del call, kept
    gc.collect()
    assert rows() is None
