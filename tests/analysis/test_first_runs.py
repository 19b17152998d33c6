"""What used to fail only when a scene was built, or silently: told when the file is checked."""

from __future__ import annotations

import pytest

from behave.cli.files import UseReader
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.source import Source

HEAD = 'use "rigs/humanoid.beh"\nlayers ground, solid\n'


def errors(text: str) -> list[Diagnostic]:
    source = Source("t.beh", HEAD + text)
    reader = UseReader(source, str(behaviors_path() / "t.beh"))
    return [d for d in check(source, reader).diagnostics if d.severity is Severity.ERROR]


def in_behavior(lines: str, state: str = "") -> str:
    return f"behavior t for humanoid {{\n{lines}\n  initial state A {{ {state} }}\n}}\n"


def in_scene(lines: str) -> str:
    walker = "humanoid hero at (0 m, 0 m, 0 m) with t"
    return f"{in_behavior('')}scene s {{\n  {walker}\n  {lines}\n}}\n"


def in_test(lines: str) -> str:
    return f'{in_scene("")}test "a" in s {{\n  {lines}\n}}\n'


CAST = "from: root.position, along: up, length: 1 m"
TURN = "turned(up, by: 3 deg, about: (0, 0, 0))"


@pytest.mark.parametrize(
    ("text", "code", "at", "said"),
    [
        # arguments that are missing are named
        (in_behavior("sensor c = spherecast(from: root.position)"), "BEH0205", None,
         "`spherecast` needs `radius:` (a length) and `length:` (a length)"),
        (in_behavior("sensor c = boxcast(from: root.position, along: up, length: 1 m)"), "BEH0205",
         None, "`boxcast` needs `size:` (a vec in m)"),
        (in_behavior("let d = distance(root.position)"), "BEH0205", "distance(root.position)",
         "`distance` needs `b` (a point)"),
        (in_behavior(f"sensor c = spherecast({CAST}, radius: 1 m, retry: 3)"), "BEH0205",
         "retry: 3", "`retry` needs `step:`"),
        # sizes
        (in_behavior(f"sensor c = spherecast({CAST}, radius: 0 m)"), "BEH0304", "0 m",
         "`radius` of `spherecast` must be more than 0 m"),
        (in_behavior(f"sensor c = boxcast({CAST}, size: (1 m, 0 m, 1 m))"), "BEH0304",
         "(1 m, 0 m, 1 m)", "more than 0 m in each direction"),
        (in_behavior("sensor c = ray(from: root.position, along: up, length: -1 m)"), "BEH0304",
         "-1 m", "`length` of `ray` must be more than 0 m"),
        (in_behavior("zone z = sphere(center: root.position, radius: 0 m)"), "BEH0304", "0 m",
         "`radius` of `sphere`"),
        (in_behavior("sensor c = ray(from: root.position, along: (0, 0, 0), length: 1 m)"),
         "BEH0304", "(0, 0, 0)", "has no direction"),
        (in_behavior(f"let d = {TURN}"), "BEH0304", "(0, 0, 0)", "has no direction"),
        (in_scene("box w at (0 m, 0 m, 0 m), size: (0 m, 1 m, 1 m)"), "BEH0304",
         "(0 m, 1 m, 1 m)", "`size` of `w`"),
        (in_scene("sphere w at (0 m, 0 m, 0 m), radius: -2 m"), "BEH0304", "-2 m",
         "`radius` of `w`"),
        (in_scene("heightfield h at (0 m, 0 m, 0 m), size: (6 m, 0 m, 4 m), seed: 1"), "BEH0304",
         "(6 m, 0 m, 4 m)", "`size` of `h`"),
        (in_scene("heightfield h at (0 m, 0 m, 0 m), size: (6 m, 5 m, 4 m), seed: 1, cell: 0 m"),
         "BEH0304", "0 m", "`cell` of `h`"),
        # times
        (in_scene("hold hero.walk at (0, 1) from 3 s to 2 s"), "BEH0304", None,
         "`hold` ends before it begins"),
        (in_scene("press hero.jump at -1 s"), "BEH0304", "-1 s", "a script begins at 0 s"),
        (in_test("expect hero in A during 2 s .. 1 s"), "BEH0304", "2 s .. 1 s",
         "`during` ends before it begins"),
        (in_behavior("", "every 0 s { }"), "BEH0304", "0 s", "`every` must be more than 0 s"),
        # numbers
        (in_behavior("param x = 1 / 0"), "BEH0304", "/", "divides by 0"),
        (in_behavior("let x = 1 m / (2 - 2)"), "BEH0304", "/", "divides by 0"),
        (in_behavior("param x = 1e400 m"), "BEH0304", "1e400 m", "larger than any number"),
        (in_behavior("var x = 1e308 * 10"), "BEH0304", "*", "larger than any number"),
        (in_behavior("pose { layer top, weight: 1.5 { play sneak[left] } }"), "BEH0304", "1.5",
         "lies between 0 and 1"),
        # given twice
        (in_behavior("zone z = sphere(center: root.position, radius: 1 m, radius: 2 m)"),
         "BEH0205", "radius: 2 m", "`radius` is given twice"),
        (in_behavior(f"sensor c = ray({CAST}, layer: ground, layer: solid)"), "BEH0205",
         "layer: solid", "`layer` is given twice"),
        (in_scene("box w at (0 m, 0 m, 0 m), size: (1 m, 1 m, 1 m), size: (1 m, 1 m, 1 m)"),
         "BEH0205", "size: (1 m, 1 m, 1 m)", "`size` is given twice"),
        (in_scene("ground g at (0 m, 0 m, 0 m) at (1 m, 0 m, 0 m)"), "BEH0205",
         "at (1 m, 0 m, 0 m)", "`at` is given twice"),
        (in_scene("humanoid b at (1 m, 0 m, 0 m) with t, heading: 1 deg, heading: 2 deg"),
         "BEH0205", "heading: 2 deg", "`heading` is given twice"),
        (in_behavior("", "lerp arm[left].weight to 1 over 1 s over 2 s"), "BEH0205", "over 2 s",
         "`over` is given twice"),
        # switched on and off
        (in_behavior("", "enable feet; disable feet"), "BEH0604", "disable feet",
         "`feet` is enabled and disabled in one place"),
        # final
        (in_behavior("", "-> B\n }\n final state B { -> A after 1 s"), "BEH0207", "->",
         "the final state `B` is not left"),
    ],
)  # fmt: skip
def test_it_is_told_at_its_place(text: str, code: str, at: str | None, said: str) -> None:
    found = errors(text)
    assert [d.code for d in found] == [code], [d.message for d in found]
    assert said in found[0].message
    if at is not None:
        assert found[0].span.text == at


