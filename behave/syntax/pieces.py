"""What lies on the parser's stack between a token and a node of the tree."""

from __future__ import annotations

from typing import Any, Protocol

from behave.diagnostics.diagnostic import Diagnostic
from behave.record import Record
from behave.source import Source, Span
from behave.syntax.ast import Ident, Sentence
from behave.syntax.tokens import Token


class Piece(Record):
    """A clause of a statement: the name of its rule, what it holds, where it stands."""

    role: str
    value: Any
    span: Span
    more: Any = None


class Block(Record):
    """The statements between two braces, not yet asked whether they may stand there."""

    statements: tuple[Any, ...]
    span: Span


class Lost(Record):
    """A statement that is left out of the tree; an error has been reported."""

    span: Span


class Build(Protocol):
    """What a rule's function may ask of the builder."""

    source: Source

    def report(self, diagnostic: Diagnostic) -> None:
        """Add a finding."""

    def told_about(self, span: Span) -> bool:
        """Whether a finding lies in a place already."""

    def leave_out(self, span: Span) -> None:
        """Note that a statement is not in the tree."""

    def report_unknown_block(self, node: Sentence, where: str) -> None:
        """A sentence with a block where none may have one."""

    def tooltip(self, span: Span) -> str:
        """The comment that trails a declaration."""


def ident(build: Build, token: Token) -> Ident:
    """A name token as a node."""
    return Ident(token.text, Span(build.source, token.start, token.end))


def take(children: list[Any], kind: type) -> list[Any]:
    """The children of a type, in order."""
    return [child for child in children if type(child) is kind]


def pieces(children: list[Any], role: str) -> list[Piece]:
    """The clauses of a role, in order."""
    return [c for c in children if type(c) is Piece and c.role == role]


def only(children: list[Any], role: str) -> Any:
    """The value of the first clause of a role, None without one."""
    for child in children:
        if type(child) is Piece and child.role == role:
            return child.value
    return None


def options(children: list[Any]) -> tuple[Any, ...]:
    """The ``, name: value`` options among the children."""
    return tuple(piece.value for piece in pieces(children, "option"))
