"""Scenes: colliders, agents and their script."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.analysis import expressions
from behave.analysis.calls import accepted
from behave.analysis.declarations import expanded, settle
from behave.analysis.environment import Environment, Project
from behave.analysis.layout import Builder
from behave.analysis.scripts import EXAMPLES, Script, step
from behave.analysis.sensing import layer_position
from behave.diagnostics import catalog
from behave.ir.program import Node, Scene, SceneAgent, SceneCollider
from behave.kinds import POINT, number
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.units import ANGLE
from behave.vocabulary.signature import Accepts
from behave.vocabulary.verbs import SCENE_NOT_YET, SCENE_SHAPES

NO_LAYER = -1


@dataclass
class Stage:
    """A scene in the making."""

    colliders: dict[str, SceneCollider] = field(default_factory=dict)
    agents: dict[str, SceneAgent] = field(default_factory=dict)
    names: dict[str, Span] = field(default_factory=dict)
    script: Script = field(default_factory=Script)


def constants(project: Project) -> Environment:
    """Surroundings for constant expressions of scenes and tests: nothing to read or remember."""
    builder = Builder("", closed=True, enums=dict(project.enums))
    return Environment(project, builder, project.scope.inner("scene"))


def scene(
    project: Project, tree: ast.Scene, rigs: dict[str, ast.Rig], earlier: dict[str, Scene]
) -> Scene:
    """Analyse a scene; what is wrong in it is left out and reported."""
    stage = Stage()
    if tree.base is not None:
        base = earlier.get(tree.base.text)
        if base is None:
            project.findings.undefined(
                "scene before this one", tree.base.text, tree.base.span, earlier
            )
        else:
            _inherit(stage, base)
    env = constants(project)
    for item in tree.body:
        if isinstance(item, ast.Let):
            expanded(env, item)
        elif isinstance(item, ast.Param):
            env.findings.not_yet("a param of a scene", item.name.span)
    settle(env)
    steps = []
    for item in tree.body:
        if isinstance(item, ast.Sentence):
            if item.verb.text in EXAMPLES:
                steps.append(item)
            else:
                _thing(env, item, rigs, stage)
    _script(env, stage, steps)
    return Scene(
        tree.name.text,
        tuple(stage.colliders.values()),
        tuple(stage.agents.values()),
        tuple(stage.script.inputs),
        tuple(stage.script.steps),
        tree.name.span,
    )


def _inherit(stage: Stage, base: Scene) -> None:
    stage.colliders = {c.name: c for c in base.colliders}
    stage.agents = {a.name: a for a in base.agents}
    stage.script.inputs = list(base.inputs)
    stage.script.steps = list(base.steps)


def _script(env: Environment, stage: Stage, steps: list[ast.Sentence]) -> None:
    """The scene's steps; for the inputs they name, they replace those of a base scene."""
    agents = {a.name: a.behavior for a in stage.agents.values()}
    own = Script()
    for item in steps:
        step(replace(env, agents=agents), item, own, set(stage.colliders))
    named = {(s.agent, s.input) for s in own.inputs}
    kept = [s for s in stage.script.inputs if (s.agent, s.input) not in named]
    stage.script.inputs = kept + own.inputs
    stage.script.steps += own.steps


def _thing(env: Environment, tree: ast.Sentence, rigs: dict[str, ast.Rig], stage: Stage) -> None:
    verb = tree.verb.text
    if verb in SCENE_NOT_YET:
        env.findings.not_yet(f"`{verb}` ({SCENE_NOT_YET[verb]})", tree.verb.span)
        return
    if verb not in SCENE_SHAPES and verb not in rigs:
        known = [*SCENE_SHAPES, *rigs, *EXAMPLES, *SCENE_NOT_YET]
        env.findings.undefined("thing of a scene", verb, tree.verb.span, known)
        return
    if not isinstance(tree.object, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{verb}` needs a name after it",
            tree.verb.span,
            "no name",
            (f"for example `{verb} a at (0 m, 0 m, 0 m)`",),
        )
        return
    name = tree.object.text
    if name in stage.names:
        env.findings.duplicate(name, tree.object.span, stage.names[name])
        return
    stage.names[name] = tree.object.span
    if tree.condition is not None or tree.block is not None or tree.flags:
        at = tree.condition or (tree.flags[0] if tree.flags else tree)
        env.findings.add(
            catalog.WRONG_CALL, f"`{verb} {name}` takes no such part", at.span, "does not belong"
        )
        return
    if verb in rigs:
        _agent(env, tree, name, stage)
    else:
        _collider(env, tree, name, stage)


def _phrases(
    env: Environment, tree: ast.Sentence, known: tuple[str, ...]
) -> dict[str, ast.Expression]:
    found: dict[str, ast.Expression] = {}
    for phrase in tree.phrases:
        if phrase.preposition == "along" and "along" not in known:
            env.findings.not_yet("a thing that moves along a path", phrase.span)
        elif phrase.preposition not in known or isinstance(phrase.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{tree.verb.text}` cannot take this `{phrase.preposition}`",
                phrase.span,
                "does not belong here",
            )
        else:
            found[phrase.preposition] = phrase.value
    return found


