"""How much of an agent is drawn: by how large it is in the picture, and not at all outside it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera
from viewer.scene.figure import Floats

FULL, MIDDLE, FAR, SPECK, OUTSIDE = range(5)

FROM = (130.0, 46.0, 17.0)
"""Lines of the picture a figure fills from which it is FULL, MIDDLE, FAR."""

SLACK = 1.12
"""How much smaller than that it must have become to be drawn with less again: a figure that
stands at a border does not change to and fro."""

WIDE = 2.4
"""Width to height of a picture whose shape is not known: wider than most."""

LINES = 1080
"""Height of a picture whose size is not known."""


@dataclass(frozen=True)
class View:
    """What a camera sees in a picture of ``width`` × ``height`` pixels, and of how many lines."""

    camera: Camera
    width: int
    height: int

    @classmethod
    def of(cls, camera: Camera, size: tuple[int, int] | None) -> View:
        """A view of a picture's size; None: not known, and nothing is left out that might be."""
        return cls(camera, *(size or (round(WIDE * LINES), LINES)))

    def inside(self, middle: Floats, radius: float) -> NDArray[np.bool_]:
        """bool[N]: balls about ``middle`` f[N,3] of which something may be in the picture.

        A ball is outside where it is wholly beyond one of the planes through the eye and an edge
        of the picture, or behind the eye.
        """
        x, y, z = self._along(middle)
        up = math.tan(self.camera.field / 2)
        across = up * self.width / max(self.height, 1)
        slack_x, slack_y = radius * math.hypot(1.0, across), radius * math.hypot(1.0, up)
        seen = (np.abs(x) <= across * z + slack_x) & (np.abs(y) <= up * z + slack_y)
        return np.asarray(seen & (z > -radius))

    def lines(self, middle: Floats, tall: Floats) -> NDArray[np.float64]:
        """How many lines of the picture things ``tall`` f[N] metres fill."""
        _, _, depth = self._along(middle)
        half = math.tan(self.camera.field / 2) * np.maximum(depth, 0.05)
        return np.asarray(tall / (2.0 * half) * self.height)

    def _along(
        self, middle: Floats
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """How far to the right, up and ahead of the eye."""
        right, up, back = (np.asarray(middle - self.camera.eye) @ self.camera.axes).T
        return right, up, -back


@dataclass
class Levels:
    """The levels agents were last drawn at, by group: what is near a border stays as it is."""

    before: dict[int, NDArray[np.int8]] = field(default_factory=dict)

    def choose(
        self, group: int, lines: NDArray[np.float64], inside: NDArray[np.bool_]
    ) -> NDArray[np.int8]:
        """The level int8[N] of each agent of a group, by how many lines it fills."""
        grown = np.searchsorted(-np.array(FROM), -lines, side="left").astype(np.int8)
        shrunk = np.searchsorted(-np.array(FROM), -lines * SLACK, side="left").astype(np.int8)
        kept = self.before.get(group)
        if kept is None or len(kept) != len(lines):
            kept = grown
        level = np.clip(kept, shrunk, grown)
        self.before[group] = level  # of those outside too: they come back as they left
        return np.where(inside, level, np.int8(OUTSIDE))
