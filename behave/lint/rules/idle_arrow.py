"""BEH0405: an arrow to a state that is active whenever the arrow is tried."""

from __future__ import annotations

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Severity
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import arrow_text, state_name
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a written arrow."""
    return [
        _idle(*made[0])
        for made in studies.arrows.values()
        if all(study.shape.never_open(arrow) for study, arrow in made)
    ]


def _idle(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    transition = arrow.transition
    name = state_name(study.machine, transition.target)
    own = transition.target == arrow.source
    help = (
        "to begin the state anew, with its timer at 0, write `-> restart`"
        if own
        else "an arrow has to lead somewhere else: to another state, or to one inside this"
    )
    return Diagnostic(
        catalog.IDLE_ARROW,
        f"the arrow {arrow_text(arrow)} never fires: {name} is active already",
        transition.span,
        "leads to where it is",
        help=(help,),
        fixes=_restart(arrow) if own else (),
        severity=Severity.WARNING,
    )


def _restart(arrow: Arrow) -> tuple[Fix, ...]:
    """``-> Idle`` as ``-> restart``; it then fires, so this changes what the file does."""
    span = arrow.transition.span
    text = span.text
    head, arrow_sign, rest = text.partition("->")
    words = rest.split(maxsplit=1)
    if head or not arrow_sign or not words or words[0] == "resume":
        return ()
    start = span.start + text.index(words[0], len("->"))
    name = Span(span.source, start, start + len(words[0]))
    return (Fix("begin the state anew instead", (Edit(name, "restart"),), safe=False),)
