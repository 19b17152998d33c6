"""One file in the editor: what it holds there, what the disk had, and what the disk has now."""

from __future__ import annotations

import os
from dataclasses import dataclass

from behave.source import Source
from viewer.disk import read_text, write_text

MARK = "\ufeff"  # some editors begin a file with it


@dataclass
class OpenText:
    """A file in the editor. Texts have ``\\n`` as line ends here; the file keeps its own.

    ``saved`` is what the file held when it was last read or written, ``outside`` what another
    program has written since while there were edits here (None: nothing). ``locked`` says why
    it cannot be changed. ``version`` counts the texts that did not come from typing.
    """

    name: str
    path: str
    saved: str
    text: str
    newline: str = "\n"
    mark: bool = False
    locked: str = ""
    outside: str | None = None
    gone: bool = False
    version: int = 0

    @property
    def dirty(self) -> bool:
        """Whether it holds edits that no file has."""
        return self.text != self.saved

    @property
    def contested(self) -> bool:
        """Whether the disk has another text than the one the edits were made to."""
        return self.outside is not None

    def edit(self, text: str) -> None:
        """The text as it was typed."""
        if not self.locked:
            self.text = text

    def look(self) -> bool:
        """See what the disk has now; whether the text became another by that.

        Without edits it is taken over, with edits it is kept apart until somebody decides.
        """
        if self.locked:
            return False
        try:
            plain, self.newline, self.mark = _plain(read_text(self.path), self.newline)
        except (OSError, UnicodeDecodeError):
            self.gone = not os.path.exists(self.path)
            return False
        self.gone = False
        if plain == self.text:
            self.saved, self.outside = plain, None
        elif plain == self.saved:
            self.outside = None
        elif self.dirty:
            self.outside = plain
        else:
            self._take(plain)
            return True
        return False

    def take_outside(self) -> None:
        """Give up the edits for what the disk has."""
        if self.outside is not None:
            self._take(self.outside)

    def keep_mine(self) -> None:
        """Keep the edits: saving them will replace what the disk has."""
        if self.outside is not None:
            self.saved, self.outside = self.outside, None

    def revert(self) -> None:
        """Give up the edits."""
        self._take(self.saved)

    def save(self) -> str:
        """Write it; returns what keeps it from being written, or nothing.

        Nothing is written over what another program has written in the meantime.
        """
        if self.locked:
            return f"{self.name} {self.locked}"
        self.look()
        if self.contested:
            return f"{self.name} has changed on disk; choose which text is to stay"
        if not self.dirty and not self.gone:
            return ""
        text = self.text.replace("\n", self.newline)
        try:
            write_text(self.path, MARK + text if self.mark else text)
        except OSError as error:
            return f"cannot write {self.name}: {error.strerror or error}"
        self.saved, self.gone = self.text, False
        return ""

    def _take(self, text: str) -> None:
        self.saved = self.text = text
        self.outside = None
        self.version += 1


def open_text(source: Source, locked: str = "") -> OpenText:
    """The file a source came from, as the disk has it now; locked where that cannot be read."""
    path = os.path.abspath(source.name)
    plain, newline, mark = _plain(source.text, "\n")
    if not locked:
        try:
            plain, newline, mark = _plain(read_text(path), newline)
            if not os.access(os.path.realpath(path), os.W_OK):
                locked = "may not be written to"
        except UnicodeDecodeError:
            locked = "is not UTF-8 text"
        except OSError as error:
            locked = f"cannot be read: {error.strerror or error}"
    return OpenText(source.name, path, plain, plain, newline, mark, locked)


def _plain(text: str, newline: str) -> tuple[str, str, bool]:
    """A text with ``\\n`` as line ends, the line ends it had most of, and whether it was marked."""
    mark = text.startswith(MARK)
    text = text.removeprefix(MARK)
    pairs, ends, returns = text.count("\r\n"), text.count("\n"), text.count("\r")
    if ends or returns:
        counts = {"\n": ends - pairs, "\r\n": pairs, "\r": returns - pairs}
        newline = max(counts, key=lambda end: counts[end])
    return text.replace("\r\n", "\n").replace("\r", "\n"), newline, mark
