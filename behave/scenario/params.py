"""Params of a group's agents: file, scene and outside values, checked against their ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from behave.ir.program import Node, Param, SceneAgent
from behave.kinds import Base
from behave.runtime.clock import TOLERANCE
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.frame import Frame
from behave.runtime.readable import number_text, value_text
from behave.runtime.slots import is_storable, writer
from behave.scenario.constants import complain
from behave.scenario.overrides import OverrideValue, override_value, overrides_of
from behave.source import Span


def fill_params(
    compiled: CompiledBehavior,
    agents: Sequence[SceneAgent],
    keys: Sequence[int],
    overrides: Mapping[str, OverrideValue],
    scene: str,
) -> tuple[np.ndarray, frozenset[tuple[str, str]]]:
    """Rows f8[N,W] with the params filled in, and which (agent, param) do not come from the file.

    A value from outside wins over the scene's, which wins over the file's. ``SceneError`` for
    a value that is absent, not finite or out of the declared range.
    """
    behavior = compiled.behavior
    rows = np.zeros((len(agents), behavior.width))
    taken: set[tuple[str, str]] = set()
    for row, agent in enumerate(agents):
        draws = np.zeros(compiled.random_places, np.int64)
        frame = Frame(rows[row], compiled.scope.dt, draws, keys[row])
        outside = overrides_of(agent, behavior, overrides)
        inside = dict(agent.overrides)
        for param in behavior.params:
            if param.name in outside:
                kind = behavior.slots[param.slot].kind
                value = override_value(param, kind, behavior, outside[param.name])
                taken.add((agent.name, param.name))
            else:
                node = inside.get(param.name, param.default)
                value = compiled.scope.compile(node)(frame)
            set_param(compiled, param, agent, value, frame, scene)
    return rows, frozenset(taken)


def set_param(
    compiled: CompiledBehavior,
    param: Param,
    agent: SceneAgent,
    value: Any,
    frame: Frame,
    scene: str,
) -> None:
    """Write a param's value; ``SceneError`` for one that is absent, not finite or out of range."""
    behavior = compiled.behavior
    slot = behavior.slots[param.slot]
    span = _span(param, agent)
    name = f"`{param.name}` of {agent.name}"
    if value is None or not is_storable(value):
        raise complain(span, scene, f"{name} has no value, or one that is not finite")
    if slot.kind.base is Base.NUMBER:
        low, high = _bound(compiled, param.low, frame), _bound(compiled, param.high, frame)
        below = low is not None and value < low - TOLERANCE * abs(low)
        above = high is not None and value > high + TOLERANCE * abs(high)
        if below or above:
            shown = value_text(value, slot.kind, behavior, ())
            bounds = " .. ".join(
                "" if bound is None else number_text(bound, slot.kind.dimension)
                for bound in (low, high)
            )
            raise complain(span, scene, f"{name} is {shown}, outside its range {bounds}")
    writer(slot)(frame, value)


def _bound(compiled: CompiledBehavior, node: Node | None, frame: Frame) -> float | None:
    return None if node is None else compiled.scope.compile(node)(frame)


def _span(param: Param, agent: SceneAgent) -> Span:
    """Where the value was written: in the scene where it overrides, else at the param."""
    node = dict(agent.overrides).get(param.name)
    return param.span if node is None else node.span or agent.span


def evaluator(compiled: CompiledBehavior, rows: np.ndarray, keys: Sequence[int]) -> Any:
    """Works out an expression of a rig for a group: node → f8[N], or f8[N, width].

    The root stands upright at the origin and looks along +z; what is absent counts as 0.
    """
    behavior = compiled.behavior
    scratch = rows.copy()
    for slot in behavior.slots:
        if slot.kind.base is Base.ROTATION and slot.path in ("root.rotation", "body.rotation"):
            scratch[:, slot.offset + 3] = 1.0
    frames = [
        Frame(scratch[row], compiled.scope.dt, np.zeros(compiled.random_places, np.int64), key)
        for row, key in enumerate(keys)
    ]

    def evaluate(node: Node) -> np.ndarray:
        run = compiled.scope.compile(node)
        width = node.kind.width
        rest = np.zeros(width) if width > 1 else 0.0
        values = [run(frame) for frame in frames]
        plain = [rest if value is None else value for value in values]
        shape = (len(frames), width) if width > 1 else (len(frames),)
        return np.array(plain, np.float64).reshape(shape)

    return evaluate
