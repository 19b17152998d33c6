"""BEH0507: `a and b for T`, where only b has to last."""

from __future__ import annotations

import re

from behave.analysis.layout import walk
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from behave.ir.nodes import behavior_nodes
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node
from behave.lint.studies import Studies, unique
from behave.lint.wording import quoted
from behave.source import Span

_BARE_AND = re.compile(r"[\s)]*\band\s*")
_FOR = re.compile(r"[\s)]*\bfor\b")


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a place."""
    return unique(d for study in studies.behaviors for d in _loose(study.behavior))


def _loose(behavior: BehaviorProgram) -> list[Diagnostic]:
    cells = {cell.slot for cell in behavior.memory}
    if not cells:
        return []
    return [
        _finding(node)
        for node in walk(tuple(behavior_nodes(behavior)))
        if node.op is Op.AND and _lasting(node.args[1], cells) and _reads_loose(node)
    ]


def _lasting(node: Node, cells: set[int]) -> bool:
    """Whether a node is `c for T`: c, and the time its cell has counted is long enough."""
    if node.op is not Op.AND or node.args[1].op is not Op.GE or node.args[1].span != node.span:
        return False
    counted = node.args[1].args[0]
    return counted.op is Op.MUL and counted.args[0].op is Op.SLOT and counted.args[0].data in cells


def _reads_loose(node: Node) -> bool:
    """Whether nothing but the word `and` stands between the two, so that no bracket says it."""
    left, right = node.args[0].span, node.args[1].span
    if node.span is None or left is None or right is None:
        return False
    if not (node.span.source is left.source is right.source and left.end <= right.start):
        return False
    if not node.span.start <= left.start < right.end <= node.span.end:
        return False
    return _BARE_AND.fullmatch(left.source.text[left.end : right.start]) is not None


def _finding(node: Node) -> Diagnostic:
    whole, lasting = node.span, node.args[1]
    held = lasting.args[0].span
    assert whole is not None
    assert lasting.span is not None
    first = Span(whole.source, whole.start, lasting.span.start)
    first = Span(whole.source, whole.start, whole.start + len(first.text.rstrip()[:-3].rstrip()))
    return Diagnostic(
        catalog.LOOSE_FOR,
        f"`for` reaches only as far as {quoted(lasting.span)}; {quoted(first)} need not last",
        lasting.span,
        "only this has to last",
        (Label(first, "this may hold for a tick only"),),
        (
            "if both have to last, write `(… and …) for …`; if not, put the last part in brackets: "
            f"`… and ({' '.join(lasting.span.text.split())})`",
        ),
        _brackets(whole, held, lasting.span),
        Severity.WARNING,
    )


def _brackets(whole: Span, held: Span | None, lasting: Span) -> tuple[Fix, ...]:
    """Brackets around everything before `for`."""
    if held is None or held.source is not whole.source:
        return ()
    if not lasting.start <= held.start < held.end <= lasting.end:
        return ()
    found = _FOR.match(whole.source.text, held.end, lasting.end)
    if found is None:
        return ()
    end = found.end() - len("for")
    while whole.source.text[end - 1].isspace():
        end -= 1
    edits = (
        Edit(Span(whole.source, whole.start, whole.start), "("),
        Edit(Span(whole.source, end, end), ")"),
    )
    return (Fix("let both last", edits, safe=False),)
