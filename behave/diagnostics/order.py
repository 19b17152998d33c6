"""The order findings are shown in."""

from __future__ import annotations

from collections.abc import Iterable

from behave.diagnostics.diagnostic import Diagnostic


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By file, then place, then code; independent of the order they were found in."""
    return tuple(
        sorted(
            diagnostics,
            key=lambda d: (d.span.source.name, d.span.start, d.span.end, d.code, d.message),
        )
    )
