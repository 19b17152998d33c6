"""Declarations of a syntax tree as symbols in scopes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from behave.lsp.names import Mention, Role, Scope, Symbol
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.rig_records import Named
from behave.vocabulary.verbs import SCENE_SHAPES

ROLES: dict[type, Role] = {
    ast.Let: Role.LET,
    ast.Param: Role.PARAM,
    ast.Input: Role.INPUT,
    ast.Zone: Role.ZONE,
    ast.Sensor: Role.SENSOR,
    ast.Guard: Role.GUARD,
    ast.Event: Role.EVENT,
    ast.ActionDecl: Role.ACTION,
    ast.PoseLayer: Role.POSE_LAYER,
}
"""Statements that declare the one name they have."""
_SCENE_NAMES = frozenset({Role.AGENT, Role.THING})


def declare_file(
    tree: ast.File, top: Scope, mentions: list[Mention], scopes: dict[int, Scope]
) -> None:
    """Declare everything in a file; ``scopes`` gets the scope of each node that has one."""
    declarer = _Declarer(mentions, scopes)
    waiting = list(tree.items)
    # A behavior's names are looked for in its rig's too, a test's in its scene's.
    for kinds in ((ast.Rig,), (ast.Behavior,), (ast.Scene,), (ast.Test,)):
        if kinds == (ast.Rig,):
            for item in waiting:
                if not isinstance(item, (ast.Rig, ast.Behavior, ast.Scene, ast.Test)):
                    declarer.member(item, top)
        for item in waiting:
            if isinstance(item, kinds):
                declarer.block_of_file(item, top)


class _Declarer:
    """Declares the names of one file."""

    def __init__(self, mentions: list[Mention], scopes: dict[int, Scope]) -> None:
        self.mentions = mentions
        self.scopes = scopes

    def add(self, scope: Scope, name: ast.Ident, role: Role, node: Any, **more: Any) -> Symbol:
        """Declare a name; one of the same role that is there already is mentioned again."""
        roles = _SCENE_NAMES if role in _SCENE_NAMES else frozenset({role})
        known = scope.own(name.text, roles)
        if known is None and role in _SCENE_NAMES:
            known = scope.find(name.text, roles)  # a scene may replace what its base has
        if known is not None and role in (Role.PART, Role.LAYER, *_SCENE_NAMES):
            self.mentions.append(Mention(name.span, known))
            return known
        symbol = Symbol(name.text, role, name.span, node.span, node, **more)
        scope.names.setdefault(name.text, []).append(symbol)
        self.mentions.append(Mention(name.span, symbol, declares=True))
        return symbol

    def opened(self, scope: Scope, symbol: Symbol | None, node: Any) -> Scope:
        """The scope of a node's body."""
        inner = scope.within(node.span, symbol)
        self.scopes[id(node)] = inner
        if symbol is not None:
            symbol.scope = inner
        return inner

    def block_of_file(self, item: Any, top: Scope) -> None:
        """A rig, behavior, scene or test."""
        match item:
            case ast.Rig():
                self.members(
                    item.body, self.opened(top, self.add(top, item.name, Role.RIG, item), item)
                )
            case ast.Behavior():
                rig = top.own(item.rig.text, frozenset({Role.RIG}))
                symbol = self.add(top, item.name, Role.BEHAVIOR, item)
                inner = self.opened(top, symbol, item)
                inner.parent = rig.scope if rig is not None and rig.scope is not None else top
                self.members(item.body, inner)
            case ast.Scene():
                symbol = self.add(top, item.name, Role.SCENE, item)
                inner = self.opened(top, symbol, item)
                base = item.base and top.own(item.base.text, frozenset({Role.SCENE}))
                inner.parent = base.scope if base and base.scope is not None else top
                self.things(item.body, inner, top)
            case ast.Test():
                name = ast.Ident(item.name.text, item.name.span)
                inner = self.opened(top, self.add(top, name, Role.TEST, item), item)
                scene = top.own(item.scene.text, frozenset({Role.SCENE}))
                inner.parent = scene.scope if scene is not None and scene.scope is not None else top

    def members(self, body: Iterable[Any], scope: Scope, around: Symbol | None = None) -> None:
        """The statements of a body."""
        for node in body:
            self.member(node, scope, around)

    def member(self, node: Any, scope: Scope, around: Symbol | None = None) -> None:
        """One statement; ``around`` is the machine or state it stands in."""
        role = ROLES.get(type(node))
        if role is not None:
            self._simple(node, scope, role, around)
            return
        match node:
            case ast.Layers():
                for name in node.names:
                    self.add(scope, name, Role.LAYER, node)
            case ast.EnumDecl():
                symbol = self.add(scope, node.name, Role.ENUM, node)
                for name in node.values:
                    self.add(scope, name, Role.ENUM_VALUE, node, parent=symbol)
            case ast.Var():
                for name in node.names:
                    self.add(scope, name, Role.VARIABLE, node)
            case ast.Machine():
                symbol = self.add(scope, node.name, Role.MACHINE, node)
                self.members(node.body, self.opened(scope, symbol, node), symbol)
            case ast.StateDecl():
                self._state(node, scope, around)
            case ast.On() | ast.Transition() | ast.When() | ast.Every() | ast.ForEach():
                self._block(node, scope, around)
            case ast.Choose():
                self.members(node.transitions, scope, around)
            case ast.Pose():
                inner = self.opened(scope, None, node)
                inner.pose = True
                self.members(node.body, inner)
            case ast.Sentence():
                self._part(node, scope)
            case _:
                return

    def _simple(self, node: Any, scope: Scope, role: Role, around: Symbol | None) -> None:
        symbol = self.add(scope, node.name, role, node)
        formals = getattr(node, "formals", None)
        body = getattr(node, "body", None)
        if formals is None and body is None:
            return
        inner = self.opened(scope, None, node)
        symbol.scope = inner
        for formal in formals or ():
            self.add(inner, formal.name, Role.ARGUMENT, _Named(formal.name, node.span))
        self.members(body or (), inner, around)

    def _state(self, node: ast.StateDecl, scope: Scope, around: Symbol | None) -> None:
        symbol = self.add(scope, node.name, Role.STATE, node, parent=around)
        for outer in scope.outward():
            owner = outer.owner
            if owner is not None and owner.role in (Role.MACHINE, Role.BEHAVIOR, Role.STATE):
                outer.states.append(symbol)
            if owner is not None and owner.role is Role.BEHAVIOR:
                break
        self.members(node.body, self.opened(scope, symbol, node), symbol)

    def _block(self, node: Any, scope: Scope, around: Symbol | None) -> None:
        inner = self.opened(scope, None, node)
        match node:
            case ast.ForEach():
                self.add(inner, node.name, Role.LOOP, _Named(node.name, node.span))
            case ast.On():
                for name in node.names:
                    self.add(inner, name, Role.ARGUMENT, _Named(name, node.span))
            case ast.Transition():
                for name in node.trigger_names:
                    self.add(inner, name, Role.ARGUMENT, _Named(name, node.span))
        self.members(node.body, inner, around)
        if isinstance(node, ast.When):
            self.members(node.otherwise, inner, around)

    def _part(self, node: ast.Sentence, scope: Scope) -> None:
        """A sentence of a rig that declares one of its parts, also from within a loop."""
        record = RIG_PARTS.get(node.verb.text)
        rig = next((s for s in scope.outward() if s.owner and s.owner.role is Role.RIG), None)
        behavior = scope.around(Role.BEHAVIOR)
        if rig is not None and behavior is None and record and record.named is Named.NEW:
            name = named_object(node)
            if name is not None:
                self.add(rig, name, Role.PART, node, detail=node.verb.text)
        if node.block is not None:
            self.members(node.block, self.opened(scope, None, node))

    def things(self, body: Iterable[Any], scope: Scope, top: Scope) -> None:
        """What stands in a scene."""
        for node in body:
            if not isinstance(node, ast.Sentence):
                self.member(node, scope)
                continue
            verb, name = node.verb.text, named_object(node)
            if node.block is not None:
                self.members(node.block, self.opened(scope, None, node))
            if name is None:
                continue
            if verb in SCENE_SHAPES or verb == "path":
                self.add(scope, name, Role.THING, node, detail=verb)
            elif top.own(verb, frozenset({Role.RIG})) is not None:
                self.add(scope, name, Role.AGENT, node, detail=behavior_of(node))


class _Named:
    """A name that is declared without a node of its own."""

    __match_args__ = ("name",)

    def __init__(self, name: ast.Ident, span: Span) -> None:
        self.name = name
        self.span = span


def named_object(node: ast.Sentence) -> ast.Ident | None:
    """The name a sentence is about: ``hips`` of ``bone hips``, ``arm`` of ``two_bone arm[s]``."""
    about = node.object
    if isinstance(about, ast.Index):
        about = about.of
    return ast.Ident(about.text, about.span) if isinstance(about, ast.Name) else None


def behavior_of(node: ast.Sentence) -> str:
    """The behavior an agent of a scene has: what stands behind `with`."""
    for phrase in node.phrases:
        if phrase.preposition == "with" and isinstance(phrase.value, ast.Name):
            return phrase.value.text
    return ""
