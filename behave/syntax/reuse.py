"""Statements of an earlier text that stand in a new one as they were: taken over, not parsed again.

An editor sends a text anew for every key, and all but one statement of it are the same. What a
statement with a block means for the tree follows from its own words alone, so its node can be
had by its text; only the places in it are others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from behave.record import Record, values_of
from behave.source import Source, Span
from behave.syntax.table import name_set
from behave.syntax.tokens import Token

# Statements that end with their block, whatever comes next (`else` may follow that of a `when`).
_RULES = name_set("rig behavior scene test machine state action on pose layer")
STARTS = name_set("RIG BEHAVIOR SCENE TEST MACHINE STATE INITIAL FINAL ACTION ON POSE LAYER")
_LONGEST_HEAD = 100
_KEPT_FOR = 30
_LARGEST = 100_000
# A chain of operators this deep may be told to be too deep together with what is around it.
_DEEP = 40
# What a tree is made of, besides records with spans and tuples of them.
_LEAVES = frozenset({str, float, bool, type(None)})


class Kept(Record):
    """A statement as it was parsed: its rule, its node, where it began, how deep it nests."""

    rule: str
    node: Any
    start: int
    depth: int


class Remembered:
    """The statements of the last texts of one file, by their text, and the last one's tokens.

    What no text had for some time is forgotten, and with it the text it is from.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._seen: dict[str, int] = {}
        self._round = 0
        self.tokens: tuple[str, list[Token]] | None = None

    def begin(self) -> None:
        """Another text comes: forget what has not been met for long."""
        self._round += 1
        old = [text for text, at in self._seen.items() if at < self._round - _KEPT_FOR]
        for text in old:
            del self._kept[text], self._seen[text]

    def get(self, text: str) -> Kept | None:
        """The statement of a text."""
        kept = self._kept.get(text)
        if kept is not None:
            self._seen[text] = self._round
        return kept

    def put(self, text: str, kept: Kept) -> None:
        """Remember a statement, in place of an older one of the same text."""
        self._kept[text] = kept
        self._seen[text] = self._round


class Reuse:
    """What one parse takes over from earlier ones, and gives to later ones.

    ``doubtful``: the places of braces that were put in or left out, so that a text is not what
    was parsed.
    """

    def __init__(
        self, remembered: Remembered, source: Source, raw: Sequence[Token], doubtful: Sequence[int]
    ) -> None:
        self._remembered = remembered
        self._source = source
        self._raw = raw
        self._doubtful = doubtful
        self._closing = _pairs(raw)
        self._begun: dict[int, tuple[int, int]] = {}

    def begin(self, start: int, told: int, left_out: int) -> None:
        """A statement begins: how many findings, and statements left out, there are before it.

        One that is read again once it has been mended began with the first time.
        """
        self._begun.setdefault(start, (told, left_out))

    def find(self, token: Token) -> tuple[Kept, Token] | None:
        """The statement that begins with a token, in its new place, and its last token."""
        last = self._last(token.index)
        if last is None or last.end - token.start > _LARGEST:
            return None
        text = self._source.text[token.start : last.end]
        kept = self._remembered.get(text)
        if kept is None or self._mended(token.start, last.end):
            return None
        if kept.start != token.start or kept.node.span.source is not self._source:
            node = moved(kept.node, self._source, token.start - kept.start)
            kept = Kept(kept.rule, node, token.start, kept.depth)
            self._remembered.put(text, kept)
        return kept, last

    def _last(self, index: int) -> Token | None:
        """The `}` that closes the first block behind a token."""
        for i in range(index, min(index + _LONGEST_HEAD, len(self._raw))):
            if self._raw[i].type == "LBRACE":
                closing = self._closing.get(i)
                return None if closing is None else self._raw[closing]
            if self._raw[i].type == "RBRACE":
                return None
        return None

    def keep(
        self, rule: str, node: Any, start: int, end: int, depth: int, told: int, left_out: int
    ) -> None:
        """A statement is complete: remember it if nothing in it was wrong."""
        if rule not in _RULES or depth > _DEEP or end - start > _LARGEST:
            return
        if self._begun.get(start) != (told, left_out) or self._mended(start, end):
            return
        self._remembered.put(self._source.text[start:end], Kept(rule, node, start, depth))

    def _mended(self, start: int, end: int) -> bool:
        return any(start <= place <= end for place in self._doubtful)


def _pairs(raw: Sequence[Token]) -> dict[int, int]:
    """The index of the closing brace of each opening one."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(raw):
        if token.type == "LBRACE":
            opened.append(index)
        elif token.type == "RBRACE" and opened:
            pairs[opened.pop()] = index
    return pairs


def moved(node: Any, source: Source, by: int) -> Any:
    """A node of a tree as it stands in another source, so many characters further on."""
    kind = type(node)
    if kind in _LEAVES:
        return node
    if kind is tuple:
        return tuple([moved(item, source, by) for item in node])
    made = []
    for value in values_of(node):
        of = type(value)
        if of is Span:
            made.append(Span(source, value.start + by, value.end + by))
        elif of in _LEAVES:
            made.append(value)
        else:
            made.append(moved(value, source, by))
    return kind(*made)
