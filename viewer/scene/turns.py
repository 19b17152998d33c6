"""Whose turn it is, where rays may be sent from, and what is refused, of each instance of a
machine array; drawn from the guards and sensors the file declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.ir.ops import Op
from behave.ir.program import Part, Query
from behave.ir.values import Group, Node
from behave.kinds import Base
from behave.runtime.compiled import CompiledSensor
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.pose import colliders_of
from behave.runtime.slots import Evaluate
from behave.runtime.state import State, frame_of
from behave.world import queries
from viewer.draw_list import GLOW, DrawListBuilder, Label, axes_along
from viewer.scene import colors
from viewer.scene.bodies import mark_size, offsets
from viewer.scene.casts import outlined
from viewer.scene.choices import variants
from viewer.scene.instances import Instance, instances_of
from viewer.scene.marks import REFUSALS
from viewer.scene.options import Gizmos
from viewer.scene.sensors import is_asking

Vector = NDArray[np.float64]
Picked = Mapping[str, int]
"""The instance looked at, by machine array."""

SAME_PLACE = 1e-3  # metres within which an origin is that of a choice
COLLAR = 0.20  # metres: radius of the collar of whose turn it is, of a figure 1.8 m tall


@dataclass(frozen=True, eq=False)
class Turn:
    """A guard that asks whether a variable names this instance; ``cell`` says which element of
    a list it is (None: no list)."""

    holds: Evaluate
    cell: Evaluate | None


@dataclass(frozen=True, eq=False)
class Choice:
    """A ray sensor with the places it may be sent from."""

    sensor: CompiledSensor
    origins: tuple[Evaluate, ...]


@dataclass(frozen=True, eq=False)
class Refusal:
    """A guard that says something is refused, and the places it asks about, the first that is
    there counts."""

    holds: Evaluate
    places: tuple[Evaluate, ...]


@dataclass(frozen=True, eq=False)
class Member:
    """What is drawn of one instance; ``chains`` are the jointed limbs it moves."""

    instance: Instance
    chains: tuple[Part, ...]
    turns: tuple[Turn, ...]
    choices: tuple[Choice, ...]
    refusals: tuple[Refusal, ...]


def members_of(model: Model) -> tuple[tuple[Member, ...], ...]:
    """The members of each group of a model."""
    return tuple(
        tuple(_member(group, instance) for instance in instances_of(group.behavior))
        for group in model.groups
    )


def _member(group: AgentGroup, instance: Instance) -> Member:
    parts = group.behavior.rig.parts
    chains = tuple(p for p in parts if p.verb == "ccd" and p.name in instance.parts)
    ask = group.compiled.scope.compile
    turns = []
    for guard in instance.guards.values():
        cell = turn_of(guard, instance.index)
        if cell is not None:
            where = ask(cell.args[0]) if cell.op is Op.SLOT_AT else None
            turns.append(Turn(ask(guard), where))
    refusals = tuple(
        Refusal(ask(guard), tuple(ask(place) for place in places_in(group, guard)))
        for name, guard in instance.guards.items()
        if name in REFUSALS
    )
    return Member(instance, chains, tuple(turns), _choices(group, instance), refusals)


def _choices(group: AgentGroup, instance: Instance) -> tuple[Choice, ...]:
    own = f"{group.behavior.machines[instance.machine].name}."
    found = []
    for sensor in group.compiled.sensors:
        if sensor.sensor.query is Query.RAY and sensor.sensor.name.startswith(own):
            origins = variants(dict(sensor.sensor.arguments)["from"])
            if origins:
                found.append(Choice(sensor, tuple(map(group.compiled.scope.compile, origins))))
    return tuple(found)


def turn_of(guard: Node, index: int) -> Node | None:
    """The variable a guard compares with the index of its instance; None for other guards."""
    if guard.op is not Op.EQ:
        return None
    for one, other in (guard.args, guard.args[::-1]):
        is_index = other.op is Op.CONST and other.data == float(index)
        if is_index and one.kind.base is Base.NUMBER and one.op in (Op.SLOT, Op.SLOT_AT):
            return one
    return None


def places_in(group: AgentGroup, guard: Node) -> list[Node]:
    """The largest expressions in a guard that are points a sensor has a part in, and of those
    first the one that most goes into."""
    return sorted(_sensed_points(group, guard), key=_extent, reverse=True)


def _sensed_points(group: AgentGroup, node: Node) -> list[Node]:
    if node.kind.base is Base.POINT:
        return [node] if _is_sensed(group, node) else []
    return [place for argument in node.args for place in _sensed_points(group, argument)]


def _extent(node: Node) -> int:
    return 1 + sum(_extent(argument) for argument in node.args)


def _is_sensed(group: AgentGroup, node: Node) -> bool:
    if node.op is Op.SLOT and isinstance(node.data, int):
        return group.behavior.slots[node.data].group is Group.READING
    return any(_is_sensed(group, argument) for argument in node.args)


@dataclass(frozen=True, eq=False)
class _Subject:
    """An agent at a moment: ``agent`` is its running number, ``at`` the columns of its slots,
    ``size`` how much larger than usual its marks are."""

    model: Model
    state: State
    group: AgentGroup
    row: int
    agent: int
    frame: Frame
    at: Mapping[str, int]
    size: float
    gizmos: Gizmos


def draw_members(
    builder: DrawListBuilder,
    members: Sequence[Sequence[Member]],
    model: Model,
    state: State,
    gizmos: Gizmos,
    picked: Picked,
) -> None:
    """Add whose turn it is, what rays may be sent from and what is refused, of all agents."""
    agent = -1
    for number, group in enumerate(model.groups):
        at = offsets(group.behavior)
        for row in range(len(group.names)):
            agent += 1
            frame = frame_of(model, state, number, row)
            size = mark_size(group.behavior, frame.row)
            subject = _Subject(model, state, group, row, agent, frame, at, size, gizmos)
            for member in members[number]:
                mine = picked.get(member.instance.family) == member.instance.index
                _draw_member(builder, member, subject, mine)


def _draw_member(builder: DrawListBuilder, member: Member, subject: _Subject, picked: bool) -> None:
    gizmos = subject.gizmos
    if gizmos.turns:
        for turn in member.turns:
            _draw_turn(builder, member, turn, subject)
    if gizmos.choices:
        for choice in member.choices:
            _draw_choice(builder, choice, subject, picked or gizmos.details)
    if gizmos.refused:
        for refusal in member.refusals:
            _draw_refusal(builder, refusal, subject)


def _draw_turn(builder: DrawListBuilder, member: Member, turn: Turn, subject: _Subject) -> None:
    """A collar round each limb of the instance whose turn it is, and its bones aglow."""
    frame, at, size = subject.frame, subject.at, subject.size
    if not turn.holds(frame):
        return
    cell = turn.cell(frame) if turn.cell is not None else 0.0
    tone = colors.TURNS[int(cell or 0.0) % len(colors.TURNS)]
    for part in member.chains:
        joints = np.array([
            frame.row[at[f"{bone}.position"] : at[f"{bone}.position"] + 3]
            for key, bone in part.bones if key.startswith("bones[")
        ])  # fmt: skip
        if len(joints) < 2:
            continue
        builder.line(joints, (*tone, 0.55), width=13.0, style=GLOW, through=0.9)
        builder.line(joints, (*tone, 0.95), width=2.6, through=0.9)
        long = int(np.argmax(np.linalg.norm(np.diff(joints, axis=0), axis=1)))
        _collar(builder, joints[long], joints[long + 1], COLLAR * size / 2, tone)


def _collar(
    builder: DrawListBuilder, start: Vector, end: Vector, radius: float, tone: colors.RGB
) -> None:
    """Two rings round the upper part of a bone."""
    run = end - start
    axes = axes_along(run)
    angle = np.linspace(0.0, 2 * np.pi, 33)
    circle = radius * (np.cos(angle)[:, None] * axes[:, 0] + np.sin(angle)[:, None] * axes[:, 2])
    for share in (0.30, 0.36):
        outlined(builder, start + share * run + circle, tone, 3.4)


def _draw_choice(builder: DrawListBuilder, choice: Choice, subject: _Subject, told: bool) -> None:
    """A diamond where each of the rays would meet something, while one of them is sent; that
    one is filled and numbered, the others are numbered where ``told``."""
    sensor, frame = choice.sensor, subject.frame
    if not is_asking(subject.group, sensor, frame, subject.state):
        return
    asked = {name: run(frame) for name, run in sensor.arguments.items()}
    places = [origin(frame) for origin in choice.origins]
    if any(value is None for value in (*asked.values(), *places)):
        return
    start = np.array(places, np.float64)
    apart = np.linalg.norm(start - np.asarray(asked["from"], np.float64), axis=1)
    chosen = int(np.argmin(apart)) if float(np.min(apart)) < SAME_PLACE else -1
    hits = _sent(sensor, subject, start, asked)
    for number in np.flatnonzero(hits.collider >= 0):
        ours = int(number) == chosen
        spot, tone = hits.point[number], colors.CHOSEN if ours else colors.CHOICE
        radius = (0.15 if ours else 0.09) * subject.size
        _diamond(builder, spot, hits.normal[number], radius, tone, ours)
        if subject.gizmos.labels and (ours or told):
            place = (float(spot[0]), float(spot[1]), float(spot[2]))
            builder.label(Label(str(number + 1), place, (*tone, 1.0), size=13.0 if ours else 11.0,
                                offset=(0.0, -26.0), agent=subject.agent))  # fmt: skip


def _sent(
    sensor: CompiledSensor, subject: _Subject, start: NDArray[np.float64], asked: Mapping[str, Any]
) -> queries.Hits:
    """What rays like a sensor's meet from other places f8[K,3]."""
    count = len(start)
    along = np.broadcast_to(np.asarray(asked["along"], np.float64), (count, 3))
    length = np.full(count, float(asked["length"]))
    layers = np.full(count, sensor.sensor.layers, np.int64)
    asker = np.full(count, subject.group.agents[subject.row], np.int64)
    # a copy: bringing moving colliders to their places writes into the state
    world = colliders_of(subject.model, subject.state.copy())
    return queries.ray(world, start, along, length, layers, asker)


