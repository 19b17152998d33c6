"""BEH0605: a share of the way each tick, which goes faster at a higher tick rate."""

from __future__ import annotations

from collections.abc import Iterator

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Severity
from behave.ir.ops import Op
from behave.ir.program import Assign, BehaviorProgram, Branch, Node, Statement
from behave.lint.boxes.guards import Guards
from behave.lint.studies import Studies, unique
from behave.lint.wording import within
from behave.units import rounded_text

_RATE = 60.0
"""`rate k` at 60 ticks a second covers k / 60 of the way in each."""
_SUMS = (Op.ADD, Op.VADD)
_DIFFERENCES = (Op.SUB, Op.VSUB)
_PRODUCTS = (Op.MUL, Op.VSCALE)


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a `set` that runs each tick."""
    found = []
    for study in studies.behaviors:
        guards = study.guards
        for assign, bare in _each_tick(study.behavior):
            way = _share(assign, guards)
            if way is not None:
                found.append(_blend(assign, *way, bare))
    return unique(found)


def _each_tick(behavior: BehaviorProgram) -> Iterator[tuple[Assign, bool]]:
    """The assignments that run on every tick, and whether one does so without a condition."""
    bodies: list[tuple[Statement, ...]] = [turn.actions for turn in behavior.turns]
    for machine in behavior.machines:
        bodies.append(machine.actions)
        bodies += (state.actions for state in machine.states)
    stack = [(statement, True) for body in bodies for statement in body]
    while stack:
        statement, bare = stack.pop()
        if isinstance(statement, Assign):
            yield statement, bare
        elif isinstance(statement, Branch):
            stack += ((s, False) for s in (*statement.then, *statement.otherwise))


def _share(assign: Assign, guards: Guards) -> tuple[Node, Node] | None:
    """The goal and the constant share of ``x + (goal - x) * share``, in whichever order."""
    place = guards.identities.of(assign.place.read)
    value = assign.value
    if value.op not in _SUMS:
        return None
    for own, step in (value.args, value.args[::-1]):
        if guards.identities.of(own) != place or step.op not in _PRODUCTS:
            continue
        for way, share in (step.args, step.args[::-1]):
            if way.op not in _DIFFERENCES or guards.identities.of(way.args[1]) != place:
                continue
            low, high = guards.domains.bounds(share)
            if low > 0.0 and high < 1.0:
                return way.args[0], share
    return None


def _blend(assign: Assign, goal: Node, share: Node, bare: bool) -> Diagnostic:
    place = assign.place.text
    fix = _as_rate(assign, goal, share) if bare else None
    return Diagnostic(
        catalog.FRAME_RATE,
        f"`{place}` covers a share of the way each tick, so it is faster at more ticks a second",
        assign.span,
        "neither a time nor a rate",
        help=(
            f"`lerp {place} to … rate k` does the same at 60 ticks a second with k = 60 · share, "
            "and the same at any other",
        ),
        fixes=(fix,) if fix is not None else (),
        severity=Severity.WARNING,
    )


def _as_rate(assign: Assign, goal: Node, share: Node) -> Fix | None:
    """``lerp x to goal rate k``, with the number worked out or the param multiplied."""
    if goal.span is None or goal.span.source is not assign.span.source:
        return None
    if not within(goal.span, assign.span) or share.span is None:
        return None
    if share.op is Op.CONST and isinstance(share.data, float):
        rate = f"{rounded_text(_RATE * share.data, 12)} /s"
    elif share.op is Op.SLOT and within(share.span, assign.span):
        rate = f"{_RATE:g} /s * {share.span.text}"
    else:
        return None
    text = f"lerp {assign.place.text} to {goal.span.text} rate {rate}"
    return Fix(f"write `{' '.join(text.split())}`", (Edit(assign.span, text),), safe=False)
