"""BEH0604: one value written by two machines, or by two lerps in states active together."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from itertools import combinations

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.ir.nodes import statements
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    BehaviorProgram,
    Lerp,
    Machine,
    Node,
    Place,
    Statement,
)
from behave.source import Span

Write = Assign | Lerp | Advance | Arc


def findings(analysed: Analysed) -> list[Diagnostic]:
    """Every pair once, at the later place."""
    found: list[Diagnostic] = []
    for behavior in analysed.program.behaviors:
        found += _across_machines(behavior)
        together = [d for machine in behavior.machines for d in _lerps_together(machine)]
        together += _on_and_off(behavior)
        found += {d.span: d for d in together}.values()
    return found


def writes(body: tuple[Statement, ...]) -> Iterator[Write]:
    """Every statement that writes, in branches too."""
    for statement in statements(body):
        if isinstance(statement, (Assign, Lerp, Advance, Arc)):
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
    """Pairs of machines that write one value, and whatever writes what the pose writes."""
    written = [
        (machine, [w for body in _bodies(machine) for w in writes(body)])
        for machine in behavior.machines
    ]
    posed = [w for turn in behavior.turns if turn.pose for w in writes(turn.actions)]
    lasting = {reset.slot for reset in behavior.resets}
    found: dict[tuple[Span, str, str], Diagnostic] = {}
    for (earlier, first), (later, second) in _sharing(written):
        for one in second:
            other = next((w for w in first if _conflict(w, one, lasting)), None)
            key = (one.span, earlier.family or earlier.name, later.family or later.name)
            if other is not None and key not in found:
                found[key] = _two_machines(one, later, other, earlier)
        if len(found) > _MOST_FOUND:
            break
    others = [("the behavior's own actions", _own(behavior))]
    others += [(f"`{machine.name}`", own) for machine, own in written]
    for name, statements_of in others:
        for one in statements_of:
            other = next((w for w in posed if _conflict(w, one, lasting)), None)
            if other is not None:
                found.setdefault((one.span, "pose", ""), _beside_pose(one, name, other))
    return list(found.values())


_Written = tuple[Machine, list[Write]]


def _sharing(written: list[_Written]) -> Iterator[tuple[_Written, _Written]]:
    """Pairs of machines, in their order, that write to a slot both."""
    writers: dict[int, list[int]] = {}
    for number, (_, every) in enumerate(written):
        for slot in dict.fromkeys(slot for w in every for slot in _target(w.place)):
            writers.setdefault(slot, []).append(number)
    for number, (_, every) in enumerate(written):
        slots = {slot for w in every for slot in _target(w.place)}
        later = {n for slot in slots for n in _behind(writers[slot], number)}
        for other in sorted(later):
            yield written[number], written[other]


def _behind(numbers: list[int], number: int) -> list[int]:
    return numbers[bisect.bisect_right(numbers, number) :]


def _own(behavior: BehaviorProgram) -> list[Write]:
    """What the behavior itself writes, outside its machines and its pose."""
    bodies = [turn.actions for turn in behavior.turns if not turn.pose]
    bodies += [handler.body for handler in behavior.handlers]
    return [w for body in bodies for w in writes(body)]


def _conflict(a: Write, b: Write, lasting: set[int]) -> bool:
    """Whether two writers get in each other's way.

    ``lasting`` are places that hold for one tick: there moves add up, and switches agree unless
    one is on and the other off.
    """
    shared = set(_target(a.place)) & set(_target(b.place))
    if not shared or not shared <= lasting:
        return bool(shared)
    if isinstance(a, Advance) and isinstance(b, Advance):
        return False
    if isinstance(a, Assign) and isinstance(b, Assign):
        return not _same_node(a.value, b.value)
    return True


def _two_machines(one: Write, later: Machine, other: Write, earlier: Machine) -> Diagnostic:
    text = one.place.text
    if later.family and later.family == earlier.family and one.span == other.span:
        return Diagnostic(
            catalog.TWO_WRITERS,
            f"`{text}` is written by every one of the machines `{later.family}`",
            one.span,
            f"each `{later.family}[…]` writes it here",
            help=(
                "give each its own: declare it in the machine, or make it a list and write "
                "`[index]`",
            ),
        )
    return Diagnostic(
        catalog.TWO_WRITERS,
        f"`{text}` is written by two machines, `{earlier.name}` and `{later.name}`",
        one.span,
        f"written by `{later.name}` here",
        (Label(other.span, f"written by `{earlier.name}` here"),),
        ("let one machine write it and the other read it",),
    )


def _beside_pose(one: Write, name: str, posed: Write) -> Diagnostic:
    return Diagnostic(
        catalog.TWO_WRITERS,
        f"`{one.place.text}` is written by the pose, and by {name} before it",
        one.span,
        "the pose writes over this",
        (Label(posed.span, "written by the pose here, each tick"),),
        ("set a variable here, and let the pose read it",),
    )


def _lerps_together(machine: Machine) -> list[Diagnostic]:
    """Lerps on one place in a state and itself, or in a state and one around it."""
    lerps = [
        (index, w)
        for index, body in ((-1, machine.actions), *enumerate(s.actions for s in machine.states))
        for w in writes(body)
        if isinstance(w, (Lerp, Arc))
    ]
    places: dict[tuple[int, ...], list[tuple[int, Lerp | Arc]]] = {}
    for index, lerp in lerps:
        places.setdefault(_target(lerp.place), []).append((index, lerp))
    around = {index: set(_around(machine, index)) for index, _ in lerps}
    pairs = (pair for writers in places.values() for pair in _together(writers, around))
    found = []
    for first, second in pairs:
        found.append(
            Diagnostic(
                catalog.TWO_WRITERS,
                f"{_both(first, second)} write `{second.place.text}` at the same time",
                second.span,
                f"a second {'arc' if isinstance(second, Arc) else 'lerp'} on the same value",
                (Label(first.span, "the first one"),),
                ("keep one, or put them into states that are not active together",),
            )
        )
    return found


def _on_and_off(behavior: BehaviorProgram) -> list[Diagnostic]:
    """Something enabled and disabled in one block, neither of them under a condition."""
    lasting = {reset.slot for reset in behavior.resets}
    found = []
    for body in (turn.actions for turn in behavior.turns if not turn.pose):
        found += _switched_twice(body, lasting)
    for machine in behavior.machines:
        for body in (machine.actions, *(state.actions for state in machine.states)):
            found += _switched_twice(body, lasting)
    return found


def _switched_twice(body: tuple[Statement, ...], lasting: set[int]) -> list[Diagnostic]:
    switches = [s for s in body if isinstance(s, Assign) and set(_target(s.place)) <= lasting]
    return [
        Diagnostic(
            catalog.TWO_WRITERS,
            f"`{second.place.text}` is enabled and disabled in one place: the last one wins",
            second.span,
            "this one wins",
            (Label(first.span, "this one does nothing"),),
            ("take one of them out, or give each a `when`",),
        )
        for first, second in combinations(switches, 2)
        if _same_place(first.place, second.place) and not _same_node(first.value, second.value)
    ]


def _both(first: Write, second: Write) -> str:
    kinds = {type(first), type(second)}
    if len(kinds) == 2:
        return "a lerp and an arc"
    return "two arcs" if Arc in kinds else "two lerps"


_MOST_FOUND = 2_000
"""So many pairs of machines at one value are more than anybody is told of."""

_MOST_PAIRS = 64
"""Lerps on one value that a lerp is held against; those of one state and the ones around it."""


def _together(
    writers: list[tuple[int, Lerp | Arc]], around: dict[int, set[int]]
) -> Iterator[tuple[Lerp | Arc, Lerp | Arc]]:
    """Pairs in states that can be active at once: one is the other or lies around it."""
    written: dict[int, list[tuple[int, Lerp | Arc]]] = {}
    for number, (index, lerp) in enumerate(writers):
        written.setdefault(index, []).append((number, lerp))
    for number, (index, lerp) in enumerate(writers):
        near = [pair for state in around[index] for pair in written.get(state, ())[:_MOST_PAIRS]]
        for other, second in sorted(near, key=lambda pair: pair[0])[:_MOST_PAIRS]:
            if other == number or not _same_place(lerp.place, second.place):
                continue
            if index not in around[writers[other][0]] or other > number:
                yield (lerp, second) if number < other else (second, lerp)


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
