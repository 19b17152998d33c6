"""What stands behind a dot: fields of sensors, parts, inputs, vecs; names inside agents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from behave.kinds import BOOL, VEC, Kind, number
from behave.lsp.names import Role, Symbol
from behave.syntax import ast
from behave.units import TIME
from behave.vocabulary.queries import HIT_FIELDS
from behave.vocabulary.rig_parts import RIG_PARTS, ROOT_PLACES, VELOCITY
from behave.vocabulary.rig_records import RigPlace
from behave.vocabulary.table import QUERIES


@dataclass(frozen=True, slots=True)
class Field:
    """A built-in field: what it is of, what it says; ``writable`` where actions may set it."""

    name: str
    kind: Kind | None
    doc: str
    writable: bool = False


_EXISTS = Field("exists", BOOL, "Whether there is a reading.")
_PRESSES = (
    Field("pressed", BOOL, "It went down this tick, or a press is still waiting in its buffer."),
    Field("released", BOOL, "It came up this tick."),
)
_AXES = (
    Field("x", None, "The component to the left."),
    Field("y", None, "The component upward."),
    Field("z", None, "The component ahead."),
)
_TIMER = Field("timer", number(TIME), "How long the state has been active.")
_WAYS = tuple(
    Field(name, VEC, f"The direction that is {name} of it.") for name in ("forward", "right", "up")
)


def fields_of(symbol: Symbol | None, name: str) -> Iterator[Field]:
    """The built-in fields of what a name stands for; ``name`` says which where it is built in."""
    if symbol is None:
        yield from _built_in(name)
        return
    match symbol.role:
        case Role.SENSOR:
            yield from _readings(symbol.node)
        case Role.PART:
            yield from _part(symbol)
        case Role.INPUT:
            yield from (*_PRESSES, *_AXES[:2])
        case Role.STATE:
            yield _TIMER
        case Role.PARAM | Role.VARIABLE | Role.LET | Role.ARGUMENT:
            yield from _AXES
        case _:
            return


def _readings(node: ast.Sensor) -> Iterator[Field]:
    yield _EXISTS
    call = node.value
    called = call.function if isinstance(call, ast.Call) else None
    name = called.text if isinstance(called, ast.Name) else ""
    query = QUERIES.get(name)
    for field, kind in query.fields if query is not None else HIT_FIELDS:
        yield Field(field, kind, f"What the {name or 'sensor'} read.")


def _part(symbol: Symbol) -> Iterator[Field]:
    record = RIG_PARTS[symbol.detail]
    for place in record.places:
        if "{name}." in place.path and not place.hidden:
            yield _placed(place, place.path.partition("{name}.")[2])
    for alias in record.aliases:
        yield Field(alias.member, None, alias.doc)
    if any(place.path == "{name}.rotation" for place in record.places):
        yield from _WAYS


def _built_in(name: str) -> Iterator[Field]:
    """Fields of `root`, `capsule` and the other places every rig has."""
    prefix = f"{name}."
    for part in RIG_PARTS.values():
        for place in part.places:
            if place.path.startswith(prefix) and not place.hidden:
                yield _placed(place, place.path.removeprefix(prefix))
    for place in ROOT_PLACES:
        if place.path.startswith(prefix) and not place.hidden:
            yield _placed(place, place.path.removeprefix(prefix))
    if name == "root":
        yield from _WAYS
    elif name == "velocity":
        yield from _AXES


def _placed(place: RigPlace, name: str) -> Field:
    return Field(name, place.kind, place.doc, place.writable)


def built_in_places() -> dict[str, str]:
    """The first names of the places every rig may have, each with what it is."""
    found = {"root": "The character itself: its place on the ground and where it faces."}
    found[VELOCITY.path] = VELOCITY.doc
    for part in RIG_PARTS.values():
        for place in part.places:
            first = place.path.partition(".")[0]
            if "{" not in first and not place.hidden:
                found.setdefault(first, f"Given by `{part.verb}` in the rig.")
    return found
