"""The reference of every built-in word, generated from the records.

`python -m behave.vocabulary.reference > grammars/REFERENCE.md` writes it anew; a test fails
where the file and the records differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from behave.units import NAMED_DIMENSIONS, UNIT_NAMES
from behave.vocabulary import guards, maths, queries, rig_parts, verbs
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.keywords import KEYWORDS, NOT_YET, Keyword
from behave.vocabulary.record import Function
from behave.vocabulary.rig_parts import RigOption, RigPart
from behave.vocabulary.signature import Gives, Parameter


def reference() -> str:
    """The whole reference as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The words of the language"
    yield ""
    yield "Made from the vocabulary's records. The grammar is `beh.lark`, beside this file."
    yield "`beh explain WORD` shows one entry."
    yield ""
    yield "## Keywords"
    yield ""
    for keyword in KEYWORDS:
        yield from _keyword(keyword)
    yield "## Kinds and units"
    yield ""
    named = ", ".join(f"`{n}`" for n in (*NAMED_DIMENSIONS, "bool", "vec", "point", "rotation"))
    yield f"Kinds a declaration may name: {named}, `collider`, and every enum."
    yield ""
    units = ", ".join(f"`{u}`" for u in UNIT_NAMES)
    yield f"Units: {units}; powers (`m/s^2`) and rates (`deg/s`, `/s`)."
    yield ""
    yield f"Directions: {', '.join(f'`{c}`' for c in maths.CONSTANTS)}. Time: `timer`."
    yield ""
    yield "## Maths"
    yield ""
    for record in maths.FUNCTIONS:
        yield from _function(record)
    yield "## Guards"
    yield ""
    for record in guards.FUNCTIONS:
        yield from _function(record)
    for name, (doc, example) in guards.MEMORY_DOCS.items():
        yield from _entry(f"`{name}`", doc, example)
    yield "## Queries of a sensor"
    yield ""
    yield "Each takes `layer:` with one layer or a list of them."
    yield ""
    for query in queries.QUERIES:
        zone = ["a zone"] if query.zone else []
        takes = ", ".join([*zone, *(_parameter(p) for p in query.parameters)])
        yield from _entry(f"`{query.name}`: {takes}", query.doc, query.example)
        yield f"Reads {', '.join(f'`.{field}`' for field, _ in query.fields)} and `.exists`."
        yield ""
    yield "## Zones"
    yield ""
    for zone_record in queries.ZONES:
        takes = ", ".join(_parameter(p) for p in zone_record.parameters)
        yield from _entry(f"`{zone_record.name}`: {takes}", zone_record.doc, zone_record.example)
    yield "## Actions"
    yield ""
    yield from _entry("`set`", "Give a value to a place.", "set side = left")
    for name, (doc, example) in verbs.ACTIONS.items():
        yield from _entry(f"`{name}`", doc, example)
    yield f"Easings of `lerp … over T ease NAME`: {', '.join(f'`{e}`' for e in EASINGS)}."
    yield ""
    yield "## Poses"
    yield ""
    for name, (doc, example) in verbs.POSE_VERBS.items():
        yield from _entry(f"`{name}`", doc, example)
    yield "## Rigs"
    yield ""
    for part in rig_parts.RIG_PARTS.values():
        yield from _part(part)
        if part.verb == rig_parts.CLIP.verb:
            yield from _part(rig_parts.CLIP_TURN)
    yield "## Scenes"
    yield ""
    for name, (_, options) in verbs.SCENE_SHAPES.items():
        takes = ", ".join(
            f"`{o}:` {accepts.describe()}{'' if needed else ' (may be left out)'}"
            for o, (accepts, needed) in options.items()
        )
        yield f"- `{name} NAME at (x, y, z)`{': ' + takes if takes else ''}"
    yield ""
    yield (
        'A heightfield has either a `seed:` or a picture, `file: "hills.png"`: grey, of 8 or 16 '
        "bits, beside the file or below."
    )
    yield ""
    yield (
        "A box, sphere or capsule may move: `along PATH, speed: V`. With `over: LAYER` its heights "
        "count from the ground of that layer."
    )
    yield ""
    yield "## Parsed, not yet run"
    yield ""
    later = {**NOT_YET, **verbs.NOT_YET, **queries.NOT_YET}
    yield ", ".join(f"`{word}` ({what})" for word, what in later.items()) + "."


def _entry(title: str, doc: str, example: str) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield doc
    yield ""
    yield "```text"
    yield example
    yield "```"
    yield ""


def _keyword(keyword: Keyword) -> Iterator[str]:
    yield f"### `{keyword.name}`: {keyword.sort}"
    yield ""
    yield "```text"
    yield keyword.form
    yield "```"
    yield ""
    yield f"{keyword.doc} For example, in {keyword.place.value}:"
    yield ""
    yield "```text"
    yield keyword.example
    yield "```"
    yield ""


def _function(record: Function) -> Iterator[str]:
    takes = ", ".join(_parameter(p) for p in record.parameters)
    title = f"`{record.name}`: {takes} → {_gives(record.gives)}"
    yield from _entry(title, record.doc, record.example)


def _parameter(parameter: Parameter) -> str:
    name = f"`{parameter.name}`" if parameter.positional else f"`{parameter.name}:`"
    optional = "" if parameter.required else " (may be left out)"
    return f"{name} {parameter.accepts.describe()}{optional}"


def _gives(gives: Gives) -> str:
    if isinstance(gives.dimension, str):
        return f"a {gives.base.value} with the unit of what it takes"
    return gives.kind({}).noun


def _part(part: RigPart) -> Iterator[str]:
    yield from _entry(f"`{part.verb}`", part.doc, part.example)
    for option in (*part.phrases, *part.options):
        yield f"- `{option.name}`: {option.doc}{_rig_kind(option)}"
    for place in part.places:
        if not place.hidden:
            path = place.path.replace("{name}", "NAME")
            writes = ", can be set" if place.writable else ""
            yield f"- reads `{path}` ({place.kind.noun}{writes}): {place.doc}"
    for alias in part.aliases:
        yield f"- reads `NAME.{alias.member}`: {alias.doc}"
    yield ""


def _rig_kind(option: RigOption) -> str:
    if option.kind is not None:
        kind = option.kind.noun
    elif option.refers.value.endswith("s"):
        kind = f"a list of names of {option.refers.value}"
    else:
        kind = f"the name of a {option.refers.value}"
    return f" ({kind}{'' if option.required else ', may be left out'})"


if __name__ == "__main__":
    print(reference(), end="")
