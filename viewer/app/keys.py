"""From pyglet's key names to commands, by the table of commands."""

from __future__ import annotations

from viewer.commands import COMMANDS

# what the table shows → pyglet's name
_SYMBOLS = {
    "Left": "LEFT",
    "Right": "RIGHT",
    "[": "BRACKETLEFT",
    "]": "BRACKETRIGHT",
    "Backspace": "BACKSPACE",
    "Tab": "TAB",
    "Esc": "ESCAPE",
    "1": "_1",
    "2": "_2",
    "3": "_3",
    "4": "_4",
}

# held or dragged, not pressed once
_NOT_PRESSED = {"walk", "jump", "pad", "orbit", "pan", "zoom"}

BY_KEY: dict[str, str] = {
    _SYMBOLS.get(command.key, command.key): command.name
    for command in COMMANDS
    if command.name not in _NOT_PRESSED
}
BY_KEY["HOME"] = "home"
