"""What the state graph shows of the moment: what is active, each arrow's values, what fired."""

from __future__ import annotations

from collections.abc import Sequence

from behave.ir.program import Machine
from behave.runtime.closest import shortly, told_nearest
from viewer.app.facts import FLASH_SECONDS, Facts
from viewer.desk import Desk
from viewer.graph.shapes import Live, Said
from viewer.graph.words import arrow_text, own_transitions
from viewer.scene.states import index_of


def live_of(desk: Desk, facts: Facts, number: int, members: Sequence[int]) -> Live:
    """The moment of a machine; of an array that of the instance ``number``, with a token for
    every instance."""
    behavior = desk.model.group_of(desk.agent).behavior
    machine = behavior.machines[number]
    place = desk.model.places[desk.agent]
    row = desk.playback.state.rows[place.group][place.row]
    timers = {}
    for k in facts.active[number]:
        state = machine.states[k]
        ticks, carry = (row[behavior.slots[s].offset] for s in (state.ticks, state.carry))
        timers[k] = f"{ticks * desk.model.dt + carry:.2f} s"
    fired = facts.last
    flashed = None
    if fired is not None and fired.machine == machine.name:
        flashed = (fired.source, fired.number)
    brightness = max(0.0, 1.0 - facts.last_age / FLASH_SECONDS) if flashed else 0.0
    tokens = _tokens(facts, behavior.machines, number, members) if len(members) > 1 else {}
    return Live(
        frozenset(facts.active[number]),
        timers,
        _said(desk, facts, number, machine),
        flashed,
        brightness,
        tokens,
    )


def _said(desk: Desk, facts: Facts, number: int, machine: Machine) -> dict[tuple[int, int], Said]:
    """Of arrows out of active states the verdict now, of the others when they came nearest."""
    behavior = desk.model.group_of(desk.agent).behavior
    said = {}
    for source in range(-1, len(machine.states)):
        for k in range(len(own_transitions(machine, source))):
            told = told_nearest(desk.closest.best.get((number, source, k)), desk.model.dt)
            if told:
                said[source, k] = Said(None, told, active=False)
    for reason in facts.reasons:
        arrow = reason.arrow
        if arrow.machine_number == number:
            whole = arrow_text(behavior, arrow.transition)
            text = shortly(reason.verdict, whole)
            said[arrow.start, arrow.number] = Said(reason.verdict.holds, text)
    return said


def _tokens(
    facts: Facts, machines: Sequence[Machine], chosen: int, members: Sequence[int]
) -> dict[int, tuple[tuple[str, bool], ...]]:
    """By leaf, the indices of the instances that are in it."""
    found: dict[int, tuple[tuple[str, bool], ...]] = {}
    for member in members:
        leaf = facts.active[member][-1]
        token = (index_of(machines[member]), member == chosen)
        found[leaf] = (*found.get(leaf, ()), token)
    return found
