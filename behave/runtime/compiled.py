"""A behavior compiled for the reference: closures and offsets, so a tick looks up no names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import (
    BehaviorProgram,
    Handler,
    Initial,
    Machine,
    MemoryCell,
    Node,
    Sensor,
    Slot,
    State,
    StateRef,
    Transition,
    Zone,
)
from behave.record import Record, values_of
from behave.runtime.frame import Frame
from behave.runtime.inputs import InputSlots, prepare_input
from behave.runtime.reference import Scope, ancestry
from behave.runtime.rounds import rounds
from behave.runtime.sending import Events, compile_events
from behave.runtime.sharing import shared_of
from behave.runtime.slots import Evaluate, Write, clear, writer
from behave.runtime.statements import Block, Run


@dataclass(frozen=True, eq=False)
class CompiledCell:
    """A memory cell. ``active`` says whether its owner is; ``entered`` is the owner's position
    among all states of the behavior, -1 without one."""

    cell: MemoryCell
    initial: Evaluate
    update: Evaluate
    write: Write
    slot: Slot
    active: Evaluate | None
    entered: int

    def restart(self, frame: Frame) -> None:
        """Set the cell to its initial value."""
        value = self.initial(frame)
        if value is None or value != value:
            clear(frame.words, self.slot)
        else:
            self.write(frame, value)


@dataclass(frozen=True, eq=False)
class CompiledTransition:
    """A transition with its guard; ``source`` is the state it is written in, -1 the machine.

    ``sent`` is the position of the event of the behavior's own it waits for, -1 for none.
    """

    transition: Transition
    number: int
    source: int
    guard: Evaluate
    after: Evaluate | None
    timer: Evaluate
    body: Run
    waiting: tuple[int, ...]
    where: str
    sent: int


@dataclass(frozen=True, eq=False)
class CompiledState:
    """A state: the path to it, its timer's offsets, and the words its entry clears."""

    state: State
    path: tuple[int, ...]
    ticks: int
    carry: int
    last: int
    clears: tuple[int, ...]
    memory: tuple[CompiledCell, ...]
    enter: Run
    exit: Run
    actions: Run
    transitions: tuple[CompiledTransition, ...]


@dataclass(frozen=True, eq=False)
class CompiledMachine:
    """A machine; ``first`` is its first state's position among all states of the behavior."""

    machine: Machine
    first: int
    active: int
    states: tuple[CompiledState, ...]
    transitions: tuple[CompiledTransition, ...]
    actions: Run


@dataclass(frozen=True, eq=False)
class CompiledSensor:
    """A sensor: its arguments, the offsets of its reading, and writers for its fields."""

    sensor: Sensor
    arguments: dict[str, Evaluate]
    when: Evaluate | None
    exists: int
    collider: int
    previous: int
    fields: dict[str, Write]
    slots: tuple[Slot, ...]
    active: Evaluate | None

    def clear(self, words: Any) -> None:
        """Make the reading absent."""
        for slot in self.slots:
            clear(words, slot)
        words[self.exists] = 0.0
        for offset in (self.collider, self.previous):
            if offset >= 0:
                words[offset] = -1.0

    def lose(self, words: Any) -> None:
        """Make the reading absent, but keep what was read last tick."""
        if words[self.exists] == 0.0:
            return
        previous = words[self.previous] if self.previous >= 0 else -1.0
        self.clear(words)
        if self.previous >= 0:
            words[self.previous] = previous

    def subject(self, words: Any) -> int:
        """The collider read now (0 for a reading of no collider); -1 where absent."""
        if words[self.exists] == 0.0:
            return -1
        return int(words[self.collider]) if self.collider >= 0 else 0

    def before(self, words: Any) -> int:
        """What ``subject`` was last tick."""
        return int(words[self.previous]) if self.previous >= 0 else self.subject(words)


@dataclass(frozen=True, eq=False)
class CompiledZone:
    """A zone with its arguments."""

    zone: Zone
    arguments: dict[str, Evaluate]
    active: Evaluate | None


@dataclass(frozen=True, eq=False)
class CompiledHandler:
    """A handler with its condition and body."""

    handler: Handler
    when: Evaluate | None
    body: Run
    active: Evaluate | None


@dataclass(frozen=True, eq=False)
class CompiledBehavior:
    """Everything a tick needs of a behavior, in the order it needs it.

    ``turns`` pairs the position of a machine (-1 for the behavior's own) with its actions;
    ``ticks`` is the offset of ticks since the start; ``state_count`` counts the states of all
    machines. ``rounds`` are the sensors in the order they are asked, those of one round at once.
    """

    behavior: BehaviorProgram
    scope: Scope
    inputs: tuple[InputSlots, ...]
    initials: tuple[tuple[Initial, Evaluate | None], ...]
    resets: tuple[tuple[Write, Evaluate], ...]
    zones: tuple[CompiledZone, ...]
    sensors: tuple[CompiledSensor, ...]
    handlers: tuple[CompiledHandler, ...]
    memory: tuple[CompiledCell, ...]
    machines: tuple[CompiledMachine, ...]
    turns: tuple[tuple[int, Run], ...]
    ticks: int
    state_count: int
    random_places: int
    events: Events
    rounds: tuple[tuple[CompiledSensor, ...], ...]


def compile_behavior(behavior: BehaviorProgram, dt: float) -> CompiledBehavior:
    """Compile a behavior for ticks of ``dt`` seconds."""
    scope = Scope(behavior, dt, shared=shared_of(behavior))
    block = Block(scope, behavior)
    slots = behavior.slots
    offsets = tuple(slot.offset for slot in slots)
    memory = tuple(_cell(cell, scope, behavior) for cell in behavior.memory)
    sensors = tuple(_sensor(sensor, scope, behavior) for sensor in behavior.sensors)
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
        tuple(
            CompiledHandler(
                handler,
                _optional(scope, handler.when),
                block.compile(handler.body),
                _while_active(scope, handler.owner),
            )
            for handler in behavior.handlers
        ),
        memory,
        tuple(machines),
        tuple((turn.machine, block.compile(turn.actions)) for turn in behavior.turns),
        offsets[behavior.ticks],
        first,
        _count_random_places(behavior),
        compile_events(behavior),
        tuple(tuple(sensors[number] for number in members) for members in rounds(behavior)),
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
    return CompiledMachine(
        machine,
        first,
        slots[machine.active].offset,
        tuple(
            _state(number, position, machine, block, memory)
            for position in range(len(machine.states))
        ),
        _transitions(number, -1, machine.transitions, block),
        block.compile(machine.actions),
    )


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

    def offset(slot: int) -> int:
        return slots[slot].offset if slot >= 0 else -1

    return CompiledSensor(
        sensor,
        _arguments(scope, sensor.arguments),
        _optional(scope, sensor.when),
        offset(reading.exists),
        offset(reading.collider),
        offset(reading.previous),
        {name: writer(slots[slot]) for name, slot in reading.fields},
        tuple(slots[slot] for _, slot in reading.fields),
        _while_active(scope, sensor.owner),
    )


def _count_random_places(behavior: BehaviorProgram) -> int:
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
