"""Machine arrays, lists, events and what parts of a walker do: what is a mistake, and what is none.

Every mistake stands in several instances at once and is reported once.
"""

from __future__ import annotations

import pytest

from behave.ir.dump import dump
from behave.ir.validate import problems
from behave.pipeline import Checked, check
from behave.source import Source

RIG = """
layers ground, player
rig crawler {
  enum sides = left, right
  bone trunk at (0 m, 1 m, 0 m)
  bone head of trunk at (0 m, 1 m, 0 m)
  hinge neck, bone: head, about: up
  point lead at (0 m, 0 m, 1 m)
  point mark of lead at (0 m, 0 m, 1 m)
  aim gaze, bone: head
  laser beam
  for s in sides {
    bone upper[s] of trunk    at (0.2 m, 0.4 m, 0 m)
    bone lower[s] of upper[s] at (0 m, -0.3 m, 0 m)
    bone hand[s]  of lower[s] at (0 m, -0.3 m, 0 m)
    two_bone arm[s], root: upper[s], mid: lower[s], tip: hand[s], pole: (0, -1, -1)
  }
}
"""


def checked(body: str, rest: str = "") -> Checked:
    text = f"{RIG}\nbehavior b for crawler {{\n{body}\n}}\n{rest}"
    return check(Source("b.beh", text), lambda source, path: f"no file {path}")


def errors(found: Checked) -> list[tuple[str, str]]:
    return [(d.code, " ".join(d.span.text.split())) for d in found.errors]


STILL = "initial state A { }"
LEG = "machine leg[3] { var x = 0\n initial state P { set x = 1 } }\n"
EVENT = "event e(n : number)\non e(n) { }\n"

