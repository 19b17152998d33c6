"""How rules talk about arrows, conditions and readings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from behave.analysis.findings import shown
from behave.diagnostics.diagnostic import Label
from behave.ir.ops import Op
from behave.ir.program import Machine, Node, Transition
from behave.kinds import Base
from behave.lint.machines.shape import Arrow
from behave.source import Span
from behave.units import number_text

_WHEN = re.compile(r"\bwhen[\s(]*$")


def condition(transition: Transition) -> Node | None:
    """The part of an arrow's guard that is written after `when`; None where nothing is."""
    guard = transition.guard
    if transition.after is not None:
        return guard.args[1] if guard.op is Op.AND and guard.span == transition.span else None
    if guard.op is Op.CONST and guard.span == transition.span:
        return None
    return guard


def within(inner: Span | None, outer: Span) -> bool:
    """Whether a span lies in another."""
    return (
        inner is not None
        and inner.source is outer.source
        and outer.start <= inner.start
        and inner.end <= outer.end
    )


def written_condition(transition: Transition) -> Span:
    """Where the condition of an arrow stands: after its `when`, or the whole arrow."""
    node = condition(transition)
    if node is not None and within(node.span, transition.span):
        assert node.span is not None
        return node.span
    text = transition.span.text
    at = list(re.finditer(r"\bwhen\s+", text))
    if node is None or len(at) != 1:
        return transition.span
    span = transition.span
    return Span(span.source, span.start + at[0].end(), span.start + len(text.rstrip()))


def when_and_condition(transition: Transition) -> Span | None:
    """The span from the word `when` to the end of an arrow's condition, where that is plain."""
    if condition(transition) is None:
        return None
    where = written_condition(transition)
    if where == transition.span:
        return None
    before = transition.span.source.text[transition.span.start : where.start]
    found = _WHEN.search(before)
    if found is None:
        return None
    opened = before[found.start() :].count("(")
    end = where.end
    text = transition.span.source.text
    while opened:
        while text[end : end + 1].isspace():
            end += 1
        if text[end : end + 1] != ")":
            return None
        end += 1
        opened -= 1
    start = transition.span.start + found.start()
    while text[start - 1] in " \t":
        start -= 1
    return Span(transition.span.source, start, end)


def conjuncts(node: Node) -> list[Node]:
    """The parts of `a and b and c`, flat."""
    found: list[Node] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if part.op is Op.AND:
            stack += reversed(part.args)
        else:
            found.append(part)
    return found


def quoted(span: Span) -> str:
    """The text of a place in back quotes, on one line."""
    return f"`{shown(span)}`"


def arrow_text(arrow: Arrow) -> str:
    """An arrow as it is written, in back quotes."""
    return quoted(arrow.transition.span)


def state_name(machine: Machine, state: int) -> str:
    """What a message calls a state: its path."""
    return f"`{machine.states[state].path}`"


def labels(arrows: Iterable[Arrow], text: str, most: int = 3) -> tuple[Label, ...]:
    """A remark at each of a few arrows."""
    spans = dict.fromkeys(a.transition.span for a in arrows)
    return tuple(Label(span, text) for span in list(spans)[:most])


def value_text(node: Node, value: float, enums: dict[str, tuple[str, ...]]) -> str:
    """A reading as people write it: ``0.28 m``, ``yes``, ``left``."""
    base = node.kind.base
    if base is Base.BOOL:
        return "yes" if value else "no"
    if base is Base.ENUM and node.kind.enum in enums:
        return enums[node.kind.enum][int(value)]
    return number_text(value, node.kind.dimension)


def seconds(value: float) -> str:
    """A time as people write it."""
    return f"{round(value, 6):.4g} s"
