"""The `pose` block: blends, layers and the body's own places, as the last turn of a tick.

A blend gives each of its clips a share of 1 by where its parameter lies between the keys; what
stands later covers what stands before it by its own share. What comes of it are plain
assignments of the clips' weights, each written every tick; where one is absent none is written, so
that the shares never add up to more than the whole.
"""

from __future__ import annotations

from behave.analysis import expressions, weights
from behave.analysis.absence import together
from behave.analysis.body_places import BODY_VERBS, BodyPlace, body_place
from behave.analysis.declarations import expanded, misplaced, settle
from behave.analysis.environment import Environment
from behave.analysis.rig_sentences import indexed_name
from behave.analysis.weights import Shares
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Edit, Fix, Label
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Assign, Node, Place, Statement, Store, Turn
from behave.ir.size import LARGEST_DEPTH, LARGEST_SIZE, too_large
from behave.kinds import NUMBER, Base
from behave.source import Span
from behave.syntax import ast


class _Pose:
    """What is gathered: where each clip is first named, and what the body's places become."""

    def __init__(self) -> None:
        self.clips: dict[str, Span] = {}
        self.places: dict[str, BodyPlace] = {}


def pose(env: Environment, body: tuple[ast.Declaration, ...]) -> Turn | None:
    """The last turn of a behavior with a `pose`; None without one. A second one is reported."""
    blocks = [item for item in body if isinstance(item, ast.Pose)]
    for second in blocks[1:]:
        env.findings.add(
            catalog.DUPLICATE,
            "a behavior has one `pose`",
            _opening(second.span),
            "a second one",
            ("put its blends into a `layer` of the first",),
            (Label(_opening(blocks[0].span), "the first one"),),
        )
    if not blocks:
        return None
    made = _Pose()
    shares = _items(env, blocks[0].body, made, layer=False)
    clamped = {
        clip: weights.clamped(shares.of.get(clip, weights.constant_weight(0.0)))
        for clip in made.clips
    }
    actions: list[Statement] = []
    for clip, weight in together(clamped, lambda slot: _optional(env, slot)).items():
        action = _written(env, f"{clip}.weight", clip, weight, made.clips[clip])
        if action is not None:
            actions.append(action)
    for place in made.places.values():
        action = _written(env, place.path, place.path, place.value, place.span)
        if action is not None:
            actions.append(action)
    return Turn(-1, tuple(actions), pose=True)


def _optional(env: Environment, slot: int) -> bool:
    return env.builder.slots[slot].presence >= 0


def _opening(span: Span) -> Span:
    """The word a block begins with."""
    return Span(span.source, span.start, span.start + len("pose"))


def _written(env: Environment, path: str, text: str, value: Node, span: Span) -> Assign | None:
    if too_large(value):
        env.findings.add(
            catalog.LIMIT,
            f"the share of `{text}` grows too large once the whole pose is put together",
            span,
            "too large",
            (f"at most {LARGEST_SIZE} operations, {LARGEST_DEPTH} deep",),
        )
        return None
    read = env.builder.read(env.builder.by_path[path])
    assert isinstance(read.data, int)
    place = Place(read.kind, read, (Store((read.data,), None, Node(Op.NEW, (), read.kind)),), text)
    return Assign(place, value, span)


def _items(env: Environment, body: tuple[ast.PoseItem, ...], made: _Pose, layer: bool) -> Shares:
    """Everything a block says, each item over those before it."""
    inner = env.within(env.scope.inner("pose"))
    total = Shares()
    for item in body:
        found: Shares | None = None
        match item:
            case ast.Let():
                expanded(inner, item)
            case ast.Blend():
                found = _blend(inner, item, made)
            case ast.PoseLayer():
                found = _layer(inner, item, made)
            case ast.When():
                found = _when(inner, item, made, layer)
            case ast.Sentence():
                found = _sentence(inner, item, made, layer)
            case _:
                _stranger(inner, item.span)
        if found is not None:
            if found.whole and total.cover is not None:
                _covered(inner, item.span)
            total = weights.over(total, found)
    settle(inner)
    return total


