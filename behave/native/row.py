"""The words of an agent's row, as the function being written reads and writes them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from behave.ir.program import Slot
from behave.kinds import Base, Kind
from behave.native.body import Body
from behave.native.instructions import WORD
from behave.native.lanes import Flag, Number
from behave.native.packs import apart
from behave.native.values import NotNative, Value

HANDLES = (Base.COLLIDER, Base.AGENT)


class Row:
    """Words behind the pointer ``%row``, of the first lane's agent.

    The words of one agent follow each other; of lanes, which are part of a pack, the agents do,
    and a word is a pack from the next one. ``changed`` is called with the offset of every word
    that is written.
    """

    def __init__(self, body: Body, base: str = "%row") -> None:
        self.body, self.base = body, base
        self.stride = apart(body.lanes)
        self.size = 8 if body.lanes.real == "double" else 4
        self.align = self.size * body.lanes.count
        self.changed: Callable[[int], None] = lambda offset: None
        self.addresses: dict[int, str] = {}

    def address(self, offset: int) -> str:
        """Where a word stands."""
        found = self.addresses.get(offset)
        if found is None:
            place = offset * self.stride
            kind = self.body.lanes.real
            found = self.body.first(f"getelementptr inbounds {kind}, ptr {self.base}, i64 {place}")
            self.addresses[offset] = found
        return found

    def load(self, offset: int) -> Number:
        """A word."""
        body = self.body
        constant = body.listing.constants.get(offset)
        if constant is not None:
            return constant
        body.listing.loaded.add(offset)
        key: Hashable = (WORD, offset)
        found: Number | None = body.known(key)
        if found is None:
            place = self.address(offset)
            found = body.let(f"load {body.number}, ptr {place}, align {self.align}")
            body.learn(key, found)
        return found

    def load_at(self, offset: int, further: Number) -> Number:
        """The word a whole number of words further on than one."""
        body = self.body
        lanes = body.lanes
        body.listing.loaded.add(offset)
        kind = lanes.real
        ahead = body.let(f"fptosi {body.number} {body.n(further)} to {body.whole}")
        result = "poison"
        for lane in range(lanes.count):
            one = ahead
            if lanes.count > 1:
                one = body.let(f"extractelement {body.whole} {ahead}, i64 {lane}")
            step = body.let(f"mul i64 {one}, {self.stride}")
            start = self.address(offset)
            if lane:
                start = body.let(f"getelementptr inbounds {kind}, ptr {start}, i64 {lane}")
            place = body.let(f"getelementptr inbounds {kind}, ptr {start}, i64 {step}")
            found = body.let(f"load {kind}, ptr {place}, align {self.size}")
            if lanes.count == 1:
                return found
            result = body.let(f"insertelement {body.number} {result}, {kind} {found}, i64 {lane}")
        return result

    def store(self, offset: int, value: Number) -> None:
        """Write a word in the lanes of the mask."""
        body = self.body
        body.listing.stored.add(offset)
        if body.mask is not True:
            value = body.select(body.mask, value, self.load(offset))
            if body.lanes.count > 1 and isinstance(value, str):
                # Kept apart from its store: as a masked store it would take many times as long.
                value = body.let(f"freeze {body.number} {value}")
        place = self.address(offset)
        body.do(f"store {body.number} {body.n(value)}, ptr {place}, align {self.align}")
        body.forget((WORD, offset))
        body.learn((WORD, offset), value)
        self.changed(offset)

    def flag(self, offset: int) -> Flag:
        """Whether a word is not 0."""
        return self.body.compare("une", self.load(offset), 0.0)

    # ---- slots -------------------------------------------------------------------------

    def read(self, slot: Slot) -> Value:
        """A slot's value."""
        value = self._read(slot.kind, slot.offset)
        if slot.presence < 0:
            return value
        present = self.body.both(self.flag(slot.presence), value.present)
        return Value(value.base, value.parts, present)

    def _read(self, kind: Kind, offset: int) -> Value:
        base = kind.base
        if base is Base.TEXT:
            raise NotNative("a text")
        if base is Base.BOOL:
            return Value(base, (self.flag(offset),))
        if base is Base.LIST:
            assert kind.item is not None
            step, item = kind.item.width, kind.item
            places = range(offset, offset + kind.width, step)
            return Value(base, tuple(self._read(item, place) for place in places))
        parts = tuple(self.load(offset + part) for part in range(kind.width))
        if base in HANDLES:
            return Value(base, parts, self.body.compare("oge", parts[0], 0.0))
        return Value(base, parts)

    def write(self, slot: Slot, value: Value) -> None:
        """Write a present value and mark the slot present."""
        self._write(slot.kind, slot.offset, value)
        if slot.presence >= 0 and slot.presence != slot.offset:
            self.store(slot.presence, 1.0)

    def _write(self, kind: Kind, offset: int, value: Value) -> None:
        if kind.base is Base.LIST:
            assert kind.item is not None
            for number, item in enumerate(value.parts):
                self._write(kind.item, offset + number * kind.item.width, item)
        elif value.base is Base.BOOL:
            self.store(offset, self.body.number_of(value.parts[0]))
        else:
            for number, part in enumerate(value.parts):
                self.store(offset + number, part)

    def clear(self, slot: Slot) -> None:
        """Make the slot absent."""
        rest = -1.0 if slot.kind.base in HANDLES else 0.0
        for offset in range(slot.offset, slot.offset + slot.width):
            self.store(offset, rest)
        if slot.presence >= 0:
            self.store(slot.presence, 0.0)