@pytest.mark.parametrize(
    ("text", "helped"),
    [
        (in_behavior("pose { play sneak[up] }"), "choose one: `sneak[left]`, `sneak[right]`"),
        (in_behavior("pose { play tuck(left) }"), "square brackets: `tuck[left]`"),
        (in_behavior("pose { layer top { sneak[left] } }"), "write `play sneak[left]`"),
        (in_behavior("", "move by root.right"), "say how fast: `move by root.right at 1 m/s`"),
        (in_behavior("", "lerp arm[left].weight to 1 over 1 s eases smooth"), "`ease` is close"),
        (in_behavior("", "lerp arm[left].weight to 1 over 1 s, ease: smooth"),
         "write it without `,` and `:`: `ease smooth`"),
        (in_behavior("", "wait 2 s"), "a state is left by its arrow: `-> Next after 2 s`"),
        (in_behavior("var x = 0 m", "set x = x + dt * 1 m/s"), "`advance x by 2 m/s`"),
        (in_behavior("let a = turned(up, by: 90, about: up)"), "write the unit: `90 deg`"),
        (in_behavior("", "lerp wrist[left].rotation to look(ahead, up: up) at 90"),
         "write the unit: `90 deg/s`"),
        (in_behavior("var 🙂 = 1"), "names are made of letters of any script, digits and `_`"),
    ],
)  # fmt: skip
def test_the_right_thing_is_proposed(text: str, helped: str) -> None:
    found = errors(text)
    assert len(found) == 1, [d.message for d in found]
    assert any(helped in text for text in found[0].help), found[0].help


@pytest.mark.parametrize(
    "text",
    [
        in_behavior("pose { turn head 3 deg }"),
        in_behavior("", "turn head 3 deg"),
        in_behavior("var d : number = 0\npose { blend d { 0 -> tuck[left], 1 -> sneak[left] } }"),
        in_behavior("var x : number = 0", "set x = " + " + ".join(["x"] * 200)),
    ],
    ids=["turn in a pose", "turn in a state", "blend", "chain"],
)
def test_one_mistake_is_one_message(text: str) -> None:
    assert len(errors(text)) == 1


@pytest.mark.parametrize("text", [in_scene(""), in_test("expect hero in A within 1 s")])
def test_a_used_file_that_is_missing_is_the_only_message(text: str) -> None:
    source = Source("t.beh", (HEAD + text).replace("humanoid.beh", "humanoyd.beh"))
    (found,) = check(source, UseReader(source, str(behaviors_path() / "t.beh"))).diagnostics
    assert found.code == "BEH0105"
    assert 'did you mean "rigs/humanoid.beh"?' in found.message


def test_a_chain_that_is_too_long_is_marked_itself() -> None:
    text = in_behavior("var x : number = 0", "set x = " + " + ".join(["x"] * 200))
    (found,) = errors(text)
    source = found.span.source
    assert found.span.start == source.text.index("x + x")


def test_what_may_be_zero_may_be_zero() -> None:
    capsule = "capsule c at (0 m, 0 m, 0 m), radius: 1 m, height: 1 m"
    field = "heightfield h at (0 m, 0 m, 0 m), size: (9 m, 0.1 m, 9 m), seed: 1"
    assert (
        errors(in_scene(f"{capsule}\n  {field}\n  hold hero.walk at (0, 1) from 1 s to 1 s")) == []
    )
    assert (
        errors(in_behavior("param r = 0 m\nzone z = sphere(center: root.position, radius: r)"))
        == []
    )
    assert errors(in_behavior("", "enable feet; disable feet when timer > 1 s")) == []
