"""BEH0603: a lerp or arc that lasts longer than the state it is written in."""

from __future__ import annotations

from collections import Counter
from math import inf

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label, Severity
from behave.ir.nodes import statements
from behave.ir.program import Arc, Form, Lerp
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies, unique
from behave.lint.wording import seconds, state_name
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a sentence, if it holds for every machine of an array.

    A `chase` is left out: it is nearly there long before its time.
    """
    made = Counter[Span]()
    found: list[Diagnostic] = []
    for study in studies.machines():
        for index, state in enumerate(study.machine.states):
            for timed in statements(state.actions):
                if not isinstance(timed, (Lerp, Arc)) or timed.owner is None:
                    continue
                if isinstance(timed, Lerp) and timed.form is not Form.OVER:
                    continue
                made[timed.span] += 1
                finding = _cut_off(study, index, timed)
                if finding is not None:
                    found.append(finding)
    counted = Counter(d.span for d in found)
    return unique(d for d in found if counted[d.span] == made[d.span])


def _cut_off(study: MachineStudy, index: int, timed: Lerp | Arc) -> Diagnostic | None:
    """The finding where the state is over before the least time the sentence can take."""
    duration = timed.amount if isinstance(timed, Lerp) else timed.duration
    least, _ = study.guards.domains.bounds(duration)
    if least <= 0.0 or least == inf or index not in study.reached:
        return None
    last = study.lasts(index)
    if last >= least - 1e-6:
        return None
    name = state_name(study.machine, index)
    word = "lerp" if isinstance(timed, Lerp) else "arc"
    over = seconds(last - study.ticks.longest)
    around = min(study.shape.path(index), key=lambda s: (study.lasts(s), -s))
    ended = study.ended_by(around)
    return Diagnostic(
        catalog.CUT_OFF,
        f"this {word} takes {seconds(least)}, and {name} is over by {over} at the latest",
        timed.span,
        "never gets to its goal",
        (Label(ended.transition.span, "the state is left here by then"),) if ended else (),
        (f"let the {word} take less time, or let the state last longer",),
        severity=Severity.WARNING,
    )
