"""Where the zones of a crowd stand: the arguments of ``runtime.sense.occupied`` as instructions.

``%ready`` has a byte for each zone, set where there is one; ``%asked`` its centre, its rotation
and its size as ``Colliders`` has them, ten numbers a zone.
"""

from __future__ import annotations

from functools import partial

from behave.ir.program import Zone, ZoneShape
from behave.native.code import Code
from behave.native.lanes import Flag, Number
from behave.native.values import Value, finite

CENTER, TURN, SIZE, WIDTH = 0, 3, 7, 10
"""Where in a zone's columns its parts begin, and how many there are."""

_UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def write_zones(code: Code) -> None:
    """Say for every zone whether it is there, and where."""
    for number, zone in enumerate(code.behavior.zones):
        code.mark("ready", number, False)
        active: Flag = True if zone.owner is None else code.expressions.inside(zone.owner)
        code.body.when(active, partial(_place, code, number, zone))


def _place(code: Code, number: int, zone: Zone) -> None:
    body = code.body
    values = {name: code.value(node) for name, node in zone.arguments}
    whole = [body.both(value.present, finite(body, value)) for value in values.values()]

    def write() -> None:
        size, positive = _half_size(code, zone.shape, values)
        turn = values["turn"].parts if "turn" in values else _UPRIGHT
        for place, part in enumerate((*values["center"].parts, *turn, *size)):
            _put(code, number * WIDTH + place, part)
        code.body.when(positive, partial(code.mark, "ready", number))

    body.when(body.both(*whole), write)


def _half_size(
    code: Code, shape: ZoneShape, values: dict[str, Value]
) -> tuple[tuple[Number, ...], Flag]:
    """A zone's size as ``Colliders`` has it, and whether it is positive."""
    body = code.body
    if shape is ZoneShape.BOX:
        full = values["size"].parts
        positive = body.both(*(body.compare("ogt", part, 0.0) for part in full))
        return tuple(body.mul(0.5, part) for part in full), positive
    radius = values["radius"].parts[0]
    positive = body.compare("ogt", radius, 0.0)
    if shape is ZoneShape.SPHERE:
        return (radius, 0.0, 0.0), positive
    half = body.sub(body.mul(0.5, values["height"].parts[0]), radius)
    half = body.select(body.compare("olt", half, 0.0), 0.0, half)
    return (radius, half, 0.0), positive


def _put(code: Code, column: int, part: Number) -> None:
    body, real = code.body, code.body.lanes.real
    size = 8 if real == "double" else 4
    address = code.cell("asked", real, column)
    body.do(f"store {body.number} {body.n(part)}, ptr {address}, align {size}")
