"""Agents of a crowd watched closely: their whole record, tick by tick, as an ordinary run has it.

What machine code leaves of a crowd is which transitions fired. For a watched agent the reference
goes through the same tick on a copy of the agent as sensing left it, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from behave.crowd.agent import Agent, row_of
from behave.crowd.block import Block
from behave.crowd.crowd import Crowd
from behave.crowd.group import Group
from behave.native.packs import agent_of
from behave.runtime.clock import time_of
from behave.runtime.compiled import CompiledBehavior, CompiledMachine, CompiledTransition
from behave.runtime.events import ZoneChanges, describe, handle, happenings
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, AgentPlace, Model
from behave.runtime.record import AgentRecord, TickRecord
from behave.runtime.remember import remember
from behave.runtime.state import State
from behave.runtime.tick import active_states
from behave.runtime.turns import take_turns
from behave.runtime.verdict_text import reason
from behave.world import zones


@dataclass(eq=False)
class Watch:
    """Watches some agents of a crowd by their numbers; ``records`` are those of the last tick."""

    crowd: Crowd
    numbers: frozenset[int]
    records: dict[int, AgentRecord] = field(default_factory=dict)

    def __call__(self, group: Group, block: Block) -> None:
        """Called by the crowd for each block, in any thread, when it has sensed."""
        own = block.agents[: block.count]
        for place in np.flatnonzero(np.isin(own, list(self.numbers))).tolist():
            self.records[int(own[place])] = self._record(group, block, place)

    def _record(self, group: Group, block: Block, place: int) -> AgentRecord:
        own = group.compiled
        frame = _frame(group, block, place)
        frame.memo = own.scope.shared.fresh()
        entered = agent_of(block.entered, place).astype(bool)
        names = self.crowd.surroundings.names
        events = happenings(own, frame, _changes(block, place, len(names)), 0)
        handle(own, frame, events)
        remember(own, frame, entered)
        heard = frozenset(happening.event for happening in events)
        explain = partial(_reason, own, names)
        fired = take_turns(own, frame, entered, heard, explain)
        said = describe(own, events, names)
        return AgentRecord(active_states(own, frame), tuple(fired), said, tuple(frame.skipped))

    def record(self) -> TickRecord:
        """What the last tick was for the agents watched, under their names, in number order."""
        number = self.crowd.tick_number - 1
        found = {self.crowd.name(n): self.records[n] for n in sorted(self.records)}
        return TickRecord(number, time_of(number, self.crowd.dt), found)

    def shown(self) -> tuple[Model, State]:
        """The agents watched as a model and a state of their own, for traces and probes."""
        agents = [self.crowd[number] for number in sorted(self.numbers) if number in self.crowd]
        return snapshot(self.crowd, agents)


def watch(crowd: Crowd, numbers: Iterable[int]) -> Watch:
    """Watch some agents from the next tick on; those watched before are watched no more."""
    crowd.watching = made = Watch(crowd, frozenset(numbers))
    return made


def snapshot(crowd: Crowd, agents: Iterable[Agent]) -> tuple[Model, State]:
    """Some agents as they are now as an ordinary model and state; the world is the crowd's."""
    whole = crowd.model
    world = crowd.surroundings.colliders()
    groups: list[AgentGroup] = []
    places: dict[str, AgentPlace] = {}
    rows: list[np.ndarray] = []
    inside: list[np.ndarray] = []
    of_behavior: dict[str, list[Agent]] = {}
    for agent in agents:
        of_behavior.setdefault(agent.group.compiled.behavior.name, []).append(agent)
    for number, own in enumerate(of_behavior.values()):
        for row, agent in enumerate(own):
            places[agent.name] = AgentPlace(number, row)
        first = own[0].group
        like = whole.group_of(first.kinds[int(own[0].block.kinds[own[0].place])])
        numbers = np.array([agent.number for agent in own], np.int64)
        names = tuple(agent.name for agent in own)
        keys = tuple(agent.group.key(agent.block, agent.place) for agent in own)
        found = np.array([agent.block.capsules[agent.place] for agent in own], np.int64)
        capsules = found[found >= 0]
        groups.append(
            replace(like, names=names, agents=numbers, keys=keys, capsules=capsules, native=None)
        )
        rows.append(np.stack([agent.row for agent in own]))
        inside.append(np.stack([_inside(agent.block, agent.place, len(world)) for agent in own]))
    model = replace(whole, groups=tuple(groups), places=places, colliders=world)
    state = State(
        crowd.tick_number,
        rows,
        inside,
        [
            np.zeros((len(r), g.compiled.state_count), bool)
            for r, g in zip(rows, groups, strict=True)
        ],
        [
            np.zeros((len(r), g.compiled.random_places), np.int64)
            for r, g in zip(rows, groups, strict=True)
        ],
        world.alive.copy(),
        world.position.copy(),
        world.rotation.copy(),
    )
    return model, state


def _frame(group: Group, block: Block, place: int) -> Frame:
    """An agent on its own: nothing done to it changes the crowd."""
    own = group.compiled
    draws = agent_of(block.draws, place).copy()
    return Frame(row_of(group, block, place), own.scope.dt, draws, group.key(block, place))


def _inside(block: Block, place: int, colliders: int) -> np.ndarray:
    """bool[Z,C]: who is in an agent's zones."""
    return _spread([lists.of(place) for lists in block.inside], colliders)


def _spread(lists: list[np.ndarray], colliders: int) -> np.ndarray:
    found = np.zeros((len(lists), colliders), bool)
    for number, own in enumerate(lists):
        found[number, own] = True
    return found


def _changes(block: Block, place: int, colliders: int) -> ZoneChanges:
    before = _spread([lists.of(place) for lists in block.before], colliders)[np.newaxis]
    now = _inside(block, place, colliders)[np.newaxis]
    enter, stay, leave = zones.update(before, now)
    return ZoneChanges(enter, stay, leave, (now | before).any(axis=2).tolist())


def _reason(
    own: CompiledBehavior,
    names: Sequence[str],
    machine: CompiledMachine,
    transition: CompiledTransition,
    frame: Frame,
) -> str:
    return reason(own.scope, transition.transition.guard, frame, names)
