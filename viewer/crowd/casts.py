"""From the agents of a running crowd to how they are drawn and how they stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.crowd import Crowd
from behave.crowd.group import Group
from viewer.crowd.state import Cast, Poses
from viewer.scene.bodies import body_of
from viewer.scene.figure import Tints
from viewer.scene.figure_table import ACCENTS, SUITS

SCATTER = np.uint64(2654435761)
"""Knuth's multiplier: neighbours' numbers come out far apart."""


@dataclass(frozen=True, eq=False)
class Casting:
    """The agents of a behavior in a crowd, in the order of its groups and their blocks: ``words``
    int64[7 B] is which word of a row each number of their poses is."""

    groups: tuple[Group, ...]
    words: NDArray[np.int64]
    cast: Cast

    def poses(self) -> Poses:
        """How they stand now: a copy."""
        return _words(self.groups, self.words).astype(np.float32)


def castings_of(crowd: Crowd) -> tuple[Casting, ...]:
    """The behaviors of a crowd that has all its agents."""
    found: dict[str, list[Group]] = {}
    for group in crowd.groups:
        if group.count:
            found.setdefault(group.compiled.behavior.name, []).append(group)
    return tuple(_casting(tuple(groups)) for groups in found.values())


def _casting(groups: tuple[Group, ...]) -> Casting:
    rows = np.concatenate([_rows(group) for group in groups])
    body = body_of(groups[0].compiled.behavior, rows)
    columns = np.concatenate([body.position.ravel(), body.rotation.ravel()])
    blocks = [block for group in groups for block in group.blocks]
    numbers = np.concatenate([block.agents[: block.count] for block in blocks])
    return Casting(groups, columns, Cast(numbers, body, tints_of(numbers)))


def _rows(group: Group) -> NDArray[np.float64]:
    """The agents' rows, as far as the rig reads and writes them."""
    layout = group.layout
    kept = np.flatnonzero((layout.lane if group.held is not None else layout.body) >= 0)
    rows = np.repeat(group.template[np.newaxis], group.count, axis=0)
    rows[:, kept] = _words((group,), kept)
    return rows


def _words(groups: tuple[Group, ...], words: NDArray[np.int64]) -> NDArray[np.float64]:
    """Words of the rows of all agents of some groups, f8[N,K]."""
    return np.concatenate(
        [group.rig_words(block, words) for group in groups for block in group.blocks]
    )


def stand(crowd: Crowd, position: NDArray[np.float64]) -> None:
    """Put the agents' capsules where the agents are now, in ``position`` f8[C,3] of all colliders;
    the crowd itself does so as the next tick begins."""
    for group in crowd.groups:
        if group.capsule:
            center = group.capsule[0]
            for block in group.blocks:
                own = block.capsules[: block.count]
                position[own] = block.bodies[: block.count, center : center + 3]


def tints_of(numbers: NDArray[np.int64]) -> Tints:
    """Accents and suits by which agents are told apart; the same for a number every time."""
    scattered = (numbers.astype(np.uint64) * SCATTER) >> np.uint64(7)
    suits = np.array(SUITS)[(scattered % np.uint64(len(SUITS))).astype(np.int64)]
    return Tints(np.take(ACCENTS, numbers, 0, mode="wrap"), suits)