def _covered(env: Environment, span: Span) -> None:
    word = span.text.split()[0]
    env.findings.add(
        catalog.MISPLACED,
        f"this `{word}` hides the one before it: each takes the whole pose",
        Span(span.source, span.start, span.start + len(word)),
        "nothing of the one before it is left",
        ("put it into a `layer NAME, weight: …`, or give each a `when`",),
    )


def _stranger(env: Environment, span: Span) -> None:
    word = span.text.split()[0]
    base = word.partition("[")[0]
    if any(p.verb == "clip" and p.name.partition("[")[0] == base for p in env.builder.parts):
        env.findings.add(
            catalog.MISPLACED,
            f"`{word}` is a clip, and a clip alone does nothing",
            Span(span.source, span.start, span.start + len(word)),
            "expected `play` before this",
            (f"write `play {word}`",),
            fixes=(
                Fix(
                    "write `play`",
                    (Edit(Span(span.source, span.start, span.start), "play "),),
                    False,
                ),
            ),
        )
        return
    misplaced(
        env,
        f"`{word}`",
        "a pose",
        Span(span.source, span.start, span.start + len(word)),
        "a pose has `blend`, `layer`, `play`, `lower`, `turn`, `shift`, `let` and `when`",
    )


def _when(env: Environment, tree: ast.When, made: _Pose, layer: bool) -> Shares:
    condition = expressions.truth(env, tree.condition, "`when`")
    before = dict(made.places)
    then = _items(env, tree.body, made, layer)
    after_then = made.places
    made.places = dict(before)
    otherwise = _items(env, tree.otherwise, made, layer)
    if condition is None:
        return Shares()
    made.places = {
        name: BodyPlace.chosen(condition, after_then.get(name), made.places.get(name))
        for name in (*after_then, *(n for n in made.places if n not in after_then))
    }
    return weights.either(condition, then, otherwise)


def _layer(env: Environment, tree: ast.PoseLayer, made: _Pose) -> Shares | None:
    """``layer NAME, weight: w when c { … }``: what is in it, by its weight."""
    weight: Node | None = None
    good = True
    for option in tree.options:
        if option.name.text != "weight" or isinstance(option.value, ast.Range) or weight:
            env.findings.add(
                catalog.WRONG_CALL,
                f"a layer takes one `weight:`, and nothing like `{option.name.text}`"
                if option.name.text != "weight"
                else "a layer takes one `weight:`, a number",
                option.span,
                "does not belong here",
            )
            good = False
            continue
        weight = expressions.of_kind(env, option.value, NUMBER, f"the weight of `{tree.name.text}`")
        good = good and weight is not None and _share(env, weight, option.value.span)
    condition = None
    if tree.condition is not None:
        condition = expressions.truth(env, tree.condition, "`when`")
        good = good and condition is not None
    inside = _items(env, tree.body, made, layer=True)
    if not good:
        return None
    if weight is not None:
        inside = weights.scaled(inside, weights.clamped(weight))
    return inside if condition is None else weights.either(condition, inside, Shares())


def _share(env: Environment, weight: Node, span: Span) -> bool:
    """Whether a weight may lie between 0 and 1; a finding where it does not."""
    known = number_of(weight)
    if known is None or 0.0 <= known <= 1.0:
        return True
    env.findings.add(
        catalog.OUT_OF_RANGE,
        "the weight of a layer lies between 0 and 1",
        span,
        "outside that",
        ("1 covers what stands before the layer wholly; `60 %` is 0.6",),
    )
    return False


# ---- blends -----------------------------------------------------------------------------


