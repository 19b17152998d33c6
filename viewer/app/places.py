"""Where the panels stand in the window, and what they leave free. No imgui here."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.draw_list import WHOLE, Area

EDGE = 10.0
LEFT_SHARE, RIGHT_SHARE = 0.27, 0.24
LEFT_LEAST, RIGHT_LEAST = 250.0, 240.0
TIMELINE = 124.0
PLOT = 46.0  # of each plot in the timeline
VALUES_SHARE = 0.56  # of the right column; why-not has the rest
SOURCE_SHARE = 0.46  # of the window, for a source that is edited beside the picture
NARROW = 60.0  # points: a gap between the panels too small for any label

Place = tuple[float, float, float, float]
"""Left, top, width and height in points."""


@dataclass(frozen=True)
class Columns:
    """Widths of the left and the right column and their height, in points."""

    left: float
    right: float
    height: float


def timeline_height(plots: int = 0) -> float:
    """How high the timeline is with some plots in it."""
    return TIMELINE + PLOT * plots


def columns(
    width: float, height: float, timeline: float = TIMELINE, source: bool = False
) -> Columns:
    """The columns in a window of ``width`` × ``height`` points; ``source``: the right one is
    wide enough to edit in."""
    left, right = max(width * LEFT_SHARE, LEFT_LEAST), max(width * RIGHT_SHARE, RIGHT_LEAST)
    if source:
        right = max(right, width * SOURCE_SHARE)
    return Columns(left, right, height - timeline - 3 * EDGE)


def free_area(
    width: float, height: float, timeline: float = TIMELINE, source: bool = False
) -> Area:
    """What the panels leave of the picture, as shares of it; all of it where that is nothing."""
    beside = columns(width, height, timeline, source)
    left, right = beside.left + 2 * EDGE, width - beside.right - 2 * EDGE
    if right - left < NARROW or beside.height < NARROW:
        return WHOLE
    return (left / width, 0.0, right / width, (beside.height + EDGE) / height)


def panel_places(
    width: float, height: float, timeline: float = TIMELINE, source: bool = False
) -> dict[str, Place]:
    """Where each panel usually stands, by its name."""
    beside = columns(width, height, timeline, source)
    values = beside.height if source else (beside.height - EDGE) * VALUES_SHARE
    x = width - beside.right - EDGE
    return {
        "Timeline": (EDGE, height - timeline - EDGE, width - 2 * EDGE, timeline),
        "All states": (EDGE, EDGE, width - 2 * EDGE, beside.height),
        "States": (EDGE, EDGE, beside.left, beside.height),
        "###right": (x, EDGE, beside.right, values),
        "Why not": (x, 2 * EDGE + values, beside.right, beside.height - values - EDGE),
    }
