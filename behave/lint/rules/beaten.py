"""BEH0503: an arrow that an earlier one beats whenever its condition holds."""

from __future__ import annotations

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import arrow_text, labels, state_name


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a written arrow, if it holds for every machine of an array."""
    found = []
    for made in studies.arrows.values():
        if all(_is_shadowed(study, arrow) for study, arrow in made):
            found.append(_shadowed(*made[0]))
    return found


def _is_shadowed(study: MachineStudy, arrow: Arrow) -> bool:
    """Shadowed in a state that is reached, and not by a restart (that has its own rule)."""
    verdict = study.verdicts[arrow.key]
    reached = arrow.source < 0 or arrow.source in study.reached
    starved = len(verdict.because) == 1 and verdict.because[0].transition.restart
    return verdict.fate is Fate.SHADOWED and reached and not starved


def _shadowed(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    because = study.verdicts[arrow.key].because
    first = because[0]
    outer = len(because) == 1 and first.source != arrow.source
    if len(because) > 1:
        message = "one of the arrows before it fires whenever its condition holds"
    elif first.source < 0:
        message = f"{arrow_text(first)} of the machine fires first whenever its condition holds"
    elif outer:
        name = state_name(study.machine, first.source)
        message = f"{arrow_text(first)} of {name} fires first whenever its condition holds"
    else:
        message = f"{arrow_text(first)} fires first whenever its condition holds"
    return Diagnostic(
        catalog.BEATEN,
        f"the arrow {arrow_text(arrow)} never fires: {message}",
        arrow.transition.span,
        "never gets its turn",
        labels(because, "this one is tried first, and holds then too"),
        (
            "arrows of outer states are tried before those of inner ones: narrow the outer one"
            if outer
            else "move it before the other, narrow the other, or take it out",
        ),
        severity=Severity.WARNING,
    )
