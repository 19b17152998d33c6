"""What the examples on the pages of codes give, and the places their carets mark.

A line of a bad example that is a comment of carets marks what is found on the line above it.
Run as a program with codes as arguments, this writes the carets of their pages anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from behave.cli.files import UseReader
from behave.diagnostics import catalog
from behave.diagnostics.cells import expanded
from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.policy import Settings
from behave.lint.suppressions import judge, silence
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.source import Source, Span

Place = tuple[int, int, int]
"""Line from 1, column from 0 and width in cells of a terminal; what is empty is one cell wide."""

_CARETS = re.compile(r"#([ ]*)(\^+)$")
_OFF = frozenset(code for code, entry in catalog.CODES.items() if not entry.on)


def found_in(text: str) -> list[Diagnostic]:
    """All findings in an example, those of rules that are off by default too."""
    source = Source("example.beh", text)
    reader = UseReader(source, str(behaviors_path() / "example.beh"))
    checked = check(source, reader, Settings(also=_OFF))
    silenced = silence(checked.diagnostics, (source,))
    judged = frozenset(catalog.CODES) if checked.understood else frozenset()
    return [*silenced.kept, *judge(source, silenced.used, judged)]


def place_of(span: Span) -> Place:
    """Where a finding is marked: of several lines only the first."""
    line, column = span.source.line_column(span.start)
    cells = expanded(span.source.line_text(line))[1]
    end = min(column - 1 + span.end - span.start, len(cells) - 1)
    start = cells[column - 1]
    return line, start, max(cells[end] - start, 1)


def marked(text: str) -> list[Place]:
    """The places an example's carets mark."""
    places = []
    above = 0
    for number, line in enumerate(text.split("\n"), start=1):
        match = _CARETS.fullmatch(line)
        if match is None:
            above = number
        else:
            places.append((above, match.start(2), len(match[2])))
    return places


def with_carets(text: str) -> str:
    """An example with its carets written anew, from what is found in it."""
    kept = [line for line in text.split("\n") if _CARETS.fullmatch(line) is None]
    places = [place_of(d.span) for d in found_in("\n".join(kept))]
    for line, column, width in sorted(places, reverse=True):
        if column > 0:
            kept.insert(line, "#" + " " * (column - 1) + "^" * width)
    return "\n".join(kept)


def rewrite(code: str) -> None:
    """Write the carets of a page's bad examples anew."""
    path = Path(catalog.__file__).parent / "pages" / f"{code}.md"
    text = path.read_text(encoding="utf-8")
    for example in catalog.examples(code, "bad"):
        text = text.replace(f"```beh bad\n{example}```", f"```beh bad\n{with_carets(example)}```")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        rewrite(given)
