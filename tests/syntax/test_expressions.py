"""Expressions: precedence, every form, exact spans."""

from __future__ import annotations

import math
from typing import Any

import pytest

from behave.source import Source
from behave.syntax import ast, parse_expression
from tests.syntax.outline import expression, outline


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 + 2 * 3", "(Binary '+' 1 (Binary '*' 2 3))"),
        ("1 - 2 - 3", "(Binary '-' (Binary '-' 1 2) 3)"),
        ("(1 - 2) * 3", "(Binary '*' (Binary '-' 1 2) 3)"),
        ("-a.b", "(Unary '-' (Member a b))"),
        ("-a * b", "(Binary '*' (Unary '-' a) b)"),
        ("a or b and c", "(Binary 'or' a (Binary 'and' b c))"),
        ("not a and b", "(Binary 'and' (Unary 'not' a) b)"),
        ("not a < b", "(Unary 'not' (Binary '<' a b))"),
        ("a and b for 2 s", "(Binary 'and' a (HeldFor b 2s))"),
        ("(a and b) for 2 s", "(HeldFor (Binary 'and' a b) 2s)"),
        ("not a for 50 ms", "(HeldFor (Unary 'not' a) 50ms)"),
        ("x < 1 until x > 2", "(Binary 'until' (Binary '<' x 1) (Binary '>' x 2))"),
        ("became a < b", "(Unary 'became' (Binary '<' a b))"),
        ("a otherwise b + 1 < c", "(Binary '<' (Binary 'otherwise' a (Binary '+' b 1)) c)"),
        ("a otherwise b otherwise c", "(Binary 'otherwise' a (Binary 'otherwise' b c))"),
        ("x in 1 .. 2 + 3", "(Among x (Range 1 (Binary '+' 2 3)) no)"),
        ("leg[0] in Swing", "(Among (Index leg 0) Swing no)"),
        ("x not in a", "(Among x a yes)"),
        ("in Engaged", "(InState [Engaged] -)"),
        ("not in Engaged.Rise", "(Unary 'not' (InState [Engaged Rise] -))"),
        ("in leg.Swing[2]", "(InState [leg Swing] 2)"),
        ("after 2 s", "(AfterTime 2s)"),
        ("a if b or c else d", "(IfElse (Binary 'or' b c) a d)"),
        ("1 if a else 2 if b else 3", "(IfElse a 1 (IfElse b 2 3))"),
        ("f(a, 2 cm, by: b, within: 0 .. 3)", "(Call f [a 2cm] [(NamedArgument by b) "
         "(NamedArgument within (Range 0 3))])"),
        ("f()", "(Call f [] [])"),
        ("(1, 2 m, -x)", "(Tuple [1 2m (Unary '-' x)])"),
        ("[]", "(ListOf [])"),
        ("[a, [1]]", "(ListOf [a (ListOf [1])])"),
        ("a.layer.to.state", "(Member (Member (Member a layer) to) state)"),
        ("arm[left].target.local", "(Member (Member (Index arm left) target) local)"),
        ('"a # b"', '"a # b"'),
        ("yes == no", "(Binary '==' yes no)"),
        ("none", "none"),
    ],
)  # fmt: skip
def test_trees(text: str, tree: str) -> None:
    assert expression(text) == tree


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("2", 2.0, ""),
        ("2 s", 2.0, "s"),
        ("2s", 2.0, "s"),
        ("0.5 m/s", 0.5, "m/s"),
        ("9.8 m/s^2", 9.8, "m/s^2"),
        ("8 /s", 8.0, "/s"),
        ("60 %", 60.0, "%"),
        ("1e3 Hz", 1000.0, "Hz"),
        ("500\tdeg/s", 500.0, "deg/s"),
        ("1e999", math.inf, ""),
    ],
)
def test_a_number_and_its_unit_are_one_token(text: str, number: float, unit: str) -> None:
    tree, found = parse_expression(Source("t", text))
    assert found == ()
    assert isinstance(tree, ast.Quantity)
    assert (tree.number, tree.unit, tree.span.text) == (number, unit, text)


def test_a_unit_is_not_taken_out_of_a_name() -> None:
    assert expression("2 * s") == "(Binary '*' 2 s)"
    assert expression("1 s / 7") == "(Binary '/' 1s 7)"
    assert parse_expression(Source("t", "2 steps"))[1]


def test_spans_cover_what_was_written() -> None:
    text = "  distance( a.b , (x, 2 m) ) <  -3 "
    tree, _ = parse_expression(Source("t", text))
    assert isinstance(tree, ast.Binary)
    assert tree.span.text == "distance( a.b , (x, 2 m) ) <  -3"
    assert tree.operator_span.text == "<"
    assert (tree.span.start, tree.span.end) == (2, 34)
    call: Any = tree.left
    assert call.span.text == "distance( a.b , (x, 2 m) )"
    assert call.arguments[0].span.text == "a.b"
    assert call.arguments[0].name.span.text == "b"
    assert call.arguments[1].span.text == "(x, 2 m)"
    assert tree.right.span.text == "-3"


def test_word_operators_have_their_place() -> None:
    tree, _ = parse_expression(Source("t", "(a or b) # or\n and\n c"))
    assert isinstance(tree, ast.Binary)
    assert (tree.operator, tree.operator_span.text, tree.operator_span.start) == ("and", "and", 15)


def test_brackets_belong_to_the_operator_around_them() -> None:
    tree, _ = parse_expression(Source("t", "(a + b) * c"))
    assert tree is not None
    assert tree.span.text == "(a + b) * c"


def test_names_in_any_script_are_compared_in_nfc() -> None:
    composed, _ = parse_expression(Source("t", "Gr\u00f6\u00dfe"))
    apart, _ = parse_expression(Source("t", "Gro\u0308\u00dfe"))
    assert outline(composed) == outline(apart) == "Gr\u00f6\u00dfe"
    assert apart is not None
    assert apart.span.end == 6  # as written: one character more
    for name in ("近い", "ระยะ", "दूरी", "мир", "𝒳y", "_x1", "ª", "名前2"):
        assert expression(name) == __import__("unicodedata").normalize("NFC", name)


@pytest.mark.parametrize(
    "text", ["", "a b", "set x = 1", "(", "a +", "x = 1", "{", "\x00", "a\n b"]
)
def test_what_is_no_expression_gives_one_finding(text: str) -> None:
    tree, found = parse_expression(Source("<probe>", text))
    assert tree is None
    assert len(found) == 1
