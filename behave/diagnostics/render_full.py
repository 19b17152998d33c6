"""Findings for people: the message, the lines it is about, what is marked, what would help."""

from __future__ import annotations

from collections.abc import Iterable

from behave.diagnostics.cells import expanded
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.diagnostics.paint import Paint, printable
from behave.diagnostics.witness import reading_lines
from behave.record import Record
from behave.source import Source, Span

# Of a long line so many cells are shown around the mark.
_ROOM = 110


class _Mark(Record):
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
    for number, line in enumerate(reading_lines(d.witness)):
        lead = edge if number == 0 else " " * (gutter + 2)
        lines.append(f"{lead} {paint.note(printable(line))}")
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
            nothing = [_Mark(previous + 1, 0, 0, "", False)]
            lines.append(
                _numbered(previous + 1, _window(source, previous + 1, nothing)[0], gutter, paint)
            )
        elif previous and line - previous > 2:
            lines.append(paint.frame("..."))
        here = sorted((m for m in marks if m.line == line), key=lambda m: (m.start, m.end, m.main))
        shown, cells, skipped = _window(source, line, here)
        lines.append(_numbered(line, shown, gutter, paint))
        for row in _underlines(here, cells, skipped, severity, paint):
            lines.append(f"{' ' * gutter} {bar} {row}".rstrip())
        previous = line
    return lines


def _numbered(line: int, shown: str, gutter: int, paint: Paint) -> str:
    return f"{paint.frame(f'{line:>{gutter}} |')} {shown}".rstrip()


def _window(source: Source, line: int, marks: list[_Mark]) -> tuple[str, list[int], int]:
    """The part of a line to show: all of it, or the surroundings of the first mark.

    Returns it as printed, the cell of each of its characters, and the index of the first one.
    """
    text = source.line_text(line)
    if len(text) <= _ROOM:
        shown, cells = expanded(text)
        if cells[-1] <= _ROOM:
            return shown, cells, 0
    first = max(0, marks[0].start - _ROOM // 2)
    shown, cells = expanded(text[first : first + _ROOM])
    cut = len(cells) - 1
    while cells[cut] > _ROOM:
        cut -= 1
    lead = "…" if first else ""
    tail = "…" if first + cut < len(text) else ""
    shown = lead + expanded(text[first : first + cut])[0] + tail
    return shown, [c + len(lead) for c in cells[: cut + 1]], first


def _cell(cells: list[int], index: int) -> int:
    return cells[min(max(index, 0), len(cells) - 1)]


def _underlines(
    marks: list[_Mark], cells: list[int], skipped: int, severity: Severity, paint: Paint
) -> list[str]:
    """One row a mark: carets for the main one, dashes for others, the remark behind them."""
    rows = []
    for mark in sorted(marks, key=lambda m: (not m.main, m.start)):
        start = _cell(cells, mark.start - skipped)
        width = max(_cell(cells, mark.end - skipped) - start, 1)
        text = ("^" if mark.main else "-") * width
        if mark.text:
            text += f" {printable(mark.text)}"
        drawn = paint.severity(severity, text) if mark.main else paint.frame(text)
        rows.append(" " * start + drawn)
    return rows
