"""Findings as a JUnit report: a suite for each file, a test case for each finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic
from behave.diagnostics.paint import printable
from behave.diagnostics.witness import reading_lines


def render_junit(diagnostics: Iterable[Diagnostic], files: Sequence[str]) -> str:
    """An XML text. ``files`` are those that were checked; one without findings passes.

    A warning is a failure of type ``warning``: what fails a build is said by the exit code.
    """
    suites: dict[str, list[Diagnostic]] = {name: [] for name in files}
    for finding in diagnostics:
        suites.setdefault(finding.span.source.name, []).append(finding)
    total = sum(max(len(found), 1) for found in suites.values())
    failures = sum(map(len, suites.values()))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="beh lint" tests="{total}" failures="{failures}" errors="0">',
    ]
    for name, found in suites.items():
        lines += _suite(name, found)
    return "\n".join((*lines, "</testsuites>", ""))


def _suite(name: str, found: Sequence[Diagnostic]) -> list[str]:
    count = max(len(found), 1)
    head = f'<testsuite name="{_escaped(name)}" tests="{count}" failures="{len(found)}" errors="0">'
    if not found:
        return [f"  {head}", f"    {_case(name, 'no findings')}/>", "  </testsuite>"]
    cases = [line for finding in found for line in _failure(name, finding)]
    return [f"  {head}", *(f"    {line}" for line in cases), "  </testsuite>"]


def _failure(name: str, d: Diagnostic) -> list[str]:
    line, column = d.span.source.line_column(d.span.start)
    title = f"{d.code} {CODES[d.code].name} at {line}:{column}"
    body = (str(d.span), d.message, *reading_lines(d.witness), *(f"help: {h}" for h in d.help))
    return [
        f'{_case(name, title)} line="{line}">',
        f'  <failure type="{d.severity.value}" message="{_escaped(d.message)}">'
        + "&#10;".join(_escaped(part) for part in body)
        + "</failure>",
        "</testcase>",
    ]


def _case(file: str, title: str) -> str:
    return (
        f'<testcase name="{_escaped(title)}" classname="{_escaped(file)}" file="{_escaped(file)}"'
    )


# What XML 1.0 has no way to write, escaped or not.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def _escaped(text: str) -> str:
    plain = _FORBIDDEN.sub(lambda m: f"\\u{ord(m[0]):04x}", printable(text))
    return "".join(_ENTITIES.get(character, character) for character in plain)
