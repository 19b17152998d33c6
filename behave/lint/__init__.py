"""Lint rules: each reads what analysis made, never text."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.machines.ticks import ticks_with
from behave.lint.policy import DEFAULT_SETTINGS, Settings
from behave.lint.rules import (
    absence,
    always_true,
    beaten,
    cut_off,
    dead_end,
    event_ends,
    exact_time,
    flapping,
    frame_rate,
    idle_arrow,
    loose_for,
    magnitude,
    never_true,
    outlived,
    shadowed,
    starved_timer,
    too_often,
    two_writers,
    unreachable,
    unused,
)
from behave.lint.studies import Studies

PROOFS = (two_writers.findings,)
"""Rules whose findings hold whatever else is wrong."""

LOCAL_PROOFS = (
    never_true.findings,
    always_true.findings,
    exact_time.findings,
    loose_for.findings,
    frame_rate.findings,
)
"""The same, of rules that share what is proven about guards."""

CLAIMS = (unused.findings, shadowed.findings)
"""Rules that say something is missing: true only where everything was understood."""

MACHINE_CLAIMS = (
    unreachable.findings,
    dead_end.findings,
    starved_timer.findings,
    idle_arrow.findings,
    beaten.findings,
    outlived.findings,
    absence.findings,
    flapping.findings,
    cut_off.findings,
    event_ends.findings,
)
"""The same, of rules that share what is proven about machines."""

TIMED = (too_often.findings,)
"""Claims that depend on how long a tick is: these take its length too."""

ON_REQUEST = ((magnitude.CODE, magnitude.findings),)
"""Rules that speak only where their code is asked for."""


def lint(
    analysed: Analysed, broken: bool, settings: Settings = DEFAULT_SETTINGS
) -> list[Diagnostic]:
    """The findings of the rules in their order; ``broken``: there are errors already."""
    studies = Studies(analysed, ticks_with(settings.dt))
    found = [d for rule in PROOFS for d in rule(analysed)]
    found += [d for rule in LOCAL_PROOFS for d in rule(studies)]
    found += [d for code, rule in ON_REQUEST if code in settings.also for d in rule(analysed)]
    if broken:
        return found
    found += [d for rule in CLAIMS for d in rule(analysed)]
    found += [d for rule in MACHINE_CLAIMS for d in rule(studies)]
    found += [d for timed in TIMED for d in timed(analysed, settings.dt)]
    return found
