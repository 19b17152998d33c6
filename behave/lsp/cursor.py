"""The words around a place in a text, whether it parses or not."""

from __future__ import annotations

from behave.source import Source
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import read_lookalikes
from behave.syntax.tokens import TRIVIA, Token, scan

_PAIRS = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}


def tokens_of(source: Source) -> list[Token]:
    """All tokens of a text; together they cover it."""
    return scan(grammar_table(), read_lookalikes(source)[0])


def word_at(source: Source, offset: int) -> Token | None:
    """The name, keyword or number at an offset, or the one that ends there."""
    best: Token | None = None
    for token in tokens_of(source):
        if token.start > offset:
            break
        if token.end >= offset and (token.type == "QUANTITY" or token.text[:1].isidentifier()):
            best = token
    return best


def before(source: Source, offset: int) -> list[Token]:
    """The words and signs that end at or before an offset, line ends among them."""
    kept: list[Token] = []
    for token in tokens_of(source):
        if token.end > offset:
            break
        if token.type == "NEWLINE" or token.type not in TRIVIA:
            kept.append(token)
    return kept


def chain_before(source: Source, offset: int) -> list[str]:
    """The names before a dot that ends at an offset: ``hero arm`` of ``hero.arm[left].``."""
    return chain_of(before(source, offset))


def chain_of(tokens: list[Token]) -> list[str]:
    """The names before the dot at the end of some tokens; empty where there is no dot."""
    index = len(tokens) - 1
    names: list[str] = []
    while index > 0 and tokens[index].type == "DOT":
        index -= 1
        while index >= 0 and tokens[index].type in _PAIRS:
            index = opening(tokens, index) - 1
        if index < 0 or not tokens[index].text[:1].isidentifier():
            return []
        names.insert(0, tokens[index].text)
        index -= 1
    return names


def opening(tokens: list[Token], index: int) -> int:
    """The bracket that the one at an index closes, -1 without one."""
    closes = tokens[index].type
    opens = _PAIRS[closes]
    depth = 0
    while index >= 0:
        if tokens[index].type == closes:
            depth += 1
        elif tokens[index].type == opens:
            depth -= 1
            if not depth:
                return index
        index -= 1
    return -1


def open_bracket(tokens: list[Token]) -> int:
    """The innermost round or square bracket still open at the end of some tokens, else -1."""
    depth = 0
    for index in range(len(tokens) - 1, -1, -1):
        terminal = tokens[index].type
        if terminal in ("RPAR", "RSQB"):
            depth += 1
        elif terminal in ("LPAR", "LSQB"):
            if not depth:
                return index
            depth -= 1
        elif terminal in ("LBRACE", "RBRACE"):
            return -1
    return -1
