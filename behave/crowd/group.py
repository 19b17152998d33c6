"""The agents of a crowd that run one behavior with the same params: their code and their blocks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from behave.crowd import kernels
from behave.crowd.block import Block, Scratch, lanes_of
from behave.crowd.layout import Layout, lay_out
from behave.crowd.posing import Rigs, parts, pose
from behave.crowd.sensing import answer, meet, readings
from behave.native.calling import crowd_function
from behave.native.engine import Code, Store, compiled, host
from behave.native.lanes import Lanes
from behave.native.module import round_name
from behave.native.packs import agent_of, packs_of, put, row_of
from behave.native.sensing import columns
from behave.rig import rig
from behave.rig.held import held
from behave.rig.rig import RigModel
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.inputs import InputValue, as_given
from behave.world.colliders import NO_LAYER, Colliders

Given = Mapping[str, InputValue]
"""Input name → value."""

AT_REST: Given = {}


@dataclass(frozen=True)
class Making:
    """How machine code is made: how well, and where it is kept."""

    level: int
    store: Store | None


@dataclass(frozen=True, eq=False)
class Beginning:
    """Agents to be made: N rows f8[N,W] with their params, where they stand and face, what their
    draws start from, and which agent of the scene each is like."""

    rows: np.ndarray
    at: np.ndarray
    heading: np.ndarray
    keys: np.ndarray
    kinds: np.ndarray

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, begin: int, end: int) -> Beginning:
        """Some of them."""
        own = slice(begin, end)
        return Beginning(
            self.rows[own], self.at[own], self.heading[own], self.keys[own], self.kinds[own]
        )


class Group:
    """Agents of one behavior, in blocks of up to ``room``.

    ``template`` f8[W] is an agent's row before it is made, but for the words ``varying`` in which
    agents differ. ``capsule`` are the body words of the capsule's centre, radius and height,
    empty for a rig without a mover, ``layer`` what layer it is on. ``posers`` are the rigs of
    each block's parts, ``held`` the rig where it is posed in lanes.
    """

    def __init__(
        self,
        own: CompiledBehavior,
        template: np.ndarray,
        varying: frozenset[int],
        kinds: Sequence[str],
        layers: Sequence[str],
        room: int,
        making: Making,
    ) -> None:
        self.compiled, self.kinds, self.room = own, tuple(kinds), room
        self.width = lanes_of(host()[1])
        self.template, self.varying = template.copy(), np.array(sorted(varying), np.int64)
        rigs = Rigs(own, own.behavior, self.template, layers)
        self.alike = not varying and not rigs.draws
        in_lanes = self.alike and held(rigs.one) is not None
        self.layout: Layout = lay_out(
            own.behavior, own.scope.dt, template, varying, self.width, in_lanes
        )
        self.rigs = Rigs(own, self.layout.rig, self.template, layers)
        self.held = held(self.rigs.one) if in_lanes else None
        self._use(making)
        self.blocks: list[Block] = []
        self.posers: list[list[tuple[int, int, RigModel]]] = []
        self.spare: deque[Scratch] = deque()
        every = readings(own, self.layout, columns(own.behavior))
        place = {id(sensor): number for number, sensor in enumerate(own.sensors)}
        self.rounds = tuple(tuple(every[place[id(s)]] for s in members) for members in own.rounds)
        self.capsule, self.layer = _capsule(self.layout), _capsule_layer(own, layers)

    def _use(self, making: Making) -> None:
        layout = self.layout
        code = compiled(layout.code.text, making.level, making.store)
        begin = compiled(layout.beginning.text, 0, making.store)
        self.begin_code = crowd_function(begin, "begin")
        self.inputs_code = crowd_function(code, "inputs")
        self.zones_code = crowd_function(code, "zones")
        self.step_code = crowd_function(code, "step")
        rounds = range(len(self.compiled.rounds))
        self.ask_codes = [crowd_function(code, round_name(number)) for number in rounds]
        self.kept: tuple[Code, ...] = (code, begin)

    @property
    def count(self) -> int:
        """How many agents there are."""
        return sum(block.count for block in self.blocks)

    @property
    def lanes(self) -> Lanes:
        """How many agents machine code works on at once."""
        return self.width

    # ---- agents that come and go -------------------------------------------------------

    def make(self, them: Beginning, room: int) -> Block:
        """A block of new agents, as they are before their first tick."""
        layout, count = self.layout, len(them)
        block = Block(layout, self.compiled, room)
        block.count = count
        block.kinds[:count] = them.kinds
        if layout.rows["keys"]:
            put(block.keys, them.keys, 0)
        where = np.flatnonzero(layout.lane >= 0)
        put(block.lanes, them.rows[:, where].T, layout.lane[where])
        self._bind(block, them)
        scratch = self.scratch_for(block)
        self.begin_code(scratch.bind(block), 0, block.whole)
        self.spare.append(scratch)
        block.skipped[:] = 0
        self._down(block)
        return block

    def _bind(self, block: Block, them: Beginning) -> None:
        """Stand new agents in the bind pose."""
        own = self.layout.held
        rows = np.zeros((block.count, self.layout.lanes)) if len(own) else block.bodies
        with np.errstate(all="ignore"):
            for begin, end, model in self._models(block):
                at, heading = them.at[begin:end], them.heading[begin:end]
                rig.bind(model, rows[begin:end], at, heading)
        if len(own):
            put(block.lanes, rows[:, own].T, own)
        else:
            self._up(block)

    def rig_words(self, block: Block, words: np.ndarray) -> np.ndarray:
        """Some words of the rig of every agent of a block, by their offsets in a row: a copy
        f8[N,K]."""
        count = block.count
        if self.held is None:
            found: np.ndarray = block.bodies[:count, self.layout.body[words]]
            return found
        packs = block.lanes[: packs_of(count), self.layout.lane[words]]
        return packs.transpose(0, 2, 1).reshape(-1, len(words))[:count]

    def params(self, block: Block) -> np.ndarray:
        """The rows f8[N,W] of a block's agents with nothing but their params."""
        rows = np.repeat(self.template[np.newaxis], block.count, axis=0)
        for word in self.varying.tolist():
            rows[:, word] = row_of(block.lanes, int(self.layout.lane[word]), block.count)
        return rows

    def key(self, block: Block, place: int) -> int:
        """What an agent's draws start from."""
        return int(agent_of(block.keys, place)[0]) if self.layout.rows["keys"] else 0

    def _models(self, block: Block) -> list[tuple[int, int, RigModel]]:
        """The rigs of a block's parts."""
        if self.alike:
            return [(a, b, self.rigs.alike(b - a)) for a, b in parts(block.count)]
        rows, keys = self.params(block), [self.key(block, at) for at in range(block.count)]
        return [(a, b, self.rigs.of(rows[a:b], keys[a:b])) for a, b in parts(block.count)]

    def take_in(self, block: Block) -> int:
        """Add a whole block; gives its number."""
        self.blocks.append(block)
        self.posers.append(self._models(block))
        return len(self.blocks) - 1

    def append(self, number: int, new: Block) -> None:
        """Add the agents of ``new`` at the end of a block that has room for them."""
        self.blocks[number].append(new)
        self.posers[number] = self._models(self.blocks[number])

    def drop(self, number: int, place: int) -> int:
        """Take an agent out of a block; gives the place of the one that has moved into its."""
        last = self.blocks[number].drop(place)
        self.posers[number] = self._models(self.blocks[number])
        return last

    # ---- a tick ------------------------------------------------------------------------

    def advance(
        self,
        number: int,
        seen: Colliders,
        given: Sequence[Given],
        each: Mapping[str, np.ndarray],
        watch: Callable[[Group, Block], None] | None = None,
    ) -> None:
        """Run one tick of one block.

        ``given`` has the inputs of each kind, ``each`` those that every agent has of its own, by
        its number. ``watch`` is called after sensing.
        """
        block = self.blocks[number]
        if not block.count:
            return
        scratch = self.scratch_for(block)
        whole = block.whole
        context = scratch.bind(block)
        block.skipped[:] = 0
        with np.errstate(all="ignore"):
            self._fill(block, scratch, given, each)
            self.inputs_code(context, 0, whole)
            if self.compiled.zones:
                self.zones_code(context, 0, whole)
                meet(block, scratch, self.compiled, seen)
            for ask, members in zip(self.ask_codes, self.rounds, strict=True):
                ask(context, 0, whole)
                for reading in members:
                    answer(block, scratch, reading, seen)
            if watch is not None:
                watch(self, block)
            self.step_code(context, 0, whole)
            self._down(block)
            pose(block, self.posers[number], self.held, seen, self.compiled.scope.dt)
            self._up(block)
        self.spare.append(scratch)

    def scratch_for(self, block: Block) -> Scratch:
        """Room for a thread; that of another block as large where there is some."""
        try:
            scratch = self.spare.pop()
        except IndexError:
            return Scratch(self.layout, self.compiled, block.room)
        fits = scratch.room >= block.room
        return scratch if fits else Scratch(self.layout, self.compiled, block.room)

    def _fill(
        self,
        block: Block,
        scratch: Scratch,
        given: Sequence[Given],
        each: Mapping[str, np.ndarray],
    ) -> None:
        """Put what is given into the columns machine code looks for it in."""
        count = block.count
        behavior = self.compiled.behavior
        for declared, (start, end) in zip(behavior.inputs, scratch.given, strict=True):
            own = each.get(declared.name)
            if own is not None:
                values = np.zeros((end - start, count))
                some = own[block.agents[:count], : end - start].T
                values[: len(some)] = some
                put(scratch.asked, values, slice(start, end))
                continue
            values = np.array(
                [as_given(declared.device, kind.get(declared.name)) for kind in given], np.float64
            ).reshape(len(given), -1)
            kernels.fill_kernel(scratch.asked, start, values, block.kinds, count)

    def _down(self, block: Block) -> None:
        kernels.down_kernel(block.lanes, block.bodies, self.layout.down, block.count)

    def _up(self, block: Block) -> None:
        kernels.up_kernel(block.lanes, block.bodies, self.layout.up, block.count)


def _capsule(layout: Layout) -> tuple[int, ...]:
    wanted = [f"capsule.{name}" for name in ("center", "radius", "height")]
    found = {slot.path: slot.offset for slot in layout.rig.slots}
    return tuple(found[path] for path in wanted) if all(path in found for path in wanted) else ()


def _capsule_layer(own: CompiledBehavior, layers: Sequence[str]) -> int:
    for part in own.behavior.rig.parts:
        layer = dict(part.words).get("layer", "")
        if part.verb == "mover" and layer in layers:
            return layers.index(layer)
    return NO_LAYER
