"""What a statement may begin with, by where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from behave.lsp.names import Role, Scope
from behave.lsp.proposals import Item
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.verbs import ACTIONS, POSE_VERBS, SCENE_SHAPES
from behave.vocabulary.words import named

_FILE = {
    "use": 'use "${1:rigs/humanoid.beh}"',
    "layers": "layers ${1:ground}",
    "enum": "enum ${1:name} = ${2:first}, ${3:second}",
    "let": "let ${1:name} = ${2:value}",
    "guard": "guard ${1:name} = ${2:condition}",
    "rig": "rig ${1:name} {\n  $0\n}",
    "behavior": "behavior ${1:name} for ${2:humanoid} {\n"
    "  initial state ${3:Idle} {\n    $0\n  }\n}",
    "scene": "scene ${1:name} {\n  $0\n}",
    "test": 'test "${1:what must come out}" in ${2:scene}, ticks: [30 Hz, 60 Hz] {\n  $0\n}',
}
_MEMBERS = {
    "param": "param ${1:name} = ${2:1 s} in ${3:0 s} .. ${4:10 s}  # ${5:tip}",
    "var": "var ${1:name} : ${2:number} = ${3:0}",
    "let": _FILE["let"],
    "guard": _FILE["guard"],
    "enum": _FILE["enum"],
    "input": "input ${1:name} = key(${2:Space}) or button(${3:A})",
    "zone": "zone ${1:name} = sphere(radius: ${2:2 m}, center: ${3:body.position})",
    "sensor": "sensor ${1:name} = ray(from: ${2:root.position}, along: down, length: ${3:1 m})",
    "event": "event ${1:name}",
    "action": "action ${1:name} {\n  $0\n}",
    "on": "on ${1:event} {\n  $0\n}",
    "machine": "machine ${1:name} {\n  initial state ${2:Idle} {\n    $0\n  }\n}",
    "state": "state ${1:Name} {\n  $0\n}",
    "initial": "initial state ${1:Name} {\n  $0\n}",
    "final": "final state ${1:Name} { }",
    "pose": "pose {\n  $0\n}",
}
_STATE = {
    "->": "-> ${1:State} when ${2:condition}",
    "on enter": "on enter { $0 }",
    "on exit": "on exit { $0 }",
    "choose": "choose {\n  -> ${1:State}, weight: ${2:1}\n  $0\n}",
}
_ACTING = {
    "set": "set ${1:place} = ${2:value}",
    "when": "when ${1:condition} {\n  $0\n}",
    "every": "every ${1:1 s} {\n  $0\n}",
    "for": "for ${1:i} in ${2:0 .. 5} {\n  $0\n}",
    "lerp": "lerp ${1:place} to ${2:goal} over ${3:1 s} ease smooth",
    "advance": "advance ${1:place} by ${2:1 m/s}",
    "move": "move by ${1:root.forward} at ${2:1 m/s}",
    "enable": "enable ${1:feet}",
    "disable": "disable ${1:control}",
    "arc": "arc ${1:point} from ${2:a} to ${3:b} over ${4:1 s}, height: ${5:10 cm}",
    "turn": "turn ${1:bone} about ${2:up} by ${3:angle} rate ${4:2 /s}",
    "aim": "aim ${1:gaze} at ${2:point}",
    "laser": "laser ${1:beam} from ${2:point} to ${3:point}",
    "emit": "emit ${1:event}",
}
_SCRIPT = {
    "hold": "hold ${1:hero}.${2:walk} at ${3:(0, 1)} from ${4:0 s} to ${5:1 s}",
    "press": "press ${1:hero}.${2:jump} at ${3:1 s}",
    "remove": "remove ${1:wall} at ${2:1 s}",
}
_CHECKS = {
    "expect": "expect ${1:hero} in ${2:State} within ${3:1 s}",
    "always": "always ${1:condition}",
    "never": "never ${1:condition}",
}
_POSE = {
    "layer": "layer ${1:name}, weight: ${2:1} {\n  $0\n}",
    "blend": "blend ${1:value} {\n  0: ${2:clip}\n  1: ${3:clip}\n}",
    "play": "play ${1:clip}",
    "lower": "lower hips by ${1:20 cm}",
    "turn": "turn body by ${1:180 deg} about up",
    "shift": "shift body by ${1:(0 m, 0 m, -3 cm)}",
}
_PLACE = "at (${2:0 m}, ${3:0 m}, ${4:0 m})"


def snippet_tables() -> dict[str, dict[str, str]]:
    """All snippets by where they may stand: a word, and what it becomes."""
    return {
        "a file": _FILE,
        "a behavior": _MEMBERS,
        "a state": _STATE,
        "an action": _ACTING,
        "a test": {**_CHECKS, **_SCRIPT},
        "a pose": _POSE,
    }


def beginnings(scope: Scope, top: Scope) -> Iterator[Item]:
    """The words a statement may begin with here, as snippets."""
    owner = next((s.owner for s in scope.outward() if s.owner is not None), None)
    role = owner.role if owner is not None else None
    match role:
        case None:
            yield from _snippets(_FILE)
        case Role.RIG:
            yield from _snippets(_MEMBERS, ("param", "var", "let", "enum", "input"))
            yield from _snippets(_ACTING, ("for",))
            for name, part in RIG_PARTS.items():
                yield Item(name, "verb", "part of a rig", part.doc, f"{name} ${{1:name}}")
        case Role.SCENE:
            yield from _snippets({"let": _FILE["let"], **_SCRIPT})
            for name in SCENE_SHAPES:
                yield _word(name, f"{name} ${{1:name}} {_PLACE}")
            yield _word("path", "path ${1:loop} along [${2:points}], closed: yes")
            for symbols in top.names.values():
                for symbol in symbols:
                    if symbol.role is Role.RIG:
                        snippet = f"{symbol.name} ${{1:hero}} {_PLACE} with ${{5:behavior}}"
                        yield Item(symbol.name, Role.RIG.value, "an agent", "", snippet)
        case Role.TEST:
            yield from _snippets({**_CHECKS, **_SCRIPT})
        case _:
            if _in_pose(scope):
                yield from _snippets({**_POSE, "let": _FILE["let"], "when": _ACTING["when"]})
                return
            yield from _snippets({**_MEMBERS, **_ACTING, **_STATE})
            for symbol in scope.visible(frozenset({Role.ACTION})):
                yield Item(symbol.name, Role.ACTION.value)


def _in_pose(scope: Scope) -> bool:
    return any(inner.pose for inner in scope.outward())


def _snippets(table: dict[str, str], names: tuple[str, ...] = ()) -> Iterator[Item]:
    for name in names or table:
        yield _word(name, table[name])


def _word(name: str, snippet: str) -> Item:
    senses = named(name.partition(" ")[0])
    known = name in ACTIONS or name in POSE_VERBS or name in SCENE_SHAPES
    sort = "verb" if known or name in _SCRIPT else "keyword"
    return Item(
        name, sort, senses[0].form if senses else "", senses[0].doc if senses else "", snippet
    )
