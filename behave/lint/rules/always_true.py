"""BEH0502: a condition that every reading satisfies, of an arrow, a block, an action, a handler."""

from __future__ import annotations

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from behave.lint.boxes.search import impossible
from behave.lint.conditions import ACTION, BLOCK, HANDLER, Condition, place
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import condition, quoted, when_and_condition, written_condition


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a written condition, if it holds for all it became in arrays and loops."""
    found = [
        _always(*made[0])
        for made in studies.arrows.values()
        if all(_holds_always(study, arrow) for study, arrow in made)
    ]
    for written in studies.conditions:
        if all(impossible(guards, (guards.not_true(c.node),), {}) for guards, c in written):
            found.append(_done_always(written[0][1]))
    return found


def _done_always(made: Condition) -> Diagnostic:
    where = place(made)
    return Diagnostic(
        catalog.ALWAYS_TRUE,
        f"{quoted(where)} is true at every reading, so it decides nothing",
        where,
        "always true",
        help=(f"{_WITHOUT[made.decides]} says the same; or another bound was meant",),
        severity=Severity.WARNING,
    )


_WITHOUT = {
    BLOCK: "what is in the block, without the block,",
    ACTION: "the action without `when`",
    HANDLER: "a handler without `when`",
}


def _holds_always(study: MachineStudy, arrow: Arrow) -> bool:
    node = condition(arrow.transition)
    if node is None or study.verdicts[arrow.key].fate in (Fate.ACTIVE, Fate.NEVER):
        return False
    return impossible(study.guards, (study.guards.not_true(node),), study.facts(arrow.source))


def _always(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    transition = arrow.transition
    where = written_condition(transition)
    hidden = [
        other
        for other in study.shape.arrows[arrow.source]
        if other.number > arrow.number and transition.after is None and transition.trigger is None
    ]
    edit = when_and_condition(transition)
    fix = Fix("take the condition out", (Edit(edit, ""),), safe=False) if edit is not None else None
    return Diagnostic(
        catalog.ALWAYS_TRUE,
        f"{quoted(where)} is true at every reading, so it decides nothing",
        where,
        "always true",
        tuple(Label(o.transition.span, "this is never tried") for o in hidden[:1]),
        ("an arrow without `when` says the same; or the bound is not the one that was meant",),
        (fix,) if fix is not None else (),
        Severity.WARNING,
    )
