"""A behavior compiled for the reference: closures and offsets, so a tick looks up no names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import (
    BehaviorProgram,
    EventRef,
    Handler,
    Initial,
    Machine,
    MemoryCell,
    Sensor,
    Slot,
    State,
    Transition,
    Zone,
)
from behave.runtime.answers import WriteAnswer
from behave.runtime.asking import Question
from behave.runtime.frame import Frame
from behave.runtime.inputs import InputSlots
from behave.runtime.reference import Scope
from behave.runtime.sending import Events
from behave.runtime.slots import Evaluate, Write, clear
from behave.runtime.statements import Run


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
class Leaf:
    """What a machine does while one leaf is active, from the machine down to it.

    ``transitions`` in the order they are tried, without those that lead where it is already;
    ``actions`` without empty ones; ``ticks`` the offsets of the active states' timers.
    """

    transitions: tuple[CompiledTransition, ...]
    actions: tuple[Run, ...]
    ticks: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class CompiledMachine:
    """A machine; ``first`` is its first state's position among all states of the behavior.

    ``leaves`` has a plan for each state being the active leaf.
    """

    machine: Machine
    first: int
    active: int
    states: tuple[CompiledState, ...]
    transitions: tuple[CompiledTransition, ...]
    actions: Run
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, eq=False)
class CompiledSensor:
    """A sensor: its arguments, the offsets of its reading, and writers for its fields.

    ``write`` writes what a ray is answered with; None for a sensor that reads something else.
    ``fits`` bool[64] says by a collider's layer whether it is one of the sensor's; the last, which
    is that of a collider on none, is False.
    """

    sensor: Sensor
    arguments: dict[str, Evaluate]
    when: Evaluate | None
    exists: int
    collider: int
    previous: int
    fields: dict[str, Write]
    slots: tuple[Slot, ...]
    active: Evaluate | None
    question: Question
    write: WriteAnswer | None
    fits: np.ndarray

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
    ``subjects`` are each sensor's ``exists``, ``collider`` and ``previous``; ``answers`` the
    handlers by their event; ``comings`` each zone's enter, stay and exit.
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
    subjects: tuple[tuple[int, int, int], ...]
    answers: dict[EventRef, tuple[CompiledHandler, ...]]
    comings: tuple[tuple[EventRef, EventRef, EventRef], ...]
