"""One agent of a model by itself: what marks are drawn of where there are many."""

from __future__ import annotations

from dataclasses import replace

from behave.runtime.model import AgentPlace, Model
from behave.runtime.state import State


def alone(model: Model, agent: str) -> Model:
    """The model with one of its agents only; the world is the same. KeyError for an unknown one."""
    place = model.places[agent]
    group, own = model.groups[place.group], slice(place.row, place.row + 1)
    mine = replace(group, names=group.names[own], agents=group.agents[own],
                   capsules=group.capsules[own], keys=group.keys[own])  # fmt: skip
    return replace(model, groups=(mine,), places={agent: AgentPlace(0, 0)})


def state_alone(model: Model, state: State, agent: str) -> State:
    """Its part of a state of the whole ``model``; nothing is copied."""
    place = model.places[agent]
    number, own = place.group, slice(place.row, place.row + 1)
    rows, zones, entered, draws = (
        [part[number][own]] for part in (state.rows, state.zones, state.entered, state.draws)
    )
    world = (state.alive, state.position, state.rotation)
    return State(state.tick, rows, zones, entered, draws, *world)
