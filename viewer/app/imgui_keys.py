"""From pyglet's names of keys to imgui's, for text fields and the editor."""

from __future__ import annotations

import string
from functools import cache
from typing import Any

from imgui_bundle import imgui

# what imgui calls a key, where that is not pyglet's name in small letters
_NAMES = {
    "LEFT": ("left_arrow",),
    "RIGHT": ("right_arrow",),
    "UP": ("up_arrow",),
    "DOWN": ("down_arrow",),
    "PAGEUP": ("page_up",),
    "PAGEDOWN": ("page_down",),
    "RETURN": ("enter",),
    "NUM_ENTER": ("keypad_enter",),
    "BRACKETLEFT": ("left_bracket",),
    "BRACKETRIGHT": ("right_bracket",),
    "LCTRL": ("mod_ctrl", "left_ctrl"),
    "RCTRL": ("mod_ctrl", "right_ctrl"),
    "LSHIFT": ("mod_shift", "left_shift"),
    "RSHIFT": ("mod_shift", "right_shift"),
    "LALT": ("mod_alt", "left_alt"),
    "RALT": ("mod_alt", "right_alt"),
    "LOPTION": ("mod_alt", "left_alt"),
    "ROPTION": ("mod_alt", "right_alt"),
    "LCOMMAND": ("mod_super", "left_super"),
    "RCOMMAND": ("mod_super", "right_super"),
    "LWINDOWS": ("mod_super", "left_super"),
    "RWINDOWS": ("mod_super", "right_super"),
    **{f"_{digit}": (f"_{digit}",) for digit in string.digits},
    **{f"NUM_{digit}": (f"keypad{digit}",) for digit in string.digits},
}
TYPING = frozenset(
    {"SPACE", "COMMA", "PERIOD", "SLASH", "BACKSLASH", "SEMICOLON", "APOSTROPHE", "MINUS", "EQUAL",
     "BRACKETLEFT", "BRACKETRIGHT", *string.ascii_uppercase, *(f"_{d}" for d in string.digits)}
)  # fmt: skip
"""Keys that type a sign."""

_SAME = TYPING | {
    "HOME", "END", "DELETE", "BACKSPACE", "ENTER", "ESCAPE", "TAB", "INSERT",
    *(f"F{number}" for number in range(1, 13)),
}  # fmt: skip


@cache
def keys_of(name: str) -> tuple[Any, ...]:
    """imgui's keys for one of pyglet's: a modifier is two, a key imgui does not know none."""
    names = _NAMES.get(name) or ((name.lower(),) if name in _SAME else ())
    return tuple(getattr(imgui.Key, each) for each in names if hasattr(imgui.Key, each))
