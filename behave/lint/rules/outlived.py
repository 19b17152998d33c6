"""BEH0504: an arrow that needs more time than its state can last."""

from __future__ import annotations

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import labels, quoted, seconds, state_name, written_condition


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a written arrow, if it holds for every machine of an array."""
    found = []
    for made in studies.arrows.values():
        if all(_is_outlived(study, arrow) for study, arrow in made):
            found.append(_outlived(*made[0]))
    return found


def _is_outlived(study: MachineStudy, arrow: Arrow) -> bool:
    """Outlived in a state that is reached, and not by a restart (that has its own rule)."""
    verdict = study.verdicts[arrow.key]
    starved = any(a.transition.restart for a in verdict.because)
    return verdict.fate is Fate.OUTLIVED and arrow.source in study.reached and not starved


def _outlived(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    transition = arrow.transition
    bounded = min(study.shape.path(arrow.source), key=lambda s: (study.lasts(s), -s))
    where = written_condition(transition)
    if transition.after is not None and transition.after.span is not None:
        where = transition.span
    last = study.lasts(bounded)
    name = state_name(study.machine, bounded)
    because = study.verdicts[arrow.key].because
    return Diagnostic(
        catalog.OUTLIVED,
        f"{quoted(where)} needs more time than {name} ever has, so this arrow never fires",
        where,
        f"{name} is over by {seconds(last - study.ticks.longest)} at the latest",
        labels(because, "it has been left through this one by then"),
        ("ask for less time here, or for more there",),
        severity=Severity.WARNING,
    )
