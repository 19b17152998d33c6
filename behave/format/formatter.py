"""From text to text: the same file as everybody writes it."""

from __future__ import annotations

from behave.collector import collector_off
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.format.breaks import settle
from behave.format.columns import pad
from behave.format.remarks import comment_columns
from behave.format.spacing import gaps_of
from behave.format.structure import statements_of
from behave.format.words import Word, words_of
from behave.format.writing import Writer, text_of
from behave.record import Record
from behave.source import Source
from behave.syntax import parse


class UnfaithfulError(Exception):
    """The formatted text would not say the same: a bug of ours, and nothing may be written."""


class Formatted(Record):
    """The formatted text; where the file is broken its text as it was, and the errors."""

    text: str
    errors: tuple[Diagnostic, ...] = ()


def format_source(source: Source) -> Formatted:
    """A text as everybody writes it: same words, same comments, stable when done again.

    A text with errors of form is not touched. Raises `UnfaithfulError` where the result would
    not be the same file.
    """
    with collector_off():
        return _format(source)


def _format(source: Source) -> Formatted:
    errors = tuple(d for d in parse(source)[1] if d.severity is Severity.ERROR)
    if errors:
        return Formatted(source.text, errors)
    words = words_of(source)
    text = _laid_out(words, _line_end(source.text))
    if text != source.text:
        again = words_of(Source(source.name, text))
        if not _same(words, again):
            raise UnfaithfulError(f"formatting would change what {source.name} says")
        if _laid_out(again, _line_end(text)) != text:
            raise UnfaithfulError(f"formatting {source.name} twice gives another text than once")
    return Formatted(text)


def _laid_out(words: list[Word], line_end: str) -> str:
    statements = statements_of(words)
    plan = settle(words, statements, gaps_of(words, statements))
    pad(words, statements, plan)
    lines = Writer(words, plan).file(statements)
    return text_of(lines, comment_columns(lines), line_end)


def _line_end(text: str) -> str:
    """The line ends of a text are those of its first line."""
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def _same(words: list[Word], again: list[Word]) -> bool:
    """Whether two texts say the same: words, ends of statements, and comments where they stood."""
    if len(words) != len(again):
        return False
    for one, other in zip(words, again, strict=True):
        if one.text != other.text or one.type != other.type or one.ends != other.ends:
            return False
        if (one.comments or other.comments) and _remarks(one) != _remarks(other):
            return False
    return True


def _remarks(word: Word) -> list[tuple[str, bool]]:
    return [(comment.text, comment.trailing) for comment in word.comments]
