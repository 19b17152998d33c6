"""Plots over the history: any expression of the language, or any slot, by its text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from behave.diagnostics.diagnostic import Diagnostic
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, Program
from behave.pipeline import Checked, compile_expression
from behave.runtime.model import Model
from behave.runtime.probe import evaluate
from behave.runtime.state import State
from viewer.curves import numbers_of, parts_of
from viewer.history import History

MOST_POINTS = 600
MOST_PLOTS = 4
MOST_KNOWN = 400  # curves kept, the weights' among them


@dataclass
class Curve:
    """What a text comes to over time: its node in a program, and the values found so far."""

    text: str
    node: Node
    program: Program
    agent: str
    _known: dict[int, tuple[State, tuple[float, ...]]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its parts: one of a number, x, y, z of a vec."""
        return parts_of(self.node.kind)

    def values(self, history: History, ticks: Sequence[int]) -> NDArray[np.float64]:
        """f8[T, parts] at some ticks, not-a-number where there is none. Each moment is asked
        once; ticks of another program than this one's are left out."""
        rows = [self._at(history, int(number)) for number in ticks]
        self._known = {k: v for k, v in self._known.items() if k >= history.first}
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.names))

    def _at(self, history: History, number: int) -> tuple[float, ...]:
        moment = history.at(number)
        known = self._known.get(number)
        if known is not None and known[0] is moment.state:
            return known[1]
        there = moment.model.program is self.program and self.agent in moment.model.places
        if there:
            value = evaluate(moment.model, moment.state, self.agent, self.node)
            numbers = numbers_of(value, self.node.kind)
        else:
            numbers = (math.nan,) * len(self.names)
        self._known[number] = (moment.state, numbers)
        return numbers


@dataclass
class Plots:
    """The texts plotted, and their curves as far as they fit what runs."""

    texts: list[str] = field(default_factory=list)
    _known: dict[tuple[str, str, int], Curve | str] = field(default_factory=dict)

    def toggle(self, text: str, model: Model, agent: str, checked: Checked | None) -> str:
        """Plot a text, or no longer; returns why that cannot be, or nothing."""
        text = " ".join(text.split())
        if text in self.texts:
            self.texts.remove(text)
            return ""
        curve = self._curve(text, model, agent, checked)
        if isinstance(curve, str):
            return curve
        self.texts = [*self.texts, text][-MOST_PLOTS:]
        return ""

    def curves(self, model: Model, agent: str, checked: Checked | None) -> list[Curve]:
        """The curves of an agent of a model, in the order they were asked for."""
        return self.curves_of(self.texts, model, agent, checked)

    def curves_of(
        self, texts: Sequence[str], model: Model, agent: str, checked: Checked | None
    ) -> list[Curve]:
        """The curves of some texts."""
        found = [self._curve(text, model, agent, checked) for text in texts]
        return [curve for curve in found if isinstance(curve, Curve)]

    def _curve(self, text: str, model: Model, agent: str, checked: Checked | None) -> Curve | str:
        key = (text, agent, id(model.program))
        known = self._known.get(key)
        if known is None or (isinstance(known, Curve) and known.program is not model.program):
            if agent not in model.places:
                return "there is no agent to plot"
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            behavior = model.group_of(agent).behavior
            known = curve_of(text, agent, behavior, model.program, checked)
            self._known[key] = known
        return known


def curve_of(
    text: str, agent: str, behavior: BehaviorProgram, program: Program, checked: Checked | None
) -> Curve | str:
    """The curve of a slot's path or of an expression; or why there is none, in one line."""
    node: Node | None = None
    if text in behavior.slot_of:
        number = behavior.slot_of[text]
        node = Node(Op.SLOT, (), behavior.slots[number].kind, number)
    elif checked is None:
        return f"{text!r} is nothing of {agent}"
    else:
        node, problems = compile_expression(checked, behavior.name, text)
        if node is None or problems:
            return _first(problems, text)
    if not parts_of(node.kind):
        return f"{text!r} is {node.kind.noun}, which is no number to plot"
    return Curve(text, node, program, agent)


def _first(problems: Sequence[Diagnostic], text: str) -> str:
    return problems[0].message if problems else f"{text!r} cannot be understood"


def ticks_shown(first: int, last: int) -> list[int]:
    """The ticks a plot asks: all, or as many as there are points to see, always the same ones."""
    step = max(1, -(-(last - first + 1) // MOST_POINTS))
    start = -(-first // step) * step
    return sorted({first, *range(start, last + 1, step), last})
