"""Array types of the rig's kernels, besides those of ``kernel.jit``."""

from behave.kernel.jit import BLOCK_IN, BLOCK_OUT
from behave.kernel.jit import INTEGER_ROWS_IN as INDEX_ROWS_IN

__all__ = ["BLOCK_IN", "BLOCK_OUT", "INDEX_ROWS_IN"]
