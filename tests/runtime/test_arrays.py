"""Machine arrays and lists, as they run."""

from __future__ import annotations

import pytest
from made_programs import Run, start
from written import RIG, SCENE, program, written

from behave.pipeline import check, compile_expression
from behave.runtime import trace
from behave.runtime.probe import Probe
from behave.runtime.reload import carry
from behave.scenario.testing import run as run_test
from behave.source import Source

DT = 1.0 / 60.0
LEGS = """
machine leg[3] {
  var steps = 10 * index
  let own = steps + 1
  guard busy = in Swing
  initial state Rest { -> Swing after 0.1 s * (index + 1) }
  state Swing {
    on enter { set steps = steps + 1 }
    -> Rest after 0.05 s
  }
}
"""


def test_each_instance_has_its_index_its_names_and_its_states() -> None:
    run = written(LEGS)
    assert [run.value(f"leg[{i}].steps") for i in range(3)] == [0.0, 10.0, 20.0]
    run.ticks(7)  # the arrow after 0.1 s fires in the tick that begins at 0.1 s, the seventh
    assert run.last.states == {"leg[0]": "Swing", "leg[1]": "Rest", "leg[2]": "Rest"}
    assert [run.value(f"leg[{i}].steps") for i in range(3)] == [1.0, 10.0, 20.0]
    assert run.value("leg[0].Swing.ticks") == 1.0  # at the tick's end it has lasted one
    assert run.value("leg[1].Rest.ticks") == 7.0


READS = """
var i = 0
var steps, own, outside, fraction : number = none
var busy, swings, inside : bool = no
var rested : time = 0 s
var far = 0
set steps   = leg[i].steps
set own     = leg[i].own
set outside = leg[i + 3].steps
set fraction = leg[i + 0.5].steps
set busy    = leg[i].busy
set swings  = leg[i] in Swing
set inside  = (leg[i + 3] in Swing) otherwise no
set rested  = leg[i].Rest.timer
set far     = leg[2].steps
set i       = 1
"""


def test_names_and_states_of_an_instance_chosen_at_run_time() -> None:
    run = written(f"{READS}\n{LEGS}").ticks(1)
    assert run.value("steps") == 0.0
    assert run.value("own") == 1.0
    assert run.value("far") == 20.0
    run.ticks(1)
    assert (run.value("steps"), run.value("own")) == (10.0, 11.0)
    assert run.value("outside") is None  # leg[4]: never written, since it is absent
    assert run.value("fraction") is None
    assert run.value("inside") == 0.0
    assert "outside: value absent (written.beh" in " ".join(run.last.skipped)
    assert run.value("rested") == pytest.approx(1 * DT)
    run.ticks(12)  # leg[1] swings from 0.2 s on, in the turns after the behavior's own actions
    assert run.where("leg[1]") == "Swing"
    run.ticks(1)
    assert (run.value("busy"), run.value("swings")) == (1.0, 1.0)


def test_what_an_earlier_turn_reads_of_a_later_machine_is_of_last_tick() -> None:
    text = """
    machine first { var seen = 0
      initial state A { set seen = second.count } }
    machine second { var count = 0
      initial state B { set count = count + 1 } }
    machine third { var seen = 0
      initial state C { set seen = second.count } }
    """
    run = written(text).ticks(3)
    assert run.value("first.seen") == 2.0
    assert run.value("third.seen") == 3.0


def test_counting_and_the_mean_go_over_all_instances() -> None:
    text = f"""
    var swinging, busy, restless = 0
    var middle : number = 0
    var feet : point = (0 m, 0 m, 0 m)
    {LEGS}
    machine after_them {{
      initial state A {{
        set swinging = count(leg in Swing)
        set busy     = count(leg.busy and leg.steps > 0)
        set restless = count(not leg in Rest)
        set middle   = mean(leg.steps)
        set feet     = mean(foot.point) otherwise (1 m, 2 m, 3 m)
      }}
    }}
    """
    run = written(text).ticks(1)
    assert run.value("middle") == 10.0
    assert run.value("swinging") == 0.0
    run.ticks(6)
    assert (run.value("swinging"), run.value("busy"), run.value("restless")) == (1.0, 1.0, 1.0)
    assert run.value("middle") == pytest.approx(31.0 / 3.0)
    between = [
        0.5 * (a + b)
        for a, b in zip(run.value("foot[left].point"), run.value("foot[right].point"), strict=True)
    ]
    assert run.value("feet")[1:] == pytest.approx(between[1:], abs=0.01)


