"""Whole crowds kept at some ticks, so that any tick of the past can be run again exactly."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from behave.crowd import Crowd
from behave.crowd.block import Block, Lists

LIMIT = 128 * 2**20
"""Bytes that all checkpoints may take, about; at least two are kept."""

EVERY = 60
"""Ticks between two at first; twice as many each time there are too many."""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A crowd as it was before a tick: copies of every array that changes while it runs."""

    tick: int
    blocks: tuple[tuple[np.ndarray, ...], ...]
    zones: tuple[tuple[tuple[np.ndarray, np.ndarray], ...], ...]
    world: tuple[np.ndarray, ...]

    @property
    def size(self) -> int:
        """Bytes it takes."""
        arrays = [a for own in (*self.blocks, self.world) for a in own]
        arrays += [a for lists in self.zones for pair in lists for a in pair]
        return sum(array.nbytes for array in arrays)


def checkpoint_of(crowd: Crowd) -> Checkpoint:
    """A crowd as it is now."""
    blocks = _blocks(crowd)
    kept = tuple(tuple(array.copy() for array in _arrays(block)) for block in blocks)
    zones = tuple(
        tuple((lists.starts.copy(), lists.found.copy()) for lists in (*b.inside, *b.before))
        for b in blocks
    )
    return Checkpoint(crowd.tick_number, kept, zones, tuple(a.copy() for a in _world(crowd)))


def restore(crowd: Crowd, kept: Checkpoint) -> None:
    """Let a crowd be again as it was; no agent may have come or gone since."""
    for block, arrays, zones in zip(_blocks(crowd), kept.blocks, kept.zones, strict=True):
        for array, old in zip(_arrays(block), arrays, strict=True):
            array[...] = old
        lists = [Lists(starts.copy(), found.copy()) for starts, found in zones]
        count = len(block.inside)
        block.inside, block.before = lists[:count], lists[count:]
    for array, old in zip(_world(crowd), kept.world, strict=True):
        array[...] = old
    crowd.tick_number = kept.tick
    crowd.surroundings.measured = -1  # the grid is laid out anew


def _blocks(crowd: Crowd) -> list[Block]:
    return [block for group in crowd.groups for block in group.blocks]


def _arrays(block: Block) -> tuple[np.ndarray, ...]:
    """What a tick changes in a block."""
    return (block.lanes, block.bodies, block.draws, block.entered, block.fired, block.skipped)


def _world(crowd: Crowd) -> tuple[np.ndarray, ...]:
    world = crowd.surroundings
    return (world.position, world.rotation, world.size, world.alive)


@dataclass
class Checkpoints:
    """Some checkpoints of a crowd's run; the first one stays."""

    kept: list[Checkpoint] = field(default_factory=list)
    every: int = EVERY
    limit: int = LIMIT

    def note(self, crowd: Crowd) -> None:
        """Keep the crowd where its tick is due; thin out where there are too many."""
        tick = crowd.tick_number
        if tick % self.every or (self.kept and self.kept[-1].tick >= tick):
            return
        self.kept.append(checkpoint_of(crowd))
        most = max(2, self.limit // max(self.kept[-1].size, 1))
        while len(self.kept) > most:
            self.every *= 2
            self.kept = [k for k in self.kept if k.tick % self.every == 0]

    def before(self, tick: int) -> Checkpoint:
        """The last one at ``tick`` or earlier."""
        return next(k for k in reversed(self.kept) if k.tick <= tick)

    def forget_after(self, tick: int) -> None:
        """Drop those after a tick: the future is about to become another one."""
        self.kept = [k for k in self.kept if k.tick <= tick]

    @property
    def size(self) -> int:
        """Bytes all take."""
        return sum(kept.size for kept in self.kept)
