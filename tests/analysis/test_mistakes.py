"""Each mistake gives its code at its place, and nothing else."""

from __future__ import annotations

import pytest

from behave.diagnostics.diagnostic import Diagnostic


def errors(checked) -> list[tuple[str, str]]:  # type: ignore[no-untyped-def]
    return [(d.code, d.span.text) for d in checked.errors]


@pytest.mark.parametrize(
    ("lines", "code", "at"),
    [
        # names
        ("initial state A { -> B }", "BEH0201", "B"),
        ("var x = 1\ninitial state A { set y = 2 }", "BEH0201", "y"),
        ("initial state A { -> A when sped > 1 }", "BEH0201", "sped"),
        ("sensor s = rey(from: root.position)", "BEH0201", "rey"),
        ("sensor s = nearest(root.position, within: 1 m, layer: tuchable)", "BEH0201", "tuchable"),
        ("let a = arm[left].wieght", "BEH0201", "wieght"),
        ("let a = root.position.w", "BEH0201", "w"),
        ("var x : lenght = 1 m", "BEH0201", "lenght"),
        ("var x = 0 m\ninitial state A { lerp x to 1 m over 1 s ease smoth }", "BEH0201", "smoth"),
        ("on arms.found { }", "BEH0201", "arms"),
        # declared twice
        ("var x = 1\nvar x = 2", "BEH0202", "x"),
        ("param p = 1\nlet p = 2", "BEH0202", "p"),
        ("initial state A { }\nstate A { }", "BEH0202", "A"),
        # calls and sentences
        ("let a = distance(root.position)", "BEH0205", "distance(root.position)"),
        ("let a = round(1.4)", "BEH0205", "round(1.4)"),
        ("let a = round(1.4, stp: 1)", "BEH0205", "stp"),
        ("let f(a) = a\nlet b = f(1, 2)", "BEH0205", "f(1, 2)"),
        ("let f(a) = a\nlet b = f + 1", "BEH0205", "f"),
        ("var x = 0 m\ninitial state A { lerp x to 1 m }", "BEH0205", "lerp x to 1 m"),
        ("var x = 0 m\ninitial state A { lerp x over 1 s }", "BEH0205", "lerp x over 1 s"),
        (
            "var x = 0 m\ninitial state A { lerp x to 1 m over 1 s rate 2 /s }",
            "BEH0205",
            "lerp x to 1 m over 1 s rate 2 /s",
        ),
        ("sensor s = ray(from: root.position, length: 1 m)", "BEH0205", None),
        ("let a = arm[2].weight", "BEH0206", "2"),
        # signs of other languages
        ("initial state A { -> A when moving && moving }", "BEH0101", "&&"),
        ("initial state A { -> A when moving || moving }", "BEH0101", "||"),
        # kinds
        ("initial state A { -> A when 3 }", "BEH0206", "3"),
        ("let a = not 3", "BEH0206", "3"),
        ("let a = root.position and yes", "BEH0206", "root.position"),
        ("let a = root.position < root.position", "BEH0206", "<"),
        ("let a = dot(1, up)", "BEH0206", "1"),
        ("var s : sides = 1", "BEH0206", "1"),
        ("let a = arm.weight", "BEH0201", "weight"),
        ("let a = arm[left] + 1", "BEH0206", "arm[left]"),
        ("initial state A { }\nlet a = A", "BEH0206", "A"),
        ("let a = 1 if yes else 1 m", "BEH0302", "1"),
        # what can be written, and where
        ("param p = 1\ninitial state A { set p = 2 }", "BEH0207", "p"),
        ("initial state A { set hips.forward = ahead }", "BEH0207", "hips.forward"),
        ("var v = (1, 2, 3)\ninitial state A { set v.x = 1 }", "BEH0207", "v.x"),
        (
            "var x = 0 m\ninitial state A { on enter { lerp x to 1 m over 1 s } }",
            "BEH0207",
            "lerp x to 1 m over 1 s",
        ),
        ("let a = ray(from: root.position, along: ahead, length: 1 m)", "BEH0207", None),
        ("initial state A { param p = 1 }", "BEH0207", "p"),
        # itself
        ("let a = b + 1\nlet b = a + 1", "BEH0208", None),
        ("guard g(x) = g(x)\nlet a = g(1)", "BEH0208", None),
        # units
        ("let a = 1 m + 1 s", "BEH0301", "+"),
        ("let a = 1 m < 1 s", "BEH0301", "<"),
        ("let a = 1 m < 2", "BEH0302", "2"),
        ("let a = 30 deg > 1", "BEH0302", "1"),
        ("let a = sin(1)", "BEH0302", "1"),
        ("let a = (1 m, 2 m, 3 s)", "BEH0301", "3 s"),
        ("var x = 0 m\ninitial state A { set x = 2 s }", "BEH0301", "2 s"),
        ("var x = 0 m\ninitial state A { set x = 2 }", "BEH0302", "2"),
        ("var x = 0 m\ninitial state A { lerp x to 1 m over 2 }", "BEH0302", "2"),
        ("var x = 0 m\ninitial state A { lerp x to 1 m at 2 m }", "BEH0301", "2 m"),
        ("var x = 0 m\ninitial state A { advance x by 2 m }", "BEH0301", "2 m"),
        ("initial state A { -> A after 2 }", "BEH0302", "2"),
        ("param p = 1 m in 1 s .. 2 s", "BEH0301", None),
        ("param p = 3 m in 1 m .. 2 m", "BEH0304", "3 m"),
        ("param p = 3 m in 4 m .. 2 m", "BEH0304", "4 m .. 2 m"),
        # states
        ("state A { }\nstate B { }", "BEH0403", "A"),
        ("initial state A { }\ninitial state B { }", "BEH0403", "B"),
        ("initial state A { state B { } state C { } }", "BEH0403", "B"),
        ("machine m { var x = 1 }", "BEH0403", "m"),
        # one writer
        (
            "var x = 0\nmachine m { initial state A { set x = 1 } }\n"
            "machine n { initial state B { set x = 2 } }",
            "BEH0604",
            "set x = 2",
        ),
        (
            "var x = 0\ninitial state A { lerp x to 1 over 1 s\n"
            "initial state B { lerp x to 2 over 1 s } }",
            "BEH0604",
            "lerp x to 2 over 1 s",
        ),
        # not yet
        ("action step { }", "BEH0104", None),
        ("initial state A { choose { -> A } }", "BEH0104", None),
    ],
)
def test_one_mistake_one_error(body, lines: str, code: str, at: str | None) -> None:  # type: ignore[no-untyped-def]
    found = errors(body(lines))
    assert [c for c, _ in found][:1] == [code], found
    if code != "BEH0208" and not (lines.count("1 s .. 2 s")):
        assert len(found) == 1, found
    if at is not None:
        assert found[0][1].strip() == at


