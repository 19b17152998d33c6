"""The transitions of an agent, as a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from behave.ir.program import Transition
from behave.runtime.model import Model
from behave.runtime.state import State, frame_of


@dataclass(frozen=True, slots=True)
class Arrow:
    """A transition of an agent's behavior: its machine, and the state it is written in.

    ``source`` is "" for one written in the machine itself. ``start`` and ``number`` are
    positions in the Program (``start`` -1 for the machine).
    """

    machine: str
    source: str
    target: str
    where: str
    machine_number: int
    start: int
    number: int
    transition: Transition


def arrows(model: Model, agent: str) -> tuple[Arrow, ...]:
    """Every transition of an agent's behavior: machines in order, each machine's own first."""
    found: list[Arrow] = []
    for number, machine in enumerate(model.group_of(agent).compiled.machines):
        paths = tuple(state.state.path for state in machine.states)
        written = [(-1, "", machine.transitions)]
        written += [(n, paths[n], state.transitions) for n, state in enumerate(machine.states)]
        for start, source, transitions in written:
            found.extend(
                Arrow(
                    machine.machine.name,
                    source,
                    paths[each.transition.target],
                    each.where,
                    number,
                    start,
                    each.number,
                    each.transition,
                )
                for each in transitions
            )
    return tuple(found)


def outgoing(model: Model, state: State, agent: str) -> tuple[Arrow, ...]:
    """The transitions of the active states, in the order a tick would try them."""
    place = model.places[agent]
    frame = frame_of(model, state, place.group, place.row)
    machines = model.groups[place.group].compiled.machines
    paths = [machine.states[int(frame.words[machine.active])].path for machine in machines]
    order = {
        (number, position): rank
        for number, path in enumerate(paths)
        for rank, position in enumerate((-1, *path))
    }
    found = [a for a in arrows(model, agent) if (a.machine_number, a.start) in order]
    return tuple(
        sorted(found, key=lambda a: (a.machine_number, order[a.machine_number, a.start], a.number))
    )
