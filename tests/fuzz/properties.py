"""What holds of any bytes whatever: each function raises where it does not."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lsprotocol import types

from behave.cli.configuration import Configuration
from behave.cli.linting import Subject, check_all, fix
from behave.cli.lsp import ProjectFiles
from behave.cli.reports import FORMATS, written
from behave.diagnostics.diagnostic import Severity
from behave.format import format_source
from behave.lsp.documents import Document, Documents
from behave.lsp.features import Features
from behave.lsp.positions import edited, place_of
from behave.pipeline import check
from behave.record import Record, values_of
from behave.resources import behaviors_path
from behave.source import Source, Span
from behave.syntax import decode

PLACE = behaviors_path() / "fuzz.beh"
MOST_ERRORS_FIXED = 60
"""A text with more errors is not fixed, for that takes long and says little."""


def subject(data: bytes) -> Subject:
    """A file's bytes as `beh lint` takes them."""
    source, problems = decode(data, "fuzz.beh")
    return Subject(source, problems, str(PLACE), Configuration().policy(), "error")


def lint(data: bytes) -> None:
    """All that `beh lint --fix` does, in every format; fixed twice is fixed once, no error more."""
    of = subject(data)
    found = check_all([of]).found
    for finding in found:
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text)
        assert finding.message
    for form in FORMATS:
        written(found, form, ["fuzz.beh"], colored=len(data) % 2 == 0)
    if len(found) > MOST_ERRORS_FIXED:
        return
    unsafe = len(data) % 3 == 0
    made = fix(of, unsafe)
    if not made.count:
        return
    again = fix(made.subject, unsafe)
    assert again.subject.source.text == made.subject.source.text, "fixing twice fixes more"
    assert _errors(made.subject) <= _errors(of), "fixing made errors"


def _errors(of: Subject) -> int:
    return sum(d.severity is Severity.ERROR for d in check_all([of]).found)


def fmt(data: bytes) -> bool:
    """All that `beh fmt` does: what it accepts says the same, and is as it is when done again.

    Gives whether the text was accepted.
    """
    of = subject(data)
    if of.problems:
        return False
    formatted = format_source(of.source)
    if formatted.errors:
        return False
    if formatted.text == of.source.text:
        return True
    after = of.with_text(formatted.text)
    again = format_source(after.source)
    assert (again.text, again.errors) == (formatted.text, ())
    before, now = check(of.source, of.reader), check(after.source, after.reader)
    assert meaning(before.program) == meaning(now.program), "formatting changed the Program"
    assert sorted(d.code for d in before.diagnostics) == sorted(d.code for d in now.diagnostics)
    return True


def meaning(value: Any) -> Any:
    """A Program without where its parts stand: places, and names made from places."""
    if isinstance(value, Span):
        return None
    if isinstance(value, str):
        return re.sub(r"@\d+:\d+", "@", value)
    if isinstance(value, Record):
        return (type(value).__name__, *(meaning(v) for v in values_of(value)))
    if isinstance(value, (tuple, list)):
        return tuple(meaning(v) for v in value)
    if isinstance(value, dict):
        return tuple((meaning(k), meaning(v)) for k, v in value.items())
    return value


def edit(data: bytes) -> None:
    """All that an editor asks about a text it has open and changes, however it counts columns."""
    text = data.decode("utf-8", "replace")
    draw = random.Random(len(data) * 7919 + sum(data[:64]))
    encoding = draw.choice(("utf-8", "utf-16", "utf-32"))
    documents = Documents(ProjectFiles())
    features = Features(_server(encoding), documents)
    uri = PLACE.as_uri()
    now = _typed(Source(str(PLACE), text), draw, encoding)
    document = Document(uri, Path(PLACE), 1, now)
    documents.put(document)
    _format(features, document, encoding)
    features.symbols(types.DocumentSymbolParams(_named(uri)))
    features.colours(types.SemanticTokensParams(_named(uri)))
    at = types.Position(*place_of(now, draw.randrange(len(now.text) + 1), encoding))
    end = types.Position(at.line + 1, 0)
    features.complete(types.CompletionParams(_named(uri), at))
    features.hover(types.HoverParams(_named(uri), at))
    features.definition(types.DefinitionParams(_named(uri), at))
    context = types.CodeActionContext([])
    features.fixes(types.CodeActionParams(_named(uri), types.Range(at, end), context))


def _named(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


def _server(encoding: str) -> Any:
    """As much of a server as the requests look at."""
    return SimpleNamespace(
        workspace=SimpleNamespace(position_encoding=encoding),
        client_capabilities=types.ClientCapabilities(),
    )


def _typed(source: Source, draw: random.Random, encoding: str) -> Source:
    """The text after edits at places between characters, made and checked both ways."""
    for _ in range(3):
        first, last = sorted(draw.randrange(len(source.text) + 1) for _ in range(2))
        last = min(last, first + draw.choice((0, 1, 20)))
        put = draw.choice(("", "x", "人🙂", "\n", "}", "state "))
        places = (place_of(source, first, encoding), place_of(source, last, encoding))
        right = source.text[:first] + put + source.text[last:]
        inside = any(source.text[i - 1 : i] == "\r" for i in (first, last))  # of a \r\n, perhaps
        source = edited(source, *places, put, encoding)
        assert inside or source.text == right, "an edit went astray"
    return source


def _format(features: Features, document: Document, encoding: str) -> None:
    """The edits of formatting make the formatted text."""
    options = types.FormattingOptions(2, True)
    edits = features.format(types.DocumentFormattingParams(_named(document.uri), options))
    formatted = format_source(document.source)
    text = document.source
    for each in edits or []:
        start, end = each.range.start, each.range.end
        places = ((start.line, start.character), (end.line, end.character))
        text = edited(text, *places, each.new_text, encoding)
    assert text.text == formatted.text
