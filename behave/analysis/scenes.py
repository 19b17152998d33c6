"""Scenes: colliders, agents and their script."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.bounds import above_zero
from behave.analysis.calls import accepted
from behave.analysis.declarations import expanded, settle
from behave.analysis.environment import Environment, Project
from behave.analysis.layout import Builder
from behave.analysis.scene_paths import EXAMPLE, along, goes_over, place, scene_path
from behave.analysis.scripts import EXAMPLES, Script, step
from behave.analysis.sensing import layer_position
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.program import Node, Scene, SceneAgent, SceneCollider, ScenePath
from behave.kinds import number
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.units import ANGLE
from behave.vocabulary.signature import Accepts
from behave.vocabulary.verbs import SCENE_SHAPES, SCENE_TEXTS

NO_LAYER = -1
_SIZES = ("size", "radius", "height", "cell")
MOST_STEPS = 200
"""How many steps one flight of stairs may have."""


class Stage:
    """A scene in the making."""

    def __init__(self) -> None:
        self.colliders: dict[str, SceneCollider] = {}
        self.agents: dict[str, SceneAgent] = {}
        self.paths: dict[str, ScenePath] = {}
        self.names: dict[str, Span] = {}
        self.script = Script()


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
        tuple(stage.paths.values()),
    )


def _inherit(stage: Stage, base: Scene) -> None:
    stage.colliders = {c.name: c for c in base.colliders}
    stage.agents = {a.name: a for a in base.agents}
    stage.paths = {p.name: p for p in base.paths}
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
    if verb not in SCENE_SHAPES and verb not in rigs and verb != "path":
        known = [*SCENE_SHAPES, *rigs, *EXAMPLES, "path"]
        env.findings.undefined("thing of a scene", verb, tree.verb.span, known)
        return
    if not isinstance(tree.object, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{verb}` needs a name after it",
            tree.verb.span,
            "no name",
            (f"for example `{EXAMPLE if verb == 'path' else f'{verb} a at (0 m, 0 m, 0 m)'}`",),
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
    if verb == "path":
        made = scene_path(env, tree, name)
        if made is not None:
            stage.paths[name] = made
    elif verb in rigs:
        _agent(env, tree, name, stage)
    else:
        _collider(env, tree, name, stage)


def _phrases(
    env: Environment, tree: ast.Sentence, known: tuple[str, ...]
) -> dict[str, ast.Expression]:
    found: dict[str, ast.Expression] = {}
    for phrase in tree.phrases:
        if phrase.preposition not in known or isinstance(phrase.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{tree.verb.text}` cannot take this `{phrase.preposition}`",
                phrase.span,
                "does not belong here",
            )
        elif phrase.preposition in found:
            first = found[phrase.preposition].span
            env.findings.given_twice(phrase.preposition, phrase.span, first)
        else:
            found[phrase.preposition] = phrase.value
    _each_option_once(env, tree)
    return found


def _each_option_once(env: Environment, tree: ast.Sentence) -> None:
    first: dict[str, Span] = {}
    for option in tree.options:
        name = option.name.text
        if name in first:
            env.findings.given_twice(name, option.span, first[name])
        first.setdefault(name, option.span)


def _position(
    env: Environment, tree: ast.Sentence, phrases: dict[str, ast.Expression]
) -> Node | None:
    given = phrases.get("at")
    if given is not None:
        return place(env, given, "`at`")
    env.findings.add(
        catalog.WRONG_CALL,
        f"`{tree.verb.text}` needs a place: `at (x, y, z)`",
        tree.span,
        "no place",
    )
    return None


def _collider(env: Environment, tree: ast.Sentence, name: str, stage: Stage) -> None:
    verb = tree.verb.text
    shape, options = SCENE_SHAPES[verb]
    phrases = _phrases(env, tree, ("at", "along"))
    at = _position(env, tree, phrases)
    values: dict[str, Node] = {}
    texts: dict[str, str] = {}
    layer = NO_LAYER
    speed: ast.NamedArgument | None = None
    over = NO_LAYER
    good = at is not None
    for option in tree.options:
        key = option.name.text
        if key == "layer":
            position = layer_position(env, option.value)
            good = good and position is not None
            layer = position if position is not None else NO_LAYER
        elif key == "speed":
            speed = option
        elif key == "over":
            position = layer_position(env, option.value)
            good = good and position is not None
            over = position if position is not None else NO_LAYER
        elif key in SCENE_TEXTS.get(verb, ()):
            good = _text(env, option, texts, f"`{key}` of `{name}`") and good
        elif key in options:
            node = _option(env, option, options[key][0], f"`{key}` of `{name}`")
            good = good and node is not None
            if node is not None and key in _SIZES:
                good = above_zero(env, node, f"`{key}` of `{name}`", option.value.span) and good
            if node is not None:
                values[key] = node
        else:
            known = [*options, *SCENE_TEXTS.get(verb, ()), "layer", "speed", "over"]
            env.findings.undefined(f"option of `{verb}`", key, option.name.span, known)
            good = False
    for key, (accepts, needed) in options.items():
        if needed and key not in values and good:
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{verb} {name}` needs `{key}:`, {accepts.describe()}",
                tree.span,
                f"`{key}:` is missing",
            )
            good = False
    moved = along(env, tree, phrases.get("along"), speed, shape, stage.paths)
    if not good or at is None or moved is None or not _one_source(env, tree, values, texts):
        return
    if over != NO_LAYER and not goes_over(env, tree, moved[0], over == layer):
        return
    values["at"] = at
    stage.colliders[name] = SceneCollider(
        name, shape, layer, tuple(values.items()), tree.span, tuple(texts.items()), *moved, over
    )


def _text(env: Environment, option: ast.NamedArgument, texts: dict[str, str], where: str) -> bool:
    """An option that is a text in double quotes."""
    if isinstance(option.value, ast.Text):
        texts[option.name.text] = option.value.text
        return True
    env.findings.add(
        catalog.WRONG_KIND,
        f"{where} needs a text in double quotes",
        option.value.span,
        "not a text",
        ('for example `file: "hills.png"`',),
    )
    return False


def _one_source(
    env: Environment, tree: ast.Sentence, values: dict[str, Node], texts: dict[str, str]
) -> bool:
    """A heightfield is made from a seed or read from a picture, and its steps are whole."""
    if tree.verb.text == "heightfield" and ("seed" in values) == ("file" in texts):
        env.findings.add(
            catalog.WRONG_CALL,
            "a heightfield needs exactly one of `seed:` and `file:`",
            tree.span,
            "none or both given",
            ('for example `seed: 7`, or `file: "hills.png"`',),
        )
        return False
    steps = number_of(values["steps"]) if "steps" in values else None
    if steps is not None and (steps != int(steps) or not 1 <= steps <= MOST_STEPS):
        env.findings.add(
            catalog.OUT_OF_RANGE,
            f"stairs have 1 to {MOST_STEPS} whole steps",
            values["steps"].span or tree.span,
            "outside its range",
        )
        return False
    return True


def _option(
    env: Environment, option: ast.NamedArgument, accepts: Accepts, where: str
) -> Node | None:
    if isinstance(option.value, ast.Range):
        env.findings.add(catalog.WRONG_CALL, f"{where} takes no range", option.span, "a range")
        return None
    if isinstance(option.value, ast.Text):
        help_ = ('a picture is given as `file: "hills.png"`',) if "`seed`" in where else ()
        wanted = f"{where} needs {accepts.describe()}, not a text"
        env.findings.add(catalog.WRONG_KIND, wanted, option.value.span, "a text", help_)
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
