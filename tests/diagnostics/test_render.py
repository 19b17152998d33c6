"""What findings look like: full, concise, JSON."""

from __future__ import annotations

import json
import math

import pytest

from behave.diagnostics import in_order, render_concise, render_full, render_json
from behave.diagnostics.catalog import LOOKALIKE, SYNTAX, UNDEFINED, UNUSED
from behave.diagnostics.cells import expanded
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Reading, Severity
from behave.source import Source, Span


def at(source: Source, piece: str, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = source.text.index(piece, start + 1)
    return Span(source, start, start + len(piece))


def snippet(text: str, piece: str, label: str = "here") -> list[str]:
    source = Source("a.beh", text)
    shown = render_full([Diagnostic(SYNTAX, "m", at(source, piece), label)])
    return shown.splitlines()[2:-1]


def test_full() -> None:
    source = Source("behaviors/a.beh", "let a = 1\nlet b = a\n\nlet c = aa\n")
    span = at(source, "aa")
    finding = Diagnostic(
        UNDEFINED,
        "there is no name `aa` here",
        span,
        "did you mean `a`?",
        (Label(at(source, "a"), "declared here"),),
        ("names are told apart by case",),
        (Fix("write `a`", (Edit(span, "a"),), safe=False),),
    )
    assert render_full([finding]) == (
        "error[BEH0201]: there is no name `aa` here\n"
        " --> behaviors/a.beh:4:9\n"
        "  |\n"
        "1 | let a = 1\n"
        "  |     - declared here\n"
        "...\n"
        "4 | let c = aa\n"
        "  |         ^^ did you mean `a`?\n"
        "  = help: names are told apart by case\n"
        "  = fix (unsafe): write `a`\n"
        "\n"
    )


def test_full_two_marks_in_a_line_and_a_warning() -> None:
    source = Source("a.beh", "  set x = f(a, (b)\n")
    finding = Diagnostic(
        UNUSED,
        "never closed",
        Span(source, 18, 18),
        "expected `)`",
        (Label(Span(source, 11, 12), "opened here"),),
        severity=Severity.WARNING,
    )
    assert render_full([finding]) == (
        "warning[BEH0203]: never closed\n"
        " --> a.beh:1:19\n"
        "  |\n"
        "1 |   set x = f(a, (b)\n"
        "  |                   ^ expected `)`\n"
        "  |            - opened here\n"
        "\n"
    )


def test_full_over_several_lines_and_into_another_file() -> None:
    source = Source("a.beh", "state A {\n  stop\n  }\n" + "\n" * 7 + "x\n")
    other = Source("rigs/b.beh", "\n\nrig b { }\n")
    finding = Diagnostic(SYNTAX, "m", Span(source, 0, 20), "this", (Label(at(other, "b"), "that"),))
    assert render_full([finding]) == (
        "error[BEH0101]: m\n"
        " --> a.beh:1:1\n"
        "  |\n"
        "1 | state A {\n"
        "  | ^^^^^^^^^\n"
        "2 |   stop\n"
        "3 |   }\n"
        "  |   ^ this\n"
        " ::: rigs/b.beh:3:5\n"
        "  |\n"
        "3 | rig b { }\n"
        "  |     - that\n"
        "\n"
    )


@pytest.mark.parametrize(
    ("text", "piece", "line", "marks"),
    [
        ("let 距離 = 近い\n", "近い", "1 | let 距離 = 近い", "  |            ^^^^ here"),
        ("a 🙂 b", "b", "1 | a 🙂 b", "  |      ^ here"),
        ("a 👩\u200d👩\u200d👧 b", "b", "1 | a 👩\u200d👩\u200d👧 b", "  |      ^ here"),
        ("a 👍🏽 b", "b", "1 | a 👍🏽 b", "  |      ^ here"),
        ("e\u0301te\u0301 b", "b", "1 | e\u0301te\u0301 b", "  |     ^ here"),
        ("\tset\tb", "b", "1 |     set b", "  |         ^ here"),
        ("a\x1b[31m b", "b", "1 | a\\u001b[31m b", "  |             ^ here"),
        ("a\u202eb c", "c", "1 | a\\u202eb c", "  |          ^ here"),
        ("x：＝ y", "：＝", "1 | x：＝ y", "  |  ^^^^ here"),
        ("ab\r\ncd", "d", "2 | cd", "  |  ^ here"),
    ],
)
def test_carets_stand_under_the_right_cells(text: str, piece: str, line: str, marks: str) -> None:
    assert snippet(text, piece)[1:] == [line, marks]


def test_cells() -> None:
    assert expanded("a\tb") == ("a   b", [0, 1, 4, 5])
    assert expanded("近a") == ("近a", [0, 2, 3])
    assert expanded("e\u0301") == ("e\u0301", [0, 1, 1])
    assert expanded("") == ("", [0])


def test_long_lines_are_cut_around_the_mark() -> None:
    text = "a" * 500 + " here " + "b" * 500
    _, line, marks = snippet(text, "here", "")
    assert len(line) < 130
    assert line.startswith("1 | …aaa")
    assert line.endswith("bbb…")
    assert line.index("here") == marks.index("^^^^")
    assert len(snippet("x" * 900, "x" * 900)[2]) < 130


def test_the_end_of_a_file_can_be_marked() -> None:
    source = Source("a.beh", "let x =")
    shown = render_full([Diagnostic(SYNTAX, "m", Span(source, 7, 7), "value")])
    assert shown.splitlines()[3:5] == ["1 | let x =", "  |        ^ value"]
    empty = Source("a.beh", "")
    assert "a.beh:1:1" in render_full([Diagnostic(SYNTAX, "m", Span(empty, 0, 0))])


def test_colour_only_where_asked() -> None:
    source = Source("a.beh", "x")
    finding = Diagnostic(SYNTAX, "m", at(source, "x"), "here", help=("do",))
    assert "\x1b" not in render_full([finding]) + render_concise([finding])
    coloured = render_full([finding], color=True)
    assert "\x1b[1;31merror[BEH0101]\x1b[0m" in coloured
    assert "\x1b[1;31m^ here\x1b[0m" in coloured
    assert "\x1b[1;31m" in render_concise([finding], color=True)


def test_concise() -> None:
    source = Source("dir/a.beh", "let x\nlet 距離 = y\n")
    finding = Diagnostic(UNDEFINED, "there is no `y`\nhere", at(source, "y"))
    assert render_concise([finding]) == (
        "dir/a.beh:2:10: error[BEH0201] there is no `y`\\u000ahere\n"
    )
    assert render_concise([]) == ""


def test_json_is_a_contract() -> None:
    source = Source("a.beh", "# 🙂\nlet 🙂x ＝ 1\n")
    span = at(source, "＝")
    finding = Diagnostic(
        LOOKALIKE,
        "m",
        span,
        "read as `=`",
        (Label(at(source, "let"), "there"),),
        ("h",),
        (Fix("write `=`", (Edit(span, "="),), safe=True),),
        witness=(
            Reading("contact.distance", 0.62, "0.62 m"),
            Reading("far", math.inf, "inf m"),
            Reading("near", -math.inf, "-inf m"),
            Reading("gone", math.nan, "none"),
        ),
    )
    place = {
        "path": "a.beh", "line": 2, "column": 8, "end_line": 2, "end_column": 9,
        "utf16_column": 9, "utf16_end_column": 10, "offset": 11, "end_offset": 12,
    }  # fmt: skip
    there = {
        "path": "a.beh", "line": 2, "column": 1, "end_line": 2, "end_column": 4,
        "utf16_column": 1, "utf16_end_column": 4, "offset": 4, "end_offset": 7,
    }  # fmt: skip
    assert json.loads(render_json([finding])) == [
        {
            "code": "BEH0103",
            "name": "look-alike",
            "severity": "error",
            "message": "m",
            "label": "read as `=`",
            **place,
            "help": ["h"],
            "secondary": [{"text": "there", **there}],
            "fixes": [{"title": "write `=`", "safe": True, "edits": [{"text": "=", **place}]}],
            "witness": [
                {"text": "contact.distance", "value": 0.62, "shown": "0.62 m"},
                {"text": "far", "value": "inf", "shown": "inf m"},
                {"text": "near", "value": "-inf", "shown": "-inf m"},
                {"text": "gone", "value": None, "shown": "none"},
            ],
        }
    ]
    assert json.loads(render_json([])) == []


def test_order_is_by_file_place_and_code() -> None:
    one, two = Source("a.beh", "xy"), Source("b.beh", "xy")
    findings = [
        Diagnostic(SYNTAX, "4", Span(two, 0, 1)),
        Diagnostic(UNDEFINED, "2", Span(one, 0, 1)),
        Diagnostic(SYNTAX, "3", Span(one, 1, 2)),
        Diagnostic(SYNTAX, "1", Span(one, 0, 1)),
    ]
    assert [d.message for d in in_order(findings)] == ["1", "2", "3", "4"]
    assert in_order(reversed(findings)) == in_order(findings)
