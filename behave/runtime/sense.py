"""The Sense phase: zones and sensors, sampled once a tick over all agents of a group.

Everything is asked of the world as the tick began and of last tick's pose. Zones come first,
then sensors in declared order, so a sensor may use earlier ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from behave.ir.program import Query, ZoneShape
from behave.runtime.asking import Asked, ask_each, gather
from behave.runtime.casting import CASTS, ask_cast, cast_values
from behave.runtime.compiled import CompiledSensor, CompiledZone
from behave.runtime.events import ZoneChanges
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, NativeStep
from behave.runtime.slots import is_storable
from behave.world import queries, zones
from behave.world.casts import CastHits
from behave.world.colliders import Colliders
from behave.world.shapes import BOX, CAPSULE, SPHERE
from behave.world.track import track


def sense(
    group: AgentGroup,
    frames: Sequence[Frame],
    colliders: Colliders,
    inside: np.ndarray,
    native: NativeStep | None = None,
    bound: Any = None,
) -> ZoneChanges:
    """Sample a group's zones and sensors; ``inside`` bool[N,Z,C] is brought up to date.

    ``native`` puts the questions together where it is given; ``bound`` is what it has bound.
    """
    now = np.zeros(inside.shape, bool)
    for number, zone in enumerate(group.compiled.zones):
        now[:, number, :] = occupied(zone, group.agents, frames, colliders)
    enter, stay, leave = zones.update(inside, now)
    changes = ZoneChanges(enter, stay, leave, (now | inside).any(axis=2).tolist())
    inside[...] = now
    shared = group.compiled.scope.shared
    everyone = range(len(frames))
    for number, members in enumerate(group.compiled.rounds):
        if native is not None:
            _ask_natively(native, bound, number, group, frames, (colliders, changes, now))
            continue
        for frame in frames:
            frame.memo = shared.fresh()
        asking: list[Asking] = []
        _note_previous(members, frames)
        for sensor in members:
            if sensor.active is None and sensor.when is None:
                asking += [(sensor, row) for row in everyone]
            else:
                asking += [(sensor, row) for row in everyone if _is_on(sensor, frames[row])]
        if asking and members[0].sensor.query in _BY_AGENT:
            rows = [row for _, row in asking]
            _sample(members[0], frames, rows, colliders, changes, now)
        elif asking:
            _ask_together(asking, group, frames, colliders)
    for frame in frames:
        frame.memo = shared.fresh()
    return changes


Asking = tuple[CompiledSensor, int]
"""A sensor and the row of the agent it is asked for."""

_BY_AGENT = (Query.VALUE, Query.OVERLAP, Query.TRACK)
"""Queries that are answered without asking the world's geometry in one go."""


def _ask_natively(
    native: NativeStep,
    bound: Any,
    number: int,
    group: AgentGroup,
    frames: Sequence[Frame],
    world: tuple[Colliders, ZoneChanges, np.ndarray],
) -> None:
    """A round whose questions machine code has put together."""
    pairs, asked = native.ask(bound, number)
    if not pairs:
        return
    colliders, changes, now = world
    sensors = group.compiled.sensors
    questions = [(sensors[place], row) for place, row in pairs]
    first, rows = questions[0][0], [row for _, row in pairs]
    if first.sensor.query is Query.OVERLAP:
        _sample(first, frames, rows, colliders, changes, now)
    elif first.sensor.query is Query.TRACK:
        again = asked.values.get("again")
        wanted = [True] * len(rows) if again is None else (again != 0.0).tolist()
        _keep_track(first, frames, Asked(rows, asked.values), wanted, colliders, changes, now)
    else:
        _write_answers(questions, frames, _ask(questions, group, asked, colliders))


def _note_previous(sensors: Sequence[CompiledSensor], frames: Sequence[Frame]) -> None:
    """Keep what is read of each sensor's subject (``CompiledSensor.subject``) for later."""
    for sensor in sensors:
        previous, exists, collider = sensor.previous, sensor.exists, sensor.collider
        if previous < 0:
            continue
        for frame in frames:
            words = frame.words
            if words[exists] == 0.0:
                words[previous] = -1.0
            else:
                words[previous] = words[collider] if collider >= 0 else 0.0


def _is_on(sensor: CompiledSensor, frame: Frame) -> bool:
    """Whether the sensor is sampled; one that is off turns absent unless it keeps."""
    if sensor.active is not None and not sensor.active(frame):
        sensor.lose(frame.words)
        return False
    if sensor.when is None or sensor.when(frame):
        return True
    if not sensor.sensor.keep:
        sensor.lose(frame.words)
    return False


