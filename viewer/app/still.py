"""Panels in pictures taken without a window."""

from __future__ import annotations

from viewer.app.layer import Layer
from viewer.app.workspace import Workspace
from viewer.desk import Desk

WARM_UP = 3  # frames imgui needs until sizes and scroll places have settled


class Still:
    """Panels over the pictures of one canvas; give ``overlay`` to its ``draw``."""

    def __init__(self, desk: Desk, width: int, height: int) -> None:
        scale = max(height / 720.0, 0.5) if height > 1080 else 1.0
        self.points = (width / scale, height / scale)
        self.layer = Layer(round(self.points[0]), round(self.points[1]), scale)
        self.workspace = Workspace(desk, self.layer.fonts)
        self.workspace.catch_up = None  # all of the past is in the first picture
        self._warm = False

    def overlay(self, width: int, height: int) -> None:
        """Draw the panels over the bound framebuffer."""
        for last in ([False] * WARM_UP if not self._warm else []) + [True]:
            self.layer.begin(1 / 60)
            self.workspace.draw(*self.points)
            if last:
                self.layer.end()
            else:
                self.layer.skip()
        self._warm = True

    def close(self) -> None:
        """Give the imgui context back."""
        self.layer.close()
