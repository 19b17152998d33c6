"""Types of values: numbers, bools, tuples of them, arrays in C order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import GenericAlias
from typing import Any, get_args, get_origin, get_type_hints


class NotCompiled(Exception):  # noqa: N818  (a mistake in the engine's own code, not a user's)
    """Something a compiled function may not say; the message names the place."""


@dataclass(frozen=True)
class Scalar:
    """One number or bool; ``llvm`` is its type as a value."""

    name: str
    llvm: str


FLOAT = Scalar("float", "double")
INT = Scalar("int", "i64")
BOOL = Scalar("bool", "i1")
NOTHING = Scalar("None", "void")
SHORT = Scalar("int32", "i32")
"""A whole number of 32 bits, in arrays only: read as an ``INT``, written without its upper half."""

WIDTH = 8
"""How many agents are worked on at once in lanes."""
LANES = Scalar("float in lanes", f"<{WIDTH} x double>")
"""A float of each of ``WIDTH`` agents. An array of them has the agents along its last axis."""
MASK = Scalar("bool in lanes", f"<{WIDTH} x i64>")
"""A bool of each of them: all bits of a word, or none."""
_WIDENING = (BOOL, INT, FLOAT, LANES)
_VARIED = {BOOL: MASK, MASK: MASK, FLOAT: LANES, LANES: LANES, NOTHING: NOTHING}


@dataclass(frozen=True)
class Tuple:
    """A tuple of values; ``names`` are those of a NamedTuple's fields."""

    items: tuple[Kind, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Array:
    """An array in C order with ``rank`` axes, as an address and the axes' lengths."""

    item: Scalar
    rank: int
    writable: bool = True


Kind = Scalar | Tuple | Array


def parts_of(kind: Kind) -> tuple[str, ...]:
    """The LLVM types of the parts a value is held in."""
    if isinstance(kind, Scalar):
        return () if kind == NOTHING else (kind.llvm,)
    if isinstance(kind, Array):
        return ("ptr", *(["i64"] * kind.rank))
    return tuple(part for item in kind.items for part in parts_of(item))


def stored(item: Scalar) -> tuple[str, int]:
    """The LLVM type and the bytes of an array's item."""
    found = {BOOL: ("i8", 1), SHORT: ("i32", 4), LANES: (LANES.llvm, 8 * WIDTH)}
    return found.get(item, (item.llvm, 8))


def join(a: Kind, b: Kind) -> Kind:
    """The narrowest type both fit into; raises ``NotCompiled``."""
    if a == b:
        return a
    if a in (BOOL, MASK) and b in (BOOL, MASK):
        return MASK
    if a in _WIDENING and b in _WIDENING:
        return max((kind for kind in _WIDENING if kind in (a, b)), key=_WIDENING.index)
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
        items = tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True))
        return Tuple(items, a.names if a.names == b.names else ())
    if isinstance(a, Array) and isinstance(b, Array) and (a.item, a.rank) == (b.item, b.rank):
        return Array(a.item, a.rank, a.writable and b.writable)
    raise NotCompiled(f"a value is both {written(a)} and {written(b)}")


def in_lanes(kind: Kind) -> bool:
    """Whether a value of this type differs from agent to agent."""
    if isinstance(kind, Tuple):
        return any(in_lanes(item) for item in kind.items)
    return (kind.item if isinstance(kind, Array) else kind) in (LANES, MASK)


def varied(kind: Kind) -> Kind | None:
    """The type of what is of this type in some lanes; None where there is none."""
    if isinstance(kind, Tuple):
        items = [varied(item) for item in kind.items]
        whole = tuple(item for item in items if item is not None)
        return Tuple(whole, kind.names) if len(whole) == len(items) else None
    return None if isinstance(kind, Array) else _VARIED.get(kind)


def may_stand(found: Kind, kind: Kind) -> bool:
    """Whether a value keeps a promise of another type: it is of that type, in lanes or not."""
    if isinstance(found, Tuple) and isinstance(kind, Tuple):
        pairs = zip(found.items, kind.items, strict=True)
        return all(may_stand(item, wanted) for item, wanted in pairs)
    return found in (kind, varied(kind))


def written(kind: Kind) -> str:
    """A type as one would write it."""
    if isinstance(kind, Scalar):
        return kind.name
    if isinstance(kind, Array):
        axes = ", ".join([":"] * kind.rank)
        return f"{'' if kind.writable else 'read-only '}{kind.item.name}[{axes}]"
    return f"({', '.join(written(item) for item in kind.items)})"


def declared(annotation: Any, names: Mapping[str, Any]) -> Kind | None:
    """The type an annotation promises; None where it promises none, as ``Any``."""
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, dict(names))
        except NameError:
            return None
    if annotation is None:
        return NOTHING
    simple = {float: FLOAT, int: INT, bool: BOOL}.get(annotation)
    if simple is not None:
        return simple
    if isinstance(annotation, type) and issubclass(annotation, tuple):
        return named(annotation)
    if isinstance(annotation, GenericAlias) or get_origin(annotation) is tuple:
        items = [declared(item, names) for item in get_args(annotation)]
        return Tuple(tuple(item for item in items if item)) if all(items) else None
    return None


def named(record: type) -> Tuple | None:
    """The type of a NamedTuple; None for another tuple class."""
    fields = getattr(record, "_fields", ())
    hints = get_type_hints(record)
    items = [declared(hints[field], {}) for field in fields]
    return Tuple(tuple(item for item in items if item), fields) if fields and all(items) else None
