"""The Sense phase of a block: zones, then the sensors, a round at a time.

Machine code says where zones stand and what sensors ask; the queries of ``world`` answer for all
agents at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.crowd import answering, kernels
from behave.crowd.block import Block, Lists, Scratch
from behave.crowd.layout import Layout
from behave.ir.program import BehaviorProgram, Query, Sensor, ZoneShape
from behave.kinds import Base
from behave.native.packs import of_agents, row_of
from behave.native.zones import WIDTH
from behave.runtime.asking import Asked
from behave.runtime.casting import CASTS, ask_cast
from behave.runtime.compiled import CompiledBehavior, CompiledSensor
from behave.world import queries
from behave.world.colliders import Colliders
from behave.world.queries import arrays
from behave.world.shapes import BOX, CAPSULE, SPHERE
from behave.world.track import track

SHAPES = {ZoneShape.BOX: BOX, ZoneShape.SPHERE: SPHERE, ZoneShape.CAPSULE: CAPSULE}
DENSE = 256
"""Agents looked at together where every one is held against every collider."""


@dataclass(frozen=True, eq=False)
class Reading:
    """Where a sensor's answer goes, as lane words: see ``kernels.answer_kernel``.

    ``fields`` are the names of the fields with their first lane word and how many they have,
    ``to`` the words of those that most have (``answering``);
    ``probe`` and ``again`` the columns of what a track asks (-1: none).
    """

    number: int
    sensor: CompiledSensor
    exists: int
    held: int
    cleared: np.ndarray
    rests: np.ndarray
    fields: tuple[tuple[str, int, int], ...]
    to: np.ndarray
    columns: Mapping[str, tuple[int, int]]


def readings(
    compiled: CompiledBehavior, layout: Layout, columns: Sequence[Mapping[str, tuple[int, int]]]
) -> tuple[Reading, ...]:
    """Of every sensor of a behavior."""
    behavior = layout.moved
    return tuple(
        _reading(behavior, number, sensor, compiled.sensors[number], columns[number])
        for number, sensor in enumerate(behavior.sensors)
    )


def _reading(
    behavior: BehaviorProgram,
    number: int,
    sensor: Sensor,
    own: CompiledSensor,
    columns: Mapping[str, tuple[int, int]],
) -> Reading:
    slots, reading = behavior.slots, sensor.reading
    cleared: list[int] = []
    rests: list[float] = []
    fields: list[tuple[str, int, int]] = []
    for name, place in reading.fields:
        slot = slots[place]
        rest = -1.0 if slot.kind.base in (Base.COLLIDER, Base.AGENT) else 0.0
        words = range(slot.offset, slot.offset + slot.width)
        cleared += words
        rests += [rest] * slot.width
        fields.append((name, slot.offset, slot.width))
    exists = slots[reading.exists].offset
    held = slots[reading.collider].offset if reading.collider >= 0 else -1
    return Reading(
        number,
        own,
        exists,
        held,
        np.array(cleared, np.int64),
        np.array(rests, np.float64),
        tuple(fields),
        _places(exists, held, fields),
        columns,
    )


def _places(exists: int, held: int, fields: Sequence[tuple[str, int, int]]) -> np.ndarray:
    """Where the fields go that most sensors have, as ``answering`` is told."""
    to = np.full(answering.DISTANCE + 1, -1, np.int64)
    to[answering.EXISTS], to[answering.HELD] = exists, held
    first = {
        "collider": answering.COLLIDER,
        "point": answering.POINT,
        "normal": answering.NORMAL,
        "distance": answering.DISTANCE,
    }
    for name, offset, width in fields:
        if name in first:
            to[first[name] : first[name] + width] = range(offset, offset + width)
    return to


# ---- zones ---------------------------------------------------------------------------------


def meet(block: Block, scratch: Scratch, compiled: CompiledBehavior, seen: Colliders) -> None:
    """Who is in each zone of each agent now, and how many came, stayed and left."""
    for number, zone in enumerate(compiled.zones):
        old = block.before[number] = block.inside[number]
        kind, layers = SHAPES[zone.zone.shape], zone.zone.layers
        if seen.has_fields:
            now = _meet_densely(block, scratch, number, kind, layers, seen)
        else:
            now = _meet(block, scratch, number, kind, layers, seen)
        block.inside[number] = now
        counts, first = scratch.zones, 3 * number
        kernels.changes_kernel(
            old.starts, old.found, now.starts, now.found, counts, first, block.count
        )


def _meet(
    block: Block, scratch: Scratch, number: int, kind: int, layers: int, seen: Colliders
) -> Lists:
    starts = np.empty(block.room + 1, np.int32)
    room = len(block.inside[number].found) * 5 // 4 + 64
    near = scratch.room_for(len(seen))
    while True:
        found = np.empty(room, np.int32)
        many = kernels.meeting_kernel(
            *arrays(seen),
            seen.grid.arrays,
            scratch.asked,
            number * WIDTH,
            scratch.ready,
            number,
            kind,
            layers,
            block.agents,
            block.count,
            near,
            starts,
            found,
        )
        if many <= room:
            return Lists(starts, found[:many].copy())
        room = many


def _meet_densely(
    block: Block, scratch: Scratch, number: int, kind: int, layers: int, seen: Colliders
) -> Lists:
    """The same for a world with height fields."""
    there = np.flatnonzero(row_of(scratch.ready, number, block.count))
    asked = scratch.asked[:, number * WIDTH : (number + 1) * WIDTH]
    counts = np.zeros(block.room + 1, np.int32)
    parts = [np.zeros(0, np.int32)]
    for begin in range(0, len(there), DENSE):
        who = there[begin : begin + DENSE]
        place = np.ascontiguousarray(of_agents(asked, who).T)
        met = queries.overlaps(
            seen, kind, place[:, :3], place[:, 3:7], place[:, 7:], layers, block.agents[who]
        )
        counts[who + 1] = met.sum(axis=1)
        parts.append(met.nonzero()[1].astype(np.int32))
    return Lists(np.cumsum(counts, dtype=np.int32), np.concatenate(parts))


# ---- sensors -------------------------------------------------------------------------------


def answer(block: Block, scratch: Scratch, reading: Reading, seen: Colliders) -> None:
    """Answer one sensor for the agents that ask."""
    query = reading.sensor.sensor.query
    if query is Query.VALUE:
        return  # machine code has read it
    if query in (Query.TRACK, Query.RAY) and not seen.has_fields:
        _at_once(block, scratch, reading, seen)
        return
    who = np.flatnonzero(row_of(scratch.ready, reading.number, block.count))
    if not len(who):
        return
    if query is Query.OVERLAP:
        collider = _first(block, reading, who, seen)
        values = {"collider": collider.astype(np.float64)[:, np.newaxis]}
        _write(block, reading, who, collider, np.zeros(len(who)), values)
        return
    if query is Query.TRACK:
        collider, point, normal, distance = _track_densely(block, scratch, reading, who, seen)
        extra: dict[str, np.ndarray] = {}
    else:
        collider, point, normal, distance, extra = _ask(block, scratch, reading, who, seen)
    values = {
        "collider": collider.astype(np.float64)[:, np.newaxis],
        "point": point,
        "normal": normal,
        "distance": distance[:, np.newaxis],
        **extra,
    }
    _write(block, reading, who, collider, distance, values)


def _write(
    block: Block,
    reading: Reading,
    who: np.ndarray,
    collider: np.ndarray,
    distance: np.ndarray,
    values: Mapping[str, np.ndarray],
) -> None:
    parts: list[np.ndarray] = []
    targets: list[int] = []
    for name, offset, width in reading.fields:
        if name in values:
            parts.append(values[name])
            targets += range(offset, offset + width)
    table = np.ascontiguousarray(np.concatenate(parts, axis=1))
    kernels.answer_kernel(
        block.lanes,
        reading.exists,
        reading.held,
        reading.cleared,
        reading.rests,
        np.array(targets, np.int64),
        np.arange(len(targets)),
        who,
        collider,
        distance,
        table,
    )


def _first(block: Block, reading: Reading, who: np.ndarray, seen: Colliders) -> np.ndarray:
    """The first collider in the zone on one of the sensor's layers, -1 for none."""
    lists = block.inside[reading.sensor.sensor.zone]
    fits = reading.sensor.fits
    found = np.full(len(who), -1, np.int64)
    for place, agent in enumerate(who.tolist()):
        here = lists.of(agent)
        fitting = here[fits[seen.layer[here]]]
        if len(fitting):
            found[place] = fitting[0]
    return found