def test_an_array_over_an_enum_goes_by_its_words() -> None:
    text = """
    machine hand[sides] {
      var own : sides = index
      initial state Open { -> Shut when index == right }
      state Shut { }
    }
    var shut = 0
    set shut = count(hand in Shut)
    var right_is_shut : bool = no
    set right_is_shut = hand[right] in Shut
    """
    run = written(text).ticks(2)
    assert run.last.states == {"hand[left]": "Open", "hand[right]": "Shut"}
    assert (run.value("hand[left].own"), run.value("hand[right].own")) == (0.0, 1.0)
    assert (run.value("shut"), run.value("right_is_shut")) == (1.0, 1.0)


def test_the_timer_of_a_machine_is_that_of_the_state_it_is_in() -> None:
    text = """
    machine m { initial state A { -> B after 0.1 s } state B { } }
    var t, a, b : time = 0 s
    set t = m.timer
    set a = m.A.timer
    set b = m.B.timer
    """
    run = written(text).ticks(4)
    assert (run.value("t"), run.value("a")) == pytest.approx((3 * DT, 3 * DT))
    run.ticks(6)
    assert run.where() == "B"
    assert run.value("b") == pytest.approx(3 * DT)
    assert run.value("t") == run.value("b")


# ---- lists -----------------------------------------------------------------------------


def test_lists_are_read_and_written_by_index() -> None:
    text = """
    var holder : number[2] = [0, 3]
    var places : point[2]  = (1 m, 2 m, 3 m)
    var flags  : bool[sides] = [yes, no]
    var i = 0
    var got, outside : number = none
    var height : length = 0 m
    var flag : bool = no
    initial state A {
      set got = holder[i]
      set outside = holder[i - 1]
      set holder[i] = holder[i] + 5
      set places[1] = places[0] + 1 m * up
      set height = places[1].y
      set flag = flags[left] and not flags[right]
      set i = 1 - i
    }
    """
    run = written(text).ticks(1)
    assert (run.value("holder[0]"), run.value("holder[1]")) == (5.0, 3.0)
    assert run.value("got") == 0.0
    assert run.value("outside") is None
    assert run.value("places[1]") == [1.0, 3.0, 3.0]
    assert (run.value("height"), run.value("flag")) == (3.0, 1.0)
    run.ticks(1)
    assert (run.value("holder[0]"), run.value("holder[1]")) == (5.0, 8.0)
    assert run.value("got") == 3.0
    assert run.value("outside") == 5.0


def test_a_write_outside_a_list_changes_nothing_and_is_reported() -> None:
    text = "var h = [1, 2]\nvar i = 2\ninitial state A { set h[i] = 9\n set i = 1.5 }"
    run = written(text).ticks(2)
    assert (run.value("h[0]"), run.value("h[1]")) == (1.0, 2.0)
    (skipped,) = run.last.skipped
    assert skipped.startswith("h[i]: index absent or outside (written.beh:")


def test_a_list_as_a_whole_is_copied_averaged_and_compared_by_parts() -> None:
    text = """
    var a = [1 m, 2 m, 6 m]
    var b : length[3] = none
    let table = [10, 20, 30]
    var mean_a : length = 0 m
    var picked, many : number = 0
    var i = 2
    initial state A {
      set mean_a = mean(a)
      set picked = table[i]
      set many   = count([a[0] > 1 m, a[1] > 1 m, b[0] > 0 m])
      set b = a
    }
    """
    run = written(text)
    assert [run.value(f"b[{i}]") for i in range(3)] == [None, None, None]
    run.ticks(1)
    assert [run.value(f"b[{i}]") for i in range(3)] == [1.0, 2.0, 6.0]
    assert (run.value("mean_a"), run.value("picked")) == (3.0, 30.0)
    assert run.value("many") == 1.0  # b was absent as it was asked
    run.ticks(1)
    assert run.value("many") == 2.0


