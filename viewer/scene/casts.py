"""Boxes and spheres sent out by a sensor: where each try began, what it swept and what it met."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.draw_list import DASHED, DrawListBuilder, axes_along
from viewer.scene.colliders import CORNERS, box_outline
from viewer.scene.colors import RGB, UNDERLINE
from viewer.scene.marks import Mark

Vector = NDArray[np.float64]

ALONG = 1e-3  # share of a direction below which it has no part along an axis
SIDES = 4  # lines along a swept capsule
ROUND = 33  # points of a circle


def _circles() -> NDArray[np.float64]:
    """Unit circles in the three planes of the axes, f8[3,ROUND,3]."""
    turn = np.linspace(0.0, 2 * np.pi, ROUND)
    out = np.zeros((3, ROUND, 3))
    for k, (one, two) in enumerate(((0, 1), (1, 2), (2, 0))):
        out[k, :, one], out[k, :, two] = np.cos(turn), np.sin(turn)
    return out


_CIRCLES = _circles()


@dataclass(frozen=True, eq=False)
class Cast:
    """One cast of one agent. Lengths in metres, vectors f8[3] of the world.

    A box has ``half`` extents in the columns of ``axes`` f8[3,3]; a sphere has ``radius`` and
    ``half`` None. ``tries`` is the number of the try that hit, from 0; −1: none of
    ``retry`` + 1 did. ``distance`` is how far that went, ``point`` what it met.
    """

    start: Vector
    way: Vector
    length: float
    step: Vector
    retry: int
    half: Vector | None
    axes: NDArray[np.float64]
    radius: float
    tries: int
    distance: float
    point: Vector | None

    @property
    def hit(self) -> bool:
        """Whether one of the tries met something."""
        return self.tries >= 0

    def origin(self, number: int) -> Vector:
        """Where a try began."""
        return np.asarray(self.start + number * self.step)


def draw_cast(builder: DrawListBuilder, cast: Cast, mark: Mark) -> None:
    """Add every try of a cast: those that missed faint, the one that hit with what it swept."""
    missed = cast.tries if cast.hit else cast.retry + 1
    for number in range(missed):
        first = not cast.hit and number == 0
        _draw_try(builder, cast, cast.origin(number), cast.length, mark.missed, faint=not first)
    if not cast.hit or cast.point is None:
        return
    begin = cast.origin(cast.tries)
    met = begin + cast.distance * cast.way
    _draw_try(builder, cast, begin, cast.distance, mark.cast, faint=False)
    if cast.half is None:
        outlined(builder, [begin, met, cast.point], mark.hit)
    elif np.linalg.norm(cast.point - met) > 1e-6:
        builder.line([met, cast.point], (*mark.hit, 0.9), width=1.6, through=0.6)
    drop = _dropped(cast)
    if drop is not None:
        outlined(builder, [cast.start, drop], mark.drop)


def outlined(builder: DrawListBuilder, points: ArrayLike, color: RGB, width: float = 2.8) -> None:
    """Add a line with a dark rim: bright colours stay readable on a pale floor."""
    builder.line(points, (*UNDERLINE, 0.55), width=width + 2.2, through=0.5)
    builder.line(points, (*color, 1.0), width=width, through=0.8)


def swept_corners(half: Vector, axes: NDArray[np.float64], way: Vector) -> NDArray[np.bool_]:
    """bool[8]: corners (in the order of ``CORNERS``) whose paths are edges of what a box sweeps.

    A corner that leads or trails on every axis the box moves along runs inside the volume or
    its faces. Where the box moves along one of its axes, its trailing corners draw all edges.
    """
    local = axes.T @ way
    moves = np.abs(local) > ALONG
    ahead = (CORNERS * np.sign(local))[:, moves]
    trailing = (ahead < 0).all(axis=1)
    if moves.sum() < 2:
        return np.asarray(trailing)
    return np.asarray(~trailing & ~(ahead > 0).all(axis=1))


def _draw_try(
    builder: DrawListBuilder, cast: Cast, begin: Vector, far: float, color: RGB, *, faint: bool
) -> None:
    end = begin + far * cast.way
    if cast.half is not None:
        _draw_box(builder, cast, begin, end, color, faint)
    else:
        _draw_sphere(builder, cast, begin, end, color, faint)


def _draw_box(
    builder: DrawListBuilder, cast: Cast, begin: Vector, end: Vector, color: RGB, faint: bool
) -> None:
    """The box where it starts, the edges of what it sweeps, and the box where it ends."""
    assert cast.half is not None
    alpha = 0.35 if faint else 0.9
    box_outline(builder, begin, cast.half, cast.axes, (*color, alpha), width=1.6, style=DASHED)
    if faint:
        return
    corners = (CORNERS * cast.half) @ cast.axes.T
    edges = corners[swept_corners(cast.half, cast.axes, cast.way)]
    builder.segments(begin + edges, end + edges, (*color, 0.6), width=1.4)
    box_outline(builder, end, cast.half, cast.axes, (*color, 1.0), width=2.4, through=0.5)
    if cast.hit:
        builder.box(end, cast.half, (*color, 0.09), axes=cast.axes, rounding=0.004,
                    material=(0, 0, 0, 0), glass=True)  # fmt: skip


def _draw_sphere(
    builder: DrawListBuilder, cast: Cast, begin: Vector, end: Vector, color: RGB, faint: bool
) -> None:
    """The sphere where it starts and ends, and the capsule it sweeps."""
    across = axes_along(cast.way)  # y along the way
    thin = (*color, 0.45 if faint else 0.95)
    width = 1.3 if faint else 1.8
    _globe(builder, begin, cast.radius, across, thin, width)
    if faint:
        return
    turn = np.arange(SIDES) * (2 * np.pi / SIDES) + np.pi / 4
    rim = cast.radius * (
        np.cos(turn)[:, None] * across[:, 0] + np.sin(turn)[:, None] * across[:, 2]
    )
    builder.segments(begin + rim, end + rim, (*color, 0.6), width=1.4)
    _globe(builder, end, cast.radius, across, (*color, 1.0), 2.4)
    if cast.hit:
        builder.capsule(begin, end, cast.radius, (*color, 0.10), material=(0, 0, 0, 0), glass=True)


def _globe(
    builder: DrawListBuilder,
    center: Vector,
    radius: float,
    axes: NDArray[np.float64],
    color: tuple[float, ...],
    width: float,
) -> None:
    """Three great circles square to the axes."""
    circles = center + radius * (_CIRCLES @ axes.T)
    builder.segments(circles[:, :-1], circles[:, 1:], color, width=width, through=0.5)


def _dropped(cast: Cast) -> Vector | None:
    """How far along its steps a retried cast found what it met, seen from its start; None for
    a cast that is not retried or was met before any step."""
    size = float(np.linalg.norm(cast.step))
    if cast.retry == 0 or size == 0.0 or cast.point is None:
        return None
    way = cast.step / size
    down = float((cast.point - cast.start) @ way)
    return np.asarray(cast.start + down * way) if down > 1e-6 else None