def _at_once(block: Block, scratch: Scratch, reading: Reading, seen: Colliders) -> None:
    """Tracks and rays, where no height field is to be asked: by one kernel."""
    columns, sensor = reading.columns, reading.sensor.sensor
    flags = (scratch.ready, reading.number, block.count)
    answers = (reading.to, reading.cleared, reading.rests)
    if sensor.query is Query.RAY:
        answering.ray_kernel(
            *arrays(seen),
            seen.grid.arrays,
            block.lanes,
            scratch.asked,
            *(columns[name][0] for name in ("from", "along", "length")),
            *flags,
            sensor.layers,
            block.agents,
            scratch.room_for(len(seen)),
            *answers,
        )
        return
    old, now = block.before[sensor.zone], block.inside[sensor.zone]
    answering.track_kernel(
        *arrays(seen),
        block.lanes,
        scratch.asked,
        columns["probe"][0],
        columns["again"][0] if "again" in columns else -1,
        *flags,
        reading.sensor.fits,
        *(old.starts, old.found, now.starts, now.found),
        *answers,
    )


def _track_densely(
    block: Block,
    scratch: Scratch,
    reading: Reading,
    who: np.ndarray,
    seen: Colliders,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What some agents track in a world with height fields."""
    zone = reading.sensor.sensor.zone
    probe = reading.columns["probe"][0]
    again = reading.columns["again"][0] if "again" in reading.columns else -1
    fits = reading.sensor.fits[seen.layer]
    parts = []
    for begin in range(0, len(who), DENSE):
        some = who[begin : begin + DENSE]
        now = _dense(block.inside[zone], some, len(seen))
        entered = now & ~_dense(block.before[zone], some, len(seen))
        lanes, asked = of_agents(block.lanes, some), of_agents(scratch.asked, some)
        held = np.where(lanes[reading.exists] != 0.0, lanes[reading.held], -1.0).astype(np.int64)
        wanted = np.ones(len(some), bool) if again < 0 else asked[again] != 0.0
        start = np.ascontiguousarray(asked[probe : probe + 3].T)
        parts.append(track(seen, held, now & fits, entered, start, wanted))
    return (
        np.concatenate([part.collider for part in parts]),
        np.concatenate([part.point for part in parts]),
        np.concatenate([part.normal for part in parts]),
        np.concatenate([part.distance for part in parts]),
    )


def _dense(lists: Lists, agents: np.ndarray, colliders: int) -> np.ndarray:
    """bool[N,C] for some agents."""
    found = np.zeros((len(agents), colliders), bool)
    for place, agent in enumerate(agents.tolist()):
        found[place, lists.of(agent)] = True
    return found


def _ask(
    block: Block, scratch: Scratch, reading: Reading, who: np.ndarray, seen: Colliders
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """A question the world answers: collider, point, normal, distance, and what a cast adds."""
    sensor = reading.sensor.sensor
    columns = reading.columns.items()
    asked = Asked([], {name: _column(scratch.asked, *place, who) for name, place in columns})
    layers = np.full(len(who), sensor.layers, np.int64)
    askers = block.agents[who]
    found: Any
    if sensor.query is Query.RAY:
        found = queries.ray(seen, asked["from"], asked["along"], asked["length"], layers, askers)
    elif sensor.query in CASTS:
        found = ask_cast(sensor.query, asked, seen, layers, askers)
        extra = {
            "tries": found.tries.astype(np.float64)[:, np.newaxis],
            "origin": found.origin,
            "overlapping": found.inside.astype(np.float64)[:, np.newaxis],
        }
        return found.collider, found.point, found.normal, found.distance, extra
    elif sensor.query is Query.NEAREST:
        found = queries.nearest(seen, asked["point"], asked["within"], layers, askers)
    else:
        index = asked["collider"].astype(np.int64)
        closest = queries.closest(seen, index, asked["point"])
        return index, closest.point, closest.normal, closest.distance, {}
    return found.collider, found.point, found.normal, found.distance, {}


def _column(asked: np.ndarray, start: int, end: int, who: np.ndarray) -> np.ndarray:
    """One argument of some agents: numbers as f8[N], wider ones as f8[N,width]."""
    found = of_agents(asked[:, start:end], who)
    return np.ascontiguousarray(found[0] if end - start == 1 else found.T)
