"""``lerp`` in its forms, and ``advance``."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.analysis.findings import shown
from behave.analysis.sentences import Context, only_each_tick, phrases
from behave.analysis.targets import place
from behave.diagnostics import catalog
from behave.ir.program import Advance, Form, Lerp, Node, Statement
from behave.kinds import Base, Kind, number
from behave.syntax import ast
from behave.units import ANGLE, FREQUENCY, TIME
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.verbs import ACTIONS

_PREPOSITIONS = ("to", "over", "rate", "half_life", "at", "ease")


def lerp(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``lerp PLACE to GOAL …`` in one of its forms."""
    made = _lerp(env, tree, context)
    return [made] if made is not None else []


def _lerp(env: Environment, tree: ast.Sentence, context: Context) -> Statement | None:
    if not only_each_tick(env, tree, context) or tree.object is None:
        return None
    target = place(env, tree.object, "lerp")
    found = phrases(env, tree, _PREPOSITIONS, ("chase",))
    if target is None or found is None:
        return None
    kind = target.place.kind
    if kind.base not in (Base.NUMBER, Base.VEC, Base.POINT, Base.ROTATION):
        wanted = "a number, vec, point or rotation"
        env.findings.wrong_kind(wanted, kind, tree.object.span, "`lerp`")
        return None
    form = _form(env, tree, found)
    if form is None:
        return None
    goal = target.value(env, found["to"], f"the goal of `{target.place.text}`")
    amount = _amount(env, kind, form, found)
    ease = _ease(env, form, found)
    if goal is None or amount is None or ease is None:
        return None
    capture = captured = -1
    if form is Form.OVER:
        path = f"{context.prefix}~lerp@{tree.span.line}:{tree.span.column}"
        capture, captured = env.builder.capture(path, kind, context.owner, tree.span)
    return Lerp(target.place, goal, form, amount, ease, context.owner, capture, captured, tree.span)


def speed_or_time(
    env: Environment, tree: ast.Sentence, kind: Kind, found: dict[str, ast.Expression]
) -> tuple[Form, Node] | None:
    """Exactly one of `over T`, `rate k` and `at v`, for a value of a kind."""
    given = [n for n in ("over", "rate", "at") if n in found]
    if len(given) != 1:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text}` needs one of `rate k`, `at v` or `over T`",
            tree.span,
            "no duration or speed" if not given else "more than one",
            (f"for example `{ACTIONS[tree.verb.text][1]}`",),
        )
        return None
    form = Form(given[0])
    amount = _amount(env, kind, form, found)
    return None if amount is None else (form, amount)


def _form(env: Environment, tree: ast.Sentence, found: dict[str, ast.Expression]) -> Form | None:
    """Which form of lerp: exactly one of over, rate, half_life and at, and a goal."""
    example = f"for example `{ACTIONS['lerp'][1]}`"
    if "to" not in found:
        env.findings.add(
            catalog.WRONG_CALL, "`lerp` needs a goal: `to …`", tree.span, "no goal", (example,)
        )
        return None
    chase = any(f.text == "chase" for f in tree.flags)
    given = [n for n in ("over", "rate", "half_life", "at") if n in found]
    if len(given) != 1 or (chase and given != ["over"]):
        env.findings.add(
            catalog.WRONG_CALL,
            "`lerp` needs one of `over T`, `over T chase`, `rate k`, `half_life T` or `at v`",
            tree.span,
            "no duration or speed" if not given else "more than one, or `chase` without `over`",
            (f"say how long it takes: `{shown(tree.span)} over 1 s`",)
            if not given and not tree.options and tree.condition is None
            else (example,),
        )
        return None
    if chase:
        return Form.CHASE
    return Form(given[0])


def _amount(
    env: Environment, kind: Kind, form: Form, found: dict[str, ast.Expression]
) -> Node | None:
    if form in (Form.OVER, Form.CHASE):
        return expressions.of_kind(env, found["over"], number(TIME), "`over`")
    if form is Form.HALF_LIFE:
        return expressions.of_kind(env, found["half_life"], number(TIME), "`half_life`")
    if form is Form.RATE:
        return expressions.of_kind(env, found["rate"], number(FREQUENCY), "`rate`")
    dimension = ANGLE if kind.base is Base.ROTATION else kind.dimension
    return expressions.of_kind(env, found["at"], number(dimension / TIME), "`at`")


def _ease(env: Environment, form: Form, found: dict[str, ast.Expression]) -> str | None:
    tree = found.get("ease")
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


def advance(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """``advance PLACE by RATE``."""
    made = _advance(env, tree, context)
    return [made] if made is not None else []


def _advance(env: Environment, tree: ast.Sentence, context: Context) -> Statement | None:
    if not only_each_tick(env, tree, context) or tree.object is None:
        return None
    target = place(env, tree.object, "advance")
    found = phrases(env, tree, ("by",), ())
    if target is None or found is None:
        return None
    kind = target.wanted
    if target.aims or kind.base not in (Base.NUMBER, Base.VEC, Base.POINT):
        wanted = "a number, vec or point"
        env.findings.wrong_kind(wanted, target.place.kind, tree.object.span, "`advance`")
        return None
    if "by" not in found:
        env.findings.add(
            catalog.WRONG_CALL,
            "`advance` needs a rate: `by …`",
            tree.span,
            "no rate",
            (f"for example `{ACTIONS['advance'][1]}`",),
        )
        return None
    base = Base.NUMBER if kind.base is Base.NUMBER else Base.VEC
    rate = expressions.of_kind(env, found["by"], Kind(base, kind.dimension / TIME), "`by`")
    return Advance(target.place, rate, tree.span) if rate is not None else None
