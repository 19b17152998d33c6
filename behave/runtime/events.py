"""The Events phase: what happened since the last tick, to every active handler.

Zones come first, in declared order (enter, stay, exit; colliders in scene order), then
sensors, in declared order (lost, then found).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import EventRef
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.frame import Frame


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: what it is and the collider it is about (-1: none)."""

    event: EventRef
    collider: int


@dataclass(frozen=True, slots=True)
class ZoneChanges:
    """Who came, stayed and left: bool[N,Z,C] each."""

    enter: np.ndarray
    stay: np.ndarray
    exit: np.ndarray


def happenings(
    compiled: CompiledBehavior, frame: Frame, changes: ZoneChanges, row: int
) -> list[Happening]:
    """One agent's events of this tick, in order."""
    found: list[Happening] = []
    for zone in range(len(compiled.zones)):
        for name, flags in (
            ("enter", changes.enter),
            ("stay", changes.stay),
            ("exit", changes.exit),
        ):
            inside = flags[row, zone]
            if inside.any():
                event = EventRef("zone", zone, name)
                found.extend(Happening(event, int(who)) for who in np.flatnonzero(inside))
    words = frame.words
    for number, sensor in enumerate(compiled.sensors):
        now, before = sensor.subject(words), sensor.before(words)
        if now == before:
            continue
        if before >= 0:
            found.append(Happening(EventRef("sensor", number, "lost"), before))
        if now >= 0:
            found.append(Happening(EventRef("sensor", number, "found"), now))
    return found


def handle(compiled: CompiledBehavior, frame: Frame, events: Sequence[Happening]) -> None:
    """Run every active handler, in textual order, once for each of its events."""
    for happening in events:
        for handler in compiled.handlers:
            if handler.handler.event != happening.event:
                continue
            if handler.active is not None and not handler.active(frame):
                continue
            if handler.when is None or handler.when(frame):
                handler.body(frame)


def describe(
    compiled: CompiledBehavior, events: Sequence[Happening], names: Sequence[str]
) -> tuple[str, ...]:
    """The events as texts, ``reach.enter left_wall``; zone ``stay`` is left out."""
    texts = []
    for happening in events:
        event = happening.event
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
