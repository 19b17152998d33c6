"""The text of one LLVM module: functions, and the formulas and outside functions they call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

OUTSIDE = "beh_"
"""Before the name of a function of the maths library, so that LLVM takes it for no one it knows."""

PURE = "nounwind willreturn memory(none)"


@dataclass(eq=False)
class Listing:
    """What has been written so far.

    ``constants`` are words of the row that are the same for every agent and never change, by
    offset: they are written into the code. ``loaded`` and ``stored`` collect the offsets of the
    words the code reads and writes.
    """

    constants: Mapping[int, float] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    loaded: set[int] = field(default_factory=set)
    stored: set[int] = field(default_factory=set)
    notes: dict[str, str] = field(default_factory=dict)

    def forget_words(self) -> tuple[set[int], set[int]]:
        """Begin to collect words anew; gives those so far."""
        earlier = self.loaded, self.stored
        self.loaded, self.stored = set(), set()
        return earlier

    def remember_words(self, earlier: tuple[set[int], set[int]]) -> None:
        """Take in words of before."""
        self.loaded |= earlier[0]
        self.stored |= earlier[1]

    def outside(self, name: str, count: int) -> str:
        """The name of a function of the maths library with so many double arguments."""
        arguments = ", ".join(["double"] * count)
        full = OUTSIDE + name
        self.declarations[full] = f"declare double @{full}({arguments}) {PURE}"
        return full

    def seldom(self) -> str:
        """What says of a branch that its first way is hardly ever taken."""
        self.notes["!0"] = '!0 = !{!"branch_weights", i32 1, i32 4000}'
        return "!0"

    def text(self) -> str:
        """The whole module."""
        parts = (self.declarations, self.functions, self.notes)
        return "\n".join((*(text for part in parts for text in part.values()), ""))
