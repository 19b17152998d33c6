"""The decorator of the rig's functions that kernels call."""

from behave.kernel.formula import formula as formula

__all__ = ["formula"]
