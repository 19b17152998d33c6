"""Events of a behavior's own: when they come, in which order, what they carry."""

from __future__ import annotations

import pytest
from made_programs import Run
from written import written

from behave.runtime import trace, why
from behave.runtime.arrows import arrows
from behave.runtime.state import State
from behave.runtime.tick import before_turns, tick
from behave.runtime.verdict_text import render

COUNTED = """
event beat(n : number)
var heard, last, runs : number = 0
on beat(n) { set heard = heard + 1; set last = n }
initial state A { set runs = runs + 1; emit beat(10 * runs) when runs in 2 .. 3 }
"""


def test_an_event_is_delivered_once_in_the_next_tick() -> None:
    run = written(COUNTED)
    seen = []
    for _ in range(6):
        run.ticks(1)
        seen.append((run.value("heard"), run.value("last"), run.last.events))
    assert seen == [
        (0.0, 0.0, ()),
        (0.0, 0.0, ()),  # emitted in the turns of this tick
        (1.0, 20.0, ("beat(20)",)),  # and delivered before the turns of this one
        (2.0, 30.0, ("beat(30)",)),
        (2.0, 30.0, ()),
        (2.0, 30.0, ()),
    ]
    assert run.value("beat.n") is None  # the argument is there only while it is delivered


ORDER = """
event told(who : number)
var order : number[4] = -1
var next = 0
on told(n) { set order[next] = n; set next = next + 1 }
machine first { initial state A { emit told(100) } }
machine leg[2] {
  var sent = 0
  initial state A { emit told(10 + index) }
}
machine last {
  initial state A { emit told(200) }
}
"""


def test_events_come_by_sender_and_those_of_one_sender_as_they_were_emitted() -> None:
    run = written(ORDER).ticks(2)
    assert [run.value(f"order[{i}]") for i in range(4)] == [100.0, 10.0, 11.0, 200.0]
    swapped = """
    event told(who : number)
    var order : number[3] = -1
    var next = 0
    on told(n) { set order[next] = n; set next = next + 1 }
    machine m {
      state Later { on enter { emit told(1) }; on exit { emit told(2) } }
      initial state Early { -> Later after 0 s { emit told(3) } }
      -> Early when in Later
    }
    emit told(4)
    """
    run = written(swapped.replace("order : number[3]", "order : number[4]")).ticks(2)
    # the behavior itself goes first, then the machine: the arrow's block before `on enter`
    assert [run.value(f"order[{i}]") for i in range(3)] == [4.0, 3.0, 1.0]


def test_several_kinds_of_values_are_carried() -> None:
    text = """
    event hit(at_point : point, side : sides, hard : bool, speed : speed)
    var p : point = (0 m, 0 m, 0 m)
    var s : sides = left
    var h : bool = no
    var v : speed = 0 m/s
    on hit(where, which, hard, speed) when hard {
      set p = where; set s = which; set h = hard; set v = 2 * speed
    }
    initial state A { emit hit((1 m, 2 m, 3 m), right, yes, 4 m/s) }
    """
    run = written(text).ticks(2)
    assert run.value("p") == [1.0, 2.0, 3.0]
    assert (run.value("s"), run.value("h"), run.value("v")) == (1.0, 1.0, 8.0)
    assert run.last.events == ("hit((1, 2, 3) m, right, yes, 4 m/s)",)


ARROW = """
event stepped(leg : number)
var from_leg = -1
machine leg[3] {
  initial state Down { -> Up after 0.05 s }
  state Up { on enter { emit stepped(index) } }
}
machine watch {
  initial state Waiting {
    -> Wrong on stepped(n) when n > 2
    -> Got on stepped(n) when n == 1 { set from_leg = n + 0.5 }
  }
  state Got { -> Waiting on stepped }
  state Wrong { }
}
"""


def test_an_arrow_fires_for_the_first_event_its_guard_holds_for() -> None:
    run = written(ARROW).ticks(4)
    assert run.where("watch") == "Waiting"
    assert [run.last.states[f"leg[{i}]"] for i in range(3)] == ["Up"] * 3
    run.ticks(1)
    assert run.last.events == ("stepped(0)", "stepped(1)", "stepped(2)")
    assert run.where("watch") == "Got"
    assert run.value("from_leg") == 1.5
    assert run.value("stepped.leg") is None
    (fired,) = run.last.fired
    assert fired.reason == "n == 1 [1 == 1]"
    run.ticks(3)
    assert run.where("watch") == "Got"  # an event lives one tick


