"""The readings that prove a claim, in words."""

from __future__ import annotations

from behave.diagnostics.diagnostic import Reading


def reading_lines(witness: tuple[Reading, ...]) -> list[str]:
    """One line a reading: ``with contact.distance = 0.62 m``, the first one led by ``with``."""
    lead = "with "
    return [
        f"{lead if n == 0 else ' ' * len(lead)}{r.text} = {r.shown}" for n, r in enumerate(witness)
    ]
