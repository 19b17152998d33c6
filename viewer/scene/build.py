"""From a state to the draw list of one picture. No window and no GL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import AgentPlace, Model
from behave.runtime.pose import capsule_slots
from behave.runtime.state import State, frame_of
from behave.runtime.tick import active_states
from behave.world.colliders import PLANE
from viewer.camera import Camera
from viewer.crowd.state import CrowdState
from viewer.draw_list import WHOLE, Area, DrawList, DrawListBuilder, Label, Stand
from viewer.scene import colors
from viewer.scene.alone import alone, state_alone
from viewer.scene.bodies import (
    Body,
    bodies_of,
    draw_bodies,
    draw_bones,
    height_of,
    offsets,
    posed,
)
from viewer.scene.colliders import between, draw_colliders, land_at, terrain_meshes
from viewer.scene.constraints import draw_constraints
from viewer.scene.feet import draw_feet
from viewer.scene.figure import rotation_matrices
from viewer.scene.ghost import Ghost, draw_ghost
from viewer.scene.levels import Levels, View
from viewer.scene.options import NO_GIZMOS, Gizmos
from viewer.scene.sensors import draw_sensors
from viewer.scene.states import told_states
from viewer.scene.turns import Member, Picked, draw_members, members_of
from viewer.scene.walkers import Walker, draw_lasers, draw_walkers, walkers_of
from viewer.terrain import TerrainMesh

NOTHING_PICKED: Picked = MappingProxyType({})
MOST_MARKED = 8  # agents of a scene that all have their marks
AT_FEET = 0.75  # metres around a character without numbers on the floor


@dataclass(frozen=True, eq=False)
class Stage:
    """A model prepared for drawing: the bodies of its agents, the meshes of its height fields
    by collider, and how much was last drawn of each agent."""

    model: Model
    bodies: tuple[Body, ...]
    meshes: Mapping[int, TerrainMesh]
    walkers: tuple[Walker, ...]
    members: tuple[tuple[Member, ...], ...]
    levels: Levels = field(default_factory=Levels)
    single: dict[str, Stage] = field(default_factory=dict)

    def alone(self, agent: str) -> Stage:
        """The same for one agent by itself."""
        if agent not in self.single:
            number = self.model.places[agent].group
            mine = ((self.walkers[number],), (self.members[number],))
            self.single[agent] = Stage(alone(self.model, agent), (), self.meshes, *mine)
        return self.single[agent]


def stage_of(model: Model, state: State, before: Stage | None = None) -> Stage:
    """Prepare a model once; any state of it gives the bind measures. What did not change since
    another stage ``before`` is taken over."""
    meshes = terrain_meshes(model, None if before is None else before.meshes)
    levels = Levels() if before is None else before.levels
    return Stage(
        model, bodies_of(model, state), meshes, walkers_of(model), members_of(model), levels
    )


def draw_state(
    stage: Stage,
    state: State,
    camera: Camera,
    gizmos: Gizmos,
    labels: tuple[Label, ...] = (),
    area: Area = WHOLE,
    picked: Picked = NOTHING_PICKED,
    ghost: Ghost | None = None,
    size: tuple[int, int] | None = None,
    agent: str = "",
) -> DrawList:
    """The draw list of a state as the camera sees it; ``labels`` are added to it, those of
    the world stay within ``area``. Of the instances ``picked``, by machine array, all numbers
    are told. ``ghost`` is another run drawn beside it. ``size`` is the picture's in pixels, where
    it is known. Where there are more than ``MOST_MARKED`` agents only ``agent`` has its marks.
    """
    model = stage.model
    focus = np.asarray(camera.target)
    # whole metres of height: shadows do not shimmer while what is looked at sways
    builder = DrawListBuilder(focus=np.array([focus[0], np.floor(focus[1]), focus[2]]), area=area)
    builder.time = state.tick * model.dt
    draw_colliders(builder, model, state, camera.eye, focus, stage.meshes)
    marked, own = _marked(stage, state, agent)
    followed = None
    if isinstance(state, CrowdState):
        groups, marked = state.posed(), {state.followed: 0}
        followed = state.followed if gizmos != NO_GIZMOS and own is not None else None
    else:
        groups = posed(stage.bodies, state)
    draw_bodies(builder, groups, View.of(camera, size), stage.levels, marked, followed)
    if ghost is not None:
        draw_ghost(builder, ghost, model, state)
    draw_lasers(builder, model, state)
    if own is not None:
        _draw_marks(
            builder, stage if own is state else stage.alone(agent), own, camera, gizmos, picked
        )
    if gizmos.scale:
        _draw_scale(builder, model, state, camera)
    for label in labels:
        builder.label(label)
    return builder.build()


def _marked(
    stage: Stage, state: State, agent: str
) -> tuple[dict[tuple[int, int], int], State | None]:
    """The agents that have marks, by group and row with their running numbers; and the state
    these are in."""
    places = stage.model.places
    if len(places) <= MOST_MARKED:
        order = [(place.group, place.row) for _, place in _numbered(stage.model)]
        return {place: number for number, place in enumerate(order)}, state
    if agent not in places:
        return {}, None
    place = places[agent]
    return {(place.group, place.row): 0}, state_alone(stage.model, state, agent)


def _draw_marks(
    builder: DrawListBuilder,
    stage: Stage,
    state: State,
    camera: Camera,
    gizmos: Gizmos,
    picked: Picked,
) -> None:
    """Add what the agents of a stage sense, want and are called."""
    model, right = stage.model, camera.axes[:, 0]
    draw_sensors(builder, model, state, gizmos)
    draw_constraints(builder, model, state, gizmos, right)
    draw_feet(builder, model, state, gizmos, right)
    draw_walkers(builder, stage.walkers, model, state, gizmos, picked)
    draw_members(builder, stage.members, model, state, gizmos, picked)
    if gizmos.bones:
        draw_bones(builder, stage.bodies or bodies_of(model, state), state)
    if gizmos.capsules:
        _draw_capsules(builder, model, state)
    if gizmos.names:
        _draw_names(builder, model, state)


def center_of(model: Model, state: State, agent: str) -> NDArray[np.float64]:
    """The point a camera following an agent looks at, f8[3]: about its middle, where the rig
    tells it the middle of its capsule or the bone that stands over its feet."""
    place = model.places[agent]
    behavior, row = model.groups[place.group].behavior, state.rows[place.group][place.row]
    slots = capsule_slots(behavior)
    if slots:
        center = slots["center"]
        return np.array(row[center : center + 3])
    at = offsets(behavior)
    stance = next((part for part in behavior.rig.parts if part.verb == "stance"), None)
    bone = "" if stance is None else dict(stance.bones).get("bone", "")
    if f"{bone}.position" in at:
        start = at[f"{bone}.position"]
        return np.array(row[start : start + 3])
    root = at["root.position"]
    return np.array(row[root : root + 3]) + np.array([0.0, height_of(behavior, row) / 2, 0.0])


def _draw_capsules(builder: DrawListBuilder, model: Model, state: State) -> None:
    for group, rows in zip(model.groups, state.rows, strict=True):
        slots = capsule_slots(group.behavior)
        if not slots:
            continue
        for row in rows:
            center = row[slots["center"] : slots["center"] + 3]
            radius = float(row[slots["radius"]])
            half = np.array([0.0, max(float(row[slots["height"]]) / 2 - radius, 0.0), 0.0])
            _capsule_outline(builder, center - half, center + half, radius)


def _capsule_outline(
    builder: DrawListBuilder, low: NDArray[np.float64], high: NDArray[np.float64], radius: float
) -> None:
    angle = np.linspace(0.0, np.pi, 17)
    color = (*colors.CAPSULE, 0.8)
    for across in (np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])):
        arc = np.cos(angle)[:, None] * across
        rise = np.sin(angle)[:, None] * np.array([0.0, 1.0, 0.0])
        loop = [
            high + radius * (arc + rise),
            low - radius * (arc + rise),
            (high + radius * across)[None],
        ]
        builder.line(np.concatenate(loop), color, width=1.4, through=0.5)
    turn = np.linspace(0.0, 2 * np.pi, 33)
    circle = radius * np.stack([np.cos(turn), np.zeros_like(turn), np.sin(turn)], axis=1)
    for level in (low, high):
        builder.line(level + circle, color, width=1.4, through=0.5)


def _draw_names(builder: DrawListBuilder, model: Model, state: State) -> None:
    """Each agent's name and states over its head."""
    for number, (name, place) in enumerate(_numbered(model)):
        group = model.groups[place.group]
        frame = frame_of(model, state, place.group, place.row)
        states = active_states(group.compiled, frame)
        text = " · ".join([name, *told_states(group.behavior.machines, states)])
        middle = center_of(model, state, name)
        anchor = (float(middle[0]), float(middle[1]), float(middle[2]))
        builder.label(Label(text, anchor, size=14.0, stand=Stand.ABOVE, agent=number))


