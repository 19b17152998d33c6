"""What the formatter makes of a text; every right answer is written out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from behave.format import Formatted, format_source
from behave.format.flow import LENGTH, LONGEST
from behave.resources import behaviors_path
from behave.source import Source


def formatted(text: str) -> str:
    """The text of a file that must parse."""
    result = format_source(Source("t.beh", text))
    assert result.errors == ()
    return result.text


def inside(text: str) -> str:
    """What becomes of the members of a behavior, without the behavior around them."""
    lines = formatted(f"behavior b for r {{\n{text}\n}}\n").splitlines()
    assert lines[0] == "behavior b for r {"
    assert lines[-1] == "}"
    assert all(line.startswith("  ") or not line for line in lines[1:-1])
    return "\n".join(line[2:] for line in lines[1:-1])


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("set x=a+b*-c", "set x = a + b * -c"),
        ("set x = - ( a - b )", "set x = -(a - b)"),
        ("set x = a - -b", "set x = a - -b"),
        ("move by - root . forward at 2m/s", "move by -root.forward at 2 m/s"),
        ("set x = f ( a , limit : 3cm ) [ 1 ]", "set x = f(a, limit: 3 cm)[1]"),
        ("set x = [1,2 , 3]", "set x = [1, 2, 3]"),
        ("set x = 60% if not(a<=b)else 8/s", "set x = 60 % if not (a <= b) else 8 /s"),
        ("set x = 8 / s", "set x = 8 / s"),
        ("always_on ( 1 )", "always_on (1)"),
        ("always_on(1)", "always_on(1)"),
        ("var side,other:sides=left", "var side, other : sides = left"),
        ("event hit(power:number,where:point)", "event hit(power : number, where : point)"),
        ("let f(a:length)=g(b:a)", "let f(a : length) = g(b: a)"),
        ("param a:length=1m in 0m..2m", "param a : length = 1 m in 0 m .. 2 m"),
        ("on hit (p) when p>2{stop}", "on hit(p) when p > 2 { stop }"),
        ("->A when x", "-> A when x"),
        ("lerp x to y.at over 2s ease smooth", "lerp x to y.at over 2 s ease smooth"),
        ("set e = 1e3m", "set e = 1e3 m"),
    ],
)
def test_blanks_between_words(written: str, right: str) -> None:
    assert inside(written) == right


def test_blocks_and_separators() -> None:
    written = "state A{on enter{set x=1;set y=2};;;set z=3;set w=4\n}state B{ }\nstate C{\n\n}"
    assert inside(written) == (
        "state A {\n"
        "  on enter { set x = 1; set y = 2 }\n"
        "  set z = 3\n"
        "  set w = 4\n"
        "}\n"
        "state B { }\n"
        "state C { }"
    )


def test_a_brace_and_an_else_stand_where_they_belong() -> None:
    written = "when a\n{\nset x = 1\n}\nelse when b\n{ set x = 2 }\nelse\n{\nset x = 3 }"
    assert inside(written) == (
        "when a {\n  set x = 1\n} else when b { set x = 2 } else {\n  set x = 3\n}"
    )


def test_an_else_of_a_value_goes_on_under_the_value() -> None:
    written = (
        "guard wants = distance(landing, below.point) > step_distance and inside if inside\n"
        "else refuge.exists and distance(tried, below.point) > step_distance"
    )
    assert inside(written) == (
        "guard wants = distance(landing, below.point) > step_distance and inside if inside\n"
        "              else refuge.exists and distance(tried, below.point) > step_distance"
    )


def test_comments_stay_where_they_are() -> None:
    written = (
        "#first\n"
        "state A{#  of A\n"
        "\n\n#own line\n"
        "set x=1#  trailing\n"
        "set y=2;# behind a separator\n"
        "#! mark\n"
        "#\n"
        "} # end of A\n"
        "#last"
    )
    assert inside(written) == (
        "# first\n"
        "state A {  #  of A\n"
        "  # own line\n"
        "  set x = 1  #  trailing\n"
        "  set y = 2  # behind a separator\n"
        "  #! mark\n"
        "  #\n"
        "}  # end of A\n"
        "# last"
    )


def test_comments_within_a_statement() -> None:
    written = "set x = f(a, # first\n # own\n b # second\n) + # and\nc"
    assert inside(written) == (
        "set x = f(a,  # first\n"
        "          # own\n"
        "          b   # second\n"
        "         ) +  # and\n"
        "        c"
    )


def test_blank_lines_are_capped_and_parts_of_the_file_set_apart() -> None:
    written = (
        "\n\nlayers a, b\n\n\n\nscene s {\n\n\nbox b at c\n\n\n\n}\n# about the next\n"
        "scene t {\nbox b at c {\n\nset x = 1\n\n}\n\n\nbox d at c\n}\n\n\n"
    )
    assert formatted(written) == (
        "layers a, b\n\nscene s {\n\n  box b at c\n}\n\n# about the next\n"
        "scene t {\n  box b at c {\n    set x = 1\n  }\n\n  box d at c\n}\n"
    )


def test_columns_of_declarations_are_made() -> None:
    written = (
        "param height = 1.8 m in 1 m .. 2 m # crown\n"
        "param a = yes # a flag\n"
        "var x : number = 1\n"
        "var longer : length = 2 m\n"
        "let f(a) = a\n"
        "let g = 1\n\n"
        "let apart = 3"
    )
    assert inside(written) == (
        "param height = 1.8 m in 1 m .. 2 m  # crown\n"
        "param a      = yes                  # a flag\n"
        "var x      : number = 1\n"
        "var longer : length = 2 m\n"
        "let f(a) = a\n"
        "let g    = 1\n"
        "\n"
        "let apart = 3"
    )


def test_columns_of_sentences_are_made_where_one_has_begun() -> None:
    assert inside("lerp a to 1 over 2 s\nlerp long.name to 20 over 3 s") == (
        "lerp a to 1 over 2 s\nlerp long.name to 20 over 3 s"
    )
    assert inside("lerp a  to 1 over 2 s\nset b = 1\nlerp long.name to 20 over 3 s") == (
        "lerp a         to 1 over 2 s\nset b = 1\nlerp long.name to 20 over 3 s"
    )
    assert inside("-> A  when x\n-> Longer after 2 s") == "-> A      when x\n-> Longer after 2 s"


def test_a_column_kept_wider_than_needed() -> None:
    table = "box a   at (0 m, 0 m, 0 m),  size: b\nbox bcd at (1 m, 0 m, 0 m),  size: c"
    assert inside(table) == table
    assert inside(table.replace("(1 m", "(10 m")) == (
        "box a   at (0 m, 0 m, 0 m),  size: b\nbox bcd at (10 m, 0 m, 0 m), size: c"
    )


def test_wide_characters_count_two_cells() -> None:
    assert inside("param 高さ = 1 m # 身長\nparam ab = 2 m\nparam e = 3 m # e") == (
        "param 高さ = 1 m  # 身長\nparam ab   = 2 m\nparam e    = 3 m  # e"
    )


def test_the_column_of_comments_is_kept_where_two_share_it() -> None:
    two = "  var a  = 1               # one\n  var bc = 2               # two\n\n  let c  = 3"
    assert inside(two) == (
        "var a  = 1               # one\nvar bc = 2               # two\n\nlet c = 3"
    )
    apart = "  var a = 1                # one\n\n  let b = 2                # two"
    assert inside(apart) == apart[2:].replace("\n  ", "\n")
    three = "  var a = 1      # one\n  var b = 2      # two\n  var c = 3         # three"
    assert inside(three) == "var a = 1      # one\nvar b = 2      # two\nvar c = 3      # three"


def test_the_column_of_comments_is_made_where_they_do_not_agree() -> None:
    assert inside("  var a = 1                # one\n  var b = 20          # two") == (
        "var a = 1   # one\nvar b = 20  # two"
    )
    assert inside("  var a = 1                # one") == "var a = 1  # one"
    assert inside("  var a = 1    # one\n  var b = 1234 m    # two") == (
        "var a = 1       # one\nvar b = 1234 m  # two"
    )


def test_keys_of_a_blend_stand_by_their_digits() -> None:
    written = "pose{\nblend x{\n-1:blend y{0:a,1:b}\n1:blend y{0:cc,   1:d}\n}\n}"
    assert inside(written) == (
        "pose {\n"
        "  blend x {\n"
        "    -1: blend y { 0: a,  1: b }\n"
        "     1: blend y { 0: cc, 1: d }\n"
        "  }\n"
        "}"
    )


def test_a_comma_behind_the_last_key_of_a_blend_stays() -> None:
    assert inside("pose{\nblend x{0:a,1:b,}\n}") == "pose {\n  blend x { 0: a, 1: b, }\n}"
    many = "pose{\nblend x{\n0:a,\n1:b,\n}\n}"
    assert inside(many) == "pose {\n  blend x {\n    0: a,\n    1: b,\n  }\n}"


def test_a_statement_that_fits_is_put_on_one_line() -> None:
    assert inside("set x = a +\n  b *\n  c") == "set x = a + b * c"
    assert inside("guard g = a\n  or b\n  and c") == "guard g = a or b and c"


def test_contents_on_lines_of_their_own_stay_there() -> None:
    assert inside("sensor s = ray(\nfrom: a, along: b\n, length: c) when d") == (
        "sensor s = ray(\n  from: a, along: b, length: c\n) when d"
    )


def test_a_comment_that_silences_findings_keeps_its_lines() -> None:
    for mark in ("#beh: ignore[BEH0502] meant", "# beh : ignore [always-true]"):
        right = mark.replace("#beh", "# beh")
        assert inside(f"guard g = a or\nb{mark}\nor c") == (
            f"guard g = a or\n          b  {right}\n          or c"
        )
        assert inside(f"{mark}\nguard g = a\nor b") == f"{right}\nguard g = a\n          or b"
        long = f"-> A when {LONG}1 and {LONG}2 and {LONG}3 and {LONG}4 and {LONG}5 {{ stop }}"
        assert inside(f"{long}{mark}") == f"{long}  {right}"
        assert inside(f"{mark}\n{long}") == f"{right}\n{long}"


LONG = "aaaaaaaaaaaaaaaaaaaaaaaaa"


def test_a_long_statement_keeps_the_line_ends_it_was_written_with() -> None:
    written = f"guard g = {LONG}1 and\n {LONG}2\n and {LONG}3 and {LONG}4"
    assert inside(written) == (
        f"guard g = {LONG}1 and\n          {LONG}2\n          and {LONG}3 and {LONG}4"
    )


@pytest.mark.parametrize(
    ("written", "right"),
    [
        (
            f"guard g = {LONG}1 and {LONG}2 and {LONG}3 and {LONG}4 and {LONG}5",
            f"guard g = {LONG}1 and {LONG}2 and\n          {LONG}3 and {LONG}4 and {LONG}5",
        ),
        (
            f"box b at (1 m, 2 m, 3 m), size: {LONG}1, turn: {LONG}2, radius: {LONG}3, layer: d",
            f"box b at (1 m, 2 m, 3 m), size: {LONG}1, turn: {LONG}2,\n  radius: {LONG}3, layer: d",
        ),
        (
            f"set x = f({LONG}1, {LONG}2, {LONG}3, g({LONG}4, {LONG}5, {LONG}6))",
            f"set x = f({LONG}1, {LONG}2, {LONG}3,\n          g({LONG}4, {LONG}5, {LONG}6))",
        ),
        (
            f"clip c, a: {LONG}1, b: {LONG}2, c: {LONG}3, d: {LONG}4, e: {LONG}5 {{ stop }}",
            f"clip c, a: {LONG}1, b: {LONG}2,\n    c: {LONG}3, d: {LONG}4, e: {LONG}5 {{\n"
            "  stop\n}",
        ),
    ],
)
def test_a_line_too_long_is_broken_at_the_outermost_place(written: str, right: str) -> None:
    lines = formatted(f"rig r {{\n{written}\n}}\n").splitlines()
    assert "\n".join(line[2:] for line in lines[1:-1]) == right
    assert all(len(line) <= LENGTH for line in lines)


def test_a_row_somewhat_too_long_is_left_alone() -> None:
    row = f"box b at (1 m, 2 m, 3 m), size: {LONG}1, turn: {LONG}2, layer: dddddddd"
    assert LENGTH < len(row) + 2 <= LONGEST
    assert inside(row) == row


def test_line_ends_are_those_of_the_file() -> None:
    assert formatted("layers a\r\nscene s {\r\nbox b at c\r\n}") == (
        "layers a\r\nscene s {\r\n  box b at c\r\n}\r\n"
    )


def test_nothing_stays_nothing() -> None:
    assert formatted("") == ""
    assert formatted("\n\n \n") == ""
    assert formatted("\n#only\n\n\n#this") == "# only\n\n# this\n"


@pytest.mark.parametrize("text", ["behavior b {", "set x == 1", 'use "a', "layers ａ：b"])
def test_broken_files_are_left_alone(text: str) -> None:
    result = format_source(Source("t.beh", text))
    assert isinstance(result, Formatted)
    assert result.errors
    assert result.text == text


def test_names_keep_the_letters_they_were_written_with() -> None:
    decomposed = "Gro\u0308\u00dfe"
    assert formatted(f"layers   {decomposed}") == f"layers {decomposed}\n"


SHIPPED = sorted(behaviors_path().rglob("*.beh"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def test_there_are_shipped_files() -> None:
    assert len(SHIPPED) >= 5
