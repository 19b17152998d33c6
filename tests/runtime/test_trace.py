"""The trace: its shape, its values, and lines that stay readable."""

from __future__ import annotations

import io
import json
import math

import numpy as np
import pytest
from made_programs import (
    BOOL,
    COLLIDER,
    NUMBER,
    POINT,
    ROTATION,
    Arrow,
    Builder,
    Made,
    Run,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.kinds import enum
from behave.runtime import trace
from behave.runtime.probe import Probe, evaluate


def traced() -> tuple[Builder, Run]:
    made = Builder()
    made.enums["sides"] = ("left", "right")
    made.var("side", 1, enum("sides"))
    made.var("count", 2.5)
    made.var("lost", None, POINT)
    made.var("flag", True, BOOL)
    made.var("turn", (0.0, 0.0, 0.0, 1.0), ROTATION)
    made.slot("secret", NUMBER, hidden=True)
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    made.machine(
        [Made("A", [Arrow("B", made.timer_is("A", Op.GT, 0.4))]), Made("B")], active=active
    )
    return made, start(made.program(), 0.25)


def lines(run: Run, count: int, *probes: Probe) -> list[dict[str, object]]:
    found = []
    for _ in range(count):
        run.ticks(1)
        found.append(trace.line(run.model, run.state, run.records[-1], probes))
    return found


def test_a_line_has_the_tick_its_time_states_events_vars_and_probes() -> None:
    _, run = traced()
    first = lines(run, 1)[0]
    assert first == {
        "tick": 0,
        "time": 0.0,
        "agents": {
            "hero": {
                "states": {"m": "A"},
                "events": [],
                "vars": {
                    "side": "right",
                    "count": 2.5,
                    "lost": None,
                    "flag": True,
                    "turn": [0.0, 0.0, 0.0, 1.0],
                },
                "probes": {},
            }
        },
    }


def test_a_transition_gives_its_reason_with_values_and_place() -> None:
    _, run = traced()
    last = lines(run, 3)[-1]
    hero = last["agents"]["hero"]  # type: ignore[index]
    assert last["time"] == 0.5
    assert hero["states"] == {"m": "B"}
    assert hero["transition"] == {
        "machine": "m",
        "from": "A",
        "to": "B",
        "reason": "timer > 0.4 s [0.5 s > 0.4 s]",
        "where": "made.beh:1",
    }
    assert "transitions" not in hero


def test_several_machines_that_fire_in_one_tick_are_all_listed() -> None:
    made = Builder()
    made.machine([Made("A", [Arrow("B")]), Made("B")], "one")
    made.machine([Made("C", [Arrow("D")]), Made("D")], "two")
    hero = lines(start(made.program()), 1)[0]["agents"]["hero"]  # type: ignore[index]
    assert hero["transition"]["machine"] == "one"
    assert [fired["to"] for fired in hero["transitions"]] == ["B", "D"]


def test_probes_show_any_expression_and_null_where_it_is_absent_or_does_not_fit() -> None:
    made, run = traced()
    slot = made.read(made.behavior().slot_of["count"])
    double = node(Op.MUL, slot, const(2.0))
    gone = node(Op.DIV, slot, const(0.0))
    found = lines(
        run,
        1,
        Probe("count * 2", {"made": double}),
        Probe("count / 0", {"made": gone}),
        Probe("elsewhere", {"other": double}),
        Probe("collider", {"made": const(0, COLLIDER)}),
    )
    hero = found[0]["agents"]["hero"]  # type: ignore[index]
    assert hero["probes"] == {
        "count * 2": 5.0,
        "count / 0": None,
        "elsewhere": None,
        "collider": 0,  # there is no collider of that number: the number itself
    }
    assert evaluate(run.model, run.state, "hero", double) == 5.0


def test_skipped_actions_are_named() -> None:
    made = Builder()
    x, lost = made.var("x"), made.var("lost", None)
    made.machine([Made("A", actions=[made.set(x, made.read(lost))])])
    hero = lines(start(made.program()), 1)[0]["agents"]["hero"]  # type: ignore[index]
    assert hero["skipped"] == ["x: value absent (made.beh:1)"]


def test_numbers_that_json_cannot_say() -> None:
    assert trace.plain_number(math.inf) == "inf"
    assert trace.plain_number(-math.inf) == "-inf"
    assert math.copysign(1.0, trace.plain_number(-0.0)) == 1.0  # type: ignore[arg-type]
    _, run = traced()
    group = run.model.groups[0]
    vec = trace.plain(
        np.array([-0.0, 1.0, 0.1]), run.model.groups[0].behavior.slots[0].kind, group, ()
    )
    assert trace.dumps(vec) == "[0.0, 1.0, 0.1]"
    with pytest.raises(ValueError, match="JSON"):
        trace.dumps(math.nan)


def test_lines_are_whole_and_handed_on_at_once() -> None:
    class Counting(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed = self.tell()

    _, run = traced()
    stream = Counting()
    writer = trace.TraceWriter(stream)
    for value in lines(run, 3):
        writer.write(value)
        assert stream.flushed == stream.tell()
    assert [json.loads(text)["tick"] for text in stream.getvalue().splitlines()] == [0, 1, 2]
