"""``lower hips by L``, ``turn body by A about up`` and ``shift body by V`` of a pose."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import VEC, Base, Kind, number, vec
from behave.record import Record
from behave.source import Span
from behave.syntax import ast
from behave.units import ANGLE, LENGTH
from behave.vocabulary.record import constant
from behave.vocabulary.rig_parts import GAIT


class BodyVerb(Record):
    """A sentence of a pose about the body: its object, the place it writes, an example."""

    object: str
    path: str
    kind: Kind
    example: str


BODY_VERBS: dict[str, BodyVerb] = {
    "lower": BodyVerb("hips", "body.lowered", number(LENGTH), "lower hips by 20 cm"),
    "turn": BodyVerb("body", "body.turned", number(ANGLE), "turn body by 180 deg about up"),
    "shift": BodyVerb("body", "body.shifted", vec(LENGTH), "shift body by (0 m, 0 m, -3 cm)"),
}


class BodyPlace(Record):
    """What a place of the body becomes each tick."""

    path: str
    value: Node
    span: Span

    @staticmethod
    def chosen(condition: Node, then: BodyPlace | None, otherwise: BodyPlace | None) -> BodyPlace:
        """One or the other; where nothing is said the body stands as it does by itself: 0."""
        known = then if then is not None else otherwise
        assert known is not None
        kind = known.value.kind
        still = constant((0.0, 0.0, 0.0) if kind.base is not Base.NUMBER else 0.0, kind)
        first = then.value if then is not None else still
        second = otherwise.value if otherwise is not None else still
        if first is second:
            return known
        value = Node(Op.SELECT, (condition, first, second), kind, None, known.span)
        return BodyPlace(known.path, value, known.span)


def body_place(env: Environment, tree: ast.Sentence) -> BodyPlace | None:
    """The place a sentence writes and its value; a finding where it says something else."""
    verb = BODY_VERBS[tree.verb.text]
    if not _about_the_body(env, tree, verb):
        return None
    phrases = {p.preposition: p for p in tree.phrases}
    known = ("by", "about") if tree.verb.text == "turn" else ("by",)
    strangers = [p.span for p in tree.phrases if p.preposition not in known]
    strangers += [x.span for x in tree.flags] + [x.span for x in tree.options]
    extra = strangers[0] if strangers else None
    amount = phrases["by"].value if "by" in phrases else None
    if extra is not None or amount is None or isinstance(amount, ast.Range):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text} {verb.object}` says how far with `by`, and no more",
            extra if extra is not None else tree.span,
            "does not belong here" if extra is not None else "not how far",
            (f"for example `{verb.example}`",),
        )
        return None
    if "about" in phrases and not _is_up(env, phrases["about"]):
        return None
    value = expressions.of_kind(env, amount, verb.kind, f"`{tree.verb.text} {verb.object}`")
    if value is None:
        return None
    if verb.path not in env.builder.by_path:
        env.findings.add(
            catalog.MISPLACED,
            "only a rig with a `gait` can lower its hips: the gait keeps the feet on the ground",
            tree.span,
            "this rig has no gait",
            (f"in the rig: `{GAIT.example}`",),
        )
        return None
    return BodyPlace(verb.path, value, tree.span)


def _about_the_body(env: Environment, tree: ast.Sentence, verb: BodyVerb) -> bool:
    if isinstance(tree.object, ast.Name) and tree.object.text == verb.object:
        return True
    env.findings.add(
        catalog.WRONG_CALL,
        f"a pose can {tree.verb.text} the {verb.object}, nothing else",
        tree.object.span if tree.object is not None else tree.span,
        f"not the {verb.object}",
        (f"for example `{verb.example}`",),
    )
    return False


def _is_up(env: Environment, phrase: ast.Phrase) -> bool:
    """Whether the axis is up, the only one the body is turned about."""
    if not isinstance(phrase.value, ast.Range):
        axis = expressions.of_kind(env, phrase.value, VEC, "`about`")
        if axis is None or (axis.op is Op.CONST and axis.data == (0.0, 1.0, 0.0)):
            return axis is not None
    env.findings.add(
        catalog.WRONG_CALL,
        "the body is turned about `up`, nothing else",
        phrase.value.span,
        "not `up`",
        (f"for example `{BODY_VERBS['turn'].example}`",),
    )
    return False
