"""Findings as annotations of a pull request: workflow commands, one a line, errors first.

GitHub shows the first ten of each kind a step prints, so the order matters.
"""

from __future__ import annotations

from collections.abc import Iterable

from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.paint import printable
from behave.diagnostics.witness import reading_lines


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """``::error file=…,line=…,col=…::message``; columns count code points from 1."""
    found = list(diagnostics)
    ranked = sorted(found, key=lambda d: d.severity is not Severity.ERROR)
    return "".join(_annotation(d) + "\n" for d in ranked)


def _annotation(d: Diagnostic) -> str:
    source = d.span.source
    line, column = source.line_column(d.span.start)
    end_line, end_column = source.line_column(d.span.end)
    places = {
        "file": source.name.replace("\\", "/"),
        "line": str(line),
        "endLine": str(end_line),
        "col": str(column),
        "endColumn": str(end_column),
        "title": f"{d.code} {CODES[d.code].name}",
    }
    listed = ",".join(f"{key}={_property(value)}" for key, value in places.items())
    text = "\n".join((d.message, *reading_lines(d.witness), *(f"help: {h}" for h in d.help)))
    return f"::{d.severity.value} {listed}::{_data(text)}"


def _data(text: str) -> str:
    """As the runner unescapes it; other control characters are spelled out."""
    lines = (printable(line).replace("%", "%25") for line in text.split("\n"))
    return "%0A".join(lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
