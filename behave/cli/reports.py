"""The formats findings are written in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import behave
from behave.diagnostics import render_concise, render_full, render_json
from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic

FORMATS = ("full", "concise", "json", "github", "sarif", "junit")
QUIET = frozenset({"json", "github", "sarif", "junit"})
"""Formats for programs: nothing else is said beside them."""


def written(
    found: Sequence[Diagnostic], form: str, files: Sequence[str], colored: bool = False
) -> str:
    """The findings in a format; ``files`` are those that were checked."""
    match form:
        case "json":
            return render_json(found)
        case "concise":
            return render_concise(found, color=colored)
        case "github":
            from behave.diagnostics.render_github import render_github

            return render_github(found)
        case "sarif":
            from behave.diagnostics.render_sarif import render_sarif

            return render_sarif(found, behave.__version__)
        case "junit":
            from behave.diagnostics.render_junit import render_junit

            return render_junit(found, files)
        case _:
            return render_full(found, color=colored)


def statistics(found: Sequence[Diagnostic], form: str) -> str:
    """How often each code was found, the most frequent first; a list of objects as JSON."""
    counts = Counter(d.code for d in found)
    fixable = Counter(d.code for d in found if any(fix.safe for fix in d.fixes))
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if form == "json":
        table = [
            {"code": code, "name": CODES[code].name, "count": n, "fixable": fixable[code]}
            for code, n in rows
        ]
        return json.dumps(table, indent=2) + "\n"
    width = len(str(rows[0][1])) if rows else 0
    return "".join(
        f"{n:>{width}}  {code}  {'[fix]' if fixable[code] else '     '}  {CODES[code].name}\n"
        for code, n in rows
    )
