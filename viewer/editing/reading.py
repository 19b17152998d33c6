"""What is known about texts that are being typed: findings, what a word is, what may follow."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from behave.diagnostics.diagnostic import Diagnostic
from behave.lsp.completion import complete
from behave.lsp.documents import Disk, Document, Documents
from behave.lsp.hover import hover
from behave.lsp.proposals import Item
from behave.source import Source

MOST_ITEMS = 60


@dataclass(frozen=True)
class Hover:
    """What a word of a text is: plain lines, for the characters ``start`` to ``end``."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Offer:
    """What may be written at a place, in the place of the characters from ``start`` on."""

    start: int
    items: tuple[Item, ...]


class Reading:
    """Reads texts as a language server does. ``main`` is the file that uses all others."""

    def __init__(self, main: str, disk: Disk) -> None:
        self._main = main
        self._documents = Documents(disk)
        self.stale = False  # set from outside: files on the disk may be others than before

    def findings(self, texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        """All that is found in the main file and what it uses; ``texts`` (by the names of their
        sources) stand for the disk's."""
        document = self._opened(texts, self._main)
        return self._documents.judge(document).findings if document is not None else ()

    def hover(self, texts: Mapping[str, str], name: str, offset: int) -> Hover | None:
        """What the word at an offset of a text is."""
        document = self._opened(texts, name)
        shown = hover(self._documents, document, offset) if document is not None else None
        if shown is None:
            return None
        return Hover(without_marks(shown.text), shown.span.start, shown.span.end)

    def complete(self, texts: Mapping[str, str], name: str, offset: int) -> Offer | None:
        """What may be written at an offset of a text, the likeliest first."""
        document = self._opened(texts, name)
        if document is None:
            return None
        text = document.source.text
        first = offset
        if _in_word(text[offset : offset + 1]):  # within a word: as before it
            while first and _in_word(text[first - 1]):
                first -= 1
        found = complete(self._documents, document, first)
        typed = text[found.start : offset].lower()
        fitting = [item for item in found.items if typed in item.label.lower()]
        fitting.sort(
            key=lambda item: (
                not item.label.lower().startswith(typed), not item.first, item.label.lower()
            )
        )  # fmt: skip
        return Offer(found.start, tuple(fitting[:MOST_ITEMS]))

    def _opened(self, texts: Mapping[str, str], name: str) -> Document | None:
        """A document; the texts that differ from those of the last time are put in anew."""
        documents = self._documents
        kept = {document.source.name for document in documents.opened.values()}
        for gone in kept - set(texts):
            documents.close(documents.uri_of(gone))
        for each, text in texts.items():
            path = Path(each).resolve()
            known = documents.opened.get(path.as_uri())
            if known is None or known.source.text != text:
                documents.put(Document(path.as_uri(), path, None, Source(each, text)))
        if self.stale:
            self.stale = False
            documents.forget()
        return documents.at(Path(name).resolve())


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def without_marks(markdown: str) -> str:
    """Markdown as plain lines: fences, stars and backticks gone, rules as empty lines."""
    lines = [line for line in markdown.splitlines() if not line.startswith("```")]
    text = "\n".join("" if line.strip() == "---" else line for line in lines)
    text = re.sub(r"`([^`\n]*)`", r"\1", text)
    text = re.sub(r"(?<!\w)\*([^*\n]+)\*(?!\w)", r"\1", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


class Background:
    """Answers questions in a thread of its own, so that typing never waits.

    Of several questions of one kind only the newest is answered. A question that fails (a bug)
    is answered by None and kept in ``failed``.
    """

    def __init__(self) -> None:
        self._questions: dict[str, tuple[Any, Callable[[], Any]]] = {}
        self._answers: dict[str, tuple[Any, Any]] = {}
        self._asked = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._closed = False
        self.failed = ""

    def ask(self, kind: str, about: Any, question: Callable[[], Any]) -> None:
        """Ask; ``about`` comes back with the answer."""
        with self._asked:
            if self._closed:
                return
            self._questions[kind] = (about, question)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="beh editor")
                self._thread.start()
            self._asked.notify_all()

    def answer(self, kind: str) -> tuple[Any, Any] | None:
        """What was asked about and its answer, once; None while there is none."""
        with self._asked:
            return self._answers.pop(kind, None)

    def wait(self, seconds: float) -> bool:
        """Wait until everything asked is answered; whether it was in that time."""
        with self._asked:
            idle = self._asked.wait_for(lambda: not self._questions and not self._busy, seconds)
            return bool(idle)

    def close(self) -> None:
        """Answer nothing more; what is being answered is let go."""
        with self._asked:
            self._closed = True
            self._questions.clear()
            self._asked.notify_all()

    def _work(self) -> None:
        while True:
            with self._asked:
                self._asked.wait_for(lambda: self._questions or self._closed)
                if self._closed:
                    return
                kind = next(iter(self._questions))
                about, question = self._questions.pop(kind)
                self._busy = True
            try:
                answer = question()
            except Exception as problem:  # a bug must not end the thread, nor the window
                answer, self.failed = None, f"{type(problem).__name__}: {problem}"
            with self._asked:
                self._answers[kind] = (about, answer)
                self._busy = False
                self._asked.notify_all()
