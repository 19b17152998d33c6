"""Terminal colours, and text made safe to print."""

from __future__ import annotations

import unicodedata

from behave.diagnostics.diagnostic import Severity
from behave.record import Record

_RESET = "\x1b[0m"
_RED = "\x1b[1;31m"
_YELLOW = "\x1b[1;33m"
_BLUE = "\x1b[1;34m"
_CYAN = "\x1b[36m"
_BOLD = "\x1b[1m"


class Paint(Record):
    """Colours text where colour is wanted."""

    on: bool

    def _with(self, style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if self.on and text else text

    def severity(self, severity: Severity, text: str) -> str:
        """In the colour of an error or a warning."""
        return self._with(_RED if severity is Severity.ERROR else _YELLOW, text)

    def frame(self, text: str) -> str:
        """The gutter and other drawing."""
        return self._with(_BLUE, text)

    def strong(self, text: str) -> str:
        """The message."""
        return self._with(_BOLD, text)

    def note(self, text: str) -> str:
        """Help and fixes."""
        return self._with(_CYAN, text)


def printable(text: str) -> str:
    """One line of text without what would move the cursor: control characters are spelled out."""
    if text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    category = unicodedata.category(character)
    if category in ("Cc", "Cs", "Zl", "Zp") or character in _DIRECTION:
        return f"\\u{ord(character):04x}"
    return character


# Characters that turn the direction of the text around them.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
