"""BEH0401: a state no arrow leads to, from the initial one on."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.ir.program import Machine


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a state that can never be active; one for all instances of a machine array."""
    found = [
        Diagnostic(
            catalog.UNREACHABLE,
            f"the state `{machine.states[index].path}` can never be reached",
            machine.states[index].span,
            "no arrow leads here",
            help=("add an arrow to it, or take the state out",),
            severity=Severity.WARNING,
        )
        for behavior in analysed.program.behaviors
        for machine in behavior.machines
        for index in range(len(machine.states))
        if index not in _reached(machine)
    ]
    return list({(d.span, d.message): d for d in found}.values())


def _reached(machine: Machine) -> set[int]:
    """States that some run may enter, whatever the guards say."""
    reached: set[int] = set()
    arrows = [*machine.transitions, *(t for s in machine.states for t in s.transitions)]
    targets = {machine.initial, *(t.target for t in arrows), *(s.initial for s in machine.states)}
    pending = [machine.initial, *(t.target for t in machine.transitions)]
    while pending:
        index = pending.pop()
        if index in reached or index < 0:
            continue
        reached.add(index)
        state = machine.states[index]
        pending += [state.parent, *(t.target for t in state.transitions)]
        if index in targets and state.initial >= 0:
            pending.append(state.initial)
    return reached
