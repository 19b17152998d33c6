"""Source text and spans: where a thing stands in which file."""

from __future__ import annotations

import bisect
import re

from behave.record import Record

_LINE_END = re.compile(r"\r\n|\n|\r")


class Source(Record, identity=True):
    """One text with a name for messages.

    ``name`` is what a message shows (a path as the user gave it, or ``<probe>``).
    Offsets everywhere count code points from 0. Lines end at ``\\n``, ``\\r\\n`` or ``\\r``.
    """

    name: str
    text: str
    _starts: list[int]

    def __init__(self, name: str, text: str) -> None:
        starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "_starts", starts)

    def __repr__(self) -> str:
        return f"Source(name={self.name!r}, text={self.text!r})"

    def __reduce__(self) -> tuple[type[Source], tuple[str, str]]:
        return Source, (self.name, self.text)

    @property
    def line_count(self) -> int:
        """Number of lines, at least 1."""
        return len(self._starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in code points."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line ending."""
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def line_start(self, line: int) -> int:
        """Offset of the first character of a line (from 1)."""
        return self._starts[line - 1]


class Span(Record):
    """A half-open range of offsets ``[start, end)`` in a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character in code points, from 1."""
        return self.source.line_column(self.start)[1]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of ``other``."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.line_column(self.start)
        return f"{self.source.name}:{line}:{column}"
