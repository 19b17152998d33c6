"""What the panels tell, computed once a tick: values, verdicts and the last transition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.ir.program import BehaviorProgram, Group, Param, Slot
from behave.kinds import Base
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup
from behave.runtime.readable import value_text
from behave.runtime.record import Fired
from behave.runtime.slots import reader
from behave.runtime.state import State, frame_of
from behave.runtime.tick import before_turns
from behave.runtime.why import Arrow, Verdict, explain, outgoing
from viewer.desk import Desk
from viewer.scene.constraints import clip_weights_of, weights_of

FLASH_SECONDS = 0.8


@dataclass(frozen=True)
class Value:
    """A row of the values table; ``number`` is what a plot shows, None where there is none."""

    path: str
    text: str
    group: Group
    number: float | None


@dataclass(frozen=True)
class Reason:
    """A transition of an active state, and why it fires next or not."""

    arrow: Arrow
    verdict: Verdict


@dataclass(frozen=True)
class Facts:
    """Everything about the agent followed at one tick."""

    tick: int
    active: tuple[tuple[int, ...], ...]  # per machine, the active states from outer to leaf
    reasons: tuple[Reason, ...]
    values: tuple[Value, ...]
    weights: tuple[tuple[str, float], ...]
    clips: tuple[tuple[str, float], ...]
    holding: dict[str, tuple[bool, ...]]  # guards of machine arrays, per instance: they hold
    last: Fired | None  # the latest transition, and how long ago
    last_age: float


def facts_of(desk: Desk) -> Facts | None:
    """The facts at the cursor; None in a scene without agents."""
    if not desk.agent:
        return None
    model, state = desk.model, desk.playback.state
    place = model.places[desk.agent]
    group = model.groups[place.group]
    frame = frame_of(model, state, place.group, place.row)
    active = tuple(
        machine.states[int(frame.words[machine.active])].path for machine in group.compiled.machines
    )
    inputs = desk.playback.inputs_ahead()
    ahead, events = before_turns(model, state, inputs)
    reasons = tuple(
        Reason(arrow, explain(model, ahead, desk.agent, arrow, events[desk.agent]))
        for arrow in outgoing(model, ahead, desk.agent)
    )
    values = tuple(
        _value(slot, frame, desk)
        for slot in group.behavior.slots
        if not slot.hidden and slot.group is not Group.PARAM and _is_told(slot)
    )
    last, age = _last_fired(desk)
    weights = tuple(weights_of(group.behavior, frame.row))
    clips = tuple(clip_weights_of(group.behavior, frame.row))
    holding = _holding(group, frame)
    return Facts(state.tick, active, reasons, values, weights, clips, holding, last, age)


def instance_guards(behavior: BehaviorProgram, count: int) -> tuple[str, ...]:
    """The guards each of ``count`` instances of a machine array has one of."""
    names = [name for name, _ in behavior.guards]
    return tuple(name for name in dict.fromkeys(names) if names.count(name) == count)


def _holding(group: AgentGroup, frame: Frame) -> dict[str, tuple[bool, ...]]:
    """Whether each guard that there are several of holds, in declared order."""
    found: dict[str, list[bool]] = {}
    for name, guard in group.behavior.guards:
        found.setdefault(name, []).append(bool(group.compiled.scope.compile(guard)(frame)))
    return {name: tuple(values) for name, values in found.items() if len(values) > 1}


def _is_told(slot: Slot) -> bool:
    """Bones are drawn, not listed."""
    bone = slot.group is Group.RIG and slot.path.rpartition(".")[2] in ("rest", "rest_position")
    joint = slot.group is Group.RIG and slot.path.endswith((".position", ".rotation"))
    return not bone and (not joint or slot.path.startswith("root."))


def _value(slot: Slot, frame: Frame, desk: Desk) -> Value:
    value = reader(slot)(frame)
    behavior = desk.model.group_of(desk.agent).behavior
    with np.errstate(all="ignore"):
        text = value_text(value, slot.kind, behavior, desk.model.colliders.names)
    plain = slot.kind.base in (Base.NUMBER, Base.BOOL, Base.ENUM)
    return Value(slot.path, text, slot.group, float(value) if plain and value is not None else None)


def _last_fired(desk: Desk) -> tuple[Fired | None, float]:
    """The latest transition at or before the cursor, looking back a little, and its age in s."""
    playback = desk.playback
    reach = int(FLASH_SECONDS / playback.model.dt) + 1
    for tick in range(playback.cursor, max(playback.cursor - reach, playback.history.first), -1):
        record = playback.history.at(tick).record
        mine = None if record is None else record.agents.get(desk.agent)
        if mine is not None and mine.fired:
            return mine.fired[-1], (playback.cursor - tick) * playback.model.dt
    return None, np.inf


@dataclass(frozen=True)
class ParamRow:
    """A param for a slider: value and bounds in its unit (bounds None where there are none)."""

    param: Param
    base: Base
    factor: float
    value: float
    low: float | None
    high: float | None


def params_of(desk: Desk, state: State) -> list[ParamRow]:
    """The params of the agent followed that are a number or a bool."""
    from behave.units import unit_from_text

    model = desk.model
    place = model.places[desk.agent]
    group = model.groups[place.group]
    frame = frame_of(model, state, place.group, place.row)
    compile_node = group.compiled.scope.compile
    rows = []
    for param in group.behavior.params:
        slot = group.behavior.slots[param.slot]
        if slot.kind.base not in (Base.NUMBER, Base.BOOL):
            continue
        unit = unit_from_text(param.unit)
        factor = unit.factor if unit is not None else 1.0
        low, high = (
            None if node is None else float(compile_node(node)(frame)) / factor
            for node in (param.low, param.high)
        )
        value = float(frame.words[slot.offset]) / factor
        rows.append(ParamRow(param, slot.kind.base, factor, value, low, high))
    return rows