def occupied(
    zone: CompiledZone, agents: np.ndarray, frames: Sequence[Frame], colliders: Colliders
) -> np.ndarray:
    """bool[N,C]: which colliders of the zone's layers overlap it; none where it is inactive."""
    rows = [row for row, frame in enumerate(frames) if zone.active is None or zone.active(frame)]
    asked = zone_shapes(zone, frames, rows)
    met = np.zeros((0, len(colliders.names)), bool)
    if asked.rows:
        met = queries.overlaps(
            colliders,
            asked["shape"],
            asked["center"],
            asked["turn"],
            asked["size"],
            zone.zone.layers,
            agents[asked.rows],
        )
    if len(asked.rows) == len(frames):
        return met
    found = np.zeros((len(frames), len(colliders.names)), bool)
    found[asked.rows] = met
    return found


_UPRIGHT = (0.0, 0.0, 0.0, 1.0)
_SHAPES = {ZoneShape.BOX: BOX, ZoneShape.SPHERE: SPHERE, ZoneShape.CAPSULE: CAPSULE}


def zone_shapes(zone: CompiledZone, frames: Sequence[Frame], rows: Sequence[int]) -> Asked:
    """The zone as it stands for some agents, in the arrays of ``Colliders``.

    ``shape`` int64[N], ``center`` f8[N,3], ``turn`` f8[N,4], ``size`` f8[N,3]; agents for whom
    an argument is absent or a size is not positive are left out.
    """
    kept: list[int] = []
    centers, turns, sizes = [], [], []
    for row in rows:
        found = {name: run(frames[row]) for name, run in zone.arguments.items()}
        if any(value is None or not is_storable(value) for value in found.values()):
            continue
        size = _half_size(zone.zone.shape, found)
        if size is None:
            continue
        kept.append(row)
        centers.append(found["center"])
        turns.append(found.get("turn", _UPRIGHT))
        sizes.append(size)
    values = {
        "center": np.array(centers, np.float64),
        "turn": np.array(turns, np.float64),
        "size": np.array(sizes, np.float64),
        "shape": np.full(len(kept), _SHAPES[zone.zone.shape], np.int64),
    }
    return Asked(kept, values)


def _half_size(shape: ZoneShape, found: dict[str, Any]) -> tuple[float, float, float] | None:
    """A zone's size as ``Colliders`` has it; None where it is not positive."""
    if shape is ZoneShape.BOX:
        x, y, z = found["size"]
        return (0.5 * x, 0.5 * y, 0.5 * z) if x > 0.0 and y > 0.0 and z > 0.0 else None
    radius = found["radius"]
    if not radius > 0.0:
        return None
    if shape is ZoneShape.SPHERE:
        return (radius, 0.0, 0.0)
    return (radius, max(0.5 * found["height"] - radius, 0.0), 0.0)


def _sample(
    sensor: CompiledSensor,
    frames: Sequence[Frame],
    rows: Sequence[int],
    colliders: Colliders,
    changes: ZoneChanges,
    inside: np.ndarray,
) -> None:
    """Answer a query that needs no geometry but the zones', for some agents."""
    query = sensor.sensor.query
    if query is Query.VALUE:
        for row in rows:
            _write_value(sensor, frames[row])
        return
    if query is Query.OVERLAP:
        for row in rows:
            first = _first(inside[row, sensor.sensor.zone], sensor, colliders)
            _write(sensor, frames[row], {"collider": first} if first >= 0 else None)
        return
    _track(sensor, frames, rows, colliders, changes, inside)


def _ask_together(
    asking: Sequence[Asking], group: AgentGroup, frames: Sequence[Frame], colliders: Colliders
) -> None:
    """Ask one query for some sensors and agents and write or clear their readings."""
    asked = ask_each([(sensor.question, frames[row]) for sensor, row in asking])
    complete = [asking[place] for place in asked.rows]
    if len(complete) < len(asking):
        for place in set(range(len(asking))) - set(asked.rows):
            sensor, row = asking[place]
            sensor.lose(frames[row].words)
    if complete:
        answers = _ask(complete, group, asked, colliders)
        _write_answers(complete, frames, answers)


