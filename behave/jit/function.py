"""The decorator: a function that is machine code when it is called."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, update_wrapper, wraps
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

from behave.jit.digest import digest
from behave.jit.folder import CodeFolder, code_folder
from behave.jit.kinds import LANES, WIDTH, Array, Kind, NotCompiled, Scalar, written

Notice = Callable[[str, bool | None], None]
"""Hears the name of a function that is compiled: with None before, and after that whether its
code could be kept for later processes."""

_NOTICE: ContextVar[Notice | None] = ContextVar("notice", default=None)
_LOADING = Lock()


@contextmanager
def noticing(notice: Notice) -> Iterator[None]:
    """Tell of what is compiled within the block."""
    token = _NOTICE.set(notice)
    try:
        yield
    finally:
        _NOTICE.reset(token)


def plain() -> bool:
    """Whether everything stays plain Python: with ``BEH_PLAIN=1`` or ``NUMBA_DISABLE_JIT=1``."""
    return any(
        os.environ.get(name, "0") not in ("", "0") for name in ("BEH_PLAIN", "NUMBA_DISABLE_JIT")
    )


def module_text(function: FunctionType, kinds: Sequence[Kind], avx: bool = False) -> str:
    """The LLVM module of a function that returns nothing or a number, for arguments of certain
    types and a processor with AVX or without."""
    from behave.jit.entry import entry
    from behave.jit.translation import Module

    module = Module(avx)
    version = module.version(function, tuple(kinds))
    if not isinstance(version.result, Scalar):
        raise NotCompiled(f"{function.__qualname__} returns {written(version.result)}")
    return module.text(entry(version, kinds))


@cache
def _translator() -> str:
    """A digest of everything that turns functions into code."""
    found = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()


@dataclass(frozen=True)
class Complaint:
    """Raises for a wrong argument of a function."""

    name: str
    parameters: tuple[str, ...]
    kinds: tuple[Kind, ...]

    def __call__(self, wrong: int) -> None:
        """Say which argument it is: its number, or -1 where there are too many or too few."""
        if wrong < 0:
            raise TypeError(f"{self.name} takes {len(self.kinds)} arguments")
        raise TypeError(
            f"{self.name}: {self.parameters[wrong]} is not {written(self.kinds[wrong])}"
        )


class Compiled:
    """A function as machine code: loaded at its first call, from the folder of kept code or, where
    nothing is kept, from its text. ``function`` is the plain one."""

    def __init__(self, function: FunctionType, kinds: Sequence[Kind]) -> None:
        self.function = function
        self.kinds = tuple(kinds)
        self._enter: Callable[..., Any] = self._first
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """Run it; raises ``TypeError`` or ``BufferError`` for an argument of a wrong type."""
        return self._enter(*arguments)

    def key(self) -> str:
        """The name its machine code is kept under: a digest of all it depends on."""
        from behave.jit.engine import host

        parts = (digest(self.function), repr(self.kinds), _translator(), host())
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def load(self) -> bool:
        """Bring it into this process; tells whether it was kept from before."""
        from behave.jit.engine import has_avx, loaded, machine_code

        folder, key = CodeFolder(code_folder()), self.key()
        code = folder.read(key)
        kept = code is not None
        if code is None:
            notice = _NOTICE.get()
            if notice is not None:
                notice(self.function.__qualname__, None)
            code = machine_code(module_text(self.function, self.kinds, has_avx()))
            stored = folder.write(key, code)
            if notice is not None:
                notice(self.function.__qualname__, stored)
        complain = Complaint(
            self.function.__qualname__, self.function.__code__.co_varnames, self.kinds
        )
        self._enter = loaded(code, self.function.__name__, complain)
        return kept

    def _first(self, *arguments: Any) -> Any:
        with _LOADING:
            if self._enter == self._first:
                self.load()
        return self._enter(*arguments)


def compiled(*kinds: Kind) -> Callable[[Callable[..., Any]], Any]:
    """Make a function of arguments of these types machine code; it returns nothing or a number, and
    writes into the arrays it is given."""

    def decorate(function: Callable[..., Any]) -> Any:
        assert isinstance(function, FunctionType)
        return function if plain() else Compiled(function, kinds)

    return decorate


def compiled_in_lanes(*kinds: Kind) -> Callable[[Callable[..., Any]], Any]:
    """The same for a function of arrays in lanes; plain, it runs for one lane after another."""

    def decorate(function: Callable[..., Any]) -> Any:
        assert isinstance(function, FunctionType)
        return lane_by_lane(function, kinds) if plain() else Compiled(function, kinds)

    return decorate


def lane_by_lane(function: Callable[..., Any], kinds: Sequence[Kind]) -> Callable[..., Any]:
    """A plain function for arrays in lanes: every lane has them without their last axis."""
    laned = [isinstance(kind, Array) and kind.item == LANES for kind in kinds]

    @wraps(function)
    def each(*arguments: Any) -> None:
        for lane in range(WIDTH):
            pairs = zip(arguments, laned, strict=True)
            function(*(given[..., lane] if own else given for given, own in pairs))

    return each
