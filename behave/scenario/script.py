"""Scripted inputs: holds and presses in seconds, sampled at any tick rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from behave.ir.program import BehaviorProgram, Input, InputDevice, InputStep
from behave.runtime.clock import tick_at
from behave.runtime.inputs import Inputs, InputValue, Key
from behave.scenario.constants import complain, constant, seconds


@dataclass(frozen=True, slots=True)
class Step:
    """One input over a span of seconds; ``end`` None for a press, infinity for no end.

    ``value`` is a number or three numbers for axes, True for keys.
    """

    agent: str
    input: str
    key: bool
    value: InputValue
    start: float
    end: float | None


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of a scene or test, in declared order; later ones win where axes meet."""

    steps: tuple[Step, ...]

    def sample(self, tick: int, dt: float) -> Inputs:
        """What tick ``tick`` sees.

        A hold from a to b is seen by the ticks that begin at a or later and before b. A press,
        or a key held for less than a tick, is seen pressed and held by exactly one tick: the
        first that begins at or after it.
        """
        found: dict[str, dict[str, InputValue]] = {}
        for step in self.steps:
            value = _seen(step, tick, dt)
            if value is None:
                continue
            inputs = found.setdefault(step.agent, {})
            before = inputs.get(step.input)
            if isinstance(value, Key) and isinstance(before, Key):
                value = Key(value.held or before.held, value.pressed or before.pressed)
            inputs[step.input] = value
        return found


def _seen(step: Step, tick: int, dt: float) -> InputValue | None:
    first = tick_at(step.start, dt)
    if not step.key:
        return step.value if first <= tick and not _is_over(step, tick, dt) else None
    if tick == first:
        return Key(True, True)
    held = step.end is not None and first < tick and not _is_over(step, tick, dt)
    return Key(True) if held else None


def _is_over(step: Step, tick: int, dt: float) -> bool:
    return step.end is not None and step.end != np.inf and tick >= tick_at(step.end, dt)


def scripted(
    steps: Sequence[InputStep], behaviors: Mapping[str, BehaviorProgram], scene: str
) -> Script:
    """The script of some steps; ``behaviors`` gives each agent's behavior.

    Raises ``SceneError`` for a time below 0, an end before its start or a value that is absent
    or not finite.
    """
    made = []
    for step in steps:
        declared = behaviors[step.agent].inputs[step.input]
        what = f"`{step.verb} {step.agent}.{declared.name}`"
        start = seconds(step.start, scene, what)
        end = None
        if step.verb == "hold":
            end = np.inf if step.end is None else seconds(step.end, scene, what)
            if end < start:
                raise complain(step.span, scene, f"{what} ends before it begins")
        value = _value(step, declared, scene, what)
        key = declared.device is InputDevice.KEY
        if not (key and value is False):
            made.append(Step(step.agent, declared.name, key, value, start, end))
    return Script(tuple(made))


def _value(step: InputStep, declared: Input, scene: str, what: str) -> InputValue:
    if step.value is None:
        return True
    value: Any = constant(step.value)
    if value is None:
        raise complain(step.span, scene, f"{what} has no value")
    if isinstance(value, np.ndarray):
        return tuple(value.tolist())
    return bool(value) if declared.device is InputDevice.KEY else float(value)
