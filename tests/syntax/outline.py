"""A syntax tree as one short line, to compare with what was worked out by hand."""

from __future__ import annotations

from typing import Any

from behave.source import Source
from behave.syntax import ast, parse, parse_expression


def outline(node: Any) -> str:
    """``(Name field field …)``; names as they are, numbers with their unit, None as ``-``."""
    if node is None:
        return "-"
    if isinstance(node, tuple):
        return "[" + " ".join(outline(n) for n in node) + "]"
    if isinstance(node, bool):
        return "yes" if node else "no"
    if isinstance(node, str):
        return repr(node)
    match node:
        case ast.Ident(text=text) | ast.Name(text=text):
            return text
        case ast.Quantity(number=number, unit=unit):
            return f"{number:g}{unit}"
        case ast.Text(text=text):
            return f'"{text}"'
        case ast.Truth(value=value):
            return "yes" if value else "no"
        case ast.NoneValue():
            return "none"
    values = [getattr(node, f) for f in type(node).__match_args__ if "span" not in f]
    return f"({type(node).__name__} {' '.join(outline(v) for v in values)})"


def expression(text: str) -> str:
    """The outline of an expression that must parse."""
    tree, found = parse_expression(Source("t.beh", text))
    assert found == (), [d.message for d in found]
    return outline(tree)


def file(text: str) -> ast.File:
    """A file that must parse."""
    tree, found = parse(Source("t.beh", text))
    assert found == (), [d.message for d in found]
    return tree


def member(text: str) -> Any:
    """The one member of a behavior, which must parse."""
    tree = file(f"behavior b for r {{\n{text}\n}}\n")
    (behavior,) = tree.items
    assert isinstance(behavior, ast.Behavior)
    (only,) = behavior.body
    return only
