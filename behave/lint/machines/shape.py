"""The tree of a machine's states and the order its arrows are tried in."""

from __future__ import annotations

from collections.abc import Iterator

from behave.ir.program import Machine, Transition
from behave.record import Record


class Arrow(Record):
    """A transition with where it is written: ``source`` is a state, -1 the machine itself."""

    source: int
    number: int
    transition: Transition

    @property
    def key(self) -> tuple[int, int]:
        """Identifies the arrow within its machine."""
        return self.source, self.number


class Shape:
    """The states of a machine as a tree; state -1 stands for the machine itself."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.paths: list[tuple[int, ...]] = []
        for state in machine.states:
            above = self.paths[state.parent] if state.parent >= 0 else ()
            self.paths.append((*above, len(self.paths)))
        self.tops = [i for i, s in enumerate(machine.states) if s.parent < 0]
        self.arrows: dict[int, tuple[Arrow, ...]] = {
            -1: tuple(Arrow(-1, n, t) for n, t in enumerate(machine.transitions))
        }
        for index, state in enumerate(machine.states):
            self.arrows[index] = tuple(Arrow(index, n, t) for n, t in enumerate(state.transitions))
        self.starts = frozenset(self.entered(machine.initial))

    def path(self, state: int) -> tuple[int, ...]:
        """The states active while a state is, outermost first; () for the machine."""
        return self.paths[state] if state >= 0 else ()

    def is_leaf(self, state: int) -> bool:
        """Whether a state has no states inside."""
        return self.machine.states[state].initial < 0

    def inside(self, state: int, outer: int) -> bool:
        """Whether a state lies in another, or is it."""
        return outer < 0 or outer in self.paths[state]

    def entered(self, target: int) -> tuple[int, ...]:
        """The states active after entering one: those around it, it, and its initial children."""
        found = list(self.paths[target])
        state = self.machine.states[target]
        while state.initial >= 0:
            found.append(state.initial)
            state = self.machine.states[state.initial]
        return tuple(found)

    def every_arrow(self) -> list[Arrow]:
        """All arrows: the machine's own first, then by state, in textual order."""
        return [arrow for arrows in self.arrows.values() for arrow in arrows]

    def tried(self, state: int) -> list[Arrow]:
        """The arrows tried while a state is active, in order, those of states inside left out."""
        return [a for source in (-1, *self.path(state)) for a in self.arrows[source]]

    def tried_before(self, arrow: Arrow) -> Iterator[Arrow]:
        """The arrows tried before one while its state is active, the last of them first."""
        yield from reversed(self.arrows[arrow.source][: arrow.number])
        if arrow.source >= 0:
            for source in (*self.path(arrow.source)[-2::-1], -1):
                yield from reversed(self.arrows[source])

    def never_open(self, arrow: Arrow) -> bool:
        """Whether the target is active whenever the arrow is tried, so that it never fires."""
        transition = arrow.transition
        if transition.restart:
            return False
        if arrow.source < 0:
            return self.tops == [transition.target]
        return transition.target in self.path(arrow.source)

    def leaves(self, arrow: Arrow, state: int) -> bool:
        """Whether the arrow, when it fires while a state is active, leaves (or restarts) it."""
        transition = arrow.transition
        if transition.restart:
            return arrow.source in self.path(state)
        return not self.inside(transition.target, state) and transition.target not in self.path(
            state
        )
