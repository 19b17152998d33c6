"""``for s in sides`` and ``for i in 0 .. 5``: unrolled, the name a constant in each turn."""

from __future__ import annotations

from collections.abc import Iterator

from behave.analysis import expressions
from behave.analysis.declarations import declare_local
from behave.analysis.environment import Environment
from behave.analysis.symbols import EnumHandle, Fixed
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import NUMBER, enum
from behave.syntax import ast

LARGEST = 256
"""How many turns a loop may have: a file stays of bounded size."""


MOST_TURNS = 4_000
"""How many turns all loops of a behavior may have together."""


def unrolled(env: Environment, tree: ast.ForEach) -> Iterator[Environment]:
    """The surroundings of each turn, with the loop's name bound."""
    for node in _values(env, tree):
        if not _may_turn(env, tree):
            return
        inner = env.within(env.scope.inner("loop"))
        name = tree.name
        declare_local(inner, Fixed(name.text, "loop name", name.span, False, node))
        yield inner


def _may_turn(env: Environment, tree: ast.ForEach) -> bool:
    """Count a turn; the first one too many is reported, those after it are not."""
    env.builder.loop_turns += 1
    if env.builder.loop_turns == MOST_TURNS + 1:
        env.findings.add(
            catalog.LIMIT,
            f"loops make more than {MOST_TURNS} turns in all",
            tree.name.span,
            "too many turns",
            ("every turn is written out when the file is checked",),
        )
    return env.builder.loop_turns <= MOST_TURNS


def _values(env: Environment, tree: ast.ForEach) -> list[Node]:
    if isinstance(tree.over, ast.Range):
        return _numbers(env, tree.over)
    found = expressions.value(env, tree.over)
    if isinstance(found, EnumHandle):
        kind = enum(found.name)
        return [Node(Op.CONST, (), kind, position) for position in range(len(found.values))]
    if found is not None:
        env.findings.add(
            catalog.WRONG_KIND,
            f"`for` goes over an enum or a range, and `{tree.over.span.text}` is neither",
            tree.over.span,
            "neither an enum nor a range",
        )
    return []


def _numbers(env: Environment, tree: ast.Range) -> list[Node]:
    low = expressions.of_kind(env, tree.low, NUMBER, "the range of `for`")
    high = expressions.of_kind(env, tree.high, NUMBER, "the range of `for`")
    if low is None or high is None:
        return []
    first, last = number_of(low), number_of(high)
    if first is None or last is None or not _few_whole(first, last):
        env.findings.add(
            catalog.WRONG_KIND,
            f"`for` needs a range of whole numbers known now, at most {LARGEST} of them",
            tree.span,
            "not such a range",
        )
        return []
    return [Node(Op.CONST, (), NUMBER, float(i)) for i in range(int(first), int(last) + 1)]


def _few_whole(first: float, last: float) -> bool:
    """Whether a range runs over whole numbers, and not too many."""
    return first == int(first) and last == int(last) and last - first < LARGEST
