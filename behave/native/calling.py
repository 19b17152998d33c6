"""Machine code as a function of Python: a call costs little more than the code it runs."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from behave.native.engine import Code

_TAKES_ONE = 0x0008  # METH_O: one argument, given as it is
_TAKES_SEVERAL = 0x0080  # METH_FASTCALL: arguments where they lie, and how many


class _Method(ctypes.Structure):
    """CPython's PyMethodDef, part of its stable interface."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def function_of(code: Code, name: str) -> Callable[[int], int]:
    """A way in of a module for one agent: the address of a context in, a count out."""
    if sys.implementation.name == "cpython":
        return _built_in(code, f"call.{name}", _TAKES_ONE, code, None)
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    plain: Any = kind(code.address(f"run.{name}"))
    return _keeping(plain, code)


def agent_function(code: Code, name: str, address: int, keeps: object) -> Callable[..., int]:
    """A way in for the agent of one context: what is given for its inputs as numbers in the order
    of ``inputs.given_columns``, a count out. ``keeps`` lives as long as the function does.

    Raises TypeError for another number of arguments, or what is no number; CPython alone has it.
    """
    return _built_in(code, f"give.{name}", _TAKES_SEVERAL, address, (code, keeps))


def _built_in(code: Code, name: str, how: int, own: object, keeps: object) -> Callable[..., int]:
    """What Python calls as it does its own functions, without packing or unpacking.

    ``own`` is given to the machine code as the function's own object, ``keeps`` stands in for its
    module: both live as long as it does, and so must the code.
    """
    method = _Method(name.encode(), code.address(name), how, None)
    code.kept.append(method)
    module: Any = ctypes.c_void_p if keeps is None else ctypes.py_object
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, module)(
        ("PyCFunction_NewEx", ctypes.pythonapi)
    )
    made: Callable[..., int] = make(ctypes.addressof(method), own, keeps)
    return made


def _keeping(function: Any, code: Code) -> Callable[[int], int]:
    function.code = code
    return lambda address: int(function(address))


def crowd_function(code: Code, name: str) -> Callable[[int, int, int], None]:
    """A way in of a module for lanes: context, first agent, the one after the last.

    Other threads run meanwhile.
    """
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    function: Any = kind(code.address(f"run.{name}"))
    function.code = code
    made: Callable[[int, int, int], None] = function
    return made
