"""A transition happening: states left, its block, states entered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from behave.ir.program import Machine, StateRef, Transition
from behave.native.code import Code
from behave.native.lanes import Flag, Number
from behave.native.leaves import changing
from behave.native.memory import restart
from behave.native.statements import write_block
from behave.runtime.clock import TOLERANCE


def fire(
    code: Code,
    number: int,
    transition: Transition,
    leaves: tuple[int, ...],
    leaf: Number,
    source: StateRef | None,
) -> None:
    """Leave inner to outer, run the block, enter outer to inner.

    ``leaves`` are those the transition may start from, ``leaf`` is the one it does. What will be
    entered is settled before anything runs.
    """
    machine = code.behavior.machines[number]
    body, row = code.body, code.row
    change = changing(machine, transition, leaves)
    entered = [(state, _among(code, leaf, at, leaves)) for state, at in change.entered]
    entered += _descend(code, machine, transition)
    left = [(state, _among(code, leaf, at, leaves)) for state, at in change.left]
    carry = _overshoot(code, transition, source)
    for state, flag in left:
        body.when(flag, partial(_leave, code, machine, state))
    write_block(code, transition.body)
    for used in transition.buffered:
        if code.behavior.inputs[used].waiting >= 0:
            row.store(code.offset(code.behavior.inputs[used].waiting), 0.0)
    for state, flag in left:
        body.when(flag, partial(_stop_clock, code, machine, state))
    active: Number = leaf
    for state, flag in entered:
        active = body.select(flag, float(state), active)
    row.store(code.offset(machine.active), active)
    for state, flag in entered:
        body.when(flag, partial(enter, code, number, state, carry))
    for state, flag in entered:
        if machine.states[state].enter:
            body.when(flag, partial(write_block, code, machine.states[state].enter))


def _among(code: Code, leaf: Number, at: Sequence[int], among: Sequence[int]) -> Flag:
    """Whether a leaf is one of some, being one of others for certain."""
    if set(at) >= set(among):
        return True
    body = code.body
    return body.either(*(body.compare("oeq", leaf, float(one)) for one in at))


def _descend(code: Code, machine: Machine, transition: Transition) -> list[tuple[int, Flag]]:
    """The states entered below the target: initial children, or those last left on resuming."""
    found: list[tuple[int, Flag]] = []
    waiting: list[tuple[int, Flag]] = [(transition.target, True)]
    while waiting:
        position, flag = waiting.pop(0)
        state = machine.states[position]
        if state.initial < 0:
            continue
        if transition.resume and state.last >= 0:
            below = _resumed(code, machine, position)
        else:
            below = [(state.initial, True)]
        below = [(child, code.body.both(flag, which)) for child, which in below]
        found += below
        waiting += below
    return found


def _resumed(code: Code, machine: Machine, position: int) -> list[tuple[int, Flag]]:
    """Each child with whether it is the one last left; the initial one where none was."""
    body, state = code.body, machine.states[position]
    last = code.row.load(code.offset(state.last))
    found: list[tuple[int, Flag]] = []
    for child, other in enumerate(machine.states):
        if other.parent != position:
            continue
        flag = body.compare("oeq", last, float(child))
        if child == state.initial:
            flag = body.either(flag, body.compare("olt", last, 0.0))
        found.append((child, flag))
    return found


def _overshoot(code: Code, transition: Transition, source: StateRef | None) -> Number:
    """Seconds by which ``after T`` was passed, at most one tick."""
    if transition.after is None:
        return 0.0
    body = code.body
    delay = code.value(transition.after)
    passed = body.sub(code.timer(source), delay.parts[0])
    late = body.both(delay.present, body.compare("ogt", passed, TOLERANCE))
    return body.select(late, body.smaller(passed, code.dt), 0.0)


def _leave(code: Code, machine: Machine, position: int) -> None:
    state = machine.states[position]
    write_block(code, state.exit)
    if state.parent >= 0:
        code.row.store(code.offset(machine.states[state.parent].last), float(position))


def _stop_clock(code: Code, machine: Machine, position: int) -> None:
    state = machine.states[position]
    code.row.store(code.offset(state.ticks), 0.0)
    code.row.store(code.offset(state.carry), 0.0)


def enter(code: Code, number: int, position: int, carry: Number) -> None:
    """Start a state's clock, captures and memory."""
    machine = code.behavior.machines[number]
    state, row = machine.states[position], code.row
    row.store(code.offset(state.ticks), 0.0)
    row.store(code.offset(state.carry), carry)
    for slot in state.captures:
        row.store(code.offset(slot), 0.0)
    for cell in code.behavior.memory:
        if cell.owner == StateRef(number, position):
            restart(code, cell)
    first = sum(len(other.states) for other in code.behavior.machines[:number])
    code.mark("entered", first + position)
