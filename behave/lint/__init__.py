"""Lint rules: each reads what analysis made, never text."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.rules import two_writers, unreachable, unused

PROOFS = (two_writers.findings,)
"""Rules whose findings hold whatever else is wrong."""

CLAIMS = (unreachable.findings, unused.findings)
"""Rules that say something is missing: true only where everything was understood."""


def lint(analysed: Analysed, broken: bool) -> list[Diagnostic]:
    """The findings of the rules in their order; ``broken``: there are errors already."""
    rules = PROOFS if broken else (*PROOFS, *CLAIMS)
    return [d for rule in rules for d in rule(analysed)]
