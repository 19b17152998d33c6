"""One model run three ways: by the reference, by native code for one agent, and by lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from behave.ir.program import BehaviorProgram
from behave.ir.values import Group
from behave.kinds import Base
from behave.native.compiling import Native
from behave.native.crowd import Crowd
from behave.native.engine import QUICK, compiled, host
from behave.native.lanes import Lanes
from behave.native.machines import arrows_of
from behave.native.module import round_name, write_module
from behave.native.packs import agent_of, put, rows_of
from behave.native.step import asking
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.compiling import compile_behavior
from behave.runtime.draws import agent_key
from behave.runtime.events import Happening, ZoneChanges, happenings
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.record import Fired, TickRecord
from behave.runtime.rounds import rounds
from behave.runtime.state import State
from behave.runtime.tick import tick
from behave.runtime.turns import Explain, take_turns


class ByLanes:
    """Decides a group's agents by lanes; gives transitions without reasons, skips as a count."""

    def __init__(
        self, own: CompiledBehavior, keys: Sequence[int], lanes: Lanes, level: int
    ) -> None:
        self.compiled = own
        self.crowd = Crowd(own, keys, lanes)
        code = compiled(write_module(own.behavior, own.scope.dt, lanes).text, level)
        self.perceive_code = self.crowd.function(code, "perceive")
        self.turns_code = self.crowd.function(code, "turns")
        numbers = range(len(own.rounds))
        self.ask_codes = [self.crowd.function(code, round_name(number)) for number in numbers]
        self.arrays: tuple[np.ndarray, ...] = ()

    def is_ready(self) -> bool:
        """It is made with its code."""
        return True

    def bind(self, *arrays: np.ndarray) -> ByLanes:
        """Remember the group's rows, draws and entered."""
        self.arrays = arrays
        return self

    def _with(self, run: Any) -> None:
        crowd = self.crowd
        mine = (crowd.rows, crowd.draws, crowd.entered)
        for own, array in zip(mine, self.arrays, strict=True):
            put(own, array.T, slice(None))
        run(0, crowd.whole)
        for own, array in zip(mine, self.arrays, strict=True):
            array[...] = rows_of(own, len(array)).T

    def ask(self, bound: Any, number: int) -> Any:
        """A round's questions of all agents at once."""
        crowd = self.crowd
        self._with(self.ask_codes[number])
        agents = len(self.arrays[0])
        ready, asked = rows_of(crowd.ready, agents).T, rows_of(crowd.asked, agents).T
        return asking(rounds(self.compiled.behavior)[number], crowd.columns, ready, asked)

    def perceive(
        self, bound: Any, frames: Sequence[Frame], changes: ZoneChanges
    ) -> list[list[Happening]]:
        """Events and Remember of all agents at once."""
        crowd = self.crowd
        crowd.skipped[:] = 0
        for place, flags in enumerate((changes.enter, changes.stay, changes.exit)):
            if flags.size:
                put(crowd.zones, flags.sum(2).T, slice(place, None, 3))
        self._with(self.perceive_code)
        return [
            happenings(self.compiled, frame, changes, row, delivered=True)
            for row, frame in enumerate(frames)
        ]

    def turns(self, bound: Any, row: int, frame: Frame, explain: Explain) -> list[Fired]:
        """All agents at once, when the first one's turn comes."""
        crowd = self.crowd
        if row == 0:
            self._with(self.turns_code)
        frame.skipped[:] = [""] * int(agent_of(crowd.skipped, row)[0])
        found = []
        for number, machine in enumerate(self.compiled.machines):
            which = int(agent_of(crowd.fired, row)[number])
            if which:
                source, place, _ = arrows_of(machine.machine)[which - 1]
                name = machine.machine.name
                found.append(Fired(name, "", "", "", "", "", source, place))
        return found


def bare(record: TickRecord) -> Any:
    """What lanes can tell of a tick."""
    return [
        (
            agent.states,
            agent.events,
            len(agent.skipped),
            [(fired.machine, fired.source, fired.number) for fired in agent.fired],
        )
        for agent in record.agents.values()
    ]


def _with_native(model: Model, make: Any) -> Model:
    def native(group: AgentGroup) -> AgentGroup:
        return replace(group, native=make(group.compiled, group.keys))

    return replace(model, groups=tuple(native(group) for group in model.groups))


@dataclass
class Ways:
    """A model's runs side by side; ``models`` are reference, one agent, lanes."""

    models: list[Model]
    states: list[State]

    def tick(self, inputs: Any = None) -> TickRecord:
        """One tick each; every byte of the states and all that is reported must be the same."""
        first = self.states[0]
        if inputs is None:
            inputs = self.models[0].script.sample(first.tick, self.models[0].dt)
        before = first.copy()
        records = [tick(m, s, inputs) for m, s in zip(self.models, self.states, strict=True)]
        for state, way in zip(self.states[1:], ("one", "lanes"), strict=False):
            same(self.models[0], before, first, state, way)
        if len(records) > 1:
            assert records[1] == records[0]
        if len(records) > 2:
            assert bare(records[2]) == bare(records[0])
        return records[0]


