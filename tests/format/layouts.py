"""Layouts made up for the tests: the words of a file with other blanks, line ends and comments."""

from __future__ import annotations

import random

from behave.format.words import Word, words_of
from behave.source import Source
from behave.syntax.newlines import GOES_ON_AFTER, GOES_ON_BEFORE
from behave.syntax.table import name_set

_TIGHT = name_set("LPAR RPAR LSQB RSQB COMMA COLON EQUAL LBRACE RBRACE PLUS STAR LE GE EQ NE LT GT")
_COMMENTS = (
    "# why",
    "#so",
    "#",
    "#!",
    "#   spaced   ",
    "# 注 说明 😀",
    '# "no text" { ( [',
    "#\t;",
)
_BLANKS = (" ", "  ", "\t", "      ", " \t ")


def scrambled(text: str, seed: int) -> str:
    """The same words in another layout, the same for the same seed."""
    random_ = random.Random(seed)
    wild = random_.choice((0.02, 0.1, 0.4))  # how often a line ends where it need not
    chatty = random_.choice((0.0, 0.05, 0.3))  # how often a comment stands where one can
    line_end = random_.choice(("\n", "\n", "\r\n"))
    pieces: list[str] = []
    depth = 0
    previous: Word | None = None
    for word in words_of(Source("base.beh", text)):
        pieces.append(_between(random_, previous, word, depth, wild, chatty, line_end))
        pieces.append(_spelt(random_, word))
        if word.type in ("LPAR", "LSQB"):
            depth += 1
        elif word.type in ("RPAR", "RSQB"):
            depth -= 1
        elif word.type == "LBRACE":
            depth = 0
        previous = word
    return "".join(pieces)


def _between(
    random_: random.Random,
    previous: Word | None,
    word: Word,
    depth: int,
    wild: float,
    chatty: float,
    line_end: str,
) -> str:
    """What goes before a word."""
    if previous is None:
        return random_.choice(("", line_end)) + _lines(random_, chatty, line_end)
    own_line = previous.type in ("LBRACE", "RBRACE") or word.type == "RBRACE"
    may_end = depth > 0 or previous.type in GOES_ON_AFTER or word.type in GOES_ON_BEFORE or own_line
    if word.ends and word.type != "RBRACE":
        if random_.random() < 0.2:
            rest = _lines(random_, chatty, line_end) if random_.random() < 0.3 else ""
            return _blank(random_, 0) + ";" + _blank(random_, 0) + rest
        return _blank(random_, 0) + _line_end(random_, chatty, line_end)
    if own_line and random_.random() < 0.6:
        return _blank(random_, 0) + _line_end(random_, chatty, line_end)
    if may_end and random_.random() < wild:
        return _blank(random_, 0) + _line_end(random_, chatty, line_end)
    apart = 0 if previous.type in _TIGHT or word.type in _TIGHT else 1
    if previous.type == "DOT" or word.type == "DOT":
        apart = 0
    return _blank(random_, apart)


def _blank(random_: random.Random, least: int) -> str:
    return random_.choice(_BLANKS) if least or random_.random() < 0.6 else ""


def _line_end(random_: random.Random, chatty: float, line_end: str) -> str:
    """The end of a line, perhaps behind a comment, and perhaps more lines."""
    comment = random_.choice(_COMMENTS) if random_.random() < chatty else ""
    return _before(comment) + line_end + _lines(random_, chatty, line_end)


def _before(comment: str) -> str:
    return f"  {comment}" if comment else ""


def _lines(random_: random.Random, chatty: float, line_end: str) -> str:
    """Empty lines and lines of comments, then the indentation of the next line."""
    pieces = []
    while random_.random() < 0.2:
        comment = random_.choice(_COMMENTS) if random_.random() < chatty else ""
        pieces.append(_blank(random_, 0) + comment + line_end)
    return "".join(pieces) + _blank(random_, 0)


def _spelt(random_: random.Random, word: Word) -> str:
    """A word as an author may write it: a number and its unit nearer or farther apart."""
    if word.type == "QUANTITY" and " " in word.text:
        return word.text.replace(" ", random_.choice(("", " ", "  ", "\t")))
    return word.text