def one(checked) -> Diagnostic:  # type: ignore[no-untyped-def]
    assert len(checked.errors) == 1, [d.message for d in checked.errors]
    return checked.errors[0]


def test_a_misspelt_name_offers_the_close_one_as_a_fix(body) -> None:  # type: ignore[no-untyped-def]
    found = one(body("initial state Walking { -> Runing }\nstate Running { }"))
    assert found.label == "did you mean `Running`?"
    assert [(e.span.text, e.text) for f in found.fixes for e in f.edits] == [("Runing", "Running")]
    assert not found.fixes[0].safe


def test_a_unit_error_names_both_sides(body) -> None:  # type: ignore[no-untyped-def]
    found = one(body("let a = distance(root.position, hips.position) < 2 s"))
    assert found.message == "cannot compare a length and a time"
    assert [label.text for label in found.secondary] == ["this is a length", "this is a time"]


def test_a_missing_unit_is_offered(body) -> None:  # type: ignore[no-untyped-def]
    found = one(body("let a = 1 m < 2"))
    assert [(e.span.text, e.text) for f in found.fixes for e in f.edits] == [("2", "2 m")]


def test_what_a_broken_declaration_declares_is_not_an_error_at_every_use(body) -> None:  # type: ignore[no-untyped-def]
    text = (
        "sensor wall = closest(from: root.position)\n"
        "initial state A { -> A when wall.exists and wall.distance < 1 m }"
    )
    assert [d.code for d in body(text).errors] == ["BEH0104"]


def test_several_mistakes_are_all_found(body) -> None:  # type: ignore[no-untyped-def]
    text = "initial state A {\n set x = 1\n -> B\n -> A when 1 m < 1 s\n}"
    assert errors(body(text)) == [("BEH0201", "x"), ("BEH0201", "B"), ("BEH0301", "<")]


def test_names_in_any_script(body) -> None:  # type: ignore[no-untyped-def]
    text = (
        "var 高さ = 1 m\n"
        "initial state 待つ { set 高さ = 2 m\n -> 歩く when 高さ > 1 m }\n"
        "state 歩く { }"
    )
    assert body(text).errors == ()


def test_a_let_that_doubles_is_stopped_before_it_fills_the_memory(body) -> None:  # type: ignore[no-untyped-def]
    lines = ["let a0 = 1"] + [f"let a{i} = a{i - 1} + a{i - 1}" for i in range(1, 60)]
    found = body("\n".join(lines)).errors
    assert [d.code for d in found] == ["BEH0102"]