def _lose_others(
    sensor: CompiledSensor, frames: Sequence[Frame], rows: Sequence[int], asked: Asked
) -> None:
    """Make the reading absent for agents whose question has an absent argument."""
    if len(asked.rows) < len(rows):
        for row in set(rows) - set(asked.rows):
            sensor.lose(frames[row].words)


def _ask(
    asking: Sequence[Asking], group: AgentGroup, asked: Asked, colliders: Colliders
) -> tuple[Any, np.ndarray]:
    """The answer's arrays and the collider of each, -1 for none."""
    query = asking[0][0].sensor.query
    layers = np.array([sensor.sensor.layers for sensor, _ in asking], np.int64)
    askers = group.agents[[row for _, row in asking]]
    if query is Query.RAY:
        hits = queries.ray(
            colliders, asked["from"], asked["along"], asked["length"], layers, askers
        )
        return hits, hits.collider
    if query in CASTS:
        cast = ask_cast(query, asked, colliders, layers, askers)
        return cast, cast.collider
    if query is Query.NEAREST:
        near = queries.nearest(colliders, asked["point"], asked["within"], layers, askers)
        return near, near.collider
    index = asked["collider"].astype(np.int64)
    return queries.closest(colliders, index, asked["point"]), index


def _track(
    sensor: CompiledSensor,
    frames: Sequence[Frame],
    rows: Sequence[int],
    colliders: Colliders,
    changes: ZoneChanges,
    inside: np.ndarray,
) -> None:
    """Keep each agent's collider while it stays in the zone, else take the nearest there.

    What was tracked last tick is what the reading still holds.
    """
    again = sensor.arguments.get("again")
    asked = gather({"probe": sensor.arguments["probe"]}, frames, rows)
    _lose_others(sensor, frames, rows, asked)
    if not asked.rows:
        return
    wanted = [again is None or bool(again(frames[row])) for row in asked.rows]
    _keep_track(sensor, frames, asked, wanted, colliders, changes, inside)


def _keep_track(
    sensor: CompiledSensor,
    frames: Sequence[Frame],
    asked: Asked,
    wanted: list[bool],
    colliders: Colliders,
    changes: ZoneChanges,
    inside: np.ndarray,
) -> None:
    """The same once it is known from where; ``wanted`` says who looks for another one."""
    zone = sensor.sensor.zone
    fitting = _on_layers(sensor, colliders)
    found = track(
        colliders,
        [sensor.subject(frames[row].words) for row in asked.rows],
        inside[asked.rows, zone] & fitting,
        changes.enter[asked.rows, zone],
        asked["probe"],
        wanted,
    )
    _write_answers([(sensor, row) for row in asked.rows], frames, (found, found.collider))


def _on_layers(sensor: CompiledSensor, colliders: Colliders) -> np.ndarray:
    """bool[C]: colliders on one of the sensor's layers."""
    found: np.ndarray = sensor.fits[colliders.layer]
    return found


def _first(inside: np.ndarray, sensor: CompiledSensor, colliders: Colliders) -> int:
    among = np.flatnonzero(inside & _on_layers(sensor, colliders))
    return int(among[0]) if len(among) else -1


def _write_answers(
    asking: Sequence[Asking], frames: Sequence[Frame], answers: tuple[Any, np.ndarray]
) -> None:
    answer, collider = answers
    who, distances = collider.tolist(), answer.distance.tolist()
    points, normals = answer.point.tolist(), answer.normal.tolist()
    cast = isinstance(answer, CastHits)
    for number, (sensor, row) in enumerate(asking):
        words = frames[row].words
        if who[number] < 0 or not distances[number] < math.inf:
            sensor.lose(words)
            continue
        if sensor.write is not None:
            sensor.write(words, who[number], points[number], normals[number], distances[number])
            continue
        values = {
            "collider": who[number],
            "point": tuple(points[number]),
            "normal": tuple(normals[number]),
            "distance": distances[number],
        }
        if cast:
            values |= cast_values(answer, number)
        _write(sensor, frames[row], values)


def _write_value(sensor: CompiledSensor, frame: Frame) -> None:
    value = sensor.arguments["value"](frame)
    _write(sensor, frame, None if value is None else {"value": value})


def _write(sensor: CompiledSensor, frame: Frame, values: dict[str, Any] | None) -> None:
    """Write a reading's fields, or make it absent for None."""
    if values is None:
        sensor.lose(frame.words)
        return
    for name, write in sensor.fields.items():
        if name in values:
            write(frame, values[name])
    frame.words[sensor.exists] = 1.0