def test_why_tells_what_an_arrow_heard() -> None:
    run = written(ARROW).ticks(4)
    ahead, events = before_turns(run.model, run.state, {})
    found = {a.target: a for a in arrows(run.model, "hero") if a.machine == "watch"}
    heard = events["hero"]
    got = why.explain(run.model, ahead, "hero", found["Got"], heard)
    assert got.holds is True
    assert "on stepped" in render(got)
    wrong = why.explain(run.model, ahead, "hero", found["Wrong"], heard)
    assert wrong.holds is False
    assert "2, needs > 2" in render(wrong)  # the last that came
    quiet = why.explain(run.model, run.state, "hero", found["Got"])
    assert "did not happen" in render(quiet)
    before = run.state.digest()
    why.explain(run.model, run.state, "hero", found["Got"], heard)
    assert run.state.digest() == before


def test_one_place_emits_once_a_tick_and_what_is_absent_is_not_sent() -> None:
    text = """
    event go(n : number)
    event again(n : number)
    var heard = 0
    var nothing : number = none
    on go(n) { emit again(n) }
    on again(n) { set heard = heard + n }
    machine m { initial state A { emit go(1); emit go(2); emit go(nothing) } }
    """
    run = written(text).ticks(1)
    assert [s.partition(" (")[0] for s in run.last.skipped] == ["emit go: value absent"]
    run.ticks(1)  # both are handled, but the handler's place can send only one of them
    assert "emit again: sent from here this tick already" in " ".join(run.last.skipped)
    run.ticks(1)
    assert run.value("heard") == 1.0


def test_handlers_of_a_state_hear_only_while_it_is_active() -> None:
    text = """
    event tock
    var outer, inner : number = 0
    machine clock { initial state A { emit tock } }
    machine m {
      on tock { set outer = outer + 1 }
      initial state Deaf { -> Hears after 0.1 s }
      state Hears { on tock { set inner = inner + 1 } }
    }
    """
    run = written(text).ticks(10)
    assert run.where() == "Hears"  # since the seventh tick
    assert run.value("outer") == 9.0
    assert run.value("inner") == 3.0


def test_instances_hear_each_for_themselves() -> None:
    text = """
    event poke(who : number)
    machine leg[3] {
      var poked = 0
      on poke(n) when n == index { set poked = poked + 1 }
      initial state A { }
    }
    machine m { initial state A { emit poke(2) } }
    """
    run = written(text).ticks(4)
    assert [run.value(f"leg[{i}].poked") for i in range(3)] == [0.0, 0.0, 3.0]


def test_events_on_their_way_are_part_of_the_state() -> None:
    run = written(COUNTED).ticks(2)
    saved = run.state.to_bytes(run.model)
    copy = State.from_bytes(saved, run.model)
    other = Run(run.model, copy).ticks(2)
    run.ticks(2)
    assert other.state.digest() == run.state.digest()
    assert other.value("last") == 30.0


def test_the_trace_shows_events() -> None:
    run = written(COUNTED).ticks(3)
    line = trace.line(run.model, run.state, run.records[-1])
    assert line["agents"]["hero"]["events"] == ["beat(20)"]
    assert list(line["agents"]["hero"]["vars"]) == ["heard", "last", "runs"]


def test_an_event_emitted_on_the_first_entry_comes_in_the_first_tick() -> None:
    text = """
    event born
    var heard = 0
    on born { set heard = heard + 1 }
    initial state A { on enter { emit born } }
    """
    run = written(text).ticks(1)
    assert run.value("heard") == 1.0
    tick(run.model, run.state, {})
    assert run.value("heard") == 1.0


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_relay_passes_on_one_step_a_tick_at_every_rate(rate: int) -> None:
    text = """
    event pass(next_one : number)
    var holder = 0
    var turns = 0
    on pass(n) { set holder = n; set turns = turns + 1 }
    machine leg[3] {
      initial state A { emit pass(mod(index + 1, 3)) when holder == index }
    }
    """
    run = written(text, dt=1.0 / rate).ticks(7)
    assert run.value("turns") == 6.0
    assert run.value("holder") == 0.0
