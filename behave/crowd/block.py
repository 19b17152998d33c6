"""The agents of a crowd in blocks: so many that a call costs little beside what it does for each,
so few that their words stay in the cache from one phase of a tick to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.crowd.layout import Layout
from behave.native.code import ARGUMENTS
from behave.native.inputs import given_columns
from behave.native.lanes import Lanes
from behave.native.packs import PACK, agent_of, packed, packs_of, put, rows_of
from behave.native.sensing import columns
from behave.native.sizes import KINDS
from behave.runtime.compiled import CompiledBehavior

STATE = ARGUMENTS[: ARGUMENTS.index("skipped") + 1]
"""The arrays a block keeps from tick to tick; the others serve one tick."""


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

    ``lanes`` f8 are their lane words, ``draws`` i8, ``keys`` u8 and ``entered`` u1 as in
    ``runtime.state``, ``fired`` i4 and ``skipped`` i4 what the last tick left: all in packs, with
    the layout's rows. ``bodies`` f8[room,B] are their body words. ``agents`` int64[room] are
    their numbers, ``capsules`` int64[room] their colliders (-1 none), ``kinds`` int32[room] which
    agent of the scene each is like. ``inside`` and ``before`` are by zone who is in it now, and
    was when the last tick began. ``addresses`` int64 are where the arrays ``STATE`` begin.
    """

    def __init__(self, layout: Layout, compiled: CompiledBehavior, room: int) -> None:
        behavior, rows = compiled.behavior, layout.rows
        self.room, self.count = room, 0
        self.lanes = packed(rows["row"], room)
        self.draws = packed(rows["draws"], room, KINDS["draws"])
        self.keys = packed(rows["keys"], room, KINDS["keys"])
        self.entered = packed(rows["entered"], room, KINDS["entered"])
        self.fired = packed(rows["fired"], room, KINDS["fired"])
        self.skipped = packed(rows["skipped"], room, KINDS["skipped"])
        self.bodies = np.zeros((room, max(layout.bodies, 1)))
        self.agents = np.full(room, -1, np.int64)
        self.capsules = np.full(room, -1, np.int64)
        self.kinds = np.zeros(room, np.int32)
        self.inside = [_nothing(room) for _ in behavior.zones]
        self.before = [_nothing(room) for _ in behavior.zones]
        self.addresses = np.array([array.ctypes.data for array in self._packed()], np.int64)

    @property
    def whole(self) -> int:
        """The agents filled up to whole packs."""
        return packs_of(self.count) * PACK

    def append(self, new: Block) -> None:
        """Add the agents of another block at the end; there must be room for them."""
        own = slice(self.count, self.count + new.count)
        for array, other in zip(self._packed(), new._packed(), strict=True):
            put(array, rows_of(other, new.count), slice(None), self.count)
        for flat, other in zip(self._flat(), new._flat(), strict=True):
            flat[own] = other[: new.count]
        for lists in (*self.inside, *self.before):
            lists.starts[self.count + 1 : own.stop + 1] = lists.starts[self.count]
        self.count = own.stop

    def _packed(self) -> tuple[np.ndarray, ...]:
        """The arrays in packs, in the order of ``STATE``."""
        return (self.lanes, self.draws, self.keys, self.entered, self.fired, self.skipped)

    def _flat(self) -> tuple[np.ndarray, ...]:
        """Arrays with the agents along the first axis."""
        return (self.agents, self.capsules, self.kinds, self.bodies)

    def drop(self, agent: int) -> int:
        """Take out an agent by its place; the last one moves there. Gives the last one's place."""
        last = self.count - 1
        for array in self._packed():
            agent_of(array, agent)[:] = agent_of(array, last)
        for flat in self._flat():
            flat[agent] = flat[last]
        for lists in (*self.inside, *self.before):
            lists.without(agent, last)
        self.agents[last] = self.capsules[last] = -1
        self.count = last
        return last


class Scratch:
    """Room one thread works in, for blocks of up to ``room`` agents."""

    def __init__(self, layout: Layout, compiled: CompiledBehavior, room: int) -> None:
        self.room, rows = room, layout.rows
        self.columns = columns(compiled.behavior)
        self.given = given_columns(compiled.behavior)
        self.heard = packed(rows["heard"], room, KINDS["heard"])
        self.zones = packed(rows["zones"], room, KINDS["zones"])
        self.asked = packed(rows["asked"], room)
        self.ready = packed(rows["ready"], room, KINDS["ready"])
        self.near = np.zeros(0, np.int64)
        self.context = np.zeros(len(ARGUMENTS), np.int64)
        own = (self.heard, self.zones, self.asked, self.ready)
        self.context[len(STATE) : len(STATE) + len(own)] = [array.ctypes.data for array in own]
        self.address: int = self.context.ctypes.data

    def bind(self, block: Block) -> int:
        """Let machine code work on a block in this room; gives the context's address."""
        self.context[: len(STATE)] = block.addresses
        return self.address

    def context_of(self, block: Block) -> np.ndarray:
        """A context of its own for a block in this room."""
        self.bind(block)
        return self.context.copy()

    def room_for(self, colliders: int) -> np.ndarray:
        """int64[…] with room for every collider."""
        if len(self.near) < colliders:
            self.near = np.zeros(colliders * 5 // 4, np.int64)
        return self.near


def _nothing(room: int) -> Lists:
    return Lists(np.zeros(room + 1, np.int32), np.zeros(0, np.int32))


def lanes_of(features: str) -> Lanes:
    """Lanes for a processor with some features, as LLVM lists them: what a vector of it holds.

    Four where there is AVX, else two; any number of lanes gives the same bits anywhere.
    """
    has = features.split(",")
    return Lanes(4, masks="+avx512vl" not in has) if "+avx" in has else Lanes(2)
