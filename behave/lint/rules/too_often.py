"""BEH0305: an `every` that is shorter than a tick."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.ir.fold import number_of
from behave.ir.nodes import blocks, statements
from behave.ir.program import Every
from behave.source import Span

_SLACK = 1e-9


def findings(analysed: Analysed, dt: float) -> list[Diagnostic]:
    """One warning each place whose period is known now and below the length of a tick."""
    found: dict[Span, Diagnostic] = {}
    for behavior in analysed.program.behaviors:
        for statement in (s for body in blocks(behavior) for s in statements(body)):
            if not isinstance(statement, Every):
                continue
            period = number_of(statement.period)
            if period is None or period <= 0.0 or period >= dt - _SLACK:
                continue
            span = statement.period.span or statement.span
            found.setdefault(span, _too_often(period, dt, span))
    return list(found.values())


def _too_often(period: float, dt: float, span: Span) -> Diagnostic:
    return Diagnostic(
        catalog.TOO_OFTEN,
        f"`every {' '.join(span.text.split())}` is shorter than a tick of {dt * 1000.0:.3g} ms: "
        f"it runs {dt / period:.3g} times a tick",
        span,
        "shorter than a tick",
        help=(
            "what must happen each tick stands there without `every`; a rate is written with "
            "`advance` or `lerp … rate`",
        ),
        severity=Severity.WARNING,
    )
