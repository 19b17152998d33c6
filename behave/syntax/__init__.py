"""Text to syntax tree. ``parse`` never raises, whatever the text."""

from behave.syntax.decode import decode
from behave.syntax.limits import MAX_BYTES, MAX_NESTING
from behave.syntax.parse import parse, parse_expression

__all__ = ["MAX_BYTES", "MAX_NESTING", "decode", "parse", "parse_expression"]
