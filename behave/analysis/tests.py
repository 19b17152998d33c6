"""Tests: steps, and what is expected of the agents of a scene."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.bounds import in_order_of_time
from behave.analysis.environment import Environment, Project
from behave.analysis.scenes import constants
from behave.analysis.scripts import EXAMPLES, Script, step
from behave.analysis.symbols import AgentHandle, Fixed
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.program import Always, Expect, Node, Scene, Test
from behave.kinds import number
from behave.record import replace
from behave.syntax import ast
from behave.units import FREQUENCY, TIME
from behave.vocabulary.record import constant

SECONDS = number(TIME)
RATE = number(FREQUENCY)
DEFAULT_RATE = 60.0
LEAST_RATE, MOST_RATE = 1.0, 10_000.0
LONGEST = 36_000.0
"""Seconds: ten hours, the longest a test may last."""


def test(project: Project, tree: ast.Test, scenes: dict[str, Scene]) -> Test | None:
    """Analyse a test in its scene."""
    place = scenes.get(tree.scene.text)
    if place is None:
        project.findings.undefined("scene", tree.scene.text, tree.scene.span, scenes)
        return None
    env = _in_scene(project, place)
    rates, lasts = _options(env, tree)
    script = Script()
    checks: list[Expect | Always] = []
    for item in tree.body:
        match item:
            case ast.Expect():
                made = _expect(env, item)
                checks += [made] if made is not None else []
            case ast.Always():
                held = _always(env, item)
                checks += [held] if held is not None else []
            case ast.Sentence() if item.verb.text in EXAMPLES:
                step(env, item, script, {c.name for c in place.colliders})
            case ast.Sentence():
                known = [*EXAMPLES, "expect", "always", "never"]
                env.findings.undefined("step of a test", item.verb.text, item.verb.span, known)
    if not any(isinstance(item, (ast.Expect, ast.Always)) for item in tree.body):
        env.findings.add(
            catalog.WRONG_CALL,
            f'the test "{tree.name.text}" expects nothing',
            tree.name.span,
            "nothing is checked",
            ("add a line such as `expect hero in Touch within 6 s`",),
        )
    return Test(
        tree.name.text,
        place.name,
        rates,
        lasts,
        tuple(script.inputs),
        tuple(script.steps),
        tuple(checks),
        tree.name.span,
    )


def _in_scene(project: Project, place: Scene) -> Environment:
    env = constants(project)
    agents = {a.name: a.behavior for a in place.agents}
    for agent in place.agents:
        handle = AgentHandle(agent.name, agent.behavior)
        env.scope.names[agent.name] = Fixed(agent.name, "agent", agent.span, True, handle)
    return replace(env, agents=agents)


def _options(env: Environment, tree: ast.Test) -> tuple[tuple[Node, ...], Node | None]:
    rates: list[Node] = []
    lasts = None
    for option in tree.options:
        key, value = option.name.text, option.value
        if isinstance(value, ast.Range) or key not in ("ticks", "lasts"):
            env.findings.add(
                catalog.WRONG_CALL,
                f"a test takes no `{key}` like this",
                option.span,
                "does not belong here",
                ("it takes `ticks: [30 Hz, 60 Hz]` and `lasts: 20 s`",),
            )
        elif key == "lasts":
            lasts = _moment(env, value, "`lasts`")
        else:
            items = value.items if isinstance(value, ast.ListOf) else (value,)
            rates += [r for item in items if (r := _rate(env, item)) is not None]
    return tuple(rates) or (constant(DEFAULT_RATE, RATE),), lasts


def _rate(env: Environment, tree: ast.Expression) -> Node | None:
    """A tick rate that can be run."""
    rate = expressions.of_kind(env, tree, RATE, "`ticks`")
    return _bounded(env, rate, tree, "a tick rate", (LEAST_RATE, MOST_RATE), "Hz")


def _moment(env: Environment, tree: ast.Expression, where: str) -> Node | None:
    """A time of a test: not before its start, and not past what can be run."""
    time = expressions.of_kind(env, tree, SECONDS, where)
    return _bounded(env, time, tree, where, (0.0, LONGEST), "s")


def _bounded(
    env: Environment,
    node: Node | None,
    tree: ast.Expression,
    what: str,
    bounds: tuple[float, float],
    unit: str,
) -> Node | None:
    value = number_of(node) if node is not None else None
    if value is None or bounds[0] <= value <= bounds[1]:
        return node
    env.findings.add(
        catalog.OUT_OF_RANGE,
        f"{what} must lie between {bounds[0]:g} {unit} and {bounds[1]:g} {unit}",
        tree.span,
        "outside that",
    )
    return None


def _expect(env: Environment, tree: ast.Expect) -> Expect | None:
    guard = expressions.truth(env, tree.value, "`expect`")
    if isinstance(tree.time, ast.Range):
        span = _span(env, tree.time)
        if guard is None or span is None:
            return None
        return Expect(guard, tree.due, span[0], span[1], tree.span)
    time = _moment(env, tree.time, f"`{tree.due}`")
    if guard is None or time is None:
        return None
    return Expect(guard, tree.due, time, None, tree.span)


def _span(env: Environment, tree: ast.Range) -> tuple[Node, Node] | None:
    low = _moment(env, tree.low, "`during`")
    high = _moment(env, tree.high, "`during`")
    if low is None or high is None:
        return None
    return (low, high) if in_order_of_time(env, low, high, "`during`", tree.span) else None


def _always(env: Environment, tree: ast.Always) -> Always | None:
    word = "never" if tree.negated else "always"
    guard = expressions.truth(env, tree.value, f"`{word}`")
    when = expressions.truth(env, tree.when, "`when`") if tree.when is not None else None
    span = _span(env, tree.during) if tree.during is not None else None
    wrong = (tree.when is not None and when is None) or (tree.during is not None and span is None)
    if guard is None or wrong:
        return None
    start, end = span if span is not None else (None, None)
    return Always(guard, tree.negated, start, end, when, tree.span)
