"""Where labels go on the screen: beside figures, not over them, and not over each other.

Rectangles are (x, y, width, height) in pixels, y down. Each label starts where it belongs; one
that would cover something goes to the nearest place that is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.camera import NEAR, project
from viewer.draw_list import WHOLE, Area, Label, Stand

Rect = tuple[float, float, float, float]

GAP = 6.0  # pixels at 720 lines between a figure and the label over it
REACH = 320.0  # pixels at 720 lines a label is moved at most
MANY = 120  # labels beyond which they are not moved: they cannot all be read anyway
RINGS, FINER = 40, 8  # distances at which places are tried, and steps between two of them
WAYS = 16  # directions in which they are tried
OUTSIDE, ANOTHER = 1000.0, 20.0  # how bad, against 1 for a ball of a figure


@dataclass(frozen=True, eq=False)
class Discs:
    """Figures on the screen: discs (x, y, radius) in pixels f8[K,3], sorted by agent i8[K]."""

    discs: NDArray[np.float64]
    agents: NDArray[np.int64]

    def of(self, agent: int) -> NDArray[np.float64]:
        """The discs of one agent."""
        first, last = np.searchsorted(self.agents, (agent, agent + 1))
        return self.discs[first:last]


def discs_of(
    spheres: NDArray[np.float64],
    agents: NDArray[np.int64],
    view_projection: NDArray[np.float64],
    size: tuple[int, int],
) -> Discs:
    """Spheres f8[K,4] (centre, radius) of figures as discs; those behind the eye are left out.

    A disc is the sphere's cross-section: its radius is r·t·height / 2w, with t the
    cotangent of half the field (the length of the matrix's y row) and w the depth.
    """
    places, _ = project(view_projection, spheres[:, :3], *size)
    depth = spheres[:, :3] @ view_projection[3, :3] + view_projection[3, 3]
    zoom = float(np.linalg.norm(view_projection[1, :3])) * size[1] / 2
    radius = spheres[:, 3] * zoom / np.maximum(depth, NEAR)
    kept = np.flatnonzero(depth > NEAR)
    order = kept[np.argsort(agents[kept], kind="stable")]
    return Discs(np.column_stack([places, radius])[order], agents[order])


def arrange(
    labels: Sequence[Label],
    homes: Sequence[Rect],
    anchors: Sequence[tuple[float, float]],
    discs: Discs,
    size: tuple[int, int],
    area: Area = WHOLE,
) -> list[Rect | None]:
    """The rectangle of each label, None for those that are left out.

    ``homes`` are the rectangles labels would have alone, ``anchors`` their points on the
    screen; ``area`` is the part of the picture, in shares, that nothing else covers.
    """
    width, height = size
    free = (area[0] * width, area[1] * height, area[2] * width, area[3] * height)
    found: list[Rect | None] = [None] * len(labels)
    taken: list[Rect] = []
    order = sorted(range(len(labels)), key=lambda k: labels[k].stand.value)
    moving = sum(label.stand in (Stand.ABOVE, Stand.BESIDE) for label in labels) <= MANY
    for k in order:
        label, rect = labels[k], homes[k]
        if label.stand is not Stand.FIXED:
            if not (0 <= anchors[k][0] <= width and 0 <= anchors[k][1] <= height):
                continue
            own = discs.of(label.agent)
            if label.stand is Stand.FLOOR:
                if _badness(np.array([rect]), discs.discs, taken, free)[0] > 0.0:
                    continue
            else:
                if label.stand is Stand.ABOVE and len(own):
                    top = float(np.min(own[:, 1] - own[:, 2]))
                    rect = (rect[0], top - GAP * height / 720.0 - rect[3], rect[2], rect[3])
                rect = _within(rect, free)
                if moving:
                    rect = _nearest_free(rect, own, taken, free, height / 720.0)
        found[k] = rect
        taken.append(rect)
    return found


def _within(rect: Rect, free: Rect) -> Rect:
    """The rectangle moved into ``free`` (left, top, right, bottom) where it fits there."""
    x = max(min(rect[0], free[2] - rect[2]), free[0])
    y = max(min(rect[1], free[3] - rect[3]), free[1])
    return (x, y, rect[2], rect[3])


def _moves() -> NDArray[np.float64]:
    """Moves f8[M,2] to try, nearest first, in sixteen directions; 1 is the farthest."""
    angle = np.arange(WAYS) * (2 * np.pi / WAYS)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = np.linspace(0.0, 1.0, RINGS + 1)[1:]
    return np.concatenate([np.zeros((1, 2)), (rings[:, None, None] * circle).reshape(-1, 2)])


_MOVES = _moves()


def _nearest_free(
    rect: Rect, own: NDArray[np.float64], taken: Sequence[Rect], free: Rect, scale: float
) -> Rect:
    """The nearest place that covers nothing; where there is none, that which covers least."""
    reach = REACH * scale
    least, best = np.inf, rect
    for first in (0, *range(1, len(_MOVES), WAYS)):  # alone, then ring after ring
        moves = _MOVES[first : first + WAYS if first else 1] * reach
        bad = _badness(_moved(rect, moves), own, taken, free)
        k = int(np.argmin(bad))
        if bad[k] < least:
            least, best = float(bad[k]), _at(rect, moves[k])
        if least == 0.0 and first:
            # between this ring and the last, as near as it goes: in a film a label glides as
            # what it keeps off moves, and does not hop from ring to ring
            open_ways = moves[bad == 0.0]
            far = float(np.hypot(*open_ways[0]))
            shares = 1.0 - np.arange(FINER - 1, -1, -1) / FINER * (reach / RINGS / far)
            tries = (shares[:, None, None] * open_ways).reshape(-1, 2)
            best = _at(rect, tries[int(np.argmin(_badness(_moved(rect, tries), own, taken, free)))])
        if least == 0.0:
            break
    return best


def _moved(rect: Rect, moves: NDArray[np.float64]) -> NDArray[np.float64]:
    out = np.empty((len(moves), 4))
    out[:] = rect
    out[:, :2] += moves
    return out


def _at(rect: Rect, move: NDArray[np.float64]) -> Rect:
    return (rect[0] + float(move[0]), rect[1] + float(move[1]), rect[2], rect[3])


def _badness(
    rects: NDArray[np.float64], discs: NDArray[np.float64], taken: Sequence[Rect], free: Rect
) -> NDArray[np.float64]:
    """How much each of M rectangles covers, f8[M]: 0 for nothing."""
    low, high = rects[:, :2], rects[:, :2] + rects[:, 2:]
    outside = (low < np.array(free[:2]) - 0.5).any(axis=1)
    outside |= (high > np.array(free[2:]) + 0.5).any(axis=1)
    bad = OUTSIDE * outside
    if len(discs):
        nearest = np.minimum(np.maximum(discs[None, :, :2], low[:, None]), high[:, None])
        gap = ((nearest - discs[None, :, :2]) ** 2).sum(axis=2)
        bad = bad + (gap < discs[None, :, 2] ** 2).sum(axis=1)
    if taken:
        others = np.array(taken)
        apart = (high[:, None] <= others[None, :, :2]) | (
            low[:, None] >= others[None, :, :2] + others[None, :, 2:]
        )
        bad = bad + ANOTHER * (~apart.any(axis=2)).sum(axis=1)
    return np.asarray(bad, dtype=np.float64)
