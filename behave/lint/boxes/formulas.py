"""Formulas over unknowns: conjunctions and disjunctions of "this unknown lies in this set".

There is no negation: what may be false, and what may be absent, is written out when a formula is
made (``boxes/guards.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from behave.lint.boxes.values import NO, YES, Values, meet


class Atom:
    """The unknown ``key`` lies in ``values``."""

    __slots__ = ("key", "values")

    def __init__(self, key: int, values: Values) -> None:
        self.key = key
        self.values = values


class All:
    """Every part holds; without parts it holds always."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Formula, ...]) -> None:
        self.parts = parts


class Any:
    """One of the parts holds; without parts it never does."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Formula, ...]) -> None:
        self.parts = parts


Formula = Atom | All | Any

ALWAYS = All(())
NEVER = Any(())


def every(parts: Iterable[Formula]) -> Formula:
    """The conjunction, flat, and as short as it is obvious."""
    found: list[Formula] = []
    for part in parts:
        if part is NEVER:
            return NEVER
        if isinstance(part, All):
            found += part.parts
        else:
            found.append(part)
    if len(found) == 1:
        return found[0]
    return All(tuple(found)) if found else ALWAYS


def some(parts: Iterable[Formula]) -> Formula:
    """The disjunction, flat, and as short as it is obvious."""
    found: list[Formula] = []
    for part in parts:
        if part is ALWAYS:
            return ALWAYS
        if isinstance(part, Any):
            found += part.parts
        else:
            found.append(part)
    if len(found) == 1:
        return found[0]
    return Any(tuple(found)) if found else NEVER


def literal(key: int, holds: bool) -> Atom:
    """A yes-or-no unknown that holds, or does not."""
    return Atom(key, YES if holds else NO)


def keys_in(formula: Formula) -> set[int]:
    """The unknowns a formula is about."""
    found: set[int] = set()
    stack = [formula]
    while stack:
        part = stack.pop()
        if isinstance(part, Atom):
            found.add(part.key)
        else:
            stack += part.parts
    return found


def settled(formula: Formula, facts: Mapping[int, Values]) -> Formula:
    """A formula in which what is known about some unknowns has been put in."""
    if not facts:
        return formula
    if isinstance(formula, Atom):
        known = facts.get(formula.key)
        if known is None:
            return formula
        both = meet(known, formula.values)
        return NEVER if not both else ALWAYS if both == known else formula
    parts = (settled(part, facts) for part in formula.parts)
    return every(parts) if isinstance(formula, All) else some(parts)
