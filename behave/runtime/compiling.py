"""From a behavior of the IR to what a tick runs: closures, functions and offsets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from behave.ir.ops import Op
from behave.ir.program import (
    BehaviorProgram,
    EventRef,
    Machine,
    MemoryCell,
    Node,
    Sensor,
    StateRef,
    Transition,
)
from behave.record import Record, values_of
from behave.runtime.answers import answer_writer
from behave.runtime.asking import question_of
from behave.runtime.compiled import (
    CompiledBehavior,
    CompiledCell,
    CompiledHandler,
    CompiledMachine,
    CompiledSensor,
    CompiledState,
    CompiledTransition,
    CompiledZone,
    Leaf,
)
from behave.runtime.inputs import prepare_input
from behave.runtime.reference import Scope, ancestry
from behave.runtime.rounds import rounds
from behave.runtime.sending import compile_events
from behave.runtime.sharing import shared_of
from behave.runtime.slots import Evaluate, writer
from behave.runtime.statements import Block, Run, nothing


def compile_behavior(behavior: BehaviorProgram, dt: float) -> CompiledBehavior:
    """Compile a behavior for ticks of ``dt`` seconds."""
    scope = Scope(behavior, dt, shared=shared_of(behavior))
    block = Block(scope, behavior)
    slots = behavior.slots
    offsets = tuple(slot.offset for slot in slots)
    memory = tuple(_cell(cell, scope, behavior) for cell in behavior.memory)
    sensors = tuple(_sensor(sensor, scope, behavior) for sensor in behavior.sensors)
    handlers = tuple(
        CompiledHandler(
            handler,
            _optional(scope, handler.when),
            block.compile(handler.body),
            _while_active(scope, handler.owner),
        )
        for handler in behavior.handlers
    )
    machines: list[CompiledMachine] = []
    first = 0
    for number, machine in enumerate(behavior.machines):
        machines.append(_machine(number, machine, first, block, memory))
        first += len(machine.states)
    return CompiledBehavior(
        behavior,
        scope,
        tuple(
            prepare_input(declared, offsets, _optional(scope, declared.buffer))
            for declared in behavior.inputs
        ),
        tuple((start, _optional(scope, start.value)) for start in behavior.initials),
        tuple(
            (writer(slots[reset.slot]), scope.raw(reset.value))
            for reset in behavior.resets
            if reset.value is not None
        ),
        tuple(
            CompiledZone(zone, _arguments(scope, zone.arguments), _while_active(scope, zone.owner))
            for zone in behavior.zones
        ),
        sensors,
        handlers,
        memory,
        tuple(machines),
        tuple((turn.machine, block.compile(turn.actions)) for turn in behavior.turns),
        offsets[behavior.ticks],
        first,
        count_random_places(behavior),
        compile_events(behavior),
        tuple(tuple(sensors[number] for number in members) for members in rounds(behavior)),
        tuple((sensor.exists, sensor.collider, sensor.previous) for sensor in sensors),
        {
            event: tuple(h for h in handlers if h.handler.event == event)
            for event in dict.fromkeys(handler.event for handler in behavior.handlers)
        },
        tuple(
            (
                EventRef("zone", zone, "enter"),
                EventRef("zone", zone, "stay"),
                EventRef("zone", zone, "exit"),
            )
            for zone in range(len(behavior.zones))
        ),
    )


def _optional(scope: Scope, node: Node | None) -> Evaluate | None:
    return None if node is None else scope.raw(node)


def _arguments(scope: Scope, arguments: tuple[tuple[str, Node], ...]) -> dict[str, Evaluate]:
    return {name: scope.raw(node) for name, node in arguments}


def _cell(cell: MemoryCell, scope: Scope, behavior: BehaviorProgram) -> CompiledCell:
    slot = behavior.slots[cell.slot]
    return CompiledCell(
        cell,
        scope.raw(cell.initial),
        scope.raw(cell.update),
        writer(slot),
        slot,
        _while_active(scope, cell.owner),
        _position(behavior, cell.owner),
    )


def _while_active(scope: Scope, owner: StateRef | None) -> Evaluate | None:
    return None if owner is None else scope.inside(owner)


def _position(behavior: BehaviorProgram, owner: StateRef | None) -> int:
    """A state's position among all states of the behavior; -1 for None."""
    if owner is None:
        return -1
    before = sum(len(machine.states) for machine in behavior.machines[: owner.machine])
    return before + owner.state


