"""Array types of the rig's kernels, besides those of ``kernel.jit``."""

from __future__ import annotations

from numba import types

BLOCK_OUT = types.Array(types.float64, 3, "C")
INDEX_ROWS_IN = types.Array(types.int64, 2, "C", readonly=True)
BLOCK_IN = types.Array(types.float64, 3, "C", readonly=True)
