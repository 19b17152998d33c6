"""Many agents of a shipped behavior at once, each way of deciding them on rows of its own.

An agent decides for itself: its variables, memory, timers and states are what its turns make of
them. What it senses, its inputs and its rig are taken anew in every tick from some moment of a run
of the scene, and spoilt here and there: readings lost, keys pressed, colliders exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.cli.files import read_picture
from behave.cli.findings import check_file
from behave.ir.program import BehaviorProgram, InputDevice
from behave.ir.values import Group
from behave.native.compiling import Native
from behave.native.crowd import Crowd
from behave.native.engine import compiled
from behave.native.lanes import Lanes
from behave.native.module import round_name, write_module
from behave.native.packs import put, rows_of
from behave.native.step import Step
from behave.resources import behaviors_path
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.compiling import compile_behavior
from behave.runtime.draws import agent_key
from behave.runtime.events import ZoneChanges, handle, happenings
from behave.runtime.frame import Frame
from behave.runtime.remember import remember
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.runtime.turns import take_turns
from behave.scenario.build import build

GIVEN = (Group.INPUT, Group.READING, Group.RIG)
"""Slots an agent does not decide about: they are as in the run."""

LOST, PRESSED, EXCHANGED, IN_ZONE = 0.03, 0.05, 0.02, 0.04
"""How often, an agent and tick: a reading is lost, a key goes down or up, what is sensed is
another collider, and one comes to, stays in or leaves a zone."""

COLLIDERS = 2
"""Colliders that may be in a zone."""


@dataclass(frozen=True)
class Recording:
    """A behavior and the rows of its first agent along a run."""

    behavior: BehaviorProgram
    rows: np.ndarray


def recorded(file: str, scene: str, ticks: int) -> Recording:
    """Play a scene of a shipped behavior by machine code, at 60 Hz."""
    checked = check_file(str(behaviors_path() / f"{file}.beh"))
    assert checked.program is not None
    model = build(
        checked.program, scene, dt=1.0 / 60.0, pictures=read_picture, native=Native(patience=None)
    )
    number = next(n for n, group in enumerate(model.groups) if group.behavior.name == file)
    state = initial(model)
    rows = []
    for now in range(ticks):
        tick(model, state, model.script.sample(now, model.dt))
        rows.append(state.rows[number][0].copy())
    return Recording(model.groups[number].behavior, np.array(rows))


class OneByOne:
    """Code for one agent, called for one after the other; an agent's words follow each other."""

    def __init__(self, own: CompiledBehavior, keys: tuple[int, ...], level: int) -> None:
        step = Native(level=level, patience=None).step(own, keys)
        assert step is not None
        self.step: Step = step

    def start(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> None:
        """Go on from these states, each in an array of its own."""
        self.bound = self.step.bind(rows.copy(), draws.copy(), entered.copy())

    def states(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows i8[N,W] by their bits, draws and entered."""
        bound = self.bound
        return bound.rows.view(np.int64), bound.draws, bound.entered

    def give(self, words: np.ndarray, values: np.ndarray) -> None:
        """Write some words of every agent."""
        self.bound.rows[:, words] = values

    def ask(self) -> tuple[np.ndarray, np.ndarray]:
        """Which sensors ask for whom, and what."""
        for ask in self.step.ask_codes:
            for address in self.bound.addresses:
                ask(address)
        return questions(self.step, self.bound.ready, self.bound.asked)

    def tick(self, zones: np.ndarray) -> np.ndarray:
        """Perceive and turn; gives how much each agent reported."""
        self.bound.zones[:, : zones.shape[1]] = zones
        run = self.step.step_code
        return np.array([run(address) for address in self.bound.addresses])


class BesideEachOther:
    """Code for lanes, called once for all; the agents' words lie in packs."""

    def __init__(
        self, own: CompiledBehavior, keys: tuple[int, ...], lanes: Lanes, level: int
    ) -> None:
        self.crowd, self.step = Crowd(own, keys, lanes), Step(own, keys)
        code = compiled(write_module(own.behavior, own.scope.dt, lanes).text, level)
        names = [round_name(number) for number in range(len(own.rounds))]
        self.asking = [self.crowd.function(code, name) for name in names]
        self.stepping = self.crowd.function(code, "step")

    def start(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> None:
        """The same."""
        own = (self.crowd.rows, self.crowd.draws, self.crowd.entered)
        for mine, array in zip(own, (rows, draws, entered), strict=True):
            put(mine, array.T, slice(None))

    def states(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The same."""
        crowd = self.crowd
        rows = rows_of(crowd.rows, crowd.count).view(np.int64).T
        draws = rows_of(crowd.draws, crowd.count).T
        return rows, draws, rows_of(crowd.entered, crowd.count).T.astype(bool)

    def give(self, words: np.ndarray, values: np.ndarray) -> None:
        """The same."""
        put(self.crowd.rows, values.T, words)

    def ask(self) -> tuple[np.ndarray, np.ndarray]:
        """The same."""
        crowd = self.crowd
        for run in self.asking:
            run(0, crowd.whole)
        ready, asked = rows_of(crowd.ready, crowd.count).T, rows_of(crowd.asked, crowd.count).T
        return questions(self.step, ready, asked)

    def tick(self, zones: np.ndarray) -> np.ndarray:
        """The same."""
        crowd, count = self.crowd, self.crowd.count
        put(crowd.zones, zones.T, slice(None))
        crowd.skipped[:] = 0
        self.stepping(0, crowd.whole)
        fired, skipped = rows_of(crowd.fired, count), rows_of(crowd.skipped, count)
        reported: np.ndarray = (fired != 0).sum(0) + skipped[0]
        return reported


def crowd_sizes(own: CompiledBehavior) -> tuple[int, int]:
    """How many random places and states an agent has."""
    return own.random_places, own.state_count


def questions(step: Step, ready: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Who asks, and the bits of what: 0 in the columns of questions nobody asks."""
    used = np.zeros((len(ready), max(step.width, 1)), bool)
    for sensor, places in enumerate(step.columns):
        for start, end in places.values():
            used[:, start:end] = ready[:, sensor : sensor + 1]
    return ready, np.where(used, asked, 0.0).view(np.int64)


class Apart:
    """The reference, for a few of the agents, from what their sensors ask on."""

    def __init__(self, own: CompiledBehavior, keys: tuple[int, ...], who: list[int]) -> None:
        self.own, self.keys, self.who = own, keys, who

    def start(self, rows: np.ndarray, draws: np.ndarray, entered: np.ndarray) -> None:
        """Go on from these states of all agents."""
        self.rows, self.draws, self.entered = rows[self.who], draws[self.who], entered[self.who]

    def states(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As of the others, of the few."""
        return self.rows.view(np.int64), self.draws, self.entered

    def tick(self, changes: ZoneChanges) -> np.ndarray:
        """Perceive and turn; gives how much each of the few reported."""
        own, found = self.own, []
        for place, agent in enumerate(self.who):
            frame = Frame(self.rows[place], own.scope.dt, self.draws[place], self.keys[agent])
            frame.memo = own.scope.shared.fresh()
            with np.errstate(all="ignore"):
                events = happenings(own, frame, changes, agent)
                handle(own, frame, events)
                remember(own, frame, self.entered[place])
                heard = frozenset(happening.event for happening in events)
                fired = take_turns(own, frame, self.entered[place], heard, lambda *_: "")
            found.append(len(fired) + len(frame.skipped))
        return np.array(found)


def words_of(behavior: BehaviorProgram, *groups: Group) -> set[int]:
    """The words of the slots of some groups."""
    return {
        word
        for slot in behavior.slots
        if slot.group in groups
        for word in (*range(slot.offset, slot.offset + slot.width), slot.presence)
        if word >= 0
    }


class Stage:
    """What happens to ``count`` agents from outside, the same for every way."""

    def __init__(self, recording: Recording, count: int, loaded: frozenset[int]) -> None:
        self.recording, self.count = recording, count
        self.random = np.random.default_rng(11)
        self.phase = self.random.integers(0, len(recording.rows), count)
        self.words = np.array(sorted(words_of(recording.behavior, *GIVEN) & loaded))
        self.readings = np.array(sorted(words_of(recording.behavior, Group.READING)))
        self.place_of = {word: place for place, word in enumerate(self.words.tolist())}

    def start(self) -> np.ndarray:
        """The agents' rows, each at some moment of the run."""
        return self.recording.rows[self.phase]

    def next(self) -> np.ndarray:
        """What the agents cannot help in the next tick: f8[N,…], in the order of ``words``."""
        random, count, behavior = self.random, self.count, self.recording.behavior
        self.phase = (self.phase + 1) % len(self.recording.rows)
        values = self.recording.rows[self.phase[:, np.newaxis], self.words]
        for sensor in behavior.sensors:
            gone = random.random(count) < LOST
            for _, field in sensor.reading.fields:
                self._set(values, behavior.slots[field].presence, gone, 0.0)
            self._set(values, behavior.slots[sensor.reading.exists].offset, gone, 0.0)
            if sensor.reading.collider >= 0:
                collider = behavior.slots[sensor.reading.collider].offset
                self._set(values, collider, random.random(count) < EXCHANGED, 3.0)
                self._set(values, collider, gone, -1.0)
        for one in behavior.inputs:
            if one.device is InputDevice.KEY:
                for slot in {one.value, one.pressed, one.released} - {-1}:
                    down = float(random.integers(0, 2))
                    word = behavior.slots[slot].offset
                    self._set(values, word, random.random(count) < PRESSED, down)
        return values

    def _set(self, values: np.ndarray, word: int, where: np.ndarray, value: float) -> None:
        place = self.place_of.get(word)
        if place is not None:
            values[where, place] = value

    def changes(self) -> tuple[ZoneChanges, np.ndarray]:
        """Comings and goings in zones, and how many of each, i4[N, 3 a zone]."""
        zones = len(self.recording.behavior.zones)
        shape = (self.count, zones, COLLIDERS)
        flags = [self.random.random(shape) < IN_ZONE for _ in range(3)]
        busy = (flags[0] | flags[1] | flags[2]).any(axis=2)
        counts = np.stack([each.sum(2) for each in flags], axis=2).reshape(self.count, zones * 3)
        return ZoneChanges(*flags, busy.tolist()), counts.astype(np.int32)


@dataclass(frozen=True)
class Size:
    """How much is compared: agents, ticks a length of tick, and how many the reference decides."""

    agents: int
    ticks: int
    apart: int


def compare(
    recording: Recording,
    lengths: tuple[float, ...],
    size: Size,
    widths: tuple[int, ...],
    level: int,
) -> int:
    """Run all ways through ``ticks`` ticks of each length and compare every bit they may write
    after each tick, and all of them at the end of a length.

    Gives how many agent-ticks code for one agent and every width of lanes have decided alike.
    """
    behavior = recording.behavior
    keys = tuple(agent_key(5, f"agent{number}") for number in range(size.agents))
    few = list(range(0, size.agents, max(size.agents // size.apart, 1)))
    state: tuple[np.ndarray, ...] | None = None
    reported = 0
    for dt in lengths:
        own = compile_behavior(behavior, dt)
        module = write_module(behavior, dt, Lanes())
        one = OneByOne(own, keys, level)
        lanes = [BesideEachOther(own, keys, Lanes(width), level) for width in widths]
        apart = Apart(own, keys, few)
        if state is None:
            stage = Stage(recording, size.agents, module.loaded)
            places, states = crowd_sizes(own)
            draws = np.zeros((size.agents, places), np.int64)
            state = (stage.start(), draws, np.zeros((size.agents, states), bool))
        for way in (one, *lanes, apart):
            way.start(*state)
        changing = np.array(sorted(module.stored))
        for number in range(size.ticks):
            where = f"{behavior.name}, dt {dt}, tick {number}"
            given, (changes, zones) = stage.next(), stage.changes()
            one.give(stage.words, given)
            asked = one.ask()
            for words in (stage.words, stage.readings):
                apart.rows[:, words] = one.bound.rows[np.ix_(few, words)]
            right = one.tick(zones)
            reported += int(right.sum())
            for way in lanes:
                way.give(stage.words, given)
                for a, b in zip(asked, way.ask(), strict=True):
                    assert np.array_equal(a, b), where
                assert np.array_equal(right, way.tick(zones)), where
                same(behavior, one.states(), way.states(), changing, where)
            assert np.array_equal(right[few], apart.tick(changes)), where
            mine = tuple(array[few] for array in one.states())
            same(behavior, mine, apart.states(), changing, f"{where}, reference")
        everything = np.arange(behavior.width)
        for way in lanes:
            same(behavior, one.states(), way.states(), everything, where)
        same(behavior, mine, apart.states(), everything, f"{where}, reference")
        state = (one.bound.rows, one.bound.draws, one.bound.entered)
    assert reported > size.agents
    return len(lengths) * size.ticks * size.agents


def same(
    behavior: BehaviorProgram,
    right: tuple[np.ndarray, ...],
    found: tuple[np.ndarray, ...],
    words: np.ndarray,
    where: str,
) -> None:
    """Fail with the slots that differ in a bit of some words, or with what else differs."""
    a, b = right[0][:, words], found[0][:, words]
    if not np.array_equal(a, b):
        agent, place = np.argwhere(a != b)[0].tolist()
        word = int(words[place])
        names = [s.path for s in behavior.slots if s.offset <= word < s.offset + s.width]
        values = np.array([a[agent, place], b[agent, place]]).view(np.float64)
        raise AssertionError(f"{where}: agent {agent}, {names or word}: {values}")
    for one, other in zip(right[1:], found[1:], strict=True):
        assert np.array_equal(one, other), where
