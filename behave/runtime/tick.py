"""One tick: input, sense, events, remember, turns, pose, record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from behave.ir.program import EventRef
from behave.runtime.clock import time_of
from behave.runtime.compiled import CompiledBehavior, CompiledMachine, CompiledTransition
from behave.runtime.events import Happening, describe, handle, happenings
from behave.runtime.frame import Frame
from behave.runtime.inputs import Inputs, InputValue, sample
from behave.runtime.model import AgentPlace, Model, NativeStep
from behave.runtime.pose import colliders_of, pose
from behave.runtime.record import AgentRecord, TickRecord
from behave.runtime.remember import remember
from behave.runtime.sense import sense
from behave.runtime.state import State, frame_of
from behave.runtime.turns import take_turns
from behave.runtime.verdict_text import reason
from behave.world.colliders import Colliders

_AT_REST: Mapping[str, InputValue] = {}


@dataclass(frozen=True, slots=True)
class _Perceived:
    """A tick after Remember: the world it saw, and a frame and the events of every agent.

    ``natives`` are the steps that decide in this tick: of each group its own, or None.
    """

    colliders: Colliders
    frames: dict[str, Frame]
    events: dict[str, list[Happening]]
    natives: tuple[NativeStep | None, ...]


def tick(model: Model, state: State, inputs: Inputs) -> TickRecord:
    """Run one tick: ``state`` becomes the state after it, the result says what happened.

    Deterministic: the same model, state and inputs give the same bytes.
    """
    number = state.tick
    with np.errstate(all="ignore"):
        seen = _perceive(model, state, inputs)
        records = {
            name: _turn(model, state, seen, name, place) for name, place in model.places.items()
        }
        pose(model, state, seen.colliders)
    state.tick = number + 1
    return TickRecord(number, time_of(number, model.dt), records)


def before_turns(
    model: Model, state: State, inputs: Inputs
) -> tuple[State, dict[str, frozenset[EventRef]]]:
    """The next tick run up to its turns, on a copy: what its guards will see.

    Gives that state and, per agent, the events transitions may wait for. ``why.explain`` on
    them says what the tick is about to decide.
    """
    ahead = state.copy()
    with np.errstate(all="ignore"):
        seen = _perceive(model, ahead, inputs)
    return ahead, {name: _heard(events) for name, events in seen.events.items()}


def _heard(events: Sequence[Happening]) -> frozenset[EventRef]:
    return frozenset(happening.event for happening in events)


def _perceive(model: Model, state: State, inputs: Inputs) -> _Perceived:
    """Phases 1 to 4: input, sense, events, remember."""
    for collider in model.removals.get(state.tick, ()):
        state.alive[collider] = False
    colliders = colliders_of(model, state)
    frames: dict[str, Frame] = {}
    events: dict[str, list[Happening]] = {}
    natives = tuple(_ready(group.native) for group in model.groups)
    for number, (group, native) in enumerate(zip(model.groups, natives, strict=True)):
        own = [frame_of(model, state, number, row) for row in range(len(group.names))]
        for name, frame in zip(group.names, own, strict=True):
            sample(group.compiled.inputs, inputs.get(name, _AT_REST), frame)
        bound = None if native is None else _bound(native, state, number)
        changes = sense(group, own, colliders, state.zones[number], native, bound)
        frames.update(zip(group.names, own, strict=True))
        if native is not None:
            heard = native.perceive(bound, own, changes)
            events.update(zip(group.names, heard, strict=True))
            continue
        for row, (name, frame) in enumerate(zip(group.names, own, strict=True)):
            events[name] = happenings(group.compiled, frame, changes, row)
            handle(group.compiled, frame, events[name])
            remember(group.compiled, frame, state.entered[number][row])
    return _Perceived(colliders, frames, events, natives)


def _ready(native: NativeStep | None) -> NativeStep | None:
    return native if native is not None and native.is_ready() else None


def _bound(native: NativeStep, state: State, number: int) -> Any:
    return native.bind(state.rows[number], state.draws[number], state.entered[number])


def _turn(
    model: Model, state: State, seen: _Perceived, name: str, place: AgentPlace
) -> AgentRecord:
    """Phase 5 of one agent. Agents see each other as the tick began, so each may finish first."""
    group = model.groups[place.group]
    compiled, frame, events = group.compiled, seen.frames[name], seen.events[name]
    names = model.colliders.names
    explain = partial(_reason, compiled, names)
    native = seen.natives[place.group]
    if native is not None:
        bound = _bound(native, state, place.group)
        fired = native.turns(bound, place.row, frame, explain)
    else:
        entered = state.entered[place.group][place.row]
        fired = take_turns(compiled, frame, entered, _heard(events), explain)
    return AgentRecord(
        active_states(compiled, frame),
        tuple(fired),
        describe(compiled, events, names) if events else (),
        tuple(frame.skipped),
    )


def _reason(
    compiled: CompiledBehavior,
    names: Sequence[str],
    machine: CompiledMachine,
    transition: CompiledTransition,
    frame: Frame,
) -> str:
    return reason(compiled.scope, transition.transition.guard, frame, names)


def active_states(compiled: CompiledBehavior, frame: Frame) -> dict[str, str]:
    """The dotted path of each machine's active leaf, machines in declared order."""
    return {
        machine.machine.name: machine.states[int(frame.words[machine.active])].state.path
        for machine in compiled.machines
    }
