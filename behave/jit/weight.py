"""How much work a piece of text is: whether to jump over it or to do it in any case."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType

from behave.jit.source import Source

CHEAP = 24
"""What weighs no more than this is done in lanes nobody needs rather than jumped over."""
_WEIGHTS: dict[type, int] = {ast.Div: 8, ast.Mod: 100, ast.For: 50, ast.While: 50}
_SINGLE = 100  # a function of the C library, one lane after another
_ROOT = 12


def weight(source: Source, nodes: Sequence[ast.AST], known: dict[FunctionType, int]) -> int:
    """About how many instructions some statements or expressions are.

    What reads an array at a place worked out, or writes one, must be jumped over where no lane
    needs it: the place may be none then. ``known`` are the functions weighed before.
    """
    return sum(_weight(source, node, known) for node in nodes)


def _weight(source: Source, node: ast.AST, known: dict[FunctionType, int]) -> int:
    total = 0
    for part in ast.walk(node):
        if isinstance(part, ast.BinOp | ast.UnaryOp | ast.Compare | ast.IfExp):
            total += _WEIGHTS.get(type(getattr(part, "op", part)), 1)
        elif isinstance(part, ast.For | ast.While):
            total += _WEIGHTS[type(part)]
        elif isinstance(part, ast.Subscript):
            computed = source.constant(part.slice) is None
            total += CHEAP + 1 if computed or isinstance(part.ctx, ast.Store) else 0
        elif isinstance(part, ast.Call):
            total += _call(source.outer(part.func), known)
    return total


def _call(function: object, known: dict[FunctionType, int]) -> int:
    if not isinstance(function, FunctionType):
        module = getattr(function, "__module__", None)
        if module != "math":
            return 2
        return _ROOT if getattr(function, "__name__", "") == "sqrt" else _SINGLE
    if function not in known:
        known[function] = 0  # one that calls itself is refused elsewhere
        known[function] = weight(Source(function), Source(function).node.body, known)
    return known[function]
