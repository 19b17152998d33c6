"""Many agents in one world, a tick at a time: to the bit what each would do in an ordinary run."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from behave.crowd.agent import Agent
from behave.crowd.block import Block
from behave.crowd.group import AT_REST, Beginning, Group, Making
from behave.crowd.room import check_room
from behave.crowd.strains import Strain, rows_of, strains_of
from behave.crowd.surroundings import Surroundings
from behave.native.engine import WELL, Store
from behave.native.machines import arrows_of
from behave.native.packs import row_of
from behave.runtime.draws import agent_key
from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.world.colliders import NO_LAYER, Colliders

MOST = 4096
FEWEST = 256
"""Agents of a block, at most, and at least where there are several."""


class Crowd:
    """Agents of the behaviors of a scene, each with a number; ``crowd[number]`` looks at one.

    ``model`` is the scene built for an ordinary run: it gives the world, the behaviors with their
    params, the script and what each agent may be like (its *kind*, an agent of the scene). A
    crowd begins without agents; ``crowd.populate`` makes some. ``tick_number`` is the tick that
    runs next. Deterministic: threads and the size of blocks change nothing. ``available`` gives
    the bytes of memory that may be taken.

    Raises ``native.values.NotNative`` for a behavior machine code cannot say.
    """

    def __init__(
        self,
        model: Model,
        *,
        threads: int | None = None,
        room: int = MOST,
        level: int = WELL,
        store: Store | None = None,
        available: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.available = available
        self.model, self.dt, self.tick_number = model, model.dt, 0
        self.room, making = room, Making(level, store)
        self.threads = max(threads or os.cpu_count() or 1, 1)
        self.surroundings = Surroundings(
            scene_part(model.colliders), model.moving, model.removals, self._name_of_owner
        )
        self.kinds = tuple(agent.name for agent in model.scene.agents)
        self.strains: tuple[Strain, ...] = strains_of(model)
        self.groups: list[Group] = []
        self.strain_of = np.full(len(self.kinds), -1, np.int64)
        for number, strain in enumerate(self.strains):
            self.strain_of[list(strain.kinds)] = number
            self.groups.append(
                Group(
                    strain.group.compiled,
                    strain.templates[0],
                    strain.varying,
                    self.kinds,
                    model.program.layers,
                    room,
                    making,
                )
            )
        self.where = np.full((0, 3), -1, np.int32)
        self.count = 0
        self.free: list[tuple[int, int]] = []
        self.left: dict[int, int] = {}
        self.watching: Callable[[Group, Block], None] | None = None
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    # ---- looking -----------------------------------------------------------------------

    def __len__(self) -> int:
        """How many agents there are."""
        return self.count

    @property
    def numbers(self) -> np.ndarray:
        """The numbers of all agents int64[N], in rising order."""
        return np.flatnonzero(self.where[:, 0] >= 0)

    def __contains__(self, number: object) -> bool:
        """Whether there is an agent with a number."""
        if not isinstance(number, int | np.integer):
            return False
        return bool(0 <= number < len(self.where)) and bool(self.where[int(number), 0] >= 0)

    def __getitem__(self, number: int) -> Agent:
        """The agent with a number; IndexError where there is none."""
        if number not in self:
            raise IndexError(f"there is no agent {number}")
        group, block, place = self.where[number].tolist()
        own = self.groups[group]
        seen = self.surroundings.names
        return Agent(number, self.name(number), own, own.blocks[block], place, seen)

    def name(self, number: int) -> str:
        """What an agent is called: as in the scene, or ``hero[17]`` for one like hero."""
        group, block, place = self.where[number].tolist()
        kind = self.kinds[int(self.groups[group].blocks[block].kinds[place])]
        return agent_name(kind, number, self.kinds)

    def _name_of_owner(self, collider: int) -> str:
        number = int(self.surroundings.owner[collider])
        return self.name(number) if number in self else f"agent {number}"

    def states(self) -> dict[str, dict[str, dict[str, int]]]:
        """How many agents are in each leaf state, by behavior, machine and path."""
        found: dict[str, dict[str, dict[str, int]]] = {}
        for group in self.groups:
            own = found.setdefault(group.compiled.behavior.name, {})
            for machine in group.layout.moved.machines:
                active = group.layout.moved.slots[machine.active].offset
                counts = np.zeros(len(machine.states), np.int64)
                for block in group.blocks:
                    leaves = row_of(block.lanes, active, block.count).astype(np.int64)
                    counts += np.bincount(leaves, minlength=len(counts))
                paths = own.setdefault(machine.name, {})
                for state, many in zip(machine.states, counts.tolist(), strict=True):
                    if state.initial < 0:
                        paths[state.path] = paths.get(state.path, 0) + many
        return found

    def fired(self) -> list[np.ndarray]:
        """By group and machine how often each of its transitions fired in the last tick, int64:
        ``native.machines.arrows_of`` has them in that order."""
        found = []
        for group in self.groups:
            for place, machine in enumerate(group.layout.moved.machines):
                counts = np.zeros(len(arrows_of(machine)) + 1, np.int64)
                for block in group.blocks:
                    own = row_of(block.fired, place, block.count)
                    counts += np.bincount(own, minlength=len(counts))
                found.append(counts[1:])
        return found

    # ---- agents that come and go -------------------------------------------------------

    def populate(
        self, kinds: ArrayLike, at: ArrayLike, heading: ArrayLike | None = None
    ) -> np.ndarray:
        """New agents like some of the scene's; gives their numbers int64[N].

        ``kinds`` int64[N] are numbers of agents of the scene, ``at`` f8[N,3] where they stand,
        ``heading`` f8[N] where they look (radians, 0 is +z, positive to the left). Numbers that
        have become free are given again, the lowest first, but not in the tick they became so.
        Raises ``NoRoomError`` where there is not memory for so many.
        """
        like: np.ndarray = np.asarray(kinds, np.int64).reshape(-1)
        count = len(like)
        if count and not (like.min() >= 0 and like.max() < len(self.kinds)):
            raise IndexError(f"agents are like one of {len(self.kinds)} of the scene, by number")
        place = np.broadcast_to(np.asarray(at, np.float64).reshape(-1, 3), (count, 3))
        way = np.broadcast_to(np.asarray(0.0 if heading is None else heading, float), (count,))
        self._check_room(like)
        numbers = self._numbers(count)
        for number, strain in enumerate(self.strains):
            own = np.flatnonzero(self.strain_of[like] == number)
            for begin in range(0, len(own), self.room):
                some = own[begin : begin + self.room]
                keys = self._keys(strain, numbers[some], like[some])
                rows = rows_of(strain, self.model, like[some], keys.tolist())
                them = Beginning(rows, place[some], way[some], keys, like[some].astype(np.int32))
                self._settle(number, them, numbers[some])
        self._give_capsules(numbers)
        self.count += count
        return numbers

    def reserve(self, count: int) -> None:
        """Raise ``NoRoomError`` where there is not memory for so many more agents."""
        if self.kinds:
            self._check_room(np.arange(count) % len(self.kinds))

    def _check_room(self, kinds: np.ndarray) -> None:
        many = np.bincount(self.strain_of[kinds], minlength=len(self.groups)).tolist()
        check_room(list(zip(self.groups, many, strict=True)), self.available())

    def _numbers(self, count: int) -> np.ndarray:
        again = [n for n, when in self.free if when < self.tick_number][:count]
        self.free = [(n, when) for n, when in self.free if n not in set(again)]
        first = len(self.where)
        new = np.arange(first, first + count - len(again))
        self.where = np.concatenate((self.where, np.full((len(new), 3), -1, np.int32)))
        return np.concatenate((np.array(again, np.int64), new))

    def _keys(self, strain: Strain, numbers: np.ndarray, kinds: np.ndarray) -> np.ndarray:
        """What each agent's draws start from; 0 where nothing is ever drawn."""
        if not strain.drawn and not strain.group.compiled.random_places:
            return np.zeros(len(numbers), np.uint64)
        names = [
            agent_name(self.kinds[kind], number, self.kinds)
            for number, kind in zip(numbers.tolist(), kinds.tolist(), strict=True)
        ]
        return np.array([agent_key(self.model.seed, name) for name in names], np.uint64)

    def _settle(self, number: int, them: Beginning, numbers: np.ndarray) -> None:
        """Make agents and put them into blocks: the last one while it has room, then new ones."""
        group = self.groups[number]
        done = 0
        for place, block in enumerate(group.blocks):
            some = min(block.room - block.count, len(them) - done)
            if some > 0:
                made = group.make(them.part(done, done + some), some)
                made.agents[:some] = numbers[done : done + some]
                group.append(place, made)
                self._find(number, place)
                done += some
        if done < len(them):
            rest = them.part(done, len(them))
            made = group.make(rest, self.room if group.blocks else self._first_room(len(rest)))
            made.agents[: len(rest)] = numbers[done:]
            self._find(number, group.take_in(made))

    def _first_room(self, count: int) -> int:
        return self.room if count > self.room // 2 else max(count, 1)

    def _find(self, group: int, number: int) -> None:
        """Note where the agents of a block are."""
        block = self.groups[group].blocks[number]
        own = block.agents[: block.count]
        self.where[own, 0], self.where[own, 1] = group, number
        self.where[own, 2] = np.arange(block.count)

    def _give_capsules(self, numbers: np.ndarray) -> None:
        """Colliders for new agents that have a mover, by their numbers."""
        layers = np.array([group.layer for group in self.groups] or [NO_LAYER], np.int64)
        solid = np.array([bool(group.capsule) for group in self.groups] or [False], bool)
        groups = self.where[numbers, 0]
        own = numbers[solid[groups]]
        again = np.array([number in self.left for number in own.tolist()], bool)
        colliders = np.empty(len(own), np.int64)
        colliders[again] = [self.left.pop(number) for number in own[again].tolist()]
        colliders[~again] = self.surroundings.add(own[~again])
        self.surroundings.come(colliders, layers[self.where[own, 0]])
        for number, collider in zip(own.tolist(), colliders.tolist(), strict=True):
            group, block, place = self.where[number].tolist()
            self.groups[group].blocks[block].capsules[place] = collider

    def remove(self, number: int) -> None:
        """Take an agent out of the world; what senses it loses it in the next tick."""
        if number not in self:
            raise IndexError(f"there is no agent {number}")
        at, where, place = self.where[number].tolist()
        group = self.groups[at]
        block = group.blocks[where]
        if block.capsules[place] >= 0:
            self.left[number] = int(block.capsules[place])
            self.surroundings.leave(self.left[number])
        last = group.drop(where, place)
        if last != place:
            self.where[block.agents[place], 2] = place
        self.where[number] = -1
        self.free.append((number, self.tick_number))
        self.free.sort()
        self.count -= 1

    # ---- time --------------------------------------------------------------------------

    def tick(
        self, inputs: Inputs | None = None, each: Mapping[str, ArrayLike] | None = None
    ) -> None:
        """Run one tick.

        ``inputs`` has by an agent of the scene what all that are like it are given (the scene's
        script, if left out). ``each`` has by an input's name a row for every number there is or
        was, f8[N], f8[N,2] or f8[N,3], for a key how far it is held; it wins.
        """
        given = self.model.script.sample(self.tick_number, self.dt) if inputs is None else inputs
        kinds = [given.get(name, AT_REST) for name in self.kinds]
        own = {name: _rows(array, len(self.where)) for name, array in (each or {}).items()}
        self._stand()
        seen = self.surroundings.begin(self.tick_number, self.dt)
        tasks = [(group, number) for group in self.groups for number in range(len(group.blocks))]
        if self.pool is None or len(tasks) < 2:
            for group, number in tasks:
                group.advance(number, seen, kinds, own, self.watching)
        else:
            run = self.pool.submit
            jobs = [run(g.advance, n, seen, kinds, own, self.watching) for g, n in tasks]
            for job in jobs:
                job.result()
        self.tick_number += 1

    def _stand(self) -> None:
        """Bring every agent's capsule to where it stands."""
        world = self.surroundings
        for group in self.groups:
            if not group.capsule:
                continue
            center, radius, height = group.capsule
            for block in group.blocks:
                bodies, own = block.bodies[: block.count], block.capsules[: block.count]
                world.position[own] = bodies[:, center : center + 3]
                world.size[own, 0] = bodies[:, radius]
                world.size[own, 1] = np.maximum(bodies[:, height] * 0.5 - bodies[:, radius], 0.0)

    def close(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None


def scene_part(colliders: Colliders) -> Colliders:
    """The colliders of a scene without those of agents, which come last."""
    count = int(np.count_nonzero(colliders.owner < 0))
    own = slice(0, count)
    return Colliders(
        colliders.names[:count],
        colliders.shape[own],
        colliders.position[own],
        colliders.rotation[own],
        colliders.size[own],
        colliders.layer[own],
        colliders.owner[own],
        colliders.alive[own],
        colliders.fields[own],
        colliders.heights,
    )


def agent_name(kind: str, number: int, kinds: Sequence[str]) -> str:
    """The scene's own agents have the first numbers and their names."""
    if number < len(kinds) and kinds[number] == kind:
        return kind
    return f"{kind}[{number}]"


def _rows(array: ArrayLike, count: int) -> np.ndarray:
    """Input values f8[N,W], at rest where they are not finite."""
    given: Any = np.asarray(array, np.float64)
    rows = given[:, np.newaxis] if given.ndim == 1 else given
    if rows.ndim != 2 or len(rows) != count:
        raise ValueError(f"inputs of {len(rows)} agents for {count}")
    return np.where(np.isfinite(rows), rows, 0.0)


def of_scene(model: Model, **options: Any) -> Crowd:
    """The agents of a scene as it declares them, as a crowd."""
    crowd = Crowd(model, **options)
    at, heading = starts_of(model)
    crowd.populate(np.arange(len(at)), at, heading)
    return crowd


def starts_of(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Where the scene's agents begin, f8[A,3], and where they look, f8[A]."""
    count = len(model.scene.agents)
    at, heading = np.zeros((count, 3)), np.zeros(count)
    for group in model.groups:
        at[group.agents], heading[group.agents] = group.at, group.heading
    return at, heading
