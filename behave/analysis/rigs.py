"""Rigs: bones and parts from their sentences, by the table of rig verbs."""

from __future__ import annotations

from itertools import pairwise

from behave.analysis.declarations import (
    declare,
    declare_broken,
    enum_declaration,
    expanded,
    misplaced,
    param,
    settle,
)
from behave.analysis.environment import Environment
from behave.analysis.inputs import input_declaration
from behave.analysis.loops import unrolled
from behave.analysis.rig_sentences import Made, Sentences
from behave.analysis.symbols import Family, Field, Fixed, Reference, Thing
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import Group, Initial, Node
from behave.kinds import Base
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.rig_parts import (
    CLIP,
    CLIP_TURN,
    MOVED_PLACES,
    RIG_PARTS,
    ROOT_PLACES,
    RigPart,
    RigPlace,
)
from behave.vocabulary.verbs import NOT_YET


def _shared_names() -> tuple[str, ...]:
    """The things that some part gives once per rig: ``capsule``, ``control``, ``feet`` …"""
    paths = (place.path for part in RIG_PARTS.values() for place in part.places)
    named = (path.partition(".")[0] for path in paths if "." in path)
    return tuple(dict.fromkeys(n for n in named if "{" not in n and n not in ("root", "body")))


_SHARED_NAMES = _shared_names()


def lay_out(env: Environment, place: RigPlace, path: str) -> int:
    """The slot of a place, made on first need, with what it is set back to each tick."""
    builder = env.builder
    if path not in builder.by_path:
        slot = builder.slot(path, place.kind, Group.RIG, hidden=place.hidden, doc=place.doc)
        if place.resets is not None:
            builder.resets.append(Initial(slot, _constant(place, place.resets)))
        if place.starts is not None:
            builder.initials.append(Initial(slot, _constant(place, place.starts)))
    return builder.by_path[path]


def _constant(place: RigPlace, value: float | tuple[float, ...]) -> Node:
    data = bool(value) if place.kind.base is Base.BOOL else value
    return Node(Op.CONST, (), place.kind, data)


class RigParts:
    """The named things of a rig while its sentences are read, by name and index."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._families: dict[str, list[tuple[Node | None, Thing]]] = {}
        self.named: dict[str, dict[str, Thing]] = {"bone": {}, "point": {}, "ccd": {}}
        self.words: set[tuple[str, str]] = set()
        for place in ROOT_PLACES:
            lay_out(env, place, place.path)
        self.shared = {
            name: Thing(name, f"the {name}", {}) for name in ("root", "body", *_SHARED_NAMES)
        }
        self.gather(ROOT_PLACES)

    @property
    def bones(self) -> dict[str, Thing]:
        """The bones declared so far."""
        return self.named["bone"]

    @property
    def root(self) -> Thing:
        """The root."""
        return self.shared["root"]

    def gather(self, places: tuple[RigPlace, ...]) -> None:
        """Make places that exist once per rig fields of the thing they name: ``feet.offset``."""
        for place in places:
            name, _, member = place.path.partition(".")
            if member and "{" not in name:
                slot = self._env.builder.by_path[place.path]
                self.shared[name].fields[member] = Field(slot, place.writable)

    def add(self, name: str, index: Node | None, thing: Thing, tree: ast.Expression) -> bool:
        """Take a new name, reporting one that is taken."""
        if name in ("root", "body"):
            self._env.findings.add(
                catalog.DUPLICATE,
                f"`{name}` is a part of every rig, so nothing else may have its name",
                tree.span,
                "taken",
                ("call it `trunk`",) if name == "body" else ("rename it",),
            )
            return False
        members = self._families.setdefault(name, [])
        same = [m for m in members if (m[0] is None) == (index is None)]
        taken = (index is None and members) or len(same) != len(members)
        if taken or any(t.name == thing.name for _, t in members):
            symbol = self._env.scope.names.get(name)
            first = symbol.span if symbol is not None else tree.span
            self._env.findings.duplicate(thing.name, tree.span, first)
            return False
        members.append((index, thing))
        self._declare(name, tree)
        return True

    def _declare(self, name: str, tree: ast.Expression) -> None:
        members = self._families[name]
        index, first = members[0]
        value: Family | Reference
        if index is None:
            value = Reference((first,))
        else:
            ordered = sorted(members, key=lambda m: float(m[0].data) if m[0] else 0.0)  # type: ignore[arg-type]
            value = Family(name, index.kind.enum, tuple(t for _, t in ordered))
        symbol = self._env.scope.names.get(name)
        if isinstance(symbol, Fixed) and len(members) > 1:
            symbol.value = value
        else:
            declare(self._env, Fixed(name, first.noun, tree.span, True, value))


def rig(env: Environment, tree: ast.Rig) -> None:
    """Analyse a rig's body into the builder; ``env.scope`` becomes its scope."""
    parts = RigParts(env)
    for name in ("root", "body"):
        value = Reference((parts.shared[name],))
        declare(env, Fixed(name, name, tree.name.span, True, value))
    _members(env, tree.body, parts, tree.name.text)
    if "root.moved" not in env.builder.by_path:
        for place in MOVED_PLACES:
            lay_out(env, place, place.path)
        parts.gather(MOVED_PLACES)
    for name, thing in parts.shared.items():
        shown = any(not env.builder.slots[f.slot].hidden for f in thing.fields.values())
        if shown and name not in ("root", "body"):
            _declare_shared(env, name, Reference((thing,)), tree.name.span)
    _useless(env)
    _torn(env)
    writable = any(p.verb == "mover" for p in env.builder.parts)
    velocity = Field(env.builder.by_path["velocity"], writable)
    parts.root.fields["velocity"] = velocity
    parts.shared["body"].fields["velocity"] = velocity
    thing = Thing("velocity", "velocity", {"value": velocity}, value="value")
    _declare_shared(env, "velocity", Reference((thing,)), tree.name.span)


