"""What writing the functions of a behavior needs, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.ir.program import BehaviorProgram, Node, Slot, StateRef
from behave.native.body import Body
from behave.native.expressions import Expressions, Shared
from behave.native.lanes import Flag, Lanes, Number
from behave.native.listing import Listing
from behave.native.packs import apart
from behave.native.row import Row
from behave.native.trees import Trees
from behave.native.values import Value

ARGUMENTS = (
    *("row", "draws", "keys", "entered", "fired", "skipped"),
    *("heard", "zones", "asked", "ready", "before"),
)
"""What every function gets, pointers all: to an agent's state and what a tick leaves of it, then
to what serves a tick alone."""


@dataclass(frozen=True)
class Sites:
    """The places in the file that may report a skipped action, by number."""

    texts: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """The number of what a place reports."""
        found = self.numbers.get(text)
        if found is None:
            found = self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return found


class Code:
    """One function of a behavior being written: its body, row and expressions."""

    def __init__(
        self,
        behavior: BehaviorProgram,
        dt: float,
        listing: Listing,
        lanes: Lanes,
        trees: Trees,
        sites: Sites,
        shared: Shared,
        turns: bool = False,
    ) -> None:
        self.behavior, self.dt, self.trees, self.sites = behavior, dt, trees, sites
        self.body = Body(listing, lanes)
        self.row = Row(self.body)
        self.expressions = Expressions(
            self.body, self.row, behavior, trees, dt, shared, turns=turns and lanes.count > 1
        )
        self.slots = behavior.slots

    def value(self, node: Node) -> Value:
        """The value of an expression here."""
        return self.expressions.value(node)

    def holds(self, node: Node) -> Flag:
        """Whether a decision is there and true."""
        return self.expressions.holds(node)

    def offset(self, slot: int) -> int:
        """The offset of a slot's first word."""
        return self.slots[slot].offset

    def slot(self, number: int) -> Slot:
        """A slot of the behavior."""
        return self.slots[number]

    def timer(self, owner: StateRef | None) -> Number:
        """The timer of a state; without one, the time since the run began."""
        body, row = self.body, self.row
        if owner is None:
            return body.mul(row.load(self.offset(self.behavior.ticks)), self.dt)
        state = self.behavior.machines[owner.machine].states[owner.state]
        counted = body.mul(row.load(self.offset(state.ticks)), self.dt)
        return body.add(counted, row.load(self.offset(state.carry)))

    def skip(self, *reasons: tuple[Flag, str]) -> None:
        """Report a skipped action, in the lanes of the mask: the first reason that holds."""
        body = self.body
        sites = [(flag, self.sites.number(text)) for flag, text in reasons if flag is not False]
        if body.lanes.count == 1:
            site = str(sites[-1][1])
            for flag, number in reversed(sites[:-1]):
                site = body.let(f"select i1 {body.f(flag)}, i32 {number}, i32 {site}")
            body.do(f"call fastcc void @skip(ptr %skipped, i32 {site})")
            return
        place = self._count_place()
        kind, flag = body.counting, body.count_of(body.mask)
        count = body.let(f"load {kind}, ptr {place}")
        body.do(f"store {kind} {body.let(f'sub {kind} {count}, {flag}')}, ptr {place}")

    def _count_place(self) -> str:
        """Where this function counts what it skips, until it ends: a register, mostly."""
        body = self.body
        found = body.lasting.get("skipped")
        if found is None:
            place = body.place(body.counting)
            body.entry.append(f"  store {body.counting} zeroinitializer, ptr {place}")
            found = body.lasting["skipped"] = [place]
        return found[0]

    def _report_skipped(self) -> None:
        """Add what lanes have skipped to what the tick has so far."""
        body, kind = self.body, self.body.lanes.vector("i32")
        place = body.lasting.get("skipped")
        if place is None:
            return
        new = body.counted(body.let(f"load {body.counting}, ptr {place[0]}"))
        count = body.let(f"load {kind}, ptr %skipped, align 4")
        body.do(f"store {kind} {body.let(f'add {kind} {count}, {new}')}, ptr %skipped, align 4")

    def cell(self, base: str, kind: str, number: int) -> str:
        """The address of cell ``number`` of an array with a cell for each agent."""
        body = self.body
        at = number * apart(body.lanes)
        return body.first(f"getelementptr inbounds {kind}, ptr %{base}, i64 {at}")

    def mark(self, base: str, number: int, value: bool = True) -> None:
        """Set a byte of an array in the lanes of the mask."""
        body = self.body
        address = self.cell(base, "i8", number)
        kind = body.lanes.vector("i8")
        new = body.lanes.spread("i8", "1" if value else "0")
        if body.mask is not True:
            old = body.let(f"load {kind}, ptr {address}, align 1")
            mask = f"{body.lanes.vector('i1')} {body.bits_of(body.mask)}"
            new = body.let(f"select {mask}, {kind} {new}, {kind} {old}")
        body.do(f"store {kind} {new}, ptr {address}, align 1")

    def is_marked(self, base: str, number: int) -> Flag:
        """Whether a byte of an array is set."""
        body = self.body
        kind = body.lanes.vector("i8")
        byte = body.let(f"load {kind}, ptr {self.cell(base, 'i8', number)}, align 1")
        found = body.let(f"icmp ne {kind} {byte}, {body.lanes.spread('i8', '0')}")
        return body.flag_of(found)

    def finish(self, name: str) -> None:
        """End the function and list it under a name."""
        self._report_skipped()
        self.body.do("ret void")
        given = ", ".join(f"ptr noalias %{each}" for each in ARGUMENTS)
        self.body.close(f"define internal void @{name}({given}) nounwind", name)
