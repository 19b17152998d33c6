"""The Turns phase: machines in declared order, each deciding and then acting."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from behave.ir.program import EventRef
from behave.runtime.clock import TOLERANCE
from behave.runtime.compiled import (
    CompiledBehavior,
    CompiledMachine,
    CompiledState,
    CompiledTransition,
)
from behave.runtime.frame import Frame
from behave.runtime.record import Fired

Explain = Callable[[CompiledMachine, CompiledTransition, Frame], str]
"""Gives the reason a transition fires, before anything is changed."""


@dataclass(frozen=True, slots=True)
class Change:
    """A transition about to happen: states left (inner to outer) and entered (outer to inner)."""

    left: tuple[int, ...]
    entered: tuple[int, ...]
    carry: float


def enter_initial(
    compiled: CompiledBehavior,
    frame: Frame,
    entered: np.ndarray,
    quiet: Collection[str] = (),
) -> None:
    """Enter every machine's initial states, machines in declared order, outer to inner.

    Machines named in ``quiet`` run no enter actions.
    """
    for machine in compiled.machines:
        start = machine.states[machine.machine.initial]
        states = (*start.path, *_descend(machine, start, frame, False))
        _enter(machine, states, 0.0, frame, entered)
        if machine.machine.name not in quiet:
            _run_enter(machine, states, frame)


def set_back(compiled: CompiledBehavior, frame: Frame) -> None:
    """Set the places that hold for one tick back to what they are without any action."""
    for write, value in compiled.resets:
        write(frame, value(frame))


def take_turns(
    compiled: CompiledBehavior,
    frame: Frame,
    entered: np.ndarray,
    events: Collection[EventRef],
    explain: Explain,
) -> list[Fired]:
    """All turns of one agent; then every active state's timer moves on by one tick.

    What lasts for a tick only (moves, switches) is set back first.
    """
    set_back(compiled, frame)
    fired: list[Fired] = []
    for number, actions in compiled.turns:
        if number < 0:
            actions(frame)
            continue
        machine = compiled.machines[number]
        chosen = decide(compiled, machine, frame, events)
        if chosen is not None:
            fired.append(_fire(machine, chosen, frame, entered, explain))
            if chosen.sent >= 0:
                compiled.events.close(frame, chosen.sent)
        actions(frame)
        for act in machine.leaves[int(frame.words[machine.active])].actions:
            act(frame)
    _count(compiled, frame)
    return fired


def decide(
    compiled: CompiledBehavior,
    machine: CompiledMachine,
    frame: Frame,
    events: Collection[EventRef],
) -> CompiledTransition | None:
    """The transition that fires: the machine's own first, then outermost state inward.

    Within a state textual order; one whose target is already active is passed over. One that
    waits for an event of the behavior's own fires for the first of this tick's that its guard
    holds for, whose arguments stay open.
    """
    for transition in machine.leaves[int(frame.words[machine.active])].transitions:
        trigger = transition.transition.trigger
        if trigger is not None and trigger not in events:
            continue
        if transition.sent >= 0:
            if compiled.events.first(frame, transition.sent, transition.guard):
                return transition
        elif transition.guard(frame):
            return transition
    return None


def _fire(
    machine: CompiledMachine,
    chosen: CompiledTransition,
    frame: Frame,
    entered: np.ndarray,
    explain: Explain,
) -> Fired:
    reason = explain(machine, chosen, frame)
    states, words = machine.states, frame.words
    start = int(words[machine.active])
    change = _plan(machine, chosen, frame)
    for position in change.left:
        states[position].exit(frame)
        parent = states[position].state.parent
        if parent >= 0:
            words[states[parent].last] = float(position)
    chosen.body(frame)
    for offset in chosen.waiting:
        words[offset] = 0.0
    for position in change.left:
        words[states[position].ticks] = words[states[position].carry] = 0.0
    _enter(machine, change.entered, change.carry, frame, entered)
    _run_enter(machine, change.entered, frame)
    declared = chosen.transition
    return Fired(
        machine.machine.name,
        states[start].state.path,
        states[int(words[machine.active])].state.path,
        states[declared.target].state.path,
        reason,
        chosen.where,
        chosen.source,
        chosen.number,
    )


def _plan(machine: CompiledMachine, chosen: CompiledTransition, frame: Frame) -> Change:
    """What a transition leaves and enters: states active before and after are not left."""
    declared = chosen.transition
    path = machine.states[int(frame.words[machine.active])].path
    target = machine.states[declared.target]
    kept = len(target.path) - 1 if declared.restart else shared_depth(path, target.path)
    entered = (*target.path[kept:], *_descend(machine, target, frame, declared.resume))
    return Change(tuple(reversed(path[kept:])), entered, _overshoot(chosen, frame))


def shared_depth(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many states two paths have in common, from the outermost."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _overshoot(chosen: CompiledTransition, frame: Frame) -> float:
    """Seconds by which ``after T`` was passed, at most one tick."""
    if chosen.after is None:
        return 0.0
    delay = chosen.after(frame)
    passed = 0.0 if delay is None else chosen.timer(frame) - delay
    return min(passed, frame.dt) if passed > TOLERANCE else 0.0


def _descend(
    machine: CompiledMachine, state: CompiledState, frame: Frame, resume: bool
) -> list[int]:
    """The states entered below a state: initial children, or those last left when resuming."""
    below: list[int] = []
    while state.state.initial >= 0:
        child = state.state.initial
        if resume and state.last >= 0 and frame.words[state.last] >= 0.0:
            child = int(frame.words[state.last])
        below.append(child)
        state = machine.states[child]
    return below


def _enter(
    machine: CompiledMachine,
    positions: tuple[int, ...],
    carry: float,
    frame: Frame,
    entered: np.ndarray,
) -> None:
    words = frame.words
    words[machine.active] = float(positions[-1])
    for position in positions:
        state = machine.states[position]
        words[state.ticks] = 0.0
        words[state.carry] = carry
        for offset in state.clears:
            words[offset] = 0.0
        for cell in state.memory:
            cell.restart(frame)
        entered[machine.first + position] = True


def _run_enter(machine: CompiledMachine, positions: tuple[int, ...], frame: Frame) -> None:
    for position in positions:
        machine.states[position].enter(frame)


def _count(compiled: CompiledBehavior, frame: Frame) -> None:
    words = frame.words
    for machine in compiled.machines:
        for offset in machine.leaves[int(words[machine.active])].ticks:
            words[offset] += 1.0
    words[compiled.ticks] += 1.0
