"""Which line ends end a statement."""

from __future__ import annotations

import pytest

from behave.source import Source
from behave.syntax import ast, parse
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import Reading
from behave.syntax.newlines import Statements
from behave.syntax.table import END
from behave.syntax.tokens import scan


def kinds(text: str) -> str:
    statements = Statements(scan(grammar_table(), Reading(text, None)), len(text))
    found: list[str] = []
    while not found or found[-1] != END:
        found.append(statements.at(len(found)).type)
    return " ".join("|" if k == "_NL" else k for k in found[:-1])


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a\nb", "NAME | NAME |"),
        ("\n\n a \r\n\r\n b \r", "NAME | NAME |"),
        ("a; b ;; c", "NAME | NAME | NAME |"),
        ("a +\nb", "NAME PLUS NAME |"),
        ("a =\n\n  b", "NAME EQUAL NAME |"),
        ("a,\nb", "NAME COMMA NAME |"),
        ("a\nand b\nor c\notherwise d", "NAME AND NAME OR NAME OTHERWISE NAME |"),
        ("a\n+ b", "NAME | PLUS NAME |"),
        ("(a\nb\n)\nc", "LPAR NAME NAME RPAR | NAME |"),
        ("[a\n,b]\n", "LSQB NAME COMMA NAME RSQB |"),
        ("a\n{\nb\n}\nc", "NAME LBRACE NAME | RBRACE NAME |"),
        ("a { b }", "NAME LBRACE NAME | RBRACE"),
        ("a {}\nelse {}", "NAME LBRACE RBRACE ELSE LBRACE RBRACE"),
        ("a # c\n# d\nb", "NAME | NAME |"),
        ("a ->\nb", "NAME ARROW | NAME |"),
        ("# only\n", ""),
        ("", ""),
        # a bracket left open ends where only a statement can begin, or at a brace
        ("f(a\nset b", "NAME LPAR NAME | SET NAME |"),
        ("f(a,\n-> b", "NAME LPAR NAME COMMA | ARROW NAME |"),
        ("a +\nset b", "NAME PLUS | SET NAME |"),
        ("a {} else\nwhen b {}", "NAME LBRACE RBRACE ELSE WHEN NAME LBRACE RBRACE"),
        ("f(a }\nb", "NAME LPAR NAME | RBRACE NAME |"),
        ("f(a,\nlayer: b)\nc", "NAME LPAR NAME COMMA LAYER COLON NAME RPAR | NAME |"),
        ("f(a,\nset: b)\nc", "NAME LPAR NAME COMMA SET COLON NAME RPAR | NAME |"),
    ],
)
def test_statement_ends(text: str, tokens: str) -> None:
    assert kinds(text) == tokens


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_mean_the_same(end: str) -> None:
    lines = ["behavior b for r {", "  var x = 1 # tip", "  -> A when x", "    and y", "}"]
    tree, found = parse(Source("t", end.join(lines)))
    assert found == ()
    (behavior,) = tree.items
    assert isinstance(behavior, ast.Behavior)
    assert [type(n).__name__ for n in behavior.body] == ["Var", "Transition"]
    assert isinstance(behavior.body[0], ast.Var)
    assert behavior.body[0].tooltip == "tip"
    assert behavior.body[1].span.line == 3
