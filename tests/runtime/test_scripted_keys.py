"""Keys and axes of a behavior, scripted: what reads pressed, held and released, and when."""

from __future__ import annotations

import pytest
from made_programs import Run, start
from written import RIG, written

from behave.pipeline import check
from behave.runtime.inputs import Key
from behave.scenario.testing import render, run
from behave.source import Source

INPUTS = """
input toggle = key(F) or button(Y)@BUFFER
input steer  = axis(A, D) or stick(left).x
"""
COUNTING = """
var presses = 0
var releases = 0
var holds = 0
initial state A {
  set presses  = presses + 1  when toggle.pressed
  set releases = releases + 1 when toggle.released
  set holds    = holds + 1    when toggle.held
}
"""


def keyed(steps: str, buffer: str = "", states: str = COUNTING, dt: float = 1.0 / 60.0) -> Run:
    return written(INPUTS.replace("@BUFFER", buffer) + states, steps, dt)


def counted(made: Run) -> tuple[float, float, float]:
    return made.value("presses"), made.value("holds"), made.value("releases")


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_press_reads_pressed_and_held_for_one_tick_at_every_rate(rate: int) -> None:
    made = keyed("press hero.toggle at 0.2 s", dt=1.0 / rate).ticks(rate)
    assert counted(made) == (1, 1, 1)


def test_two_taps_within_one_tick_are_one_press() -> None:
    made = keyed("press hero.toggle at 0.19 s\npress hero.toggle at 0.195 s").ticks(60)
    assert counted(made) == (1, 1, 1)


def test_two_taps_in_consecutive_ticks_are_two_presses() -> None:
    # ticks 12 and 13 of 60 a second
    made = keyed("press hero.toggle at 0.2 s\npress hero.toggle at 0.21666 s").ticks(60)
    assert counted(made) == (2, 2, 1)


def test_a_hold_is_pressed_once_and_held_from_its_start_to_before_its_end() -> None:
    made = keyed("hold hero.toggle from 0.1 s to 0.2 s").ticks(60)
    assert counted(made) == (1, 6, 1)


def test_an_axis_is_held_over_its_span_and_the_last_one_written_wins() -> None:
    made = keyed(
        "hold hero.steer at 1 from 0.1 s to 0.2 s\nhold hero.steer at -0.5 from 0.15 s to 0.3 s"
    )
    seen = []
    for _ in range(20):
        made.ticks(1)
        seen.append(made.value("steer"))
    assert seen == [0.0] * 6 + [1.0] * 3 + [-0.5] * 9 + [0.0] * 2


TOGGLING = """
initial state Off { -> On when toggle.pressed }
state On { -> Off when toggle.pressed }
"""


@pytest.mark.parametrize("buffer", ["", ", buffer: 0.15 s"])
def test_a_press_toggles_once_with_a_buffer_too(buffer: str) -> None:
    made = keyed("press hero.toggle at 0.2 s", buffer, TOGGLING).ticks(60)
    assert made.where("b") == "On"
    assert sum(len(r.agents["hero"].fired) for r in made.records) == 1


def test_two_taps_in_consecutive_ticks_toggle_twice() -> None:
    steps = "press hero.toggle at 0.2 s\npress hero.toggle at 0.21666 s"
    for buffer in ("", ", buffer: 0.15 s"):
        made = keyed(steps, buffer, TOGGLING).ticks(60)
        assert sum(len(r.agents["hero"].fired) for r in made.records) == 2
        assert made.where("b") == "Off"


def test_a_buffered_press_waits_for_the_state_that_uses_it_and_no_longer() -> None:
    waiting = """
    initial state Busy { -> Free after 0.3 s }
    state Free { -> Done when toggle.pressed }
    state Done { }
    """
    early, late = "press hero.toggle at 0.1 s", "press hero.toggle at 0.2 s"
    assert keyed(early, ", buffer: 0.15 s", waiting).ticks(60).where("b") == "Free"
    assert keyed(late, ", buffer: 0.15 s", waiting).ticks(60).where("b") == "Done"
    assert keyed(late, "", waiting).ticks(60).where("b") == "Free"


def test_a_tap_from_a_device_between_two_ticks_counts() -> None:
    made = keyed("")
    made.ticks(1, {"hero": {"toggle": Key(False, True), "steer": 0.25}})
    assert counted(made) == (1, 1, 0)
    assert made.value("steer") == 0.25
    made.ticks(1, {"hero": {"toggle": Key(False, False)}})
    assert counted(made) == (1, 1, 1)
    assert made.value("steer") == 0.0


def test_a_tests_steps_replace_the_scenes_for_the_inputs_they_name_only() -> None:
    text = f"""{RIG}
behavior b for walker {{ {INPUTS.replace("@BUFFER", "")} {COUNTING} }}
scene stage {{
  walker hero at (0 m, 0 m, 0 m) with b
  press hero.toggle at 0.1 s
  hold hero.steer at 1 from 0 s to 1 s
}}
test "replaces" in stage {{
  press hero.toggle at 0.3 s
  expect hero.presses == 0 at 0.2 s
  expect hero.presses == 1 at 0.4 s
  expect hero.steer == 1 at 0.5 s
}}
test "keeps" in stage {{
  hold hero.steer at -1 from 0 s to 1 s
  expect hero.presses == 1 at 0.2 s
  expect hero.steer == -1 at 0.5 s
}}
"""
    checked = check(Source("written.beh", text), lambda *_: "no file")
    assert not checked.errors, [d.message for d in checked.errors]
    assert checked.program is not None
    start(checked.program)
    for test in checked.program.tests:
        assert [render(r) for r in run(checked.program, test) if not r.passed] == []
