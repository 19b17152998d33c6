"""Instances of machine arrays: the guards each has one of, and the parts of the rig it moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from behave.ir.program import Arc, BehaviorProgram, Branch, Emit, Every, Machine, Statement
from behave.ir.values import Node
from viewer.scene.states import families


@dataclass(frozen=True, eq=False)
class Instance:
    """One instance of an array: ``index`` is its position in ``family``, ``parts`` are names of
    the rig's parts it writes, ``guards`` its own guards and bool lets by name."""

    family: str
    index: int
    machine: int
    parts: frozenset[str]
    guards: Mapping[str, Node]


def instances_of(behavior: BehaviorProgram) -> tuple[Instance, ...]:
    """The instances of all machine arrays of a behavior, in declared order."""
    found: list[Instance] = []
    for family, members in families(behavior.machines):
        if not behavior.machines[members[0]].family:
            continue
        guards = _guards(behavior, family, len(members))
        for index, number in enumerate(members):
            parts = frozenset(_written(behavior, behavior.machines[number]))
            mine = {name: nodes[index] for name, nodes in guards.items()}
            found.append(Instance(family, index, number, parts, mine))
    return tuple(found)


def next_pick(behavior: BehaviorProgram | None, picked: Mapping[str, int]) -> dict[str, int]:
    """The instance after the one picked, through all machine arrays; after the last none."""
    arrays = families(behavior.machines) if behavior is not None else []
    every = [
        (name, index)
        for name, members in arrays
        if behavior is not None and behavior.machines[members[0]].family
        for index in range(len(members))
    ]
    now = next((k for k, (name, index) in enumerate(every) if picked.get(name) == index), -1)
    return dict(every[now + 1 : now + 2])


def _guards(behavior: BehaviorProgram, family: str, count: int) -> dict[str, list[Node]]:
    """The guards written in an array: as many of a name as it has instances, in their order."""
    named: dict[str, list[Node]] = {}
    for name, guard in behavior.guards:
        if _home(behavior, guard) in (family, ""):
            named.setdefault(name, []).append(guard)
    return {name: nodes for name, nodes in named.items() if len(nodes) == count}


def _home(behavior: BehaviorProgram, guard: Node) -> str:
    """The family of the machine in whose text a guard stands; "" where that is not known."""
    if guard.span is None:
        return ""
    before = [
        machine
        for machine in behavior.machines
        if machine.span.source == guard.span.source and machine.span.start <= guard.span.start
    ]
    return max(before, key=lambda machine: machine.span.start).family if before else ""


def _written(behavior: BehaviorProgram, machine: Machine) -> Iterator[str]:
    """Names of what a machine writes a place of: ``foot[2]`` for ``foot[2].target``."""
    bodies = [machine.actions, *(t.body for t in machine.transitions)]
    for state in machine.states:
        bodies += [state.actions, state.enter, state.exit, *(t.body for t in state.transitions)]
    for body in bodies:
        for statement in statements(body):
            if not isinstance(statement, (Emit, Branch, Every)):
                for store in statement.place.stores:
                    if len(store.slots) == 1:
                        yield behavior.slots[store.slots[0]].path.rpartition(".")[0]


def statements(body: Sequence[Statement]) -> Iterator[Statement]:
    """The statements of a body and of those within it."""
    for statement in body:
        yield statement
        if isinstance(statement, Branch):
            yield from statements(statement.then)
            yield from statements(statement.otherwise)
        elif isinstance(statement, Every):
            yield from statements(statement.body)


def arcs(body: Sequence[Statement]) -> Iterator[Arc]:
    """The arcs among them."""
    return (statement for statement in statements(body) if isinstance(statement, Arc))
