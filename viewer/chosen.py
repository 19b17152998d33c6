"""Which agents of a scene a viewer begins with: the one it looks at, and the one keys drive."""

from __future__ import annotations

from behave.ir.program import BehaviorProgram
from behave.runtime.model import Model


def decides(behavior: BehaviorProgram) -> bool:
    """Whether it ever goes from one state to another; one that only stands by does not."""
    return any(
        machine.transitions or any(state.transitions for state in machine.states)
        for machine in behavior.machines
    )


def first_agent(model: Model) -> str:
    """The agent looked at where none is named: the first that decides anything, or else the
    first; empty in a scene without agents."""
    for agent in model.places:
        if decides(model.group_of(agent).behavior):
            return agent
    return next(iter(model.places), "")


def named_or_first(model: Model, agent: str | None) -> str:
    """The agent of that name, or ``first_agent`` where there is none of that name."""
    return agent if agent and agent in model.places else first_agent(model)


def driven_agent(model: Model, agent: str) -> str:
    """The agent that keys and a pad drive while ``agent`` is looked at: that one if it listens to
    any, or else the first that does; ``agent`` where none does."""
    for name in (agent, *model.places):
        if name and any(each.bindings for each in model.group_of(name).behavior.inputs):
            return name
    return agent