def _machine(
    number: int, machine: Machine, first: int, block: Block, memory: tuple[CompiledCell, ...]
) -> CompiledMachine:
    slots = block.behavior.slots
    states = tuple(
        _state(number, position, machine, block, memory) for position in range(len(machine.states))
    )
    transitions = _transitions(number, -1, machine.transitions, block)
    actions = block.compile(machine.actions)
    return CompiledMachine(
        machine,
        first,
        slots[machine.active].offset,
        states,
        transitions,
        actions,
        tuple(_leaf([states[n] for n in leaf.path], transitions, actions) for leaf in states),
    )


def _leaf(
    path: list[CompiledState], transitions: tuple[CompiledTransition, ...], actions: Run
) -> Leaf:
    inner = tuple(arrow for state in path for arrow in state.transitions)
    return Leaf(
        tuple(a for a in (*transitions, *inner) if leads_on(a, path[-1].path)),
        tuple(run for run in (actions, *(s.actions for s in path)) if run is not nothing),
        tuple(state.ticks for state in path),
    )


def leads_on(transition: CompiledTransition, path: tuple[int, ...]) -> bool:
    """Whether the target of a transition is not active already, or is entered anew."""
    return transition.transition.restart or transition.transition.target not in path


def _state(
    number: int, position: int, machine: Machine, block: Block, memory: tuple[CompiledCell, ...]
) -> CompiledState:
    state = machine.states[position]
    slots = block.behavior.slots
    owned = tuple(
        compiled
        for compiled in memory
        if (owner := compiled.cell.owner) is not None
        and (owner.machine, owner.state) == (number, position)
    )
    return CompiledState(
        state,
        ancestry(machine, position),
        slots[state.ticks].offset,
        slots[state.carry].offset,
        slots[state.last].offset if state.last >= 0 else -1,
        tuple(slots[slot].offset for slot in state.captures),
        owned,
        block.compile(state.enter),
        block.compile(state.exit),
        block.compile(state.actions),
        _transitions(number, position, state.transitions, block),
    )


def _transitions(
    machine: int, source: int, transitions: tuple[Transition, ...], block: Block
) -> tuple[CompiledTransition, ...]:
    from_state = None if source < 0 else StateRef(machine, source)
    timer = block.timer(from_state)
    offsets = [slot.offset for slot in block.behavior.slots]
    inputs = block.behavior.inputs
    return tuple(
        CompiledTransition(
            transition,
            number,
            source,
            block.scope.raw(transition.guard),
            _optional(block.scope, transition.after),
            timer,
            block.compile(transition.body),
            tuple(
                offsets[inputs[used].waiting]
                for used in transition.buffered
                if inputs[used].waiting >= 0
            ),
            f"{transition.span.source.name}:{transition.span.line}",
            _sent(transition),
        )
        for number, transition in enumerate(transitions)
    )


def _sent(transition: Transition) -> int:
    trigger = transition.trigger
    return trigger.index if trigger is not None and trigger.source == "event" else -1


def _sensor(sensor: Sensor, scope: Scope, behavior: BehaviorProgram) -> CompiledSensor:
    slots = behavior.slots
    reading = sensor.reading
    arguments = _arguments(scope, sensor.arguments)
    widths = [node.kind.width for _, node in sensor.arguments]
    fields = [(name, slots[slot]) for name, slot in reading.fields]

    def offset(slot: int) -> int:
        return slots[slot].offset if slot >= 0 else -1

    return CompiledSensor(
        sensor,
        arguments,
        _optional(scope, sensor.when),
        offset(reading.exists),
        offset(reading.collider),
        offset(reading.previous),
        {name: writer(slot) for name, slot in fields},
        tuple(slot for _, slot in fields),
        _while_active(scope, sensor.owner),
        question_of(arguments, widths),
        answer_writer(fields, offset(reading.exists)),
        np.array([layer < 63 and bool((sensor.layers >> layer) & 1) for layer in range(64)]),
    )


def count_random_places(behavior: BehaviorProgram) -> int:
    """One more than the highest place number a draw of this behavior uses."""
    highest = -1
    for node in nodes_of(behavior):
        if node.op is Op.RANDOM and isinstance(node.data, int):
            highest = max(highest, node.data)
    return highest + 1


def nodes_of(thing: Any) -> Iterator[Node]:
    """Every node reachable from a record of the IR or a tuple of them, each once."""
    seen: set[int] = set()
    waiting: list[Any] = [thing]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
            continue
        if not isinstance(item, Record) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, Node):
            yield item
            waiting.extend(item.args)
        else:
            waiting.extend(values_of(item))
