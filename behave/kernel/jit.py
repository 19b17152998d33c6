"""The decorator that compiles a kernel: explicit signature, cached on disk, no fastmath."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types

Function = Callable[..., Any]

# Array types for signatures: C-ordered; inputs are read-only, so frozen arrays may be passed.
FLOATS_IN = types.Array(types.float64, 1, "C", readonly=True)
ROWS_IN = types.Array(types.float64, 2, "C", readonly=True)
INTEGERS_IN = types.Array(types.int64, 1, "C", readonly=True)
INTEGER_ROWS_IN = types.Array(types.int64, 2, "C", readonly=True)
FLAGS_IN = types.Array(types.boolean, 1, "C", readonly=True)
FLAG_ROWS_IN = types.Array(types.boolean, 2, "C", readonly=True)
FLOATS_OUT = types.Array(types.float64, 1, "C")
ROWS_OUT = types.Array(types.float64, 2, "C")
INTEGERS_OUT = types.Array(types.int64, 1, "C")
FLAGS_OUT = types.Array(types.boolean, 1, "C")
FLAG_ROWS_OUT = types.Array(types.boolean, 2, "C")


@cache
def _stamp(folder: Path) -> str:
    """A digest of every source file under ``folder``: what a cached kernel was made from."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def kernel(signature: Any, *folders: str) -> Callable[[Function], Function]:
    """Compile a function for ``signature`` (a numba signature) and cache the machine code.

    numba drops a cached kernel when the file it is written in changes, not when a function it
    calls does; ``folders`` are the source folders it calls into (its own and ``kernel`` are
    always included), and a change in any of them drops it too. With ``NUMBA_DISABLE_JIT=1``
    the function stays plain Python. Division by zero follows IEEE in compiled code and raises
    in Python, so kernels guard every divisor. Other threads run while a kernel does.
    """

    def decorate(function: Function) -> Function:
        compiled = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
        if not hasattr(compiled, "compile"):
            return compiled
        own = Path(function.__code__.co_filename).resolve().parent
        _watch(compiled, own, Path(__file__).resolve().parent, *map(Path, folders))
        _load_lightly(compiled)
        compiled.compile(signature)
        compiled.disable_compile()
        return compiled

    return decorate


def _watch(compiled: Any, *folders: Path) -> None:
    """Add the sources in ``folders`` to what makes a cached kernel stale."""
    cached: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    own_stamp = getattr(cached, "_source_stamp", None)
    if own_stamp is None:  # another numba: the cache follows the kernel's own file only
        return
    stamps = tuple(_stamp(folder) for folder in dict.fromkeys(folders))
    cached._source_stamp = (own_stamp, *stamps)


def _load_lightly(compiled: Any) -> None:
    """Let cached machine code load without the tables only compiling needs.

    Before it looks into its cache numba imports and registers everything it can compile, about
    a third of a second in each process. Loading needs its memory runtime only; when nothing is
    cached, compiling fills the tables as ever.
    """
    cache_ = getattr(compiled, "_cache", None)
    if not hasattr(cache_, "_load_overload") or not hasattr(cache_, "load_overload"):
        return  # another numba: it loads in its own way
    try:
        from numba.core.runtime import rtsys
    except ImportError:
        return
    whole: Any = cache_

    def load(signature: Any, context: Any) -> Any:
        rtsys.initialize(context)
        with whole._guard_against_spurious_io_errors():
            return whole._load_overload(signature, context)

    whole.load_overload = load
