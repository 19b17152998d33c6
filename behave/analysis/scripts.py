"""Scripted inputs and world steps: ``hold``, ``press`` and ``remove`` of scenes and tests."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.bounds import in_order_of_time
from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.program import InputDevice, InputStep, Node, WorldStep
from behave.kinds import NUMBER, VEC, number
from behave.syntax import ast
from behave.units import TIME
from behave.vocabulary.record import constant

SECONDS = number(TIME)
EXAMPLES = {
    "hold": "hold hero.walk at (0, 1) from 0 s to 6 s",
    "press": "press hero.jump at 4 s",
    "remove": "remove wall at 3 s",
}


class Script:
    """Steps gathered in order."""

    def __init__(self) -> None:
        self.inputs: list[InputStep] = []
        self.steps: list[WorldStep] = []


def step(env: Environment, tree: ast.Sentence, script: Script, colliders: set[str]) -> None:
    """One step; ``env.agents`` are those of the scene, ``colliders`` its names."""
    for extra in (*tree.flags, *(o.name for o in tree.options)):
        _wrong(env, tree, f"`{tree.verb.text}` takes no `{extra.text}`", extra)
        return
    if tree.condition is not None or tree.block is not None:
        what = "condition" if tree.condition is not None else "block"
        _wrong(env, tree, f"`{tree.verb.text}` takes no {what}", tree.condition or tree.verb)
        return
    if tree.verb.text == "remove":
        _remove(env, tree, script, colliders)
        return
    target = _target(env, tree)
    if target is None:
        return
    agent, position = target
    builder = env.project.behaviors[env.agents[agent]].builder
    device = builder.inputs[position].device
    if tree.verb.text == "press":
        _press(env, tree, script, agent, position, device)
        return
    phrases = _phrases(env, tree, ("at", "from", "to"))
    if phrases is None:
        return
    value = _held_value(env, tree, phrases, device)
    start = _time(env, phrases.get("from"))
    end = _time(env, phrases.get("to"))
    failed = (start is None and "from" in phrases) or (end is None and "to" in phrases)
    if failed or (value is None and device is not InputDevice.KEY):
        return
    start = start if start is not None else constant(0.0, SECONDS)
    if end is not None and not in_order_of_time(env, start, end, "`hold`", tree.span):
        return
    script.inputs.append(InputStep("hold", agent, position, value, start, end, tree.span))


def _held_value(
    env: Environment,
    tree: ast.Sentence,
    phrases: dict[str, ast.Expression],
    device: InputDevice,
) -> Node | None:
    if device is InputDevice.KEY:
        if "at" in phrases:
            _wrong(env, tree, "a key is held or not; it takes no `at`", phrases["at"])
        return None
    if "at" not in phrases:
        _wrong(env, tree, "`hold` needs a value: `at …`", tree)
        return None
    kind = VEC if device is InputDevice.AXIS2 else NUMBER
    return expressions.of_kind(env, phrases["at"], kind, "`at` of `hold`")


def _press(
    env: Environment,
    tree: ast.Sentence,
    script: Script,
    agent: str,
    position: int,
    device: InputDevice,
) -> None:
    phrases = _phrases(env, tree, ("at",))
    if phrases is None:
        return
    if device is not InputDevice.KEY:
        _wrong(env, tree, "only a key can be pressed; an axis is held", tree.object or tree)
        return
    if "at" not in phrases:
        _wrong(env, tree, "`press` needs a time: `at …`", tree)
        return
    at = _time(env, phrases["at"])
    if at is not None:
        script.inputs.append(InputStep("press", agent, position, None, at, None, tree.span))


def _remove(env: Environment, tree: ast.Sentence, script: Script, colliders: set[str]) -> None:
    phrases = _phrases(env, tree, ("at",))
    if phrases is None:
        return
    if not isinstance(tree.object, ast.Name) or tree.object.text not in colliders:
        at = tree.object if tree.object is not None else tree.verb
        env.findings.undefined("collider", at.span.text, at.span, colliders)
        return
    if "at" not in phrases:
        _wrong(env, tree, "`remove` needs a time: `at …`", tree)
        return
    at_time = _time(env, phrases["at"])
    if at_time is not None:
        script.steps.append(WorldStep("remove", tree.object.text, at_time, tree.span))


def _time(env: Environment, tree: ast.Expression | None) -> Node | None:
    if tree is None:
        return None
    time = expressions.of_kind(env, tree, SECONDS, "a time")
    value = number_of(time) if time is not None else None
    if value is not None and value < 0.0:
        env.findings.add(
            catalog.OUT_OF_RANGE,
            "a script begins at 0 s, and this is before it",
            tree.span,
            "before the start",
        )
        return None
    return time


def _phrases(
    env: Environment, tree: ast.Sentence, known: tuple[str, ...]
) -> dict[str, ast.Expression] | None:
    found: dict[str, ast.Expression] = {}
    for phrase in tree.phrases:
        wrong = phrase.preposition not in known or phrase.preposition in found
        if wrong or isinstance(phrase.value, ast.Range):
            _wrong(env, tree, f"`{tree.verb.text}` cannot take this `{phrase.preposition}`", phrase)
            return None
        found[phrase.preposition] = phrase.value
    return found


def _target(env: Environment, tree: ast.Sentence) -> tuple[str, int] | None:
    """``hero.walk`` as agent and position of the input."""
    found = tree.object
    if not isinstance(found, ast.Member) or not isinstance(found.of, ast.Name):
        _wrong(env, tree, f"`{tree.verb.text}` needs an agent's input", found or tree)
        return None
    agent = found.of.text
    if agent not in env.agents:
        env.findings.undefined("agent", agent, found.of.span, env.agents)
        return None
    inputs = [i.name for i in env.project.behaviors[env.agents[agent]].builder.inputs]
    if found.name.text not in inputs:
        env.findings.undefined("input", found.name.text, found.name.span, inputs)
        return None
    return agent, inputs.index(found.name.text)


def _wrong(
    env: Environment,
    tree: ast.Sentence,
    message: str,
    at: ast.Expression | ast.Ident | ast.Phrase | ast.Sentence,
) -> None:
    env.findings.add(
        catalog.WRONG_CALL,
        message,
        at.span,
        "does not fit",
        (f"for example `{EXAMPLES[tree.verb.text]}`",),
    )
