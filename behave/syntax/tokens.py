"""Source text cut into tokens, without loss: comments, blanks and line ends are tokens too."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

from behave.syntax.lookalikes import Reading
from behave.syntax.table import END, Table

TRIVIA = frozenset({"BLANK", "COMMENT", "NEWLINE"})


class Token:
    """A piece of text of one terminal, ``text`` as the grammar reads it, at ``[start, end)``.

    ``index`` is its place in the raw token list; −1 for one that recovery made up.
    """

    __slots__ = ("end", "index", "start", "text", "type")

    def __init__(self, terminal: str, text: str, start: int, end: int, index: int = -1) -> None:
        self.type = terminal
        self.text = text
        self.start = start
        self.end = end
        self.index = index

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.text!r}, {self.start}, {self.end})"


def scan(table: Table, reading: Reading, most: int = sys.maxsize) -> list[Token]:
    """All tokens of a text; together they cover every character of it exactly once.

    Tokens stand where the source has them, also where look-alikes were read as longer signs.
    Where more than ``most`` of them mean something, it stops soon behind the one too many.
    """
    tokens = _scan(table, reading.text, most)
    places = reading.places
    if places is not None:
        for token in tokens:
            token.start, token.end = places[token.start], places[token.end - 1] + 1
    return tokens


def _scan(table: Table, text: str, most: int) -> list[Token]:
    known = dict(table.fixed)
    tokens: list[Token] = []
    append = tokens.append
    start = 0
    look_again = most + 1
    for piece in table.pieces.findall(text):
        end = start + len(piece)
        terminal = known.get(piece)
        if terminal is None:
            match = table.scanner.match(text, start)
            terminal = match.lastgroup if match is not None else None
            assert terminal is not None
            parts = _apart(terminal, piece, start)
            if parts:
                for part in parts:
                    part.index = len(tokens)
                    append(part)
                start = end
                continue
            if not piece[0].isdigit():  # what a digit begins depends on what follows the piece
                known[piece] = terminal
        append(Token(terminal, piece, start, end, len(tokens)))
        start = end
        if len(tokens) >= look_again:
            left = most + 1 - sum(token.type not in TRIVIA for token in tokens)
            if left <= 0:
                break
            look_again = len(tokens) + left
    return tokens


def _apart(terminal: str, piece: str, start: int) -> list[Token]:
    """The tokens of a piece that is more than one; empty where it is one as it stands."""
    if terminal == "NAME" and not piece.isascii():
        return list(_name_parts(piece, start))
    if terminal != "UNCLOSED_STRING" or not piece.rstrip().endswith("{"):
        return []
    # The brace was meant to open a block: leave it outside the text.
    cut = piece.rindex("{")
    parts = [
        Token(terminal, piece[:cut], start, start + cut),
        Token("LBRACE", "{", start + cut, start + cut + 1),
    ]
    if cut + 1 < len(piece):
        parts.append(Token("BLANK", piece[cut + 1 :], start + cut + 1, start + len(piece)))
    return parts


def _name_parts(piece: str, start: int) -> Iterator[Token]:
    """A name with characters beyond ASCII, cut at those Unicode does not count as letters.

    Names are compared in NFC; the text of the token is in NFC, its place is as written.
    """
    if unicodedata.normalize("NFC", piece).isidentifier():
        yield Token("NAME", unicodedata.normalize("NFC", piece), start, start + len(piece))
        return
    position = 0
    while position < len(piece):
        end = position + 1
        good = unicodedata.normalize("NFC", piece[position]).isidentifier()
        while end < len(piece):
            if good != ("a" + piece[end]).isidentifier():
                break
            end += 1
        part = piece[position:end]
        if good:
            part = unicodedata.normalize("NFC", part)
            good = part.isidentifier()
        yield Token("NAME" if good else "BAD_CHARACTER", part, start + position, start + end)
        position = end


def end_token(position: int) -> Token:
    """The token after the last one."""
    return Token(END, "", position, position)
