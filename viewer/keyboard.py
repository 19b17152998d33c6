"""From pressed keys to a character's inputs, by the bindings the rig declares."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram, InputDevice
from behave.runtime.inputs import InputValue, Key

# name of a key group → the keys for right, left, ahead, back
GROUPS = {
    "WASD": ("D", "A", "W", "S"),
    "ARROWS": ("RIGHT", "LEFT", "UP", "DOWN"),
    "IJKL": ("L", "J", "I", "K"),
}


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


def bound_keys(behavior: BehaviorProgram) -> set[str]:
    """Every key some input of the behavior listens to."""
    keys: set[str] = set()
    for declared in behavior.inputs:
        for kind, name in declared.bindings:
            if kind == "keys":
                keys.update(GROUPS.get(name.upper(), ()))
            elif kind in ("key", "less", "more"):
                keys.add(name.upper())
    return keys


def inputs_of(
    behavior: BehaviorProgram,
    down: Set[str],
    tapped: Set[str],
    ahead: NDArray[np.float64],
) -> dict[str, InputValue]:
    """The values of all inputs bound to keys.

    ``ahead`` is the camera's level direction; two-axis inputs are in world axes (x right = −x
    of the world, y ahead = +z of the world), so *ahead* is away from the camera.
    """
    values: dict[str, InputValue] = {}
    pressed = down | tapped
    for declared in behavior.inputs:
        bound = dict(declared.bindings)
        if declared.device is InputDevice.AXIS2 and "keys" in bound:
            values[declared.name] = _axis2(bound["keys"].upper(), pressed, ahead)
        elif declared.device is InputDevice.KEY and "key" in bound:
            key = bound["key"].upper()
            values[declared.name] = Key(key in down, key in tapped)
        elif declared.device is InputDevice.AXIS and {"less", "more"} <= set(bound):
            less, more = bound["less"].upper(), bound["more"].upper()
            values[declared.name] = float(more in pressed) - float(less in pressed)
    return values


def _axis2(group: str, down: Set[str], ahead: NDArray[np.float64]) -> tuple[float, float, float]:
    if group not in GROUPS:
        return (0.0, 0.0, 0.0)
    right, left, up, back = (float(key in down) for key in GROUPS[group])
    stick = np.array([right - left, up - back])
    length = float(np.linalg.norm(stick))
    if length == 0.0:
        return (0.0, 0.0, 0.0)
    stick /= max(length, 1.0)
    aside = np.array([-ahead[2], 0.0, ahead[0]])  # to the right of ``ahead``, seen from above
    world = stick[0] * aside + stick[1] * ahead
    return (float(-world[0]), float(world[2]), 0.0)
