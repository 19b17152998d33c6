"""Why a transition fires or not, for any agent of a running model."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from behave.ir.program import EventRef, Node
from behave.runtime.arrows import Arrow, arrows, outgoing
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.model import Model
from behave.runtime.state import State, frames_by_name
from behave.runtime.verdict import Context, Operand, Shape, Verdict, flattened, text_of, verdict
from behave.runtime.verdict_text import heading, reason, render, summary

__all__ = [
    "Arrow",
    "Operand",
    "Shape",
    "Verdict",
    "arrows",
    "explain",
    "explain_expression",
    "heading",
    "outgoing",
    "reason",
    "render",
    "summary",
]


def explain(
    model: Model, state: State, agent: str, arrow: Arrow, events: Collection[EventRef] = ()
) -> Verdict:
    """Why a transition would fire or not in ``state``: its event, its target, its guard.

    For what the next tick will really decide, give the state ``tick.before_turns`` returns.
    """
    compiled = model.group_of(agent).compiled
    context = context_of(model, state, agent)
    with np.errstate(all="ignore"):
        guard = verdict(arrow.transition.guard, context)
    parts = [guard]
    trigger = arrow.transition.trigger
    if trigger is not None:
        parts.insert(0, _heard(trigger, events, _event_name(compiled, trigger)))
    machine = compiled.machines[arrow.machine_number]
    active = machine.states[int(context.frame.words[machine.active])]
    if arrow.transition.target in active.path and not arrow.transition.restart:
        text = f"{arrow.target} is not active yet"
        parts.insert(0, Verdict(Shape.ATOM, text, arrow.where, False, "it is active already"))
    if arrow.start >= 0 and arrow.start not in active.path:
        parts.insert(
            0,
            Verdict(
                Shape.ATOM,
                f"in {arrow.source}",
                arrow.where,
                False,
                f"now in {active.state.path}",
            ),
        )
    if len(parts) == 1:
        return guard
    values = [part.holds for part in parts]
    holds = False if False in values else None if None in values else True
    absent = tuple(name for part in parts for name in part.absent)
    text = guard.text or text_of(arrow.transition.guard)
    children = tuple(flattened(Shape.ALL, parts))
    return Verdict(Shape.ALL, text, arrow.where, holds, absent=absent, children=children)


def explain_expression(model: Model, state: State, agent: str, node: Node) -> Verdict:
    """The verdict of any guard of an agent's behavior."""
    with np.errstate(all="ignore"):
        return verdict(node, context_of(model, state, agent))


def context_of(model: Model, state: State, agent: str) -> Context:
    """Where an agent's expressions are evaluated; other agents can be reached from it."""
    frame = frames_by_name(model, state)[agent]
    return Context(model.group_of(agent).compiled.scope, frame, model.colliders.names)


def _event_name(compiled: CompiledBehavior, event: EventRef) -> str:
    if event.source == "zone":
        return compiled.behavior.zones[event.index].name
    return compiled.behavior.sensors[event.index].name


def _heard(trigger: EventRef, events: Collection[EventRef], name: str) -> Verdict:
    """The verdict on a transition's event."""
    happened = trigger in events
    text = f"on {name}.{trigger.happening}"
    return Verdict(Shape.ATOM, text, "", happened, "" if happened else "did not happen")
