"""A word for all that a function's machine code is made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

_MISSING = object()


def is_constant(value: Any) -> bool:
    """Whether a value is a bool, a number, or a tuple of such."""
    if isinstance(value, tuple):
        return all(is_constant(item) for item in value)
    return type(value) in (bool, int, float)


def digest(function: FunctionType) -> str:
    """A word for everything a function's result depends on: its code, the functions it calls,
    and the values of the names they use."""
    seen: dict[FunctionType, None] = {}
    waiting = [function]
    while waiting:
        found = waiting.pop()
        if found not in seen:
            seen[found] = None
            waiting += _piece(found)[1]
    pieces = sorted(_piece(each)[0] for each in seen)
    return hashlib.sha256("\n".join((_piece(function)[0], *pieces)).encode()).hexdigest()


@cache
def _piece(function: FunctionType) -> tuple[str, tuple[FunctionType, ...]]:
    """A function's own part of the digest, and the functions it calls."""
    code = function.__code__
    called: dict[FunctionType, None] = {}
    parts = [
        function.__module__,
        function.__qualname__,
        code.co_code.hex(),
        repr((code.co_names, code.co_varnames, code.co_argcount)),
        repr([each for each in code.co_consts if not isinstance(each, CodeType)]),
        repr(function.__annotations__),
    ]
    for name, value in _used(code, function.__globals__):
        if isinstance(value, FunctionType):
            called[value] = None
            parts.append(f"{name}: {value.__module__}.{value.__qualname__}")
        elif isinstance(value, type):
            parts.append(f"{name}: {getattr(value, '__annotations__', value)!r}")
        elif not isinstance(value, ModuleType):
            parts.append(f"{name}: {value!r}")
    return "\0".join(parts), tuple(called)


def _used(code: CodeType, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name in code.co_names:
        value = names.get(name, _MISSING)
        if isinstance(value, ModuleType):
            for attribute in code.co_names:
                inner = getattr(value, attribute, _MISSING)
                if is_constant(inner) or isinstance(inner, FunctionType):
                    yield f"{name}.{attribute}", inner
        elif value is not _MISSING:
            yield name, value
