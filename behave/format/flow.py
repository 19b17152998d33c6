"""Words laid out on lines: where each line begins, and where it must break to be short enough."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.format.structure import CLOSING, OPENING
from behave.format.words import Word
from behave.record import Record
from behave.syntax.table import name_set

INDENT = 2
LENGTH = 100
# What a line may be as long as before it is broken: a row of a table reads best as one row.
LONGEST = 132
_FARTHEST = 60  # a column beyond it is no place to continue at

_WEAK = name_set("COMMA AND OR")
_STRONG = name_set("PLUS MINUS STAR SLASH OTHERWISE LE GE EQ NE LT GT")


@dataclass(slots=True)
class Plan:
    """What has been decided about the words of a file.

    ``gaps`` are blanks before a word; ``broken`` says whether it begins a line; ``split`` whether
    a `;` ends the statement before it; ``hanging`` are the brackets whose contents stand on lines
    of their own, by the word that opens them; ``shift`` is how far a statement that begins with a
    word is moved in.
    """

    gaps: list[int]
    broken: list[bool]
    split: list[bool]
    hanging: list[bool]
    shift: list[int]


class Line(Record):
    """The words ``first`` to ``last`` with it, from cell ``column`` to before ``end``."""

    first: int
    last: int
    column: int
    end: int


class _Bracket(Record):
    """An open bracket: where its contents go on, where it is closed, and the one around it."""

    contents: int
    closing: int
    outer: _Bracket | None
    depth: int


@dataclass(slots=True)
class _Pen:
    """Where the next word goes: on the line that begins at cell ``line``.

    ``anchor`` is the cell behind the last `=` or `when`, where what continues it stands.
    """

    column: int
    line: int
    bracket: _Bracket | None = None
    anchor: int = -1
    anchored: bool = False

    def copy(self) -> _Pen:
        return _Pen(self.column, self.line, self.bracket, self.anchor, self.anchored)


@dataclass(slots=True)
class _Candidate:
    """A place where the line under way may end: before ``index``, the pen as it was there."""

    index: int
    depth: int
    weak: bool
    pen: _Pen
    end: int


@dataclass(slots=True)
class Flow:
    """Lays out a chunk of words at a time; ``header``: it opens a block at its end."""

    words: list[Word]
    plan: Plan
    lines: list[Line] = field(default_factory=list)

    def chunk(self, first: int, last: int, indent: int, header: bool) -> list[Line]:
        """The lines of the words ``first`` to ``last``, broken as the plan says."""
        hang = indent + INDENT * (2 if header else 1)
        pen = _Pen(indent, indent)
        self.lines = []
        start = first
        for index in range(first, last + 1):
            if index > first and self.plan.broken[index]:
                self.lines.append(Line(start, index - 1, pen.line, pen.column))
                start = index
                self._next_line(pen, index, indent, hang)
            self._write(pen, index, index == start)
        self.lines.append(Line(start, last, pen.line, pen.column))
        return self.lines

    def fit(self, first: int, last: int, indent: int, header: bool) -> None:
        """Break the chunk anew so that its lines fit: at the loosest places, as late as possible.

        Where a comment lies between two words the line ends whatever the width.
        """
        hang = indent + INDENT * (2 if header else 1)
        pen = _Pen(indent, indent)
        start, index = first, first
        candidates: list[_Candidate] = []
        while index <= last:
            forced = index > start and bool(self.words[index].comments)
            if forced:
                self.plan.broken[index] = True
                start = index
                self._next_line(pen, index, indent, hang)
                candidates = []
            elif index > start:
                candidate = self._candidate(pen, index)
                if candidate is not None:
                    candidates.append(candidate)
            self._write(pen, index, index == start)
            if pen.column > LENGTH and candidates:
                chosen = _best(candidates)
                index, start, pen = chosen.index, chosen.index, chosen.pen
                self.plan.broken[index] = True
                self._next_line(pen, index, indent, hang)
                candidates = []
                self._write(pen, index, True)
            index += 1

    def _write(self, pen: _Pen, index: int, begins: bool) -> None:
        word, plan = self.words[index], self.plan
        if not begins:
            pen.column += plan.gaps[index] + (1 if plan.split[index] else 0)
        if pen.anchored and not begins:
            pen.anchor = pen.column
        pen.anchored = False
        if word.type in CLOSING and pen.bracket is not None:
            pen.bracket = pen.bracket.outer
        at = pen.column
        pen.column += word.width
        if word.type in OPENING:
            hangs = plan.hanging[index]
            contents = pen.line + INDENT if hangs else at + word.width
            depth = pen.bracket.depth + 1 if pen.bracket is not None else 1
            pen.bracket = _Bracket(contents, pen.line if hangs else at, pen.bracket, depth)
        elif word.type in ("EQUAL", "WHEN") and pen.bracket is None:
            pen.anchored = True
        elif word.type == "LBRACE":
            pen.anchor = -1

    def _next_line(self, pen: _Pen, index: int, indent: int, hang: int) -> None:
        """Put the pen where a continued line begins."""
        word = self.words[index]
        if pen.bracket is not None:
            closes = word.type in CLOSING
            column = pen.bracket.closing if closes else pen.bracket.contents
            if not closes and column > _FARTHEST:
                column = hang + INDENT
        elif word.type in ("LBRACE", "RBRACE") or self.words[index - 1].type == "RBRACE":
            column = indent
        elif 0 <= pen.anchor <= _FARTHEST:
            column = pen.anchor
        else:
            column = hang
        pen.column = pen.line = column

    def _candidate(self, pen: _Pen, index: int) -> _Candidate | None:
        before, word = self.words[index - 1], self.words[index]
        depth = pen.bracket.depth if pen.bracket is not None else 0
        weak = before.type in _WEAK
        strong = before.type in _STRONG and self.plan.gaps[index] == 1
        if not (weak or strong or (word.type == "ELSE" and before.type != "RBRACE")):
            return None
        return _Candidate(index, depth, weak, pen.copy(), pen.column)


def _best(candidates: list[_Candidate]) -> _Candidate:
    """The outermost place, there the loosest, there the last one that is not too far right."""
    fitting = [c for c in candidates if c.end <= LENGTH] or candidates[:1]
    depth = min(c.depth for c in fitting)
    outer = [c for c in fitting if c.depth == depth]
    return ([c for c in outer if c.weak] or outer)[-1]