def same(model: Model, before: State, right: State, found: State, way: str) -> None:
    """Fail with the names of the slots that differ."""
    if right.digest() == found.digest():
        return
    wrong = []
    for number, group in enumerate(model.groups):
        a, b = right.rows[number], found.rows[number]
        for row, word in np.argwhere(a.view(np.int64) != b.view(np.int64)).tolist():
            names = [
                slot.path
                for slot in group.behavior.slots
                if slot.offset <= word < slot.offset + slot.width or slot.presence == word
            ]
            was = before.rows[number][row, word]
            wrong.append((group.names[row], names, was, a[row, word], b[row, word]))
    what = [
        name
        for name in ("draws", "entered", "zones")
        for a, b in zip(getattr(right, name), getattr(found, name), strict=True)
        if a.tobytes() != b.tobytes()
    ]
    raise AssertionError(f"{way}: agent, slot, before, reference, native: {wrong[:9]} {what}")


def lanes_of_host(count: int) -> Lanes:
    """So many lanes; four with flags as words where this processor has them."""
    return Lanes(count, masks=count == 4 and "+avx" in host()[1].split(","))


def ways(model: Model, state: State, *, lanes: int = 4, level: int = QUICK) -> Ways:
    """The model three ways from one state."""
    native = Native(level=level, patience=None)

    def one(own: CompiledBehavior, keys: Sequence[int]) -> Any:
        step = native.step(own, keys)
        assert step is not None
        return step

    models = [model, _with_native(model, one)]
    if lanes:
        width = lanes_of_host(lanes)
        models.append(_with_native(model, lambda own, keys: ByLanes(own, keys, width, level)))
    return Ways(models, [state.copy() for _ in models])


def stirred(model: Model, state: State, seed: int) -> State:
    """The state with every agent's plain variables at numbers of its own."""
    random = np.random.default_rng(seed)
    changed = state.copy()
    for group, rows in zip(model.groups, changed.rows, strict=True):
        for slot in group.behavior.slots:
            if slot.group is not Group.VARIABLE or slot.presence >= 0:
                continue
            if slot.kind.base in (Base.NUMBER, Base.VEC, Base.POINT):
                shape = (len(rows), slot.width)
                values = np.round(random.normal(0.0, 2.0, shape), 2)
                rows[:, slot.offset : slot.offset + slot.width] = values
            elif slot.kind.base is Base.BOOL:
                rows[:, slot.offset] = random.integers(0, 2, len(rows))
    return changed


KEYS = tuple(agent_key(7, name) for name in ("a", "b", "c", "d", "e", "f"))


def decided(behavior: BehaviorProgram, rows: np.ndarray, ticks: int = 2, **options: Any) -> None:
    """Turns alone, of agents with some rows, all ways to the same bits and skips."""
    own = compile_behavior(behavior, options.get("dt", 1.0 / 60.0))
    keys = KEYS[: len(rows)]
    level = options.get("level", QUICK)
    step = Native(level=level, patience=None).step(own, keys)
    assert step is not None
    lanes = ByLanes(own, keys, lanes_of_host(options.get("lanes", 4)), level)
    arrays = [
        (
            rows.copy(),
            np.zeros((len(rows), own.random_places), np.int64),
            np.zeros((len(rows), own.state_count), bool),
        )
        for _ in range(3)
    ]
    for _ in range(ticks):
        skipped: list[list[Any]] = [[], [], []]
        for row in range(len(rows)):
            frames = [Frame(a[0][row], own.scope.dt, a[1][row], keys[row]) for a in arrays]
            with np.errstate(all="ignore"):
                take_turns(own, frames[0], arrays[0][2][row], (), lambda *_: "")
            step.turns(step.bind(*arrays[1]), row, frames[1], lambda *_: "")
            lanes.turns(lanes.bind(*arrays[2]), row, frames[2], lambda *_: "")
            for texts, frame in zip(skipped, frames, strict=True):
                texts.append(frame.skipped)
        for way, found in zip(("one", "lanes"), arrays[1:], strict=True):
            for right, array in zip(arrays[0], found, strict=True):
                if right.tobytes() != array.tobytes():
                    wrong = np.argwhere(right != array).tolist()
                    slots = [(s.path, s.offset) for s in behavior.slots]
                    where = [(row, word, right[row, word], array[row, word]) for row, word in wrong]
                    raise AssertionError(f"{way}: {where[:9]} of {slots}")
        assert skipped[1] == skipped[0]
        assert [len(s) for s in skipped[2]] == [len(s) for s in skipped[0]]
        lanes.crowd.skipped[:] = 0
        step.bound.skipped[:, 0] = 0  # type: ignore[union-attr]
