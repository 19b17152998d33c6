"""Probes: any expression of the language, read from a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import Node
from behave.runtime.model import Model
from behave.runtime.state import State, frames_by_name


@dataclass(frozen=True, slots=True)
class Probe:
    """An expression to be shown each tick: its text, and its node per behavior it fits."""

    text: str
    nodes: Mapping[str, Node]


def evaluate(model: Model, state: State, agent: str, node: Node) -> Any:
    """The value of an expression for an agent: float, bool, int, pyrr value, tuple or None."""
    frame = frames_by_name(model, state)[agent]
    with np.errstate(all="ignore"):
        return model.group_of(agent).compiled.scope.compile(node)(frame)
