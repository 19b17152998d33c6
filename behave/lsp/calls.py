"""Which options and arguments a sentence or a call takes."""

from __future__ import annotations

from behave.lsp.names import Role, Scope
from behave.syntax.tokens import Token
from behave.vocabulary.record import Function
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.signature import Parameter
from behave.vocabulary.table import FUNCTIONS, QUERIES, ZONES
from behave.vocabulary.verbs import SCENE_SHAPES, SCENE_TEXTS

_TEST = {"ticks": "the rates it runs at: [30 Hz, 60 Hz]", "lasts": "how long it runs"}
_ALONG = {"speed": "how fast it moves along its path", "over": "the layer whose ground it is over"}
_ARC = {"height": "of the arc over the straight way"}
_INPUT = {"buffer": "how long a press waits until it is used"}
_CLIP_TURN = {"breathing": "with each breath", "stepping": "with each step"}


def parameter_names(name: str, scope: Scope | None) -> dict[str, str]:
    """The named arguments of a function, query, zone or the author's own let, with what they take.

    Those that may be left out begin with ``optional``.
    """
    own = scope.find(name, frozenset({Role.LET, Role.GUARD, Role.EVENT})) if scope else None
    if own is not None:
        return {f.name.text: "" for f in getattr(own.node, "formals", None) or ()}
    record = FUNCTIONS.get(name) or QUERIES.get(name) or ZONES.get(name)
    if record is None:
        return {}
    found = {p.name: _described(p) for p in record.parameters}
    if not isinstance(record, Function):
        found["layer"] = "optional: a layer"
    if name == "track":
        found |= {"again": "optional: a bool", "probe": "optional: a point"}
    return found


def _described(parameter: Parameter) -> str:
    shown = parameter.accepts.describe()
    return shown if parameter.required else f"optional: {shown}"


def option_names(tokens: list[Token], scope: Scope, top: Scope) -> dict[str, str]:
    """The options of the sentence or declaration some tokens begin, with what they are."""
    first = tokens[0]
    if first.type == "TEST":
        return dict(_TEST)
    if first.type == "INPUT":
        return dict(_INPUT)
    words = [token.text for token in tokens]
    if "with" in words:
        return _params(words, top)
    in_scene = scope.around(Role.SCENE) is not None
    if in_scene and first.text in SCENE_SHAPES:
        _, options = SCENE_SHAPES[first.text]
        found = {name: accepts.describe() for name, (accepts, _) in options.items()}
        found |= dict.fromkeys(SCENE_TEXTS.get(first.text, ()), "a picture, in quotes")
        return found | {"layer": "a layer"} | (_ALONG if "along" in words else {})
    if scope.around(Role.RIG) is not None and first.text in RIG_PARTS:
        return {option.name: option.doc for option in RIG_PARTS[first.text].options}
    if first.text == "turn" and scope.around(Role.RIG) is not None:
        return dict(_CLIP_TURN)
    return dict(_ARC) if first.text == "arc" else {}


def _params(words: list[str], top: Scope) -> dict[str, str]:
    """What an agent of a scene may set: the params of its behavior and its rig."""
    at = words.index("with") + 1
    name = words[at] if at < len(words) else ""
    behavior = top.own(name, frozenset({Role.BEHAVIOR}))
    if behavior is None or behavior.scope is None:
        return {}
    found = {s.name: s.role.value for s in behavior.scope.visible(frozenset({Role.PARAM}))}
    return {**found, "heading": "where it faces, an angle"}
