"""What is shown for the word under the pointer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from behave.lsp.cursor import chain_before, word_at
from behave.lsp.documents import Document, Documents
from behave.lsp.facts import Facts, facts_of, kinds_of, remark_of, whole_path
from behave.lsp.index import Index
from behave.lsp.members import Field, built_in_places, fields_of
from behave.lsp.mentions import Reader
from behave.lsp.names import Role, Symbol
from behave.source import Span
from behave.units import unit_from_text
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.words import named

_LONGEST = 400
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Shown:
    """Markdown for a span."""

    text: str
    span: Span


def hover(documents: Documents, document: Document, offset: int) -> Shown | None:
    """What to show at an offset; None for blanks, signs and comments."""
    index = documents.index(document)
    mention = index.at(document.source.name, offset)
    if mention is not None:
        return Shown(_symbol(documents, document, mention.symbol), mention.span)
    word = word_at(document.source, offset)
    if word is None:
        return None
    span = Span(document.source, word.start, word.end)
    if word.type == "QUANTITY":
        return _quantity(word.text, span)
    field = _field(index, document, word.start, word.text)
    if field is not None:
        return Shown(_of_field(field), span)
    places = built_in_places()
    if word.text in places:
        return Shown(f"`{word.text}` — place of the rig\n\n{places[word.text]}", span)
    if word.text in CONSTANTS:
        x, y, z = CONSTANTS[word.text]
        return Shown(f"`{word.text}` — the direction ({x:g}, {y:g}, {z:g})", span)
    senses = named(word.text)
    if not senses:
        return None
    pages = [
        f"```beh\n{sense.form or sense.name}\n```\n*{sense.sort}*\n\n{sense.doc}"
        + (f"\n\n```beh\n{sense.example}\n```" if sense.example else "")
        for sense in senses
    ]
    return Shown("\n\n---\n\n".join(pages), span)


def _symbol(documents: Documents, document: Document, symbol: Symbol) -> str:
    judged = documents.judge(document)
    facts = facts_of(symbol, judged, kinds_of(judged))
    lines = [f"```beh\n{declaration(symbol)}\n```", _summary(symbol, facts)]
    remark = remark_of(symbol)
    if remark:
        lines.append(remark)
    return "\n\n".join(lines)


def declaration(symbol: Symbol) -> str:
    """The declaration as written, without its body."""
    if symbol.role is Role.STATE:
        return f"state {whole_path(symbol)}"
    if symbol.role in (Role.LOOP, Role.ARGUMENT):
        return symbol.name
    return _short(symbol.whole.text.partition("{")[0])


def _short(text: str) -> str:
    lines = [line.strip() for line in text.strip().splitlines()]
    joined = " ".join(" ".join(lines).split())
    return joined if len(joined) <= _LONGEST else joined[:_LONGEST] + " …"


def _summary(symbol: Symbol, facts: Facts) -> str:
    parts = [f"*{symbol.role.value}*"]
    if facts.noun:
        parts.append(facts.noun)
    if facts.kind is not None and facts.kind.dimension.si:
        parts.append(f"unit {facts.kind.dimension.si}")
    if facts.value:
        parts.append(f"value {facts.value}")
    if facts.range:
        parts.append(f"range {facts.range}")
    if symbol.role is Role.AGENT and symbol.detail:
        parts.append(f"with {symbol.detail}")
    return " · ".join(parts)


def _quantity(text: str, span: Span) -> Shown | None:
    """A number with a unit in SI."""
    match = _NUMBER.match(text)
    unit = unit_from_text(text[match.end() :].strip()) if match else None
    if match is None or unit is None or not unit.text:
        return None
    value = unit.to_si(float(match[0]))
    shown = f"{value:.6g} {unit.dimension.si}".rstrip()
    return Shown(f"`{text}` — {unit.dimension.noun}, {shown} in SI", span)


def _field(index: Index, document: Document, start: int, name: str) -> Field | None:
    """The built-in field a word behind a dot is."""
    before = chain_before(document.source, start)
    if not before:
        return None
    symbol = resolve(index, document, start, before)
    return next((f for f in fields_of(symbol, before[-1]) if f.name == name), None)


def resolve(index: Index, document: Document, offset: int, chain: list[str]) -> Symbol | None:
    """What a dotted chain of names stands for at an offset."""
    scope = index.scope_at(document.source.name, offset)
    reader = Reader(index.top, [], {})
    symbol: Symbol | None = None
    for number, name in enumerate(chain):
        symbol = reader.named(name, scope) if not number else reader.inner_name(symbol, name)
        if symbol is None:
            return None
    return symbol


def _of_field(field: Field) -> str:
    parts = ["*field*"]
    if field.kind is not None:
        parts.append(field.kind.noun)
        if field.kind.dimension.si:
            parts.append(f"unit {field.kind.dimension.si}")
    parts.append("actions may set it" if field.writable else "read only")
    return f"```beh\n{field.name}\n```\n\n{' · '.join(parts)}\n\n{field.doc}"
