"""BEH0204: a name that hides another one which could be meant."""

from __future__ import annotations

from collections.abc import Iterator

from behave.analysis.project import Analysed
from behave.analysis.symbols import Expanded, Scope, Symbol
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label, Severity
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.table import FUNCTION_NAMES

_VALUES = frozenset((*CONSTANTS, "timer"))
# What is read by its bare name; parts of a rig are read with a dot or an index.
_NOUNS = frozenset(
    (
        *("param", "variable", "let", "guard", "sensor", "zone", "input", "event"),
        *("argument", "loop name", "index"),
    )
)


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a name of the main file that is declared where another of the name is seen.

    What the language brings counts too: `timer`, `up`, the functions. A name that is called and
    one that is not are never taken for one another, and neither are values and parts of a rig.
    """
    main = analysed.program.name
    found: dict[object, Diagnostic] = {}
    for symbol, scope in _declared(analysed):
        if symbol.span.source.name != main or symbol.span in found:
            continue
        outer = scope.parent.find(symbol.name) if scope.parent is not None else None
        known = FUNCTION_NAMES if _called(symbol) else _VALUES
        if outer is not None:
            alike = _called(outer) == _called(symbol) and outer.noun in _NOUNS
            if alike and outer.span != symbol.span:
                found[symbol.span] = _hides(symbol, f"the {outer.noun} `{outer.name}`", outer)
        elif symbol.noun in _NOUNS and symbol.name in known:
            found[symbol.span] = _hides(symbol, f"the language's own `{symbol.name}`", None)
    return list(found.values())


def _called(symbol: Symbol) -> bool:
    return isinstance(symbol, Expanded) and symbol.formals is not None


def _declared(analysed: Analysed) -> Iterator[tuple[Symbol, Scope]]:
    for compiled in analysed.project.behaviors.values():
        for scope in compiled.scopes:
            yield from ((symbol, scope) for symbol in scope.names.values())
        if compiled.scope.parent is not None:
            yield from ((s, compiled.scope.parent) for s in compiled.scope.parent.names.values())
    yield from ((s, analysed.project.scope) for s in analysed.project.scope.names.values())
    yield from analysed.project.locals


def _hides(symbol: Symbol, what: str, outer: Symbol | None) -> Diagnostic:
    return Diagnostic(
        catalog.SHADOWED,
        f"the {symbol.noun} `{symbol.name}` hides {what}",
        symbol.span,
        "from here on it means this",
        (Label(outer.span, "the one that is hidden"),) if outer is not None else (),
        ("give one of them another name",),
        severity=Severity.WARNING,
    )
