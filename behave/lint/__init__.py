"""Lint rules: each reads what analysis made, never text."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.policy import DEFAULT_SETTINGS, Settings
from behave.lint.rules import magnitude, shadowed, too_often, two_writers, unreachable, unused

PROOFS = (two_writers.findings,)
"""Rules whose findings hold whatever else is wrong."""

CLAIMS = (unreachable.findings, unused.findings, shadowed.findings)
"""Rules that say something is missing: true only where everything was understood."""

TIMED = (too_often.findings,)
"""Claims that depend on how long a tick is: these take its length too."""

ON_REQUEST = ((magnitude.CODE, magnitude.findings),)
"""Rules that speak only where their code is asked for."""


def lint(
    analysed: Analysed, broken: bool, settings: Settings = DEFAULT_SETTINGS
) -> list[Diagnostic]:
    """The findings of the rules in their order; ``broken``: there are errors already."""
    found = [d for rule in PROOFS for d in rule(analysed)]
    found += [d for code, rule in ON_REQUEST if code in settings.also for d in rule(analysed)]
    if broken:
        return found
    found += [d for rule in CLAIMS for d in rule(analysed)]
    found += [d for timed in TIMED for d in timed(analysed, settings.dt)]
    return found
