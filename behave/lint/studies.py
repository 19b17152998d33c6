"""What the rules share: the proofs about every machine of a project, made when first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from behave.analysis.project import Analysed
from behave.diagnostics.diagnostic import Diagnostic
from behave.ir.program import BehaviorProgram
from behave.lint.boxes.domains import Domains
from behave.lint.boxes.guards import Guards
from behave.lint.conditions import Condition, conditions
from behave.lint.machines.readings import Readings
from behave.lint.machines.rounds import Rounds
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import MachineStudy
from behave.lint.machines.ticks import Ticks
from behave.source import Span


class BehaviorStudy:
    """One behavior: its guards, and a study of each of its machines.

    ``guards`` let params be anything in their ranges, which is what a proof needs; ``examples``
    gives every param its default, which is what an example needs.
    """

    def __init__(self, analysed: Analysed, behavior: BehaviorProgram, ticks: Ticks) -> None:
        self.behavior = behavior
        self.ticks = ticks
        self._scenes = analysed.program.scenes
        self._rounds: dict[int, Rounds] = {}

    @cached_property
    def guards(self) -> Guards:
        """Formulas in which a param is anything in its range."""
        return Guards(self.behavior, Domains(self.behavior, self._scenes))

    @cached_property
    def examples(self) -> Guards:
        """Formulas in which a param is its default."""
        domains = Domains(self.behavior, self._scenes, fixed=True)
        return Guards(self.behavior, domains, self.guards)

    @cached_property
    def readings(self) -> Readings:
        """Which unknowns the world is free to set, and values for them."""
        return Readings(self.behavior, self.examples)

    def rounds(self, study: MachineStudy) -> Rounds:
        """The ways round one of its machines."""
        found = self._rounds.get(study.number)
        if found is None:
            found = self._rounds[study.number] = Rounds(study, self.examples, self.readings)
        return found

    @cached_property
    def machines(self) -> tuple[MachineStudy, ...]:
        """A study of each machine, in declared order."""
        count = len(self.behavior.machines)
        return tuple(MachineStudy(self.behavior, n, self.guards, self.ticks) for n in range(count))


class Studies:
    """The studies of all behaviors of a project; ticks are as long as a claim must hold for."""

    def __init__(self, analysed: Analysed, ticks: Ticks) -> None:
        self.analysed = analysed
        self.behaviors = tuple(
            BehaviorStudy(analysed, behavior, ticks) for behavior in analysed.program.behaviors
        )

    def machines(self) -> Iterator[MachineStudy]:
        """Every machine of every behavior."""
        for behavior in self.behaviors:
            yield from behavior.machines

    @cached_property
    def arrows(self) -> dict[Span, list[tuple[MachineStudy, Arrow]]]:
        """What one written arrow became: one in each machine of an array, else only one."""
        found: dict[Span, list[tuple[MachineStudy, Arrow]]] = {}
        for machine in self.machines():
            for arrow in machine.shape.every_arrow():
                found.setdefault(arrow.transition.span, []).append((machine, arrow))
        return found

    @cached_property
    def conditions(self) -> list[list[tuple[Guards, Condition]]]:
        """What each condition written elsewhere became: in each turn of a loop, each machine."""
        found: dict[Span, list[tuple[Guards, Condition]]] = {}
        for behavior in self.behaviors:
            for made in conditions(behavior.behavior):
                found.setdefault(made.span, []).append((behavior.guards, made))
        return list(found.values())


def unique(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """One finding a place and message: machines of an array share their text."""
    return list({(d.code, d.span, d.message): d for d in found}.values())
