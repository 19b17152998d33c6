"""The keyboard as plain state: what is pressed, without any device library."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Keyboard:
    """The keys now down, and those that went down since the last tick (so no tap is lost).

    Keys have upper-case names: ``W``, ``SPACE``.
    """

    down: set[str] = field(default_factory=set)
    tapped: set[str] = field(default_factory=set)

    def press(self, key: str) -> None:
        """A key went down."""
        self.down.add(key)
        self.tapped.add(key)

    def release(self, key: str) -> None:
        """A key came up."""
        self.down.discard(key)

    def release_all(self) -> None:
        """All keys came up (the window lost the focus)."""
        self.down.clear()

    def ticked(self) -> None:
        """A tick has seen the taps."""
        self.tapped.clear()
