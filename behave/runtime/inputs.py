"""The Input phase: what a device or a script gives, latched into the input slots.

``pressed`` reads true for the one tick that sees a press, and with ``buffer: T`` as long as the
press waits: until a transition whose guard reads it fires, or T has passed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from behave.ir.program import Input, InputDevice
from behave.runtime.clock import TOLERANCE
from behave.runtime.frame import Frame
from behave.runtime.slots import Evaluate


@dataclass(frozen=True, slots=True)
class Key:
    """A key over the time since the last tick.

    ``held``: it is down now; ``pressed``: it went down at least once since the last tick, even
    if it is up again (the tap then reads held and pressed for one tick).
    """

    held: bool
    pressed: bool = False


InputValue = float | bool | tuple[float, ...] | Key
"""A number (axis), two or three numbers (axis2), a bool or a ``Key`` (key)."""

Inputs = Mapping[str, Mapping[str, InputValue]]
"""Agent name → input name → value; what is missing is at rest: 0, (0, 0, 0) or not held."""


@dataclass(frozen=True, slots=True)
class InputSlots:
    """An input with its offsets into a row and its buffer, looked up once."""

    name: str
    device: InputDevice
    value: int
    pressed: int
    released: int
    waiting: int
    buffer: Evaluate | None


def prepare_input(declared: Input, offsets: tuple[int, ...], buffer: Evaluate | None) -> InputSlots:
    """``offsets`` maps a slot index to its offset; -1 stays -1."""

    def offset(slot: int) -> int:
        return offsets[slot] if slot >= 0 else -1

    return InputSlots(
        declared.name,
        declared.device,
        offset(declared.value),
        offset(declared.pressed),
        offset(declared.released),
        offset(declared.waiting),
        buffer,
    )


def sample(inputs: tuple[InputSlots, ...], given: Mapping[str, InputValue], frame: Frame) -> None:
    """Write one agent's inputs into its row; values that are not finite count as at rest."""
    for slots in inputs:
        value = given.get(slots.name)
        if slots.device is InputDevice.KEY:
            _sample_key(slots, value, frame)
        elif slots.device is InputDevice.AXIS:
            frame.words[slots.value] = _number(value)
        else:
            x, y, z = _three(value)
            words, offset = frame.words, slots.value
            words[offset], words[offset + 1], words[offset + 2] = x, y, z


def _sample_key(slots: InputSlots, value: InputValue | None, frame: Frame) -> None:
    words = frame.words
    was_held = words[slots.value] != 0.0
    if isinstance(value, Key):
        held, pressed = value.held or value.pressed, value.pressed
    else:
        held, pressed = bool(value), False
    pressed = pressed or (held and not was_held)
    words[slots.value] = float(held)
    if slots.released >= 0:
        words[slots.released] = float(was_held and not held)
    waits = slots.waiting >= 0 and _wait(slots, pressed, frame)
    if slots.pressed >= 0:
        words[slots.pressed] = float(pressed or waits)


def _wait(slots: InputSlots, pressed: bool, frame: Frame) -> bool:
    """Count the buffer down; whether a press waits to be used by a transition."""
    words = frame.words
    if pressed:
        length = slots.buffer(frame) if slots.buffer is not None else None
        words[slots.waiting] = _number(length)
        return True
    left = words[slots.waiting] - frame.dt
    words[slots.waiting] = left if left > TOLERANCE else 0.0
    return left > TOLERANCE


def as_given(device: InputDevice, value: InputValue | None) -> tuple[float, ...]:
    """A value as numbers, at rest where it is missing or not finite: one for an axis, three for
    two axes, for a key whether it is held and whether it was pressed."""
    if device is InputDevice.AXIS:
        return (_number(value),)
    if device is InputDevice.AXIS2:
        return _three(value)
    if isinstance(value, Key):
        return float(value.held), float(value.pressed)
    return float(bool(value)), 0.0


def _number(value: object) -> float:
    if isinstance(value, (int, float)) and math.isfinite(value):
        return float(value)
    return 0.0


def _three(value: object) -> tuple[float, float, float]:
    if not isinstance(value, tuple) or len(value) < 2:
        return 0.0, 0.0, 0.0
    x, y, *rest = (_number(item) for item in value)
    return x, y, rest[0] if rest else 0.0
