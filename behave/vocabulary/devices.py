"""Names of what an input may be bound to: keys, groups of keys, buttons and sticks of a gamepad.

Names are compared without regard to case; a button may carry any of its common names.
"""

from __future__ import annotations

KEY_GROUPS: tuple[str, ...] = ("WASD", "Arrows", "IJKL")
"""Four keys for two axes: `axis2(keys: WASD)`."""

KEYS: tuple[str, ...] = (
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *("Space", "Enter", "Return", "Tab", "Backspace", "Escape", "Insert", "Delete"),
    *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"),
    *("LShift", "RShift", "LCtrl", "RCtrl", "LAlt", "RAlt"),
    *("Comma", "Period", "Slash", "Semicolon", "Minus", "Equal"),
    *(f"F{number}" for number in range(1, 13)),
    *(f"Num_{number}" for number in range(10)),
)
"""Keys of `key(…)` and `axis(LESS, MORE)`."""

BUTTONS: tuple[str, ...] = (
    *("A", "B", "X", "Y", "LB", "RB", "LT", "RT", "LS", "RS", "Back", "Start", "Guide"),
    *("Up", "Down", "Left", "Right"),
)
"""Buttons of a gamepad: shoulders, triggers, sticks pressed and the directional pad too."""

BUTTON_ALIASES: tuple[str, ...] = (
    *("LeftShoulder", "RightShoulder", "L1", "R1", "LeftTrigger", "RightTrigger", "L2", "R2"),
    *("LeftStick", "RightStick", "L3", "R3", "Select", "View", "Menu", "Home"),
    *("DPadUp", "DPadDown", "DPadLeft", "DPadRight"),
)
"""Other names of the same buttons."""

STICKS: tuple[str, ...] = ("left", "right", "dpad")
"""Sticks of a gamepad; `dpad` is the directional pad used as one."""


def known(name: str, among: tuple[str, ...]) -> bool:
    """Whether a name is one of some, without regard to case and underscores."""
    bare = _bare(name)
    return any(_bare(other) == bare for other in among)


def _bare(name: str) -> str:
    return name.replace("_", "").lower()