def _position(
    env: Environment, tree: ast.Sentence, phrases: dict[str, ast.Expression]
) -> Node | None:
    place = phrases.get("at")
    if isinstance(place, ast.Tuple) and len(place.items) == 2:
        env.findings.add(
            catalog.WRONG_KIND,
            "a place needs three components: `(x, y, z)`, y up",
            place.span,
            "only two",
        )
        return None
    if place is not None:
        return expressions.of_kind(env, place, POINT, "`at`")
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{tree.verb.text}` needs a place: `at (x, y, z)`",
        tree.span,
        "no place",
    )
    return None


def _collider(env: Environment, tree: ast.Sentence, name: str, stage: Stage) -> None:
    shape, options = SCENE_SHAPES[tree.verb.text]
    at = _position(env, tree, _phrases(env, tree, ("at",)))
    values: dict[str, Node] = {}
    layer = NO_LAYER
    good = at is not None
    for option in tree.options:
        key = option.name.text
        if key == "layer":
            position = layer_position(env, option.value)
            good = good and position is not None
            layer = position if position is not None else NO_LAYER
        elif key in options:
            node = _option(env, option, options[key][0], f"`{key}` of `{name}`")
            good = good and node is not None
            if node is not None:
                values[key] = node
        else:
            env.findings.undefined(
                f"option of `{tree.verb.text}`", key, option.name.span, [*options, "layer"]
            )
            good = False
    for key, (accepts, needed) in options.items():
        if needed and key not in values and good:
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{tree.verb.text} {name}` needs `{key}:`, {accepts.describe()}",
                tree.span,
                f"`{key}:` is missing",
            )
            good = False
    if good and at is not None:
        values["at"] = at
        stage.colliders[name] = SceneCollider(name, shape, layer, tuple(values.items()), tree.span)


def _option(
    env: Environment, option: ast.NamedArgument, accepts: Accepts, where: str
) -> Node | None:
    if isinstance(option.value, ast.Range):
        env.findings.add(catalog.WRONG_CALL, f"{where} takes no range", option.span, "a range")
        return None
    node = expressions.node(env, option.value)
    if node is None or not accepted(env, accepts, node, {}, option.value.span, where):
        return None
    return node


def _agent(env: Environment, tree: ast.Sentence, name: str, stage: Stage) -> None:
    phrases = _phrases(env, tree, ("at", "with"))
    at = _position(env, tree, phrases)
    rig = tree.verb.text
    chosen = phrases.get("with")
    behaviors = {n: c for n, c in env.project.behaviors.items() if c.rig == rig}
    if not isinstance(chosen, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{rig} {name}` needs a behavior: `with NAME`",
            tree.span,
            "no behavior",
            (f"behaviors for {rig}: {', '.join(sorted(behaviors)) or 'none'}",),
        )
        return
    if chosen.text not in behaviors:
        env.findings.undefined(f"behavior for {rig}", chosen.text, chosen.span, behaviors)
        return
    builder = behaviors[chosen.text].builder
    heading = None
    overrides: list[tuple[str, Node]] = []
    for option in tree.options:
        key = option.name.text
        param = next((p for p in builder.params if p.name == key), None)
        if isinstance(option.value, ast.Range):
            env.findings.add(catalog.WRONG_CALL, f"`{key}` takes no range", option.span, "a range")
        elif key == "heading":
            heading = expressions.of_kind(env, option.value, number(ANGLE), "`heading`")
        elif param is None:
            known = ["heading", *(p.name for p in builder.params)]
            env.findings.undefined(f"param of `{chosen.text}`", key, option.name.span, known)
        else:
            kind = builder.slots[param.slot].kind
            node = expressions.of_kind(env, option.value, kind, f"the param `{key}`")
            if node is not None:
                overrides.append((key, node))
    if at is not None:
        agent = SceneAgent(name, rig, chosen.text, at, heading, tuple(overrides), tree.span)
        stage.agents[name] = agent