MISTAKES = [
    # machine arrays
    ("machine leg[0] { initial state P { } }", "BEH0206", "0"),
    ("machine leg[65] { initial state P { } }", "BEH0206", "65"),
    ("machine leg[2 m] { initial state P { } }", "BEH0206", "2 m"),
    ("machine leg[feet] { initial state P { } }", "BEH0201", "feet"),
    ("machine leg[3] { }", "BEH0403", "leg"),
    ("machine leg[3] { state P { } }", "BEH0403", "P"),
    ("machine leg[3] { initial state P { -> Q } }", "BEH0201", "Q"),
    ("machine leg[3] { var x = 0\n initial state P { set x = y } }", "BEH0201", "y"),
    (
        "machine leg[3] { initial state P { } }\nmachine leg { initial state P { } }",
        "BEH0202",
        "leg",
    ),
    (LEG + "let a = leg[3].x", "BEH0205", "3"),
    (LEG + "let a = leg[1 m].x", "BEH0206", "1 m"),
    (LEG + "let a = leg.x", "BEH0201", "x"),
    (LEG + "let a = leg[0].y", "BEH0201", "y"),
    (LEG + "var i = 0\nlet a = leg[i].y", "BEH0201", "y"),
    (LEG + "let a = leg[0] in Q", "BEH0201", "Q"),
    (LEG + "let a = leg in P", "BEH0206", "leg in P"),
    (LEG + "let a = leg[0] + 1", "BEH0206", "leg[0]"),
    (LEG + "let a = leg > 1", "BEH0206", "leg"),
    (LEG + "let a = leg[0].P > 1", "BEH0206", "leg[0].P"),
    (LEG + "machine m { initial state A { set leg[0].x = 2 } }", "BEH0604", "set leg[0].x = 2"),
    (LEG + "let a = in P[0]", "BEH0205", "in P[0]"),
    ("let a = index", "BEH0201", "index"),
    ("machine m { param p = 1\n initial state A { } }", "BEH0207", "p"),
    ("machine leg[3] { event e\n initial state A { } }", "BEH0207", "e"),
    ("machine leg[sides] { initial state P { } }\nlet a = leg[0] in P", "BEH0206", "0"),
    # several machines of an array write one value
    ("var t = 0\nmachine leg[3] { initial state P { set t = 1 } }", "BEH0604", "set t = 1"),
    (
        "machine leg[3] { initial state P { arc lead.position from mark.position to mark.position "
        "over 1 s } }",
        "BEH0604",
        "arc lead.position from mark.position to mark.position over 1 s",
    ),
    # lists
    ("let a = []", "BEH0206", "[]"),
    ("let a = [1, 2 m]", "BEH0302", "1"),
    ("let a = [1, yes]", "BEH0206", "yes"),
    ("let a = [[1, 2], [3, 4]]", "BEH0206", "[[1, 2], [3, 4]]"),
    ("let a = [1, 2]\nlet b = a[2]", "BEH0205", "2"),
    ("let a = 1\nlet b = a[0]", "BEH0206", "0"),
    ("var h : number[2] = [1, 2, 3]", "BEH0206", "[1, 2, 3]"),
    ("var h : number[2] = [1, 2 m]", "BEH0301", "2 m"),
    ("var h : number[2] = 2 m", "BEH0206", "2 m"),
    ("var h : number[2]", "BEH0205", "h"),
    ("var h : list of number = [1]", "BEH0206", "list of number"),
    ("param h : number[2] = 1", "BEH0207", "number[2]"),
    ("var h = [1, 2]\ninitial state A { set h[2] = 1 }", "BEH0205", "2"),
    ("var h = [1, 2]\ninitial state A { set h[0] = 1 m }", "BEH0301", "1 m"),
    ("var h = [1, 2]\ninitial state A { set h = [1, 2, 3] }", "BEH0206", "[1, 2, 3]"),
    ("var h = [1, 2]\ninitial state A { lerp h to [3, 4] over 1 s }", "BEH0206", "h"),
    ("let h = [1, 2]\ninitial state A { set h[0] = 1 }", "BEH0207", "h[0]"),
    # counting
    ("let a = count(1)", "BEH0206", "1"),
    ("let a = count(arm[left].weight > 0)", "BEH0206", "arm[left].weight > 0"),
    ("let a = count(arm.weight)", "BEH0206", "arm.weight"),
    ("let a = count()", "BEH0205", "count()"),
    ("let a = mean(arm.reached)", "BEH0206", "arm.reached"),
    ("let a = mean(arm)", "BEH0206", "arm"),
    (LEG + "let a = count(leg.x > arm.weight)", "BEH0205", "arm"),
    # events
    ("event e(n)", "BEH0205", "n"),
    ("event e(n : metres)", "BEH0201", "metres"),
    ("event enter", "BEH0202", "enter"),
    ("event e\nevent e\non e { }", "BEH0202", "e"),
    (EVENT + "initial state A { emit e }", "BEH0205", "emit e"),
    (EVENT + "initial state A { emit e(1, 2) }", "BEH0205", "emit e(1, 2)"),
    (EVENT + "initial state A { emit e(1 m) }", "BEH0301", "1 m"),
    ("initial state A { emit nothing }", "BEH0201", "nothing"),
    ("var v = 0\ninitial state A { emit v }", "BEH0206", "v"),
    ("initial state A { emit }", "BEH0205", "emit"),
    ("on heard { }", "BEH0201", "heard"),
    ("var v = 0\non v { set v = 1 }", "BEH0206", "v"),
    (EVENT + "on e(a, b) { }", "BEH0205", "a, b"),
    (EVENT + "initial state A { -> A on e(a, b) }", "BEH0205", "a, b"),
    (EVENT + "var v = 0 m\non e(n) { set v = n }", "BEH0301", "n"),
    (EVENT + "let a = e > 1", "BEH0206", "e"),
    # verbs
    ("initial state A { turn head by 1 deg }", "BEH0205", "turn head by 1 deg"),
    ("initial state A { turn head by 1 m at 1 deg/s }", "BEH0301", "1 m"),
    ("initial state A { turn head by 1 deg at 1 m/s }", "BEH0301", "1 m/s"),
    ("initial state A { turn trunk by 1 deg at 1 deg/s }", "BEH0207", "trunk"),
    ("initial state A { turn lead by 1 deg at 1 deg/s }", "BEH0206", "lead"),
    ("initial state A { turn head about ahead by 1 deg at 1 deg/s }", "BEH0205", "ahead"),
    ("initial state A { turn body by 1 deg at 1 deg/s }", "BEH0207", "turn"),
    ("initial state A { on enter { turn head by 1 deg at 1 deg/s } }", "BEH0207", None),
    ("initial state A { aim head at lead.position }", "BEH0206", "head"),
    ("initial state A { aim gaze at up }", "BEH0301", "up"),
    ("initial state A { aim gaze }", "BEH0205", "aim gaze"),
    ("initial state A { laser gaze from lead.position to lead.position }", "BEH0206", "gaze"),
    ("initial state A { laser beam to lead.position }", "BEH0205", "laser beam to lead.position"),
    ("initial state A { set beam.on = yes }", "BEH0207", "beam.on"),
    (
        "initial state A { arc trunk.position from lead.position to lead.position over 1 s }",
        "BEH0207",
        "trunk.position",
    ),
    ("initial state A { arc lead.position to lead.position over 1 s }", "BEH0205", None),
    ("initial state A { arc lead.position from lead.position to up over 1 s }", "BEH0301", "up"),
    ("initial state A { move mark by ahead at 1 m/s }", "BEH0205", "mark"),
    ("initial state A { set mark.position = lead.position }", "BEH0207", "mark.position"),
    ("initial state A { move head by ahead at 1 m/s }", "BEH0205", "head"),
]


