"""BEH0404: a `-> restart` that resets the timer a later arrow waits for."""

from __future__ import annotations

from math import inf

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label, Severity
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.search import Box, search
from behave.lint.boxes.values import NO, NOTHING, below, hull, join, meet
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import arrow_text, seconds, state_name


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a written arrow, if it holds for every machine of an array."""
    found = []
    for made in studies.arrows.values():
        starving = [_starved_by(study, arrow) for study, arrow in made]
        if all(starving) and starving[0] is not None:
            found.append(_starved(*made[0], starving[0]))
    return found


def _starved_by(study: MachineStudy, arrow: Arrow) -> Arrow | None:
    """The restart that keeps an arrow from its time: for good, or as long as its guard holds."""
    if arrow.source < 0 or arrow.source not in study.reached:
        return None
    verdict = study.verdicts[arrow.key]
    if verdict.fate in (Fate.OUTLIVED, Fate.SHADOWED):
        restarts = [a for a in verdict.because if a.transition.restart]
        return restarts[0] if len(restarts) == len(verdict.because) == 1 else None
    restarts = [
        other
        for other in study.shape.arrows[arrow.source]
        if other.transition.restart and other.number < arrow.number
    ]
    if verdict.fate is not Fate.ALIVE or not restarts:
        return None
    wanted = _least_time(study, arrow)
    if wanted <= 2.0 * study.ticks.longest:
        return None
    return next((r for r in restarts if _holds_before(study, r, wanted)), None)


def _least_time(study: MachineStudy, arrow: Arrow) -> float:
    """The least timer at which the arrow's guard can hold."""
    timer = study.timer(arrow.source)
    holds = study.guards.true(arrow.transition.guard)
    outcome = search(study.guards, (holds,), study.window(arrow.source))
    if not outcome.complete or not outcome.boxes:
        return 0.0
    window = study.window(arrow.source)[timer]
    return hull(join(box.get(timer, window) for box in outcome.boxes))[0]


def _holds_before(study: MachineStudy, restart: Arrow, wanted: float) -> bool:
    """Whether a restart may hold tick after tick before that time.

    Not one that waits for an event or for a key to be pressed: these last for one tick.
    """
    if restart.transition.trigger is not None or not study.alive(restart):
        return False
    start: Box = {**study.window(restart.source), **momentary(study.guards)}
    timer = study.timer(restart.source)
    start[timer] = meet(start[timer], below(wanted, False))
    if start[timer] == NOTHING:
        return False
    holds = study.guards.true(restart.transition.guard)
    return bool(search(study.guards, (holds,), start, first=True).boxes)


def momentary(guards: Guards) -> Box:
    """Keys going down and up, all of them not so: what lasts for one tick left out."""
    box: Box = {}
    for given in guards.behavior.inputs:
        for slot in (given.pressed, given.released):
            if slot >= 0:
                box[guards.slot(slot)] = NO
    return box


def _starved(study: MachineStudy, arrow: Arrow, restart: Arrow) -> Diagnostic:
    name = state_name(study.machine, arrow.source)
    verdict = study.verdicts[arrow.key]
    if verdict.fate is Fate.ALIVE:
        wanted = _least_time(study, arrow)
        message = (
            f"{arrow_text(arrow)} waits for {seconds(wanted)} in {name}, and {arrow_text(restart)} "
            "sets that time back on every tick its condition holds"
        )
        help = "to wait until something has not held for a time, write `when not … for T`"
    else:
        message = (
            f"{arrow_text(arrow)} never fires: {arrow_text(restart)} begins {name} anew before it"
        )
        last = study.lasts(arrow.source)
        help = "ask for less time" if last < inf else "move it before the restart"
    return Diagnostic(
        catalog.STARVED_TIMER,
        message,
        arrow.transition.span,
        "waits for a time that starts again",
        (Label(restart.transition.span, "sets the timer back to 0"),),
        (help,),
        severity=Severity.WARNING,
    )
