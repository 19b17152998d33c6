"""The draw list: everything one picture shows, as plain arrays. Renderers read nothing else.

Lengths are metres in world space (right-handed, y up) unless a field says pixels. Colours are
sRGB 0..1 with alpha. A list is made by ``DrawListBuilder`` and never changed afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.look import OCCLUDERS
from viewer.terrain import TerrainMesh

# One solid. ``model`` is a 3x4 affine (rows); its columns may carry a scale (flattened shapes).
# ``size``: box: half extents x, y, z and edge rounding; capsule and sphere: radius at -y, radius
# at +y, half length of the axis, 0.
# ``material``: gloss 0..1, rim 0..1, glow 0..1 (emits its own colour), pattern spacing (0: none).
SOLID = np.dtype(
    [
        ("model", np.float32, (3, 4)),
        ("color", np.float32, 4),
        ("size", np.float32, 4),
        ("material", np.float32, 4),
    ]
)

# A line of constant width on the screen. ``width`` in pixels at 720 lines; ``style``: 0 solid,
# 1 dashed, 2 glow; ``start``: metres of dash already run at ``a``; ``through``: how much shows
# through solids in front of it (0..1).
RIBBON = np.dtype(
    [
        ("a", np.float32, 3),
        ("b", np.float32, 3),
        ("color", np.float32, 4),
        ("width", np.float32),
        ("style", np.float32),
        ("start", np.float32),
        ("through", np.float32),
    ]
)

# A floor: the plane through ``center`` with unit ``normal``, seen to ``reach`` metres around;
# ``grid``: spacing of its lines in metres (0: none).
GROUND = np.dtype(
    [
        ("center", np.float32, 3),
        ("normal", np.float32, 3),
        ("color", np.float32, 4),
        ("grid", np.float32),
        ("reach", np.float32),
    ]
)

# A beam of light. ``radius``: metres of its bright core; ``halo``: how far the glow reaches, in
# radii; ``start``: metres already run at ``a``; ``steady``: how little it flickers, 0..1. A beam
# without length is a round flare.
BEAM = np.dtype(
    [
        ("a", np.float32, 3),
        ("b", np.float32, 3),
        ("color", np.float32, 4),
        ("radius", np.float32),
        ("halo", np.float32),
        ("start", np.float32),
        ("steady", np.float32),
    ]
)

SOLID_LINE, DASHED, GLOW = 0.0, 1.0, 2.0

Area = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of the picture, in shares of its width and height."""

WHOLE: Area = (0.0, 0.0, 1.0, 1.0)


class Stand(Enum):
    """How a label finds its place on the screen, in the order in which they take theirs.

    ``FIXED`` stays where it is put; ``ABOVE`` goes over all of its agent; ``BESIDE`` goes to the
    nearest place free of its agent; ``FLOOR`` is left out where it would lie over a figure.
    """

    FIXED = 0
    ABOVE = 1
    BESIDE = 2
    FLOOR = 3


@dataclass(frozen=True)
class Label:
    """A text at a point of the world, or (``anchor`` None) at ``offset`` pixels of the picture.

    ``offset`` moves it by pixels at 720 lines, x right, y down. ``align``: share of its width
    left of the anchor. ``plate`` is the colour behind it, alpha 0 for none. ``agent``: running
    number of the agent whose figure it must not cover, −1 for none.
    """

    text: str
    anchor: tuple[float, float, float] | None
    color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    size: float = 14.0
    offset: tuple[float, float] = (0.0, 0.0)
    align: float = 0.5
    plate: tuple[float, float, float, float] = (0.08, 0.09, 0.12, 0.62)
    stand: Stand = Stand.BESIDE
    agent: int = -1


@dataclass(frozen=True, eq=False)
class Terrain:
    """A height field at a place; renderers keep what they make of ``mesh`` as long as it is the
    same. ``contour``: metres between its level lines (0: none)."""

    mesh: TerrainMesh
    position: NDArray[np.float64]
    color: tuple[float, float, float]
    contour: float = 0.5


@dataclass(frozen=True)
class DrawList:
    """What to draw. ``glass_*`` are see-through solids, drawn after the others and shadowless;
    ``casting_*`` are not drawn and only throw shadows.

    ``occluders`` f4[K,4] are spheres (centre, radius) that darken what is near them, those nearest
    to ``focus`` first and no more than renderers heed; ``focus`` is the point shadows are sharpest
    around. ``clear`` f8[K,4] are spheres (centre, radius) of figures and their marks, which labels
    keep off; ``clear_agents`` i8[K] whose they are. Labels of the world stay within ``area``.
    ``time`` is the simulation's, in seconds: all that moves in a shader moves by it.
    """

    boxes: NDArray[np.void]
    capsules: NDArray[np.void]
    spheres: NDArray[np.void]
    glass_boxes: NDArray[np.void]
    glass_capsules: NDArray[np.void]
    grounds: NDArray[np.void]
    ribbons: NDArray[np.void]
    labels: tuple[Label, ...]
    occluders: NDArray[np.float32]
    focus: NDArray[np.float64]
    clear: NDArray[np.float64]
    clear_agents: NDArray[np.int64]
    area: Area = WHOLE
    terrains: tuple[Terrain, ...] = ()
    beams: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, BEAM))
    time: float = 0.0
    casting_boxes: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, SOLID))
    casting_capsules: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, SOLID))


