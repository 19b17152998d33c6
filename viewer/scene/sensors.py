"""Zones and sensors, drawn from the language's own declarations and readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Query
from behave.runtime.asking import gather
from behave.runtime.compiled import CompiledSensor
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.sense import zone_shapes
from behave.runtime.state import State, frame_of
from behave.world.colliders import BOX, CAPSULE
from viewer.draw_list import DASHED, DrawListBuilder, Label, axes_along
from viewer.scene import colors
from viewer.scene.bodies import mark_size
from viewer.scene.casts import Cast, draw_cast
from viewer.scene.colliders import ENDLESS, box_outline
from viewer.scene.figure import rotation_matrices
from viewer.scene.marks import mark_of
from viewer.scene.options import Gizmos

ARROW = 0.006  # metres: radius of an arrow's shaft
FACET = 0.05  # metres: radius of the circle a normal stands in


def draw_sensors(builder: DrawListBuilder, model: Model, state: State, gizmos: Gizmos) -> None:
    """Add the zones, rays, points and tracked colliders of every agent."""
    first = 0
    for number, group in enumerate(model.groups):
        frames = [frame_of(model, state, number, row) for row in range(len(group.names))]
        if gizmos.zones:
            _draw_zones(builder, group, frames, state.zones[number])
        for sensor in group.compiled.sensors:
            _draw_sensor(builder, model, state, group, sensor, frames, gizmos, first)
        first += len(frames)


def _draw_zones(
    builder: DrawListBuilder,
    group: AgentGroup,
    frames: Sequence[Frame],
    inside: NDArray[np.bool_],
) -> None:
    for number, zone in enumerate(group.compiled.zones):
        rows = [r for r, f in enumerate(frames) if zone.active is None or zone.active(f)]
        asked = zone_shapes(zone, frames, rows)
        for k, row in enumerate(asked.rows):
            color = colors.ZONE_FULL if inside[row, number].any() else colors.ZONE
            axes = rotation_matrices(asked["turn"][k])
            center, size, shape = asked["center"][k], asked["size"][k], int(asked["shape"][k])
            if shape == BOX:
                builder.box(center, size, (*color, 0.045), axes=axes, rounding=0.004,
                            material=(0, 0, 0, 0), glass=True)  # fmt: skip
                box_outline(builder, center, size, axes, (*color, 0.9), width=1.8, style=DASHED)
            else:
                half = axes[:, 1] * (size[1] if shape == CAPSULE else 0.0)
                builder.capsule(center - half, center + half, float(size[0]), (*color, 0.06),
                                material=(0, 0, 0, 0), glass=True)  # fmt: skip
                ring(builder, center - half, float(size[0]), (*color, 0.9))
                ring(builder, center + half, float(size[0]), (*color, 0.9))


def ring(
    builder: DrawListBuilder,
    center: NDArray[np.float64],
    radius: float,
    color: tuple[float, ...],
    width: float = 1.8,
) -> None:
    """Add a level circle."""
    angle = np.linspace(0.0, 2 * np.pi, 41)
    circle = np.stack([np.cos(angle), np.zeros_like(angle), np.sin(angle)], axis=1)
    builder.line(center + radius * circle, color, width=width)


def _draw_sensor(
    builder: DrawListBuilder,
    model: Model,
    state: State,
    group: AgentGroup,
    sensor: CompiledSensor,
    frames: Sequence[Frame],
    gizmos: Gizmos,
    first: int,
) -> None:
    """``first`` is the running number of the first agent."""
    query = sensor.sensor.query
    mark = mark_of(query)
    if query is Query.RAY and gizmos.rays:
        _draw_rays(builder, group, sensor, frames, state)
    if query in (Query.BOXCAST, Query.SPHERECAST) and gizmos.casts:
        for cast in _casts(group, sensor, frames, state):
            draw_cast(builder, cast, mark)
    columns = {
        name: group.behavior.slots[slot].offset for name, slot in sensor.sensor.reading.fields
    }
    for agent, frame in enumerate(frames, first):
        large = mark_size(group.behavior, frame.row)
        if frame.row[sensor.exists] == 0.0:
            continue
        point = _vector(frame, columns, "point")
        normal = _vector(frame, columns, "normal")
        if point is not None and gizmos.points:
            if mark.ball > 0.0:
                builder.sphere(point, mark.ball, colors.POINT, material=(0.5, 0.3, 0.25, 0.0))
                text = sensor.sensor.name
                if "distance" in columns:
                    text = f"{text}  {frame.row[columns['distance']]:.2f} m"
                tries = int(frame.row[columns["tries"]]) if "tries" in columns else 0
                if tries > 0:
                    text = f"{text}  try {tries + 1}"
                if gizmos.labels:
                    place, aside = _tuple(point), (-22.0, -8.0)
                    builder.label(Label(text, place, size=12.0, offset=aside, align=1.0,
                                        agent=agent))  # fmt: skip
            if normal is not None:
                facet(builder, point, normal, large * FACET, mark.normal)
                arrow(builder, point, point + large * mark.arrow * normal, mark.normal,
                      radius=large * ARROW)  # fmt: skip
        collider = int(frame.row[sensor.collider]) if sensor.collider >= 0 else -1
        if query is Query.TRACK and gizmos.tracked and collider >= 0:
            _highlight(builder, model, state, collider)


def _draw_rays(
    builder: DrawListBuilder,
    group: AgentGroup,
    sensor: CompiledSensor,
    frames: Sequence[Frame],
    state: State,
) -> None:
    asked = gather(sensor.arguments, frames, _asking(group, sensor, frames, state))
    fields = dict(sensor.sensor.reading.fields)
    for k, row in enumerate(asked.rows):
        frame = frames[row]
        along = asked["along"][k]
        length = float(np.linalg.norm(along))
        start = asked["from"][k]
        if length == 0.0:
            continue
        end = start + along / length * float(asked["length"][k])
        hit = frame.row[sensor.exists] != 0.0 and "point" in fields
        if hit:
            offset = group.behavior.slots[fields["point"]].offset
            met = frame.row[offset : offset + 3]
            builder.line([start, met], (*colors.RAY, 0.95), width=2.6)
            builder.line([met, end], (*colors.RAY_MISS, 0.6), width=1.6, style=DASHED)
            builder.sphere(met, 0.014, colors.RAY, material=(0.3, 0.2, 0.6, 0.0))
        else:
            builder.line([start, end], (*colors.RAY_MISS, 0.9), width=2.0, style=DASHED)


def _asking(
    group: AgentGroup, sensor: CompiledSensor, frames: Sequence[Frame], state: State
) -> list[int]:
    """The agents whose sensor asks now, rather than keeping what it read before."""
    return [row for row, frame in enumerate(frames) if is_asking(group, sensor, frame, state)]


def is_asking(group: AgentGroup, sensor: CompiledSensor, frame: Frame, state: State) -> bool:
    """Whether an agent's sensor asks now, and has asked in the tick that made the state: one
    whose owner was entered in it, or of a run not begun, has nothing to show yet."""
    if sensor.active is not None and not sensor.active(frame):
        return False
    if sensor.when is not None and not sensor.when(frame):
        return False
    if frame.row[sensor.exists] != 0.0:
        return True
    owner = sensor.sensor.owner
    if owner is None:
        return state.tick > 0
    ticks = group.behavior.machines[owner.machine].states[owner.state].ticks
    return bool(frame.row[group.behavior.slots[ticks].offset] > 0.0)


def _casts(
    group: AgentGroup, sensor: CompiledSensor, frames: Sequence[Frame], state: State
) -> Iterator[Cast]:
    """The casts the agents' sensor makes now, with what their readings tell of the hit."""
    asked = gather(sensor.arguments, frames, _asking(group, sensor, frames, state))
    slots = group.behavior.slots
    columns = {name: slots[slot].offset for name, slot in sensor.sensor.reading.fields}
    given = asked.values
    for k, row in enumerate(asked.rows):
        frame = frames[row]
        along = given["along"][k]
        length = float(np.linalg.norm(along))
        if length == 0.0:
            continue
        box = given["size"][k] * 0.5 if "size" in given else None
        hit = frame.row[sensor.exists] != 0.0
        yield Cast(
            start=given["from"][k],
            way=along / length,
            length=float(given["length"][k]),
            step=given["step"][k] if "step" in given else np.zeros(3),
            retry=max(int(given["retry"][k]), 0) if "retry" in given else 0,
            half=box,
            axes=rotation_matrices(given["turn"][k]) if "turn" in given else np.eye(3),
            radius=float(given["radius"][k]) if "radius" in given else 0.0,
            tries=int(frame.row[columns["tries"]]) if hit else -1,
            distance=float(frame.row[columns["distance"]]) if hit else np.inf,
            point=_vector(frame, columns, "point") if hit else None,
        )


