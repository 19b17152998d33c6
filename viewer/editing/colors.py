"""Which words of a line have which colour, by what they are; no widget here."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.lsp.cursor import tokens_of
from behave.source import Source
from behave.syntax.grammar import grammar_table
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES

MOST_LINES = 4000  # lines whose words are remembered

Word = tuple[int, str, str]
"""Where in its line a word begins, its text, and what it is: ``keyword``, ``comment``,
``string``, ``number``, ``built_in``, ``field``, ``sign`` or ``name``."""


@dataclass
class Colors:
    """The words of lines, each line looked at once. No word of the language spans lines."""

    _lines: dict[str, tuple[Word, ...]] = field(default_factory=dict)

    def words(self, line: str) -> tuple[Word, ...]:
        """The words of a line, blanks left out."""
        known = self._lines.get(line)
        if known is None:
            if len(self._lines) > MOST_LINES:
                self._lines.clear()
            known = self._lines[line] = words_of(line)
        return known


def words_of(line: str) -> tuple[Word, ...]:
    """The words of a line, blanks left out."""
    keywords = grammar_table().keywords
    found: list[Word] = []
    before = ""
    for token in tokens_of(Source("", line)):
        text = line[token.start : token.end]
        if token.type in ("BLANK", "NEWLINE") or not text.strip():
            continue
        found.append((token.start, text, _sort(token.type, text, before, keywords)))
        before = token.type
    return tuple(found)


def _sort(terminal: str, text: str, before: str, keywords: object) -> str:
    if terminal == "COMMENT":
        return "comment"
    if terminal == "STRING":
        return "string"
    if terminal == "QUANTITY":
        return "number"
    if not (text[:1].isalpha() or text[:1] == "_"):
        return "sign"
    if before == "DOT":
        return "field"
    if terminal in keywords:  # type: ignore[operator]
        return "keyword"
    return "built_in" if text in _BUILT_IN else "name"


_BUILT_IN = frozenset((*FUNCTION_NAMES, *QUERIES, *ZONES, *CONSTANTS, "timer", "index"))
