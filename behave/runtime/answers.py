"""Writing what the world answered into the readings of an agent's row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from behave.ir.program import Slot

ANSWER = ("collider", "point", "normal", "distance")
"""What a ray, a nearest and a closest are answered with."""

WriteAnswer = Callable[[Any, int, Sequence[float], Sequence[float], float], None]
"""Writes an answer, its parts as in ``ANSWER``, into an agent's words, given first."""


def answer_writer(fields: Sequence[tuple[str, Slot]], exists: int) -> WriteAnswer | None:
    """What writes an answer to the fields of a reading and marks them and the reading present;
    None for a reading of something else."""
    if not all(name in ANSWER for name, _ in fields):
        return None
    places = [(ANSWER.index(name), slot.offset, slot.kind.width) for name, slot in fields]
    ones = [(part, at) for part, at, width in places if width == 1]
    threes = [(part, at) for part, at, width in places if width == 3]
    assert len(ones) + len(threes) == len(places)
    present = [slot.presence for _, slot in fields if slot.presence not in (-1, slot.offset)]
    present.append(exists)

    def write(words: Any, *answer: Any) -> None:
        for part, at in ones:
            words[at] = answer[part]
        for part, at in threes:
            words[at], words[at + 1], words[at + 2] = answer[part]
        for at in present:
            words[at] = 1.0

    return write
