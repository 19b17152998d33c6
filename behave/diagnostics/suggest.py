"""Did you mean: the name closest in spelling, or none where none is close."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most likely meant by a misspelt name, None if none is close.

    Close means few single edits (insert, delete, replace, swap neighbours; a change of case
    or of `_` counts least) for the length: none up to 2 letters but case, one up to 4, two up
    to 7, then a third of the length. Ties go to the first in alphabetical order, so the answer
    does not depend on the order of the candidates.
    """
    found = close(name, candidates)
    return found[0] if found else None


def close(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """All candidates that are close to a name, the closest first."""
    wanted = unicodedata.normalize("NFC", name)
    letters = frozenset(wanted.casefold())
    found: list[tuple[float, str]] = []
    for candidate in set(candidates):
        limit = _limit(max(len(wanted), len(candidate)))
        if candidate == wanted or abs(len(candidate) - len(wanted)) > limit + 2:
            continue
        if len(letters.difference(candidate.casefold())) > limit + 1:
            continue  # each letter the other lacks takes an edit
        cost = _cost(wanted, candidate)
        if cost <= limit:
            found.append((cost, candidate))
    return tuple(candidate for _, candidate in sorted(found))


def _limit(length: int) -> float:
    if length <= 2:
        return 0.5
    if length <= 4:
        return 1.0
    if length <= 7:
        return 2.0
    return length / 3


def _cost(a: str, b: str) -> float:
    """Edit distance; case and underscores weigh half, all words the same in another order one."""
    if a.replace("_", "").casefold() == b.replace("_", "").casefold():
        return 0.5
    if "_" in a and sorted(a.split("_")) == sorted(b.split("_")):
        return 1.0
    return _edits(a.casefold(), b.casefold())


def _edits(a: str, b: str) -> float:
    """Optimal string alignment distance (Levenshtein with swaps of neighbours)."""
    before: list[float] = []
    row = [float(j) for j in range(len(b) + 1)]
    for i in range(1, len(a) + 1):
        current = [float(i)]
        for j in range(1, len(b) + 1):
            same = a[i - 1] == b[j - 1]
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (not same))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, row = row, current
    return row[-1]