def facet(
    builder: DrawListBuilder,
    place: NDArray[np.float64],
    normal: NDArray[np.float64],
    radius: float,
    color: tuple[float, ...],
) -> None:
    """Add a circle square to a normal: how a surface lies is seen even where its normal and the
    ray that met it are one line."""
    angle = np.linspace(0.0, 2 * np.pi, 25)
    axes = axes_along(normal)
    circle = np.cos(angle)[:, None] * axes[:, 0] + np.sin(angle)[:, None] * axes[:, 2]
    builder.line(place + 0.01 * normal + radius * circle, (*color[:3], 0.95), width=2.2,
                 through=0.5)  # fmt: skip


def arrow(
    builder: DrawListBuilder,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    color: tuple[float, ...],
    radius: float = ARROW,
) -> None:
    """Add an arrow as a thin rod with a cone at its end."""
    run = end - start
    length = float(np.linalg.norm(run))
    if length < 1e-6:
        return
    neck = end - run / length * min(10.0 * radius, 0.45 * length)
    glow = (0.1, 0.2, 0.35, 0.0)
    builder.capsule(start, neck, radius, color, material=glow)
    builder.capsule(neck, end, radius * 3.0, color, end_radius=radius * 0.4, material=glow)


def _highlight(builder: DrawListBuilder, model: Model, state: State, collider: int) -> None:
    """Outline a collider that has an outline."""
    if int(model.colliders.shape[collider]) in ENDLESS:
        return
    axes = rotation_matrices(state.rotation[collider])
    place, size = state.position[collider], np.array(model.colliders.size[collider])
    color = (*colors.TRACKED, 1.0)
    if int(model.colliders.shape[collider]) == BOX:
        box_outline(builder, place, size + 0.006, axes, color, width=3.0, through=0.15)
    else:
        half = axes[:, 1] * size[1]
        for height in (-1.0, 0.0, 1.0):
            ring(builder, place + height * half, float(size[0]) + 0.008, color, width=3.0)


def _vector(frame: Frame, columns: dict[str, int], field: str) -> NDArray[np.float64] | None:
    offset = columns.get(field)
    return None if offset is None else np.array(frame.row[offset : offset + 3])


def _tuple(point: NDArray[np.float64]) -> tuple[float, float, float]:
    return (float(point[0]), float(point[1]), float(point[2]))
