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

    def get(self, name: str, default: np.ndarray) -> np.ndarray:
        """An argument, or ``default`` where the query was given none of that name."""
        return self.values.get(name, default)

    def only(self, chosen: np.ndarray) -> Asked:
        """The agents where ``chosen`` bool[N] holds."""
        if chosen.all():
            return self
        rows = [row for row, keep in zip(self.rows, chosen, strict=True) if keep]
        return Asked(rows, {name: array[chosen] for name, array in self.values.items()})


def gather(
    arguments: Mapping[str, Evaluate], frames: Sequence[Frame], rows: Sequence[int]
) -> Asked:
    """Evaluate every argument for some agents; an absent or infinite one leaves the agent out."""
    kept: list[int] = []
    columns: dict[str, list[object]] = {name: [] for name in arguments}
    for row in rows:
        values = [evaluate(frames[row]) for evaluate in arguments.values()]
        if any(value is None or not is_storable(value) for value in values):
            continue
        kept.append(row)
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    return Asked(kept, {name: np.array(column, np.float64) for name, column in columns.items()})


def resting(count: int) -> np.ndarray:
    """f8[N,4]: the identity rotation for each of ``count`` agents."""
    turn = np.zeros((count, 4))
    turn[:, 3] = 1.0
    return turn
