"""The declarations of a file as a tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from behave.lsp.declaring import ROLES, named_object
from behave.lsp.names import Role
from behave.source import Span
from behave.syntax import ast
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.rig_records import Named


@dataclass(frozen=True, slots=True)
class Entry:
    """One declaration: its name, what it is, where all of it and where its name stands."""

    name: str
    role: Role
    detail: str
    whole: Span
    span: Span
    inner: tuple[Entry, ...] = ()


_SIMPLE: dict[type, Role] = {ast.EnumDecl: Role.ENUM, **ROLES}
_BODIES: dict[type, Role] = {
    ast.Rig: Role.RIG,
    ast.Behavior: Role.BEHAVIOR,
    ast.Scene: Role.SCENE,
    ast.Machine: Role.MACHINE,
    ast.StateDecl: Role.STATE,
}


def outline(tree: ast.File) -> tuple[Entry, ...]:
    """The outline of a parsed file."""
    return tuple(_entries(tree.items, None))


def _entries(body: Iterable[Any], around: Role | None) -> Iterable[Entry]:
    for node in body:
        kind = type(node)
        if kind in _SIMPLE:
            yield _entry(node, node.name, _SIMPLE[kind])
        elif kind in _BODIES:
            role = _BODIES[kind]
            yield _entry(node, node.name, role, tuple(_entries(node.body, role)))
        elif isinstance(node, ast.Layers):
            for name in node.names:
                yield Entry(name.text, Role.LAYER, "", name.span, name.span)
        elif isinstance(node, ast.Var):
            for name in node.names:
                yield _entry(node, name, Role.VARIABLE)
        elif isinstance(node, ast.Test):
            yield Entry(node.name.text, Role.TEST, node.scene.text, node.span, node.name.span)
        elif isinstance(node, ast.ForEach) and around is Role.RIG:
            yield from _entries(node.body, around)
        elif isinstance(node, ast.Sentence):
            yield from _sentence(node, around)


def _sentence(node: ast.Sentence, around: Role | None) -> Iterable[Entry]:
    name = named_object(node)
    if name is None:
        return
    record = RIG_PARTS.get(node.verb.text)
    if around is Role.RIG and record is not None and record.named is Named.NEW:
        yield Entry(name.text, Role.PART, node.verb.text, node.span, name.span)
    elif around is Role.SCENE and any(p.preposition in ("at", "along") for p in node.phrases):
        yield Entry(name.text, Role.THING, node.verb.text, node.span, name.span)


def _entry(node: Any, name: ast.Ident, role: Role, inner: tuple[Entry, ...] = ()) -> Entry:
    detail = "initial" if getattr(node, "initial", False) else ""
    return Entry(name.text, role, detail, node.span, name.span, inner)
