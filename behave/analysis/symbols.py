"""What names stand for while a file is analysed, and the scopes they live in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from behave.ir.program import Node, StateRef, Store
from behave.kinds import Kind
from behave.record import Record
from behave.source import Span
from behave.syntax import ast

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Spot(Record):
    """A place: how it is read, and how it is written where it can be.

    ``locked`` says why it cannot be written. ``members`` are places inside it (``local``).
    ``aims``: a direction that is written by turning this rotation to look along it.
    """

    read: Node
    stores: tuple[Store, ...] = ()
    locked: str = ""
    members: Mapping[str, Callable[[], Spot]] = NOTHING
    aims: Spot | None = None

    @property
    def kind(self) -> Kind:
        """The kind of the value."""
        return self.read.kind


class Field(Record):
    """A field of a thing: a slot, with the slot of its pin where it is a pinned rig place."""

    slot: int
    writable: bool = False
    pinned: int = -1


class Thing(Record):
    """Something with fields: a sensor, a bone, a constraint, the root, an input."""

    name: str
    noun: str
    fields: dict[str, Field]
    aliases: Mapping[str, tuple[Thing, str]] = NOTHING
    value: str = ""


class Reference(Record):
    """One thing, or one of several chosen by an index at run time; ``agent``: whose."""

    things: tuple[Thing, ...]
    index: Node | None = None
    agent: str = ""


class Family(Record):
    """Things under one name with an index: ``arm[left]``, ``arm[right]``.

    ``listed``: the elements of a variable that is a list, which is a value as a whole too.
    """

    name: str
    enum: str
    things: tuple[Thing, ...]
    agent: str = ""
    listed: bool = False


class EnumHandle(Record):
    """An enum by name."""

    name: str
    values: tuple[str, ...]


class EventHandle(Record):
    """An event of the behavior's own, by position."""

    index: int


class ZoneHandle(Record):
    """A zone of the behavior, by position."""

    index: int


class MachineHandle(Record):
    """A machine of the behavior, by position; ``agent``: whose."""

    machine: int
    agent: str = ""


class MachineFamily(Record):
    """The instances of a machine array, by position; ``agent``: whose."""

    name: str
    enum: str
    machines: tuple[int, ...]
    agent: str = ""


class MachineChoice(Record):
    """One of the instances of a machine array, chosen at run time."""

    machines: tuple[MachineHandle, ...]
    index: Node


class StateHandle(Record):
    """A state; ``agent``: whose."""

    ref: StateRef
    agent: str = ""


class StateChoice(Record):
    """A state of one of the instances of a machine array, chosen at run time."""

    states: tuple[StateHandle, ...]
    index: Node


class AgentHandle(Record):
    """An agent of a scene, in tests."""

    name: str
    behavior: str


Value = (
    Node
    | Spot
    | Reference
    | Family
    | EnumHandle
    | EventHandle
    | ZoneHandle
    | MachineHandle
    | MachineFamily
    | MachineChoice
    | StateHandle
    | StateChoice
    | AgentHandle
)


class Symbol:
    """A declared name. ``used`` is set by the first look-up from an expression."""

    def __init__(self, name: str, noun: str, span: Span, used: bool = False) -> None:
        self.name = name
        self.noun = noun
        self.span = span
        self.used = used


class Fixed(Symbol):
    """A name with a value known at once."""

    def __init__(
        self, name: str, noun: str, span: Span, used: bool = False, value: Value | None = None
    ) -> None:
        super().__init__(name, noun, span, used)
        self.value = value


class Expanded(Symbol):
    """A let or guard: expanded in place.

    ``make`` analyses the body where it is declared, with the arguments for ``formals``
    (None: declared without brackets, then its value is made once and shared).
    """

    def __init__(
        self,
        name: str,
        noun: str,
        span: Span,
        used: bool = False,
        formals: tuple[ast.Formal, ...] | None = None,
        make: Callable[[tuple[Value, ...]], Value | None] = lambda _: None,
        made: bool = False,
        expanding: bool = False,
        value: Value | None = None,
    ) -> None:
        super().__init__(name, noun, span, used)
        self.formals = formals
        self.make = make
        self.made = made
        self.expanding = expanding
        self.value = value


class Scope:
    """Names of one body. ``owner`` is the state whose timer and memory belong here, ``machine``
    the position of the machine around it, -1 for none.
    """

    def __init__(
        self, parent: Scope | None, noun: str, owner: StateRef | None = None, machine: int = -1
    ) -> None:
        self.parent = parent
        self.noun = noun
        self.owner = owner
        self.names: dict[str, Symbol] = {}
        self.machine = machine

    def find(self, name: str) -> Symbol | None:
        """The innermost declaration of a name."""
        scope: Scope | None = self
        while scope is not None:
            symbol = scope.names.get(name)
            if symbol is not None:
                return symbol
            scope = scope.parent
        return None

    def visible(self) -> Iterator[str]:
        """Every name that can be seen from here."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent

    def inner(self, noun: str, owner: StateRef | None = None) -> Scope:
        """A scope inside this one; it belongs to the same state unless another is given."""
        machine = owner.machine if owner is not None else self.machine
        return Scope(self, noun, owner if owner is not None else self.owner, machine=machine)
