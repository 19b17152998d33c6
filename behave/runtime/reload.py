"""Hot reload: a running state carried into a new model, by path name and kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.ir.program import Assign, BehaviorProgram, Group, Machine, Slot
from behave.kinds import Base
from behave.runtime.model import AgentGroup, Model
from behave.runtime.state import State, initial


@dataclass(frozen=True, slots=True)
class ReloadReport:
    """What a reload could not keep and what is new, as texts for people.

    ``vanished``: states, variables, agents and colliders that are gone; ``added``: new ones,
    at their initial values; ``changed``: of another kind now, at their initial values.
    """

    vanished: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether everything was kept and nothing is new."""
        return not (self.vanished or self.added or self.changed)


@dataclass(frozen=True, slots=True)
class _Notes:
    vanished: list[str]
    added: list[str]
    changed: list[str]


def carry(old_model: Model, old: State, new_model: Model) -> tuple[State, ReloadReport]:
    """The old state in the new model's layout.

    States, variables, memory, rig state, tick and world go on; params take the file's value
    unless overridden; enter actions run for new machines only. A machine whose active state is
    gone goes to the nearest of its ancestors that is left, else to its initial state.
    """
    known = {m.name for group in old_model.groups for m in group.behavior.machines}
    state = initial(new_model, quiet=known)
    state.tick = old.tick
    notes = _Notes([], [], [])
    _carry_colliders(old_model, old, new_model, state, notes)
    reported: set[str] = set()
    for name, place in new_model.places.items():
        was = old_model.places.get(name)
        if was is None:
            notes.added.append(f"agent {name}")
            continue
        old_group, new_group = old_model.groups[was.group], new_model.groups[place.group]
        behavior = new_group.behavior.name
        heard = notes if behavior not in reported else _Notes([], [], [])
        reported.add(behavior)
        _carry_agent(
            (old_group, old, was.group, was.row),
            (new_group, state, place.group, place.row),
            (old_model, new_model),
            heard,
        )
    notes.vanished.extend(
        f"agent {name}" for name in old_model.places if name not in new_model.places
    )
    return state, ReloadReport(tuple(notes.vanished), tuple(notes.added), tuple(notes.changed))


_Side = tuple[AgentGroup, State, int, int]


def _carry_agent(old: _Side, new: _Side, models: tuple[Model, Model], notes: _Notes) -> None:
    old_group, old_state, og, orow = old
    new_group, new_state, ng, nrow = new
    source, target = old_state.rows[og][orow], new_state.rows[ng][nrow]
    before = {slot.path: slot for slot in old_group.behavior.slots}
    now = {slot.path: slot for slot in new_group.behavior.slots}
    let_go = _posed(old_group.behavior) - _posed(new_group.behavior)
    for path, slot in now.items():
        was = before.get(path)
        if was is None:
            if _is_named(slot):
                notes.added.append(f"{slot.group.value} {path}")
        elif was.kind != slot.kind or (was.presence < 0) != (slot.presence < 0):
            if _is_named(slot):
                notes.changed.append(
                    f"{slot.group.value} {path} is {slot.kind.noun} now, was {was.kind.noun}"
                )
        elif slot.group is not Group.PARAM and not _comes_from_the_rig(slot) and path not in let_go:
            _copy_slot(was, slot, source, target)
    notes.vanished.extend(
        f"{slot.group.value} {path}"
        for path, slot in before.items()
        if path not in now and _is_named(slot)
    )
    _rename_enums(old_group.behavior, new_group.behavior, source, target)
    _rename_colliders(new_group.behavior, models, target)
    _carry_machines(old, new, notes)
    _carry_zones(old, new, models)
    count = min(old_state.draws[og].shape[1], new_state.draws[ng].shape[1])
    new_state.draws[ng][nrow, :count] = old_state.draws[og][orow, :count]


def _posed(behavior: BehaviorProgram) -> set[str]:
    """The places a behavior's pose writes. What no pose writes any more stands as at the start."""
    return {
        behavior.slots[slot].path
        for turn in behavior.turns
        if turn.pose
        for action in turn.actions
        if isinstance(action, Assign)
        for slot in action.place.stores[0].slots
    }


_BOUND = (".rest", ".rest_position", ".rest_turn", ".palm", "capsule.radius", "capsule.height")


def _comes_from_the_rig(slot: Slot) -> bool:
    """Whether the slot holds a measure of the rig itself: the new file's counts."""
    return slot.group is Group.RIG and slot.path.endswith(_BOUND)


def _is_named(slot: Slot) -> bool:
    """Whether an author would know the slot by its name."""
    return not slot.hidden and slot.group in (Group.VARIABLE, Group.PARAM, Group.INPUT)


def _copy_slot(was: Slot, slot: Slot, source: np.ndarray, target: np.ndarray) -> None:
    target[slot.offset : slot.offset + slot.width] = source[was.offset : was.offset + was.width]
    if slot.presence >= 0:
        target[slot.presence] = source[was.presence]


def _rename_enums(
    old: BehaviorProgram, new: BehaviorProgram, source: np.ndarray, target: np.ndarray
) -> None:
    """Enum values go by name: their positions may have changed."""
    before, now = dict(old.enums), dict(new.enums)
    slots = {slot.path: slot for slot in old.slots}
    for slot in new.slots:
        was = slots.get(slot.path)
        if slot.kind.base is not Base.ENUM or slot.group is Group.PARAM:
            continue
        if was is None or was.kind != slot.kind:
            continue
        name = before[slot.kind.enum][int(source[was.offset])]
        values = now[slot.kind.enum]
        target[slot.offset] = float(values.index(name)) if name in values else 0.0


