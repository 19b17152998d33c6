"""The TextMate grammar: fresh, valid, complete, and right about a set of lines."""

from __future__ import annotations

import json

import pytest

from behave.lsp import snippets
from behave.resources import behaviors_path, grammar_path
from behave.syntax.grammar import grammar_table
from behave.units import UNIT_NAMES, unit_from_text
from behave.vocabulary import textmate
from behave.vocabulary.lists import functions, keyword_groups, unit_pattern
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES
from tests.editors.textmate import compiled, regexes, tokens

FILE = grammar_path("vscode/syntaxes/beh.tmLanguage.json")
GRAMMAR = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_files_are_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == textmate.text(), (
        "write it anew: python -m behave.vocabulary.textmate > "
        "grammars/vscode/syntaxes/beh.tmLanguage.json"
    )
    file = grammar_path("vscode/snippets/beh.json")
    assert file.read_text(encoding="utf-8") == snippets.text(), (
        "write it anew: python -m behave.lsp.snippets > grammars/vscode/snippets/beh.json"
    )


def test_every_regex_is_valid() -> None:
    assert len(regexes(GRAMMAR)) > 15
    for pattern in regexes(GRAMMAR):
        compiled(pattern)


def test_all_keywords_and_no_others() -> None:
    groups = keyword_groups()
    words = [word for group in groups.values() for word in group]
    assert sorted(words) == sorted(grammar_table().words)
    for word in words:
        scopes = [scope for text, scope in tokens(GRAMMAR, f"{word} ") if text == word]
        assert scopes[0].startswith(("keyword.", "constant.language")), word


def test_all_units_and_no_others() -> None:
    for unit in (*UNIT_NAMES, "m/s", "m/s^2", "deg/s", "/s", "kg", "km/h"):
        assert unit_from_text(unit) is not None
        assert tokens(GRAMMAR, f"2 {unit}") == [
            ("2", "constant.numeric.beh"),
            (unit, "keyword.other.unit.beh"),
        ]
    scanner = grammar_table().scanner
    pattern = compiled(f"\\A(?:{unit_pattern()})\\z")
    for unit in (
        "m",
        "ms",
        "mm",
        "x",
        "M",
        "m^1",
        "m^2",
        "s/m",
        "m/s/s",
        "%/s",
        "hz",
        "Hz",
        "turn",
    ):
        match = scanner.match(f"2 {unit}")
        assert match is not None
        whole = match.lastgroup == "QUANTITY" and match.group() == f"2 {unit}"
        assert whole == (pattern.match(unit) is not None), unit


def test_all_functions() -> None:
    assert set(functions()) == {*FUNCTION_NAMES, *QUERIES, *ZONES}
    for name in functions():
        assert (name, "support.function.beh") in tokens(GRAMMAR, f"let x = {name}(a)")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (
            "  param near = 30 cm in 1 cm .. 2 m  # tip",
            {
                "param": "keyword.declaration.beh",
                "near": "variable.other.declaration.beh",
                "30": "constant.numeric.beh",
                "cm": "keyword.other.unit.beh",
                "in": "keyword.operator.word.beh",
                "..": "keyword.operator.beh",
                "# tip": "comment.line.number-sign.beh",
            },
        ),
        (
            "initial state 等待 {",
            {
                "initial": "keyword.declaration.beh",
                "state": "keyword.declaration.beh",
                "等待": "entity.name.class.beh",
            },
        ),
        (
            "  -> resume Engaged.Rise when timer > 1.5 s",
            {
                "->": "keyword.operator.arrow.beh",
                "resume": "keyword.control.beh",
                "Engaged.Rise": "entity.name.class.state.beh",
                "when": "keyword.control.beh",
                "timer": "support.constant.beh",
                "1.5": "constant.numeric.beh",
            },
        ),
        (
            "  -> restart when x",
            {"restart": "keyword.control.beh", "x": "variable.other.beh"},
        ),
        (
            "  lerp arm.at to 0.5 over 5 s ease smooth",
            {
                "lerp": "support.function.verb.beh",
                "at": "variable.other.property.beh",
                "to": "keyword.control.beh",
                "smooth": "support.type.flag.beh",
            },
        ),
        (
            'sensor wall = ray(from: a, along: down, length: 8 /s) # "x" { -> y',
            {
                "wall": "variable.other.declaration.beh",
                "ray": "support.function.beh",
                "from": "variable.parameter.beh",
                "down": "support.constant.beh",
                "/s": "keyword.other.unit.beh",
                '# "x" { -> y': "comment.line.number-sign.beh",
            },
        ),
        (
            'test "a # b in c" in yard, ticks: [30 Hz]',
            {
                '"a # b in c"': "string.quoted.double.beh",
                "ticks": "variable.parameter.beh",
                "Hz": "keyword.other.unit.beh",
            },
        ),
        (
            "set x = yes  # beh: ignore[BEH0203] later",
            {
                "yes": "constant.language.beh",
                "ignore": "keyword.other.directive.beh",
                "[BEH0203]": "constant.other.code.beh",
            },
        ),
        (
            "on enter { set lerp_2 = m2 }",
            {"lerp_2": "variable.other.beh", "m2": "variable.other.beh"},
        ),
        ('use "open', {'"open': "string.quoted.double.beh"}),
    ],
)
def test_lines(line: str, right: dict[str, str]) -> None:
    found = tokens(GRAMMAR, line)
    for text, scope in right.items():
        assert (text, scope) in found


def test_shipped_files_leave_nothing_without_a_scope() -> None:
    for path in sorted(behaviors_path().rglob("*.beh")):
        for line in path.read_text(encoding="utf-8").splitlines():
            left = line
            for text, _ in tokens(GRAMMAR, line):
                left = left.replace(text, "", 1)
            assert not left.strip(), line
