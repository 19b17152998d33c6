"""Lays out an agent's state vector and gathers the pieces of a behavior while it is analysed."""

from __future__ import annotations

from collections.abc import Iterator

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


class Builder:
    """A behavior in the making. ``closed``: no more slots or memory (probes and tests).

    ``state_paths`` has, for each machine, its name and the paths of its states; ``clocks`` the
    (ticks, carry) slots of every state. ``machine_scopes``: the scope of each machine's body by
    position; ``laid_out``: the position of each zone and sensor by its tree and prefix.
    """

    def __init__(
        self,
        name: str,
        enums: dict[str, tuple[str, ...]] | None = None,
        closed: bool = False,
    ) -> None:
        self.name = name
        self.slots: list[Slot] = []
        self.width = 0
        self.by_path: dict[str, int] = {}
        self.params: list[Param] = []
        self.initials: list[Initial] = []
        self.resets: list[Initial] = []
        self.inputs: list[Input] = []
        self.zones: list[Zone] = []
        self.sensors: list[Sensor] = []
        self.handlers: list[Handler] = []
        self.memory: list[MemoryCell] = []
        self.machines: list[Machine] = []
        self.turns: list[Turn] = []
        self.bones: list[Bone] = []
        self.parts: list[Part] = []
        self.enums: dict[str, tuple[str, ...]] = {} if enums is None else enums
        self.sensor_of_slot: dict[int, int] = {}
        self.clocks: dict[StateRef, tuple[int, int]] = {}
        self.state_paths: list[tuple[str, list[str]]] = []
        self.machine_scopes: dict[int, Scope] = {}
        self.laid_out: dict[tuple[int, str], int] = {}
        self.captures: dict[StateRef | None, list[int]] = {}
        self.events: list[Event] = []
        self.emitters: list[Emitter] = []
        self.emitted = -1
        self.ticks = -1
        self.places = 0
        self.expansions = 0
        self.loop_turns = 0
        self.closed = closed

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
        if node.args:
            stack.extend(reversed(node.args))
