"""The Remember phase: ``runtime.remember`` as instructions."""

from __future__ import annotations

from functools import partial

from behave.ir.program import MemoryCell, Sensor
from behave.kinds import Base
from behave.native.code import Code
from behave.native.lanes import Flag, Number
from behave.native.values import Value


def write_remember(code: Code) -> None:
    """Advance every cell once; what was entered is used up."""
    body, behavior = code.body, code.behavior
    for cell in behavior.memory:
        active: Flag = True if cell.owner is None else code.expressions.inside(cell.owner)
        body.when(active, partial(_advance, code, cell))
    count = sum(len(machine.states) for machine in behavior.machines)
    for number in range(count):
        code.mark("entered", number, False)


def _advance(code: Code, cell: MemoryCell) -> None:
    body = code.body
    again: Flag = False
    if cell.owner is not None:
        machines = code.behavior.machines[: cell.owner.machine]
        number = sum(len(machine.states) for machine in machines) + cell.owner.state
        again = code.is_marked("entered", number)
    gone: Flag = False
    for number in cell.subjects:
        subject, before = subjects(code, code.behavior.sensors[number])
        gone = body.either(gone, body.compare("olt", subject, 0.0))
        again = body.either(again, body.compare("une", subject, before))
    # A subject that is gone restarts the cell too, so what it was before does not matter there.
    body.when(body.either(again, gone), lambda: restart(code, cell))
    body.when(body.invert(gone), lambda: _update(code, cell))


def subjects(code: Code, sensor: Sensor) -> tuple[Number, Number]:
    """The collider a sensor reads now and read last tick; -1 for none, 0 for no collider's."""
    body, row, reading = code.body, code.row, sensor.reading
    what: Number = 0.0
    if reading.collider >= 0:
        what = row.load(code.offset(reading.collider))
    now = body.select(row.flag(code.offset(reading.exists)), what, -1.0)
    if reading.previous < 0:
        return now, now
    return now, row.load(code.offset(reading.previous))


def restart(code: Code, cell: MemoryCell) -> None:
    """Set a cell to its initial value; absent where that is."""
    _write(code, cell, code.value(cell.initial), True)


def _update(code: Code, cell: MemoryCell) -> None:
    _write(code, cell, code.value(cell.update), False)


def _write(code: Code, cell: MemoryCell, value: Value, clear: bool) -> None:
    body, slot = code.body, code.slot(cell.slot)
    there = value.present
    if clear and value.base is Base.NUMBER:
        there = body.both(there, body.compare("oeq", value.parts[0], value.parts[0]))
    body.when(there, lambda: code.row.write(slot, value))
    if clear:
        body.when(body.invert(there), lambda: code.row.clear(slot))