def _numbered(model: Model) -> list[tuple[str, AgentPlace]]:
    """The agents by their running number: group by group, row by row, as they are drawn."""
    return sorted(model.places.items(), key=lambda item: (item[1].group, item[1].row))


def floor_under(model: Model, state: State, focus: NDArray[np.float64]) -> float:
    """Height of the highest level plane below a point; 0 without any."""
    up = rotation_matrices(state.rotation)[:, 1, 1]
    level = (model.colliders.shape == PLANE) & state.alive & (up > 0.999)
    heights = state.position[level, 1]
    below = heights[heights <= focus[1]]
    return float(below.max()) if len(below) else 0.0


def _draw_scale(builder: DrawListBuilder, model: Model, state: State, camera: Camera) -> None:
    """Numbers along the floor's z line, every metre near the focus, every five farther away;
    none at the feet of what is looked at, and none behind or in something solid."""
    focus = np.asarray(camera.target)
    level = floor_under(model, state, focus)
    step = 1 if camera.distance < 9.0 else 5
    reach = int(min(max(camera.distance * 0.9, 3.0), 30.0))
    middle = round(float(focus[2]))
    marks = [
        z
        for z in range(middle - reach, middle + reach + 1)
        if z % step == 0 and np.hypot(focus[0], focus[2] - z) >= AT_FEET
    ]
    places = np.array([(0.0, level, float(z)) for z in marks]).reshape(-1, 3)
    places[:, 1] = np.fmax(level, land_at(model, state, places[:, 0], places[:, 2]))
    solid = state.alive & (model.colliders.owner < 0)
    inside = between(model, state, camera.eye, places) & solid
    covered = [bool(row.any()) for row in inside]
    for z, place in ((z, p) for z, p, no in zip(marks, places, covered, strict=True) if not no):
        builder.label(
            Label(
                f"{z} m",
                (0.0, float(place[1]), float(z)),
                (0.16, 0.19, 0.25, 0.85),
                size=11.0,
                offset=(0.0, -7.0),
                plate=(0.0, 0.0, 0.0, 0.0),
                stand=Stand.FLOOR,
            )
        )
