"""The likely first mistakes: what is said, where, and what is proposed."""

from __future__ import annotations

import pytest

from behave.diagnostics.catalog import MISPLACED, SYNTAX
from behave.diagnostics.diagnostic import Diagnostic
from behave.source import Source
from behave.syntax import parse


def in_state(statement: str) -> str:
    inside = f"    {statement}\n    lerp q to 2 over 1 s\n"
    return f"behavior b for r {{\n  initial state A {{\n{inside}  }}\n}}\n"


def only(text: str) -> Diagnostic:
    found = parse(Source("t", text))[1]
    assert len(found) == 1, [d.message for d in found]
    return found[0]


def proposed(text: str, finding: Diagnostic) -> str:
    (fix,) = finding.fixes
    assert not fix.safe
    for edit in sorted(fix.edits, key=lambda e: -e.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize(
    ("wrong", "marked", "message", "right"),
    [
        ("-> B when x = 3", "=", "a comparison is written `==`, not `=`", "-> B when x == 3"),
        ("set x == 3", "==", "a value is given with `=`; `==` compares", "set x = 3"),
        ("set x := 3", ":=", "a value is given with `=`, not `:=`", "set x = 3"),
        ("param p := 3", ":=", "a value is given with `=`, not `:=`", "param p = 3"),
        ("x.y = 3", "x", "to change a value write `set x.y = …`", "set x.y = 3"),
        ("lerp x = 3 over 1 s", "=", "`lerp` takes its goal with `to`; `=` belongs to `set`",
         "lerp x to 3 over 1 s"),
        ("-> B timer > 2 s", "timer",
         "the guard of a transition begins with `when`, found `timer`", "-> B when timer > 2 s"),
        ("-> B not x", "not",
         "the guard of a transition begins with `when`, found the keyword `not`",
         "-> B when not x"),
        ("-> B if x", "if", "a condition begins with `when`, not `if`", "-> B when x"),
        ("set y = 1 if x", "if",
         "a value chosen with `if` needs an `else`; a condition on the statement is a `when`",
         "set y = 1 when x"),
        ("when x > 2 -> B", "->", "a transition begins with its arrow: `-> B when …`",
         "-> B when x > 2"),
        ("-> state B when x", "state", "after the arrow stands the name alone: `-> B`",
         "-> B when x"),
        ("B after 2 s", "B", "a transition begins with an arrow: `-> B after …`", "-> B after 2 s"),
        ("-> B wen x", "wen", "`wen` does not fit here", "-> B when x"),
        ("lerp x to 1 ovr 2 s", "ovr", "`ovr` does not fit here", "lerp x to 1 over 2 s"),
        ("if x { stop }", "if", "`if` does not begin a statement like this", "when x { stop }"),
        ("vra x = 1", "vra", "`vra` does not begin a statement like this", "var x = 1"),
        ("when x { } else if y { }", "if", "write `else when`, not `else if`",
         "when x { } else when y { }"),
        ("x > 2 { stop }", "x", "a block with a condition begins with `when`",
         "when x > 2 { stop }"),
        ('state "B" { }', '"B"', "a name stands without quotes: `B`", "state B { }"),
        ("set x = 1, set y = 2", ",",
         "statements are separated by `;` or a line end, not by `,`", "set x = 1; set y = 2"),
        ("set x = f(a; b)", ";", "`;` ends a statement; here stands `,`", "set x = f(a, b)"),
        ("set x = 1 // why", "//", "a comment begins with `#`, not `//`", "set x = 1 # why"),
        ("// why", "//", "a comment begins with `#`, not `//`", "# why"),
        ("set x = 2 secs", "secs", "`secs` is not a unit", None),
        ("set x = 2 degs", "degs", "`degs` is not a unit", "set x = 2 deg"),
        ("set x = 2degs", "2degs", "`2degs` is not a number with a unit", "set x = 2 deg"),
        ("set x = 1_000", "1_000", "`1_000` is not a number with a unit", "set x = 1000"),
        ("set x = .5", ".5", "`.5` is not a number: digits stand on both sides of the point",
         "set x = 0.5"),
        ("set x = 1.", "1.", "`1.` is not a number: digits stand on both sides of the point",
         "set x = 1.0"),
        ('say "hello', '"', "this text is not closed in its line", 'say "hello"'),
        ("say 'hello'", "'hello'", "a text stands in double quotes", 'say "hello"'),
        ("-> B when !x", "!", "`!` is written `not`", "-> B when not x"),
        ("-> B when x && y", "&&", "`&&` is written `and`", "-> B when x and y"),
        ("-> B when x || y", "||", "`||` is written `or`", "-> B when x or y"),
        ("-> B in 2 s", "in", "how long a state lasts is said with `after`", "-> B after 2 s"),
        ("-> B after 1 s -> C", "->",
         "a statement ends before `->`: begin a new line or write `;` between two statements",
         "-> B after 1 s ; -> C"),
        ("box wall at 0 m, -1 m, 2 m, size: x", "0 m, -1 m, 2 m",
         "three numbers that belong together stand in brackets: `(0 m, -1 m, 2 m)`",
         "box wall at (0 m, -1 m, 2 m), size: x"),
    ],
)  # fmt: skip
def test_a_mistake_and_its_mending(
    wrong: str, marked: str, message: str, right: str | None
) -> None:
    text = in_state(wrong)
    finding = only(text)
    assert finding.code == SYNTAX
    assert finding.message == message
    assert finding.span.text == marked
    assert 0 < len(finding.label) < 60
    if right is not None:
        mended = proposed(text, finding)
        assert mended == in_state(right)
        assert parse(Source("t", mended))[1] == ()


@pytest.mark.parametrize("wrong", ["0.0.9", "0.0.", "5m.", "1e3."])
def test_a_number_that_has_its_point_gets_no_digit(wrong: str) -> None:
    """`0.0.09` would be as wrong as `0.0.9`, and so on for ever."""
    findings = parse(Source("t", in_state(f"set x = {wrong}")))[1]
    assert [finding.code for finding in findings] == [SYNTAX]
    assert findings[0].fixes == ()


def test_no_digit_is_put_to_the_end_of_a_word() -> None:
    """`l0.5` would lack a digit before its point as `l.5` does, and so on for ever."""
    finding = only(in_state("set x = l.5"))
    assert finding.code == SYNTAX
    assert finding.span.text == "5"
    assert finding.fixes == ()


@pytest.mark.parametrize(
    ("wrong", "line", "column", "message"),
    [
        ("-> when x", 3, 5, "this arrow leads nowhere: the name of a state must follow it"),
        ("->", 3, 5, "this arrow leads nowhere: the name of a state must follow it"),
        ("-> resume", 3, 8, "this arrow leads nowhere: the name of a state must follow it"),
        ("set rate = 3", 3, 9, "`rate` is a word of the language and cannot be a name"),
        ("set x = rate * 2", 3, 13, "`rate` is a word of the language and cannot be a name"),
        ("state if { }", 3, 11, "`if` is a word of the language and cannot be a name"),
        ("lerp x to over 2 s", 3, 14, "this `lerp` has no goal: nothing stands after `to`"),
        ("lerp x to", 3, 14, "this `lerp` has no goal: nothing stands after `to`"),
        ("move by at v", 3, 12, "this `move` has no value: nothing stands after `by`"),
        ("set x =", 3, 12, "expected a value after `=`, found the end of the line"),
        ("set x = 3 *", 3, 16, "expected a value after `*`, found the end of the line"),
        ("-> B when", 3, 14,
         "expected a value after the keyword `when`, found the end of the line"),
        ("set x = (a + b", 3, 19, "this `(` is never closed: expected `)` after `b`"),
        ("set x = f(a, [1, 2)", 3, 23, "this `[` is never closed: expected `]` after `2`"),
        ("set x = a + b)", 3, 18, "this `)` closes nothing"),
        ("state B", 3, 12, "expected `{` after `B`: `state` opens a block"),
        ("state B -> C { }", 3, 13,
         "`->` begins a transition, a line of its own inside the state it leaves"),
        ("set x = a b", 3, 15,
         "expected `when`, an operator or the end of the line after `a`, found `b`"),
        ("set set x = 1", 3, 9, "the keyword `set` stands here twice"),
        ("param p length = 3 cm", 3, 13, "expected `:` after `p`, found `length`"),
        ("param p : length 3 cm", 3, 22, "expected `=` after `length`, found `3 cm`"),
        ("-> B when a < b < c", 3, 21, "comparisons do not chain"),
        ("x += 1", 3, 7, "there is no `+=`"),
        ("x++", 3, 6, "there is no `++`"),
        ("set x--", 3, 10, "there is no `--`"),
        ("if (x y) { stop }", 3, 5, "a block with a condition begins with `when`, not `if`"),
        ("after 3 s", 3, 5, "a transition begins with its arrow: `-> Name after 3 s`"),
        ("set x.y", 3, 12, "`set` gives a value: `set x.y = …`"),
        ("set x = y²", 3, 14, "the language has no use for `²`"),
        ("set x = y % 2", 3, 15, "the language has no use for `%`"),
        ("-> B when x when y", 3, 17, "this transition has a second `when`"),
        (")", 3, 5, "a statement cannot begin with `)`"),
        ("else { }", 3, 5, "a statement cannot begin with the keyword `else`"),
        ("for i 0 .. 3 { }", 3, 11, "expected `in` after `i`, found `0`"),
        ("state { }", 3, 10, "expected a name after the keyword `state`, found `{`"),
    ],
)  # fmt: skip
def test_a_mistake_and_its_place(wrong: str, line: int, column: int, message: str) -> None:
    finding = only(in_state(wrong))
    assert (finding.code, finding.message) == (SYNTAX, message)
    assert (finding.span.line, finding.span.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        (in_state("when x { -> B }"), "a transition cannot stand in a `when` block",
         "write `-> B when …` in the state itself, with the block's condition"),
        (in_state("scene s { }"), "`scene` cannot stand in a state",
         "`scene` stands at the top level of the file"),
        (in_state("expect x within 2 s"), "`expect` cannot stand in a state",
         "`expect` stands in a test"),
        (in_state("while x { }"), "`while` does not open a block in a state",
         "nothing loops: what stands in a state is done on every tick, "
         "in `every 1 s { … }` less often"),
        (in_state("stat B { }"), "`stat` does not open a block in a state", None),
        ("state A { }\nstate B { }\nvar x = 1\n", "a state cannot stand at the top level of a file",
         "a state stands in a behavior, a machine or another state"),
        ("scene s { set x = 1 }\n", "`set` cannot stand in a scene",
         "`set` stands in a state, a behavior or a block"),
        ('test "t" in s { var x = 1 }\n', "`var` cannot stand in a test",
         "`var` stands in a behavior, a machine or a state"),
        ("scene s { box a at b { param p = 1 } }\n", "`param` cannot stand in this block",
         "`param` stands in a behavior, a rig or a scene"),
    ],
)  # fmt: skip
def test_a_statement_in_the_wrong_place(text: str, message: str, help: str | None) -> None:
    finding = only(text)
    assert (finding.code, finding.message) == (MISPLACED, message)
    assert finding.help == ((help,) if help else ())


