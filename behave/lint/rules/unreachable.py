"""BEH0401: a state that no arrow which can fire leads to, from the initial one on."""

from __future__ import annotations

from collections import Counter

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies, unique
from behave.lint.wording import labels, state_name
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a state that can never be active, in no machine of an array."""
    made = Counter[Span]()
    missed: list[tuple[Span, Diagnostic]] = []
    for study in studies.machines():
        made.update(state.span for state in study.machine.states)
        reached = study.reached
        missed += [
            (state.span, _unreachable(study, index))
            for index, state in enumerate(study.machine.states)
            if index not in reached
        ]
    counted = Counter(span for span, _ in missed)
    return unique(d for span, d in missed if counted[span] == made[span])


def _unreachable(study: MachineStudy, index: int) -> Diagnostic:
    dead = [arrow for arrow in study.leading_to.get(index, ()) if not study.alive(arrow)]
    lost = [arrow for arrow in study.leading_to.get(index, ()) if study.alive(arrow)]
    if dead:
        label, help = "only dead arrows lead here", "see why the arrows to it never fire"
    elif lost:
        label, help = "only unreachable states lead here", "add an arrow to one of them"
    else:
        label, help = "no arrow leads here", "add an arrow to it, or take the state out"
    return Diagnostic(
        catalog.UNREACHABLE,
        f"the state {state_name(study.machine, index)} can never be reached",
        study.machine.states[index].span,
        label,
        labels(dead, "never fires"),
        (help,),
        severity=Severity.WARNING,
    )
