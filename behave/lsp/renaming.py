"""Renaming: every mention of a name, or why not."""

from __future__ import annotations

from behave.lsp.documents import Document, Documents
from behave.lsp.index import Index
from behave.lsp.members import built_in_places
from behave.lsp.names import Mention, Role, Scope, Symbol
from behave.source import Source, Span
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import read_lookalikes
from behave.syntax.tokens import scan
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.table import FUNCTION_NAMES


class RefusedError(Exception):
    """The name cannot be changed so; the message says why."""


def mentions_everywhere(documents: Documents, document: Document, offset: int) -> list[Mention]:
    """All mentions of the name at an offset, in this file and in all that may name it."""
    index = documents.index(document)
    mention = index.at(document.source.name, offset)
    if mention is None:
        return []
    key = mention.symbol.key
    found: dict[tuple[str, int], Mention] = {}
    for other in [document, *documents.project(document)]:
        for each in documents.index(other).of(key):
            found.setdefault((each.span.source.name, each.span.start), each)
    return sorted(found.values(), key=lambda m: (m.span.source.name, m.span.start))


def renamable(documents: Documents, document: Document, offset: int) -> Span:
    """The span of the name at an offset; raises `RefusedError` where there is none to rename."""
    mention = documents.index(document).at(document.source.name, offset)
    if mention is None:
        raise RefusedError("there is no name of a file here that could be changed")
    _check_place(documents, document, mention.symbol)
    return mention.span


def rename(
    documents: Documents, document: Document, offset: int, new: str
) -> dict[str, list[tuple[Span, str]]]:
    """The spans to change, by source, each with its new text; raises `RefusedError`."""
    renamable(documents, document, offset)
    mention = documents.index(document).at(document.source.name, offset)
    assert mention is not None
    symbol = mention.symbol
    found = mentions_everywhere(documents, document, offset)
    if symbol.role is Role.TEST:
        raise RefusedError("a test is named by a text; change it in place")
    if new == symbol.name:
        return {}
    _check_name(new)
    if _means_something(new):
        raise RefusedError(f"`{new}` is a word of the language; it would no longer mean that")
    indexes = {documents.path_of(m.span.source.name) for m in found}
    for path in indexes:
        other = documents.at(path)
        if other is not None:
            _check_free(documents.index(other), symbol, found, new)
    edits: dict[str, list[tuple[Span, str]]] = {}
    for each in found:
        edits.setdefault(each.span.source.name, []).append((each.span, new))
    return edits


def _check_place(documents: Documents, document: Document, symbol: Symbol) -> None:
    path = documents.path_of(symbol.key[0])
    if path != document.path and documents.disk.shipped(path):
        raise RefusedError(f"`{symbol.name}` is declared in {symbol.key[0]}, which is behave's own")


def _check_name(new: str) -> None:
    reading, looks = read_lookalikes(Source("", new))
    tokens = scan(grammar_table(), reading)
    if looks or len(tokens) != 1:
        raise RefusedError(f"`{new}` is not a name; names are letters, digits and _")
    if tokens[0].type in grammar_table().keywords:
        raise RefusedError(f"`{new}` is a keyword of the language")
    if tokens[0].type != "NAME":
        raise RefusedError(f"`{new}` is not a name; names are letters, digits and _")


def _means_something(new: str) -> bool:
    return (
        new in FUNCTION_NAMES or new in CONSTANTS or new in ("timer", "index", *built_in_places())
    )


def _check_free(index: Index, symbol: Symbol, found: list[Mention], new: str) -> None:
    """Whether the new name would not clash, nor catch or be caught by another name."""
    for each in found:
        scope = index.scope_at(each.span.source.name, each.span.start)
        for outer in scope.outward():
            other = _clash(outer, symbol, new)
            if other is not None:
                raise RefusedError(f"`{new}` is taken: {other.role.value} {other.span}")
    home = index.scope_at(*symbol.key)
    for mention in index.mentions:
        if mention.symbol.name != new or mention.symbol.key == symbol.key:
            continue
        scope = index.scope_at(mention.span.source.name, mention.span.start)
        if _near(mention.symbol.role, symbol.role) and home in list(scope.outward()):
            taken = mention.symbol
            raise RefusedError(f"`{new}` is taken: {taken.role.value} {taken.span}")


def _clash(scope: Scope, symbol: Symbol, new: str) -> Symbol | None:
    found = [s for s in (*scope.names.get(new, ()), *scope.states) if s.name == new]
    return next((s for s in found if _near(s.role, symbol.role)), None)


_APART = (Role.LAYER, Role.RIG, Role.BEHAVIOR, Role.SCENE, Role.TEST, Role.ACTION, Role.POSE_LAYER)


def _near(one: Role, other: Role) -> bool:
    """Whether names of two roles can be meant by one word at one place."""
    return one is other or not (one in _APART or other in _APART)
