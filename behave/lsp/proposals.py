"""Proposals of completion as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """One proposal; ``sort`` is a role's or other word's name; ``first``: put before the others.

    ``snippet`` is what to insert, with places to fill in, where that is not the label.
    """

    label: str
    sort: str
    detail: str = ""
    doc: str = ""
    snippet: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class Proposals:
    """The proposals, and the offset from which they replace what is typed."""

    start: int
    items: tuple[Item, ...]
