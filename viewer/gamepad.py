"""Gamepads as plain state: what is pressed and pushed on each, without any device library.

Names are those of an Xbox-style pad: ``A B X Y``, ``LB RB`` (shoulders), ``LT RT`` (triggers),
``LS RS`` (sticks pressed), ``BACK START GUIDE``, ``UP DOWN LEFT RIGHT`` (the directional pad).
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field

DEAD_ZONE = 0.15  # of a stick's way: below it a stick counts as let go
TRIGGER_ON, TRIGGER_OFF = 0.5, 0.3  # of a trigger's way: pressed from, let go below
USED = 0.35  # of a stick's way from which a pad counts as being used: more than an elbow's touch

Vec2 = tuple[float, float]

# other words for the same button → its name; written without case, spaces and underscores
_ALIASES = {
    "LEFTSHOULDER": "LB",
    "RIGHTSHOULDER": "RB",
    "L1": "LB",
    "R1": "RB",
    "LEFTTRIGGER": "LT",
    "RIGHTTRIGGER": "RT",
    "L2": "LT",
    "R2": "RT",
    "LEFTSTICK": "LS",
    "RIGHTSTICK": "RS",
    "L3": "LS",
    "R3": "RS",
    "SELECT": "BACK",
    "VIEW": "BACK",
    "MENU": "START",
    "HOME": "GUIDE",
    "DPADUP": "UP",
    "DPADDOWN": "DOWN",
    "DPADLEFT": "LEFT",
    "DPADRIGHT": "RIGHT",
}


def button_name(word: str) -> str:
    """The button's own name for any of its words: ``leftshoulder`` is ``LB``."""
    bare = word.replace("_", "").replace(" ", "").upper()
    return _ALIASES.get(bare, bare)


def beyond_dead_zone(x: float, y: float) -> Vec2:
    """A stick's push with a round dead zone taken out and the rest stretched to 0..1.

    The length is at most 1, however far the corners of the stick's frame are; anything that is
    not a finite number counts as let go.
    """
    length = math.hypot(x, y)
    if not math.isfinite(length) or length <= DEAD_ZONE:
        return (0.0, 0.0)
    scale = min((length - DEAD_ZONE) / (1.0 - DEAD_ZONE), 1.0) / length
    return (x * scale, y * scale)


@dataclass
class Gamepad:
    """One pad: buttons down, those that went down since the last tick, and its sticks.

    Sticks are raw, x right and y up in −1..1; triggers and the directional pad are buttons.
    """

    down: set[str] = field(default_factory=set)
    tapped: set[str] = field(default_factory=set)
    sticks: dict[str, Vec2] = field(default_factory=dict)

    def press(self, button: str) -> None:
        """A button went down."""
        name = button_name(button)
        self.down.add(name)
        self.tapped.add(name)

    def release(self, button: str) -> None:
        """A button came up."""
        self.down.discard(button_name(button))

    def pull(self, trigger: str, value: float) -> bool:
        """A trigger stands at 0..1; whether that pressed it."""
        name = button_name(trigger)
        if name not in self.down and value >= TRIGGER_ON:
            self.press(name)
            return True
        if name in self.down and value < TRIGGER_OFF:
            self.release(name)
        return False

    def tilt(self, x: float, y: float) -> bool:
        """The directional pad points to x right, y up; whether that pressed a side of it."""
        wanted = {
            name
            for name, on in (
                ("RIGHT", x > 0.5),
                ("LEFT", x < -0.5),
                ("UP", y > 0.5),
                ("DOWN", y < -0.5),
            )
            if on
        }
        fresh = wanted - self.down
        self.down -= {"UP", "DOWN", "LEFT", "RIGHT"} - wanted
        for name in fresh:
            self.press(name)
        return bool(fresh)

    def push(self, stick: str, x: float, y: float) -> bool:
        """A stick (``left``, ``right``) stands at x, y; whether that is more than a touch."""
        self.sticks[stick] = (x, y)
        return math.hypot(x, y) >= USED

    def stick(self, name: str) -> Vec2:
        """A stick without its dead zone: ``left``, ``right``, or ``dpad`` for the pad's cross."""
        if name.lower() != "dpad":
            return beyond_dead_zone(*self.sticks.get(name.lower(), (0.0, 0.0)))
        on = self.down | self.tapped
        x, y = (
            float(more in on) - float(less in on)
            for more, less in (("RIGHT", "LEFT"), ("UP", "DOWN"))
        )
        length = max(math.hypot(x, y), 1.0)
        return (x / length, y / length)

    def ticked(self) -> None:
        """A tick has seen the taps."""
        self.tapped.clear()


@dataclass
class Gamepads:
    """The pads plugged in, by any key of theirs; the one used last is the one that counts."""

    pads: dict[Hashable, Gamepad] = field(default_factory=dict)
    used: Hashable | None = None

    @property
    def current(self) -> Gamepad | None:
        """The pad used last; None before any was, and after it was pulled out."""
        return None if self.used is None else self.pads.get(self.used)

    def connect(self, pad: Hashable) -> None:
        """A pad was plugged in: nothing on it is pressed yet."""
        self.pads[pad] = Gamepad()

    def disconnect(self, pad: Hashable) -> None:
        """A pad was pulled out: nothing on it is held any more."""
        self.pads.pop(pad, None)
        if self.used == pad:
            self.used = None

    def use(self, pad: Hashable) -> Gamepad:
        """The pad, which counts from now on."""
        if self.used != pad:
            before = self.current
            if before is not None:
                before.tapped.clear()
            self.used = pad
        return self.of(pad)

    def of(self, pad: Hashable) -> Gamepad:
        """The pad's state; one not heard of before is plugged in."""
        if pad not in self.pads:
            self.connect(pad)
        return self.pads[pad]

    def press(self, pad: Hashable, button: str) -> None:
        """A button of a pad went down."""
        self.use(pad).press(button)

    def release(self, pad: Hashable, button: str) -> None:
        """A button of a pad came up."""
        self.of(pad).release(button)

    def push(self, pad: Hashable, stick: str, x: float, y: float) -> None:
        """A stick of a pad moved."""
        if self.of(pad).push(stick, x, y):
            self.use(pad)

    def pull(self, pad: Hashable, trigger: str, value: float) -> None:
        """A trigger of a pad moved."""
        if self.of(pad).pull(trigger, value):
            self.use(pad)

    def tilt(self, pad: Hashable, x: float, y: float) -> None:
        """The directional pad of a pad moved."""
        if self.of(pad).tilt(x, y):
            self.use(pad)

    def ticked(self) -> None:
        """A tick has seen the taps."""
        for pad in self.pads.values():
            pad.ticked()
