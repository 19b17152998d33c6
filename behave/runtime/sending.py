"""Events of a behavior's own: emitted in one tick, delivered in the next.

Every emitting place keeps its event in the agent's row: first as pending, and from the next
tick's Events phase on as current. So a copied or saved state keeps the events on their way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from behave.ir.program import BehaviorProgram, Emit, EventRef, Slot
from behave.runtime.frame import Frame
from behave.runtime.slots import Evaluate, Write, clear, is_storable, raw_reader, writer

Values = tuple[Any, ...]

SENT = "sent"


@dataclass(frozen=True, slots=True)
class Arrival:
    """An event that is delivered this tick, with what it carries."""

    event: int
    values: Values


@dataclass(frozen=True, eq=False)
class CompiledEmitter:
    """An emitting place: the offsets of its numbers, and how its values are moved."""

    event: int
    machine: int
    pending: int
    current: int
    waiting: tuple[Evaluate, ...]
    arrive: tuple[Write, ...]
    arrived: tuple[Evaluate, ...]


@dataclass(frozen=True, eq=False)
class Events:
    """The events of a behavior: for each the slots of its arguments, and who emits.

    ``emitted`` is the offset of the number of the tick's last emission, -1 where nothing emits.
    """

    refs: tuple[EventRef, ...]
    names: tuple[str, ...]
    slots: tuple[tuple[Slot, ...], ...]
    write: tuple[tuple[Write, ...], ...]
    emitters: tuple[CompiledEmitter, ...]
    emitted: int

    def deliver(self, frame: Frame) -> list[Arrival]:
        """Take over what was emitted last tick, in the order it is delivered."""
        if self.emitted < 0:
            return []
        words = frame.words
        words[self.emitted] = 0.0
        for emitter in self.emitters:
            words[emitter.current] = words[emitter.pending]
            if words[emitter.pending] == 0.0:
                continue
            words[emitter.pending] = 0.0
            for read, write in zip(emitter.waiting, emitter.arrive, strict=True):
                write(frame, read(frame))
        return self.arrivals(frame)

    def arrivals(self, frame: Frame) -> list[Arrival]:
        """What this tick delivers: by sender, then by emission."""
        words = frame.words
        found = [
            (emitter.machine, words[emitter.current], place)
            for place, emitter in enumerate(self.emitters)
            if words[emitter.current] != 0.0
        ]
        found.sort()
        emitters = [self.emitters[place] for _, _, place in found]
        return [Arrival(e.event, tuple(read(frame) for read in e.arrived)) for e in emitters]

    def open(self, frame: Frame, arrival: Arrival) -> None:
        """Let the event's arguments hold what it carries."""
        for write, value in zip(self.write[arrival.event], arrival.values, strict=True):
            if value is not None:
                write(frame, value)

    def close(self, frame: Frame, event: int) -> None:
        """Let the event's arguments be absent again."""
        for slot in self.slots[event]:
            clear(frame.words, slot)

    def first(self, frame: Frame, event: int, holds: Callable[[Frame], Any]) -> bool:
        """Open the first arrival of an event for which something holds; whether there is one."""
        for arrival in self.arrivals(frame):
            if arrival.event != event:
                continue
            self.open(frame, arrival)
            if holds(frame):
                return True
            self.close(frame, event)
        return False


def compile_events(behavior: BehaviorProgram) -> Events:
    """The events of a behavior."""
    slots = behavior.slots
    arguments = tuple(tuple(slots[a] for a in event.arguments) for event in behavior.events)
    emitters = tuple(
        CompiledEmitter(
            each.event,
            each.machine,
            slots[each.pending].offset,
            slots[each.current].offset,
            tuple(raw_reader(slots[v]) for v in each.values),
            tuple(writer(slots[v]) for v in each.arrived),
            tuple(raw_reader(slots[v]) for v in each.arrived),
        )
        for each in behavior.emitters
    )
    return Events(
        tuple(EventRef("event", number, SENT) for number in range(len(behavior.events))),
        tuple(event.name for event in behavior.events),
        arguments,
        tuple(tuple(writer(slot) for slot in each) for each in arguments),
        emitters,
        slots[behavior.emitted].offset if behavior.emitted >= 0 else -1,
    )


def compile_emit(
    emit: Emit, values: Sequence[Evaluate], behavior: BehaviorProgram
) -> Callable[[Frame], None]:
    """A closure that emits, once a tick; what it cannot emit is reported as skipped."""
    slots = behavior.slots
    emitter = behavior.emitters[emit.emitter]
    pending, emitted = slots[emitter.pending].offset, slots[behavior.emitted].offset
    writes = tuple(writer(slots[v]) for v in emitter.values)
    name = behavior.events[emitter.event].name
    where = f"({emit.span.source.name}:{emit.span.line})"
    absent = f"emit {name}: value absent {where}"
    again = f"emit {name}: sent from here this tick already {where}"

    def run(frame: Frame) -> None:
        found = [value(frame) for value in values]
        words = frame.words
        if any(value is None or not is_storable(value) for value in found):
            frame.skipped.append(absent)
        elif words[pending] != 0.0:
            frame.skipped.append(again)
        else:
            words[emitted] += 1.0
            words[pending] = words[emitted]
            for write, value in zip(writes, found, strict=True):
                write(frame, value)

    return run
