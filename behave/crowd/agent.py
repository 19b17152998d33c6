"""One agent of a crowd, as whoever looks sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.crowd.block import Block
from behave.crowd.group import Group
from behave.ir.program import Slot
from behave.native.packs import agent_of
from behave.runtime.frame import Frame
from behave.runtime.readable import name_of
from behave.runtime.slots import as_shown, raw_reader


@dataclass(frozen=True, eq=False)
class Agent:
    """An agent as it is now; it stays true until the next tick, or until agents come or go.

    ``agent["arm[left].weight"]`` reads a slot; ``agent.states`` are the active states.
    """

    number: int
    name: str
    group: Group
    block: Block
    place: int
    colliders: Sequence[str]

    @property
    def row(self) -> np.ndarray:
        """The agent's whole row f8[W], as ``runtime.state`` has it: a copy."""
        return row_of(self.group, self.block, self.place)

    @property
    def states(self) -> dict[str, str]:
        """The path of each machine's active state, machines in declared order."""
        layout = self.group.layout
        found = {}
        for machine in layout.moved.machines:
            active = layout.moved.slots[machine.active].offset
            leaf = int(agent_of(self.block.lanes, self.place)[active])
            found[machine.name] = machine.states[leaf].path
        return found

    @property
    def state(self) -> str:
        """The path of the active state, of the first machine where there are several."""
        return next(iter(self.states.values()), "")

    def __getitem__(self, path: str) -> Any:
        """The value of a slot by its path: a number, bool, vector or rotation, the name of a
        collider or an enum's value; None where it is absent. KeyError for an unknown path."""
        behavior = self.group.compiled.behavior
        slot: Slot = behavior.slots[behavior.slot_of[path]]
        frame = Frame(self.row, self.group.compiled.scope.dt, np.zeros(0, np.int64), 0)
        value = raw_reader(slot)(frame)
        named = None
        if value is not None and not isinstance(value, (float, bool, tuple)):
            named = name_of(value, slot.kind, behavior, self.colliders)
        return as_shown(slot.kind, value) if named is None else named


def row_of(group: Group, block: Block, place: int) -> np.ndarray:
    """An agent's whole row f8[W], put together from where its words are kept."""
    layout = group.layout
    row = group.template.copy()
    lanes, bodies = layout.lane >= 0, layout.body >= 0
    row[lanes] = agent_of(block.lanes, place)[layout.lane[lanes]]
    row[bodies] = block.bodies[place, layout.body[bodies]]
    return row
