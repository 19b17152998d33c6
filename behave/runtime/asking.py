"""Arguments of a query gathered over agents into arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

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


@dataclass(frozen=True, eq=False)
class Question:
    """The arguments of a query: ``ask`` gives all their numbers in a row, None where one is
    absent or not finite; ``columns`` says by name where in the row each begins and ends."""

    ask: Callable[[Frame], tuple[float, ...] | None]
    columns: Mapping[str, tuple[int, int]]


def question_of(arguments: Mapping[str, Evaluate], widths: Sequence[int]) -> Question:
    """The question with some arguments, ``widths`` numbers each."""
    ends = list(accumulate(widths))
    starts = [end - width for end, width in zip(ends, widths, strict=True)]
    columns = dict(zip(arguments, zip(starts, ends, strict=True), strict=True))
    evaluate = tuple(arguments.values())

    def ask(frame: Frame) -> tuple[float, ...] | None:
        values = [argument(frame) for argument in evaluate]
        if any(value is None or not is_storable(value) for value in values):
            return None
        row: list[float] = []
        for value in values:
            row += value if type(value) is tuple else (value,)
        return tuple(row)

    return Question(ask, columns)


def ask_each(questions: Sequence[tuple[Question, Frame]]) -> Asked:
    """Ask questions that have the same arguments, each its agent.

    ``rows`` of the result are the places of those that are complete.
    """
    kept: list[int] = []
    numbers: list[tuple[float, ...]] = []
    for place, (question, frame) in enumerate(questions):
        row = question.ask(frame)
        if row is not None:
            kept.append(place)
            numbers.append(row)
    if not kept:
        return Asked(kept, {})
    table = np.array(numbers, np.float64)
    columns = questions[0][0].columns
    return Asked(kept, {name: _column(table, place) for name, place in columns.items()})


def _column(table: np.ndarray, place: tuple[int, int]) -> np.ndarray:
    start, end = place
    return table[:, start].copy() if end - start == 1 else table[:, start:end].copy()