def test_a_list_with_an_absent_part_is_absent_as_a_whole() -> None:
    text = """
    var a : number[2] = none
    var copy : number[2] = [7, 7]
    var middle : number = 7
    initial state A { set a[0] = 1\n set copy = a\n set middle = mean(a) }
    """
    run = written(text).ticks(1)
    assert run.value("a[0]") == 1.0
    assert (run.value("copy[0]"), run.value("copy[1]"), run.value("middle")) == (7.0, 7.0, 7.0)
    assert len(run.last.skipped) == 2


def test_loops_of_a_behavior_write_lists() -> None:
    text = """
    var squares : number[3] = 0
    for i in 0 .. 2 {
      let twice = 2 * i
      set squares[i] = twice * twice
    }
    initial state A { }
    """
    run = written(text).ticks(1)
    assert [run.value(f"squares[{i}]") for i in range(3)] == [0.0, 4.0, 16.0]


# ---- traces, probes, reload, tests -----------------------------------------------------


def test_traces_and_probes_see_every_instance() -> None:
    run = written(f"{LEGS}\nvar h = [1, 2]").ticks(7)
    text = "count(leg in Swing) + leg[2].own"
    checked = check(Source("written.beh", _text(f"{LEGS}\nvar h = [1, 2]")), lambda s, p: "no")
    node, found = compile_expression(checked, "b", text)
    assert node is not None, found
    line = trace.line(run.model, run.state, run.records[-1], [Probe(text, {"b": node})])
    hero = line["agents"]["hero"]
    assert hero["states"]["leg[0]"] == "Swing"
    assert hero["vars"]["leg[2].steps"] == 20.0
    assert (hero["vars"]["h[0]"], hero["vars"]["h[1]"]) == (1.0, 2.0)
    assert hero["probes"] == {text: 22.0}


def _text(body: str) -> str:
    return f"{RIG}\nbehavior b for walker {{\n{body}\n}}\n{SCENE.replace('@THINGS', '')}"


def test_instances_go_on_through_a_reload() -> None:
    run = written(LEGS).ticks(8)
    model = start(program(LEGS.replace("leg[3]", "leg[4]"))).model
    state, report = carry(run.model, run.state, model)
    again = Run(model, state)
    assert again.value("leg[0].steps") == 1.0
    assert again.value("leg[0].active") == run.value("leg[0].active") == 1.0
    assert again.value("leg[3].steps") == 30.0
    assert "variable leg[3].steps" in report.added
    assert report.vanished == ()


def test_tests_ask_behind_an_agent() -> None:
    body = f"{LEGS}\nvar h = [1, 2]\nvar i = 1"
    test = """
    test "legs" in stage, lasts: 0.2 s {
      never count(hero.leg in Swing) > 1
      always hero.leg[2].own == 21
      expect hero.leg[0] in Swing within 0.2 s
      expect hero.leg[hero.i].steps == 10 at 0.05 s
      expect hero.leg[hero.i] in Rest at 0.05 s
      expect hero.h[hero.i] == 2 at 0.05 s
      expect hero.leg[0].Swing.timer > 0 s within 0.2 s
      expect mean(hero.leg.steps) == 10 at 0.05 s
      expect count(hero.leg.busy) == 1 at 0.11 s
      expect hero.leg[1].timer > 0.1 s at 0.15 s
    }
    """
    checked = check(Source("written.beh", _text(body) + test), lambda source, path: "no")
    assert not checked.errors, [(d.message, d.span.text) for d in checked.errors]
    assert checked.program is not None
    (result,) = run_test(checked.program, checked.program.tests[0])
    assert result.passed, result.failures


def test_a_failed_test_says_where_the_chosen_instance_is() -> None:
    body = f"{LEGS}\nvar i = 1"
    test = 'test "legs" in stage { expect hero.leg[hero.i] in Swing at 0.05 s }'
    checked = check(Source("written.beh", _text(body) + test), lambda source, path: "no")
    assert checked.program is not None
    (result,) = run_test(checked.program, checked.program.tests[0])
    assert "hero.leg[hero.i] in Swing  now in Rest" in result.failures[0].verdict
