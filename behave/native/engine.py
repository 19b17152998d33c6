"""Machine code in this process from the text of a module, quickly or well."""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from llvmlite import __version__ as llvmlite_version
from llvmlite import binding as llvm

from behave.native.listing import OUTSIDE

QUICK, WELL = 0, 2
"""How much is done about the code: hardly anything (compiles at once), or what pays."""

_MATHS = ("sin", "cos", "atan2", "fmod", "remainder", "exp", "exp2", "log", "log1p", "pow")
_PYTHON = ["PyLong_AsVoidPtr", "PyLong_FromLongLong"]


class Store(Protocol):
    """Where compiled code is kept between processes."""

    def read(self, key: str) -> bytes | None:
        """What was kept under a key."""
        ...

    def write(self, key: str, data: bytes) -> None:
        """Keep it; never raises."""
        ...


@cache
def _prepared() -> bool:
    """Ready LLVM for this machine and name the outside functions; once a process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    maths: Any = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
    for name in _MATHS:
        llvm.add_symbol(OUTSIDE + name, _address(getattr(maths, name)))
    for name in _PYTHON:
        llvm.add_symbol(name, _address(getattr(ctypes.pythonapi, name)))
    return True


def _address(function: Any) -> int:
    found = ctypes.cast(function, ctypes.c_void_p).value
    assert found is not None
    return found


@dataclass(eq=False)
class Code:
    """A module's machine code; it lives as long as this does."""

    engine: Any
    kept: list[Any] = field(default_factory=list)

    def address(self, name: str) -> int:
        """Where a function is."""
        found: int = self.engine.get_function_address(name)
        return found


def host() -> tuple[str, str]:
    """This machine's processor and its features, as LLVM names them."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def key_of(text: str, level: int) -> str:
    """What compiled code depends on, in one word."""
    parts = (text, str(level), llvmlite_version, llvm.get_default_triple(), *host())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def compiled(text: str, level: int, store: Store | None = None) -> Code:
    """The machine code of a module's text, from the store where it is there."""
    assert _prepared()
    context = llvm.create_context()
    module = llvm.parse_assembly(text, context)
    processor, features = host()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=processor, features=features, opt=level
    )
    key = key_of(text, level) if store is not None else ""
    found = store.read(key) if store is not None else None
    if level > QUICK and found is None:
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, machine)
    kept: list[Any] = [context]
    if store is not None:
        keeper = _keeper(store, key, found)
        engine.set_object_cache(*keeper)
        kept += keeper
    engine.finalize_object()
    return Code(engine, kept)


def _keeper(
    store: Store, key: str, found: bytes | None
) -> tuple[Callable[[Any, bytes], None], Callable[[Any], bytes | None]]:
    """What LLVM calls with an object it has made, and for one made before."""

    def made(module: Any, data: bytes) -> None:
        store.write(key, data)

    return made, lambda module: found
