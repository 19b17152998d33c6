"""The agents of a crowd in blocks: so many that a call costs little beside what it does for each,
so few that their words stay in the cache from one phase of a tick to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.crowd.layout import Layout
from behave.native.code import ARGUMENTS
from behave.native.events import ZONE_HAPPENINGS, awaited
from behave.native.inputs import given_columns
from behave.native.lanes import Lanes
from behave.native.sensing import columns
from behave.native.zones import WIDTH
from behave.runtime.compiled import CompiledBehavior

LINE = 8
"""Numbers of a cache line."""


@dataclass(eq=False)
class Lists:
    """The colliders in one zone of every agent of a block: those of agent i are
    ``found[starts[i] : starts[i + 1]]``."""

    starts: np.ndarray
    found: np.ndarray

    def of(self, agent: int) -> np.ndarray:
        """The colliders of one agent."""
        colliders: np.ndarray = self.found[self.starts[agent] : self.starts[agent + 1]]
        return colliders

    def without(self, agent: int, last: int) -> None:
        """Drop an agent; the last one takes its place."""
        own = [self.of(number) for number in range(last)]
        if agent < last:
            own[agent] = self.of(last)
        counts = [len(part) for part in own]
        self.found = np.concatenate((*own, np.zeros(0, np.int32))).astype(np.int32)
        self.starts[1 : last + 1] = np.cumsum(counts)


class Block:
    """Up to ``room`` agents, ``count`` of them there.

    ``lanes`` f8[L,S] are their lane words, ``bodies`` f8[room,B] their body words; ``draws``
    int64[P,S], ``keys`` uint64[S] and ``entered`` uint8[Q,S] as in ``runtime.state``, S being the
    layout's stride (1 for draws and keys where nothing is drawn). ``fired``
    int32[M,S] and ``skipped`` int32[S] are what the last tick left. ``agents`` int64[room] are
    their numbers, ``capsules`` int64[room] their colliders (-1 none), ``kinds`` int32[room] which
    agent of the scene each is like. ``inside`` and ``before`` are by zone who is in it now, and
    was when the last tick began.
    """

    def __init__(self, layout: Layout, compiled: CompiledBehavior, room: int, width: int) -> None:
        behavior = compiled.behavior
        self.room, self.count = room, 0
        stride = self.stride = layout.stride
        assert self.whole_of(room, width) <= stride
        self.lanes = np.zeros((max(layout.lanes, 1), stride))
        self.bodies = np.zeros((room, max(layout.bodies, 1)))
        drawing = stride if compiled.random_places else 1
        self.draws = np.zeros((max(compiled.random_places, 1), drawing), np.int64)
        self.keys = np.zeros(drawing, np.uint64)
        self.entered = np.zeros((max(compiled.state_count, 1), stride), np.uint8)
        self.fired = np.zeros((max(len(behavior.machines), 1), stride), np.int32)
        self.skipped = np.zeros(stride, np.int32)
        self.agents = np.full(room, -1, np.int64)
        self.capsules = np.full(room, -1, np.int64)
        self.kinds = np.zeros(room, np.int32)
        self.inside = [_nothing(room) for _ in behavior.zones]
        self.before = [_nothing(room) for _ in behavior.zones]

    def whole(self, width: int) -> int:
        """The agents filled up to whole vectors."""
        return self.whole_of(self.count, width)

    @staticmethod
    def whole_of(count: int, width: int) -> int:
        """So many agents filled up to whole vectors."""
        return -(-count // width) * width

    def append(self, new: Block) -> None:
        """Add the agents of another block at the end; there must be room for them."""
        own = slice(self.count, self.count + new.count)
        for array, other in zip(self._wide(), new._wide(), strict=True):
            if array.shape[1] > 1:
                array[:, own] = other[:, : new.count]
        for flat, other in zip(self._flat(), new._flat(), strict=True):
            if len(flat) > 1:
                flat[own] = other[: new.count]
        for lists in (*self.inside, *self.before):
            lists.starts[self.count + 1 : own.stop + 1] = lists.starts[self.count]
        self.count = own.stop

    def _wide(self) -> tuple[np.ndarray, ...]:
        """Arrays with the agents along the last axis."""
        return (self.lanes, self.draws, self.entered, self.fired)

    def _flat(self) -> tuple[np.ndarray, ...]:
        """Arrays with the agents along the first."""
        return (self.keys, self.skipped, self.agents, self.capsules, self.kinds, self.bodies)

    def drop(self, agent: int) -> int:
        """Take out an agent by its place; the last one moves there. Gives the last one's place."""
        last = self.count - 1
        for array in self._wide():
            if array.shape[1] > 1:
                array[:, agent] = array[:, last]
        for flat in self._flat():
            if len(flat) > 1:
                flat[agent] = flat[last]
        for lists in (*self.inside, *self.before):
            lists.without(agent, last)
        self.agents[last] = self.capsules[last] = -1
        self.count = last
        return last


class Scratch:
    """Room one thread works in, for blocks of one stride."""

    def __init__(self, compiled: CompiledBehavior, stride: int) -> None:
        behavior = compiled.behavior
        self.columns = columns(behavior)
        self.given = given_columns(behavior)
        asked = sum(end - start for each in self.columns for start, end in each.values())
        zones = len(behavior.zones)
        wide = max(asked, zones * WIDTH, *(end for _, end in self.given), 1, 1)
        self.asked = np.zeros((wide, stride))
        self.ready = np.zeros((max(len(behavior.sensors), zones, 1), stride), np.uint8)
        self.heard = np.zeros((max(len(awaited(behavior)), 1), stride), np.uint8)
        self.zones = np.zeros((max(zones * len(ZONE_HAPPENINGS), 1), stride), np.int32)
        self.near = np.zeros(0, np.int64)
        self.context = np.zeros(len(ARGUMENTS), np.int64)

    def bind(self, block: Block) -> int:
        """Let machine code work on a block in this room; gives the context's address."""
        arrays: dict[str, np.ndarray] = {
            "row": block.lanes,
            "draws": block.draws,
            "keys": block.keys,
            "entered": block.entered,
            "fired": block.fired,
            "skipped": block.skipped,
            "heard": self.heard,
            "zones": self.zones,
            "asked": self.asked,
            "ready": self.ready,
        }
        self.context[ARGUMENTS.index("stride")] = block.stride
        for name, array in arrays.items():
            self.context[ARGUMENTS.index(name)] = array.ctypes.data
        address: int = self.context.ctypes.data
        return address

    def room_for(self, colliders: int) -> np.ndarray:
        """int64[…] with room for every collider."""
        if len(self.near) < colliders:
            self.near = np.zeros(colliders * 5 // 4, np.int64)
        return self.near


def _nothing(room: int) -> Lists:
    return Lists(np.zeros(room + 1, np.int32), np.zeros(0, np.int32))


def stride_of(room: int, width: int) -> int:
    """How far apart the words of an agent are: whole vectors, an odd number of cache lines."""
    lines = -(-(-(-room // width) * width) // LINE)
    return (lines + 1 - lines % 2) * LINE


def lanes_of(features: str) -> Lanes:
    """Lanes for a processor with some features, as LLVM lists them: what a vector of it holds.

    Four where there is AVX, else two; any number of lanes gives the same bits anywhere.
    """
    has = features.split(",")
    return Lanes(4, masks="+avx512vl" not in has) if "+avx" in has else Lanes(2)
