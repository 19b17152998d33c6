"""BEH0203: a name that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from behave.analysis.project import Analysed
from behave.analysis.symbols import Symbol
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Severity
from behave.syntax import ast

_NOUNS = ("param", "variable", "let", "guard", "sensor", "zone", "input", "event")
_ELSEWHERE = ("rig", "file")


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a name of the main file, those that begin with `_` excepted.

    Rigs are left out, since they declare for others, and so are the top-level names of a file
    without scenes and tests. A used file's own tests, which may read what nothing else does, are
    not looked at here. What is there several times (in machine arrays, loops, expanded lets) is
    used where one of them is. An event that is sent and never heard has a rule of its own.
    """
    main = analysed.program.name
    sent = {b.events[e.event].span for b in analysed.program.behaviors for e in b.emitters}
    symbols = [s for s in _declared(analysed) if s.span.source.name == main]
    used = sent | {symbol.span for symbol in symbols if symbol.used}
    unused = {symbol.span: symbol for symbol in symbols if symbol.span not in used}
    return [_never_used(s) for s in unused.values() if not s.name.startswith("_")]


def _declared(analysed: Analysed) -> Iterator[Symbol]:
    for compiled in analysed.project.behaviors.values():
        for scope in compiled.scopes:
            yield from (symbol for symbol in scope.names.values() if symbol.noun in _NOUNS)
    runs = any(isinstance(i, (ast.Scene, ast.Test)) for i in analysed.files[-1].tree.items)
    for symbol, scope in analysed.project.locals:
        if scope.noun not in _ELSEWHERE or (scope.noun == "file" and runs):
            yield symbol


def _never_used(symbol: Symbol) -> Diagnostic:
    event = symbol.noun == "event"
    help = ("use it or take it out",)
    if symbol.noun in ("argument", "loop name"):
        help = (f"use it, or call it `_{symbol.name}` to say that it is not needed",)
    return Diagnostic(
        catalog.UNUSED,
        f"the {symbol.noun} `{symbol.name}` is never {'sent or waited for' if event else 'used'}",
        symbol.span,
        "nothing sends or hears it" if event else "declared and never read",
        help=help,
        severity=Severity.WARNING,
    )
