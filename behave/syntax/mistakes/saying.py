"""How a recognised mistake is put: the finding, the change, the proposed fix."""

from __future__ import annotations

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from behave.source import Span
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.tokens import Token

COMPARISONS = frozenset({"LE", "GE", "EQ", "NE", "LT", "GT"})


def say(
    message: str,
    span: Span,
    label: str,
    change: Change | None,
    *,
    help: tuple[str, ...] = (),
    fix: tuple[str, Span, str] | None = None,
    secondary: tuple[Label, ...] = (),
) -> Repair:
    """A repair; ``fix`` is a title, the place to change and the new text (never safe: a guess)."""
    fixes: tuple[Fix, ...] = ()
    if fix is not None:
        fixes = (Fix(fix[0], (Edit(fix[1], fix[2]),), safe=False),)
    return Repair(change, Diagnostic(SYNTAX, message, span, label, secondary, help, fixes))


def as_word(s: Situation, position: int, word: str) -> Token:
    """The token at a position read as a word or sign of the language."""
    types = {text: terminal for terminal, text in s.table.signs.items()}
    return s.as_type(s.statements.at(position), types[word])
