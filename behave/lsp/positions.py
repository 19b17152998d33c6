"""Between offsets in code points and the places editors count in lines and units."""

from __future__ import annotations

from behave.source import Source

UTF_8, UTF_16, UTF_32 = "utf-8", "utf-16", "utf-32"


def units(text: str, encoding: str) -> int:
    """How many units of an encoding a text takes."""
    if text.isascii() or encoding == UTF_32:
        return len(text)
    if encoding == UTF_8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


def place_of(source: Source, offset: int, encoding: str) -> tuple[int, int]:
    """Line and units of an offset, both from 0."""
    line, column = source.line_column(offset)
    start = offset - column + 1
    return line - 1, units(source.text[start:offset], encoding)


def offset_of(source: Source, line: int, character: int, encoding: str) -> int:
    """The offset of a place; one beyond the end of its line or of the text is the end of that."""
    if line >= source.line_count:
        return len(source.text)
    text = source.line_text(line + 1)
    start = source.line_start(line + 1)
    if text.isascii() or encoding == UTF_32:
        return start + min(character, len(text))
    left = character
    for index, letter in enumerate(text):
        if left <= 0:
            return start + index
        left -= units(letter, encoding)
    return start + len(text)


def edited(
    source: Source,
    start: tuple[int, int],
    end: tuple[int, int],
    text: str,
    encoding: str,
) -> Source:
    """A text with what lies between two places replaced."""
    first = offset_of(source, *start, encoding)
    last = max(offset_of(source, *end, encoding), first)
    return Source(source.name, source.text[:first] + text + source.text[last:])
