"""The keyboard as plain state: what is pressed, without any device library."""

from __future__ import annotations

from dataclasses import dataclass, field


def key_name(word: str) -> str:
    """The key's own name for any way to write it: ``page_up`` is ``PAGEUP``."""
    bare = word.replace("_", "").upper()
    return "ENTER" if bare == "RETURN" else bare


@dataclass
class Keyboard:
    """The keys now down, and those that went down since the last tick (so no tap is lost).

    Keys have the names of ``key_name``: ``W``, ``SPACE``.
    """

    down: set[str] = field(default_factory=set)
    tapped: set[str] = field(default_factory=set)

    def press(self, key: str) -> None:
        """A key went down."""
        name = key_name(key)
        self.down.add(name)
        self.tapped.add(name)

    def release(self, key: str) -> None:
        """A key came up."""
        self.down.discard(key_name(key))

    def release_all(self) -> None:
        """All keys came up (the window lost the focus)."""
        self.down.clear()

    def ticked(self) -> None:
        """A tick has seen the taps."""
        self.tapped.clear()
