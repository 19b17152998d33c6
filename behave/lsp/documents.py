"""The texts an editor has open, and what is known about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from behave.analysis.laid_rigs import LaidRigs
from behave.diagnostics.diagnostic import Diagnostic
from behave.lsp.index import Index, index_of
from behave.pipeline import Checked, Parser, Reader, load
from behave.source import Source
from behave.syntax import ast, parse
from behave.syntax.reuse import Remembered

_MOST_REMEMBERED = 200


class Disk(Protocol):
    """What the command line lends: the disk, the project's settings, the checks."""

    def name(self, path: Path) -> str:
        """What messages call a file."""

    def read(self, path: Path) -> Source | str:
        """The text of a file, or why it cannot be read."""

    def reader(self, main: Source, path: Path, opened: Mapping[Path, Source]) -> Reader:
        """Opens what a file uses, open texts before the disk's."""

    def findings(
        self,
        main: Source,
        path: Path,
        reader: Reader,
        parser: Parser,
        laid: LaidRigs | None = None,
    ) -> tuple[Checked, list[Diagnostic]]:
        """Check a file as `beh lint` does: its findings, in order."""

    def project(self, path: Path) -> list[Path]:
        """The .beh files of the project a file lies in."""

    def shipped(self, path: Path) -> bool:
        """Whether a file comes with an installed behave."""


@dataclass(frozen=True)
class Document:
    """A text that is open in the editor."""

    uri: str
    path: Path
    version: int | None
    source: Source


@dataclass(frozen=True)
class Judged:
    """What checking a text gave."""

    source: Source
    checked: Checked
    findings: tuple[Diagnostic, ...]


class Documents:
    """The open documents; remembers parse trees, indexes and checks while texts stay the same."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.opened: dict[str, Document] = {}
        self._parsed: dict[str, tuple[Source, tuple[ast.File, tuple[Diagnostic, ...]]]] = {}
        self._laid = LaidRigs()
        self._remembered: dict[str, Remembered] = {}
        self._indexes: dict[Path, tuple[tuple[Source, ...], Index]] = {}
        self._judged: dict[str, Judged] = {}
        self._last: dict[str, Judged] = {}

    def put(self, document: Document) -> None:
        """An open text as it is now; what was checked against the one before is forgotten."""
        self.opened[document.uri] = document
        self.forget()

    def close(self, uri: str) -> None:
        """A text that is open no more."""
        self.opened.pop(uri, None)
        self._last.pop(uri, None)
        self._remembered.pop(uri, None)
        self.forget()

    def forget(self) -> None:
        """Forget what checks gave: a text they may have read is another now."""
        self._judged = {}

    def snapshot(self) -> dict[Path, Source]:
        """The open texts by path."""
        return {document.path: document.source for document in self.opened.values()}

    def parse(self, source: Source) -> tuple[ast.File, tuple[Diagnostic, ...]]:
        """Parse a text, once for each."""
        known = self._parsed.get(source.name)
        if known is None or known[0] is not source:
            if len(self._parsed) > _MOST_REMEMBERED:
                self._parsed.clear()
            known = (source, parse(source, self._memory(source)))
            self._parsed[source.name] = known
        return known[1]

    def _memory(self, source: Source) -> Remembered | None:
        """What is remembered of earlier texts, of those that are being edited."""
        for document in self.opened.values():
            if document.source is source:
                return self._remembered.setdefault(document.uri, Remembered())
        return None

    def reader(self, document: Document) -> Reader:
        """Opens what a document uses; the same text comes as the same source every time."""
        inner = self.disk.reader(document.source, document.path, self.snapshot())

        def read(using: Source, path: str) -> Source | str:
            found = inner(using, path)
            return found if isinstance(found, str) else self._same(found)

        return read

    def _same(self, source: Source) -> Source:
        known = self._parsed.get(source.name)
        if known is not None and known[0].text == source.text:
            return known[0]
        return source

    def judge(self, document: Document) -> Judged:
        """Check a document, once for each text of it and of what it uses."""
        known = self._judged.get(document.uri)
        if known is not None and known.source is document.source:
            return known
        reader = self.reader(document)
        checked, findings = self.disk.findings(
            document.source, document.path, reader, self.parse, self._laid
        )
        judged = Judged(document.source, checked, tuple(findings))
        self._judged[document.uri] = self._last[document.uri] = judged
        return judged

    def last(self, document: Document) -> Judged | None:
        """What the last check gave, of this text or of one before it."""
        return self._last.get(document.uri)

    def index(self, document: Document) -> Index:
        """The names of a document and of what it uses."""
        files, _ = load(document.source, self.reader(document), self.parse)
        sources = tuple(file.source for file in files)
        known = self._indexes.get(document.path)
        if known is not None and known[0] == sources:
            return known[1]
        index = index_of([(file.source, file.tree) for file in files])
        self._indexes[document.path] = (sources, index)
        return index

    def at(self, path: Path) -> Document | None:
        """A file as a document, open or not; None where it cannot be read."""
        for document in self.opened.values():
            if document.path == path:
                return document
        source = self.disk.read(path)
        if isinstance(source, str):
            return None
        return Document(path.as_uri(), path, None, self._same(source))

    def project(self, document: Document) -> list[Document]:
        """Every document that may name what this one declares: open ones and the project's."""
        found = {d.path: d for d in self.opened.values()}
        for path in self.disk.project(document.path):
            if path not in found:
                made = self.at(path)
                if made is not None:
                    found[path] = made
        return list(found.values())

    def users(self, document: Document) -> list[Document]:
        """The open documents that use one, itself left out."""
        found = []
        for other in self.opened.values():
            if other.uri != document.uri and uses(self, other, document.source.name):
                found.append(other)
        return found

    def path_of(self, name: str) -> Path:
        """Where a source lies."""
        for document in self.opened.values():
            if document.source.name == name:
                return document.path
        return Path(name).resolve()

    def uri_of(self, name: str) -> str:
        """What the editor calls a source."""
        for document in self.opened.values():
            if document.source.name == name:
                return document.uri
        return Path(name).resolve().as_uri()


def uses(documents: Documents, document: Document, name: str) -> bool:
    """Whether a document uses a source, directly or through others."""
    files, _ = load(document.source, documents.reader(document), documents.parse)
    return any(file.source.name == name for file in files)