@dataclass
class DrawListBuilder:
    """Collects shapes and makes a ``DrawList`` of them."""

    focus: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))
    area: Area = WHOLE
    time: float = 0.0
    _terrains: list[Terrain] = field(default_factory=list)
    _beams: list[NDArray[np.void]] = field(default_factory=list)
    _solids: dict[str, list[NDArray[np.void]]] = field(default_factory=dict)
    _ribbons: list[NDArray[np.void]] = field(default_factory=list)
    _grounds: list[NDArray[np.void]] = field(default_factory=list)
    _labels: list[Label] = field(default_factory=list)
    _occluders: list[NDArray[np.float32]] = field(default_factory=list)
    _clear: list[NDArray[np.float64]] = field(default_factory=list)
    _clear_agents: list[NDArray[np.int64]] = field(default_factory=list)

    def solids(self, kind: str, rows: NDArray[np.void]) -> None:
        """Add ready rows of ``SOLID`` to ``boxes``, ``capsules``, ``spheres``, ``glass_*`` or
        ``casting_*``."""
        self._solids.setdefault(kind, []).append(rows)

    def box(
        self,
        center: ArrayLike,
        half: ArrayLike,
        color: Sequence[float],
        *,
        axes: ArrayLike | None = None,
        rounding: float = 0.01,
        material: Sequence[float] = (0.2, 0.1, 0.0, 0.0),
        glass: bool = False,
    ) -> None:
        """Add a box; ``axes`` 3x3 has its local axes as columns (default: the world's)."""
        half_extents = np.asarray(half, dtype=np.float64)
        row = np.zeros(1, SOLID)
        row["model"] = affine(np.eye(3) if axes is None else axes, center)
        row["color"] = _rgba(color)
        row["size"][0, :3] = half_extents
        row["size"][0, 3] = min(rounding, float(np.min(half_extents)))
        row["material"] = material
        self.solids("glass_boxes" if glass else "boxes", row)

    def capsule(
        self,
        a: ArrayLike,
        b: ArrayLike,
        radius: float,
        color: Sequence[float],
        *,
        end_radius: float | None = None,
        material: Sequence[float] = (0.25, 0.2, 0.0, 0.0),
        glass: bool = False,
    ) -> None:
        """Add a capsule from ``a`` to ``b``, tapering to ``end_radius`` at ``b`` where given."""
        start, end = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
        row = np.zeros(1, SOLID)
        row["model"] = affine(axes_along(end - start), (start + end) / 2)
        row["color"] = _rgba(color)
        tip = radius if end_radius is None else end_radius
        row["size"] = (radius, tip, float(np.linalg.norm(end - start)) / 2, 0.0)
        row["material"] = material
        self.solids("glass_capsules" if glass else "capsules", row)

    def sphere(
        self,
        center: ArrayLike,
        radius: float,
        color: Sequence[float],
        *,
        material: Sequence[float] = (0.3, 0.2, 0.0, 0.0),
    ) -> None:
        """Add a ball."""
        row = np.zeros(1, SOLID)
        row["model"] = affine(np.eye(3), center)
        row["color"] = _rgba(color)
        row["size"] = (radius, radius, 0.0, 0.0)
        row["material"] = material
        self.solids("spheres", row)

    def ground(
        self,
        center: ArrayLike,
        normal: ArrayLike,
        color: Sequence[float],
        *,
        grid: float = 1.0,
        reach: float = 80.0,
    ) -> None:
        """Add a floor plane with metre lines."""
        row = np.zeros(1, GROUND)
        row["center"], row["normal"], row["color"] = center, normal, _rgba(color)
        row["grid"], row["reach"] = grid, reach
        self._grounds.append(row)

    def line(
        self,
        points: ArrayLike,
        color: Sequence[float],
        *,
        width: float = 2.0,
        style: float = SOLID_LINE,
        through: float = 0.25,
    ) -> None:
        """Add a polyline through ``points`` f[K,3]; dashes run on over its corners."""
        path = np.asarray(points, dtype=np.float64).reshape(-1, 3)
        count = len(path) - 1
        if count < 1:
            return
        rows = np.zeros(count, RIBBON)
        rows["a"], rows["b"] = path[:-1], path[1:]
        rows["color"] = _rgba(color)
        rows["width"], rows["style"], rows["through"] = width, style, through
        lengths = np.linalg.norm(path[1:] - path[:-1], axis=1)
        rows["start"] = np.concatenate(([0.0], np.cumsum(lengths)[:-1]))
        self._ribbons.append(rows)

    def segments(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        color: Sequence[float],
        *,
        width: float = 2.0,
        style: float = SOLID_LINE,
        through: float = 0.25,
    ) -> None:
        """Add separate line segments ``starts[k]`` → ``ends[k]``."""
        a = np.asarray(starts, dtype=np.float64).reshape(-1, 3)
        rows = np.zeros(len(a), RIBBON)
        rows["a"], rows["b"] = a, np.asarray(ends, dtype=np.float64).reshape(-1, 3)
        rows["color"] = _rgba(color)
        rows["width"], rows["style"], rows["through"] = width, style, through
        self._ribbons.append(rows)

    def terrain(self, terrain: Terrain) -> None:
        """Add a height field."""
        self._terrains.append(terrain)

    def beam(
        self,
        a: ArrayLike,
        b: ArrayLike,
        color: Sequence[float],
        radius: float,
        *,
        halo: float = 6.0,
        steady: float = 0.0,
    ) -> None:
        """Add a beam of light from ``a`` to ``b`` (the same twice: a flare)."""
        row = np.zeros(1, BEAM)
        row["a"], row["b"], row["color"] = a, b, _rgba(color)
        row["radius"], row["halo"], row["steady"] = radius, halo, steady
        self._beams.append(row)

    def flares(
        self,
        places: ArrayLike,
        color: Sequence[float],
        radius: ArrayLike,
        halo: float,
        steady: float,
    ) -> None:
        """Add round flares at ``places`` f[K,3], of one ``radius`` or each of its own f[K]."""
        at = np.asarray(places, dtype=np.float64).reshape(-1, 3)
        rows = np.zeros(len(at), BEAM)
        rows["a"], rows["b"], rows["color"] = at, at, _rgba(color)
        rows["radius"], rows["halo"], rows["steady"] = radius, halo, steady
        self._beams.append(rows)

    def label(self, label: Label) -> None:
        """Add a text."""
        self._labels.append(label)

    def occluder(self, spheres: ArrayLike) -> None:
        """Add spheres f[K,4] (centre, radius) that darken what is near them."""
        self._occluders.append(np.asarray(spheres, dtype=np.float32).reshape(-1, 4))

    def keep_clear(self, agent: int, spheres: ArrayLike) -> None:
        """Add spheres f[K,4] (centre, radius) of an agent that labels keep off."""
        rows = np.asarray(spheres, dtype=np.float64).reshape(-1, 4)
        self._clear.append(rows)
        self._clear_agents.append(np.full(len(rows), agent, np.int64))

    def _nearest_occluders(self) -> NDArray[np.float32]:
        spheres = np.concatenate([np.zeros((0, 4), np.float32), *self._occluders])
        apart = np.linalg.norm(spheres[:, :3] - self.focus, axis=1)
        return spheres[np.argsort(apart, kind="stable")[:OCCLUDERS]]

    def build(self) -> DrawList:
        """The finished list."""
        return DrawList(
            boxes=_joined(self._solids.get("boxes"), SOLID),
            capsules=_joined(self._solids.get("capsules"), SOLID),
            spheres=_joined(self._solids.get("spheres"), SOLID),
            glass_boxes=_joined(self._solids.get("glass_boxes"), SOLID),
            glass_capsules=_joined(self._solids.get("glass_capsules"), SOLID),
            grounds=_joined(self._grounds, GROUND),
            ribbons=_joined(self._ribbons, RIBBON),
            labels=tuple(self._labels),
            occluders=self._nearest_occluders(),
            focus=np.asarray(self.focus, dtype=np.float64),
            clear=np.concatenate([np.zeros((0, 4)), *self._clear]),
            clear_agents=np.concatenate([np.zeros(0, np.int64), *self._clear_agents]),
            area=self.area,
            terrains=tuple(self._terrains),
            beams=_joined(self._beams, BEAM),
            time=self.time,
            casting_boxes=_joined(self._solids.get("casting_boxes"), SOLID),
            casting_capsules=_joined(self._solids.get("casting_capsules"), SOLID),
        )


