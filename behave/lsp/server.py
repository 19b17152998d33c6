"""The language server: keeps texts as the editor has them, checks them, answers requests."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lsp import protocol
from behave.lsp.documents import Disk, Document, Documents, Judged
from behave.lsp.features import Features, register, tidy
from behave.lsp.positions import edited
from behave.source import Source, Span
from behave.syntax import ast

DEBOUNCE = 0.01
"""Seconds without another keystroke before a text is checked."""

SETTLED = "beh/settled"
"""A request of our own: answered with null once no check is under way or waiting."""

IDLE = 1.0
"""Seconds without a check after which garbage is collected, so that it does not stop a check."""

_GLOB = "**/*.beh"


class Checking:
    """Checks documents as they change and publishes what is found, the newest text only."""

    def __init__(self, server: LanguageServer, features: Features) -> None:
        self.server = server
        self.features = features
        self.documents = features.documents
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._tidying: asyncio.TimerHandle | None = None
        self._one = ThreadPoolExecutor(1, "check")  # one check at a time, so none slows another

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document was opened."""
        item = params.text_document
        path = protocol.path_of(item.uri)
        name = self.documents.disk.name(path) if path is not None else item.uri
        place = path if path is not None else Path.cwd() / "untitled.beh"
        source = Source(name, item.text)
        self.documents.put(Document(item.uri, place, item.version, source))
        self._soon(item.uri, others=True)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document was edited."""
        uri = params.text_document.uri
        document = self.documents.opened.get(uri)
        if document is None:
            return
        source = document.source
        for change in params.content_changes:
            source = self._edited(source, change)
        version = params.text_document.version
        self.documents.put(Document(uri, document.path, version, source))
        self._soon(uri, others=True)

    def _edited(self, source: Source, change: Any) -> Source:
        if not isinstance(change, types.TextDocumentContentChangePartial):
            return Source(source.name, change.text)
        start, end = change.range.start, change.range.end
        return edited(
            source,
            (start.line, start.character),
            (end.line, end.character),
            change.text,
            self.features.encoding,
        )

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document was closed: what was found in it is taken back."""
        uri = params.text_document.uri
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self.documents.close(uri)
        self._publish(uri, None, [])
        self.all_again()

    def all_again(self, _: Any = None) -> None:
        """Something on the disk changed: check every open document again."""
        self.documents.forget()
        for uri in self.documents.opened:
            self._soon(uri, others=False)

    async def settle(self) -> None:
        """Return once no check is under way or waiting."""
        while any(not task.done() for task in self._waiting.values()):
            await asyncio.wait(list(self._waiting.values()))

    def _soon(self, uri: str, others: bool) -> None:
        waiting = self._waiting.get(uri)
        if waiting is not None:
            waiting.cancel()
        self._waiting[uri] = asyncio.get_running_loop().create_task(self._run(uri, others))

    async def _run(self, uri: str, others: bool) -> None:
        """Check one document once typing pauses, then those that use it."""
        try:
            await asyncio.sleep(DEBOUNCE)
            document = self.documents.opened.get(uri)
            if document is None:
                return
            broken = self.documents.parse(document.source)[1]
            if broken:
                self._publish_found(document, list(broken))
                await asyncio.sleep(0)
            loop = asyncio.get_running_loop()
            judged = await loop.run_in_executor(self._one, self.documents.judge, document)
            if self.documents.opened.get(uri) is document:
                self._publish_found(document, self._seen_from(document, judged))
            if others:
                for user in self.documents.users(document):
                    self._soon(user.uri, others=False)
            self._tidy_up_later(loop)
        except asyncio.CancelledError:
            raise
        except Exception as problem:  # a bug of ours must not end the server
            told = f"beh lsp: {type(problem).__name__}: {problem}"
            self.server.window_log_message(types.LogMessageParams(types.MessageType.Error, told))

    def _tidy_up_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """Collect the garbage of checks once no one waits for any."""
        if self._tidying is not None:
            self._tidying.cancel()
        self._tidying = loop.call_later(IDLE, gc.collect, 1)

    def _seen_from(self, document: Document, judged: Judged) -> list[Diagnostic]:
        """The findings in the document, and one at each `use` of a file that has errors."""
        found = [d for d in judged.findings if d.span.source is document.source]
        tree, _ = self.documents.parse(document.source)
        reader = self.documents.reader(document)
        for item in tree.items:
            if not isinstance(item, ast.Use):
                continue
            target = reader(document.source, item.path.text)
            if isinstance(target, str):
                continue
            errors = [
                d
                for d in judged.findings
                if d.severity is Severity.ERROR and d.span.source.name == target.name
            ]
            if errors:
                found.append(_in_used(item.path.span, errors))
        return found

    def _publish_found(self, document: Document, found: list[Diagnostic]) -> None:
        encoding = self.features.encoding
        shown = [protocol.diagnostic(self.documents, d, encoding) for d in found]
        self._publish(document.uri, document.version, shown)

    def _publish(self, uri: str, version: int | None, shown: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, shown, version)
        )


