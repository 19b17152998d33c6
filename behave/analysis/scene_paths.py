"""Paths of a scene, and colliders that move along one."""

from __future__ import annotations

from collections.abc import Mapping

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.ir.program import ColliderShape, Node, ScenePath
from behave.kinds import POINT, number
from behave.syntax import ast
from behave.units import SPEED
from behave.vocabulary.verbs import RESTING

EXAMPLE = "path loop along [(9 m, 0 m, 0 m), (0 m, 0 m, 9 m), (-9 m, 0 m, 0 m)], closed: yes"


def scene_path(env: Environment, tree: ast.Sentence, name: str) -> ScenePath | None:
    """``path NAME along [points], closed: yes, smooth: yes``."""
    switches = {"closed": False, "smooth": False}
    good = True
    for option in tree.options:
        key = option.name.text
        if key not in switches:
            env.findings.undefined("option of `path`", key, option.name.span, switches)
            good = False
        elif not isinstance(option.value, ast.Truth):
            env.findings.add(
                catalog.WRONG_KIND,
                f"`{key}` of a path is `yes` or `no`",
                option.value.span,
                "neither",
            )
            good = False
        else:
            switches[key] = option.value.value
    for phrase in tree.phrases:
        if phrase.preposition != "along":
            env.findings.add(
                catalog.WRONG_CALL,
                f"`path` takes no `{phrase.preposition}`",
                phrase.span,
                "does not belong here",
                (f"for example `{EXAMPLE}`",),
            )
            good = False
    points = _points(env, tree)
    if points is None or not good:
        return None
    return ScenePath(name, points, switches["closed"], switches["smooth"], tree.span)


def _points(env: Environment, tree: ast.Sentence) -> tuple[Node, ...] | None:
    given = next((p.value for p in tree.phrases if p.preposition == "along"), None)
    if not isinstance(given, ast.ListOf) or len(given.items) < 2:
        env.findings.add(
            catalog.WRONG_CALL,
            "`path` needs at least two points: `along [a, b]`",
            tree.span if given is None else given.span,
            "no list of points" if not isinstance(given, ast.ListOf) else "too few",
            (f"for example `{EXAMPLE}`",),
        )
        return None
    found = [place(env, item, "a point of a path") for item in given.items]
    good = tuple(node for node in found if node is not None)
    return good if len(good) == len(found) else None


def place(env: Environment, tree: ast.Expression, where: str) -> Node | None:
    """A place in the world with all three components."""
    if isinstance(tree, ast.Tuple) and len(tree.items) == 2:
        env.findings.add(
            catalog.WRONG_KIND,
            "a place needs three components: `(x, y, z)`, y up",
            tree.span,
            "only two",
        )
        return None
    return expressions.of_kind(env, tree, POINT, where)


def along(
    env: Environment,
    tree: ast.Sentence,
    phrase: ast.Expression | None,
    speed: ast.NamedArgument | None,
    shape: ColliderShape,
    paths: Mapping[str, ScenePath],
) -> tuple[str, Node | None] | None:
    """The path a collider moves along and its speed, ("", None) for none; None where wrong."""
    if phrase is None:
        if speed is None:
            return "", None
        env.findings.add(
            catalog.WRONG_CALL,
            "`speed` needs a path to move along",
            speed.span,
            "nothing moves",
            ("for example `along loop, speed: 4 m/s`",),
        )
        return None
    if shape in RESTING:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text}` cannot move along a path",
            phrase.span,
            "cannot move",
            ("a box, a sphere or a capsule can",),
        )
        return None
    if not isinstance(phrase, ast.Name) or phrase.text not in paths:
        env.findings.undefined("path before this", phrase.span.text, phrase.span, paths)
        return None
    if speed is None or isinstance(speed.value, ast.Range):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text}` needs a speed to move along a path: `speed: 4 m/s`",
            tree.span if speed is None else speed.span,
            "no speed",
        )
        return None
    rate = expressions.of_kind(env, speed.value, number(SPEED), "the speed along a path")
    return None if rate is None else (phrase.text, rate)


def goes_over(env: Environment, tree: ast.Sentence, path: str, own: bool) -> bool:
    """``over: LAYER``: heights count from that layer's ground; ``own``: it is on it itself."""
    span = next(option.span for option in tree.options if option.name.text == "over")
    if path and not own:
        return True
    env.findings.add(
        catalog.WRONG_CALL,
        "what goes over a layer is on another one itself"
        if path
        else "`over` needs a path to move along",
        span,
        "its own layer" if path else "nothing moves",
        ("for example `along loop, speed: 4 m/s, over: terrain, layer: player`",),
    )
    return False