def affine(axes: ArrayLike, center: ArrayLike) -> NDArray[np.float32]:
    """3x4 affine from axes (columns, may be scaled) and the origin's place."""
    out = np.empty((3, 4), np.float32)
    out[:, :3] = axes
    out[:, 3] = center
    return out


def axes_along(direction: ArrayLike) -> NDArray[np.float64]:
    """Right-handed orthonormal axes (columns) whose y runs along ``direction``; zero: world's."""
    x, y, z = (float(v) for v in np.asarray(direction))  # plain numbers: called very often
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-9:
        return np.eye(3)
    x, y, z = x / length, y / length, z / length
    # z axis: the world's x, or near that its z, crossed with y
    a, b, c = (0.0, -z, y) if abs(x) < 0.9 else (-y, x, 0.0)
    wide = math.sqrt(a * a + b * b + c * c)
    a, b, c = a / wide, b / wide, c / wide
    return np.array(
        [[y * c - z * b, x, a], [z * a - x * c, y, b], [x * b - y * a, z, c]], np.float64
    )


def _rgba(color: Sequence[float]) -> NDArray[np.float32]:
    return np.array([*color, 1.0][:4], dtype=np.float32)


def _joined(rows: list[NDArray[np.void]] | None, kind: np.dtype[np.void]) -> NDArray[np.void]:
    return np.concatenate(rows) if rows else np.zeros(0, kind)
