"""Overrides of params from outside the file: ``behavior.param`` or ``agent.param``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from behave.ir.program import BehaviorProgram, Param, Program, SceneAgent
from behave.kinds import Base, Kind
from behave.runtime.operations import value_of_kind
from behave.scenario.constants import SceneError

OverrideValue = float | bool | str | tuple[float, ...]
"""A number in SI, a bool, the name of an enum's value, or the parts of a vec or rotation."""


def overrides_of(
    agent: SceneAgent, behavior: BehaviorProgram, overrides: Mapping[str, OverrideValue]
) -> dict[str, OverrideValue]:
    """What an agent's params are set to from outside; the agent's own name wins.

    ``owner`` in ``owner.param`` is the rig, the behavior or the agent.
    """
    found: dict[str, OverrideValue] = {}
    names = {param.name for param in behavior.params}
    for owner in (behavior.rig.name, behavior.name, agent.name):
        for key, value in overrides.items():
            who, _, name = key.partition(".")
            if who == owner and name in names:
                found[name] = value
    return found


def check_names(
    program: Program, agents: Sequence[SceneAgent], overrides: Mapping[str, OverrideValue]
) -> None:
    """``SceneError`` for an override that names no param of the scene's agents."""
    behaviors = {behavior.name: behavior for behavior in program.behaviors}
    params: dict[str, set[str]] = {}
    for agent in agents:
        behavior = behaviors[agent.behavior]
        names = {param.name for param in behavior.params}
        for owner in (agent.name, behavior.name, behavior.rig.name):
            params.setdefault(owner, set()).update(names)
    for key in overrides:
        owner, dot, name = key.partition(".")
        if not dot or not name:
            raise SceneError(f"cannot set `{key}`: write OWNER.PARAM, for example `hero.height`")
        if owner not in params:
            known = ", ".join(f"`{each}`" for each in params)
            raise SceneError(f"cannot set `{key}`: the scene has no `{owner}`; it has {known}")
        if name not in params[owner]:
            known = ", ".join(f"`{each}`" for each in sorted(params[owner])) or "none"
            raise SceneError(f"cannot set `{key}`: `{owner}` has no param `{name}`; it has {known}")


def override_value(param: Param, kind: Kind, behavior: BehaviorProgram, value: Any) -> Any:
    """An override in the param's kind; ``SceneError`` where it does not fit."""
    where = f"cannot set `{param.owner}.{param.name}` to {value!r}"
    if kind.base is Base.ENUM:
        names = dict(behavior.enums).get(kind.enum, ())
        if not isinstance(value, str) or value not in names:
            raise SceneError(f"{where}: {kind.noun} ({', '.join(names)})")
        return names.index(value)
    if kind.base is Base.BOOL:
        if not isinstance(value, bool):
            raise SceneError(f"{where}: it takes yes or no")
        return value
    numbers = value if isinstance(value, (tuple, list)) else (value,)
    sound = all(
        isinstance(part, (int, float)) and not isinstance(part, bool) and math.isfinite(part)
        for part in numbers
    )
    if not sound or len(numbers) != kind.width:
        raise SceneError(f"{where}: it takes {kind.noun}")
    return value_of_kind(kind, value)
