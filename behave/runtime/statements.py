"""Statements compiled to closures: Assign, Lerp, Advance, Branch, Every, Arc, Emit.

A statement whose operand is absent, or whose value would not be finite, changes nothing; the
frame's ``skipped`` list then names its place, what was wrong and where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Branch,
    Emit,
    Every,
    Lerp,
    Place,
    Statement,
    StateRef,
)
from behave.runtime.arcs import compile_arc
from behave.runtime.clock import TOLERANCE
from behave.runtime.frame import Frame
from behave.runtime.lerps import advanced, compile_lerp
from behave.runtime.places import compile_place
from behave.runtime.reference import Scope
from behave.runtime.sending import compile_emit
from behave.runtime.slots import Evaluate, clear, is_storable
from behave.source import Span

Run = Callable[[Frame], None]
"""A compiled statement or block."""

MOST_RUNS = 64
"""How often one ``every`` may run within one tick."""


@dataclass(frozen=True, eq=False)
class Block:
    """What compiling statements needs: the scope and where each state's timer lives."""

    scope: Scope
    behavior: BehaviorProgram

    def compile(self, statements: Sequence[Statement]) -> Run:
        """One closure that runs the statements in textual order."""
        runs = tuple(self._statement(statement) for statement in statements)
        if not runs:
            return nothing
        if len(runs) == 1:
            return runs[0]

        def run_all(frame: Frame) -> None:
            for run in runs:
                run(frame)

        return run_all

    def _statement(self, statement: Statement) -> Run:
        if isinstance(statement, Assign):
            return self._assign(statement)
        if isinstance(statement, Lerp):
            timer = self.timer(statement.owner)
            return compile_lerp(statement, self.scope, self.behavior, timer)
        if isinstance(statement, Advance):
            return self._advance(statement)
        if isinstance(statement, Branch):
            return self._branch(statement)
        if isinstance(statement, Arc):
            return compile_arc(statement, self.scope, self.behavior, self.timer(statement.owner))
        if isinstance(statement, Emit):
            values = [self.scope.raw(value) for value in statement.values]
            return compile_emit(statement, values, self.behavior)
        return self._every(statement)

    def timer(self, owner: StateRef | None) -> Evaluate:
        """Reads the timer of a state; without one, the time since the run began."""
        slots = self.behavior.slots
        dt = self.scope.dt
        if owner is None:
            since_start = slots[self.behavior.ticks].offset
            return lambda frame: frame.words[since_start] * dt
        state = self.behavior.machines[owner.machine].states[owner.state]
        ticks, carry = slots[state.ticks].offset, slots[state.carry].offset
        return lambda frame: frame.words[ticks] * dt + frame.words[carry]

    def _assign(self, statement: Assign) -> Run:
        if statement.value.op is Op.CONST and statement.value.data is None:
            return self._forget(statement.place)
        value = self.scope.raw(statement.value)
        store = compile_place(statement.place, self.scope, self.behavior).store
        absent = note(statement.place.text, "value absent", statement.span)
        endless = note(statement.place.text, "value not finite", statement.span)
        nowhere = note(statement.place.text, _unwritten(statement.place), statement.span)

        def assign(frame: Frame) -> None:
            new = value(frame)
            if new is None:
                frame.skipped.append(absent)
            elif not is_storable(new):
                frame.skipped.append(endless)
            elif not store(frame, new):
                frame.skipped.append(nowhere)

        return assign

    def _forget(self, place: Place) -> Run:
        slots = tuple(self.behavior.slots[n] for store in place.stores for n in store.slots)

        def forget(frame: Frame) -> None:
            for slot in slots:
                clear(frame.words, slot)

        return forget

    def _advance(self, statement: Advance) -> Run:
        place = compile_place(statement.place, self.scope, self.behavior)
        rate = self.scope.raw(statement.rate)
        kind, dt = statement.place.kind, self.scope.dt
        absent = note(statement.place.text, "operand absent", statement.span)
        endless = note(statement.place.text, "value not finite", statement.span)

        def advance(frame: Frame) -> None:
            old, speed = place.read(frame), rate(frame)
            if old is None or speed is None:
                frame.skipped.append(absent)
                return
            new = advanced(kind, old, speed, dt)
            if not is_storable(new):
                frame.skipped.append(endless)
            elif not place.store(frame, new):
                frame.skipped.append(absent)

        return advance

    def _branch(self, statement: Branch) -> Run:
        condition = self.scope.raw(statement.condition)
        then, otherwise = self.compile(statement.then), self.compile(statement.otherwise)

        def branch(frame: Frame) -> None:
            if condition(frame):
                then(frame)
            else:
                otherwise(frame)

        return branch

    def _every(self, statement: Every) -> Run:
        period = self.scope.raw(statement.period)
        body, timer = self.compile(statement.body), self.timer(statement.owner)
        count = self.behavior.slots[statement.count].offset
        absent = note("every", "period absent", statement.span)

        def every(frame: Frame) -> None:
            length = period(frame)
            if length is None:
                frame.skipped.append(absent)
                return
            for _ in range(due_runs(frame.words[count], timer(frame), length)):
                frame.words[count] += 1.0
                body(frame)

        return every


def _unwritten(place: Place) -> str:
    """What is wrong where a place could not be written although its value is there."""
    indexed = any(store.index is not None for store in place.stores)
    return "index absent or outside" if indexed else "a value absent"


def due_runs(count: float, timer: float, period: float) -> int:
    """How often an ``every`` that has run ``count`` times is due at ``timer`` seconds.

    Run n (from 0) is due at n · period, 1 µs early counts; a period of 0 is due once a tick.
    """
    if period <= 0.0 or count == 0.0:
        return 1
    due = 0
    while due < MOST_RUNS and (count + due) * period <= timer + TOLERANCE:
        due += 1
    return due


def note(place: str, what: str, span: Span) -> str:
    """The text that reports a skipped action."""
    return f"{place}: {what} ({span.source.name}:{span.line})"


def nothing(frame: Frame) -> None:
    """An empty block."""
