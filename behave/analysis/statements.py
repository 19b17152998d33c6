"""Actions: set, lerp, advance, when and every."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.declarations import expanded, misplaced
from behave.analysis.environment import Environment
from behave.analysis.loops import unrolled
from behave.analysis.members import value_of
from behave.analysis.symbols import Reference, Spot
from behave.diagnostics import catalog
from behave.ir.program import (
    Advance,
    Assign,
    Branch,
    Every,
    Form,
    Lerp,
    Node,
    Place,
    Statement,
    StateRef,
)
from behave.kinds import Base, Kind, number
from behave.record import Record
from behave.source import Span
from behave.syntax import ast
from behave.units import ANGLE, FREQUENCY, TIME
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.verbs import ACTIONS, NOT_YET

_PREPOSITIONS = ("to", "over", "rate", "half_life", "at", "ease")


class Context(Record):
    """Where statements stand: ``each_tick`` where they run every tick, else once; whose."""

    each_tick: bool
    where: str
    owner: StateRef | None
    prefix: str


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
            return _conditional(env, tree.condition, tree.span, _set(env, tree))
        case ast.When():
            return _when(env, tree, context)
        case ast.Every():
            return _every(env, tree, context)
        case ast.ForEach():
            return [s for turn in unrolled(env, tree) for s in statements(turn, tree.body, context)]
        case ast.Sentence():
            return _conditional(env, tree.condition, tree.span, _sentence(env, tree, context))


def _conditional(
    env: Environment, condition: ast.Expression | None, span: Span, made: Statement | None
) -> list[Statement]:
    """The trailing ``when`` of an action."""
    if condition is None:
        return [made] if made is not None else []
    guard = expressions.truth(env, condition, "`when`")
    if made is None or guard is None:
        return []
    return [Branch(guard, (made,), (), span)]


def place(env: Environment, tree: ast.Expression, verb: str) -> Place | None:
    """Something that can be written."""
    found = expressions.value(env, tree)
    why = ""
    if isinstance(found, Reference):
        if found.things[0].value:
            found = value_of(env, found, tree.span)
        else:
            why = f"`{tree.span.text}` is not one value"
    if found is None:
        return None
    if isinstance(found, Spot) and found.stores:
        return Place(found.kind, found.read, found.stores, " ".join(tree.span.text.split()))
    if isinstance(found, Spot):
        symbol = env.scope.find(tree.text) if isinstance(tree, ast.Name) else None
        why = f"`{tree.span.text}` is a {symbol.noun}" if symbol is not None else found.locked
    elif isinstance(tree, ast.Member) and tree.name.text in ("x", "y", "z"):
        why = "a component cannot be set by itself; set the whole vec"
    _locked(env, tree, verb, why or f"`{tree.span.text}` is computed, not stored")
    return None


def _locked(env: Environment, tree: ast.Expression, verb: str, why: str) -> None:
    env.findings.add(
        catalog.MISPLACED,
        f"`{verb}` cannot write `{tree.span.text}`: {why}",
        tree.span,
        "cannot be written",
        ("variables (`var`) and the rig's targets, weights and rotations can be written",),
    )


def _set(env: Environment, tree: ast.Set) -> Statement | None:
    target = place(env, tree.place, "set")
    wanted = target.kind if target is not None else None
    if wanted is None:
        expressions.node(env, tree.value)
        return None
    value = expressions.of_kind(env, tree.value, wanted, f"`set {target.text}`")  # type: ignore[union-attr]
    if target is None or value is None:
        return None
    return Assign(target, value, tree.span)


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
    if period is None:
        return []
    path = f"{context.prefix}~every@{tree.span.line}:{tree.span.column}"
    count = env.builder.counter(path, context.owner, tree.span)
    if guard is not None:
        body = (Branch(guard, body, (), tree.span),)
    return [Every(period, body, context.owner, count, tree.span)]


def _sentence(env: Environment, tree: ast.Sentence, context: Context) -> Statement | None:
    verb = tree.verb.text
    if verb == "lerp":
        return _lerp(env, tree, context)
    if verb == "advance":
        return _advance(env, tree, context)
    if verb in NOT_YET:
        env.findings.not_yet(f"`{verb}`", tree.span)
    else:
        env.findings.undefined("verb", verb, tree.verb.span, [*ACTIONS, "set", *NOT_YET])
    return None


def _only_each_tick(env: Environment, tree: ast.Sentence, context: Context) -> bool:
    if context.each_tick:
        return True
    env.findings.add(
        catalog.MISPLACED,
        f"`{tree.verb.text}` needs ticks to pass, and {context.where} runs once",
        tree.span,
        "runs once here",
        ("put it among the state's own actions, or use `set`",),
    )
    return False


def _phrases(
    env: Environment, tree: ast.Sentence, known: tuple[str, ...], flags: tuple[str, ...]
) -> dict[str, ast.Expression] | None:
    """Phrases of a sentence by preposition; None where one does not belong."""
    found: dict[str, ast.Expression] = {}
    good = True
    for phrase in tree.phrases:
        if phrase.preposition not in known or isinstance(phrase.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{tree.verb.text}` takes no `{phrase.preposition}`"
                if phrase.preposition not in known
                else f"`{phrase.preposition}` takes no range",
                phrase.span,
                "does not belong here",
                (f"for example `{ACTIONS[tree.verb.text][1]}`",),
            )
            good = False
        elif phrase.preposition in found:
            env.findings.duplicate(phrase.preposition, phrase.span, found[phrase.preposition].span)
            good = False
        else:
            found[phrase.preposition] = phrase.value
    for flag in tree.flags:
        if flag.text not in flags:
            env.findings.undefined(f"word of `{tree.verb.text}`", flag.text, flag.span, flags)
            good = False
    for option in tree.options:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text}` has no option `{option.name.text}`",
            option.span,
            "not known",
        )
        good = False
    return found if good else None


def _lerp(env: Environment, tree: ast.Sentence, context: Context) -> Statement | None:
    if not _only_each_tick(env, tree, context) or tree.object is None:
        return None
    target = place(env, tree.object, "lerp")
    phrases = _phrases(env, tree, _PREPOSITIONS, ("chase",))
    if target is None or phrases is None:
        return None
    if target.kind.base not in (Base.NUMBER, Base.VEC, Base.POINT, Base.ROTATION):
        env.findings.wrong_kind(
            "a number, vec, point or rotation", target.kind, tree.object.span, "`lerp`"
        )
        return None
    form = _form(env, tree, phrases)
    if form is None:
        return None
    goal = expressions.of_kind(env, phrases["to"], target.kind, f"the goal of `{target.text}`")
    amount = _amount(env, target.kind, form, phrases)
    ease = _ease(env, form, phrases)
    if goal is None or amount is None or ease is None:
        return None
    capture = captured = -1
    if form is Form.OVER:
        path = f"{context.prefix}~lerp@{tree.span.line}:{tree.span.column}"
        capture, captured = env.builder.capture(path, target.kind, context.owner, tree.span)
    return Lerp(target, goal, form, amount, ease, context.owner, capture, captured, tree.span)


def _form(env: Environment, tree: ast.Sentence, phrases: dict[str, ast.Expression]) -> Form | None:
    """Which form of lerp: exactly one of over, rate, half_life and at, and a goal."""
    example = f"for example `{ACTIONS['lerp'][1]}`"
    if "to" not in phrases:
        env.findings.add(
            catalog.WRONG_CALL, "`lerp` needs a goal: `to …`", tree.span, "no goal", (example,)
        )
        return None
    chase = any(f.text == "chase" for f in tree.flags)
    given = [n for n in ("over", "rate", "half_life", "at") if n in phrases]
    if len(given) != 1 or (chase and given != ["over"]):
        env.findings.add(
            catalog.WRONG_CALL,
            "`lerp` needs one of `over T`, `over T chase`, `rate k`, `half_life T` or `at v`",
            tree.span,
            "no duration or speed" if not given else "more than one, or `chase` without `over`",
            (example,),
        )
        return None
    if chase:
        return Form.CHASE
    return Form(given[0])


def _amount(
    env: Environment, kind: Kind, form: Form, phrases: dict[str, ast.Expression]
) -> Node | None:
    if form in (Form.OVER, Form.CHASE):
        return expressions.of_kind(env, phrases["over"], number(TIME), "`over`")
    if form is Form.HALF_LIFE:
        return expressions.of_kind(env, phrases["half_life"], number(TIME), "`half_life`")
    if form is Form.RATE:
        return expressions.of_kind(env, phrases["rate"], number(FREQUENCY), "`rate`")
    dimension = ANGLE if kind.base is Base.ROTATION else kind.dimension
    return expressions.of_kind(env, phrases["at"], number(dimension / TIME), "`at`")


def _ease(env: Environment, form: Form, phrases: dict[str, ast.Expression]) -> str | None:
    tree = phrases.get("ease")
    if tree is None:
        return "linear"
    if form is not Form.OVER:
        env.findings.add(
            catalog.WRONG_CALL,
            "only `lerp … over T` can be eased",
            tree.span,
            "does not belong here",
        )
        return None
    if isinstance(tree, ast.Name) and tree.text in EASINGS:
        return tree.text
    env.findings.undefined("easing", tree.span.text, tree.span, EASINGS)
    return None


def _advance(env: Environment, tree: ast.Sentence, context: Context) -> Statement | None:
    if not _only_each_tick(env, tree, context) or tree.object is None:
        return None
    target = place(env, tree.object, "advance")
    phrases = _phrases(env, tree, ("by",), ())
    if target is None or phrases is None:
        return None
    if target.kind.base not in (Base.NUMBER, Base.VEC, Base.POINT):
        env.findings.wrong_kind(
            "a number, vec or point", target.kind, tree.object.span, "`advance`"
        )
        return None
    if "by" not in phrases:
        env.findings.add(
            catalog.WRONG_CALL,
            "`advance` needs a rate: `by …`",
            tree.span,
            "no rate",
            (f"for example `{ACTIONS['advance'][1]}`",),
        )
        return None
    base = Base.NUMBER if target.kind.base is Base.NUMBER else Base.VEC
    rate = expressions.of_kind(env, phrases["by"], Kind(base, target.kind.dimension / TIME), "`by`")
    return Advance(target, rate, tree.span) if rate is not None else None
