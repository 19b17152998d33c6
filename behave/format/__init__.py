"""The formatter: from text to text, the same file as everybody writes it."""

from behave.format.formatter import Formatted, UnfaithfulError, format_source

__all__ = ["Formatted", "UnfaithfulError", "format_source"]
