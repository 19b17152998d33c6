"""Gamepads of the machine through pyglet, plugged in and out at any time."""

from __future__ import annotations

import contextlib
from typing import Any

from viewer.controls import USUAL, Controls
from viewer.gamepad import Gamepads


def watch_pads(pads: Gamepads, controls: Controls = USUAL) -> PadWatch | None:
    """Feed ``pads`` from now on; None where the system gives no access to any.

    pyglet's input module is imported only here: it needs a screen to be imported at all.
    """
    try:
        import pyglet.input

        return PadWatch(pads, pyglet.input.ControllerManager(), controls)
    except Exception:  # systems fail in many ways here; without pads the keyboard goes on alone
        return None


class PadWatch:
    """Hands what pads do on to ``pads``. ``manager`` is pyglet's, or anything like it;
    ``controls`` say what its buttons and sticks count as."""

    def __init__(self, pads: Gamepads, manager: Any, controls: Controls = USUAL) -> None:
        self.pads = pads
        self.controls = controls
        self.manager = manager
        manager.push_handlers(on_connect=self.on_connect, on_disconnect=self.on_disconnect)
        for controller in manager.get_controllers():
            self.on_connect(controller)

    def on_connect(self, controller: Any) -> None:
        """A pad was plugged in; one that cannot be opened is left alone."""
        try:
            controller.open()
        except Exception:  # no permission, or taken by another program
            return
        self.pads.connect(id(controller))
        controller.push_handlers(
            on_button_press=self.on_button_press,
            on_button_release=self.on_button_release,
            on_stick_motion=self.on_stick_motion,
            on_dpad_motion=self.on_dpad_motion,
            on_trigger_motion=self.on_trigger_motion,
        )

    def on_disconnect(self, controller: Any) -> None:
        """A pad was pulled out."""
        self.pads.disconnect(id(controller))
        with contextlib.suppress(Exception):  # it is gone already
            controller.pop_handlers()
            controller.close()

    def on_button_press(self, controller: Any, button: str) -> None:
        """A button went down."""
        self.pads.press(id(controller), self.controls.button(button))

    def on_button_release(self, controller: Any, button: str) -> None:
        """A button came up."""
        self.pads.release(id(controller), self.controls.button(button))

    def on_stick_motion(self, controller: Any, stick: str, vector: Any) -> None:
        """A stick moved: ``leftstick`` or ``rightstick``, y up."""
        name = "left" if stick.startswith("left") else "right"
        pushed = self.controls.push(name, float(vector[0]), float(vector[1]))
        self.pads.push(id(controller), *pushed)

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """The directional pad moved, y up."""
        self.pads.tilt(id(controller), float(vector[0]), float(vector[1]))

    def on_trigger_motion(self, controller: Any, trigger: str, value: float) -> None:
        """A trigger moved, 0..1."""
        self.pads.pull(id(controller), self.controls.button(trigger), float(value))

    def close(self) -> None:
        """Let go of all pads."""
        self.manager.pop_handlers()
        for controller in list(self.manager.get_controllers()):
            self.on_disconnect(controller)
