"""Inputs: what they may be bound to, what they read, and what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.program import BehaviorProgram, InputDevice
from behave.kinds import BOOL, NUMBER, VEC
from behave.pipeline import Checked
from viewer.bindings import GROUPS
from viewer.gamepad import button_name

STATES = "initial state A { }\n"
KEY, AXIS, AXIS2 = InputDevice.KEY, InputDevice.AXIS, InputDevice.AXIS2


@pytest.mark.parametrize(
    ("source", "device", "bindings"),
    [
        ("key(F) or button(Y)", KEY, [("key", "F"), ("button", "Y")]),
        ("key(space)", KEY, [("key", "space")]),
        ("key(LShift) or key(F11)", KEY, [("key", "LShift"), ("key", "F11")]),
        ("button(LT) or button(RightTrigger)", KEY, [("button", "LT"), ("button", "RightTrigger")]),
        ("button(Up) or button(dpad_down)", KEY, [("button", "Up"), ("button", "dpad_down")]),
        (
            "axis(A, D) or stick(left).x",
            AXIS,
            [("less", "A"), ("more", "D"), ("stick.x", "left")],
        ),
        ("stick(dpad).y", AXIS, [("stick.y", "dpad")]),
        ("axis(Left, Right)", AXIS, [("less", "Left"), ("more", "Right")]),
        ("axis2(keys: WASD).x", AXIS, [("keys.x", "WASD")]),
        (
            "axis2(keys: arrows) or stick(dpad)",
            AXIS2,
            [("keys", "arrows"), ("stick", "dpad")],
        ),
    ],
)
def test_bindings(
    program: Callable[[str], BehaviorProgram],
    source: str,
    device: InputDevice,
    bindings: list[tuple[str, str]],
) -> None:
    made = program(f"input it = {source}\n{STATES}")
    found = made.inputs[-1]
    assert found.device is device
    assert list(found.bindings) == bindings
    kind = {KEY: BOOL, AXIS: NUMBER, AXIS2: VEC}[device]
    assert made.slots[found.value].kind == kind
    # the viewer listens to the same names
    for bound, name in bindings:
        if bound.startswith("keys"):
            assert name.upper() in GROUPS
        if bound == "button":
            assert button_name(name) in {"Y", "LT", "RT", "UP", "DOWN"}


def test_a_key_reads_held_pressed_and_released(program: Callable[[str], BehaviorProgram]) -> None:
    made = program(
        "input it = key(F), buffer: 0.15 s\n"
        "initial state A { -> B when it.pressed and it and it.held and not it.released }\n"
        "state B { }"
    )
    declared = made.inputs[-1]
    assert declared.buffer is not None
    assert declared.buffer.data == 0.15
    (arrow,) = made.machines[0].states[0].transitions
    assert [made.inputs[i].name for i in arrow.buffered] == ["it"]
    assert {s.path for s in made.slots} >= {"it", "it.pressed", "it.released", "it.waiting"}


@pytest.mark.parametrize(
    ("source", "code", "at"),
    [
        ("key(Spcae)", "BEH0201", "Spcae"),
        ("axis(A, Dee)", "BEH0201", "Dee"),
        ("axis(A, a)", "BEH0205", "axis(A, a)"),
        ("axis(A)", "BEH0205", "axis(A)"),
        ("button(Q)", "BEH0201", "Q"),
        ("stick(up)", "BEH0201", "up"),
        ("axis2(keys: WSAD)", "BEH0201", "WSAD"),
        ("stick(left).z", "BEH0205", "stick(left).z"),
        ("key(F).x", "BEH0205", "key(F).x"),
        ("trigger(right)", "BEH0205", "trigger(right)"),
        ("dpad(up)", "BEH0205", "dpad(up)"),
        ("key(F) or stick(left)", "BEH0205", "key(F) or stick(left)"),
        ("key(F) and key(G)", "BEH0205", "key(F) and key(G)"),
        ("key(F), bufer: 1 s", "BEH0205", "bufer"),
        ("key(F), buffer: 1", "BEH0302", "1"),
        ("axis(A, D), buffer: 1 s", "BEH0205", None),
    ],
)
def test_bad_bindings(
    body: Callable[[str], Checked], source: str, code: str, at: str | None
) -> None:
    found = body(f"input it = {source}\n{STATES}").errors
    assert [d.code for d in found] == [code], [d.message for d in found]
    if at is not None:
        assert found[0].span.text == at


@pytest.mark.parametrize(
    ("source", "word"),
    [("trigger(right)", "button(RT)"), ("dpad(up)", "stick(dpad)"), ("keys(WASD)", "axis2")],
)
def test_what_goes_by_another_name_is_proposed(
    body: Callable[[str], Checked], source: str, word: str
) -> None:
    (found,) = body(f"input it = {source}\n{STATES}").errors
    assert any(word in line for line in found.help)


@pytest.mark.parametrize(
    ("step", "code", "at"),
    [
        ("press hero.walk at 1 s", "BEH0205", "hero.walk"),
        ("hold hero.jump at 1 from 1 s to 2 s", "BEH0205", "1"),
        ("hold hero.walk from 1 s to 2 s", "BEH0205", None),
        ("press hero.jumb at 1 s", "BEH0201", "jumb"),
        ("press hero.jump at 1 s when yes", "BEH0205", "yes"),
        ("press hero.jump at 1 s { }", "BEH0205", "press"),
    ],
)
def test_steps_that_do_not_fit_the_input(
    scene_of: Callable[[str], Checked], step: str, code: str, at: str | None
) -> None:
    found = scene_of(f"body hero at (0 m, 0 m, 0 m) with b\n{step}").errors
    assert [d.code for d in found] == [code], [(d.message, d.span.text) for d in found]
    if at is not None:
        assert found[0].span.text == at