def _rename_colliders(
    behavior: BehaviorProgram, models: tuple[Model, Model], target: np.ndarray
) -> None:
    """Handles of colliders go by name; what is gone is absent."""
    old, new = models
    numbers = {name: number for number, name in enumerate(new.colliders.names)}
    for slot in behavior.slots:
        if slot.kind.base is not Base.COLLIDER:
            continue
        handle = int(target[slot.offset])
        if handle < 0:
            continue
        known = handle < len(old.colliders.names)
        found = numbers.get(old.colliders.names[handle], -1) if known else -1
        target[slot.offset] = float(found)
        if found < 0 and slot.presence >= 0:
            target[slot.presence] = 0.0


def _carry_machines(old: _Side, new: _Side, notes: _Notes) -> None:
    """Active and last-left states by path; a machine whose state is gone falls back."""
    old_group, old_state, og, orow = old
    new_group, new_state, ng, nrow = new
    source, target = old_state.rows[og][orow], new_state.rows[ng][nrow]
    before = {machine.name: machine for machine in old_group.behavior.machines}
    for number, machine in enumerate(new_group.behavior.machines):
        was = before.pop(machine.name, None)
        if was is None:
            notes.added.append(f"machine {machine.name}")
            continue
        old_paths = [state.path for state in was.states]
        new_paths = [state.path for state in machine.states]
        notes.added.extend(f"state {path}" for path in new_paths if path not in old_paths)
        notes.vanished.extend(f"state {path}" for path in old_paths if path not in new_paths)
        old_slots, new_slots = old_group.behavior.slots, new_group.behavior.slots
        leaf = int(source[old_slots[was.active].offset])
        active = _surviving_leaf(was, leaf, machine)
        target[new_slots[machine.active].offset] = float(active)
        _restart_if_new(new_group, number, active, set(old_paths), target)
        for position, state in enumerate(machine.states):
            if state.last < 0:
                continue
            last = -1
            if state.path in old_paths:
                before_last = was.states[old_paths.index(state.path)].last
                last = int(source[old_slots[before_last].offset]) if before_last >= 0 else -1
            child = new_paths.index(old_paths[last]) if _kept(last, old_paths, new_paths) else -1
            fits = child >= 0 and machine.states[child].parent == position
            target[new_slots[state.last].offset] = float(child if fits else -1)
        _carry_entered(old, new, was, machine, number)
    notes.vanished.extend(f"machine {name}" for name in before)


def _kept(last: int, old_paths: list[str], new_paths: list[str]) -> bool:
    return 0 <= last < len(old_paths) and old_paths[last] in new_paths


def _surviving_leaf(was: Machine, leaf: int, machine: Machine) -> int:
    """The new leaf for an old one: itself, else below its nearest ancestor left, else initial."""
    new_paths = {state.path: position for position, state in enumerate(machine.states)}
    position = -1
    while leaf >= 0 and position < 0:
        position = new_paths.get(was.states[leaf].path, -1)
        leaf = was.states[leaf].parent
    if position < 0:
        position = machine.initial
    while machine.states[position].initial >= 0:
        position = machine.states[position].initial
    return position


def _restart_if_new(
    group: AgentGroup, number: int, leaf: int, known: set[str], target: np.ndarray
) -> None:
    """Timers of states that are not active are 0, as ever."""
    machine = group.compiled.machines[number]
    path = machine.states[leaf].path
    for position, state in enumerate(machine.states):
        if position not in path or state.state.path not in known:
            target[state.ticks] = target[state.carry] = 0.0


def _carry_entered(old: _Side, new: _Side, was: Machine, machine: Machine, number: int) -> None:
    old_group, old_state, og, orow = old
    new_group, new_state, ng, nrow = new
    old_first = next(
        compiled.first
        for compiled in old_group.compiled.machines
        if compiled.machine.name == was.name
    )
    old_paths = {state.path: position for position, state in enumerate(was.states)}
    first = new_group.compiled.machines[number].first
    for position, state in enumerate(machine.states):
        before = old_paths.get(state.path, -1)
        flag = before < 0 or bool(old_state.entered[og][orow, old_first + before])
        new_state.entered[ng][nrow, first + position] = flag


def _carry_zones(old: _Side, new: _Side, models: tuple[Model, Model]) -> None:
    """Who is inside which zone, by the names of zones and colliders."""
    old_group, old_state, og, orow = old
    new_group, new_state, ng, nrow = new
    zones = {zone.name: number for number, zone in enumerate(old_group.behavior.zones)}
    colliders = {name: number for number, name in enumerate(models[0].colliders.names)}
    for number, zone in enumerate(new_group.behavior.zones):
        was = zones.get(zone.name)
        if was is None:
            continue
        for position, name in enumerate(models[1].colliders.names):
            before = colliders.get(name)
            if before is not None:
                new_state.zones[ng][nrow, number, position] = old_state.zones[og][orow, was, before]


def _carry_colliders(
    old_model: Model, old: State, new_model: Model, state: State, notes: _Notes
) -> None:
    """Colliders removed stay removed; the file says where the others stand."""
    before = {name: number for number, name in enumerate(old_model.colliders.names)}
    now = {name: number for number, name in enumerate(new_model.colliders.names)}
    for name, number in now.items():
        if name not in before:
            notes.added.append(f"collider {name}")
        else:
            state.alive[number] = old.alive[before[name]]
            if new_model.colliders.owner[number] >= 0:  # a capsule goes with its agent
                state.position[number] = old.position[before[name]]
                state.rotation[number] = old.rotation[before[name]]
    notes.vanished.extend(f"collider {name}" for name in before if name not in now)
