"""The words of the language with their documentation, gathered from the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from behave.vocabulary import guards, verbs
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.signature import Parameter
from behave.vocabulary.table import FUNCTIONS, QUERIES, ZONES


@dataclass(frozen=True)
class Word:
    """One word: what it is, how it is written, what it does, an example."""

    name: str
    sort: str
    form: str
    doc: str
    example: str


def words() -> dict[str, Word]:
    """Every word by name, in the order of the vocabulary."""
    return {word.name: word for word in (*_functions(), *_queries(), *_verbs(), *_parts())}


def _functions() -> Iterable[Word]:
    for record in FUNCTIONS.values():
        form = _form(record.name, record.parameters)
        yield Word(record.name, "function", form, record.doc, record.example)
    for name, (doc, example) in guards.MEMORY_DOCS.items():
        yield Word(name, "guard", "", doc, example)


def _queries() -> Iterable[Word]:
    for query in QUERIES.values():
        fields = ", ".join(field for field, _ in query.fields)
        doc = f"{query.doc} It reads: exists{', ' if fields else ''}{fields}."
        form = _form(query.name, query.parameters)
        yield Word(query.name, "query of a sensor", form, doc, query.example)
    for zone in ZONES.values():
        form = _form(zone.name, zone.parameters)
        yield Word(zone.name, "shape of a zone", form, zone.doc, zone.example)


def _verbs() -> Iterable[Word]:
    for name, (doc, example) in verbs.ACTIONS.items():
        yield Word(name, "verb of an action", "", doc, example)


def _parts() -> Iterable[Word]:
    for part in RIG_PARTS.values():
        options = ", ".join(option.name for option in part.options)
        doc = f"{part.doc}{f' Options: {options}.' if options else ''}"
        yield Word(part.verb, "part of a rig", "", doc, part.example)


def _form(name: str, parameters: Iterable[Parameter]) -> str:
    """``name(a: a point, b: a point, [margin]: a length)``; square brackets mark optional."""
    shown = []
    for parameter in parameters:
        written = parameter.name if parameter.required else f"[{parameter.name}]"
        shown.append(f"{written}: {parameter.accepts.describe()}")
    return f"{name}({', '.join(shown)})"
