"""Something pictures can be drawn on without a window: OpenGL where there is any, else numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera
from viewer.draw_list import DrawList
from viewer.probe import Ability, ability, soft_notice

Overlay = Callable[[int, int], None]
"""Draws panels over the picture just drawn, in a GL context; gets its width and height."""


class Canvas(Protocol):
    """Draws pictures of one size."""

    kind: str

    def draw(
        self, frame: DrawList, camera: Camera, overlay: Overlay | None = None
    ) -> NDArray[np.uint8]:
        """The picture of a frame, u1[height, width, 3]."""
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...


class SoftCanvas:
    """Pictures by numpy; draws no overlay."""

    kind = "soft"

    def __init__(self, width: int, height: int) -> None:
        from viewer.soft.renderer import SoftRenderer

        self._renderer = SoftRenderer(width, height)

    def draw(
        self, frame: DrawList, camera: Camera, overlay: Overlay | None = None
    ) -> NDArray[np.uint8]:
        """The picture of a frame."""
        self._renderer.draw(frame, camera)
        return self._renderer.read()

    def close(self) -> None:
        """Nothing to give back."""


class GLCanvas:
    """Pictures by OpenGL in a context of its own."""

    def __init__(self, width: int, height: int, window: Any, kind: str) -> None:
        from viewer.gl.renderer import Renderer

        self.kind = kind
        self._window = window
        self._renderer = Renderer(width, height)

    def draw(
        self, frame: DrawList, camera: Camera, overlay: Overlay | None = None
    ) -> NDArray[np.uint8]:
        """The picture of a frame."""
        self._window.switch_to()
        self._renderer.draw(frame, camera)
        if overlay is not None:
            overlay(self._renderer.picture.width, self._renderer.picture.height)
        return self._renderer.read()

    def close(self) -> None:
        """Close the context."""
        self._window.close()


def open_canvas(
    width: int,
    height: int,
    note: Callable[[str], None],
    *,
    soft: bool = False,
    can: Ability | None = None,
) -> Canvas:
    """The best canvas there is: EGL, a hidden window, else numpy, which ``note`` is told."""
    if soft:
        return SoftCanvas(width, height)
    can = ability() if can is None else can
    reason = ""
    if can.egl or can.window:
        from viewer.gl.context import GLError, one_line, open_hidden

        try:
            window = open_hidden(egl=can.egl)
        except GLError as error:
            reason = str(error)
        else:
            try:
                return GLCanvas(width, height, window, "egl" if can.egl else "window")
            except Exception as error:  # a driver that has a context but cannot draw
                reason = one_line(error)
                window.close()
    note(soft_notice(can, reason))
    return SoftCanvas(width, height)
