"""What a file may be at most: bounds that keep every later stage safe, far above real use."""

from __future__ import annotations

import re

from behave.diagnostics.catalog import LIMIT
from behave.diagnostics.diagnostic import Diagnostic
from behave.source import Source, Span

MAX_BYTES = 1_000_000
MAX_TOKENS = 100_000
MAX_NESTING = 100
MAX_ERRORS = 100

_BRACKETS = re.compile(r'"[^"\n\r]*"?|#[^\n\r]*|[(\[{]+|[)\]}]+')


def over_limit(source: Source, text: str) -> Diagnostic | None:
    """What keeps a text from being parsed at all: its size or the depth of its brackets.

    ``text`` has one character for each of the source's, or is it.
    """
    if len(text) > MAX_BYTES or (
        not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES
    ):
        message = f"the file is larger than 1 MB ({MAX_BYTES:,} bytes)"
        help = ("a behavior fits in a few kilobytes",)
        return Diagnostic(LIMIT, message, Span(source, 0, 0), help=help)
    depth = 0
    for match in _BRACKETS.finditer(text):
        piece = match[0]
        if piece[0] in "([{":
            if depth + len(piece) > MAX_NESTING:
                at = match.start() + MAX_NESTING - depth
                return Diagnostic(
                    LIMIT,
                    f"brackets are nested more than {MAX_NESTING} levels deep",
                    Span(source, at, at + 1),
                    "too deep",
                    help=("name parts of it with `let`",),
                )
            depth += len(piece)
        elif piece[0] in ")]}":
            depth = max(depth - len(piece), 0)
    return None
