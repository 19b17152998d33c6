"""Moves, switches and the direction of the root: what they become, and what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.dump import dump
from behave.ir.ops import Op
from behave.ir.program import Advance, Assign, BehaviorProgram, Branch, Form, Lerp
from behave.ir.validate import problems
from behave.kinds import ROTATION, VEC, vec
from behave.pipeline import Checked
from behave.units import SPEED

Compile = Callable[[str], BehaviorProgram]
Checker = Callable[[str], Checked]


def slot_path(program: BehaviorProgram, statement: Assign | Advance | Lerp) -> str:
    return program.slots[statement.place.stores[0].slots[0]].path


def in_state(text: str) -> str:
    return f"initial state A {{ {text} }}"


def test_a_move_advances_the_way_moved_by_direction_times_speed(walking: Compile) -> None:
    made = walking(in_state("move by root.right at 2 m/s\nmove by velocity"))
    first, second = made.machines[0].states[0].actions
    assert isinstance(first, Advance)
    assert isinstance(second, Advance)
    assert slot_path(made, first) == slot_path(made, second) == "root.moved"
    assert first.place.text == "move"
    assert first.rate.op is Op.VSCALE
    assert first.rate.kind == vec(SPEED)
    assert first.rate.args[0].kind == VEC
    assert first.rate.args[1].data == 2.0
    assert second.rate.kind == vec(SPEED)


def test_switches_write_their_slot_and_a_trailing_when_branches(walking: Compile) -> None:
    made = walking(
        "machine m {\n disable control when not in A\n enable feet\n"
        " initial state A { -> B when moving }\n state B { } }"
    )
    branch, feet = made.machines[0].actions
    assert isinstance(branch, Branch)
    assert isinstance(feet, Assign)
    (control,) = branch.then
    assert isinstance(control, Assign)
    assert slot_path(made, control) == "control.enabled"
    assert control.value.data is False
    assert slot_path(made, feet) == "feet.enabled"
    assert feet.value.data is True


def test_what_lasts_a_tick_is_set_back_each_tick(walking: Compile, walker: Checker) -> None:
    made = walking(in_state(""))
    found = {made.slots[r.slot].path: r.value.data for r in made.resets if r.value}
    assert found == {
        "feet.enabled": False,
        "control.enabled": True,
        "root.moved": (0.0, 0.0, 0.0),
    }
    program = walker(in_state("")).program
    assert program is not None
    assert problems(program) == []
    assert "  reset control.enabled = True\n" in dump(program)


def test_the_body_and_the_feet_are_names(walking: Compile) -> None:
    made = walking(
        in_state(
            "set body.turned = 90 deg\nset body.shifted = (0 m, 0 m, 1 cm)\n"
            "set body.lowered = 5 cm\nset feet.offset = 2 cm\n"
            "-> A when body.position.y > root.position.y and body.forward.x > 0\n"
            "-> A when feet.weight > 50 % and foot[left].hit and foot[right].normal.y > 0.9\n"
            "-> A when control.enabled and feet.enabled and look.weight > 0"
        )
    )
    written = [slot_path(made, a) for a in made.machines[0].states[0].actions]  # type: ignore[arg-type]
    assert written == ["body.turned", "body.shifted", "body.lowered", "feet.offset"]
    # the body's own place is not the root's
    assert made.slot_of["body.position"] != made.slot_of["root.position"]


def test_the_roots_direction_is_written_through_its_rotation(walking: Compile) -> None:
    made = walking(
        "var n : vec = none\n"
        + in_state(
            "set root.forward = -n\nlerp root.forward to n over 1 s ease smooth\n"
            "set root.position = root.position + (0 m, 1 m, 0 m)"
        )
    )
    turn, lerp, teleport = made.machines[0].states[0].actions
    assert isinstance(turn, Assign)
    assert isinstance(lerp, Lerp)
    assert isinstance(teleport, Assign)
    assert slot_path(made, turn) == slot_path(made, lerp) == "root.rotation"
    assert turn.place.kind == lerp.goal.kind == ROTATION
    assert turn.value.op is lerp.goal.op is Op.LOOK
    flat, up = turn.value.args
    assert flat.op is Op.VECTOR
    assert [a.op for a in flat.args] == [Op.COMPONENT, Op.CONST, Op.COMPONENT]
    assert flat.args[1].data == 0.0
    assert up.data == (0.0, 1.0, 0.0)
    assert lerp.form is Form.OVER
    assert made.slots[lerp.capture].kind == ROTATION
    assert slot_path(made, teleport) == "root.position"


@pytest.mark.parametrize(
    "form", ["over 1 s", "over 1 s chase", "rate 8 /s", "half_life 1 s", "at 90 deg/s"]
)
def test_every_form_of_lerp_turns_the_root(walking: Compile, form: str) -> None:
    made = walking(in_state(f"lerp root.forward to velocity {form}"))
    (lerp,) = made.machines[0].states[0].actions
    assert isinstance(lerp, Lerp)
    assert lerp.place.kind == ROTATION


MISTAKES = [
    # moves
    ("move by root.right", "BEH0301", "root.right"),
    ("move by root.right at 1 m", "BEH0301", "1 m"),
    ("move by velocity at 1 m/s", "BEH0301", "velocity"),
    ("move by root.position at 1 m/s", "BEH0301", "root.position"),
    ("move at 1 m/s", "BEH0205", "move at 1 m/s"),
    ("move head by root.right at 1 m/s", "BEH0205", "head"),
    ("move by root.right at 1 m/s over 2 s", "BEH0205", "over 2 s"),
    ("on enter { move by velocity }", "BEH0207", "move by velocity"),
    ("every 1 s { move by velocity }", "BEH0207", "move by velocity"),
    # switches
    ("on enter { disable control }", "BEH0207", "disable control"),
    ("-> A { enable feet }", "BEH0207", "enable feet"),
    ("disable", "BEH0205", "disable"),
    ("disable controll", "BEH0201", "controll"),
    ("disable head", "BEH0206", "head"),
    ("disable root.position", "BEH0206", "root.position"),
    ("disable control over 2 s", "BEH0205", "over 2 s"),
    ("set control.enabled = no", "BEH0207", "control.enabled"),
    # directions
    ("set root.forward = 1", "BEH0206", "1"),
    ("lerp root.forward to velocity at 1 m/s", "BEH0301", "1 m/s"),
    ("advance root.forward by velocity", "BEH0206", "root.forward"),
    ("set root.right = velocity", "BEH0207", "root.right"),
    ("set body.forward = velocity", "BEH0207", "body.forward"),
    ("set body.position = root.position", "BEH0207", "body.position"),
    ("set root.moved = (0 m, 0 m, 0 m)", "BEH0201", "moved"),
    ("lower hips by 1 m", "BEH0207", "lower"),
    ("turn body by 1 deg about up", "BEH0207", "turn"),
]


@pytest.mark.parametrize(("line", "code", "at"), MISTAKES)
def test_one_mistake_one_error(walker: Checker, line: str, code: str, at: str) -> None:
    found = walker(in_state(line)).errors
    assert [(d.code, " ".join(d.span.text.split())) for d in found] == [(code, at)], found


def test_a_rig_without_a_mover_moves_and_has_no_switches(body: Checker) -> None:
    found = body(in_state("move by (1 m/s, 0 m/s, 0 m/s)\ndisable control\nenable feet")).errors
    assert [(d.code, d.span.text) for d in found] == [("BEH0201", "control"), ("BEH0201", "feet")]
    assert "comes with a `mover`" in found[0].message
    assert "comes with a `foot`" in found[1].message


def test_it_says_that_a_switch_in_a_block_that_runs_once_lasts_one_tick(walker: Checker) -> None:
    (found,) = walker(in_state("on enter { disable control }")).errors
    assert found.message == "`disable` lasts for one tick, and a handler runs once"


TWO = "machine one {{ initial state A {{ {} }} }}\nmachine two {{ initial state B {{ {} }} }}"


@pytest.mark.parametrize(
    ("first", "second", "conflicts"),
    [
        ("move by velocity", "move by root.right at 1 m/s", 0),
        ("disable control", "disable control", 0),
        ("disable control", "enable control", 1),
        ("disable control when moving", "enable control", 1),
        ("disable control", "enable feet", 0),
        ("set root.forward = velocity", "set root.rotation = root.rotation", 1),
        ("set body.turned = 1 deg", "set body.turned = 2 deg", 1),
        ("set body.turned = 1 deg", "set body.lowered = 2 m", 0),
    ],
)
def test_two_writers(walker: Checker, first: str, second: str, conflicts: int) -> None:
    found = walker(TWO.format(first, second)).errors
    assert [d.code for d in found] == ["BEH0604"] * conflicts
