"""BEH0303: a number so large or small for its unit that another unit was likely meant."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from behave.analysis.project import Analysed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix, Severity
from behave.record import Record, values_of
from behave.syntax import ast

CODE = catalog.MAGNITUDE

# Unit: the largest number a character has use for, and the unit that is likely meant beyond it.
_LARGEST = {
    "rad": (2.0 * math.pi, "deg"),
    "rad/s": (40.0, "deg/s"),
    "turn": (100.0, "deg"),
    "m": (1000.0, "cm"),
    "km": (10.0, "m"),
    "m/s": (100.0, "cm/s"),
    "s": (600.0, "ms"),
    "min": (120.0, "s"),
    "kg": (10_000.0, ""),
}
_SLACK = 1e-6


def findings(analysed: Analysed) -> list[Diagnostic]:
    """One warning a number of the main file."""
    found = []
    for quantity in _quantities(analysed.files[-1].tree):
        problem = _suspicious(quantity)
        if problem is not None:
            found.append(problem)
    return found


def _quantities(tree: Record) -> Iterator[ast.Quantity]:
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Quantity):
            yield node
        elif isinstance(node, tuple):
            pending.extend(node)
        elif isinstance(node, Record):
            pending.extend(values_of(node))


def _suspicious(quantity: ast.Quantity) -> Diagnostic | None:
    number, unit = quantity.number, quantity.unit
    if unit in _LARGEST and abs(number) > _LARGEST[unit][0] + _SLACK:
        meant = _LARGEST[unit][1]
        return _finding(quantity, "large", f"{number:g} {meant}" if meant else "")
    if unit == "deg" and _like_radians(number):
        return _finding(quantity, "small", f"{number:g} rad")
    return None


def _like_radians(number: float) -> bool:
    """Whether a number of degrees is a simple part of pi, such as 1.57 or 0.785."""
    parts = number / (math.pi / 12.0)
    decimals = number != round(number, 1)
    return decimals and 0.5 < parts <= 24.5 and abs(parts - round(parts)) < 0.01


def _finding(quantity: ast.Quantity, how: str, meant: str) -> Diagnostic:
    shown = " ".join(quantity.span.text.split())
    fixes: tuple[Fix, ...] = ()
    if meant:
        fixes = (Fix(f"write `{meant}`", (Edit(quantity.span, meant),), safe=False),)
    return Diagnostic(
        CODE,
        f"`{shown}` is very {how} for this unit",
        quantity.span,
        f"is `{meant}` meant?" if meant else "is this meant?",
        help=("if it is right, `# beh: ignore[BEH0303]` behind it says so",),
        fixes=fixes,
        severity=Severity.WARNING,
    )
