"""Agents as they are before their first tick: ``runtime.state.initial`` as instructions.

The rig has been bound and the params are filled in; everything else is 0.
"""

from __future__ import annotations

from functools import partial

from behave.ir.program import Initial, Machine
from behave.native.code import Code
from behave.native.firing import enter
from behave.native.memory import restart
from behave.native.statements import write_block
from behave.native.values import finite


def write_begin(code: Code) -> None:
    """Sensors absent, initial values in declared order, memory fresh, initial states entered."""
    behavior, row = code.behavior, code.row
    for sensor in behavior.sensors:
        reading = sensor.reading
        for _, slot in reading.fields:
            row.clear(code.slot(slot))
        row.store(code.offset(reading.exists), 0.0)
        for slot in (reading.collider, reading.previous):
            if slot >= 0:
                row.store(code.offset(slot), -1.0)
    for machine in behavior.machines:
        for state in machine.states:
            if state.last >= 0:
                row.store(code.offset(state.last), -1.0)
    for reset in behavior.resets:
        if reset.value is not None:
            row.write(code.slot(reset.slot), code.value(reset.value))
    for start in behavior.initials:
        _set(code, start)
    for cell in behavior.memory:
        restart(code, cell)
    for number, machine in enumerate(behavior.machines):
        _enter_initial(code, number, machine)


def _set(code: Code, start: Initial) -> None:
    """Write an initial value; absent where there is none, or one that cannot be stored."""
    body, slot = code.body, code.slot(start.slot)
    clear = partial(code.row.clear, slot)
    if start.value is None:
        clear()
        return
    value = code.value(start.value)
    storable = body.both(value.present, finite(body, value))
    body.when(storable, partial(code.row.write, slot, value), clear)


def _enter_initial(code: Code, number: int, machine: Machine) -> None:
    """Enter a machine's initial state and those initial below it, outer to inner."""
    path = [machine.initial]
    while machine.states[path[0]].parent >= 0:
        path.insert(0, machine.states[path[0]].parent)
    while machine.states[path[-1]].initial >= 0:
        path.append(machine.states[path[-1]].initial)
    code.row.store(code.offset(machine.active), float(path[-1]))
    for state in path:
        enter(code, number, state, 0.0)
    for state in path:
        write_block(code, machine.states[state].enter)
