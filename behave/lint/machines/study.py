"""What can be proven about one machine, worked out once for all rules that ask."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from math import inf

from behave.ir.program import BehaviorProgram, Machine, StateRef
from behave.lint.boxes.formulas import Formula, every, keys_in, some
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.search import Box, impossible, search
from behave.lint.boxes.values import NO, YES, between, complement, join, meet
from behave.lint.machines.shape import Arrow, Shape
from behave.lint.machines.ticks import Ticks
from behave.record import Record

_MOST_BEFORE = 32
"""So many arrows before one are looked at; fewer only means fewer proofs."""
_MOST_LEAVING = 40


class Fate(Enum):
    """What becomes of an arrow."""

    ALIVE = "alive"
    NEVER = "never"  # its guard is never true
    ACTIVE = "active"  # its target is active whenever it is tried
    UNSENT = "unsent"  # nothing sends the event it waits for
    OUTLIVED = "outlived"  # the state is over before its guard can hold
    SHADOWED = "shadowed"  # whenever its guard holds, an earlier arrow fires


class Verdict(Record):
    """The fate of an arrow and the arrows that are the reason."""

    fate: Fate
    because: tuple[Arrow, ...] = ()


class MachineStudy:
    """Proofs about one machine; ``guards`` are those of its behavior."""

    def __init__(
        self, behavior: BehaviorProgram, number: int, guards: Guards, ticks: Ticks
    ) -> None:
        self.behavior = behavior
        self.number = number
        self.guards = guards
        self.ticks = ticks
        self.machine: Machine = behavior.machines[number]
        self.shape = Shape(self.machine)
        self._lasts: dict[int, float] = {}
        self._ended_by: dict[int, Arrow | None] = {}
        self._windows: dict[int, Box] = {}
        self._facts: dict[int, Box] = {}
        self._sent = {emitter.event for emitter in behavior.emitters}
        self._cells: dict[int, list[int]] = {}
        for cell in behavior.memory:
            if cell.owner is not None and cell.owner.machine == number:
                self._cells.setdefault(cell.owner.state, []).append(cell.slot)

    # ---- what is known while a state is active ------------------------------------------

    def timer(self, state: int) -> int:
        """The unknown that is a state's timer."""
        return self.guards.timer(self.machine.states[state].ticks)

    def facts(self, state: int) -> Box:
        """Which of the machine's states are active while one is (yes, no, or not said), and the
        timers of those that are not: 0.
        """
        known = self._facts.get(state)
        if known is not None:
            return known
        box: Box = {}
        for other in self._asked[0] if state >= 0 else ():
            if self.shape.inside(state, other):
                box[self.guards.inside(StateRef(self.number, other))] = YES
            elif not self.shape.inside(other, state):
                box[self.guards.inside(StateRef(self.number, other))] = NO
        for other in self._asked[1] if state >= 0 else ():
            if not self.shape.inside(state, other) and not self.shape.inside(other, state):
                box[self.timer(other)] = NO
        self._facts[state] = box
        return box

    @cached_property
    def _asked(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The machine's states that its guards ask about with `in`, and those with a timer read
        from outside.
        """
        keys = set[int]()
        foreign = set[int]()
        for arrow in self.shape.every_arrow():
            found = keys_in(self.guards.true(arrow.transition.guard))
            found |= {term for key in found for term, _ in self.guards.rows.get(key, ())}
            keys |= found
            path = self.shape.path(arrow.source)
            foreign |= found - {self.timer(s) for s in path}
        count = len(self.machine.states)
        inside = tuple(
            i for i in range(count) if self.guards.inside(StateRef(self.number, i)) in keys
        )
        return inside, tuple(i for i in range(count) if self.timer(i) in foreign)

    def window(self, state: int) -> Box:
        """What holds whenever the arrows of a state are tried: its timers are within its life."""
        known = self._windows.get(state)
        if known is not None:
            return known
        box = dict(self.facts(state))
        for active in self.shape.path(state):
            least = 0.0 if active in self.shape.starts else self.ticks.shortest * (1.0 - 1e-9)
            most = self.lasts(active)
            box[self.timer(active)] = between(least, most)
            if most < inf:
                for slot in self._cells.get(active, ()):
                    box[self.guards.elapsed(slot)] = between(-inf, most)
        self._windows[state] = box
        return box

    # ---- how long a state lasts ---------------------------------------------------------

    def lasts(self, state: int) -> float:
        """The greatest timer at which the arrows of a state are tried; infinite if not bounded."""
        known = self._lasts.get(state)
        if known is None:
            leaving, staying = self._parted(state)
            known = self._bound(state, leaving, staying)
            parent = self.machine.states[state].parent
            if parent >= 0:
                known = min(known, self.lasts(parent) + self.ticks.longest)
            self._lasts[state] = known
        return known

    def ended_by(self, state: int) -> Arrow | None:
        """The arrow that alone bounds the life of a state, where there is one."""
        if state not in self._ended_by:
            leaving, staying = self._parted(state)
            bounds = [(self._bound(state, [arrow], staying), n) for n, arrow in enumerate(leaving)]
            best, number = min(bounds, default=(inf, -1))
            found = leaving[number] if best <= self.lasts(state) + 1e-9 else None
            self._ended_by[state] = found
        return self._ended_by[state]

    def _parted(self, state: int) -> tuple[list[Arrow], list[Arrow]]:
        """The arrows that leave a state as soon as they hold, and those that may come first.

        An arrow to a state inside, or one that waits for an event, may take the only turn of a
        tick and leave the state active.
        """
        leaving: list[Arrow] = []
        staying: list[Arrow] = []
        for arrow in self.shape.tried(state):
            if self.shape.leaves(arrow, state):
                if arrow.transition.trigger is None:
                    leaving.append(arrow)
            elif arrow.transition.target not in self.shape.path(state):
                staying.append(arrow)
        return leaving, staying

    def _bound(self, state: int, leaving: list[Arrow], staying: list[Arrow]) -> float:
        """When the last decision in a state is, if its run through the timer steps into a gap.

        A gap is an interval of the timer in which no reading lets the state go on. Ticks are
        shorter than a gap is wide, so none steps over it.
        """
        timer = self.timer(state)
        if len(leaving) > _MOST_LEAVING:
            timed = [a for a in leaving if self._tells(a, timer)]
            leaving = (timed or leaving)[:_MOST_LEAVING]
        if not leaving or len(staying) > _MOST_LEAVING:
            return inf
        on = every(self.guards.not_true(a.transition.guard) for a in leaving)
        on = some((on, *(self.guards.true(a.transition.guard) for a in staying)))
        outcome = search(self.guards, (on,), self.facts(state))
        if not outcome.complete:
            return inf
        domain = between(0.0, inf)
        stays = join(box.get(timer, domain) for box in outcome.boxes)
        longest = self.ticks.longest
        for low, high in meet(complement(stays), domain):
            last = max(low[0] + longest, 2.0 * longest)
            if high[0] > last + 1e-9:
                return last
        return inf

    def _tells(self, arrow: Arrow, key: int) -> bool:
        """Whether an arrow's guard is about an unknown, alone or in a sum."""
        keys = keys_in(self.guards.not_true(arrow.transition.guard))
        sums = (term for k in keys for term, _ in self.guards.rows.get(k, ()))
        return key in keys or key in sums

    # ---- what becomes of each arrow -----------------------------------------------------

    @cached_property
    def verdicts(self) -> dict[tuple[int, int], Verdict]:
        """The fate of every arrow, by its key."""
        return {arrow.key: self._verdict(arrow) for arrow in self.shape.every_arrow()}

    def alive(self, arrow: Arrow) -> bool:
        """Whether an arrow may fire for all that can be proven."""
        return self.verdicts[arrow.key].fate is Fate.ALIVE

    def _verdict(self, arrow: Arrow) -> Verdict:
        transition = arrow.transition
        if self.shape.never_open(arrow):
            return Verdict(Fate.ACTIVE)
        trigger = transition.trigger
        if trigger is not None and trigger.source == "event" and trigger.index not in self._sent:
            return Verdict(Fate.UNSENT)
        holds = self.guards.true(transition.guard)
        if impossible(self.guards, (holds,), self.facts(arrow.source)):
            return Verdict(Fate.NEVER)
        if arrow.source < 0:
            window: Box = {}
        else:
            window = self.window(arrow.source)
            if impossible(self.guards, (holds,), window):
                return Verdict(Fate.OUTLIVED, self._endings(arrow.source))
        return self._shadowed(arrow, holds, window) or Verdict(Fate.ALIVE)

    def _endings(self, state: int) -> tuple[Arrow, ...]:
        """The arrow that ends the state, or one around it, that lives shortest."""
        around = min(self.shape.path(state), key=lambda s: (self.lasts(s), -s))
        found = self.ended_by(around)
        return (found,) if found is not None else ()

    def _shadowed(self, arrow: Arrow, holds: Formula, window: Box) -> Verdict | None:
        before = self.before(arrow)
        quiet = [self.guards.not_true(a.transition.guard) for a in before]
        if not before or not impossible(self.guards, (holds, *quiet), window):
            return None
        for other, silent in zip(before, quiet, strict=True):
            if impossible(self.guards, (holds, silent), window):
                return Verdict(Fate.SHADOWED, (other,))
        return Verdict(Fate.SHADOWED, tuple(before))

    def before(self, arrow: Arrow) -> list[Arrow]:
        """The arrows that surely fire instead where they hold: tried earlier, and open.

        The last ones, where there are many.
        """
        found: list[Arrow] = []
        for other in self.shape.tried_before(arrow):
            if len(found) == _MOST_BEFORE:
                break
            trigger = other.transition.trigger
            if trigger is not None and trigger != arrow.transition.trigger:
                continue
            if self._surely_open(other, arrow.source):
                found.append(other)
        return found[::-1]

    def _surely_open(self, other: Arrow, state: int) -> bool:
        """Whether an arrow's target is not active, whichever states inside ``state`` are."""
        target = other.transition.target
        if other.transition.restart:
            return True
        if state < 0 or self.shape.inside(target, state):
            return False
        return target not in self.shape.path(state)

    # ---- what is reached ----------------------------------------------------------------

    @cached_property
    def reached(self) -> frozenset[int]:
        """The states some run may enter, by arrows that may fire."""
        found = set(self.shape.starts)
        pending = [a for a in self.shape.arrows[-1] if self.alive(a)]
        pending += [a for s in found for a in self.shape.arrows[s] if self.alive(a)]
        while pending:
            arrow = pending.pop()
            for state in self.shape.entered(arrow.transition.target):
                if state not in found:
                    found.add(state)
                    pending += [a for a in self.shape.arrows[state] if self.alive(a)]
        return frozenset(found)

    @cached_property
    def leading_to(self) -> dict[int, list[Arrow]]:
        """The arrows that would enter each state, whether or not they can fire."""
        found: dict[int, list[Arrow]] = {}
        for arrow in self.shape.every_arrow():
            for state in self.shape.entered(arrow.transition.target):
                if state not in self.shape.path(arrow.source):
                    found.setdefault(state, []).append(arrow)
        return found

    def ways_out(self, leaf: int) -> list[Arrow]:
        """The arrows that may fire and lead out of a state without states inside."""
        return [
            arrow
            for arrow in self.shape.tried(leaf)
            if self.alive(arrow)
            and (arrow.source != leaf or not arrow.transition.restart)
            and (arrow.transition.restart or arrow.transition.target not in self.shape.path(leaf))
        ]
