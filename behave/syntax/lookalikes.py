"""Characters that look like the ones the language is written in: read as those, and reported.

East Asian keyboards type `：－＞，（）｛｝` where `:->,(){}` is meant; word processors turn quotes
and hyphens into typographic ones. In texts and comments they are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from behave.diagnostics.catalog import LOOKALIKE
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix
from behave.source import Source, Span
from behave.syntax.limits import MAX_ERRORS

# Single characters that stand for a single one.
_ONE = {
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-",
    "\u00d7": "*", "\u22c5": "*", "\u00f7": "/", "\u2215": "/",
    "\u3001": ",", "\u3002": ".", "\u300c": '"', "\u300d": '"', "\u300e": '"', "\u300f": '"',
    "\u3010": "[", "\u3011": "]", "\u3014": "(", "\u3015": ")", "\u037e": ";", "\u02d0": ":",
    "\u2236": ":",
}  # fmt: skip
_SIGNS = '"#%()*+,-./:;<=>[]^_{}!'
# Single characters that stand for a sign of two.
_TWO = {
    "\u2192": "->", "\u27f6": "->", "\u21d2": "->", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=",
    "\u2026": "..", "\u2025": "..", "\u2a75": "==",
}  # fmt: skip
_SPACES = "\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\u0085\u000b"


def _table() -> dict[str, str]:
    found = dict(_ONE)
    for code in range(0xFF01, 0xFF5F):
        plain = chr(code - 0xFEE0)
        if plain.isalnum() or plain in _SIGNS:
            found[chr(code)] = plain
    return found


_PLAIN = _table()
_FANCY = "".join(c for c, a in _PLAIN.items() if a == '"')
_QUOTES = _FANCY + '"'
_ANY = "".join(re.escape(c) for c in (*_PLAIN, *_TWO)) + _SPACES


@cache
def _any() -> re.Pattern[str]:
    """One look-alike. Compiled for the first text that is not ASCII: most are."""
    return re.compile(f"[{_ANY}]")


@cache
def _pieces() -> re.Pattern[str]:
    """A text in quotes, a comment, or a run of look-alikes."""
    return re.compile(
        f'(?P<text>"[^"\\n\\r]*"|"[^{_QUOTES}\\n\\r]*[{_FANCY}]?|[{_FANCY}][^{_QUOTES}\\n\\r]*[{_QUOTES}]?)'
        "|(?P<comment>[#\uff03][^\\n\\r]*)"
        f"|(?P<run>[{_ANY}]+)"
    )


class Reading:
    """A text as the grammar reads it, and how its offsets lie in the text as written.

    ``places`` is None where both agree; otherwise ``places[i]`` is the offset in the source of
    character ``i`` of ``text``, with one more at the end.
    """

    __slots__ = ("places", "text")

    def __init__(self, text: str, places: list[int] | None) -> None:
        self.text = text
        self.places = places


def read_lookalikes(source: Source) -> tuple[Reading, tuple[Diagnostic, ...]]:
    """Put the plain characters where look-alikes stand; one finding a run of them."""
    text = source.text
    if text.isascii() or _any().search(text) is None:
        return Reading(text, None), ()
    pieces: list[tuple[int, int, str]] = []
    found: list[Diagnostic] = []
    for match in _pieces().finditer(text):
        start, end = match.span()
        if match.lastgroup == "run":
            _add(source, start, end, pieces, found)
        elif match.lastgroup == "comment":
            if text[start] != "#":
                _add(source, start, start + 1, pieces, found)
        else:
            _add(source, start, start + 1, pieces, found)
            if end - start > 1 and text[end - 1] in _QUOTES:
                _add(source, end - 1, end, pieces, found)
    if not pieces:
        return Reading(text, None), ()
    return _rewrite(text, pieces), tuple(found)


def _add(
    source: Source,
    start: int,
    end: int,
    pieces: list[tuple[int, int, str]],
    found: list[Diagnostic],
) -> None:
    written = source.text[start:end]
    if written == '"':
        return
    plain = "".join(_plain(c) for c in written)
    pieces.append((start, end, plain))
    if len(found) >= MAX_ERRORS:
        return
    span = Span(source, start, end)
    if plain.strip():
        shown = plain.strip()
        message = f"`{written.strip()}` looks like `{shown}` but is {_described(written)}"
        label = f"read as `{shown}`"
        title = f"write `{shown}`"
    else:
        message = f"this blank is {_described(written)}, not a plain space"
        label = "read as a space"
        title = "write a plain space"
    fix = Fix(title, (Edit(span, plain),), safe=True)
    found.append(Diagnostic(LOOKALIKE, message, span, label, fixes=(fix,)))


def _plain(character: str) -> str:
    if character in _PLAIN:
        return _PLAIN[character]
    return _TWO.get(character, " ")


def _described(written: str) -> str:
    characters = list(dict.fromkeys(c for c in written if not c.isspace())) or [written[0]]
    if len(characters) > 1:
        return "written with other characters"
    character = characters[0]
    name = unicodedata.name(character, "").replace("FULLWIDTH", "FULL-WIDTH").lower()
    code = f"U+{ord(character):04X}"
    return f"{name} ({code})" if name else code


def _rewrite(text: str, pieces: list[tuple[int, int, str]]) -> Reading:
    if all(len(plain) == end - start for start, end, plain in pieces):
        parts, position = [], 0
        for start, end, plain in pieces:
            parts += [text[position:start], plain]
            position = end
        return Reading("".join(parts) + text[position:], None)
    parts, position = [], 0
    places: list[int] = []
    for start, end, _ in pieces:
        parts.append(text[position:start])
        places.extend(range(position, start))
        for offset in range(start, end):
            plain = _plain(text[offset])
            parts.append(plain)
            places.extend([offset] * len(plain))
        position = end
    parts.append(text[position:])
    places.extend(range(position, len(text) + 1))
    return Reading("".join(parts), places)