@pytest.mark.parametrize(("lines", "code", "at"), MISTAKES, ids=[m[0][:60] for m in MISTAKES])
def test_one_mistake_one_error(lines: str, code: str, at: str | None) -> None:
    body = lines if "state A" in lines else f"{lines}\n{STILL}"
    found = errors(checked(body))
    assert [c for c, _ in found] == [code], found
    if at is not None:
        assert found[0][1] == at


GOOD = """
event stepped(leg : number, side : sides)
event rested
var holder : number[2] = [0, 3]
var places : point[sides] = lead.position
var spare : angle[2] = none
var sum = 0
let table = [1 m, 2 m, 3 m]
let next(i) = mod(i + 1, 3)
machine leg[3] {
  var landing : point = lead.position
  let high = landing.y
  guard wants = high > table[index] or holder[0] == index for 0.1 s or other.exists
  zone near = sphere(radius: 1 m, center: landing)
  sensor below = ray(from: landing, along: down, length: table[index], layer: ground)
  sensor other = ray(from: leg[next(index)].landing, along: down, length: 1 m) when below.exists
  initial state Planted { -> Swing when wants and not leg[next(index)] in Swing }
  state Swing {
    arc landing from lead.position to below.point over 0.2 s, height: 10 cm
    -> Planted after 0.2 s { emit stepped(index, left); emit rested }
    -> Planted on near.exit
  }
}
on stepped(n, s) when s == left { set holder[0] = next(n); set sum = sum + n }
machine look {
  let prey = seek.prey
  turn head about up by 1 deg rate 2 /s
  initial state Off { -> On on rested when count(leg.wants) > 1 }
  state On {
    aim gaze at prey.point when prey.exists
    laser beam from head.position to prey.point
    -> Off on stepped(n, _s) when n == 2 or not prey.exists
  }
}
machine seek {
  zone watch = sphere(radius: 9 m, center: lead.position)
  sensor prey = track(watch, layer: player)
  initial state Still {
    move lead by (0, 0, 1) at 1 m/s
    move by ahead at 1 m/s
    set places[left] = mean(leg.landing)
    set spare[0] = 3 deg when leg[holder[1]].below.exists
    -> restart when leg[sum].Swing.timer > 1 s and leg[sum].timer < 2 s and places[right].x > 0 m
       and spare[1].exists
  }
}
"""


