"""One line a finding: ``path:line:column: error[BEH0201] message``."""

from __future__ import annotations

from collections.abc import Iterable

from behave.diagnostics.diagnostic import Diagnostic
from behave.diagnostics.paint import Paint, printable


def render_concise(diagnostics: Iterable[Diagnostic], *, color: bool = False) -> str:
    """One line a finding, in the order given; columns count code points from 1."""
    paint = Paint(color)
    lines = []
    for d in diagnostics:
        mark = paint.severity(d.severity, f"{d.severity.value}[{d.code}]")
        lines.append(f"{printable(str(d.span))}: {mark} {printable(d.message)}\n")
    return "".join(lines)
