"""What one agent's expressions are evaluated against."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Any

import numpy as np

UNKNOWN: Any = object()
"""Stands in a memo for a value that was not asked for yet."""


class Frame:
    """One agent during one tick: its row of the state vector and what an op may ask for.

    ``row`` is f8[W], ``words`` the same memory read and written as Python floats; ``new`` is
    the value being stored while a store's expression runs; ``draws`` int64[P] counts how often
    each random place has drawn; ``key`` is the agent's random key; ``others`` gives the frame
    of another agent by name; ``skipped`` collects actions that had an absent operand; ``memo``
    holds what parts of expressions are worth while nothing they read can change (``sharing``).
    """

    __slots__ = ("draws", "dt", "key", "memo", "new", "others", "row", "skipped", "words")

    def __init__(
        self,
        row: np.ndarray,
        dt: float,
        draws: np.ndarray,
        key: int,
        others: Mapping[str, Frame] | None = None,
    ) -> None:
        self.row = row
        words: Any = row.data  # reading a word through it costs half of what the array asks
        self.words: MutableSequence[float] = words
        self.dt = dt
        self.new: object = None
        self.memo: list[Any] | None = None
        self.draws = draws
        self.key = key
        self.others = others or {}
        self.skipped: list[str] = []
