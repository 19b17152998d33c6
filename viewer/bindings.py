"""From keys and a gamepad to a character's inputs, by the bindings the behavior declares."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram, Input, InputDevice
from behave.runtime.inputs import InputValue, Key
from viewer.gamepad import Gamepad, Vec2, button_name
from viewer.keyboard import key_name

# name of a key group → the keys for right, left, ahead, back
GROUPS = {
    "WASD": ("D", "A", "W", "S"),
    "ARROWS": ("RIGHT", "LEFT", "UP", "DOWN"),
    "IJKL": ("L", "J", "I", "K"),
}
AXES = {"x": 0, "y": 1}


@dataclass(frozen=True)
class Devices:
    """What is pressed: keys down and tapped since the last tick, and the pad in use."""

    down: Set[str] = frozenset()
    tapped: Set[str] = frozenset()
    pad: Gamepad | None = None

    @property
    def keys(self) -> Set[str]:
        """Keys that count for this tick: a tap shorter than it counts too."""
        return self.down | self.tapped


def bound_keys(behavior: BehaviorProgram) -> set[str]:
    """Every key some input of the behavior listens to."""
    keys: set[str] = set()
    for declared in behavior.inputs:
        for kind, name in declared.bindings:
            if kind.partition(".")[0] == "keys":
                keys.update(GROUPS.get(name.upper(), ()))
            elif kind in ("key", "less", "more"):
                keys.add(key_name(name))
    return keys


def drives(behavior: BehaviorProgram, pad: Gamepad) -> bool:
    """Whether anything an input of the behavior listens to is pressed or pushed on a pad."""
    on = pad.down | pad.tapped
    for declared in behavior.inputs:
        for kind, name in declared.bindings:
            device, _, axis = kind.partition(".")
            if device == "button" and button_name(name) in on:
                return True
            if device == "stick":
                push = pad.stick(name)
                if (push[AXES[axis]] != 0.0) if axis else (push != (0.0, 0.0)):
                    return True
    return False


def inputs_of(
    behavior: BehaviorProgram, devices: Devices, ahead: NDArray[np.float64]
) -> dict[str, InputValue]:
    """The values of all inputs bound to keys or a pad.

    ``ahead`` is the camera's level direction; two-axis inputs are in world axes (x right = −x
    of the world, y ahead = +z of the world), so *ahead* is away from the camera. Of several
    sources of an axis the one pushed farthest counts; of equal ones the first.
    """
    values: dict[str, InputValue] = {}
    for declared in behavior.inputs:
        if declared.device is InputDevice.AXIS2:
            pushes = [push for _, push in _pushes(declared, devices)]
            if pushes:
                farthest = max(pushes, key=lambda push: push[0] ** 2 + push[1] ** 2)
                values[declared.name] = _in_world(farthest, ahead)
        elif declared.device is InputDevice.AXIS:
            pushed = [*_key_axes(declared, devices)]
            pushed += [push[AXES[axis]] for axis, push in _pushes(declared, devices) if axis]
            if pushed:
                values[declared.name] = max(pushed, key=abs)
        else:
            keys = [*_keys(declared, devices)]
            if keys:
                held = any(key.held for key in keys)
                values[declared.name] = Key(held, any(key.pressed for key in keys))
    return values


def _pushes(declared: Input, devices: Devices) -> Iterator[tuple[str, Vec2]]:
    """Axis name ('' for both) and push (x right, y ahead) of each two-axis source."""
    for kind, name in declared.bindings:
        device, _, axis = kind.partition(".")
        if device == "keys" and name.upper() in GROUPS:
            yield axis, _group(name.upper(), devices.keys, bool(axis))
        elif device == "stick" and devices.pad is not None:
            yield axis, devices.pad.stick(name)


def _key_axes(declared: Input, devices: Devices) -> Iterator[float]:
    """−1, 0 or 1 of each ``axis(LESS, MORE)``; both keys together are 0."""
    less = ""
    for kind, name in declared.bindings:
        if kind == "less":
            less = key_name(name)
        elif kind == "more":
            yield float(key_name(name) in devices.keys) - float(less in devices.keys)


def _keys(declared: Input, devices: Devices) -> Iterator[Key]:
    for kind, name in declared.bindings:
        if kind == "key":
            key = key_name(name)
            yield Key(key in devices.down, key in devices.tapped)
        elif kind == "button" and devices.pad is not None:
            button = button_name(name)
            yield Key(button in devices.pad.down, button in devices.pad.tapped)


def _group(group: str, keys: Set[str], apart: bool) -> Vec2:
    """A group of four keys as a push; of length 1 at most unless its axes are used apart."""
    right, left, ahead, back = (float(key in keys) for key in GROUPS[group])
    x, y = right - left, ahead - back
    length = 1.0 if apart else max(float(np.hypot(x, y)), 1.0)
    return (x / length, y / length)


def _in_world(push: Vec2, ahead: NDArray[np.float64]) -> tuple[float, float, float]:
    aside = np.array([-ahead[2], 0.0, ahead[0]])  # to the right of ``ahead``, seen from above
    world = push[0] * aside + push[1] * ahead
    return (float(-world[0]), float(world[2]), 0.0)


@dataclass(frozen=True)
class Binding:
    """An input as the help tells it: ``devices`` like ``F · button Y``, and its name."""

    devices: str
    name: str


def told_bindings(behavior: BehaviorProgram) -> tuple[Binding, ...]:
    """The bindings of every input, in declared order, in the words of the help."""
    rows = []
    for declared in behavior.inputs:
        words: list[str] = []
        less = ""
        for kind, name in declared.bindings:
            device, _, axis = kind.partition(".")
            if kind == "less":
                less = name
            elif kind == "more":
                words.append(f"{less} / {name}")
            elif device == "keys":
                words.append(f"{' '.join(name) if len(name) == 4 else name}{_axis_word(axis)}")
            elif device == "stick":
                stick = "d-pad" if name.lower() == "dpad" else f"{name} stick"
                words.append(stick + _axis_word(axis))
            else:
                words.append(name if device == "key" else f"button {name}")
        rows.append(Binding("  or  ".join(words), declared.name))
    return tuple(rows)


def _axis_word(axis: str) -> str:
    return {"x": " sideways", "y": " up and down"}.get(axis, "")
