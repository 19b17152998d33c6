"""The decorator of kernels, and the types of what they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from behave.jit.fetching import fetch as fetch
from behave.jit.function import compiled, compiled_in_lanes
from behave.jit.kinds import BOOL, FLOAT, INT, LANES, SHORT, Array, Kind, Tuple
from behave.jit.kinds import WIDTH as WIDTH

Function = Callable[..., Any]

# Types for signatures: arrays in C order; inputs are read-only, so frozen arrays may be passed.
float64 = FLOAT
int64 = INT
FLOATS_IN = Array(FLOAT, 1, writable=False)
ROWS_IN = Array(FLOAT, 2, writable=False)
BLOCK_IN = Array(FLOAT, 3, writable=False)
INTEGERS_IN = Array(INT, 1, writable=False)
INTEGER_ROWS_IN = Array(INT, 2, writable=False)
FLAGS_IN = Array(BOOL, 1, writable=False)
FLAG_ROWS_IN = Array(BOOL, 2, writable=False)
FLAG_BLOCK_IN = Array(BOOL, 3, writable=False)
FLOATS_OUT = Array(FLOAT, 1)
ROWS_OUT = Array(FLOAT, 2)
BLOCK_OUT = Array(FLOAT, 3)
INTEGERS_OUT = Array(INT, 1)
SHORTS_IN = Array(SHORT, 1, writable=False)
SHORTS_OUT = Array(SHORT, 1)
SHORT_ROWS_OUT = Array(SHORT, 2)
SHORT_BLOCK_OUT = Array(SHORT, 3)
LANED_ROWS_IN = Array(LANES, 2, writable=False)
LANED_ROWS_OUT = Array(LANES, 2)
FLAGS_OUT = Array(BOOL, 1)
FLAG_ROWS_OUT = Array(BOOL, 2)


def void(*kinds: Kind) -> tuple[Kind, ...]:
    """The signature of a kernel: the types of its arguments."""
    return kinds


def together(*kinds: Kind) -> Tuple:
    """The type of a tuple of arrays or numbers."""
    return Tuple(kinds)


def kernel(signature: tuple[Kind, ...]) -> Callable[[Function], Any]:
    """Compile a function for a signature, at its first call, and keep the code.

    Kept code is dropped when the function changes, or any it calls, or a constant they use. With
    ``BEH_PLAIN=1`` the function stays plain Python. Other threads run while a kernel does. Division
    by zero follows IEEE in compiled code and raises in Python, so kernels guard every divisor.
    """
    return compiled(*signature)


def laned(signature: tuple[Kind, ...]) -> Callable[[Function], Any]:
    """A kernel for ``WIDTH`` agents at once: in arrays of lanes these are along the last axis.

    With ``BEH_PLAIN=1`` the function runs for one agent after another.
    """
    return compiled_in_lanes(*signature)
