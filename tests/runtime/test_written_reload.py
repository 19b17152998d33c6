"""Reload and why, on behaviors that cast, move, switch and pose."""

from __future__ import annotations

import pytest
from made_programs import Run, start
from written import program, written

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.runtime import trace, why
from behave.runtime.probe import Probe
from behave.runtime.reload import carry
from behave.runtime.tick import before_turns, tick

WALL = "box tall at (0 m, 1 m, 1 m), size: (4 m, 2 m, 0.2 m), layer: wall"
BODY = """
input toggle = key(F), buffer: 0.15 s
var d = 0
sensor lip = spherecast(from: root.position + 1.5 m * up, radius: 0.1 m, along: ahead,
  length: 2 m, layer: wall, retry: 6, step: -0.1 m * up) when in B
machine m {
  disable control when in B
  initial state A { -> B when toggle.pressed }
  state B {
    move by root.right at 0.5 m/s
    lerp d to 1 over 1 s
    -> A when not lip.exists for 50 ms or lip.tries > 3 or lip.overlapping
  }
}
pose { blend d { 0: idle, 1: sneak[left] }
  turn body by d * 90 deg about up }
"""


def in_b() -> Run:
    return written(BODY, f"{WALL}\npress hero.toggle at 0.05 s").ticks(20)


def test_moves_switches_and_poses_go_on_through_a_reload() -> None:
    run = in_b()
    assert run.where() == "B"
    changed = BODY.replace("var d = 0", "var fresh = 7\nvar d = 0").replace(
        "sneak[left]", "sneak[right]"
    )
    model = start(program(changed, WALL)).model
    state, report = carry(run.model, run.state, model)
    again = Run(model, state)
    assert report.added == ("variable fresh",)
    for path in ("d", "body.turned", "idle.weight", "root.position", "lip.tries", "lip.origin"):
        assert again.value(path) == run.value(path), path
    assert again.value("control.enabled") == 0.0
    assert run.value("sneak[left].weight") > 0.0
    assert again.value("sneak[left].weight") == 0.0  # no pose writes it any more
    record = tick(model, state, {})
    assert record.agents["hero"].states == {"m": "B"}
    assert again.value("idle.weight") + again.value("sneak[right].weight") == pytest.approx(1.0)
    assert again.value("control.enabled") == 0.0


def test_without_its_pose_the_body_stands_as_it_does_by_itself() -> None:
    run = in_b()
    assert run.value("body.turned") > 0.0
    model = start(program(BODY[: BODY.index("pose {")], WALL)).model
    state, _ = carry(run.model, run.state, model)
    assert Run(model, state).value("body.turned") == 0.0
    assert Run(model, state).value("idle.weight") == 0.0


def test_an_unchanged_file_keeps_every_byte() -> None:
    run = in_b()
    model = start(program(BODY, f"{WALL}\npress hero.toggle at 0.05 s")).model
    state, report = carry(run.model, run.state, model)
    assert report.clean
    assert state.digest() == run.state.digest()


def test_why_tells_what_a_cast_read() -> None:
    run = in_b()
    ahead, events = before_turns(run.model, run.state, {})
    (arrow,) = [a for a in why.arrows(run.model, "hero") if a.target == "A"]
    text = why.render(why.explain(run.model, ahead, "hero", arrow, events["hero"]))
    assert "lip.tries > 3" in text
    assert "0" in text
    assert "lip.overlapping" in text
    assert "lip.exists" in text


def test_why_tells_a_missing_cast_and_the_switch() -> None:
    run = written(
        "sensor lip = spherecast(from: root.position + 9 m * up, radius: 0.1 m, along: ahead,\n"
        " length: 2 m, layer: wall)\n"
        "initial state A { -> B when lip.distance < 1 m or not control.enabled }\nstate B { }",
        WALL,
    ).ticks(2)
    (arrow,) = why.arrows(run.model, "hero")
    text = why.render(why.explain(run.model, run.state, "hero", arrow))
    assert "lip.distance < 1 m" in text
    assert "absent" in text
    assert "control.enabled" in text


def test_the_trace_names_the_reason_and_probes_read_the_new_places() -> None:
    run = written(BODY, f"{WALL}\npress hero.toggle at 0.05 s")
    behavior = run.model.groups[0].behavior
    paths = ("body.turned", "idle.weight", "control.enabled", "lip.tries")

    def read(path: str) -> Probe:
        slot = behavior.slot_of[path]
        return Probe(path, {behavior.name: Node(Op.SLOT, (), behavior.slots[slot].kind, slot)})

    probes = [read(path) for path in paths]
    fired = None
    for _ in range(20):
        run.ticks(1)
        told = trace.line(run.model, run.state, run.records[-1], probes)["agents"]["hero"]
        fired = told.get("transition", fired)
    assert fired is not None
    assert fired["to"] == "B"
    assert "toggle.pressed" in fired["reason"]
    assert told["probes"]["control.enabled"] is False
    assert told["probes"]["lip.tries"] == 0.0
    assert 0.0 < told["probes"]["body.turned"] < 1.0
    assert 0.0 < told["probes"]["idle.weight"] < 1.0
