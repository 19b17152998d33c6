"""Arguments of a query gathered over agents into arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from behave.runtime.frame import Frame
from behave.runtime.slots import Evaluate, is_storable


@dataclass(frozen=True, slots=True)
class Asked:
    """Arguments by name for the agents that have them all; ``rows`` says which agents.

    Numbers are f8[N], vecs f8[N,3], rotations f8[N,4].
    """

    rows: list[int]
    values: Mapping[str, np.ndarray]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.values[name]


def gather(
    arguments: Mapping[str, Evaluate], frames: Sequence[Frame], rows: Sequence[int]
) -> Asked:
    """Evaluate every argument for some agents; an absent or infinite one leaves the agent out."""
    asked = gather_pairs([(arguments, frames[row]) for row in rows])
    return Asked([rows[place] for place in asked.rows], asked.values)


def gather_pairs(questions: Sequence[tuple[Mapping[str, Evaluate], Frame]]) -> Asked:
    """Evaluate the arguments of questions that have the same ones, each for its agent.

    ``rows`` of the result are the places of those that are complete.
    """
    kept: list[int] = []
    columns: dict[str, list[object]] = {name: [] for name in questions[0][0]} if questions else {}
    for place, (arguments, frame) in enumerate(questions):
        values = [evaluate(frame) for evaluate in arguments.values()]
        if any(value is None or not is_storable(value) for value in values):
            continue
        kept.append(place)
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    return Asked(kept, {name: np.array(column, np.float64) for name, column in columns.items()})