def _diamond(
    builder: DrawListBuilder,
    place: Vector,
    normal: Vector,
    radius: float,
    tone: colors.RGB,
    filled: bool,
) -> None:
    """A square on its corner, flat on the ground."""
    across = np.cross(normal, (1.0, 0.0, 0.0))
    across /= max(float(np.linalg.norm(across)), 1e-9)
    beside = np.cross(across, normal)
    lift = place + 0.05 * normal
    corners = [across, beside, -across, -beside, across]
    outlined(builder, [lift + radius * c for c in corners], tone, 3.0 if filled else 2.0)
    if filled:
        builder.sphere(lift, 0.5 * radius, tone, material=(0.2, 0.2, 0.7, 0.0))


def _draw_refusal(builder: DrawListBuilder, refusal: Refusal, subject: _Subject) -> None:
    """A red cross in a ring, lying at the place."""
    frame, size = subject.frame, subject.size
    if not refusal.holds(frame):
        return
    found = (place(frame) for place in refusal.places)
    place = next((np.asarray(p, np.float64) for p in found if p is not None), None)
    if place is None:
        return
    arm = 0.16 * size
    for one, other in (((1, 0, 1), (-1, 0, -1)), ((1, 0, -1), (-1, 0, 1))):
        ends = [place + arm * np.array(end, np.float64) for end in (one, other)]
        outlined(builder, ends, colors.REFUSED, 4.5)
    angle = np.linspace(0.0, 2 * np.pi, 33)
    ring = np.stack([np.cos(angle), np.zeros_like(angle), np.sin(angle)], axis=1)
    outlined(builder, place + 1.5 * arm * ring, colors.REFUSED, 3.0)
    if subject.gizmos.labels:
        anchor = (float(place[0]), float(place[1]), float(place[2]))
        builder.label(Label("refused", anchor, (*colors.REFUSED, 1.0), size=11.0,
                            offset=(0.0, 14.0), agent=subject.agent))  # fmt: skip
