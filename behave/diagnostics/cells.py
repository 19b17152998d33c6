"""How wide text stands on a terminal: carets must come out under the right characters."""

from __future__ import annotations

import unicodedata

from behave.diagnostics.paint import printable

TAB = 4


def expanded(text: str) -> tuple[str, list[int]]:
    """A line as printed, and the cell at which each of its characters begins (one more: the end).

    Tabs go to the next multiple of four; East Asian wide characters and emoji take two cells,
    combining marks and joiners none; control characters are spelled out.
    """
    shown: list[str] = []
    cells = [0]
    joined = False
    for character in text:
        at = cells[-1]
        if character == "\t":
            width = TAB - at % TAB
            shown.append(" " * width)
        else:
            piece = printable(character)
            width = sum(_cells(c) for c in piece)
            if joined or (character in _ADDED and cells[-1]):
                width = 0
            shown.append(piece)
        joined = character == _JOINER
        cells.append(at + width)
    return "".join(shown), cells


_JOINER = "\u200d"
# Variation selectors and skin tones change the character before them and take no room.
_ADDED = frozenset((*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0x1F3FB, 0x1F400))))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
