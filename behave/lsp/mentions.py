"""What each name of a syntax tree stands for."""

from __future__ import annotations

from typing import Any

from behave.lsp.declaring import behavior_of, named_object
from behave.lsp.names import VALUES, Mention, Role, Scope, Symbol, find_state, states_in
from behave.source import Span
from behave.syntax import ast

LAYER_OPTIONS = frozenset({"layer", "layers", "over"})
"""Options that take the name of a layer; `over` is that of a collider that moves on a path."""
_ANY_VALUE = VALUES | {Role.ENUM, Role.MACHINE}
_BEHAVIOR = frozenset({Role.BEHAVIOR})
_ENUM = frozenset({Role.ENUM})
_ENUM_VALUE = frozenset({Role.ENUM_VALUE})
_EVENT = frozenset({Role.EVENT})
_SCENE = frozenset({Role.SCENE})


class Reader:
    """Goes through trees and notes every name that is understood."""

    def __init__(self, top: Scope, mentions: list[Mention], scopes: dict[int, Scope]) -> None:
        self.top = top
        self.mentions = mentions
        self.scopes = scopes
        self._noted = {(m.span.source.name, m.span.start) for m in mentions}

    def note(self, span: Span, symbol: Symbol | None) -> Symbol | None:
        """A name that stands for a symbol; none for one that is not known."""
        place = (span.source.name, span.start)
        if symbol is not None and place not in self._noted:
            self._noted.add(place)
            self.mentions.append(Mention(span, symbol))
        return symbol

    def read(self, node: Any, scope: Scope) -> None:
        """Everything in a node, in the scope around it."""
        if isinstance(node, tuple):
            for item in node:
                self.read(item, scope)
            return
        match node:
            case ast.Name() | ast.Member() | ast.Index() | ast.Call():
                self.value(node, scope)
            case ast.InState():
                self.state(states_in(scope), node.path)
                self.read(node.index, scope)
            case ast.Among():
                self._among(node, scope)
            case ast.NamedArgument():
                self._option(node, scope)
            case ast.KindName():
                self.note(node.name.span, scope.find(node.name.text, _ENUM))
                if node.of is not None:
                    self.note(node.of.span, scope.find(node.of.text, _ENUM))
                self.read(node.count, scope)
            case ast.Sentence():
                self._sentence(node, scope)
            case ast.On():
                self._trigger(node.path, scope)
                self._fields(node, scope)
            case ast.Transition():
                self._transition(node, scope)
            case ast.Choose():
                if node.trigger:
                    self._trigger(node.trigger, scope)
                self._fields(node, scope)
            case ast.Behavior():
                self.note(node.rig.span, self.top.own(node.rig.text, frozenset({Role.RIG})))
                self._fields(node, scope)
            case ast.Scene():
                if node.base is not None:
                    self.note(node.base.span, self.top.own(node.base.text, _SCENE))
                self._fields(node, scope)
            case ast.Test():
                self.note(node.scene.span, self.top.own(node.scene.text, _SCENE))
                self._fields(node, scope)
            case _:
                self._fields(node, scope)

    def _fields(self, node: Any, scope: Scope) -> None:
        """The parts of a node that may hold names, in the scope of its body where it has one."""
        inner = self.scopes.get(id(node), scope)
        for name in getattr(type(node), "__match_args__", ()):
            value = getattr(node, name)
            node_like = isinstance(value, tuple) or hasattr(type(value), "__match_args__")
            if node_like and not isinstance(value, (ast.Ident, Span)):
                self.read(value, inner)

    def value(self, node: Any, scope: Scope) -> Symbol | None:
        """What an expression names, where it names something with names in it."""
        match node:
            case ast.Name():
                return self.note(node.span, self.named(node.text, scope))
            case ast.Index():
                self.read(node.index, scope)
                return self.value(node.of, scope)
            case ast.Member():
                return self._member(self.value(node.of, scope), node.name)
            case ast.Call():
                return self._call(node, scope)
            case _:
                self.read(node, scope)
                return None

    def named(self, text: str, scope: Scope) -> Symbol | None:
        """What a bare name stands for."""
        found = scope.find(text, _ANY_VALUE) or self._enum_value(text, scope)
        if found is None:
            chain = find_state(states_in(scope), [text])
            found = chain[-1] if chain else None
        return found

    def _enum_value(self, text: str, scope: Scope) -> Symbol | None:
        found = scope.find(text, _ENUM_VALUE)
        if found is not None:
            return found
        for rig in self.top.names.values():  # scenes and tests speak of every rig's enums
            for symbol in rig:
                inner = symbol.scope if symbol.role in (Role.RIG, Role.BEHAVIOR) else None
                found = inner.own(text, _ENUM_VALUE) if inner is not None else None
                if found is not None:
                    return found
        return None

    def _member(self, of: Symbol | None, name: ast.Ident) -> Symbol | None:
        return self.note(name.span, self.inner_name(of, name.text))

    def inner_name(self, of: Symbol | None, name: str) -> Symbol | None:
        """What a name behind a dot stands for, if it is no built-in field."""
        inner = self.inside(of)
        if inner is None:
            return None
        found = inner.own(name, _ANY_VALUE)
        if found is None and of is not None and of.role is Role.AGENT:
            found = inner.find(name, _ANY_VALUE)  # its rig's names too
        if found is None:
            chain = find_state(inner.states, [name])
            found = chain[-1] if chain else None
        return found

    def inside(self, of: Symbol | None) -> Scope | None:
        """The names inside what a symbol stands for: an agent's behavior, a machine, a state."""
        if of is None:
            return None
        if of.role is Role.AGENT:
            behavior = self.top.own(of.detail, _BEHAVIOR)
            return behavior.scope if behavior is not None else None
        return of.scope if of.role in (Role.MACHINE, Role.STATE) else None

    def _call(self, node: ast.Call, scope: Scope) -> Symbol | None:
        called = None
        if isinstance(node.function, ast.Name):
            text = node.function.text
            called = scope.find(text, VALUES) or scope.find(text, _EVENT)
            self.note(node.function.span, called)
        else:
            self.value(node.function, scope)
        self.read(node.arguments, scope)
        for argument in node.named:
            inner = called.scope if called is not None else None
            if inner is not None:
                self.note(
                    argument.name.span, inner.own(argument.name.text, frozenset({Role.ARGUMENT}))
                )
            self._option(argument, scope)
        return None

    def state(self, states: list[Symbol], path: tuple[ast.Ident, ...]) -> None:
        """A state by its path, each name of it."""
        chain = find_state(states, [name.text for name in path])
        for name, symbol in zip(path, chain, strict=False):
            self.note(name.span, symbol)

    def _among(self, node: ast.Among, scope: Scope) -> None:
        """``hero in Reset``: what is on the left says whose states are meant."""
        of = self.value(node.value, scope)
        inner = self.inside(of)
        path = _path(node.within)
        if inner is None or path is None:
            self.read(node.within, scope)
            return
        self.state(inner.states, path)

    def _option(self, node: ast.NamedArgument, scope: Scope) -> None:
        if node.name.text not in LAYER_OPTIONS:
            self.read(node.value, scope)
            return
        items = node.value.items if isinstance(node.value, ast.ListOf) else (node.value,)
        for item in items:
            if isinstance(item, ast.Name):
                self.note(item.span, self.top.own(item.text, frozenset({Role.LAYER})))

    def _sentence(self, node: ast.Sentence, scope: Scope) -> None:
        inner = self.scopes.get(id(node), scope)
        verb = node.verb
        self.note(verb.span, scope.find(verb.text, frozenset({Role.ACTION})))
        if scope.around(Role.SCENE) is not None:
            self.note(verb.span, self.top.own(verb.text, frozenset({Role.RIG})))
        about = named_object(node)
        if verb.text == "emit" and about is not None:
            self.note(about.span, scope.find(about.text, _EVENT))
        elif node.object is not None:
            self.read(node.object, scope)
        behavior = self.top.own(behavior_of(node), _BEHAVIOR)
        for phrase in node.phrases:
            if phrase.preposition == "with" and isinstance(phrase.value, ast.Name):
                self.note(phrase.value.span, behavior)
            else:
                self.read(phrase.value, scope)
        params = behavior.scope if behavior is not None else None
        for option in node.options:
            if params is not None:
                self.note(option.name.span, params.find(option.name.text, frozenset({Role.PARAM})))
            self._option(option, scope)
        self.read(node.condition, scope)
        self.read(node.block or (), inner)

    def _trigger(self, path: tuple[ast.Ident, ...], scope: Scope) -> None:
        """``on hit``, ``on wall.found``, ``on reach.enter``, ``on other.event``."""
        first = path[0]
        found = scope.find(first.text, _EVENT if len(path) == 1 else VALUES | {Role.MACHINE})
        self.note(first.span, found)

    def _transition(self, node: ast.Transition, scope: Scope) -> None:
        self.state(states_in(scope), node.target)
        if node.trigger:
            self._trigger(node.trigger, scope)
        self._fields(node, scope)


def _path(node: Any) -> tuple[ast.Ident, ...] | None:
    """The names of ``A.B.C``; None for anything else."""
    if isinstance(node, ast.Name):
        return (ast.Ident(node.text, node.span),)
    if isinstance(node, ast.Member):
        before = _path(node.of)
        return (*before, node.name) if before is not None else None
    return None
