"""BEH0402: a state that cannot be left and does not say that it is final."""

from __future__ import annotations

from collections import Counter

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies, unique
from behave.lint.wording import labels, state_name
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a state without states inside, if it holds for every machine of an array."""
    made = Counter[Span]()
    stuck: list[tuple[Span, Diagnostic]] = []
    for study in studies.machines():
        made.update(state.span for state in study.machine.states)
        stuck += [
            (study.machine.states[leaf].span, _stuck(study, leaf)) for leaf in dead_ends(study)
        ]
    counted = Counter(span for span, _ in stuck)
    return unique(d for span, d in stuck if counted[span] == made[span])


def dead_ends(study: MachineStudy) -> list[int]:
    """The leaves that some run may enter and none can leave.

    A machine that is never anywhere else has none: it rests where it is meant to.
    """
    leaves = [s for s in study.reached if study.shape.is_leaf(s)]
    if len(leaves) < 2:
        return []
    return sorted(leaf for leaf in leaves if not _final(study, leaf) and not study.ways_out(leaf))


def _final(study: MachineStudy, leaf: int) -> bool:
    return any(study.machine.states[s].final for s in study.shape.path(leaf))


def _stuck(study: MachineStudy, leaf: int) -> Diagnostic:
    state = study.machine.states[leaf]
    arrows = [
        a
        for a in study.shape.tried(leaf)
        if a.transition.target not in study.shape.path(leaf) or a.transition.restart
    ]
    dead = [a for a in arrows if not study.alive(a)]
    return Diagnostic(
        catalog.DEAD_END,
        f"the state {state_name(study.machine, leaf)} can never be left again",
        state.span,
        "every way out is dead" if dead else "no arrow leads out",
        labels(dead, "never fires"),
        (
            f"add an arrow to it, or say that it is meant to be the end: `final state {state.name}`"
            if not dead
            else "see why its arrows never fire, or make it a `final state`",
        ),
        severity=Severity.WARNING,
    )
