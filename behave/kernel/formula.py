"""The mark of functions that kernels call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def formula(function: Function) -> Function:
    """Say that kernels call ``function``, so that it keeps to what may be compiled.

    That is ``behave.jit``'s part of Python. It may not return arrays.
    """
    return function
