"""Where the panels stand in the window, and what they leave free. No imgui here."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.draw_list import WHOLE, Area

EDGE = 10.0
LEFT_SHARE, RIGHT_SHARE = 0.27, 0.24
LEFT_LEAST, RIGHT_LEAST = 250.0, 240.0
TIMELINE = 124.0
NARROW = 60.0  # points: a gap between the panels too small for any label


@dataclass(frozen=True)
class Columns:
    """Widths of the left and the right column and their height, in points."""

    left: float
    right: float
    height: float


def columns(width: float, height: float) -> Columns:
    """The columns in a window of ``width`` × ``height`` points."""
    left, right = max(width * LEFT_SHARE, LEFT_LEAST), max(width * RIGHT_SHARE, RIGHT_LEAST)
    return Columns(left, right, height - TIMELINE - 3 * EDGE)


def free_area(width: float, height: float) -> Area:
    """What the panels leave of the picture, as shares of it; all of it where that is nothing."""
    beside = columns(width, height)
    left, right = beside.left + 2 * EDGE, width - beside.right - 2 * EDGE
    if right - left < NARROW or beside.height < NARROW:
        return WHOLE
    return (left / width, 0.0, right / width, (beside.height + EDGE) / height)
