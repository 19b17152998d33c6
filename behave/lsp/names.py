"""Names of files as an editor needs them: what is declared where, and what is visible from where.

Made from syntax trees alone, so that it is there while a file is being typed and does not check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from behave.source import Span


class Role(Enum):
    """What a name was declared as; the value is what hovers and messages call it."""

    LAYER = "layer"
    ENUM = "enum"
    ENUM_VALUE = "enum value"
    RIG = "rig"
    BEHAVIOR = "behavior"
    SCENE = "scene"
    TEST = "test"
    PARAM = "param"
    VARIABLE = "variable"
    LET = "let"
    GUARD = "guard"
    INPUT = "input"
    ZONE = "zone"
    SENSOR = "sensor"
    EVENT = "event"
    ACTION = "action"
    MACHINE = "machine"
    STATE = "state"
    PART = "part of the rig"
    ARGUMENT = "argument"
    LOOP = "loop name"
    AGENT = "agent"
    THING = "thing of the scene"
    POSE_LAYER = "layer of the pose"


VALUES = frozenset(
    {
        Role.PARAM,
        Role.VARIABLE,
        Role.LET,
        Role.GUARD,
        Role.INPUT,
        Role.ZONE,
        Role.SENSOR,
        Role.PART,
        Role.ARGUMENT,
        Role.LOOP,
        Role.AGENT,
        Role.THING,
    }
)
"""What a name in an expression may stand for, besides enums and their values."""


@dataclass(eq=False, slots=True)
class Symbol:
    """A declared name.

    ``span`` is the name itself, ``whole`` its declaration; ``node`` is the tree of that; ``scope``
    holds the names inside, where it has a body; ``parent`` is the machine or state around a state.
    ``detail`` is what an agent behaves like or a part of a rig was declared with.
    """

    name: str
    role: Role
    span: Span
    whole: Span
    node: Any
    scope: Scope | None = None
    parent: Symbol | None = None
    detail: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """Where it is declared: the same in every index that holds its file."""
        return self.span.source.name, self.span.start


@dataclass(eq=False, slots=True)
class Scope:
    """The names of one body, by role; ``span`` is where the body stands, None for no place.

    ``owner`` is the symbol the body belongs to; ``pose``: it is that of a pose. Several names of
    one text may differ in role: a sensor and a state, say.
    """

    parent: Scope | None
    span: Span | None = None
    owner: Symbol | None = None
    names: dict[str, list[Symbol]] = field(default_factory=dict)
    inner: list[Scope] = field(default_factory=list)
    states: list[Symbol] = field(default_factory=list)
    pose: bool = False

    def within(self, span: Span | None, owner: Symbol | None = None) -> Scope:
        """A scope inside this one."""
        made = Scope(self, span, owner)
        self.inner.append(made)
        return made

    def own(self, name: str, roles: frozenset[Role]) -> Symbol | None:
        """What a name declared right here stands for, in one of some roles."""
        return next((s for s in self.names.get(name, ()) if s.role in roles), None)

    def find(self, name: str, roles: frozenset[Role]) -> Symbol | None:
        """The innermost declaration of a name in one of some roles."""
        for scope in self.outward():
            found = scope.own(name, roles)
            if found is not None:
                return found
        return None

    def outward(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def visible(self, roles: frozenset[Role]) -> Iterator[Symbol]:
        """Everything of some roles that can be named from here, inner declarations first."""
        seen: set[str] = set()
        for scope in self.outward():
            for symbols in scope.names.values():
                for symbol in symbols:
                    if symbol.role in roles and symbol.name not in seen:
                        seen.add(symbol.name)
                        yield symbol

    def around(self, *roles: Role) -> Symbol | None:
        """The nearest owner of some roles around here."""
        for scope in self.outward():
            if scope.owner is not None and scope.owner.role in roles:
                return scope.owner
        return None


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a symbol is named; ``declares``: where it is declared."""

    span: Span
    symbol: Symbol
    declares: bool = False


def states_in(scope: Scope) -> list[Symbol]:
    """The states a name may mean from here: those of the machine around go first."""
    machine = scope.around(Role.MACHINE)
    behavior = scope.around(Role.BEHAVIOR)
    found: list[Symbol] = []
    for owner in (machine, behavior):
        if owner is not None and owner.scope is not None:
            found += [s for s in owner.scope.states if s not in found]
    return found


def find_state(states: list[Symbol], path: list[str]) -> list[Symbol]:
    """The symbols a dotted path names, one for each of its names; empty where none fits."""
    for state in states:
        chain: list[Symbol] = []
        at: Symbol | None = state
        for name in reversed(path):
            while at is not None and chain and at.name != name:
                at = at.parent
            if at is None or at.name != name:
                break
            chain.insert(0, at)
            at = at.parent
        else:
            return chain
    return []
