"""Records: frozen value classes that cost next to nothing to define.

The syntax tree and the Program have about a hundred node classes. Defined as frozen
dataclasses with slots they took a third of the time `beh lint` runs, because each compiles
generated code at import; of these, all with as many fields share the code of one constructor.
For type checkers they are frozen dataclasses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
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
        }
        if identity:
            made["__eq__"] = object.__eq__
            made["__hash__"] = object.__hash__
        record = super().__new__(cls, name, bases, made)
        # One field alone would come without its tuple.
        record._values = attrgetter(*fields) if len(fields) > 1 else None  # type: ignore[attr-defined]
        if fields and "__init__" not in space:
            stores = [getattr(record, field).__set__ for field in fields]
            record.__init__ = _constructor(fields, stores, defaults)  # type: ignore[misc]
        return record


def _constructor(
    fields: Sequence[str], stores: Sequence[Any], defaults: tuple[Any, ...]
) -> FunctionType:
    """An ``__init__`` whose parameters are the fields and which puts each into its slot."""
    code = _storing(len(fields)).replace(co_varnames=("self", *fields))
    names = {f"store{number}": store for number, store in enumerate(stores)}
    return FunctionType(code, names, "__init__", defaults)


@cache
def _storing(count: int) -> CodeType:
    """The code of a constructor of so many fields; compiled once for all classes that have as many.

    It calls ``store0``, ``store1``, … with the instance and the first, second, … argument.
    """
    arguments = "".join(f", value{number}" for number in range(count))
    lines = "".join(f"    store{number}(self, value{number})\n" for number in range(count))
    space: dict[str, Any] = {}
    exec(f"def made(self{arguments}):\n{lines}", space)
    code = space["made"].__code__
    assert isinstance(code, CodeType)
    return code


@dataclass_transform(frozen_default=True)
class Record(metaclass=RecordType):
    """Base of frozen value classes; see the module."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
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
    values.update(changes)
    return type(record)(**values)
