"""Which agents share code: those of one behavior whose params are the same.

Params may be drawn at random, or differ between the agents a scene names. A few different sets of
params are a strain each, with everything that follows from the params written into its code; where
there are more, or every agent draws its own, one strain keeps what differs with each agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, SceneAgent
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.scenario.params import set_param

MOST_APART = 4
"""Sets of params of one behavior that have a strain each."""


@dataclass(frozen=True, eq=False)
class Strain:
    """Agents of one behavior that share code.

    ``kinds`` are the scene's agents it is for, by number, ``templates`` f8[K,W] their rows with
    nothing but params. ``varying`` are the words in which agents may differ, ``drawn`` the places
    of the params every agent draws for itself.
    """

    group: AgentGroup
    kinds: tuple[int, ...]
    templates: np.ndarray
    varying: frozenset[int]
    drawn: tuple[int, ...]


def strains_of(model: Model) -> tuple[Strain, ...]:
    """The strains of a scene, behaviors in order."""
    found: list[Strain] = []
    for group in model.groups:
        kinds = tuple(group.agents.tolist())
        drawn = _drawn(group.behavior, _declared(model, kinds))
        bits = [row.tobytes() for row in group.template]
        different = list(dict.fromkeys(bits))
        if drawn or len(different) > MOST_APART:
            varying = _differing(group.template) | _words(group.behavior, drawn)
            found.append(Strain(group, kinds, group.template, varying, drawn))
            continue
        for one in different:
            own = [place for place, row in enumerate(bits) if row == one]
            numbers = tuple(kinds[place] for place in own)
            found.append(Strain(group, numbers, group.template[own], frozenset(), ()))
    return tuple(found)


def _declared(model: Model, kinds: Sequence[int]) -> list[SceneAgent]:
    return [model.scene.agents[number] for number in kinds]


def _drawn(behavior: BehaviorProgram, agents: Sequence[SceneAgent]) -> tuple[int, ...]:
    """The params, by place, that come out different for every agent."""
    found: list[int] = []
    slots: set[int] = set()
    inside = [dict(agent.overrides) for agent in agents]
    for place, param in enumerate(behavior.params):
        nodes = [param.default, *(own[param.name] for own in inside if param.name in own)]
        if any(_draws(node, slots) for node in nodes):
            found.append(place)
            slots.add(param.slot)
    return tuple(found)


def _draws(node: Node, slots: set[int]) -> bool:
    """Whether an expression draws, or reads one of some slots."""
    if node.op is Op.RANDOM or (node.op is Op.SLOT and node.data in slots):
        return True
    if node.op is Op.SLOT_AT and isinstance(node.data, tuple) and slots & set(node.data):
        return True
    return any(_draws(argument, slots) for argument in node.args)


def _words(behavior: BehaviorProgram, params: Sequence[int]) -> frozenset[int]:
    slots = [behavior.slots[behavior.params[place].slot] for place in params]
    return frozenset(word for s in slots for word in range(s.offset, s.offset + s.width))


def _differing(rows: np.ndarray) -> frozenset[int]:
    bits = rows.view(np.int64)
    return frozenset(np.flatnonzero((bits != bits[0]).any(axis=0)).tolist())


def rows_of(strain: Strain, model: Model, kinds: np.ndarray, keys: Sequence[int]) -> np.ndarray:
    """Rows f8[N,W] with the params of agents of some kinds, by what their draws start from.

    Raises ``SceneError`` for a draw outside its param's range. Where all are alike the rows are
    one and the same.
    """
    if not strain.varying:
        return np.broadcast_to(strain.templates[0], (len(kinds), strain.templates.shape[1]))
    place = {number: at for at, number in enumerate(strain.kinds)}
    rows: np.ndarray = strain.templates[[place[kind] for kind in kinds.tolist()]]
    if strain.drawn:
        for row, kind, key in zip(rows, kinds.tolist(), keys, strict=True):
            _draw(strain, model, row, model.scene.agents[kind], key)
    return rows


def _draw(strain: Strain, model: Model, row: np.ndarray, agent: SceneAgent, key: int) -> None:
    own = strain.group.compiled
    frame = Frame(row, own.scope.dt, np.zeros(own.random_places, np.int64), key)
    inside = dict(agent.overrides)
    for place in strain.drawn:
        param = own.behavior.params[place]
        if (agent.name, param.name) in model.overrides:
            continue
        value = own.scope.compile(inside.get(param.name, param.default))(frame)
        set_param(own, param, agent, value, frame, model.scene.name)
