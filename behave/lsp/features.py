"""What the server answers: each request of the protocol, from our own functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from behave.diagnostics.diagnostic import Diagnostic, Fix
from behave.format import format_source
from behave.lsp import protocol
from behave.lsp.completion import complete
from behave.lsp.documents import Document, Documents
from behave.lsp.highlight import MODIFIERS, TYPES, semantic_tokens
from behave.lsp.hover import hover
from behave.lsp.outline import outline
from behave.lsp.positions import offset_of
from behave.lsp.renaming import RefusedError, mentions_everywhere, renamable, rename
from behave.source import Span
from behave.syntax import ast

Handler = Callable[..., Any]
_FAILED = int(types.LSPErrorCodes.RequestFailed)
_INTERNAL = int(types.ErrorCodes.InternalError)


def tidy(handler: Handler) -> Handler:
    """A handler whose bugs reach the editor as one line, never as a traceback."""

    @wraps(handler)
    def run(*words: Any) -> Any:
        try:
            return handler(*words)
        except JsonRpcException:
            raise
        except Exception as problem:
            told = f"{type(problem).__name__}: {problem}"
            raise JsonRpcException(f"internal error of beh lsp: {told}", _INTERNAL) from None

    return run


class Features:
    """The requests, over the open documents; ``encoding`` says how the editor counts columns."""

    def __init__(self, server: LanguageServer, documents: Documents) -> None:
        self.server = server
        self.documents = documents

    @property
    def encoding(self) -> str:
        """How columns are counted, as agreed with the editor."""
        agreed = self.server.workspace.position_encoding or "utf-16"
        return str(getattr(agreed, "value", agreed))

    def document(self, uri: str) -> Document | None:
        """An open document."""
        return self.documents.opened.get(uri)

    def _at(self, params: Any) -> tuple[Document, int] | None:
        """The document and the offset a request is about."""
        document = self.document(params.text_document.uri)
        if document is None:
            return None
        place = params.position
        return document, offset_of(document.source, place.line, place.character, self.encoding)

    def complete(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What may be written here."""
        at = self._at(params)
        if at is None:
            return None
        document, offset = at
        found = complete(self.documents, document, offset)
        known = self.server.client_capabilities.text_document
        able = known.completion.completion_item if known and known.completion else None
        snippets = bool(able and able.snippet_support)
        items = [
            protocol.completion(document, i, found.start, offset, self.encoding, snippets)
            for i in found.items
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What this is."""
        at = self._at(params)
        shown = hover(self.documents, *at) if at else None
        if shown is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, shown.text)
        return types.Hover(content, protocol.range_of(shown.span, self.encoding))

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        """Where this is declared; for a `use`, the file."""
        at = self._at(params)
        if at is None:
            return None
        document, offset = at
        mention = self.documents.index(document).at(document.source.name, offset)
        if mention is not None:
            return protocol.location(self.documents, mention.symbol.span, self.encoding)
        tree, _ = self.documents.parse(document.source)
        for item in tree.items:
            if isinstance(item, ast.Use) and item.path.span.start <= offset <= item.path.span.end:
                target = self.documents.reader(document)(document.source, item.path.text)
                if not isinstance(target, str):
                    return protocol.location(self.documents, Span(target, 0, 0), self.encoding)
        return None

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        """Where this is named."""
        at = self._at(params)
        if at is None:
            return []
        return [
            protocol.location(self.documents, mention.span, self.encoding)
            for mention in mentions_everywhere(self.documents, *at)
            if params.context.include_declaration or not mention.declares
        ]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        """What would be renamed."""
        at = self._at(params)
        if at is None:
            return None
        try:
            return protocol.range_of(renamable(self.documents, *at), self.encoding)
        except RefusedError as problem:
            raise JsonRpcException(str(problem), _FAILED) from None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        """All mentions of a name changed."""
        at = self._at(params)
        if at is None:
            return None
        try:
            edits = rename(self.documents, *at, params.new_name)
        except RefusedError as problem:
            raise JsonRpcException(str(problem), _FAILED) from None
        changes = {
            self.documents.uri_of(name): [
                types.TextEdit(protocol.range_of(span, self.encoding), text) for span, text in each
            ]
            for name, each in edits.items()
        }
        return types.WorkspaceEdit(changes=changes)

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        """The outline of a document."""
        document = self.document(params.text_document.uri)
        if document is None:
            return []
        tree, _ = self.documents.parse(document.source)
        return protocol.symbols(outline(tree), self.encoding)

    def colours(self, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        """What each word is."""
        document = self.document(params.text_document.uri)
        if document is None:
            return None
        return types.SemanticTokens(semantic_tokens(self.documents, document, self.encoding))

    def format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        """A document formatted; nothing where it is broken."""
        document = self.document(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        formatted = format_source(source)
        if formatted.errors or formatted.text == source.text:
            return []
        start, end, text = difference(source.text, formatted.text)
        return [types.TextEdit(protocol.range_in(source, start, end, self.encoding), text)]

    def fixes(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """The fixes of findings at a place; a safe one is the preferred one."""
        document = self.document(params.text_document.uri)
        if document is None:
            return []
        first = self._offset(document, params.range.start)
        last = self._offset(document, params.range.end)
        actions = []
        for finding in self.documents.judge(document).findings:
            span = finding.span
            if span.source is document.source and span.start <= last and first <= span.end:
                actions += [self._action(finding, fix) for fix in finding.fixes]
        return actions

    def _offset(self, document: Document, place: types.Position) -> int:
        return offset_of(document.source, place.line, place.character, self.encoding)

    def _action(self, finding: Diagnostic, fix: Fix) -> types.CodeAction:
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in fix.edits:
            uri = self.documents.uri_of(edit.span.source.name)
            place = protocol.range_of(edit.span, self.encoding)
            changes.setdefault(uri, []).append(types.TextEdit(place, edit.text))
        return types.CodeAction(
            fix.title[:1].upper() + fix.title[1:],
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[protocol.diagnostic(self.documents, finding, self.encoding)],
            is_preferred=fix.safe,
            edit=types.WorkspaceEdit(changes=changes),
        )


def difference(before: str, after: str) -> tuple[int, int, str]:
    """The one stretch of whole lines in which two texts differ: start, end, and what it becomes."""
    old, new = re.findall(r"[^\n]*\n|[^\n]+", before), re.findall(r"[^\n]*\n|[^\n]+", after)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = sum(map(len, old[:head]))
    end = len(before) - sum(map(len, old[len(old) - tail :]))
    return start, end, "".join(new[head : len(new) - tail])


def register(server: LanguageServer, features: Features) -> None:
    """Let the server answer these requests."""
    legend = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
    triggers = types.CompletionOptions(trigger_characters=[".", ">", ":", ",", "(", '"', " "])
    actions = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    prepared = types.RenameOptions(prepare_provider=True)
    table: list[tuple[str, Handler, Any]] = [
        (types.TEXT_DOCUMENT_COMPLETION, features.complete, triggers),
        (types.TEXT_DOCUMENT_HOVER, features.hover, None),
        (types.TEXT_DOCUMENT_DEFINITION, features.definition, None),
        (types.TEXT_DOCUMENT_REFERENCES, features.references, None),
        (types.TEXT_DOCUMENT_PREPARE_RENAME, features.prepare_rename, None),
        (types.TEXT_DOCUMENT_RENAME, features.rename, prepared),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, features.symbols, None),
        (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, features.colours, legend),
        (types.TEXT_DOCUMENT_FORMATTING, features.format, None),
        (types.TEXT_DOCUMENT_CODE_ACTION, features.fixes, actions),
    ]
    for name, method, options in table:
        server.feature(name, options)(_answering(method))


def _answering(method: Handler) -> Handler:
    """A plain function for pygls, which looks at the names of what it calls."""

    def answer(params: Any) -> Any:
        return method(params)

    return tidy(answer)
