"""BEH0203: a name of a behavior that nothing reads."""

from __future__ import annotations

from behave.analysis.project import Analysed
from behave.analysis.symbols import Symbol
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity

_NOUNS = ("param", "variable", "let", "guard", "sensor", "zone", "input", "event")


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a name of the main file; rigs are left out, since they declare for others.

    A used file's own tests, which may read what nothing else does, are not looked at here. What
    a machine array declares is there once for each instance: used where one of them is.
    """
    main = analysed.program.name
    found = []
    for compiled in analysed.project.behaviors.values():
        symbols = [
            symbol
            for scope in compiled.scopes
            for symbol in scope.names.values()
            if symbol.noun in _NOUNS and symbol.span.source.name == main
        ]
        used = {symbol.span for symbol in symbols if symbol.used}
        unused = {symbol.span: symbol for symbol in symbols if symbol.span not in used}
        found += [_never_used(symbol) for symbol in unused.values()]
    return found


def _never_used(symbol: Symbol) -> Diagnostic:
    event = symbol.noun == "event"
    return Diagnostic(
        catalog.UNUSED,
        f"the {symbol.noun} `{symbol.name}` is never {'waited for' if event else 'used'}",
        symbol.span,
        "nothing hears it" if event else "declared and never read",
        help=("use it or take it out",),
        severity=Severity.WARNING,
    )
