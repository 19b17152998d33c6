"""From a plan to text: lines with their indentation, comments in their place, blank lines."""

from __future__ import annotations

from dataclasses import dataclass

from behave.format.breaks import chunks
from behave.format.flow import INDENT, Flow, Plan
from behave.format.structure import Block, Statement
from behave.format.words import Comment, Word, cells


@dataclass(slots=True)
class Written:
    """A line: its text, the indentation of its statement, and the comment that trails it.

    ``comment_column`` is the cell that comment began at as it was written.
    """

    text: str
    indent: int
    comment: str = ""
    comment_column: int = 0


class Writer:
    """Writes the lines of one file."""

    def __init__(self, words: list[Word], plan: Plan) -> None:
        self.words = words
        self.plan = plan
        self.flow = Flow(words, plan)
        self.lines: list[Written] = []
        self.fresh = True  # nothing stands in the block under way yet
        self.closed = False  # the line before is the end of a block of the file

    def file(self, statements: list[Statement]) -> list[Written]:
        """All lines of the file."""
        for statement in statements:
            self._statement(statement, 0)
        end = self.words[-1]
        self._comments(end.comments, 0, 0)
        return self.lines

    def _statement(self, statement: Statement, indent: int) -> None:
        opened = {b.opening: b for b in statement.blocks if self.plan.broken[b.closing]}
        shift = self.plan.shift[statement.first]
        for first, last, header in chunks(statement, self.plan):
            self._chunk(first, last, indent + shift, header, opened)
            block = opened.get(last)
            if block is not None:
                self._block(block, indent)
        self.closed = not indent and bool(opened)

    def _block(self, block: Block, indent: int) -> None:
        self.fresh = True
        for statement in block.statements:
            self._statement(statement, indent + INDENT)

    def _chunk(
        self, first: int, last: int, indent: int, header: bool, opened: dict[int, Block]
    ) -> None:
        for line in self.flow.chunk(first, last, indent, header):
            word = self.words[line.first]
            starts = line.first == first
            closes = word.type == "RBRACE" and starts
            inner = indent + INDENT if closes else line.column
            self._comments(word.comments, inner, indent, spaced=starts)
            if starts and not closes:
                self._blank_line(word.blank, indent)
            text = self._text(line.first, line.last)
            self.lines.append(Written(" " * line.column + text, indent))
            self.fresh = False

    def _comments(
        self, comments: tuple[Comment, ...], column: int, indent: int, spaced: bool = True
    ) -> None:
        for comment in comments:
            if comment.trailing and self.lines and not self.lines[-1].comment:
                self.lines[-1].comment = comment.text
                self.lines[-1].comment_column = comment.column
                continue
            if spaced:
                self._blank_line(comment.blank, indent)
            self.lines.append(Written(" " * column + comment.text, indent))
            self.fresh = False

    def _blank_line(self, wanted: bool, indent: int) -> None:
        """An empty line where one was written, and always behind a block of the file.

        None at the top of a file or of a block within a block.
        """
        behind, self.closed = self.closed, False
        if not self.lines or not (wanted or (behind and not indent)):
            return
        if self.fresh and indent != INDENT:
            return
        self.lines.append(Written("", -1))

    def _text(self, first: int, last: int) -> str:
        pieces: list[str] = []
        for index in range(first, last + 1):
            if index > first:
                if self.plan.split[index]:
                    pieces.append(";")
                pieces.append(" " * self.plan.gaps[index])
            pieces.append(self.words[index].text)
        return "".join(pieces)


def text_of(lines: list[Written], columns: list[int], line_end: str) -> str:
    """The text of lines, with each one's trailing comment at its column."""
    written = []
    for line, column in zip(lines, columns, strict=True):
        if line.comment:
            blanks = column - cells(line.text)
            written.append(f"{line.text}{' ' * blanks}{line.comment}")
        else:
            written.append(line.text)
    return "".join(f"{text}{line_end}" for text in written)
