"""BEH0604: one value written by two machines, or by two lerps in states active together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.ir.nodes import statements
from behave.ir.program import (
    Advance,
    Assign,
    BehaviorProgram,
    Lerp,
    Machine,
    Node,
    Place,
    Statement,
)


def findings(analysed: Analysed) -> list[Diagnostic]:
    """Every pair once, at the later place."""
    found: list[Diagnostic] = []
    for behavior in analysed.program.behaviors:
        found += _across_machines(behavior)
        for machine in behavior.machines:
            found += _lerps_together(machine)
    return found


def writes(body: tuple[Statement, ...]) -> Iterator[Assign | Lerp | Advance]:
    """Every statement that writes, in branches too."""
    for statement in statements(body):
        if isinstance(statement, (Assign, Lerp, Advance)):
            yield statement


def _bodies(machine: Machine) -> Iterator[tuple[Statement, ...]]:
    yield machine.actions
    yield from (t.body for t in machine.transitions)
    for state in machine.states:
        yield state.actions
        yield state.enter
        yield state.exit
        yield from (t.body for t in state.transitions)


def _target(place: Place) -> tuple[int, ...]:
    return place.stores[0].slots


def _across_machines(behavior: BehaviorProgram) -> list[Diagnostic]:
    found = []
    written = [
        [w for body in _bodies(machine) for w in writes(body)] for machine in behavior.machines
    ]
    for (a, first), (b, second) in combinations(enumerate(written), 2):
        for one in second:
            other = next(
                (w for w in first if set(_target(w.place)) & set(_target(one.place))), None
            )
            if other is None:
                continue
            names = behavior.machines[a].name, behavior.machines[b].name
            found.append(
                Diagnostic(
                    catalog.TWO_WRITERS,
                    f"`{one.place.text}` is written by two machines, `{names[0]}` and `{names[1]}`",
                    one.span,
                    f"written by `{names[1]}` here",
                    (Label(other.span, f"written by `{names[0]}` here"),),
                    ("let one machine write it and the other read it",),
                )
            )
    return found


def _lerps_together(machine: Machine) -> list[Diagnostic]:
    """Lerps on one place in a state and itself, or in a state and one around it."""
    lerps = [
        (index, w)
        for index, body in ((-1, machine.actions), *enumerate(s.actions for s in machine.states))
        for w in writes(body)
        if isinstance(w, Lerp)
    ]
    found = []
    for (a, first), (b, second) in combinations(lerps, 2):
        if not _same_place(first.place, second.place) or not _together(machine, a, b):
            continue
        found.append(
            Diagnostic(
                catalog.TWO_WRITERS,
                f"two lerps write `{second.place.text}` at the same time",
                second.span,
                "a second lerp on the same value",
                (Label(first.span, "the first one"),),
                ("keep one, or put them into states that are not active together",),
            )
        )
    return found


def _together(machine: Machine, a: int, b: int) -> bool:
    """Whether two states can be active at once: one is the other or lies around it."""
    return a in _around(machine, b) or b in _around(machine, a)


def _around(machine: Machine, index: int) -> list[int]:
    chain = [-1]
    while index >= 0:
        chain.append(index)
        index = machine.states[index].parent
    return chain


def _same_place(a: Place, b: Place) -> bool:
    """Surely the same value: the same slots, and the same index where there is one."""
    first, second = a.stores[0], b.stores[0]
    if first.slots != second.slots:
        return False
    if first.index is None or second.index is None:
        return first.index is second.index
    return _same_node(first.index, second.index)


def _same_node(a: Node, b: Node) -> bool:
    same = a is b or (a.op is b.op and a.data == b.data and len(a.args) == len(b.args))
    return same and all(_same_node(x, y) for x, y in zip(a.args, b.args, strict=True))
