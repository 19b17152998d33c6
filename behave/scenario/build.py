"""Builds a scene of a Program into a Model that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from behave.ir.program import (
    BehaviorProgram,
    InputStep,
    Program,
    Query,
    Scene,
    SceneAgent,
    WorldStep,
)
from behave.kernel import rotations
from behave.native.compiling import Native
from behave.rig.rig import bind
from behave.rig.rig import build as build_rig
from behave.runtime.clock import tick_at
from behave.runtime.compiling import compile_behavior
from behave.runtime.draws import agent_key
from behave.runtime.model import AgentGroup, AgentPlace, Model
from behave.runtime.pose import capsule_slots
from behave.scenario.constants import SceneError, complain, constant, seconds
from behave.scenario.courses import scene_courses
from behave.scenario.land import Pictures, no_pictures
from behave.scenario.overrides import OverrideValue, check_names
from behave.scenario.params import evaluator, fill_params
from behave.scenario.script import scripted
from behave.scenario.solids import scene_colliders
from behave.world import colliders as solids
from behave.world.casts import field_casts
from behave.world.colliders import Collider, Colliders
from behave.world.queries import field_kernels

__all__ = ["SceneError", "build"]

SAME_SPOT = 0.01
"""Metres within which two agents stand in one spot."""


def build(
    program: Program,
    scene: str,
    *,
    dt: float,
    seed: int = 0,
    overrides: Mapping[str, OverrideValue] | None = None,
    inputs: Sequence[InputStep] = (),
    steps: Sequence[WorldStep] = (),
    pictures: Pictures = no_pictures,
    native: Native | None = None,
) -> Model:
    """A model of ``scene`` for ticks of ``dt`` seconds.

    ``overrides`` sets params: ``{"interaction.reset_pause": 1.0}`` for every agent of the
    behavior (or rig), ``{"hero.height": 1.6}`` for one. ``inputs`` and ``steps`` (of a test)
    replace the scene's script for the inputs and colliders they name. ``pictures`` reads the
    pictures of heightfields. With ``native`` machine code decides and acts, to the same bits.
    Raises ``SceneError``.
    """
    declared = scene_named(program, scene)
    if not (np.isfinite(dt) and dt > 0.0):
        raise SceneError(f"the tick length must be above 0 s, not {dt!r}")
    given = dict(overrides or {})
    check_names(program, declared.agents, given)
    starts = _starts(declared)
    rows = scene_colliders(declared, pictures)
    groups: list[AgentGroup] = []
    taken: set[tuple[str, str]] = set()
    capsules: dict[int, Collider] = {}
    numbers = {agent.name: number for number, agent in enumerate(declared.agents)}
    for behavior in program.behaviors:
        agents = [agent for agent in declared.agents if agent.behavior == behavior.name]
        if not agents:
            continue
        group, outside = _group(program, behavior, agents, numbers, starts, given, dt, seed, scene)
        groups.append(group)
        taken |= outside
        capsules.update(_capsules(program, group))
    order = sorted(capsules)
    first = len(rows)
    rows = (*rows, *(capsules[number] for number in order))
    positions = {number: first + place for place, number in enumerate(order)}
    placed = tuple(_with_capsules(group, positions) for group in groups)
    if native is not None:
        placed = tuple(replace(g, native=native.step(g.compiled, g.keys)) for g in placed)
    behaviors = {agent.name: _behavior(program, agent) for agent in declared.agents}
    chosen = (*_not_replaced(declared.inputs, inputs), *inputs)
    world = solids.build(rows)
    _ready(world, groups)
    return Model(
        program,
        declared,
        float(dt),
        int(seed),
        placed,
        world,
        scripted(chosen, behaviors, scene),
        _removals(declared, steps, [row.name for row in rows], dt),
        {name: _place(placed, name) for name in numbers},
        frozenset(taken),
        scene_courses(declared, [row.name for row in rows]),
    )


def _ready(world: Colliders, groups: Sequence[AgentGroup]) -> None:
    """Load what a world with height fields needs now, not within the first tick."""
    if not world.has_fields:
        return
    field_kernels()
    if any(
        sensor.query in (Query.BOXCAST, Query.SPHERECAST)
        for group in groups
        for sensor in group.behavior.sensors
    ):
        field_casts()


def scene_named(program: Program, name: str) -> Scene:
    """The scene of a name; ``SceneError`` lists what there is."""
    for scene in program.scenes:
        if scene.name == name:
            return scene
    known = ", ".join(f"`{scene.name}`" for scene in program.scenes) or "none"
    raise SceneError(f"{program.name}: no scene `{name}`; it has {known}")


def _behavior(program: Program, agent: SceneAgent) -> BehaviorProgram:
    return next(each for each in program.behaviors if each.name == agent.behavior)


def _starts(scene: Scene) -> dict[str, tuple[np.ndarray, float]]:
    """Where each agent starts: position f8[3] and heading in radians."""
    starts: dict[str, tuple[np.ndarray, float]] = {}
    for agent in scene.agents:
        at = constant(agent.at)
        heading = 0.0 if agent.heading is None else constant(agent.heading)
        if at is None or heading is None:
            raise complain(agent.span, scene.name, f"{agent.name} needs a place to stand")
        if isinstance(heading, np.ndarray):
            heading = rotations.yaw(heading)
        for other, (there, _) in starts.items():
            if float(np.abs(np.asarray(at) - there).max()) < SAME_SPOT:
                raise complain(
                    agent.span, scene.name, f"{agent.name} and {other} stand in one spot"
                )
        starts[agent.name] = (np.array(at, np.float64), float(heading))
    return starts


def _group(
    program: Program,
    behavior: BehaviorProgram,
    agents: Sequence[SceneAgent],
    numbers: Mapping[str, int],
    starts: Mapping[str, tuple[np.ndarray, float]],
    overrides: Mapping[str, OverrideValue],
    dt: float,
    seed: int,
    scene: str,
) -> tuple[AgentGroup, frozenset[tuple[str, str]]]:
    compiled = compile_behavior(behavior, dt)
    names = tuple(agent.name for agent in agents)
    keys = tuple(agent_key(seed, name) for name in names)
    with np.errstate(all="ignore"):
        template, outside = fill_params(compiled, agents, keys, overrides, scene)
        values = evaluator(compiled, template, keys)
        rig = build_rig(behavior.rig, behavior, values, program.layers)
    group = AgentGroup(
        behavior,
        names,
        np.array([numbers[name] for name in names], np.int64),
        rig,
        np.array([starts[name][0] for name in names], np.float64),
        np.array([starts[name][1] for name in names], np.float64),
        template,
        keys,
        np.zeros(0, np.int64),
        capsule_slots(behavior),
        compiled,
    )
    return group, outside


def _capsules(program: Program, group: AgentGroup) -> dict[int, Collider]:
    """A collider per agent whose rig has a mover, as it stands in the bind pose."""
    place = group.capsule
    if not place:
        return {}
    rows = group.template.copy()
    bind(group.rig, rows, group.at, group.heading)
    layer = _capsule_layer(program, group.behavior)
    found = {}
    for row, name in enumerate(group.names):
        center = rows[row, place["center"] : place["center"] + 3].tolist()
        radius, height = float(rows[row, place["radius"]]), float(rows[row, place["height"]])
        number = int(group.agents[row])
        found[number] = solids.capsule(name, center, radius, height, layer=layer, owner=number)
    return found


def _capsule_layer(program: Program, behavior: BehaviorProgram) -> int:
    for part in behavior.rig.parts:
        layer = dict(part.words).get("layer", "")
        if part.verb == "mover" and layer in program.layers:
            return program.layers.index(layer)
    return solids.NO_LAYER


def _with_capsules(group: AgentGroup, positions: Mapping[int, int]) -> AgentGroup:
    own = [positions[int(number)] for number in group.agents if int(number) in positions]
    return replace(group, capsules=np.array(own, np.int64))


def _place(groups: Sequence[AgentGroup], name: str) -> AgentPlace:
    for number, group in enumerate(groups):
        if name in group.names:
            return AgentPlace(number, group.names.index(name))
    raise KeyError(name)


def _not_replaced(scene: Sequence[InputStep], test: Sequence[InputStep]) -> tuple[InputStep, ...]:
    """The scene's steps for inputs a test does not name."""
    named = {(step.agent, step.input) for step in test}
    return tuple(step for step in scene if (step.agent, step.input) not in named)


def _removals(
    scene: Scene, steps: Sequence[WorldStep], names: Sequence[str], dt: float
) -> dict[int, tuple[int, ...]]:
    """Tick → colliders that vanish as it begins; a test's steps replace the scene's."""
    named = {step.collider for step in steps}
    chosen = [*(step for step in scene.steps if step.collider not in named), *steps]
    found: dict[int, tuple[int, ...]] = {}
    for step in chosen:
        when = seconds(step.time, scene.name, f"`{step.verb} {step.collider}`")
        tick = tick_at(when, dt)
        found[tick] = (*found.get(tick, ()), *_rows_of(step.collider, names))
    return found


def _rows_of(name: str, names: Sequence[str]) -> tuple[int, ...]:
    """The rows of a collider of the scene; of all its steps where it is a flight of stairs."""
    if name in names:
        return (names.index(name),)
    return tuple(row for row, each in enumerate(names) if each.startswith(f"{name}["))