def _blend(env: Environment, tree: ast.Blend, made: _Pose) -> Shares | None:
    """``blend P { k0: …, k1: … }``: straight lines between the keys, level beyond the ends."""
    parameter = expressions.node(env, tree.parameter)
    if parameter is not None and parameter.kind.base is not Base.NUMBER:
        env.findings.wrong_kind(
            "a number", parameter.kind, tree.parameter.span, "the parameter of `blend`"
        )
        parameter = None
    keys: list[float] = []
    parts: list[Shares] = []
    good = parameter is not None
    for key in tree.keys:
        at = _key(env, key, parameter, keys)
        what = key.value
        found = _blend(env, what, made) if isinstance(what, ast.Blend) else _clip(env, what, made)
        if at is None or found is None:
            good = False
            continue
        keys.append(at)
        parts.append(found)
    if not tree.keys:
        env.findings.add(
            catalog.WRONG_CALL,
            "this `blend` has no keys, so there is nothing to blend",
            Span(tree.span.source, tree.span.start, tree.span.start + len("blend")),
            "no keys",
            (
                f"for example `blend {tree.parameter.span.text} "
                "{ 0: against[left], 1: sneak[left] }`",
            ),
        )
        good = False
    if not good or parameter is None:
        return None
    return weights.blended(parameter, keys, parts)


def _key(
    env: Environment, key: ast.BlendKey, parameter: Node | None, before: list[float]
) -> float | None:
    """Where a key lies, in SI; it must be known now and lie above the one before it."""
    if parameter is None:
        expressions.node(env, key.at)
        return None
    node = expressions.of_kind(env, key.at, parameter.kind, "a key of this `blend`")
    if node is None:
        return None
    at = number_of(node)
    if at is None:
        env.findings.add(
            catalog.WRONG_KIND,
            "a key of a `blend` must be known now",
            key.at.span,
            "not a constant",
            ("write the number itself; what changes is the blend's parameter",),
        )
        return None
    if before and at <= before[-1]:
        env.findings.add(
            catalog.OUT_OF_RANGE,
            "the keys of a `blend` must rise",
            key.at.span,
            "not above the key before it",
            ("write the smallest key first, each key once",),
        )
        return None
    return at


def _clip(env: Environment, tree: ast.Expression, made: _Pose) -> Shares | None:
    """A clip of the rig by its name, ``sneak`` or ``sneak[left]``."""
    clips = [p.name for p in env.builder.parts if p.verb == "clip"]
    named = indexed_name(env, tree)
    if named is None:
        return None
    name, base, index = named
    family = [c for c in clips if c.partition("[")[0] == base]
    if name in clips:
        made.clips.setdefault(name, tree.span)
        return Shares.only(name)
    if family and index is None:
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{base}` is several clips under one name",
            tree.span,
            "which of them?",
            ("choose one: " + ", ".join(f"`{c}`" for c in family),),
        )
    else:
        env.findings.undefined("clip", name, tree.span, clips)
    return None


# ---- sentences --------------------------------------------------------------------------


def _sentence(env: Environment, tree: ast.Sentence, made: _Pose, layer: bool) -> Shares | None:
    """``play``, or a place of the body; the body's places stand outside layers."""
    verb = tree.verb.text
    condition = None
    if tree.condition is not None:
        condition = expressions.truth(env, tree.condition, "`when`")
        if condition is None:
            return None
    if verb == "play":
        found = _play(env, tree, made)
        if found is None or condition is None:
            return found
        return weights.either(condition, found, Shares())
    if verb not in BODY_VERBS:
        _stranger(env, tree.span)
        return None
    if layer:
        misplaced(env, f"`{verb}`", "a layer", tree.verb.span, "write it beside the layer")
        return None
    place = body_place(env, tree)
    if place is None:
        return None
    before = made.places.get(place.path)
    if condition is not None:
        place = BodyPlace.chosen(condition, place, before)
    elif before is not None:
        env.findings.duplicate(f"{verb} {BODY_VERBS[verb].object}", tree.span, before.span)
        return None
    made.places[place.path] = place
    return None


def _play(env: Environment, tree: ast.Sentence, made: _Pose) -> Shares | None:
    strangers = [p.span for p in tree.phrases] + [f.span for f in tree.flags]
    strangers += [o.span for o in tree.options]
    extra = strangers[0] if strangers else None
    if tree.object is None or extra is not None:
        env.findings.add(
            catalog.WRONG_CALL,
            "`play` takes the name of a clip, and no more",
            extra if extra is not None else tree.span,
            "does not belong here" if extra is not None else "no clip",
            ("for example `play sneak[left]`",),
        )
        return None
    return _clip(env, tree.object, made)
