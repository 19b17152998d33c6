"""Random valid Programs never raise, and never store what is not finite."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some
from made_programs import Arrow, Builder, Made, node, start
from trees import FLOATS, Room, guards, numbers, rotations, vecs

from behave.ir.ops import Op
from behave.ir.program import Form, Query
from behave.runtime import trace, why


@settings(max_examples=60, deadline=None)
@given(some.data())
def test_a_random_program_runs_explains_and_traces(data: Any) -> None:
    room = Room(Builder())
    made, slots, some_of = room.builder, room.slots, data.draw
    cell = made.cell("cell", math.inf, lambda own: node(Op.MIN, own, some_of(numbers(room, 2))))
    slots["number"].append(cell)
    seen = made.sensor(
        "eye", Query.VALUE, {"value": some_of(numbers(room, 2))}, when=some_of(guards(room, 1))
    )
    slots["number"].append(seen["value"])
    states = [Made("A"), Made("B", children=[Made("C"), Made("D")])]
    active = made.lay_out("m", states)
    form = data.draw(some.sampled_from(list(Form)))
    lerp, captured = made.lerp(
        slots["number"][0], some_of(numbers(room, 2)), form, data.draw(FLOATS), "A"
    )
    turn, _ = made.lerp(
        slots["rotation"][0], some_of(rotations(room, 2)), Form.AT, data.draw(FLOATS), "A"
    )
    writes = [
        made.set(slots["number"][0], some_of(numbers(room, 3))),
        made.set(slots["vec"][0], some_of(vecs(room, 3))),
        made.set(slots["rotation"][0], some_of(rotations(room, 2))),
        made.set(slots["bool"][0], some_of(guards(room, 3))),
    ]
    states[0].actions = [lerp, turn, *writes]
    states[0].captures = [captured] if captured >= 0 else []
    states[1].actions = [made.when(some_of(guards(room, 2)), *writes)]
    states[0].arrows = [
        Arrow("B", some_of(guards(room, 3))),
        Arrow("B.D", some_of(guards(room, 1))),
    ]
    states[1].arrows = [
        Arrow("A", some_of(guards(room, 3)), after=data.draw(some.floats(0.0, 0.1)))
    ]
    made.machine(states, active=active)
    run = start(made.program())
    for _ in range(6):
        run.ticks(1)
        assert not np.isnan(run.state.rows[0]).any()
        for name in ("a", "v", "q", "b"):
            assert np.isfinite(np.array(run.value(name), np.float64)).all()
        trace.dumps(trace.line(run.model, run.state, run.records[-1]))
        for arrow in why.arrows(run.model, "hero"):
            why.render(why.explain(run.model, run.state, "hero", arrow))
