"""Legs, swings, points and ring sectors, drawn from the rig's places and the machines' own
sentences; and the beams of lasers, which are no marks but seen by all."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Part, StateRef
from behave.runtime.arcs import share
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.slots import Evaluate
from behave.runtime.state import State, frame_of
from viewer.draw_list import DASHED, DrawListBuilder, Label
from viewer.scene import colors
from viewer.scene.bodies import mark_size, offsets
from viewer.scene.colliders import land_at
from viewer.scene.instances import arcs, instances_of
from viewer.scene.options import Gizmos
from viewer.scene.ring_sectors import SectorNodes, ring_sector, same_sector

Vector = NDArray[np.float64]

OVER_GROUND = 0.06  # metres: marks lying on the ground are this far over it
STEPS = 24  # pieces of an arc
BEAM_RADIUS, BEAM_HALO = 0.01, 12.0
FLARE = 0.03


@dataclass(frozen=True, eq=False)
class Swing:
    """An ``arc`` and the state in which it runs (None: always), ready to be asked."""

    owner: StateRef | None
    start: Evaluate
    goal: Evaluate
    duration: Evaluate
    height: Evaluate


@dataclass(frozen=True, eq=False)
class Sector:
    """A guard's ring sector, ready to be asked."""

    name: str
    axis: Evaluate
    half: Evaluate
    inner: Evaluate | None
    outer: Evaluate
    origin: Evaluate
    point: Evaluate
    holds: Evaluate


@dataclass(frozen=True, eq=False)
class Walker:
    """What is drawn of the agents of one group besides their senses; ``owners``: array and index
    of the machine that writes a part of the rig, by the part's name."""

    swings: tuple[Swing, ...]
    sectors: tuple[Sector, ...]
    owners: Mapping[str, tuple[str, int]]


def walkers_of(model: Model) -> tuple[Walker, ...]:
    """One for each group of a model."""
    return tuple(_walker(group) for group in model.groups)


def _walker(group: AgentGroup) -> Walker:
    ask = group.compiled.scope.compile
    swings = []
    for machine in group.behavior.machines:
        bodies = [machine.actions, *(state.actions for state in machine.states)]
        for arc in (arc for body in bodies for arc in arcs(body)):
            swings.append(
                Swing(arc.owner, ask(arc.start), ask(arc.goal), ask(arc.duration), ask(arc.height))
            )
    sectors = []
    seen: list[SectorNodes] = []
    for name, guard in group.behavior.guards:
        nodes = ring_sector(guard)
        # a guard that asks for more than another's sector has the same outline
        if nodes is not None and not any(same_sector(nodes, other) for other in seen):
            seen.append(nodes)
            inner = None if nodes.inner is None else ask(nodes.inner)
            sectors.append(
                Sector(name, ask(nodes.axis), ask(nodes.half), inner, ask(nodes.outer),
                       ask(nodes.origin), ask(nodes.point), ask(guard))
            )  # fmt: skip
    owners = {
        part: (instance.family, instance.index)
        for instance in instances_of(group.behavior)
        for part in instance.parts
    }
    return Walker(tuple(swings), tuple(sectors), owners)


def draw_lasers(builder: DrawListBuilder, model: Model, state: State) -> None:
    """Add the beams that shine."""
    for group, rows in zip(model.groups, state.rows, strict=True):
        at = offsets(group.behavior)
        for part in group.behavior.rig.parts:
            if part.verb != "laser":
                continue
            for row in rows:
                if row[at[f"{part.name}.on"]] == 0.0:
                    continue
                start, end = (_read(row, at, f"{part.name}.{k}") for k in ("from", "to"))
                builder.beam(start, end, colors.LASER, BEAM_RADIUS, halo=BEAM_HALO)
                for place in (start, end):
                    builder.beam(place, place, colors.LASER, FLARE, halo=5.0, steady=0.3)