def _useless(env: Environment) -> None:
    """Parts that would do nothing: feet that no leg has, one foot twice, clips without a gait."""
    parts = env.builder.parts
    legs = {dict(p.bones)["tip"] for p in parts if p.verb == "leg"}
    planted: set[str] = set()
    for part in parts:
        tip = dict(part.bones).get("tip", "")
        if part.verb == "foot" and (tip not in legs or tip in planted):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`foot {part.name}` needs the tip of a `leg`, and `{tip}` is none"
                if tip not in legs
                else f"`foot {part.name}` is a second foot of the leg that ends in `{tip}`",
                part.span,
                "does nothing",
                (f"a leg is written `{RIG_PARTS['leg'].example}`",) if tip not in legs else (),
            )
        planted |= {tip} if part.verb == "foot" else set()
    clips = [p for p in parts if p.verb == CLIP.verb]
    if clips and not any(p.verb == "gait" for p in parts):
        env.findings.add(
            catalog.WRONG_CALL,
            "a clip is shown over a `gait`, and this rig has none",
            clips[0].span,
            "is never shown",
            ("for example `gait idle`",),
        )


def _torn(env: Environment) -> None:
    """Chains in which a bone does not hang, over others or not, on the one listed before it."""
    parents = {bone.name: bone.parent for bone in env.builder.bones}
    for part in env.builder.parts:
        bones = [bone for _, bone in part.bones] if part.verb == "ccd" else []
        for before, bone in pairwise(bones):
            above = parents.get(bone, "")
            while above and above != before:
                above = parents.get(above, "")
            if not above:
                env.findings.add(
                    catalog.WRONG_CALL,
                    f"in `ccd {part.name}` the bone `{bone}` does not hang on `{before}`",
                    part.span,
                    "no chain",
                    ("list the bones from the one nearest the trunk outward",),
                )
                break


def _declare_shared(env: Environment, name: str, value: Reference, span: Span) -> None:
    """Declare a name that a part of the rig gives; whatever else has taken it is reported."""
    taken = env.scope.names.get(name)
    if taken is None:
        declare(env, Fixed(name, name, span, True, value))
        return
    env.findings.add(
        catalog.DUPLICATE,
        f"`{name}` is the name of what a part of this rig gives, so nothing else may have it",
        taken.span,
        "declared here",
        ("rename it",),
    )


def _members(env: Environment, body: object, parts: RigParts, owner: str) -> None:
    assert isinstance(body, tuple)
    for item in body:
        match item:
            case ast.EnumDecl():
                enum_declaration(env, item)
            case ast.Param():
                param(env, item, owner)
            case ast.Input():
                input_declaration(env, item)
            case ast.Let() | ast.Guard():
                expanded(env, item)
            case ast.ForEach():
                for inner in unrolled(env, item):
                    _loop_body(env, inner, item.body, parts)
            case ast.Sentence():
                sentence(env, env, item, parts)
            case _:
                misplaced(
                    env,
                    "this",
                    "a rig",
                    item.span,
                    "a rig has params, inputs, lets, bones and parts",
                )


