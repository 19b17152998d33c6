"""Queries a sensor may ask, and the shapes of zones."""

from __future__ import annotations

import math

from behave.ir.program import Query, ZoneShape
from behave.kinds import BOOL as BOOL_KIND
from behave.kinds import COLLIDER, NUMBER, POINT, VEC, Kind
from behave.kinds import number as number_kind
from behave.record import Record
from behave.units import LENGTH, PLAIN
from behave.vocabulary.signature import BOOL, Parameter, number, vec
from behave.vocabulary.signature import POINT as A_POINT
from behave.vocabulary.signature import ROTATION as A_ROTATION

HIT_FIELDS: tuple[tuple[str, Kind], ...] = (
    ("point", POINT),
    ("normal", VEC),
    ("distance", number_kind(LENGTH)),
    ("collider", COLLIDER),
)

CAST_FIELDS: tuple[tuple[str, Kind], ...] = (
    *HIT_FIELDS,
    ("tries", NUMBER),
    ("origin", POINT),
    ("overlapping", BOOL_KIND),
)
"""Of a cast: also which try hit (from 0), where that one began, and whether it began inside."""

MOST_RETRIES = 64
"""How many more casts a sensor makes at most after one that met nothing."""


class QueryRecord(Record):
    """One query: its parameters (besides ``layer`` and the zone), fields, doc and example.

    ``draws`` names what the viewer shows of it. ``zone`` says that the first argument is a
    zone. ``one_of`` are parameters of which exactly one is given; ``bounds`` the smallest and
    largest value of a constant, for a vec of each component.
    """

    name: str
    query: Query
    parameters: tuple[Parameter, ...]
    fields: tuple[tuple[str, Kind], ...]
    zone: bool
    draws: tuple[str, ...]
    doc: str
    example: str
    one_of: tuple[str, ...] = ()
    bounds: tuple[tuple[str, float, float], ...] = ()


def _named(name: str, accepts: object, required: bool = True, default: object = None) -> Parameter:
    return Parameter(name, accepts, positional=False, required=required, default=default)  # type: ignore[arg-type]


_AIMS = ("toward", "along")
_WAY = (
    _named("toward", A_POINT, required=False),
    _named("along", vec(None), required=False),
    _named("length", number(LENGTH)),
)
_RETRY = (
    _named("retry", number(PLAIN), required=False, default=0.0),
    _named("step", vec(LENGTH), required=False, default=(0.0, 0.0, 0.0)),
)

QUERIES: tuple[QueryRecord, ...] = (
    QueryRecord(
        "ray",
        Query.RAY,
        (_named("from", A_POINT), *_WAY),
        HIT_FIELDS,
        False,
        ("line", "hit", "normal"),
        "The first surface a ray meets, toward a point or along a direction.",
        "ray(from: arm[side].shoulder, toward: contact.point, length: 0.5 m, layer: touchable)",
        one_of=_AIMS,
    ),
    QueryRecord(
        "boxcast",
        Query.BOXCAST,
        (
            _named("from", A_POINT),
            _named("size", vec(LENGTH)),
            _named("turn", A_ROTATION, required=False, default=(0.0, 0.0, 0.0, 1.0)),
            *_WAY,
            *_RETRY,
        ),
        CAST_FIELDS,
        False,
        ("box", "hit", "normal"),
        "The first surface a box meets that is moved toward a point or along a direction; `size` "
        "is its full edges, `turn` how it is turned (upright unless given). Where it meets "
        "nothing, up to `retry` more casts follow, each `step` beside the one before. `distance` "
        "is how far the box went, `tries` the number of the cast that met something (0 for the "
        "first), `origin` where that one began, `overlapping` whether it began inside.",
        "boxcast(from: root.position + 1 m * up, size: (0.4 m, 0.6 m, 0.4 m), "
        "turn: root.rotation, along: root.forward, length: 1.6 m, layer: touchable)",
        one_of=_AIMS,
        bounds=(("size", 0.0, math.inf), ("retry", 0.0, MOST_RETRIES)),
    ),
    QueryRecord(
        "spherecast",
        Query.SPHERECAST,
        (_named("from", A_POINT), _named("radius", number(LENGTH)), *_WAY, *_RETRY),
        CAST_FIELDS,
        False,
        ("sphere", "hit", "normal"),
        "The first surface a ball meets that is moved toward a point or along a direction. Where "
        "it meets nothing, up to `retry` more casts follow, each `step` beside the one before. "
        "It reads the same as a `boxcast`.",
        "spherecast(from: root.position + 1.7 m * up, radius: 12 cm, along: root.forward, "
        "length: 1 m, layer: touchable, retry: 6, step: -12 cm * up)",
        one_of=_AIMS,
        bounds=(("radius", 0.0, math.inf), ("retry", 0.0, MOST_RETRIES)),
    ),
    QueryRecord(
        "nearest",
        Query.NEAREST,
        (Parameter("point", A_POINT), _named("within", number(LENGTH))),
        HIT_FIELDS,
        False,
        ("hit", "normal"),
        "The nearest point on any collider of a layer, no farther than `within`.",
        "nearest(hand[left].position, within: 1 m, layer: touchable)",
    ),
    QueryRecord(
        "overlap",
        Query.OVERLAP,
        (),
        (("collider", COLLIDER),),
        True,
        ("zone",),
        "The first declared collider that overlaps a zone.",
        "overlap(reach, layer: touchable)",
    ),
    QueryRecord(
        "track",
        Query.TRACK,
        (
            _named("probe", A_POINT, required=False),
            _named("again", BOOL, required=False, default=True),
        ),
        HIT_FIELDS,
        True,
        ("zone", "hit", "latch"),
        "Keeps to the first collider found in a zone until it is lost; the reading is its "
        "closest point to `probe` (the zone's centre unless given). With `again: no` only a "
        "collider that enters is taken.",
        "track(reach, layer: touchable, probe: root.position + shoulder_height * up)",
    ),
)


class ZoneRecord(Record):
    """One zone shape with its parameters."""

    name: str
    shape: ZoneShape
    parameters: tuple[Parameter, ...]
    doc: str
    example: str


ZONES: tuple[ZoneRecord, ...] = (
    ZoneRecord(
        "box",
        ZoneShape.BOX,
        (
            _named("size", vec(LENGTH)),
            _named("center", A_POINT),
            _named("turn", A_ROTATION, required=False),
        ),
        "A box; `size` is its full edges.",
        "box(size: (2 m, 2 m, 2 m), center: root.position, turn: root.rotation)",
    ),
    ZoneRecord(
        "sphere",
        ZoneShape.SPHERE,
        (_named("radius", number(LENGTH)), _named("center", A_POINT)),
        "A ball.",
        "sphere(radius: 4 m, center: root.position)",
    ),
    ZoneRecord(
        "capsule",
        ZoneShape.CAPSULE,
        (
            _named("radius", number(LENGTH)),
            _named("height", number(LENGTH)),
            _named("center", A_POINT),
            _named("turn", A_ROTATION, required=False),
        ),
        "A capsule along its own y axis; `height` is over all.",
        "capsule(radius: 0.5 m, height: 2 m, center: root.position)",
    ),
)

NOT_YET = {
    "closest": "the closest point of one named collider",
}
"""Queries of the language this version cannot run yet."""
