"""Which leaves of a machine a state, or a change of states, is about: worked out while writing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from behave.ir.program import Machine, Transition
from behave.runtime.reference import ancestry
from behave.runtime.turns import shared_depth


@dataclass(frozen=True)
class Changing:
    """A transition seen from every leaf it may start from.

    ``left`` has the states it may leave, inner first, each with the leaves from which it does;
    ``entered`` those it may enter, outer first, down to its target, the same way.
    """

    left: tuple[tuple[int, tuple[int, ...]], ...]
    entered: tuple[tuple[int, tuple[int, ...]], ...]


def paths(machine: Machine) -> tuple[tuple[int, ...], ...]:
    """For every state the states active while it is, outermost first."""
    return tuple(ancestry(machine, position) for position in range(len(machine.states)))


def possible_leaves(machine: Machine) -> tuple[int, ...]:
    """The states without children."""
    return tuple(n for n, state in enumerate(machine.states) if state.initial < 0)


def leaves_under(machine: Machine, state: int) -> tuple[int, ...]:
    """The leaves at which a state is active."""
    found = paths(machine)
    return tuple(leaf for leaf in possible_leaves(machine) if state in found[leaf])


def changing(machine: Machine, transition: Transition, sources: Sequence[int]) -> Changing:
    """What a transition leaves and enters from each of some leaves."""
    found = paths(machine)
    target = found[transition.target]
    left: dict[int, list[int]] = {}
    entered: dict[int, list[int]] = {}
    for leaf in sources:
        path = found[leaf]
        kept = len(target) - 1 if transition.restart else shared_depth(path, target)
        for state in path[kept:]:
            left.setdefault(state, []).append(leaf)
        for state in target[kept:]:
            entered.setdefault(state, []).append(leaf)
    inner_first = sorted(left, key=lambda state: (-len(found[state]), state))
    outer_first = sorted(entered, key=lambda state: len(found[state]))
    return Changing(
        tuple((state, tuple(left[state])) for state in inner_first),
        tuple((state, tuple(entered[state])) for state in outer_first),
    )
