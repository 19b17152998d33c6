"""The rules of expressions: each becomes a node."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from behave.source import Span
from behave.syntax import ast
from behave.syntax.pieces import Build, Piece, ident
from behave.syntax.tokens import Token

Rule = Callable[[Build, list[Any], Span], Any]

_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)[ \t]*(.*)", re.DOTALL)
# The largest number a file may hold; beyond it a float is infinite.


def _name(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Name(c[0].text, span)


def _quantity(build: Build, c: list[Any], span: Span) -> Any:
    match = _QUANTITY.fullmatch(c[0].text)
    if match is None:  # made up by recovery
        return ast.Broken(span)
    number = float(match[1])
    return ast.Quantity(number, match[2], span)


def _text(build: Build, c: list[Any], span: Span) -> Any:
    written = c[0].text
    closed = len(written) > 1 and written.endswith('"')
    return ast.Text(written[1:-1] if closed else written[1:], span)


def _truth(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Truth(c[0].type == "YES", span)


def _none(build: Build, c: list[Any], span: Span) -> Any:
    return ast.NoneValue(span)


def _broken(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Broken(span)


def _group(build: Build, c: list[Any], span: Span) -> Any:
    return c[0]


def _tuple(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Tuple(tuple(c), span)


def _list(build: Build, c: list[Any], span: Span) -> Any:
    return ast.ListOf(tuple(c), span)


def _member(build: Build, c: list[Any], span: Span) -> Any:
    return ident(build, c[0])


def _member_of(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Member(c[0], c[1], span)


def _index_of(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Index(c[0], c[1], span)


def _named_argument(build: Build, c: list[Any], span: Span) -> Any:
    return ast.NamedArgument(c[0], c[1], span)


def _call(build: Build, c: list[Any], span: Span) -> Any:
    named = tuple(a for a in c[1:] if type(a) is ast.NamedArgument)
    plain = tuple(a for a in c[1:] if type(a) is not ast.NamedArgument)
    return ast.Call(c[0], plain, named, span)


# By terminal, not by text: a sign of another language may have been read as one of these.
_SIGNS = {
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "SLASH": "/",
    "LT": "<",
    "LE": "<=",
    "GT": ">",
    "GE": ">=",
    "EQ": "==",
    "NE": "!=",
    "AND": "and",
    "OR": "or",
    "OTHERWISE": "otherwise",
    "UNTIL": "until",
}


def _operator(build: Build, c: list[Any], span: Span) -> Any:
    return c[0]


def _infix(build: Build, c: list[Any], span: Span) -> Any:
    """Left, operator token, right."""
    left, token, right = c
    place = Span(build.source, token.start, token.end)
    return ast.Binary(_SIGNS[token.type], left, right, place, span)


def _prefix(operator: str) -> Rule:
    def rule(build: Build, c: list[Any], span: Span) -> Any:
        return ast.Unary(operator, c[0], span)

    return rule


def _held_for(build: Build, c: list[Any], span: Span) -> Any:
    return ast.HeldFor(c[0], c[1], span)


def _in_state(build: Build, c: list[Any], span: Span) -> Any:
    index = c[1].value if len(c) > 1 else None
    return ast.InState(c[0], index, span)


def _after_time(build: Build, c: list[Any], span: Span) -> Any:
    return ast.AfterTime(c[0], span)


def _among(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Among(c[0], c[1], False, span)


def _not_among(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Among(c[0], c[1], True, span)


def _range(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Range(c[0], c[1], span)


def _if_else(build: Build, c: list[Any], span: Span) -> Any:
    then, condition, otherwise = c
    return ast.IfElse(condition, then, otherwise, span)


def _path(build: Build, c: list[Any], span: Span) -> Any:
    return tuple(ident(build, p) if type(p) is Token else p for p in c)


def _count(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("count", c[0], span)


def _expression(build: Build, c: list[Any], span: Span) -> Any:
    return c[0]


EXPRESSIONS: dict[str, Rule] = {
    "expression": _expression,
    "name": _name,
    "quantity": _quantity,
    "text": _text,
    "truth": _truth,
    "none": _none,
    "broken": _broken,
    "group": _group,
    "tuple": _tuple,
    "list": _list,
    "member": _member,
    "argument_name": _member,
    "member_of": _member_of,
    "index_of": _index_of,
    "named_argument": _named_argument,
    "call": _call,
    "comparison": _operator,
    "plus_minus": _operator,
    "times_over": _operator,
    "compare": _infix,
    "sum": _infix,
    "term": _infix,
    "or": _infix,
    "or_word": _operator,
    "and": _infix,
    "and_word": _operator,
    "otherwise": _infix,
    "otherwise_word": _operator,
    "until": _infix,
    "until_word": _operator,
    "not": _prefix("not"),
    "became": _prefix("became"),
    "negative": _prefix("-"),
    "held_for": _held_for,
    "in_state": _in_state,
    "after_time": _after_time,
    "among": _among,
    "not_among": _not_among,
    "range": _range,
    "if_else": _if_else,
    "value_if": _if_else,
    "path": _path,
    "count": _count,
}
