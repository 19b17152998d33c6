"""From pyglet's key names to commands, by the table of commands."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.commands import COMMANDS, FIXED, Command
from viewer.keyboard import key_name

# what the table shows → pyglet's name, where that is not the same in capitals
_SYMBOLS = {
    ",": "COMMA",
    ".": "PERIOD",
    "[": "BRACKETLEFT",
    "]": "BRACKETRIGHT",
    "ESC": "ESCAPE",
    **{digit: f"_{digit}" for digit in "0123456789"},
}


def by_key(commands: Sequence[Command]) -> dict[str, str]:
    """The command on each key, by pyglet's name for the key without underscores."""
    found = {
        key_name(_SYMBOLS.get(command.key.upper(), command.key)): command.name
        for command in commands
        if command.name not in FIXED
    }
    found.setdefault("HOME", "home")
    return found


BY_KEY = by_key(COMMANDS)
