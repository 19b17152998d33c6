"""Value kinds: what an expression is, with its dimension where it has one."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from behave.record import Record
from behave.units import LENGTH, PLAIN, Dimension


class Base(Enum):
    """The kinds of value the language knows."""

    NUMBER = "number"
    BOOL = "bool"
    VEC = "vec"
    POINT = "point"
    ROTATION = "rotation"
    ENUM = "enum"
    TEXT = "text"
    COLLIDER = "collider"
    AGENT = "agent"
    LIST = "list"


WIDTHS = {
    Base.NUMBER: 1,
    Base.BOOL: 1,
    Base.VEC: 3,
    Base.POINT: 3,
    Base.ROTATION: 4,
    Base.ENUM: 1,
    Base.TEXT: 0,
    Base.COLLIDER: 1,
    Base.AGENT: 1,
}


class Kind(Record):
    """A kind: base, dimension (numbers and vecs), enum name, or item kind and length (lists)."""

    base: Base
    dimension: Dimension = PLAIN
    enum: str = ""
    item: Kind | None = None
    length: int = 0

    @property
    def width(self) -> int:
        """How many float64 words a value takes in a state vector."""
        if self.base is Base.LIST:
            assert self.item is not None
            return self.length * self.item.width
        return WIDTHS[self.base]

    @property
    def noun(self) -> str:
        """What a message calls it: ``a length``, ``a point``, ``a bool``, …"""
        if self.base is Base.NUMBER:
            return self.dimension.noun
        if self.base is Base.VEC:
            return "a vec" if self.dimension == PLAIN else f"a vec in {self.dimension.si}"
        if self.base is Base.ENUM:
            return f"one of {self.enum}"
        if self.base is Base.LIST:
            assert self.item is not None
            return f"a list of {self.length} ({self.item.noun})"
        article = "an" if self.base is Base.AGENT else "a"
        return f"{article} {self.base.value}"


NUMBER = Kind(Base.NUMBER)
BOOL = Kind(Base.BOOL)
VEC = Kind(Base.VEC)
POINT = Kind(Base.POINT, LENGTH)
ROTATION = Kind(Base.ROTATION)
TEXT = Kind(Base.TEXT)
COLLIDER = Kind(Base.COLLIDER)
AGENT = Kind(Base.AGENT)


@lru_cache(maxsize=1024)
def number(dimension: Dimension) -> Kind:
    """A number with a dimension."""
    return Kind(Base.NUMBER, dimension)


def vec(dimension: Dimension = PLAIN) -> Kind:
    """A vec whose components have a dimension."""
    return Kind(Base.VEC, dimension)


def enum(name: str) -> Kind:
    """One value of the enum ``name``."""
    return Kind(Base.ENUM, enum=name)


def list_of(item: Kind, length: int) -> Kind:
    """A list of fixed length."""
    return Kind(Base.LIST, item=item, length=length)