def test_use_says_why_a_file_cannot_be_used(file) -> None:  # type: ignore[no-untyped-def]
    found = one(file('use "nowhere.beh"\n'))
    assert (found.code, found.message) == ("BEH0105", "no file nowhere.beh")


@pytest.mark.parametrize(
    ("scene", "code", "at"),
    [
        ("box b at (0 m, 0 m, 0 m)", "BEH0205", None),
        ("box b at (0 m, 0 m, 0 m), size: (1 m, 1 m, 1 m), colour: 1", "BEH0201", "colour"),
        ("box b, size: (1 m, 1 m, 1 m)", "BEH0205", None),
        ("box b at (0 m, 5 m), size: (1 m, 1 m, 1 m)", "BEH0206", "(0 m, 5 m)"),
        ("bocks b at (0 m, 0 m, 0 m)", "BEH0201", "bocks"),
        ("body h at (0 m, 0 m, 0 m)", "BEH0205", None),
        ("body h at (0 m, 0 m, 0 m) with c", "BEH0201", "c"),
        ("body h at (0 m, 0 m, 0 m) with b, hight: 2 m", "BEH0201", "hight"),
        ("body h at (0 m, 0 m, 0 m) with b, height: 2", "BEH0302", "2"),
        ("body h at (0 m, 0 m, 0 m) with b\nhold h.walk at 1 from 0 s", "BEH0206", "1"),
        ("body h at (0 m, 0 m, 0 m) with b\npress h.jmp at 1 s", "BEH0201", "jmp"),
        ("body h at (0 m, 0 m, 0 m) with b\npress h.walk at 1 s", "BEH0205", "h.walk"),
        ("remove b at 1 s", "BEH0201", "b"),
        ("stairs s at (0 m, 0 m, 0 m)", "BEH0205", "stairs s at (0 m, 0 m, 0 m)"),
        ("pond p at (0 m, 0 m, 0 m)", "BEH0201", "pond"),
    ],
)
def test_mistakes_in_scenes(scene_of, scene: str, code: str, at: str | None) -> None:  # type: ignore[no-untyped-def]
    found = errors(scene_of(scene))
    assert [c for c, _ in found] == [code], found
    if at is not None:
        assert found[0][1].strip() == at


def test_a_name_whose_declaration_did_not_parse_is_no_error_of_its_own(body) -> None:  # type: ignore[no-untyped-def]
    text = "vra speed = 1 m/s\ninitial state A { -> A when speed > 2 m/s }"
    assert [d.code for d in body(text).errors] == ["BEH0101"]


def test_there_is_no_timer_outside_a_behavior(scene_of, file) -> None:  # type: ignore[no-untyped-def]
    assert errors(file("let late = timer > 2 s")) == [("BEH0207", "timer")]
    text = "box b at (0 m, timer, 0 m), size: (1 m, 1 m, 1 m)"
    assert ("BEH0207", "timer") in errors(scene_of(text))


def test_functions_that_double_are_stopped_too(body) -> None:  # type: ignore[no-untyped-def]
    lines = ["let f0(x) = x + x"] + [f"let f{i + 1}(x) = f{i}(x) + f{i}(x)" for i in range(60)]
    found = body("\n".join([*lines, "let y = f60(1)"])).errors
    assert {d.code for d in found} == {"BEH0102"}
    assert sum("put in place: more than" in d.message for d in found) == 1


def test_loops_in_loops_are_stopped(body) -> None:  # type: ignore[no-untyped-def]
    opened = "".join(f"for i{k} in 0 .. 99 {{\n" for k in range(6))
    text = f"var v = 0\n{opened}set v = v + 1\n{'}' * 6}\ninitial state A {{ }}"
    assert [d.code for d in body(text).errors] == ["BEH0102"]


@pytest.mark.parametrize(
    ("options", "line", "at"),
    [
        ("ticks: [0 Hz]", "expect hero in A at 1 s", "0 Hz"),
        ("ticks: 1e9 Hz", "expect hero in A at 1 s", "1e9 Hz"),
        ("lasts: -1 s", "expect hero in A at 1 s", "-1 s"),
        ("lasts: 2 s", "expect hero in A at 1e9 s", "1e9 s"),
    ],
)
def test_rates_and_times_of_tests_that_cannot_be_run(  # type: ignore[no-untyped-def]
    file, options: str, line: str, at: str
) -> None:
    text = (
        "rig r { bone a at (0 m, 1 m, 0 m) }\n"
        "behavior b for r { initial state A { } }\n"
        "scene s { r hero at (0 m, 0 m, 0 m) with b }\n"
        f'test "t" in s, {options} {{ {line} }}\n'
    )
    assert errors(file(text)) == [("BEH0304", at)]
