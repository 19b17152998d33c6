"""Records: frozen value classes that cost next to nothing to define.

The syntax tree and the Program have about a hundred node classes. Defined as frozen
dataclasses with slots they took a third of the time `beh lint` runs, because each compiles
generated code at import; these share one constructor instead. For type checkers they are
frozen dataclasses.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform


class RecordType(type):
    """Turns annotations into slots, defaults and match arguments.

    Fields with defaults come last. ``identity=True`` compares and hashes by identity, for
    nodes of shared trees.
    """

    def __new__(
        cls, name: str, bases: tuple[type, ...], space: dict[str, Any], identity: bool = False
    ) -> RecordType:
        """Make the class; raises TypeError where a field without a default follows one with."""
        fields = tuple(space.get("__annotations__", ())) if bases else ()
        defaults = tuple(space.pop(field) for field in fields if field in space)
        made = {
            **space,
            "__slots__": fields,
            "__match_args__": fields,
            "_fields": fields,
            "_defaults": defaults,
        }
        if identity:
            made["__eq__"] = object.__eq__
            made["__hash__"] = object.__hash__
        record = super().__new__(cls, name, bases, made)
        # One field alone would come without its tuple.
        record._values = attrgetter(*fields) if len(fields) > 1 else None  # type: ignore[attr-defined]
        record._stores = tuple(getattr(record, f).__set__ for f in fields)  # type: ignore[attr-defined]
        return record


@dataclass_transform(frozen_default=True)
class Record(metaclass=RecordType):
    """Base of frozen value classes; see the module."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[tuple[Any, ...]]
    _stores: ClassVar[tuple[Any, ...]]

    def __init__(self, *given: Any, **named: Any) -> None:
        """Fields by position or name; raises TypeError where they do not fit."""
        fields = self._fields
        if named or len(given) != len(fields):
            given = self._complete(given, named)
        for store, value in zip(self._stores, given, strict=True):
            store(self, value)

    @classmethod
    def _complete(cls, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        fields, defaults = cls._fields, cls._defaults
        values = dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))
        values.update(zip(fields, given, strict=False))
        if len(given) > len(fields) or named.keys() & set(fields[: len(given)]):
            raise TypeError(f"{cls.__name__} got too many values")
        values.update(named)
        if values.keys() != set(fields):
            wrong = ", ".join(sorted(values.keys() ^ set(fields)))
            raise TypeError(f"{cls.__name__} needs {', '.join(fields)}; see {wrong}")
        return tuple(values[field] for field in fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return values_of(self) == values_of(other)

    def __hash__(self) -> int:
        return hash((type(self), values_of(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f}={getattr(self, f)!r}" for f in self._fields)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), values_of(self)


R = TypeVar("R", bound=Record)


def values_of(record: Any) -> tuple[Any, ...]:
    """The values of a record's fields in order."""
    every = type(record)._values
    if every is not None:
        found: tuple[Any, ...] = every(record)
        return found
    return tuple(getattr(record, field) for field in record._fields)


def replace(record: R, **changes: Any) -> R:
    """A copy of a record with some fields changed."""
    values = dict(zip(type(record)._fields, values_of(record), strict=True))
    return type(record)(**{**values, **changes})