def test_secondary_places_show_the_other_side() -> None:
    finding = only(in_state("set x = f(a, (b)"))
    (opener,) = finding.secondary
    assert (opener.text, opener.span.text, opener.span.column) == ("opened here", "(", 14)
    finding = only(in_state("-> B when x after 1 s when y"))
    assert finding.message == "this transition has a second `when`"
    assert [(label.text, label.span.column) for label in finding.secondary] == [("the first", 10)]


def test_a_test_says_by_when() -> None:
    finding = only('test "t" in s {\n  expect hero in A\n}\n')
    assert finding.message == (
        "an `expect` says when: `within 2 s`, `at 2 s` or `during 1 s .. 2 s`"
    )
    assert finding.help == ("for example `expect hero in A within 2 s`",)


def test_a_block_that_was_meant_as_an_arrow() -> None:
    finding = only(in_state("when timer > 2 s"))
    assert finding.help == ("to leave the state begin with an arrow: `-> Name when …`",)


def test_a_sign_in_many_names_is_told_once() -> None:
    text = "".join(
        f"behavior b{n} for r {{\n  initial state 😀 {{ -> 😎 after 1 s }}\n}}\n" for n in range(7)
    )
    smiling, cool = parse(Source("t", text))[1]
    assert (smiling.message, cool.message) == (
        "the language has no use for `😀`",
        "the language has no use for `😎`",
    )
    assert [(d.span.line, d.span.text) for d in (smiling, cool)] == [(2, "😀"), (2, "😎")]
    assert [label.span.line for label in smiling.secondary] == [5, 8, 11, 14]
    assert smiling.help[1] == "it stands in 2 more places"
    # Others are each a mistake of its own.
    assert len(parse(Source("t", "let a = b ? 1\nlet c = d ? 2\n"))[1]) == 2


