"""Machine code in this process from the text of a module, quickly or well."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import re
import sys
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from llvmlite import __version__ as llvmlite_version
from llvmlite import binding as llvm

from behave.native.listing import OUTSIDE
from behave.native.python import OUTSIDE as PYTHON

QUICK, WELL = 0, 2
"""How much is done about the code: hardly anything (compiles at once), or what pays."""

CLOSE = sys.platform.startswith("linux")
"""Whether code may count on its parts lying close to each other, which makes it shorter: where
LLVM's newer linker, which puts them so, is used."""

_MATHS = ("fmod",)


class CannotCompile(Exception):  # noqa: N818  (not an error of the behavior: the reference runs it)
    """No machine code can be made in this process; the message says what LLVM or the host said."""


class Store(Protocol):
    """Where compiled code is kept between processes."""

    def read(self, key: str) -> bytes | None:
        """What was kept under a key."""
        ...

    def write(self, key: str, data: bytes) -> object:
        """Keep it; never raises."""
        ...


@cache
def _outside() -> dict[str, int]:
    """Ready LLVM for this machine, once a process; where the outside functions are, by name."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    maths: Any = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
    found = {OUTSIDE + name: _address(getattr(maths, name)) for name in _MATHS}
    return found | {name: _address(getattr(ctypes.pythonapi, name)) for name in PYTHON}


def _address(function: Any) -> int:
    found = ctypes.cast(function, ctypes.c_void_p).value
    assert found is not None
    return found


@dataclass(eq=False)
class Code:
    """A module's machine code; it lives as long as this does."""

    library: Any
    kept: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Let go of LLVM's objects in their order, also where garbage is collected in none."""
        weakref.finalize(self, _let_go, self.library, self.kept).atexit = False

    def address(self, name: str) -> int:
        """Where a way in is."""
        found: int = self.library[name]
        return found


def _let_go(library: Any, kept: list[Any]) -> None:
    library.close()
    kept.clear()


def host() -> tuple[str, str]:
    """This machine's processor and its features, as LLVM names them."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def key_of(text: str, level: int) -> str:
    """What compiled code depends on, in one word."""
    parts = (text, str(level), llvmlite_version, llvm.get_default_triple(), str(CLOSE), *host())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def compiled(text: str, level: int, store: Store | None = None) -> Code:
    """The machine code of a module's text, from the store where it is there.

    Raises ``CannotCompile``.
    """
    try:
        outside = _outside()
        machine = _machine(level)
        names = ways_in(text)
        key = key_of(text, level) if store is not None else ""
        data = store.read(key) if store is not None else None
        if data is not None:
            with contextlib.suppress(RuntimeError):  # what is kept may be spoilt
                return _linked(data, names, machine, outside)
        data = _assembled(text, level, machine)
        if store is not None:
            store.write(key, data)
        return _linked(data, names, machine, outside)
    except (RuntimeError, OSError, AttributeError) as problem:
        raise CannotCompile(" ".join(str(problem).split()) or type(problem).__name__) from problem


def ways_in(text: str) -> list[str]:
    """The names of a module's functions that can be called from outside."""
    return re.findall(r"^define (?!internal)[^@]*@([\w.]+)\(", text, re.MULTILINE)


def _machine(level: int) -> Any:
    processor, features = host()
    near = {"reloc": "pic", "codemodel": "small"} if CLOSE else {}
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=processor, features=features, opt=level, jit=True, **near
    )


def _assembled(text: str, level: int, machine: Any) -> bytes:
    """The module as an object file."""
    module = llvm.parse_assembly(text, llvm.create_context())
    if level > QUICK:
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    made: bytes = machine.emit_object(module)
    return made


def _linked(data: bytes, names: Sequence[str], machine: Any, outside: dict[str, int]) -> Code:
    """An object file ready to run in this process."""
    linker = llvm.create_lljit_compiler(machine, use_jit_link=CLOSE)
    builder = llvm.JITLibraryBuilder().add_object_img(data).add_current_process()
    for name, address in outside.items():
        builder.import_symbol(name, address)
    for name in names:
        builder.export_symbol(name)
    return Code(builder.link(linker, "behavior"), [linker])
