"""Ways round a machine that take no time: one reading fires each arrow on the first tick.

The readings are held while the machine goes round; an arrow that is tried before one of them must
not hold at them either. Arrows that wait for events are left out, and so are memory and timers
that go on running.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from behave.diagnostics.diagnostic import Reading
from behave.lint.boxes.formulas import Formula, every, settled
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.search import Box, search
from behave.lint.boxes.values import between
from behave.lint.machines.readings import Readings
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import MachineStudy
from behave.record import Record

LONGEST = 6
"""Cycles of more states are not looked for."""
_MOST_BEFORE = 48
_MOST_BOXES = 24


class Round(Record):
    """Arrows that fire one after the other, and the readings that make them."""

    arrows: tuple[Arrow, ...]
    states: tuple[int, ...]
    readings: tuple[Reading, ...]


class Step(Record):
    """An arrow that fires in a leaf and the leaf it leads to."""

    arrow: Arrow
    leaf: int
    to: int


class Rounds:
    """Finds rounds of one machine; ``examples`` are guards with every param at its default."""

    def __init__(self, study: MachineStudy, examples: Guards, readings: Readings) -> None:
        self._study = study
        self._guards = examples
        self._readings = readings
        self._steps: dict[int, tuple[Step, ...]] = {}
        self._holds: dict[tuple[int, tuple[int, int]], Formula | None] = {}
        leaves = [s for s in study.reached if study.shape.is_leaf(s)]
        self._left = 400 + 4 * (len(study.shape.every_arrow()) + len(leaves))
        self.leaves = sorted(leaves)

    def steps(self, leaf: int) -> tuple[Step, ...]:
        """The arrows that may fire in a leaf without an event, with where they lead."""
        known = self._steps.get(leaf)
        if known is None:
            shape = self._study.shape
            known = tuple(
                Step(arrow, leaf, shape.entered(arrow.transition.target)[-1])
                for arrow in shape.tried(leaf)
                if self._open(arrow, leaf) and self._study.alive(arrow)
            )
            self._steps[leaf] = known
        return known

    def _open(self, arrow: Arrow, leaf: int) -> bool:
        transition = arrow.transition
        if transition.trigger is not None or transition.resume:
            return False
        return transition.restart or transition.target not in self._study.shape.path(leaf)

    def pairs(self) -> Iterator[tuple[Step, Step]]:
        """Arrows between two leaves, there and back, each pair of arrows once."""
        seen = set[frozenset[tuple[int, int]]]()
        for leaf in self.leaves:
            for there in self.steps(leaf):
                if there.to == leaf:
                    continue
                for back in self.steps(there.to):
                    both = frozenset((there.arrow.key, back.arrow.key))
                    if back.to == leaf and both not in seen:
                        seen.add(both)
                        yield there, back

    def cycles(self) -> Iterator[tuple[Step, ...]]:
        """Ways round through one leaf (a restart), or three and more, each once."""
        for leaf in self.leaves:
            distances = self._distances_to(leaf)
            stack: list[tuple[Step, ...]] = [(step,) for step in self.steps(leaf)]
            while stack and self._left > 0:
                self._left -= 1
                way = stack.pop()
                end = way[-1].to
                if end == leaf:
                    if len(way) != 2:
                        yield way
                    continue
                used = {step.leaf for step in way}
                room = LONGEST - len(way)
                if end < leaf or end in used or distances.get(end, LONGEST) > room:
                    continue
                stack += ((*way, step) for step in self.steps(end))

    def _distances_to(self, leaf: int) -> dict[int, int]:
        """How many steps it is at least from leaves with greater numbers back to a leaf."""
        found = {leaf: 0}
        front = [leaf]
        for distance in range(1, LONGEST):
            front = [s for to in front for s in self._sources.get(to, ()) if s > leaf]
            front = [s for s in dict.fromkeys(front) if s not in found]
            found.update((s, distance) for s in front)
            if len(found) > 200:
                break
        return found

    @cached_property
    def _sources(self) -> dict[int, list[int]]:
        known: dict[int, list[int]] = {}
        for leaf in self.leaves:
            for step in self.steps(leaf):
                known.setdefault(step.to, []).append(leaf)
        return known

    def round(self, steps: tuple[Step, ...]) -> Round | None:
        """Readings at which the steps follow each other on every tick; None if none are found."""
        if self._left <= 0:
            return None
        self._left -= 1
        parts = [self._fires(step) for step in steps]
        if any(part is None for part in parts):
            return None
        formula = every(part for part in parts if part is not None)
        start = self._clocks(steps)
        outcome = search(self._guards, (formula,), start, most=200)
        for box in outcome.boxes[:_MOST_BOXES]:
            readings = self._proof(box, start, steps)
            if readings is not None:
                states = tuple(step.leaf for step in steps)
                return Round(tuple(s.arrow for s in steps), states, tuple(readings))
        return None

    def _proof(self, box: Box, start: Box, steps: tuple[Step, ...]) -> list[Reading] | None:
        """The readings of a box that leaves the clocks alone."""
        if any(box[key] != values for key, values in start.items()):
            return None
        rest = {key: values for key, values in box.items() if key not in start}
        study = self._study
        states = [(study.number, study.shape.path(s.leaf), study.facts(s.leaf)) for s in steps]
        return self._readings.of(rest, states)

    def _clocks(self, steps: tuple[Step, ...]) -> Box:
        """The timers of the states that are entered on the way round, on their first tick."""
        shape, ticks = self._study.shape, self._study.ticks
        common = set(shape.path(steps[0].leaf))
        for step in steps:
            common &= set(shape.path(step.leaf))
            if step.arrow.transition.restart:
                common -= {s for s in common if step.arrow.source in shape.path(s)}
        box: Box = {}
        for step in steps:
            for state in shape.path(step.leaf):
                if state not in common:
                    box[self._study.timer(state)] = between(ticks.shortest, 2.0 * ticks.longest)
        return box

    def _fires(self, step: Step) -> Formula | None:
        """When an arrow fires in a leaf; None where an event may come before it."""
        key = step.leaf, step.arrow.key
        if key not in self._holds:
            self._holds[key] = self._fires_when(step)
        return self._holds[key]

    def _fires_when(self, step: Step) -> Formula | None:
        guards, shape = self._guards, self._study.shape
        parts = [guards.true(step.arrow.transition.guard)]
        for other in shape.tried(step.leaf):
            if other.key == step.arrow.key:
                break
            if other.transition.trigger is not None or len(parts) > _MOST_BEFORE:
                return None
            inactive = other.transition.target not in shape.path(step.leaf)
            if inactive or other.transition.restart:
                parts.append(guards.not_true(other.transition.guard))
        return settled(every(parts), self._study.facts(step.leaf))
