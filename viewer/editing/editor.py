"""The editor without its widget: open files, live findings, hover and completion, saving."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from behave.diagnostics.diagnostic import Diagnostic
from behave.lsp.documents import Disk
from behave.lsp.proposals import Item
from behave.source import Source
from viewer.editing.reading import Background, Hover, Offer, Reading
from viewer.editing.text import OpenText, open_text

QUIET = 0.25  # seconds without typing before the text is checked


class Editor:
    """The files of one session that were looked at, and their edits.

    ``disk`` is what checks are lent; without it texts can be looked at only.
    """

    def __init__(self, main: str, disk: Disk | None = None) -> None:
        self.texts: dict[str, OpenText] = {}
        self.disk = disk
        self.background = Background()
        self._reading = Reading(main, disk) if disk is not None else None
        self._quiet: float | None = None  # seconds since the last edit that was not checked yet
        self._findings: tuple[Diagnostic, ...] | None = None
        self._found_in: dict[str, str] = {}
        self._hover: tuple[Any, Hover | None] | None = None
        self._asked_hover: Any = None

    # ---- texts -----------------------------------------------------------------------

    def open(self, source: Source) -> OpenText:
        """The file of a source, read from the disk the first time."""
        text = self.texts.get(source.name)
        if text is None:
            text = open_text(source, self._lock(source.name))
            self.texts[source.name] = text
        elif text.locked and source.text != text.text:
            text = self.texts[source.name] = open_text(source, self._lock(source.name))
            text.version += 1
        return text

    def _lock(self, name: str) -> str:
        if self.disk is None:
            return "can be looked at only"
        return "comes with behave" if self.disk.shipped(Path(name).resolve()) else ""

    def edit(self, name: str, text: str) -> None:
        """A text as it was typed."""
        opened = self.texts[name]
        if opened.text != text:
            opened.edit(text)
            self._quiet = 0.0

    @property
    def unsaved(self) -> list[OpenText]:
        """The texts with edits that no file has."""
        return [text for text in self.texts.values() if text.dirty]

    @property
    def contested(self) -> list[OpenText]:
        """The texts with edits whose file another program has changed."""
        return [text for text in self.texts.values() if text.contested]

    def look(self) -> None:
        """See what the disk has of all texts."""
        for text in self.texts.values():
            text.look()
        if self._reading is not None:
            self._reading.stale = True
        self._quiet = 0.0 if self.unsaved else None
        if not self.unsaved:
            self._findings = None

    def save(self, texts: Iterable[OpenText]) -> str:
        """Write texts; returns what keeps one from being written, or nothing."""
        problem = ""
        for text in texts:
            problem = problem or text.save()
        if not self.unsaved:
            self._findings, self._quiet = None, None
        return problem

    def revert(self, texts: Iterable[OpenText]) -> None:
        """Give up the edits of texts."""
        for text in list(texts):
            text.look()
            if text.contested:
                text.take_outside()
            else:
                text.revert()
        self._findings, self._quiet = None, 0.0 if self.unsaved else None

    # ---- what is known about them ----------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """Let time pass: texts are checked once nothing was typed for ``QUIET``."""
        reading = self._reading
        if reading is None:
            return
        if self._quiet is not None:
            self._quiet += seconds
            if self._quiet >= QUIET:
                self._quiet = None
                texts = self._edits()
                self.background.ask("findings", texts, lambda: reading.findings(texts))
        found = self.background.answer("findings")
        if found is not None and self.unsaved:
            self._found_in, self._findings = found

    def _edits(self) -> dict[str, str]:
        return {text.name: text.text for text in self.unsaved}

    def findings(self, of_disk: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """What was found in the texts as they are typed, or in the disk's without edits."""
        return of_disk if self._findings is None else self._findings

    @property
    def checking(self) -> bool:
        """Whether there are edits that the findings do not know yet."""
        return bool(self.unsaved) and (self._findings is None or self._found_in != self._edits())

    def hover(self, name: str, offset: int) -> Hover | None:
        """What the word at an offset is, as soon as that is known."""
        reading = self._reading
        if reading is None:
            return None
        self._hover = self.background.answer("hover") or self._hover
        texts = self._edits()
        if self._hover is not None:
            (known, where, at), told = self._hover
            inside = told is not None and told.start <= offset < told.end
            if known == texts and where == name and (at == offset or inside):
                return told
        about = (texts, name, offset)
        if self._asked_hover != about:
            self._asked_hover = about
            self.background.ask("hover", about, lambda: reading.hover(texts, name, offset))
        return None

    def ask_completion(self, name: str, offset: int) -> None:
        """Ask what may be written at an offset; ``offer`` has the answer once there is one."""
        reading = self._reading
        if reading is not None:
            texts = {**self._edits(), name: self.texts[name].text}
            about = (name, offset, self.texts[name].text)
            self.background.ask("offer", about, lambda: reading.complete(texts, name, offset))

    def offer(self) -> tuple[tuple[str, int, str], Offer] | None:
        """Once: the name, offset and text that were asked about, and what may be written there."""
        found = self.background.answer("offer")
        return None if found is None or found[1] is None else (found[0], found[1])

    def close(self) -> None:
        """Stop checking."""
        self.background.close()


def narrowed(items: tuple[Item, ...], typed: str) -> tuple[Item, ...]:
    """The proposals that still fit what was typed on; those that begin with it first."""
    low = typed.lower()
    fitting = [item for item in items if low in item.label.lower()]
    return tuple(sorted(fitting, key=lambda item: not item.label.lower().startswith(low)))
