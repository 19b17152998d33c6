"""Mistakes put into a file that parses: a token left out, doubled or misspelt."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise

from behave.source import Source
from behave.syntax import parse
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import Reading
from behave.syntax.tokens import TRIVIA, Token, scan

# Mistakes stand at least so many tokens apart: each is a finding of its own.
APART = 40


@dataclass(frozen=True)
class Injected:
    """A broken text and the lines (from 1) its mistakes stand in."""

    text: str
    lines: tuple[int, ...]


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text that mean something."""
    raw = scan(grammar_table(), Reading(text, None))
    return [t for t in raw if t.type not in TRIVIA]


def inject(text: str, random_: random.Random, count: int = 3) -> Injected:
    """Put mistakes into a text, each of which alone is a syntax error."""
    tokens = tokens_of(text)
    while True:
        places = sorted(random_.sample(range(10, len(tokens) - 10), count))
        if any(b - a < APART for a, b in pairwise(places)):
            continue
        edits = [
            _edit(tokens[p], random_.choice(("leave out", "double", "misspell"))) for p in places
        ]
        if all(_is_error(text, edit) for edit in edits):
            break
    lines = tuple(text.count("\n", 0, tokens[p].start) + 1 for p in places)
    for edit in reversed(edits):
        text = _applied(text, edit)
    return Injected(text, lines)


def _edit(token: Token, kind: str) -> tuple[int, int, str]:
    if kind == "leave out":
        return token.start, token.end, ""
    if kind == "double":
        return token.end, token.end, f" {token.text}"
    return token.start, token.end, "zz?"


def _applied(text: str, edit: tuple[int, int, str]) -> str:
    start, end, put = edit
    return text[:start] + put + text[end:]


def _is_error(text: str, edit: tuple[int, int, str]) -> bool:
    return bool(parse(Source("one.beh", _applied(text, edit)))[1])


def found_lines(text: str) -> tuple[int, ...]:
    """The lines of all findings in a text."""
    return tuple(d.span.line for d in parse(Source("many.beh", text))[1])


def exactly_right(injected: Injected, found: tuple[int, ...]) -> bool:
    """Whether there is one finding for each mistake, none else, each at most a line off."""
    return len(found) == len(injected.lines) and all(
        abs(a - b) <= 1 for a, b in zip(sorted(found), sorted(injected.lines), strict=True)
    )
