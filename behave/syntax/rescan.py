"""The tokens of a text of which most lines are those of an earlier one."""

from __future__ import annotations

from collections.abc import Sequence

from behave.syntax.lookalikes import Reading
from behave.syntax.table import Table
from behave.syntax.tokens import Token, scan

_ENDS = ("\n", "\r\n")


def rescan(
    table: Table, old: str, tokens: Sequence[Token], text: str, most: int
) -> list[Token] | None:
    """What `scan` gives for ``text``, from the tokens of ``old``; None where nothing is gained.

    No token goes over the end of a line and none depends on what stands in another, so only
    lines that changed are looked at. None too where there may be more than ``most`` tokens.
    """
    same = _same(old, text)
    tail = min(_same_end(old, text), min(len(old), len(text)) - same)
    first = _behind_line(tokens, same)
    last = _line_end(tokens, len(old) - tail)
    start = tokens[first - 1].end if first else 0
    end_of_old = tokens[last].start if last < len(tokens) else len(old)
    by = len(text) - len(old)
    if end_of_old < start or end_of_old + by < start:
        return None
    if text[start : end_of_old + by].endswith("\r"):
        return None  # it may be one line end with what follows
    inner = scan(table, Reading(text[start : end_of_old + by], None))
    if first + len(inner) + len(tokens) - last > most:
        return None
    made = list(tokens[:first])
    for token in inner:
        made.append(
            Token(token.type, token.text, token.start + start, token.end + start, len(made))
        )
    if by == 0 and len(made) == last:
        made += tokens[last:]
        return made
    moved = enumerate(tokens[last:], len(made))
    made += [Token(t.type, t.text, t.start + by, t.end + by, i) for i, t in moved]
    return made


def _same(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_end(one: str, other: str) -> int:
    """How many characters two texts end with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _behind_line(tokens: Sequence[Token], offset: int) -> int:
    """The first token of the line an offset is in."""
    at = _place(tokens, offset)
    while at > 0 and not (tokens[at - 1].text in _ENDS and tokens[at - 1].end <= offset):
        at -= 1
    return at


def _line_end(tokens: Sequence[Token], offset: int) -> int:
    """The token that ends the line an offset is in, or how many there are."""
    at = _place(tokens, offset)
    while at < len(tokens) and not (tokens[at].text in _ENDS and tokens[at].start >= offset):
        at += 1
    return at


def _place(tokens: Sequence[Token], offset: int) -> int:
    """The token an offset is in, or how many there are."""
    low, high = 0, len(tokens)
    while low < high:
        middle = (low + high) // 2
        if tokens[middle].end <= offset:
            low = middle + 1
        else:
            high = middle
    return low
