"""The conditions that are no arrow's: of blocks, of single actions and of handlers."""

from __future__ import annotations

from collections.abc import Iterator

from behave.ir.nodes import blocks, statements
from behave.ir.program import BehaviorProgram, Branch, Node
from behave.lint.boxes.identity import slots_of
from behave.lint.wording import within
from behave.record import Record
from behave.source import Span


class Condition(Record):
    """A condition, what it decides about (its text) and the span of that."""

    node: Node
    decides: str
    span: Span


BLOCK, ACTION, HANDLER = "block", "action", "handler"


def conditions(behavior: BehaviorProgram) -> Iterator[Condition]:
    """Every condition of a behavior besides those of arrows.

    Left out are those that read nothing: a turn of a loop decides them, or their author did.
    """
    for handler in behavior.handlers:
        if handler.when is not None and slots_of(handler.when):
            yield Condition(handler.when, HANDLER, handler.span)
    for body in blocks(behavior):
        for statement in statements(body):
            if isinstance(statement, Branch) and slots_of(statement.condition):
                yield Condition(statement.condition, _what(statement), statement.span)


def _what(branch: Branch) -> str:
    text = branch.span.text
    if text.startswith("when"):
        return BLOCK
    return HANDLER if text.startswith("on") else ACTION


def place(condition: Condition) -> Span:
    """Where a condition stands; the whole statement where it is a guard named elsewhere."""
    node = condition.node
    if node.span is not None and within(node.span, condition.span):
        return node.span
    return condition.span
