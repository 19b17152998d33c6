"""Reads the options of a rig part, one value per agent, with the defaults of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Node, Part
from behave.vocabulary.rig_parts import RIG_PARTS

Floats = NDArray[np.float64]
Evaluate = Callable[[Node], Floats]
"""Works out an expression for a group's N agents: f8[N], or f8[N, 3 or 4] for vecs, rotations."""


class Options:
    """The options of one part. Values are arrays over the N agents of the group."""

    def __init__(self, part: Part, evaluate: Evaluate, agents: int) -> None:
        self.name = part.name
        self._values = dict(part.values)
        self._bones = dict(part.bones)
        self._words = dict(part.words)
        self._evaluate = evaluate
        self._agents = agents
        record = RIG_PARTS[part.verb]
        self._defaults = {o.name: o.default for o in (*record.phrases, *record.options)}

    def has(self, name: str) -> bool:
        """Whether the author gave the value."""
        return name in self._values

    def number(self, name: str) -> Floats:
        """A number, f8[N]."""
        return self._array(name, (self._agents,))

    def numbers(self, names: Iterable[str]) -> Floats:
        """Several numbers side by side, f8[N, len(names)]."""
        columns = [self.number(name) for name in names]
        return np.ascontiguousarray(np.stack(columns, axis=1))

    def vec(self, name: str) -> Floats:
        """A vec, f8[N, 3]."""
        return self._array(name, (self._agents, 3))

    def bone(self, name: str) -> str:
        """The bone an option names, "" where it was left out."""
        return self._bones.get(name, "")

    def word(self, name: str) -> str:
        """The input or layer an option names, "" where it was left out."""
        return self._words.get(name, "")

    def _array(self, name: str, shape: tuple[int, ...]) -> Floats:
        node = self._values.get(name)
        value = self._defaults[name] if node is None else self._evaluate(node)
        return spread(value, shape)


def spread(value: object, shape: tuple[int, ...]) -> Floats:
    """``value`` as a fresh float64 array of ``shape``; what is not finite becomes 0."""
    array = np.array(np.broadcast_to(np.asarray(value, dtype=np.float64), shape))
    array[~np.isfinite(array)] = 0.0
    return array
