"""``--set NAME.PARAM=VALUE``: params given on the command line, checked like those in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from behave.cli.exits import CannotRun
from behave.cli.findings import expression_of, in_one_line
from behave.diagnostics.suggest import closest
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, Program, Scene
from behave.kinds import Base, Kind
from behave.pipeline import Checked
from behave.scenario.constants import constant
from behave.scenario.overrides import OverrideValue

_READS = {Op.SLOT, Op.SLOT_AT, Op.NEW, Op.DT, Op.RANDOM, Op.OF_AGENT, Op.IN_STATE}


def settings_of(
    checked: Checked, program: Program, scene: Scene, words: Sequence[str]
) -> dict[str, OverrideValue]:
    """``NAME.PARAM`` → the value given for it, in SI; a later one replaces an earlier.

    NAME is a behavior, a rig or an agent of the scene. Raises `CannotRun` for an unknown name,
    a wrong kind or unit, or a value that is not constant.
    """
    return dict(_setting(checked, program, scene, word) for word in words)


def _setting(
    checked: Checked, program: Program, scene: Scene, word: str
) -> tuple[str, OverrideValue]:
    target, equals, text = word.partition("=")
    name, dot, param = (part.strip() for part in target.partition("."))
    if not (equals and dot and name and param and text.strip()):
        raise CannotRun(f"--set takes NAME.PARAM=VALUE, such as wave.hold=1.5s, not {word!r}")
    behavior, wanted, unit = _param(program, scene, name, param, word)
    node, problems = expression_of(checked, behavior.name, text.strip())
    if node is None:
        raise CannotRun(f"--set {word}: {in_one_line(problems)}")
    if any(inner.op in _READS for inner in _walk(node)):
        raise CannotRun(f"--set {word}: the value must be a constant, such as 1.5s")
    if not _fits(node.kind, wanted):
        example = f", such as 1 {unit}" if unit else ""
        raise CannotRun(
            f"--set {word}: that is {node.kind.noun}, but {name}.{param} is {wanted.noun}{example}"
        )
    value = constant(node)
    if value is None:
        raise CannotRun(f"--set {word}: that has no finite value")
    return f"{name}.{param}", _plain(value, wanted, behavior)


def _param(
    program: Program, scene: Scene, name: str, param: str, word: str
) -> tuple[BehaviorProgram, Kind, str]:
    """A behavior that has the param, the param's kind and the unit it is shown in."""
    owners: dict[str, list[BehaviorProgram]] = {}
    for agent in scene.agents:
        behavior = next(b for b in program.behaviors if b.name == agent.behavior)
        for owner in (behavior.name, behavior.rig.name, agent.name):
            owners.setdefault(owner, []).append(behavior)
    if name not in owners:
        hint = _hint(name, list(owners))
        raise CannotRun(f"--set {word}: scene {scene.name} has no `{name}`{hint}")
    for behavior in owners[name]:
        for declared in behavior.params:
            if declared.name == param:
                return behavior, behavior.slots[declared.slot].kind, declared.unit
    names = dict.fromkeys(p.name for behavior in owners[name] for p in behavior.params)
    raise CannotRun(f"--set {word}: `{name}` has no param `{param}`{_hint(param, list(names))}")


def _hint(name: str, candidates: Sequence[str]) -> str:
    near = closest(name, candidates)
    if near:
        return f"; did you mean `{near}`?"
    return f"; it has: {', '.join(candidates)}" if candidates else ""


def _fits(given: Kind, wanted: Kind) -> bool:
    vectors = (Base.VEC, Base.POINT)
    if given.base in vectors and wanted.base in vectors:
        return given.dimension == wanted.dimension
    return given == wanted


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for argument in node.args:
        yield from _walk(argument)


def _plain(value: Any, kind: Kind, behavior: BehaviorProgram) -> OverrideValue:
    """A constant's value as the scene builder takes it."""
    if kind.base is Base.ENUM:
        return dict(behavior.enums)[kind.enum][int(value)]
    if kind.base is Base.BOOL:
        return bool(value)
    if kind.base is Base.NUMBER:
        return float(value)
    return tuple(float(part) for part in value)