def draw_walkers(
    builder: DrawListBuilder,
    walkers: Sequence[Walker],
    model: Model,
    state: State,
    gizmos: Gizmos,
    picked: Mapping[str, int],
) -> None:
    """Add points, legs, swings and sectors of all agents; more is told of legs that belong to
    the instances ``picked`` by machine array."""
    agent = -1
    for number, group in enumerate(model.groups):
        at = offsets(group.behavior)
        for row in range(len(group.names)):
            agent += 1
            frame = frame_of(model, state, number, row)
            size = mark_size(group.behavior, frame.row)
            for part in group.behavior.rig.parts:
                if part.verb == "point" and gizmos.markers:
                    _draw_point(builder, frame.row, at, part, size, agent, gizmos)
                elif part.verb == "ccd" and gizmos.legs:
                    family, index = walkers[number].owners.get(part.name, ("", -1))
                    whole = gizmos.details or picked.get(family) == index
                    _draw_leg(builder, frame.row, at, part, size, agent, gizmos.labels, whole)
            if gizmos.swings:
                for swing in walkers[number].swings:
                    if swing.owner is None or _active(group, frame, swing.owner):
                        _draw_swing(builder, frame, swing, _timer(group, frame, swing.owner), size)
            if gizmos.sectors:
                for sector in walkers[number].sectors:
                    _draw_sector(builder, frame, sector, model, state)


def _draw_point(
    builder: DrawListBuilder,
    row: Vector,
    at: Mapping[str, int],
    part: Part,
    size: float,
    agent: int,
    gizmos: Gizmos,
) -> None:
    """A cross of three lines round a ball. One that stands alone is named; of those that hang
    on another, which there may be many of, the index is told with the details."""
    place = _read(row, at, f"{part.name}.position")
    alone = "of" not in dict(part.bones) and "of" not in dict(part.words)
    arm = (0.16 if alone else 0.09) * size
    spokes = np.eye(3) * arm
    color = (*colors.MARKER, 0.95)
    builder.segments(place - spokes, place + spokes, color, width=2.0, through=0.6)
    builder.sphere(place, 0.35 * arm, colors.MARKER, material=(0.2, 0.2, 0.6, 0.0))
    if gizmos.labels and (alone or gizmos.details):
        text = index_in(part.name) or part.name
        builder.label(Label(text, _anchor(place), size=11.0, offset=(0.0, -12.0), agent=agent))


def index_in(name: str) -> str:
    """The index in a part's name: ``2`` of ``foot[2]``; "" where there is none."""
    return name.partition("[")[2].rstrip("]")


def _draw_leg(
    builder: DrawListBuilder,
    row: Vector,
    at: Mapping[str, int],
    part: Part,
    size: float,
    agent: int,
    named: bool,
    whole: bool,
) -> None:
    """A ring at the target, whole where the foot stands and broken where it is in the air; green
    where the chain reaches it, else red with a line for what is missed, which is then told too;
    ``whole`` tells all."""
    target = _read(row, at, f"{part.name}.target")
    planted = row[at[f"{part.name}.planted"]] != 0.0
    reached = row[at[f"{part.name}.reached"]] != 0.0
    error = float(row[at[f"{part.name}.error"]])
    tone = colors.REACHED if reached else colors.MISSED
    radius = (0.16 if planted else 0.12) * size
    angle = np.linspace(0.0, 2 * np.pi, 33)
    circle = np.stack([np.cos(angle), np.zeros_like(angle), np.sin(angle)], axis=1)
    builder.line(target + radius * circle, (*tone, 0.95), width=3.0 if planted else 2.2,
                 style=0.0 if planted else DASHED, through=0.6)  # fmt: skip
    normal = _read(row, at, f"{part.name}.normal")
    if planted and np.any(normal):
        builder.line([target, target + 0.25 * size * normal], (*colors.NORMAL, 0.9), width=2.0)
    bones = [bone for key, bone in part.bones if key.startswith("bones[")]
    if not reached and bones and f"{bones[-1]}.position" in at:
        tip = _read(row, at, f"{bones[-1]}.position")
        builder.line([tip, target], (*colors.MISSED, 0.9), width=2.4, style=DASHED, through=0.8)
    if named:
        text = index_in(part.name) or part.name
        if whole:
            text = f"{part.name}  {told_length(error)}" + ("" if planted else "  in the air")
        elif not reached:
            text = f"{text}  {told_length(error)}"
        builder.label(Label(text, _anchor(target), (*tone, 1.0), size=11.0, offset=(0.0, 16.0),
                            agent=agent))  # fmt: skip


def told_length(metres: float) -> str:
    """A length in the unit one reads it in."""
    if not math.isfinite(metres):
        return "–"
    if metres < 0.1:
        return f"{1000.0 * metres:.1f} mm"
    return f"{metres:.2f} m"


