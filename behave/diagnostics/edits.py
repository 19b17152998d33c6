"""Fixes put into a text."""

from __future__ import annotations

from collections.abc import Iterable

from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix
from behave.source import Source


def applied(source: Source, fixes: Iterable[Fix]) -> tuple[str, int]:
    """The text with the fixes made, and how many were.

    A fix is made wholly or not at all: one that reaches into another file, or overlaps one made
    before it, is left out. The same change proposed twice is made once.
    """
    edits: list[Edit] = []
    made: set[tuple[tuple[int, int, str], ...]] = set()
    count = 0
    for fix in sorted(fixes, key=_place):
        key = tuple((e.span.start, e.span.end, e.text) for e in fix.edits)
        if key in made or not all(_free(source, edits, edit) for edit in fix.edits):
            continue
        made.add(key)
        edits += fix.edits
        count += 1
    text = source.text
    for edit in sorted(edits, key=lambda e: (e.span.start, e.span.end), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text, count


def _place(fix: Fix) -> tuple[int, int]:
    spans = [(e.span.start, e.span.end) for e in fix.edits]
    return min(spans, default=(0, 0))


def _free(source: Source, edits: list[Edit], edit: Edit) -> bool:
    """Whether nothing is changed yet where an edit is; touching ends are told apart by neither."""
    if edit.span.source.name != source.name:
        return False
    start, end = edit.span.start, edit.span.end
    return all(end < e.span.start or start > e.span.end for e in edits)


def chosen_fix(finding: Diagnostic, unsafe: bool) -> Fix | None:
    """The first fix of a finding that may be made; a safe one comes before the others."""
    safe = next((fix for fix in finding.fixes if fix.safe), None)
    if safe is not None or not unsafe:
        return safe
    return finding.fixes[0] if finding.fixes else None
