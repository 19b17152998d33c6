"""Scripted inputs: the same press and hold at every tick rate."""

from __future__ import annotations

import pytest
from made_programs import NUMBER, SECONDS, SPAN, VEC, Builder, Made, const, start

from behave.ir.program import InputDevice, InputStep
from behave.runtime.inputs import Key
from behave.scenario.constants import SceneError
from behave.scenario.script import Script, Step, scripted

RATES = (30, 60, 144)


def press(at: float) -> Script:
    return Script((Step("hero", "jump", True, True, at, None),))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("at", [0.0, 1.0, 1.003, 2.49999])
def test_a_press_is_seen_by_exactly_one_tick_the_first_at_or_after_it(rate: int, at: float) -> None:
    seen = [t for t in range(4 * rate) if press(at).sample(t, 1 / rate)]
    exact = at * rate
    assert seen == [round(exact) if abs(exact - round(exact)) < 1e-4 else int(exact) + 1]
    assert press(at).sample(seen[0], 1 / rate) == {"hero": {"jump": Key(True, True)}}


@pytest.mark.parametrize("rate", RATES)
def test_a_hold_is_seen_from_its_start_until_before_its_end(rate: int) -> None:
    script = Script((Step("hero", "walk", False, (0.0, 1.0, 0.0), 1.0, 2.0),))
    seen = [t for t in range(3 * rate) if script.sample(t, 1 / rate)]
    assert seen == list(range(rate, 2 * rate))


def test_a_key_held_for_less_than_a_tick_still_reads_pressed_once() -> None:
    script = Script((Step("hero", "jump", True, True, 1.001, 1.002),))
    seen = {t: script.sample(t, 1 / 60) for t in range(120)}
    assert {t: found for t, found in seen.items() if found} == {
        61: {"hero": {"jump": Key(True, True)}}
    }


def test_a_held_key_is_pressed_on_its_first_tick_only() -> None:
    script = Script((Step("hero", "jump", True, True, 0.1, 0.2),))
    keys = [script.sample(t, 0.05).get("hero", {}).get("jump") for t in range(6)]
    assert keys == [None, None, Key(True, True), Key(True), None, None]


def test_later_steps_win_where_axes_meet_and_keys_join() -> None:
    script = Script(
        (
            Step("hero", "walk", False, (0.0, 1.0, 0.0), 0.0, 9.0),
            Step("hero", "walk", False, (1.0, 0.0, 0.0), 1.0, 2.0),
            Step("hero", "jump", True, True, 0.0, 9.0),
            Step("hero", "jump", True, True, 1.0, None),
        )
    )
    assert script.sample(1, 1.0) == {"hero": {"walk": (1.0, 0.0, 0.0), "jump": Key(True, True)}}
    assert script.sample(3, 1.0) == {"hero": {"walk": (0.0, 1.0, 0.0), "jump": Key(True, False)}}


def stage() -> Builder:
    made = Builder()
    made.key("jump")
    made.axis2("walk")
    made.machine([Made("A")])
    return made


def step(verb: str, which: int, value: object, start_at: float, end: float | None) -> InputStep:
    kind = VEC if isinstance(value, tuple) else NUMBER
    return InputStep(
        verb,
        "hero",
        which,
        None if value is None else const(value, kind),
        const(start_at, SECONDS),
        None if end is None else const(end, SECONDS),
        SPAN,
    )


def test_a_scenes_script_drives_its_agents() -> None:
    made = stage()
    steps = (step("hold", 1, (0.5, 1.0, 0.0), 0.0, 0.2), step("press", 0, None, 0.1, None))
    run = start(made.program(inputs=steps), 0.1)
    seen = [(run.ticks(1).value("walk"), run.value("jump.pressed")) for _ in range(3)]
    assert seen == [([0.5, 1.0, 0.0], 0.0), ([0.5, 1.0, 0.0], 1.0), ([0.0, 0.0, 0.0], 0.0)]
    assert made.inputs[0].device is InputDevice.KEY


def test_a_hold_without_an_end_lasts() -> None:
    script = scripted(
        (step("hold", 1, (0.0, 1.0, 0.0), 1.0, None),), {"hero": stage().behavior()}, "s"
    )
    assert script.sample(100000, 1.0) == {"hero": {"walk": (0.0, 1.0, 0.0)}}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (step("hold", 1, (0.0, 1.0, 0.0), 2.0, 1.0), "ends before it begins"),
        (step("press", 0, None, -1.0, None), "a time of at least 0 s"),
        (step("hold", 1, (0.0, float("inf"), 0.0), 0.0, 1.0), "has no value"),
    ],
)
def test_steps_that_cannot_be_are_refused(wrong: InputStep, message: str) -> None:
    with pytest.raises(SceneError, match=message):
        start(stage().program(inputs=(wrong,)))
