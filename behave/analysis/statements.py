"""Actions: set, lerp, advance, when and every."""

from __future__ import annotations

from collections.abc import Callable

from behave.analysis import expressions
from behave.analysis.bounds import above_zero
from behave.analysis.declarations import expanded, misplaced
from behave.analysis.emits import emit
from behave.analysis.environment import Environment
from behave.analysis.gestures import aim, arc, laser, turn
from behave.analysis.lerps import advance, lerp
from behave.analysis.loops import unrolled
from behave.analysis.motions import move, switch
from behave.analysis.sentences import Context
from behave.analysis.targets import place
from behave.ir.program import Assign, Branch, Every, Statement
from behave.kinds import number
from behave.source import Span
from behave.syntax import ast
from behave.units import TIME
from behave.vocabulary.verbs import ACTIONS, NOT_YET, POSE_VERBS


def statements(
    env: Environment, body: tuple[ast.Statement, ...], context: Context
) -> tuple[Statement, ...]:
    """A block of statements in order; lets live to its end."""
    inner = env.within(env.scope.inner("block"))
    made: list[Statement] = []
    for tree in body:
        made += statement(inner, tree, context)
    return tuple(made)


def statement(env: Environment, tree: ast.Statement, context: Context) -> list[Statement]:
    """One statement; none where it is wrong, several for a loop."""
    match tree:
        case ast.Let():
            expanded(env, tree)
            return []
        case ast.Set():
            made = _set(env, tree)
            return _conditional(env, tree.condition, tree.span, [made] if made is not None else [])
        case ast.When():
            return _when(env, tree, context)
        case ast.Every():
            return _every(env, tree, context)
        case ast.ForEach():
            return [s for turn in unrolled(env, tree) for s in statements(turn, tree.body, context)]
        case ast.Sentence():
            return _conditional(env, tree.condition, tree.span, _sentence(env, tree, context))


def _conditional(
    env: Environment, condition: ast.Expression | None, span: Span, made: list[Statement]
) -> list[Statement]:
    """The trailing ``when`` of an action."""
    if condition is None:
        return made
    guard = expressions.truth(env, condition, "`when`")
    if not made or guard is None:
        return []
    return [Branch(guard, tuple(made), (), span)]


def _set(env: Environment, tree: ast.Set) -> Statement | None:
    target = place(env, tree.place, "set")
    if target is None:
        expressions.node(env, tree.value)
        return None
    value = target.value(env, tree.value, f"`set {target.place.text}`")
    return Assign(target.place, value, tree.span) if value is not None else None


def _when(env: Environment, tree: ast.When, context: Context) -> list[Statement]:
    condition = expressions.truth(env, tree.condition, "`when`")
    then = statements(env, tree.body, context)
    otherwise = statements(env, tree.otherwise, context)
    if condition is None:
        return []
    return [Branch(condition, then, otherwise, tree.span)]


def _every(env: Environment, tree: ast.Every, context: Context) -> list[Statement]:
    if not context.each_tick:
        misplaced(env, "`every`", context.where, tree.span, "it belongs to what runs each tick")
        return []
    period = expressions.of_kind(env, tree.period, number(TIME), "`every`")
    body = statements(env, tree.body, Context(False, "`every`", context.owner, context.prefix))
    guard = None
    if tree.condition is not None:
        guard = expressions.truth(env, tree.condition, "`when`")
        if guard is None:
            return []
    if period is None or not above_zero(env, period, "`every`", tree.period.span):
        return []
    path = f"{context.prefix}~every@{tree.span.line}:{tree.span.column}"
    count = env.builder.counter(path, context.owner, tree.span)
    if guard is not None:
        body = (Branch(guard, body, (), tree.span),)
    return [Every(period, body, context.owner, count, tree.span)]


def _sentence(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    verb = tree.verb.text
    if verb in _MAKE:
        return _MAKE[verb](env, tree, context)
    if verb in POSE_VERBS:
        misplaced(env, f"`{verb}`", context.where, tree.verb.span, "it belongs to the `pose`")
    elif verb in NOT_YET:
        env.findings.not_yet(f"`{verb}`", tree.span)
    else:
        env.findings.undefined("verb", verb, tree.verb.span, [*ACTIONS, "set", *NOT_YET])
    return []


_MAKE: dict[str, Callable[[Environment, ast.Sentence, Context], list[Statement]]] = {
    "lerp": lerp,
    "advance": advance,
    "move": move,
    "enable": switch,
    "disable": switch,
    "arc": arc,
    "turn": turn,
    "aim": aim,
    "laser": laser,
    "emit": emit,
}
