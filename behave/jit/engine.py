"""Machine code from the text of a module, and its way in as a function of Python."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from llvmlite import __version__ as llvmlite_version
from llvmlite import binding as llvm

from behave.jit.outside import NAME, OUTER, OUTSIDE, SYMBOLS

_WELL = 2  # how much is done about the code: what pays
_TAKES_MANY = 0x0080  # METH_FASTCALL: arguments in a row


@cache
def _prepared() -> Any:
    """LLVM ready for this machine, the outside functions named, once a process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    maths: Any = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
    for name, _ in OUTER.values():
        llvm.add_symbol(OUTSIDE + name, _address(getattr(maths, name)))
    for name in SYMBOLS:
        llvm.add_symbol(name, _address(getattr(ctypes.pythonapi, name)))
    return llvm.Target.from_default_triple()


def _address(function: Any) -> int:
    found = ctypes.cast(function, ctypes.c_void_p).value
    assert found is not None
    return found


def _machine() -> Any:
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return _prepared().create_target_machine(cpu=cpu, features=features, opt=_WELL, jit=True)


@cache
def host() -> str:
    """What machine code depends on besides the module: the processor and the compiler."""
    features = llvm.get_host_cpu_features().flatten()
    return "\0".join(
        (llvmlite_version, llvm.get_process_triple(), llvm.get_host_cpu_name(), features)
    )


@cache
def has_avx() -> bool:
    """Whether this machine has AVX."""
    return "+avx" in llvm.get_host_cpu_features().flatten().split(",")


def machine_code(text: str) -> bytes:
    """A module as an object file."""
    machine = _machine()
    module = llvm.parse_assembly(text, llvm.create_context())
    tuning = llvm.create_pipeline_tuning_options(speed_level=_WELL)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    found: bytes = machine.emit_object(module)
    return found


_NEW = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object)


class _Method(ctypes.Structure):
    """CPython's PyMethodDef, part of its stable interface."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@dataclass(eq=False)
class _Held:
    """What a loaded function's own object is: its code, so that this lives as long as the function
    does, and whom to tell of a wrong argument. It must not lead back to the function: what is found
    to be garbage together goes in no certain order."""

    complain: Callable[[int], None]
    kept: tuple[Any, ...] = ()

    def __call__(self, wrong: int) -> None:
        """Raise for the argument of this number."""
        self.complain(wrong)


def loaded(code: bytes, name: str, complain: Callable[[int], None]) -> Callable[..., Any]:
    """An object file as a function of Python; ``complain`` raises for a wrong argument and does
    not lead to the function."""
    context = llvm.create_context()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", context), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(NAME)
    method = _Method(name.encode(), address, _TAKES_MANY, None)
    made = _NEW(("PyCFunction_NewEx", ctypes.pythonapi))
    held = _Held(complain, (method, engine, context))
    found: Callable[..., Any] = made(ctypes.addressof(method), held, name)
    return found
