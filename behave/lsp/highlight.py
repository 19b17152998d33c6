"""What colour each word has: more than a grammar of patterns can know."""

from __future__ import annotations

from collections.abc import Iterator

from behave.lsp.cursor import tokens_of
from behave.lsp.documents import Document, Documents
from behave.lsp.names import Mention, Role
from behave.lsp.positions import place_of, units
from behave.syntax.grammar import grammar_table
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES

TYPES = (
    "keyword",
    "comment",
    "string",
    "number",
    "namespace",
    "class",
    "enum",
    "enumMember",
    "event",
    "function",
    "method",
    "parameter",
    "variable",
    "property",
    "type",
)
MODIFIERS = ("declaration", "readonly", "defaultLibrary")

_ROLES = {
    Role.LAYER: "enumMember",
    Role.ENUM: "enum",
    Role.ENUM_VALUE: "enumMember",
    Role.RIG: "type",
    Role.BEHAVIOR: "type",
    Role.SCENE: "namespace",
    Role.TEST: "string",
    Role.PARAM: "parameter",
    Role.VARIABLE: "variable",
    Role.LET: "variable",
    Role.GUARD: "function",
    Role.INPUT: "variable",
    Role.ZONE: "variable",
    Role.SENSOR: "variable",
    Role.EVENT: "event",
    Role.ACTION: "method",
    Role.MACHINE: "namespace",
    Role.STATE: "class",
    Role.PART: "property",
    Role.ARGUMENT: "parameter",
    Role.LOOP: "parameter",
    Role.AGENT: "variable",
    Role.THING: "variable",
    Role.POSE_LAYER: "variable",
}
_CHANGES = frozenset({Role.VARIABLE})
_BUILT_IN = frozenset((*FUNCTION_NAMES, *QUERIES, *ZONES))
_CONSTANTS = frozenset((*CONSTANTS, "timer", "index"))


def semantic_tokens(documents: Documents, document: Document, encoding: str) -> list[int]:
    """The words of a document as the protocol counts them: five numbers each, relative."""
    source = document.source
    data: list[int] = []
    line, column = 0, 0
    for start, end, kind, modifiers in _coloured(documents, document):
        at_line, at_column = place_of(source, start, encoding)
        length = units(source.text[start:end], encoding)
        data += [
            at_line - line,
            at_column - (column if at_line == line else 0),
            length,
            TYPES.index(kind),
            sum(1 << MODIFIERS.index(modifier) for modifier in modifiers),
        ]
        line, column = at_line, at_column
    return data


def _coloured(
    documents: Documents, document: Document
) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """Each word that has a colour: where it stands, its type and its modifiers."""
    name = document.source.name
    mentions = {
        m.span.start: m
        for m in documents.index(document).mentions
        if m.span.source.name == name and m.symbol.role is not Role.TEST
    }
    keywords = grammar_table().keywords
    before = ""
    for token in tokens_of(document.source):
        mention = mentions.get(token.start)
        found: tuple[str, tuple[str, ...]] | None = None
        if token.type == "COMMENT":
            found = ("comment", ())
        elif token.type == "STRING":
            found = ("string", ())
        elif token.type == "QUANTITY":
            found = ("number", ())
        elif mention is not None:
            found = _of(mention)
        elif before == "DOT" and token.text[:1].isidentifier():
            found = ("property", ())
        elif token.type in keywords:
            found = ("keyword", ())
        elif token.type == "NAME":
            found = _built_in(token.text)
        if found is not None:
            yield token.start, token.end, *found
        if token.type not in ("BLANK", "COMMENT"):
            before = token.type


def _of(mention: Mention) -> tuple[str, tuple[str, ...]]:
    role = mention.symbol.role
    modifiers = ("declaration",) if mention.declares else ()
    if role not in _CHANGES:
        modifiers = (*modifiers, "readonly")
    return _ROLES[role], modifiers


def _built_in(text: str) -> tuple[str, tuple[str, ...]] | None:
    if text in _BUILT_IN:
        return "function", ("defaultLibrary",)
    if text in _CONSTANTS:
        return "variable", ("readonly", "defaultLibrary")
    return None
