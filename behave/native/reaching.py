"""Whether a chain reaches a point: ``runtime.reaching`` as instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kernel.elementary import TAU
from behave.native.body import Body
from behave.native.choices import Writer
from behave.native.elementary import arc_tangent
from behave.native.formula import round_integer
from behave.native.lanes import Flag, Number
from behave.native.values import Value, absent, boolean
from behave.vocabulary.reach import (
    ASIDE,
    HALF,
    MIDDLE,
    NEAREST,
    RINGS,
    START_OUT,
    START_UP,
    TURN_HALF,
    TURN_MIDDLE,
    WIDTH,
)

At = Callable[[int], Number]
"""A number of a chain's reach by its place."""

Ring = Callable[[int, Number], Number]
"""The same by the place of ring 0's and a ring's number."""


def reaches(own: Writer, node: Node) -> Value:
    """Whether a point seen from a chain is within its reach."""
    body = own.body
    seen = own.value(node.args[0])
    at, ring, present = _reach(own, node.args[1])
    present = body.both(seen.present, present)
    if present is False:
        return absent(node.kind)
    return boolean(_within(body, seen.parts, at, ring), present)


def _reach(own: Writer, source: Node) -> tuple[At, Ring, Flag]:
    """How the reach is read: from memory where that is where it stands."""
    body, row = own.body, own.row
    if source.op is Op.SLOT:
        assert isinstance(source.data, int)
        slot = own.behavior.slots[source.data]
        present: Flag = True if slot.presence < 0 else row.flag(slot.presence)
        first = slot.offset
        return (
            lambda place: row.load(first + place),
            lambda place, ring: row.load_at(first + place, ring),
            present,
        )
    listed = own.value(source)

    def chosen(place: int, ring: Number) -> Number:
        found: Number = listed.parts[place].parts[0]
        for number in range(1, RINGS):
            further = body.compare("oge", ring, float(number))
            found = body.select(further, listed.parts[place + number].parts[0], found)
        return found

    return lambda place: listed.parts[place].parts[0], chosen, listed.present


def _within(body: Body, seen: Any, at: At, ring: Ring) -> Flag:
    x, y, z = seen
    aside = at(ASIDE)
    level = body.add(body.mul(x, x), body.mul(z, z))
    along = body.sqrt(body.larger(body.sub(level, body.mul(aside, aside)), 0.0))
    turn = body.sub(arc_tangent(body, x, z), arc_tangent(body, aside, along))
    turned = _wrapped(body, body.sub(turn, at(TURN_MIDDLE)))
    turns = body.compare("ole", body.absolute(turned), at(TURN_HALF))
    out, up = body.sub(along, at(START_OUT)), body.sub(y, at(START_UP))
    away = body.sqrt(body.add(body.mul(out, out), body.mul(up, up)))
    place = body.div(body.sub(away, at(NEAREST)), at(WIDTH))
    between = body.both(body.compare("oge", place, 0.0), body.compare("olt", place, float(RINGS)))
    number = body.floor(body.select(between, place, 0.0))
    off = _wrapped(body, body.sub(arc_tangent(body, up, out), ring(MIDDLE, number)))
    near = body.compare("ole", body.absolute(off), ring(HALF, number))
    return body.both(turns, between, near)


def _wrapped(body: Body, angle: Number) -> Number:
    """The angle in -pi .. pi; NaN where it is not finite."""
    turns = round_integer(body, body.div(angle, TAU))
    return body.sub(angle, body.mul(TAU, turns))