def _loop_body(
    outer: Environment, inner: Environment, body: tuple[ast.Statement, ...], parts: RigParts
) -> None:
    for item in body:
        match item:
            case ast.Let():
                expanded(inner, item)
            case ast.ForEach():
                for deeper in unrolled(inner, item):
                    _loop_body(outer, deeper, item.body, parts)
            case ast.Sentence():
                sentence(outer, inner, item, parts)
            case _:
                misplaced(
                    inner, "this", "a rig", item.span, "a loop of a rig has lets, bones and parts"
                )


def sentence(outer: Environment, env: Environment, tree: ast.Sentence, parts: RigParts) -> None:
    """One sentence of a rig; names go to the rig's own scope, ``env`` may be a loop's."""
    verb = tree.verb.text
    record = RIG_PARTS.get(verb)
    if tree.block is not None and verb != "clip":
        misplaced(env, "a block", f"`{verb}`", tree.verb.span, "only a `clip` has one")
    if record is None:
        _broken(outer, tree)
        if verb == CLIP_TURN.verb:
            misplaced(env, "`turn`", "a rig", tree.verb.span, f"`{CLIP.example}`")
        elif verb in NOT_YET:
            env.findings.not_yet(f"`{verb}`", tree.verb.span)
        else:
            env.findings.undefined("verb of a rig", verb, tree.verb.span, [*RIG_PARTS, *NOT_YET])
        return
    reader = Sentences(env, parts.named, parts.words)
    made = reader.read(tree, record)
    if made is None:
        _broken(outer, tree)
        _clip_block(env, tree.block or (), parts, "")
        return
    name, index, base = made.name, made.index, made.base
    thing = _thing(env, record, made, parts)
    if record.verb == "bone":
        if parts.add(base, index, thing, tree.object or ast.Broken(tree.span)):
            parts.bones[name] = thing
            env.builder.bones.append(made.bone())
        return
    if (index is None and not base) or parts.add(base, index, thing, made.object):
        parts.named.setdefault(verb, {})[name] = thing
        env.builder.parts.append(made.part())
    _clip_block(env, tree.block or (), parts, name)


def _clip_block(
    env: Environment, body: tuple[ast.Statement, ...], parts: RigParts, clip: str
) -> None:
    """The turns of a clip, in order, its loops written out."""
    inner = env.within(env.scope.inner("clip"))
    for item in body:
        match item:
            case ast.Let():
                expanded(inner, item)
            case ast.ForEach():
                for deeper in unrolled(inner, item):
                    _clip_block(deeper, item.body, parts, clip)
            case ast.Sentence() if item.verb.text == CLIP_TURN.verb:
                if item.block is not None:
                    misplaced(inner, "a block", "`turn`", item.verb.span, "it has none")
                made = Sentences(inner, parts.named, parts.words).read(item, CLIP_TURN)
                if made is not None:
                    made.bones["bone"] = made.name
                    made.words["clip"] = clip
                    env.builder.parts.append(made.part())
            case ast.Sentence():
                inner.findings.undefined(
                    "sentence of a clip", item.verb.text, item.verb.span, [CLIP_TURN.verb]
                )
            case _:
                misplaced(inner, "this", "a clip", item.span, "a clip has lets, loops and `turn`")
    settle(inner)


def _broken(env: Environment, tree: ast.Sentence) -> None:
    """Keep the name of a sentence that is wrong, so that its uses are not errors too."""
    named = tree.object.of if isinstance(tree.object, ast.Index) else tree.object
    if isinstance(named, ast.Name):
        declare_broken(env, "part", ast.Ident(named.text, named.span))


def _thing(env: Environment, record: RigPart, made: Made, parts: RigParts) -> Thing:
    """Lay out the places of a part and gather them as a thing with fields and aliases."""
    name = made.name
    slots = {
        place.path: lay_out(env, place, place.path.replace("{name}", name))
        for place in record.places
    }
    parts.gather(record.places)
    pinned = slots.get("{name}.pinned", -1)
    given = {*made.bones, *made.words, *made.values}
    fields = {
        place.path.partition(".")[2]: Field(
            slots[place.path],
            place.writable and place.unless not in given,
            pinned if place.writable and place.kind.width >= 3 else -1,
        )
        for place in record.places
        if place.path.startswith("{name}.")
    }
    aliases = {
        alias.member: (parts.bones[made.bones[alias.option]], alias.place)
        for alias in record.aliases
        if made.bones.get(alias.option) in parts.bones
    }
    return Thing(name, f"the {record.verb}", fields, aliases)
