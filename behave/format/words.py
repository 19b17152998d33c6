"""The words of a text: its tokens in canonical spelling, with what lies before each of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from behave.diagnostics.cells import expanded
from behave.record import Record
from behave.source import Source
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import read_lookalikes
from behave.syntax.newlines import Statements
from behave.syntax.table import END
from behave.syntax.tokens import Token, scan

# Tokens whose text may be written otherwise, and the one that has no place of its own.
_LONGER = frozenset({"QUANTITY", END})
_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)[ \t]*(.*)", re.DOTALL)


class Comment(Record):
    """A comment: its text from the `#` on, and how it stood.

    ``trailing``: behind code on its line; ``blank``: an empty line lies before it; ``column``:
    the cell it began at.
    """

    text: str
    trailing: bool
    blank: bool
    column: int


@dataclass(slots=True)
class Word:
    """A token that means something; never changed, and not frozen for the sake of large files.

    ``ends``: a statement ended before it; ``newline``: a line end lies before it; ``blank``: an
    empty line does; ``gap``: the cells between it and what is before it on its line, 0 at the
    start of one; ``column``: the cell it began at; ``width``: how many it takes.
    """

    type: str
    text: str
    comments: tuple[Comment, ...]
    ends: bool
    newline: bool
    blank: bool
    gap: int
    column: int
    width: int


def words_of(source: Source) -> list[Word]:
    """The words of a text that parses; the last one is the end of the file, of type ``$END``."""
    reading, _ = read_lookalikes(source)
    raw = scan(grammar_table(), reading)
    columns = _columns(source, raw)
    statements = Statements(raw, len(source.text))
    words: list[Word] = []
    position, done = 0, 0
    ends = False
    while True:
        token = statements.at(position)
        position += 1
        terminal = token.type
        if terminal == "_NL":
            ends = True
            continue
        index = token.index if terminal != END else len(raw)
        if index - done > 1 or terminal in _LONGER:
            words.append(_word(source, token, raw[done:index], columns, index, ends))
            if terminal == END:
                return words
        else:  # nothing before it, or one blank or line end: the usual case, kept short
            before = raw[done].type if index > done else ""
            text = source.text[token.start : token.end]
            newline = before == "NEWLINE"
            gap = columns[index] - columns[done] if before == "BLANK" else 0
            if before == "COMMENT" or before == "SEMI" or not text.isascii():
                words.append(_word(source, token, raw[done:index], columns, index, ends))
            else:
                column = columns[index]
                words.append(Word(terminal, text, (), ends, newline, False, gap, column, len(text)))
        done, ends = index + 1, False


def _word(
    source: Source,
    token: Token,
    between: list[Token],
    columns: list[int],
    index: int,
    ends: bool,
) -> Word:
    comments: list[Comment] = []
    lines, newline = 0, False
    for trivia in between:
        if trivia.type == "NEWLINE":
            lines += 1
            newline = True
        elif trivia.type == "COMMENT":
            text = comment_text(source.text[trivia.start : trivia.end])
            behind = not newline and trivia.start > 0 and not _starts_file(source, trivia.start)
            comments.append(Comment(text, behind, lines > 1, columns[trivia.index]))
            lines = 0
    gap = 0
    if between and between[-1].type == "BLANK" and len(between) == 1:
        gap = columns[index] - columns[index - 1] if index < len(columns) else 0
    text = _canonical(token.type, source.text[token.start : token.end])
    column = columns[index] if index < len(columns) else 0
    return Word(
        token.type, text, tuple(comments), ends, newline, lines > 1, gap, column, cells(text)
    )


def _starts_file(source: Source, start: int) -> bool:
    return not source.text[:start].strip()


def cells(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else expanded(text)[1][-1]


def _columns(source: Source, raw: list[Token]) -> list[int]:
    """The cell each raw token begins at, tabs counted to the next multiple of four."""
    columns: list[int] = []
    column = 0
    plain = source.text.isascii() and "\t" not in source.text
    for token in raw:
        columns.append(column)
        if token.type == "NEWLINE":
            column = 0
        elif plain:
            column += token.end - token.start
        else:
            text = source.text[token.start : token.end]
            if "\t" in text:
                column = expanded(" " * column + text)[1][-1]
            else:
                column += cells(text)
    return columns


def _canonical(terminal: str, text: str) -> str:
    if terminal != "QUANTITY":
        return text
    if text.isdigit():
        return text
    match = _QUANTITY.fullmatch(text)
    assert match is not None  # the token's own pattern says so
    return f"{match[1]} {match[2]}" if match[2] else match[1]


def comment_text(text: str) -> str:
    """A comment as it is written: a blank behind the `#` before a letter, none at the end."""
    text = text.rstrip()
    return f"# {text[1:]}" if text[1:2].isalnum() else text
