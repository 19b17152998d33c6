"""Where the parser stands when a token does not fit, and what would happen if it were another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from behave.record import Record
from behave.source import Source, Span
from behave.syntax.newlines import CLOSING, OPENING, STOPS, Statements
from behave.syntax.stack import run
from behave.syntax.table import UNUSED_TERMINALS, Table
from behave.syntax.tokens import Token

# Beyond this many tokens a statement is not followed to its end.
_FARTHEST = 60
# So many tokens further a change must lead to count as a help.
_FURTHER = 3
# A statement with more tokens is not read again from its start.
_LONGEST = 2000


class Change(Record):
    """Other tokens in place of ``skip`` ones at position ``at``.

    ``reopens`` says how many brackets are open behind it, where that differs from what was
    read; the tokens that follow are then made anew.
    """

    at: int
    skip: int = 0
    put: tuple[Token, ...] = ()
    reopens: int | None = None


@dataclass(frozen=True)
class Situation:
    """The broken statement: its first token, the one that did not fit, the parser's states.

    ``base`` are the states before the statement, ``states`` those before the bad token.
    ``braces_short`` says how many more `}` than `{` the file has.
    """

    source: Source
    table: Table
    statements: Statements
    first: int
    at: int
    base: tuple[int, ...]
    states: tuple[int, ...]
    accepted: tuple[str, ...]
    braces_short: int = 0

    @property
    def alone(self) -> bool:
        """Whether an expression is parsed by itself, not a file."""
        return self.base[0] == self.table.starts["expression"]

    def look(self, offset: int) -> Token:
        """The token so many places after the one that did not fit (before it if negative)."""
        return self.statements.at(self.at + offset)

    @property
    def token(self) -> Token:
        """The token that did not fit."""
        return self.look(0)

    @property
    def opening(self) -> Token:
        """The first token of the statement."""
        return self.statements.at(self.first)

    @property
    def previous(self) -> Token | None:
        """The token before, None at the start of a statement."""
        return self.look(-1) if self.at > self.first else None

    @cached_property
    def brackets(self) -> tuple[Token, ...]:
        """The brackets of the statement that are open here, outermost first."""
        return self.brackets_at(self.at)

    def brackets_at(self, end: int) -> tuple[Token, ...]:
        """The brackets of the statement that are open at a position, outermost first."""
        opened: list[Token] = []
        for position in range(max(self.first, end - _LONGEST), end):
            token = self.statements.at(position)
            if token.type in OPENING:
                opened.append(token)
            elif token.type in CLOSING and opened:
                opened.pop()
        return tuple(opened)

    @cached_property
    def joins(self) -> tuple[int, ...]:
        """Positions in the statement where a line end was read as a blank, last first."""
        found = (
            p
            for p in range(self.at, max(self.first, self.at - _LONGEST), -1)
            if self.statements.joined(self.statements.at(p))
        )
        return tuple(found)

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.source, token.start, token.end)

    def here(self) -> Span:
        """Where to point: the bad token, or the end of what stands before a line end."""
        token = self.token
        if token.type == "_NL" and token.index >= 0:
            separator = self.statements.raw[token.index]
            return Span(self.source, separator.start, separator.end)
        return self.span(token)

    def gap(self) -> Span:
        """Where something is missing: right behind the token before."""
        previous = self.previous
        end = previous.end if previous is not None else self.token.start
        return Span(self.source, end, end)

    def made(self, terminal: str, text: str = "", at: int | None = None) -> Token:
        """A token that stands nowhere, behind the one before position ``at``."""
        position = self.at if at is None else at
        inside = position > self.first
        place = self.statements.at(position - 1).end if inside else self.token.start
        return Token(terminal, text or self.table.signs.get(terminal, ""), place, place)

    def as_type(self, token: Token, terminal: str) -> Token:
        """The same token, read as one of another type."""
        return Token(terminal, token.text, token.start, token.end, token.index)

    def works(self, change: Change) -> bool:
        """Whether the statement would parse to its end, and its block begin."""
        return self._tried(change) is None

    def helps(self, change: Change) -> bool:
        """Whether a change here lets the statement parse a few tokens further."""
        stopped = self._tried(change)
        return stopped is None or stopped > len(change.put) + _FURTHER

    def _tried(self, change: Change) -> int | None:
        """How many tokens from the change (or the start) on fit, None if all do."""
        if change.at < self.at and self.at - self.first > _LONGEST:
            return 0
        if change.at >= self.at:
            states, before = self.states, [self.statements.at(p) for p in range(self.at, change.at)]
        else:
            states = self.base
            before = [self.statements.at(p) for p in range(self.first, change.at)]
        put = [*before, *change.put]
        types = [t.type for t in put]
        if change.reopens is not None:
            following = self.statements.preview(change.at, _FARTHEST, types[-1], change.reopens)
            return run(self.table, states, [*types, *_to_stop(following)])
        after = change.at + change.skip
        stop = self._stop(max(after, self.at))
        types += [self.statements.at(p).type for p in range(after, stop)]
        return run(self.table, states, types)

    def _stop(self, position: int) -> int:
        """One past the statement's end from a position on, or past the start of its block."""
        for p in range(position, position + _FARTHEST):
            terminal = self.statements.at(p).type
            if terminal not in STOPS:
                continue
            inside = terminal == "LBRACE" and not self._wrong(self.statements.at(p + 1))
            return p + 2 if inside else p + 1
        return position + _FARTHEST

    def _wrong(self, token: Token) -> bool:
        """Whether a token is wrong wherever it stands."""
        return token.type in UNUSED_TERMINALS


def _to_stop(tokens: Iterable[Token]) -> list[str]:
    found = []
    for token in tokens:
        found.append(token.type)
        if token.type in STOPS:
            break
    return found
