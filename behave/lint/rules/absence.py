"""BEH0506: a state that can only be left through readings that may be absent."""

from __future__ import annotations

from collections import Counter

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.lint.boxes.formulas import keys_in
from behave.lint.boxes.search import Box, impossible
from behave.lint.boxes.values import NO
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies, unique
from behave.lint.wording import labels, state_name
from behave.source import Span


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a state, if it holds for every machine of an array.

    The state a machine starts in is left out: it waits for something to turn up.
    """
    made = Counter[Span]()
    found: list[tuple[Span, Diagnostic]] = []
    for study in studies.machines():
        made.update(state.span for state in study.machine.states)
        gone = _nothing_there(study)
        for leaf in sorted(study.reached):
            if not study.shape.is_leaf(leaf) or leaf in study.shape.starts:
                continue
            ways = study.ways_out(leaf)
            if ways and gone and all(_needs_reading(study, arrow, gone) for arrow in ways):
                found.append((study.machine.states[leaf].span, _stuck(study, leaf, ways)))
    counted = Counter(span for span, _ in found)
    return unique(d for span, d in found if counted[span] == made[span])


def _nothing_there(study: MachineStudy) -> Box:
    """Every sensor without a reading."""
    slots = study.behavior.slots
    return {
        study.guards.presence_of(slots[sensor.reading.exists].offset): NO
        for sensor in study.behavior.sensors
    }


def _needs_reading(study: MachineStudy, arrow: Arrow, gone: Box) -> bool:
    """Whether an arrow cannot fire while nothing is sensed."""
    transition = arrow.transition
    if transition.trigger is not None:
        return transition.trigger.source == "sensor" and transition.trigger.happening == "found"
    return impossible(study.guards, (study.guards.true(transition.guard),), gone)


def _names(study: MachineStudy, ways: list[Arrow]) -> list[str]:
    """The sensors the ways out are about."""
    keys = set[int]()
    heard = set[int]()
    for arrow in ways:
        keys |= keys_in(study.guards.true(arrow.transition.guard))
        if arrow.transition.trigger is not None:
            heard.add(arrow.transition.trigger.index)
    slots = study.behavior.slots
    return [
        sensor.name
        for number, sensor in enumerate(study.behavior.sensors)
        if number in heard or study.guards.presence_of(slots[sensor.reading.exists].offset) in keys
    ]


def _stuck(study: MachineStudy, leaf: int, ways: list[Arrow]) -> Diagnostic:
    names = [f"`{name}`" for name in _names(study, ways)]
    listed = " or ".join(names[:3]) or "a sensor"
    one = names[0].strip("`") if names else "contact"
    return Diagnostic(
        catalog.ABSENCE,
        f"{state_name(study.machine, leaf)} can only be left while {listed} has a reading",
        study.machine.states[leaf].span,
        "stays here where the reading is lost",
        labels(ways, "cannot fire without it"),
        (f"say what happens then: `-> … when not {one}.exists`, or `after` some time",),
        severity=Severity.WARNING,
    )
