"""BEH0203: a name of a behavior that nothing reads."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity

_NOUNS = ("param", "variable", "let", "guard", "sensor", "zone", "input")


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a name of the main file; rigs are left out, since they declare for others.

    A used file's own tests, which may read what nothing else does, are not looked at here.
    """
    main = analysed.program.name
    return [
        Diagnostic(
            catalog.UNUSED,
            f"the {symbol.noun} `{symbol.name}` is never used",
            symbol.span,
            "declared and never read",
            help=("use it or take it out",),
            severity=Severity.WARNING,
        )
        for compiled in analysed.project.behaviors.values()
        for scope in compiled.scopes
        for symbol in scope.names.values()
        if symbol.noun in _NOUNS and not symbol.used and symbol.span.source.name == main
    ]
