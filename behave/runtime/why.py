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
    trigger = arrow.transition.trigger
    with np.errstate(all="ignore"):
        if trigger is not None and trigger in events:
            _open(compiled, context, arrow)
        guard = verdict(arrow.transition.guard, context)
    parts = [guard]
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


def _open(compiled: CompiledBehavior, context: Context, arrow: Arrow) -> None:
    """Let the arguments of an event hold what the arrow would fire for, else what came last.

    The context gets a row of its own for it; the state is left as it is.
    """
    trigger = arrow.transition.trigger
    if trigger is None or trigger.source != "event":
        return
    frame, own = context.frame, compiled.events
    frame.row = frame.row.copy()
    frame.words = frame.row.data  # type: ignore[assignment]
    guard = context.scope.compile(arrow.transition.guard)
    if own.first(frame, trigger.index, guard):
        return
    for arrival in own.arrivals(frame):
        if arrival.event == trigger.index:
            own.open(frame, arrival)


def _event_name(compiled: CompiledBehavior, event: EventRef) -> str:
    if event.source == "event":
        return compiled.events.names[event.index]
    if event.source == "zone":
        return compiled.behavior.zones[event.index].name
    return compiled.behavior.sensors[event.index].name


def _heard(trigger: EventRef, events: Collection[EventRef], name: str) -> Verdict:
    """The verdict on a transition's event."""
    happened = trigger in events
    text = f"on {name}" if trigger.source == "event" else f"on {name}.{trigger.happening}"
    return Verdict(Shape.ATOM, text, "", happened, "" if happened else "did not happen")