def test_messages_do_not_depend_on_the_hash_seed() -> None:
    import subprocess
    import sys
    from pathlib import Path

    code = (
        "from behave.source import Source; from behave.syntax import parse;"
        "from behave.diagnostics import render_json;"
        "t='behavior b for r {\\n set x = a b\\n lerp 1 2 3\\n q w e r\\n -> x y\\n"
        " param = 3\\n }\\n}';"
        "print(render_json(parse(Source('t', t))[1]))"
    )
    root = Path(__file__).resolve().parents[2]
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            cwd=root,
            capture_output=True,
            env={
                "PYTHONHASHSEED": seed,
                "PATH": "",
                "PYTHONIOENCODING": "utf-8",
                "BEH_CACHE_DIR": "",
            },
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


def test_a_comparison_in_words() -> None:
    text = in_state("-> B when n is 3")
    finding = only(text)
    assert finding.span.text == "is"
    assert finding.message == "two values are compared by `==`, not by `is`"
    assert proposed(text, finding) == in_state("-> B when n == 3")


def test_a_variable_of_another_language() -> None:
    text = "behavior b for r {\n  int hp = 3\n}\n"
    finding = only(text)
    assert finding.span.text == "int"
    assert proposed(text, finding) == "behavior b for r {\n  var hp = 3\n}\n"


def test_a_behavior_without_its_rig() -> None:
    finding = only("behavior hero {\n  initial state A { }\n}\n")
    assert finding.message == "the behavior `hero` does not say which rig it is for"
    assert "`behavior hero for humanoid { … }`" in finding.help[0]


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ("onEnter", "`on enter { … }`"),
        ("on_exit", "`on exit { … }`"),
        ("Update", "in the state itself"),
        ("function", "`let name(a, b) = …`"),
    ],
)
def test_a_block_of_another_language_is_told_its_place_here(opening: str, said: str) -> None:
    finding = only(in_state(f"{opening} {{ set n = 1 }}"))
    assert finding.code == MISPLACED
    assert said in finding.help[0]
    assert finding.fixes == ()