def test_everything_together_is_right_and_its_program_holds_its_promises() -> None:
    found = checked(GOOD)
    assert found.diagnostics == (), [(d.message, d.span.text) for d in found.diagnostics]
    assert found.program is not None
    assert problems(found.program) == []
    (behavior,) = found.program.behaviors
    assert [m.name for m in behavior.machines] == ["leg[0]", "leg[1]", "leg[2]", "look", "seek"]
    assert [m.family for m in behavior.machines] == ["leg", "leg", "leg", "", ""]
    assert [t.machine for t in behavior.turns] == [0, 1, 2, 3, 4]
    assert [e.name for e in behavior.events] == ["stepped", "rested"]
    assert [(e.event, e.machine) for e in behavior.emitters] == [
        (event, machine) for machine in range(3) for event in (0, 1)
    ]
    assert "leg[2].below.point" in behavior.slot_of
    assert "places[right]" in behavior.slot_of


def test_the_dump_shows_arrays_events_and_arcs() -> None:
    found = checked(GOOD)
    assert found.program is not None
    text = dump(found.program)
    for line in (
        "  event stepped(stepped.leg, stepped.side)",
        "  emitter 4 of stepped by leg[2]",
        "  machine leg[1] of leg starts in Planted",
        "  on event 0 sent",
        "-> On on event 1 sent when",
        "emit stepped(1.0, 0) from 2",
        "arc (leg[0].landing) from lead.position to leg[0].below.point over 0.2 height 0.1",
    ):
        assert line in text, line
    assert dump(found.program) == text


def warnings(body: str) -> list[tuple[str, str]]:
    return [(d.code, d.span.text) for d in checked(body).diagnostics]


def test_what_one_instance_uses_is_used() -> None:
    body = "machine leg[3] { var x = 0\n var y = 0\n initial state P { set x = 1 } }\n"
    body += "machine m { initial state A { -> B when leg[1].x > 0 }\n final state B { } }"
    assert warnings(body) == [("BEH0203", "y")]


def test_an_unreachable_state_of_an_array_is_told_once() -> None:
    assert warnings("machine leg[6] { initial state P { }\n state Q { } }") == [("BEH0401", "Q")]


def test_an_event_that_nothing_waits_for_is_told() -> None:
    assert warnings("event e\ninitial state A { emit e }") == [("BEH0701", "emit e")]
    assert warnings("event e\non e { }\ninitial state A { emit e }") == []


def test_instances_that_write_their_own_do_not_conflict() -> None:
    body = "var t : number[3] = 0\nmachine leg[3] { initial state P { set t[index] = 1 } }"
    assert warnings(body) == []


def test_two_arcs_on_one_place_in_states_active_together() -> None:
    arc = "arc lead.position from mark.position to mark.position over 1 s"
    found = checked(f"initial state A {{ {arc}\n initial state B {{ {arc} }} }}")
    assert [d.message for d in found.errors] == ["two arcs write `lead.position` at the same time"]


def test_messages_about_arrays_say_what_to_write() -> None:
    (found,) = checked(LEG + "let a = leg in P\n" + STILL).errors
    assert found.help == (
        "choose one: `leg[…]` with a value of its count, or go over all of them: "
        "`count(leg in State)`",
    )
    body = "var t = 0\nmachine leg[3] { initial state P { set t = 1 } }"
    (found,) = checked(body).errors
    assert found.message == "`t` is written by every one of the machines `leg`"
    assert found.secondary == ()


def test_a_state_of_the_own_instance_goes_before_those_of_the_others() -> None:
    body = "machine leg[2] { initial state P { -> Q when in P and P.timer > 1 s }\n state Q { } }"
    assert errors(checked(body)) == []
