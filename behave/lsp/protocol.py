"""From our values to those of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lsp.documents import Document, Documents
from behave.lsp.names import Role
from behave.lsp.outline import Entry
from behave.lsp.positions import place_of
from behave.lsp.proposals import Item
from behave.source import Source, Span

SOURCE_NAME = "behave"

_SYMBOLS = {
    Role.LAYER: types.SymbolKind.EnumMember,
    Role.ENUM: types.SymbolKind.Enum,
    Role.ENUM_VALUE: types.SymbolKind.EnumMember,
    Role.RIG: types.SymbolKind.Struct,
    Role.BEHAVIOR: types.SymbolKind.Class,
    Role.SCENE: types.SymbolKind.Namespace,
    Role.TEST: types.SymbolKind.Method,
    Role.PARAM: types.SymbolKind.Property,
    Role.VARIABLE: types.SymbolKind.Variable,
    Role.LET: types.SymbolKind.Constant,
    Role.GUARD: types.SymbolKind.Boolean,
    Role.INPUT: types.SymbolKind.Key,
    Role.ZONE: types.SymbolKind.Object,
    Role.SENSOR: types.SymbolKind.Interface,
    Role.EVENT: types.SymbolKind.Event,
    Role.ACTION: types.SymbolKind.Function,
    Role.MACHINE: types.SymbolKind.Module,
    Role.STATE: types.SymbolKind.Class,
    Role.PART: types.SymbolKind.Field,
}
_ITEMS = {
    "state": types.CompletionItemKind.Class,
    "machine": types.CompletionItemKind.Module,
    "behavior": types.CompletionItemKind.Class,
    "rig": types.CompletionItemKind.Struct,
    "scene": types.CompletionItemKind.Module,
    "layer": types.CompletionItemKind.EnumMember,
    "enum": types.CompletionItemKind.Enum,
    "enum value": types.CompletionItemKind.EnumMember,
    "event": types.CompletionItemKind.Event,
    "function": types.CompletionItemKind.Function,
    "guard": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Method,
    "verb": types.CompletionItemKind.Method,
    "param": types.CompletionItemKind.Property,
    "field": types.CompletionItemKind.Field,
    "part of the rig": types.CompletionItemKind.Field,
    "unit": types.CompletionItemKind.Unit,
    "keyword": types.CompletionItemKind.Keyword,
    "option": types.CompletionItemKind.Property,
    "constant": types.CompletionItemKind.Constant,
    "kind": types.CompletionItemKind.TypeParameter,
}


def path_of(uri: str) -> Path | None:
    """Where a document lies; None for one that is in no file yet."""
    if not uri.startswith("file:"):
        return None
    found = to_fs_path(uri)
    return Path(found).resolve() if found else None


def range_of(span: Span, encoding: str) -> types.Range:
    """A span as the editor counts."""
    return range_in(span.source, span.start, span.end, encoding)


def range_in(source: Source, start: int, end: int, encoding: str) -> types.Range:
    """Two offsets of a source as the editor counts."""
    return types.Range(
        types.Position(*place_of(source, start, encoding)),
        types.Position(*place_of(source, end, encoding)),
    )


def location(documents: Documents, span: Span, encoding: str) -> types.Location:
    """A span with the file it is in."""
    return types.Location(documents.uri_of(span.source.name), range_of(span, encoding))


def diagnostic(documents: Documents, found: Diagnostic, encoding: str) -> types.Diagnostic:
    """A finding: its message with what would be right, its further places beside it."""
    serious = found.severity is Severity.ERROR
    told = [found.message, *(f"help: {text}" for text in found.help)]
    if found.witness:
        told.append("at " + ", ".join(f"{r.text} = {r.shown}" for r in found.witness))
    related = [
        types.DiagnosticRelatedInformation(location(documents, label.span, encoding), label.text)
        for label in found.secondary
    ]
    unused = CODES[found.code].name.startswith("unused") if found.code in CODES else False
    return types.Diagnostic(
        range_of(found.span, encoding),
        "\n".join(told),
        severity=types.DiagnosticSeverity.Error if serious else types.DiagnosticSeverity.Warning,
        code=found.code,
        source=SOURCE_NAME,
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if unused else None,
    )


def symbols(entries: Sequence[Entry], encoding: str) -> list[types.DocumentSymbol]:
    """An outline as the editor's tree."""
    return [
        types.DocumentSymbol(
            entry.name or "?",
            _SYMBOLS.get(entry.role, types.SymbolKind.Object),
            range_of(entry.whole, encoding),
            range_of(entry.span, encoding),
            detail=entry.detail or entry.role.value,
            children=symbols(entry.inner, encoding),
        )
        for entry in entries
    ]


def completion(
    document: Document, item: Item, start: int, offset: int, encoding: str, snippets: bool
) -> types.CompletionItem:
    """A proposal that replaces what has been typed from ``start`` on."""
    kind = _ITEMS.get(item.sort, types.CompletionItemKind.Variable)
    filled = bool(item.snippet) and snippets
    text = item.snippet if filled else item.label
    plain = types.InsertTextFormat.PlainText
    return types.CompletionItem(
        item.label,
        kind=kind,
        detail=item.detail or item.sort,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, item.doc)
        if item.doc
        else None,
        sort_text=f"{0 if item.first else 1}{item.label}",
        insert_text_format=types.InsertTextFormat.Snippet if filled else plain,
        text_edit=types.TextEdit(range_in(document.source, start, offset, encoding), text),
    )