def _draw_swing(
    builder: DrawListBuilder, frame: Frame, swing: Swing, timer: float, size: float
) -> None:
    """The curve of an arc: what is done of it bright, the rest broken; a ball where it ends."""
    a, b = swing.start(frame), swing.goal(frame)
    lasts, high = swing.duration(frame), swing.height(frame)
    if a is None or b is None or lasts is None or high is None:
        return
    start, goal = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    p = np.linspace(0.0, 1.0, STEPS + 1)
    path = start + p[:, None] * (goal - start)
    path[:, 1] += float(high) * np.sin(np.pi * p)
    done = round(share(timer, float(lasts)) * STEPS)
    builder.line(path[: done + 1], (*colors.SWING, 1.0), width=3.6, through=0.6)
    builder.line(path[done:], (*colors.SWING, 0.85), width=2.0, style=DASHED, through=0.5)
    builder.sphere(goal, 0.06 * size, colors.SWING, material=(0.2, 0.2, 0.6, 0.0))


def _draw_sector(
    builder: DrawListBuilder, frame: Frame, sector: Sector, model: Model, state: State
) -> None:
    """The outline of a ring sector on the ground, green while the point asked about is in it."""
    values: list[Any] = [
        ask(frame) for ask in (sector.axis, sector.half, sector.outer, sector.origin)
    ]
    if any(value is None for value in values):
        return
    axis, half, outer, origin = (np.asarray(value, dtype=np.float64) for value in values)
    inner = sector.inner(frame) if sector.inner is not None else 0.0
    if inner is None or not np.any(axis[[0, 2]]):
        return
    point = sector.point(frame)
    level = float(origin[1] if point is None else np.asarray(point)[1])
    middle = math.atan2(float(axis[0]), float(axis[2]))
    turns = middle + np.linspace(-float(half), float(half), STEPS + 1)
    out = np.stack([np.sin(turns), np.zeros_like(turns), np.cos(turns)], axis=1)
    loop = np.concatenate([float(outer) * out, float(inner) * out[::-1], float(outer) * out[:1]])
    sides = _divided(np.asarray(origin) + loop)
    holds = sector.holds(frame)
    tone = colors.REACHED if holds else colors.SECTOR
    style = 0.0 if holds else DASHED
    builder.line(_on_ground(sides, level, model, state), (*tone, 0.8), width=1.8, style=style,
                 through=0.3)  # fmt: skip


def _divided(loop: Vector) -> Vector:
    """The two long straight sides in pieces, so that they follow the ground."""
    count = STEPS + 1
    far, near = loop[:count], loop[count : 2 * count]
    steps = np.linspace(0.0, 1.0, 7)[:, None]
    inward = far[-1] + steps * (near[0] - far[-1])
    outward = near[-1] + steps * (far[0] - near[-1])
    return np.concatenate([far, inward[1:-1], near, outward[1:]])


def _on_ground(path: Vector, level: float, model: Model, state: State) -> Vector:
    """Points brought to the land below them, or to a level where there is none."""
    land = land_at(model, state, path[:, 0], path[:, 2])
    out = path.copy()
    out[:, 1] = np.where(np.isfinite(land), land, level) + OVER_GROUND
    return out


def _active(group: AgentGroup, frame: Frame, owner: StateRef) -> bool:
    """Whether a state is active: it is the leaf, or a parent of the leaf."""
    machine = group.compiled.machines[owner.machine]
    states = group.behavior.machines[owner.machine].states
    leaf = int(frame.words[machine.active])
    while leaf >= 0:
        if leaf == owner.state:
            return True
        leaf = states[leaf].parent
    return False


def _timer(group: AgentGroup, frame: Frame, owner: StateRef | None) -> float:
    if owner is None:
        return math.inf
    state = group.behavior.machines[owner.machine].states[owner.state]
    slots = group.behavior.slots
    ticks, carry = (float(frame.row[slots[k].offset]) for k in (state.ticks, state.carry))
    return ticks * group.compiled.scope.dt + carry


def _read(row: Vector, at: Mapping[str, int], path: str) -> Vector:
    start = at[path]
    return np.array(row[start : start + 3])


def _anchor(place: Vector) -> tuple[float, float, float]:
    return (float(place[0]), float(place[1]), float(place[2]))
