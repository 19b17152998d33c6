"""The decorator of functions that kernels call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

# Kernels only ever look at arrays they are given, so nothing counts references, nothing is
# called from Python or C, and division follows IEEE: each spares numba a good deal of work.
_LEAN = {
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}


def formula(function: Function) -> Function:
    """Let numba kernels call ``function``; from Python it stays what it is.

    It must not make or return arrays, strings or lists: it works on numbers, tuples of numbers
    and given arrays.
    """
    return cast(Function, register_jitable(**_LEAN)(function))