def _in_used(span: Span, errors: list[Diagnostic]) -> Diagnostic:
    """What is said where a file with errors is used."""
    count = "an error" if len(errors) == 1 else f"{len(errors)} errors"
    message = f"this file has {count}: {errors[0].message} ({errors[0].span})"
    return Diagnostic(catalog.USE, message, span, "has errors")


class Protocol(LanguageServerProtocol):
    """pygls's protocol, without its own copy of the texts.

    It counts other characters than editors do as line ends and moves the places of edits in them.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, None]:
        """An edit goes to our own copy only."""
        handler = self.fm.features.get(types.TEXT_DOCUMENT_DID_CHANGE)
        if handler is not None:
            yield handler, (params,), None


class Server(LanguageServer):
    """pygls's server, which tells of a bug in one line."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        """A message that could not be read, or a notification that failed."""
        told = f"beh lsp: {type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, told))


def build(disk: Disk, version: str) -> LanguageServer:
    """A server over what the command line lends."""
    server = Server("beh-lsp", version, protocol_cls=Protocol)
    features = Features(server, Documents(disk))
    register(server, features)
    checking = Checking(server, features)
    for name, method in (
        (types.TEXT_DOCUMENT_DID_OPEN, checking.opened),
        (types.TEXT_DOCUMENT_DID_CHANGE, checking.changed),
        (types.TEXT_DOCUMENT_DID_CLOSE, checking.closed),
        (types.TEXT_DOCUMENT_DID_SAVE, checking.all_again),
        (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, checking.all_again),
    ):
        server.feature(name)(_noticing(method))
    server.feature(types.INITIALIZED)(_watching(server))
    server.feature(SETTLED)(_settling(checking))
    return server


def _noticing(method: Any) -> Any:
    async def notice(params: Any) -> None:
        tidy(method)(params)

    return notice


def _settling(checking: Checking) -> Any:
    async def settled(_: Any) -> None:
        await checking.settle()

    return settled


def _watching(server: LanguageServer) -> Any:
    """Ask the editor to tell of .beh files that change on the disk, where it can."""

    async def ask(_: Any) -> None:
        known = server.client_capabilities.workspace
        able = known.did_change_watched_files if known else None
        if not (able and able.dynamic_registration):
            return
        watchers = [types.FileSystemWatcher(glob_pattern=_GLOB)]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        one = types.Registration("beh-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([one]))

    return ask


def serve(disk: Disk, version: str) -> None:
    """Speak the protocol over standard input and output until the editor leaves.

    Whatever else prints goes to standard error, so that nothing but the protocol is on the wire.
    """
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False
    wire = _wire()
    gc.freeze()
    gc.set_threshold(60_000, 2, 500)  # often and little: no key waits long for it
    build(disk, version).start_io(sys.stdin.buffer, wire)


def _wire() -> BinaryIO:
    """Standard output for the protocol alone; everything else that is printed goes elsewhere."""
    sys.stdout.flush()
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = io.TextIOWrapper(os.fdopen(os.dup(2), "wb"), write_through=True)
    return wire
