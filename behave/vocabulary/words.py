"""The words of the language with their documentation, gathered from the vocabulary."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache

from behave.record import Record
from behave.vocabulary import guards, keywords, notation, queries, verbs
from behave.vocabulary.rig_parts import CLIP_TURN, RIG_PARTS
from behave.vocabulary.signature import Parameter
from behave.vocabulary.table import FUNCTIONS, QUERIES, ZONES


class Word(Record):
    """One word: what it is, how it is written, what it does, an example."""

    name: str
    sort: str
    form: str
    doc: str
    example: str


def words() -> dict[str, Word]:
    """The first thing each word stands for, by name: keywords first, then the vocabulary."""
    return {name: senses[0] for name, senses in _senses().items()}


def named(name: str) -> tuple[Word, ...]:
    """All a word stands for, also by another name of it (`transition` is `->`); may be none.

    `box` is two things: the shape of a zone and a thing of a scene.
    """
    return _senses().get(OTHER_NAMES.get(name, name), ())


@lru_cache(maxsize=1)  # completion asks for hundreds of words a keystroke
def _senses() -> dict[str, tuple[Word, ...]]:
    found: dict[str, tuple[Word, ...]] = {}
    gathered = (
        *(_keywords(), _functions(), _queries(), _verbs(), _parts(), _things(), _later()),
        (Word(*entry) for entry in notation.entries()),
    )
    for word in itertools.chain(*gathered):
        found[word.name] = (*found.get(word.name, ()), word)
    return found


OTHER_NAMES = {other: keyword.name for keyword in keywords.KEYWORDS for other in keyword.also}
"""Names people look a keyword up by, with the keyword."""


def _keywords() -> Iterable[Word]:
    for word in keywords.KEYWORDS:
        yield Word(word.name, word.sort, word.form, word.doc, word.example)


def _functions() -> Iterable[Word]:
    for record in FUNCTIONS.values():
        form = _form(record.name, record.parameters)
        yield Word(record.name, "function", form, record.doc, record.example)
    told = {keyword.name for keyword in keywords.KEYWORDS}
    for name, (doc, example) in guards.MEMORY_DOCS.items():
        if name in told:
            continue
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
    for name, (doc, example) in verbs.POSE_VERBS.items():
        yield Word(name, "verb of a pose", "", doc, example)


def _parts() -> Iterable[Word]:
    for part in (*RIG_PARTS.values(), CLIP_TURN):
        options = ", ".join(option.name for option in part.options)
        doc = f"{part.doc}{f' Options: {options}.' if options else ''}"
        sort = "part of a clip" if part is CLIP_TURN else "part of a rig"
        yield Word(part.verb, sort, "", doc, part.example)


def _things() -> Iterable[Word]:
    for name, (_, options) in verbs.SCENE_SHAPES.items():
        shown = [
            f"{option}: {accepts.describe()}" if needed else f"[{option}: {accepts.describe()}]"
            for option, (accepts, needed) in options.items()
        ]
        form = ", ".join([f"{name} NAME at (x, y, z)", *shown, "[layer: a layer]"])
        doc = f"A {name} of a scene, at its middle; square brackets mark what may be left out."
        doc = _SCENE_DOCS.get(name, doc)
        yield Word(name, "thing of a scene", form, doc, SCENE_EXAMPLES[name])
    yield Word(
        "path",
        "thing of a scene",
        "path NAME along [points], [closed: yes], [smooth: yes]",
        "Points joined by straight lines, or smoothly, that colliders move along: "
        "`along NAME, speed: 4 m/s`.",
        SCENE_EXAMPLES["path"],
    )


_SCENE_DOCS = {
    "ground": "Endless flat ground, facing up unless it is turned.",
    "heightfield": "Rolling terrain made from a seed, or from a grey picture with `file:`; heights "
    "are 0 to size.y over its place.",
    "stairs": "A flight of boxes NAME[0] …, rising along +z from its place; `size` is that of the "
    "whole flight.",
}

SCENE_EXAMPLES = {
    "box": "box wall at (0 m, 1 m, 8 m), size: (4 m, 2 m, 0.2 m), layer: touchable",
    "sphere": "sphere ball at (1 m, 0.5 m, 3 m), radius: 50 cm, layer: touchable",
    "capsule": "capsule post at (1 m, 1 m, 3 m), radius: 10 cm, height: 2 m",
    "ground": "ground floor at (0 m, 0 m, 0 m), layer: ground",
    "heightfield": "heightfield hills at (0 m, 0 m, 0 m), size: (80 m, 4 m, 80 m), seed: 7",
    "stairs": "stairs flight at (0 m, 0 m, 8 m), steps: 6, size: (4 m, 1.2 m, 3 m)",
    "path": "path loop along [(9 m, 0 m, 0 m), (0 m, 0 m, 9 m), (-9 m, 0 m, 0 m)], closed: yes",
}


def _later() -> Iterable[Word]:
    later = {**keywords.NOT_YET, **verbs.NOT_YET, **queries.NOT_YET}
    for name, what in later.items():
        doc = f"Known to the grammar ({what}); this version does not run it."
        yield Word(name, "not there yet", "", doc, "")


def _form(name: str, parameters: Iterable[Parameter]) -> str:
    """``name(a: a point, b: a point, [margin]: a length)``; square brackets mark optional."""
    shown = []
    for parameter in parameters:
        written = parameter.name if parameter.required else f"[{parameter.name}]"
        shown.append(f"{written}: {parameter.accepts.describe()}")
    return f"{name}({', '.join(shown)})"
