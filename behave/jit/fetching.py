"""What a function says about memory; it changes nothing that is computed."""

from __future__ import annotations

from typing import Any


def fetch(place: Any) -> None:
    """Say that a place of an array is read or written soon: ``fetch(row[k])``.

    Machine code has the cache line brought near meanwhile, and reads nothing: the place may lie
    beyond the end.
    """
