"""BEH0505: a timer compared with `==`, which ticks step over."""

from __future__ import annotations

import re

from behave.analysis.layout import walk
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Severity
from behave.ir.nodes import behavior_nodes
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base
from behave.lint.boxes.guards import Guards
from behave.lint.studies import Studies, unique
from behave.lint.wording import quoted
from behave.source import Span
from behave.units import TIME


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a comparison, wherever it stands."""
    return unique(
        _exact(node)
        for study in studies.behaviors
        for node in walk(tuple(behavior_nodes(study.behavior)))
        if node.op is Op.EQ and node.span is not None and _is_time(node, study.guards)
    )


def _is_time(node: Node, guards: Guards) -> bool:
    """Whether one side counts ticks, alone or in a sum."""
    kind = node.args[0].kind
    if kind.base is not Base.NUMBER or kind.dimension != TIME:
        return False
    sums = [guards.comparisons.sum_of(side) for side in node.args]
    return any(guards.comparisons.counts(key) for s in sums if s is not None for key in s.terms)


def _exact(node: Node) -> Diagnostic:
    assert node.span is not None
    operator = _operator(node)
    fix = Fix("write `>=`", (Edit(operator, ">="),), safe=False) if operator is not None else None
    return Diagnostic(
        catalog.EXACT_TIME,
        f"{quoted(node.span)} holds only if a tick falls on that very time",
        node.span,
        "ticks step over it",
        help=("use `>=`, or `after` for an arrow: it fires on the first tick at or past the time",),
        fixes=(fix,) if fix is not None else (),
        severity=Severity.WARNING,
    )


def _operator(node: Node) -> Span | None:
    """Where the `==` stands."""
    left, right = node.args[0].span, node.args[1].span
    if node.span is None or left is None or right is None or left.source is not right.source:
        return None
    if not node.span.start <= left.end <= right.start <= node.span.end:
        return None
    found = re.search("==", left.source.text[left.end : right.start])
    if found is None:
        return None
    return Span(left.source, left.end + found.start(), left.end + found.end())
