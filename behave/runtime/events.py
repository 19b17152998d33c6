"""The Events phase: what happened since the last tick, to every active handler.

The behavior's own events come first, by sender and emission; then zones, in declared order
(enter, stay, exit; colliders in scene order), then sensors, in declared order (lost, then found).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import EventRef
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.frame import Frame
from behave.runtime.readable import value_text
from behave.runtime.sending import Arrival
from behave.runtime.slots import as_shown


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: what it is and the collider it is about (-1: none), or what it carries."""

    event: EventRef
    collider: int
    arrival: Arrival | None = None


@dataclass(frozen=True, slots=True)
class ZoneChanges:
    """Who came, stayed and left: bool[N,Z,C] each; ``busy`` where anyone did, by agent and zone."""

    enter: np.ndarray
    stay: np.ndarray
    exit: np.ndarray
    busy: list[list[bool]]


def happenings(
    compiled: CompiledBehavior,
    frame: Frame,
    changes: ZoneChanges,
    row: int,
    delivered: bool = False,
) -> list[Happening]:
    """One agent's events of this tick, in order.

    Those emitted last tick are delivered, unless they are already.
    """
    own = compiled.events
    arrivals = own.arrivals(frame) if delivered else own.deliver(frame)
    found = [Happening(own.refs[a.event], -1, a) for a in arrivals]
    for zone, busy in enumerate(changes.busy[row]):
        if not busy:
            continue
        happened = (changes.enter, changes.stay, changes.exit)
        for event, flags in zip(compiled.comings[zone], happened, strict=True):
            found.extend(Happening(event, who) for who in flags[row, zone].nonzero()[0].tolist())
    words = frame.words
    for number, (exists, collider, previous) in enumerate(compiled.subjects):
        if previous < 0:
            continue  # what it reads now is all it knows
        now = -1.0 if words[exists] == 0.0 else words[collider] if collider >= 0 else 0.0
        before = words[previous]
        if now == before:
            continue
        if before >= 0.0:
            found.append(Happening(EventRef("sensor", number, "lost"), int(before)))
        if now >= 0.0:
            found.append(Happening(EventRef("sensor", number, "found"), int(now)))
    return found


def handle(compiled: CompiledBehavior, frame: Frame, events: Sequence[Happening]) -> None:
    """Run every active handler, in textual order, once for each of its events."""
    for happening in events:
        if happening.arrival is not None:
            compiled.events.open(frame, happening.arrival)
        for handler in compiled.answers.get(happening.event, ()):
            if handler.active is not None and not handler.active(frame):
                continue
            if handler.when is None or handler.when(frame):
                handler.body(frame)
        if happening.arrival is not None:
            compiled.events.close(frame, happening.arrival.event)


def describe(
    compiled: CompiledBehavior, events: Sequence[Happening], names: Sequence[str]
) -> tuple[str, ...]:
    """The events as texts, ``reach.enter left_wall``, ``stepped(2)``; ``stay`` is left out."""
    texts = []
    for happening in events:
        event = happening.event
        if happening.arrival is not None:
            texts.append(_sent(compiled, happening.arrival, names))
            continue
        if event.happening == "stay":
            continue
        if event.source == "zone":
            thing, about = compiled.behavior.zones[event.index].name, True
        else:
            sensor = compiled.sensors[event.index]
            thing, about = sensor.sensor.name, sensor.collider >= 0
        name = f" {names[happening.collider]}" if about and happening.collider >= 0 else ""
        texts.append(f"{thing}.{event.happening}{name}")
    return tuple(texts)


def _sent(compiled: CompiledBehavior, arrival: Arrival, names: Sequence[str]) -> str:
    """``stepped(2)``: an event of the behavior's own with what it carries."""
    own = compiled.events
    carried = [
        value_text(as_shown(slot.kind, value), slot.kind, compiled.behavior, names)
        for value, slot in zip(arrival.values, own.slots[arrival.event], strict=True)
    ]
    name = own.names[arrival.event]
    return f"{name}({', '.join(carried)})" if carried else name
