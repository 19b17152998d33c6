"""The Input phase of a crowd: ``runtime.inputs`` as instructions.

What a device or a script gives stands in ``%asked``, in the columns ``given_columns`` names, with
nothing in it that is not finite.
"""

from __future__ import annotations

from behave.ir.program import BehaviorProgram, Input, InputDevice
from behave.native.code import Code
from behave.native.lanes import Flag, Number
from behave.native.values import finite
from behave.runtime.clock import TOLERANCE

_WIDTHS = {InputDevice.AXIS: 1, InputDevice.AXIS2: 3, InputDevice.KEY: 2}
"""Numbers given for an input: what it is; of a key whether it is held, and whether pressed."""


def given_columns(behavior: BehaviorProgram) -> tuple[tuple[int, int], ...]:
    """Where in ``%asked`` what is given for each input begins and ends."""
    found = []
    at = 0
    for declared in behavior.inputs:
        width = _WIDTHS[declared.device]
        found.append((at, at + width))
        at += width
    return tuple(found)


def write_inputs(code: Code) -> None:
    """Latch what is given into the input slots."""
    behavior = code.behavior
    for declared, (start, end) in zip(behavior.inputs, given_columns(behavior), strict=True):
        given = [_given(code, column) for column in range(start, end)]
        if declared.device is InputDevice.KEY:
            _key(code, declared, given)
            continue
        for place, number in enumerate(given):
            code.row.store(code.offset(declared.value) + place, number)


def _given(code: Code, column: int) -> Number:
    real = code.body.lanes.real
    address = code.cell("asked", real, column)
    size = 8 if real == "double" else 4
    return code.body.let(f"load {code.body.number}, ptr {address}, align {size}")


def _key(code: Code, declared: Input, given: list[Number]) -> None:
    body, row = code.body, code.row
    was_held = row.flag(code.offset(declared.value))
    tapped = body.compare("une", given[1], 0.0)
    held = body.either(body.compare("une", given[0], 0.0), tapped)
    pressed = body.either(tapped, body.both(held, body.invert(was_held)))
    row.store(code.offset(declared.value), body.number_of(held))
    if declared.released >= 0:
        released = body.both(was_held, body.invert(held))
        row.store(code.offset(declared.released), body.number_of(released))
    waits: Flag = pressed
    if declared.waiting >= 0:
        waits = body.either(pressed, _wait(code, declared, pressed))
    if declared.pressed >= 0:
        row.store(code.offset(declared.pressed), body.number_of(waits))


def _wait(code: Code, declared: Input, pressed: Flag) -> Flag:
    """Count the buffer down, or begin it; whether a press was waiting."""
    body, row = code.body, code.row
    waiting = code.offset(declared.waiting)
    left = body.sub(row.load(waiting), code.dt)
    more = body.compare("ogt", left, TOLERANCE)
    rest = body.select(more, left, 0.0)

    def begin() -> None:
        length: Number = 0.0
        if declared.buffer is not None:
            value = code.value(declared.buffer)
            known = body.both(value.present, finite(body, value))
            length = body.select(known, value.parts[0], 0.0)
        row.store(waiting, length)

    body.when(pressed, begin, lambda: row.store(waiting, rest))
    return more
