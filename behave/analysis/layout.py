"""Lays out an agent's state vector and gathers the pieces of a behavior while it is analysed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from behave.analysis.symbols import Scope
from behave.ir.ops import Op
from behave.ir.program import (
    Bone,
    Emitter,
    Event,
    Group,
    Handler,
    Initial,
    Input,
    Machine,
    MemoryCell,
    Node,
    Param,
    Part,
    Sensor,
    Slot,
    StateRef,
    Turn,
    Zone,
)
from behave.kinds import BOOL, NUMBER, Kind
from behave.source import Span


@dataclass(eq=False)
class Builder:
    """A behavior in the making. ``closed``: no more slots or memory (probes and tests).

    ``state_paths`` has, for each machine, its name and the paths of its states; ``clocks`` the
    (ticks, carry) slots of every state. ``machine_scopes``: the scope of each machine's body by
    position; ``laid_out``: the position of each zone and sensor by its tree and prefix.
    """

    name: str
    slots: list[Slot] = field(default_factory=list)
    width: int = 0
    by_path: dict[str, int] = field(default_factory=dict)
    params: list[Param] = field(default_factory=list)
    initials: list[Initial] = field(default_factory=list)
    resets: list[Initial] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    memory: list[MemoryCell] = field(default_factory=list)
    machines: list[Machine] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    bones: list[Bone] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sensor_of_slot: dict[int, int] = field(default_factory=dict)
    clocks: dict[StateRef, tuple[int, int]] = field(default_factory=dict)
    state_paths: list[tuple[str, list[str]]] = field(default_factory=list)
    machine_scopes: dict[int, Scope] = field(default_factory=dict)
    laid_out: dict[tuple[int, str], int] = field(default_factory=dict)
    captures: dict[StateRef | None, list[int]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    emitters: list[Emitter] = field(default_factory=list)
    emitted: int = -1
    ticks: int = -1
    places: int = 0
    expansions: int = 0
    loop_turns: int = 0
    closed: bool = False

    def slot(
        self,
        path: str,
        kind: Kind,
        group: Group,
        *,
        optional: bool = False,
        presence: int = -1,
        hidden: bool = False,
        unit: str = "",
        doc: str = "",
        span: Span | None = None,
    ) -> int:
        """Add a slot; an optional one gets a presence word of its own before it."""
        unique, copy = path, 2
        while unique in self.by_path:
            unique, copy = f"{path}~{copy}", copy + 1
        if optional:
            presence = self.width
            self.width += 1
        width = kind.width
        self.slots.append(
            Slot(unique, kind, self.width, width, group, presence, hidden, unit, doc, span)
        )
        self.width += width
        self.by_path[unique] = len(self.slots) - 1
        return len(self.slots) - 1

    def capture(self, path: str, kind: Kind, owner: StateRef | None, span: Span) -> tuple[int, int]:
        """Slots for a value kept from the owner's entry: (value, captured flag)."""
        value = self.slot(f"{path}.start", kind, Group.MEMORY, hidden=True, span=span)
        flag = self.slot(f"{path}.captured", BOOL, Group.MEMORY, hidden=True, span=span)
        self.captures.setdefault(owner, []).append(flag)
        return value, flag

    def counter(self, path: str, owner: StateRef | None, span: Span) -> int:
        """A number slot that starts at 0 on the owner's entry."""
        slot = self.slot(path, NUMBER, Group.MEMORY, hidden=True, span=span)
        self.captures.setdefault(owner, []).append(slot)
        return slot

    def cell(
        self,
        path: str,
        kind: Kind,
        owner: StateRef | None,
        operands: tuple[Node, ...],
        span: Span,
    ) -> tuple[Node, tuple[int, ...]]:
        """A memory slot's node, and the sensors its operands are about."""
        slot = self.slot(path, kind, Group.MEMORY, hidden=True, span=span)
        return self.read(slot), self.subjects(operands)

    def read(self, slot: int, span: Span | None = None) -> Node:
        """A node that reads a slot."""
        return Node(Op.SLOT, (), self.slots[slot].kind, slot, span)

    def read_any(self, slots: tuple[int, ...], index: Node | None, span: Span | None) -> Node:
        """A node that reads one of several slots."""
        if index is None:
            return self.read(slots[0], span)
        return Node(Op.SLOT_AT, (index,), self.slots[slots[0]].kind, slots, span)

    def subjects(self, operands: tuple[Node, ...]) -> tuple[int, ...]:
        """The sensors whose readings occur in the operands."""
        found = {
            self.sensor_of_slot[slot]
            for node in walk(operands)
            for slot in slots_read(node)
            if slot in self.sensor_of_slot
        }
        return tuple(sorted(found))


def slots_read(node: Node) -> tuple[int, ...]:
    """The slots one node reads (not those of its arguments)."""
    if node.op is Op.SLOT:
        assert isinstance(node.data, int)
        return (node.data,)
    if node.op is Op.SLOT_AT:
        assert isinstance(node.data, tuple)
        return node.data
    return ()


def walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Every node of some trees, shared ones once, without recursion."""
    seen: set[int] = set()
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        stack.extend(reversed(node.args))
