"""Findings for programs: a list of objects whose shape is a contract."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic, Reading
from behave.source import Span


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list, one object a finding, in the order given; ends with a line end.

    Keys: ``code``, ``name``, ``severity``, ``message``, ``label``, a place (below), ``help``
    (list of text), ``secondary`` (list of ``text`` and a place), ``fixes`` (list of ``title``,
    ``safe``, ``edits``: list of ``text`` and a place) and ``witness`` (list of ``text``,
    ``value``, ``shown``). A place is ``path``, ``line``, ``column``, ``end_line``,
    ``end_column`` (from 1, columns in code points), ``utf16_column``, ``utf16_end_column`` (the
    same columns in UTF-16 units, from 1), ``offset``, ``end_offset`` (code points from 0, the
    end exclusive). ``docs/lint.schema.json`` says the same as a JSON schema.
    """
    text = json.dumps([_finding(d) for d in diagnostics], ensure_ascii=False, indent=2)
    return encodable(text) + "\n"


def encodable(text: str) -> str:
    """A text without lone surrogates, which are no characters: they are spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def reading(of: Reading) -> dict[str, Any]:
    """One reading of a witness; JSON has no number for infinity, and absent is null."""
    value: float | str | None = of.value
    if math.isinf(of.value):
        value = "inf" if of.value > 0 else "-inf"
    elif math.isnan(of.value):
        value = None
    return {"text": of.text, "value": value, "shown": of.shown}


def _finding(d: Diagnostic) -> dict[str, Any]:
    return {
        "code": d.code,
        "name": CODES[d.code].name,
        "severity": d.severity.value,
        "message": d.message,
        "label": d.label,
        **_place(d.span),
        "help": list(d.help),
        "secondary": [{"text": s.text, **_place(s.span)} for s in d.secondary],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [{"text": e.text, **_place(e.span)} for e in fix.edits],
            }
            for fix in d.fixes
        ],
        "witness": [reading(r) for r in d.witness],
    }


def _place(span: Span) -> dict[str, Any]:
    source = span.source
    line, column = source.line_column(span.start)
    end_line, end_column = source.line_column(span.end)
    return {
        "path": source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "utf16_column": _utf16(source.text, span.start, column),
        "utf16_end_column": _utf16(source.text, span.end, end_column),
        "offset": span.start,
        "end_offset": span.end,
    }


def _utf16(text: str, offset: int, column: int) -> int:
    before = text[offset - column + 1 : offset]
    return column + sum(ord(c) > 0xFFFF for c in before)
