"""A model run by the reference, one agent at a time, and as a crowd: side by side, to the bit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from behave.crowd.crowd import Crowd, of_scene
from behave.native.engine import QUICK
from behave.native.machines import arrows_of
from behave.native.packs import agent_of
from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.runtime.record import TickRecord
from behave.runtime.state import initial
from behave.runtime.tick import tick


class Side:
    """A scene's run both ways. ``same`` fails with the names of the slots that differ."""

    def __init__(self, model: Model, **options: Any) -> None:
        options = {"level": QUICK, "threads": 1, **options}
        self.model, self.state = model, initial(model)
        self.crowd: Crowd = of_scene(model, **options)
        self.same()

    def tick(self, inputs: Inputs | None = None) -> TickRecord:
        """One tick each; every word and all that is reported must be the same."""
        given = self.model.script.sample(self.state.tick, self.model.dt)
        given = given if inputs is None else inputs
        record = tick(self.model, self.state, given)
        self.crowd.tick(inputs)
        self.same()
        self._reported(record)
        return record

    def same(self, gone: frozenset[int] = frozenset()) -> None:
        """Compare every agent but those that are gone."""
        wrong = []
        numbers = {name: n for n, name in enumerate(self.model.agents)}
        for name, place in self.model.places.items():
            number = numbers[name]
            if number in gone:
                continue
            agent = self.crowd[number]
            assert agent.name == name
            right = self.state.rows[place.group][place.row]
            wrong += differing(self.model, place.group, name, right, agent.row)
            entered = agent_of(agent.block.entered, agent.place)
            assert (
                self.state.entered[place.group][place.row].tolist()
                == entered.astype(bool).tolist()[: self.state.entered[place.group].shape[1]]
            )
            draws = self.state.draws[place.group][place.row]
            if len(draws):
                assert agent_of(agent.block.draws, agent.place).tolist() == draws.tolist()
            for zone in range(self.state.zones[place.group].shape[1]):
                inside = self.state.zones[place.group][place.row, zone].nonzero()[0]
                assert agent.block.inside[zone].of(agent.place).tolist() == inside.tolist()
        assert not wrong, wrong[:9]

    def _reported(self, record: TickRecord) -> None:
        for number, (name, entry) in enumerate(record.agents.items()):
            agent = self.crowd[number]
            assert agent.name == name
            assert agent.states == entry.states
            fired = []
            for place, machine in enumerate(agent.group.compiled.behavior.machines):
                which = int(agent_of(agent.block.fired, agent.place)[place])
                if which:
                    source, at, _ = arrows_of(machine)[which - 1]
                    fired.append((machine.name, source, at))
            assert fired == [(one.machine, one.source, one.number) for one in entry.fired]
            assert int(agent_of(agent.block.skipped, agent.place)[0]) == len(entry.skipped)


def differing(
    model: Model, group: int, name: str, right: np.ndarray, found: np.ndarray
) -> list[Any]:
    """Agent, slots, right and found, for each word that differs in a bit."""
    wrong = []
    for word in np.flatnonzero(right.view(np.int64) != found.view(np.int64)).tolist():
        names = [
            slot.path
            for slot in model.groups[group].behavior.slots
            if slot.offset <= word < slot.offset + slot.width or slot.presence == word
        ]
        wrong.append((name, names, right[word], found[word]))
    return wrong


Given = Mapping[str, Any]
