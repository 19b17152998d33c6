"""The Sense phase's own part: which sensors ask, and with what arguments.

The world is asked by fixed code. ``%ready`` has a byte for each sensor, set where it asks;
``%asked`` the numbers of its arguments, in the columns ``columns`` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from behave.ir.program import BehaviorProgram, Node, Query, Sensor
from behave.kinds import Base
from behave.native.code import Code
from behave.native.lanes import Flag
from behave.native.memory import subjects
from behave.native.values import Value, finite, yes

AGAIN = "again"
"""The argument of ``track`` that may be missing."""


def asked_arguments(sensor: Sensor) -> tuple[tuple[str, Node], ...]:
    """What a sensor's question needs, in the order of its columns."""
    if sensor.query in (Query.VALUE, Query.OVERLAP):
        return ()
    if sensor.query is Query.TRACK:
        return tuple((name, node) for name, node in sensor.arguments if name in ("probe", AGAIN))
    return sensor.arguments


def columns(behavior: BehaviorProgram) -> tuple[dict[str, tuple[int, int]], ...]:
    """For each sensor where in ``%asked`` each of its arguments begins and ends."""
    found = []
    at = 0
    for sensor in behavior.sensors:
        places = {}
        for name, node in asked_arguments(sensor):
            places[name] = (at, at + node.kind.width)
            at += node.kind.width
        found.append(places)
    return tuple(found)


def write_round(members: Sequence[int], code: Code) -> None:
    """The sensors that are asked at once: what they read before, and what they ask now."""
    sensors = [(number, code.behavior.sensors[number]) for number in members]
    for _, sensor in sensors:
        if sensor.reading.previous >= 0:
            now, _ = subjects(code, sensor)
            code.row.store(code.offset(sensor.reading.previous), now)
    for number, sensor in sensors:
        code.mark("ready", number, False)
        active: Flag = True if sensor.owner is None else code.expressions.inside(sensor.owner)
        lose = partial(_lose, code, sensor)
        code.body.when(active, partial(_sample, code, number, sensor), lose)


def _sample(code: Code, number: int, sensor: Sensor) -> None:
    ask = partial(_ask, code, number, sensor)
    if sensor.when is None:
        ask()
        return
    lose = None if sensor.keep else partial(_lose, code, sensor)
    code.body.when(code.holds(sensor.when), ask, lose)


def _lose(code: Code, sensor: Sensor) -> None:
    """Make the reading absent, but keep what was read last tick."""
    row, reading = code.row, sensor.reading

    def clear() -> None:
        for _, slot in reading.fields:
            row.clear(code.slot(slot))
        row.store(code.offset(reading.exists), 0.0)
        if reading.collider >= 0:
            row.store(code.offset(reading.collider), -1.0)

    code.body.when(row.flag(code.offset(reading.exists)), clear)


def _ask(code: Code, number: int, sensor: Sensor) -> None:
    lose = partial(_lose, code, sensor)
    if sensor.query is Query.VALUE:
        value = code.value(dict(sensor.arguments)["value"])
        code.body.when(value.present, partial(_read_value, code, sensor, value), lose)
        return
    body = code.body
    values = [(name, code.value(node)) for name, node in asked_arguments(sensor)]
    whole = [body.both(v.present, finite(body, v)) for name, v in values if name != AGAIN]
    places = columns(code.behavior)[number]

    def write() -> None:
        for name, value in values:
            _write_argument(code, places[name][0], value)
        code.mark("ready", number)

    body.when(body.both(*whole), write, lose)


def _read_value(code: Code, sensor: Sensor, value: Value) -> None:
    for name, slot in sensor.reading.fields:
        if name == "value":
            code.row.write(code.slot(slot), value)
    code.row.store(code.offset(sensor.reading.exists), 1.0)


def _write_argument(code: Code, column: int, value: Value) -> None:
    """Numbers as they are, a bool as 1 or 0 (0 where it is absent)."""
    body = code.body
    parts = value.parts
    if value.base is Base.BOOL:
        parts = (body.number_of(yes(body, value)),)
    real, kind = body.lanes.real, body.number
    for place, part in enumerate(parts):
        address = code.cell("asked", real, column + place)
        body.do(f"store {kind} {body.n(part)}, ptr {address}, align {8 if real == 'double' else 4}")
