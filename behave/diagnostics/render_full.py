"""Findings for people: the message, the lines it is about, what is marked, what would help."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from behave.diagnostics.cells import expanded
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.paint import Paint, printable
from behave.source import Source, Span

# Of a long line so many cells are shown around the mark.
_ROOM = 110
# Of a place over many lines the first and the last are shown.
_MOST_LINES = 2


@dataclass(frozen=True)
class _Mark:
    """Characters ``[start, end)`` of one line, with a remark."""

    line: int
    start: int
    end: int
    text: str
    main: bool


def render_full(diagnostics: Iterable[Diagnostic], *, color: bool = False) -> str:
    """Every finding with its snippet, in the order given, separated by blank lines."""
    return "".join(_finding(d, Paint(color)) + "\n" for d in diagnostics)


def _finding(d: Diagnostic, paint: Paint) -> str:
    head = paint.severity(d.severity, f"{d.severity.value}[{d.code}]")
    lines = [f"{head}{paint.strong(': ' + printable(d.message))}"]
    groups: dict[str, tuple[Source, list[_Mark]]] = {}
    for span, text, main in (
        (d.span, d.label, True),
        *((s.span, s.text, False) for s in d.secondary),
    ):
        _, marks = groups.setdefault(span.source.name, (span.source, []))
        marks += _marks(span, text, main)
    widest = max(m.line for _, marks in groups.values() for m in marks)
    gutter = len(str(widest))
    for number, (source, marks) in enumerate(groups.values()):
        place = d.span if number == 0 else Span(source, _offset(source, marks[0]), 0)
        arrow = "-->" if number == 0 else ":::"
        lines.append(f"{' ' * gutter}{paint.frame(arrow)} {printable(str(place))}")
        lines += _snippet(source, marks, gutter, d.severity, paint)
    edge = f"{' ' * gutter} {paint.frame('=')}"
    for help in d.help:
        lines.append(f"{edge} {paint.note('help:')} {printable(help)}")
    for fix in d.fixes:
        kind = "fix:" if fix.safe else "fix (unsafe):"
        lines.append(f"{edge} {paint.note(kind)} {printable(fix.title)}")
    return "\n".join(lines) + "\n"


def _offset(source: Source, mark: _Mark) -> int:
    return source.line_start(mark.line) + mark.start


def _marks(span: Span, text: str, main: bool) -> list[_Mark]:
    """A place as marks, one a line: over several lines its first and its last line."""
    source = span.source
    line, column = source.line_column(span.start)
    last, end = source.line_column(max(span.end, span.start))
    first_text = source.line_text(line)
    start = min(column - 1, len(first_text))
    if line == last:
        return [_Mark(line, start, min(end - 1, len(first_text)), text, main)]
    last_text = source.line_text(last)
    indent = len(last_text) - len(last_text.lstrip())
    head = _Mark(line, start, len(first_text), "", main)
    return [head, _Mark(last, min(indent, end - 1), min(end - 1, len(last_text)), text, main)]


def _snippet(
    source: Source, marks: list[_Mark], gutter: int, severity: Severity, paint: Paint
) -> list[str]:
    bar = paint.frame("|")
    lines = [f"{' ' * gutter} {bar}"]
    previous = 0
    for line in sorted({m.line for m in marks}):
        if previous and line - previous == 2:
            lines.append(_source_line(source, previous + 1, gutter, paint, 0)[0])
        elif previous and line - previous > 2:
            lines.append(paint.frame("..."))
        here = sorted((m for m in marks if m.line == line), key=lambda m: (m.start, m.end, m.main))
        shown, cells, skipped = _window(source, line, here)
        lines.append(_numbered(line, shown, gutter, paint))
        for row in _underlines(here, cells, skipped, severity, paint):
            lines.append(f"{' ' * gutter} {bar} {row}".rstrip())
        previous = line
    return lines


def _source_line(source: Source, line: int, gutter: int, paint: Paint, skip: int) -> list[str]:
    shown, cells = expanded(source.line_text(line))
    if cells[-1] > _ROOM:
        shown = _cut(source.line_text(line), 0, _ROOM)
    return [_numbered(line, shown, gutter, paint)]


def _numbered(line: int, shown: str, gutter: int, paint: Paint) -> str:
    return f"{paint.frame(f'{line:>{gutter}} |')} {shown}".rstrip()


def _window(source: Source, line: int, marks: list[_Mark]) -> tuple[str, list[int], int]:
    """The part of a line to show: all of it, or the surroundings of the first mark."""
    text = source.line_text(line)
    shown, cells = expanded(text)
    if cells[-1] <= _ROOM:
        return shown, cells, 0
    middle = cells[marks[0].start]
    low = max(0, middle - _ROOM // 2)
    first = next(i for i, c in enumerate(cells) if c >= low)
    lead = "…" if first else ""
    skipped = cells[first] - len(lead)
    return lead + _cut(text, first, cells[first] + _ROOM), cells, skipped


def _cut(text: str, first: int, limit: int) -> str:
    shown, cells = expanded(text)
    last = len(text)
    while last > first and cells[last] > limit:
        last -= 1
    return expanded(text[first:last])[0] + ("…" if last < len(text) else "")


def _underlines(
    marks: list[_Mark], cells: list[int], skipped: int, severity: Severity, paint: Paint
) -> list[str]:
    """One row a mark: carets for the main one, dashes for others, the remark behind them."""
    rows = []
    for mark in sorted(marks, key=lambda m: (not m.main, m.start)):
        start = max(cells[mark.start] - skipped, 0)
        width = max(cells[mark.end] - cells[mark.start], 1)
        width = min(width, max(_ROOM + 2 - start, 1))
        text = ("^" if mark.main else "-") * width
        if mark.text:
            text += f" {printable(mark.text)}"
        drawn = paint.severity(severity, text) if mark.main else paint.frame(text)
        rows.append(" " * start + drawn)
    return rows
