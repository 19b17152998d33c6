"""Lines of Python being written for an expression, with what is known where they stand.

A value stands in *parts*: names or literals, three of them for a vec, four for a rotation, one
for all else. What has been written is present: an absent value has left the expression, or
closed the region it stands in, before any line that would use it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

Parts = tuple[str, ...]

DEEPEST = 40
"""How deep lines may be indented; Python allows 100."""


@dataclass(eq=False)
class Constants:
    """Objects by the names they have in what is written; each has one name."""

    values: dict[str, Any] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)

    def name_of(self, value: Any) -> str:
        """The name of an object."""
        name = self.names.get(id(value))
        if name is None:
            name = self.names[id(value)] = f"k{len(self.names)}"
            self.values[name] = value
        return name


@dataclass(eq=False)
class Lines:
    """The body of one function. ``constants`` are the objects its names stand for.

    ``depth`` is the indentation, ``regions`` how many regions are open, ``known`` the parts of
    nodes that are worked out in the lines above, by the nodes' identity, innermost last.
    """

    constants: Constants
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    regions: int = 0
    known: list[dict[int, Parts]] = field(default_factory=lambda: [{}])
    names: int = 0

    def write(self, line: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.depth + line)

    def name(self) -> str:
        """A fresh local name."""
        self.names += 1
        return f"v{self.names}"

    def hold(self, expression: str) -> str:
        """Work an expression out into a fresh name."""
        name = self.name()
        self.write(f"{name} = {expression}")
        return name

    def constant(self, value: Any) -> str:
        """A name that stands for an object."""
        return self.constants.name_of(value)

    def leave_where(self, absent: str, present: str) -> None:
        """The value is absent where ``absent`` holds (``present`` says the opposite)."""
        if self.regions == 0:
            self.write(f"if {absent}: return None")
        else:
            self.write(f"if {present}:")
            self.depth += 1

    def remember(self, node: object, parts: Parts) -> None:
        """The parts of a node, for the lines that follow in this region."""
        self.known[-1][id(node)] = parts

    def recall(self, node: object) -> Parts | None:
        """The parts of a node if they are worked out above."""
        for known in reversed(self.known):
            with suppress(KeyError):
                return known[id(node)]
        return None

    def region(self, width: int, emit: Callable[[], Parts]) -> Parts:
        """What ``emit`` gives in names of its own; the first is None where it is absent."""
        names = tuple(self.name() for _ in range(width))
        self.write(f"{names[0]} = None")
        self.fill(names, emit)
        return names

    def fill(self, names: Parts, emit: Callable[[], Parts]) -> None:
        """Set ``names`` to what ``emit`` gives; they stay where it is absent."""
        depth = self.depth
        self.regions += 1
        self.known.append({})
        parts = emit()
        self.write(f"{', '.join(names)} = {', '.join(parts)}")
        self.known.pop()
        self.regions -= 1
        self.depth = depth


def packed(parts: Parts) -> str:
    """One value from its parts."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
