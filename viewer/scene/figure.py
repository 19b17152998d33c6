"""From a figure table and a rig's bones to solids, for many agents in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.draw_list import SOLID
from viewer.scene.figure_table import (
    ACCENTS,
    GLOVE,
    SHELL,
    SUIT,
    TONES,
    Block,
    FigureTable,
    Flare,
    Point,
    Rod,
    Tone,
)
from viewer.scene.figures import FIGURES

Floats = NDArray[Any]
"""Numbers in single or double precision."""

FEWER = (24, 8, 4)  # shapes of a figure farther and farther away, where its table has none


@dataclass(frozen=True)
class Skeleton:
    """Bones by name; ``parents`` are positions in ``names``, −1 for the root; ``rest`` f8[B,3]
    is where each joint is in the bind pose, relative to the root on the ground."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    rest: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Tints:
    """Colours f[N,3] (sRGB) of N agents of their own; None: those of the tone."""

    accents: Floats
    suits: Floats | None = None
    shells: Floats | None = None

    def of(self, agents: NDArray[np.int64]) -> Tints:
        """Those of some of the agents."""
        suits = None if self.suits is None else self.suits[agents]
        return Tints(
            self.accents[agents], suits, None if self.shells is None else self.shells[agents]
        )


@dataclass(frozen=True)
class Figure:
    """A table fitted to a skeleton: R rods and K blocks as arrays, and shading spheres."""

    rod_bones: NDArray[np.int64]  # [R, 2]: of a, of b
    rod_points: NDArray[np.float64]  # [R, 2, 3]
    rod_radii: NDArray[np.float64]  # [R, 2]
    rod_stretch: NDArray[np.float64]  # [R, 2]: wide, deep
    rod_spans: NDArray[np.float64]  # [R, 2]: from where to where on the way from a to b
    rod_tones: tuple[str, ...]
    block_bones: NDArray[np.int64]
    block_centers: NDArray[np.float64]
    block_sizes: NDArray[np.float64]  # [K, 4]
    block_tones: tuple[str, ...]
    shade_bones: NDArray[np.int64]
    shade_radii: NDArray[np.float64]
    flares: tuple[tuple[int, Flare], ...]  # position of the bone, the flare as large as it is

    @cached_property
    def used(self) -> NDArray[np.int64]:
        """The bones the shapes hang on, in rising order."""
        return np.unique(np.concatenate([self.rod_bones.ravel(), self.block_bones]))


def fit(skeleton: Skeleton) -> Figure:
    """The first figure table whose bones the skeleton has, else plain capsules along bones."""
    return fit_levels(skeleton)[0]


def fit_levels(skeleton: Skeleton) -> tuple[Figure, ...]:
    """The figure of a skeleton in full, and in fewer and fewer shapes for farther away.

    Where a table says nothing of these, the largest shapes stand for all.
    """
    table = next((t for t in FIGURES if _suits(t, skeleton)), None)
    if table is None:
        plain = _plain_shapes(skeleton)
        levels = [plain, *(_largest(plain, most, skeleton) for most in FEWER)]
        return tuple(_fitted(shapes, (), (), skeleton, 1.0) for shapes in levels)
    crown = skeleton.rest[skeleton.names.index(table.crown)]
    scale = max(float(crown[1]), 0.05) / table.crown_height
    whole = _matched(table.shapes, skeleton)
    figures = [_fitted(whole, table.shade, table.flares, skeleton, scale)]
    for own, most in zip((table.middle, table.far, table.speck), FEWER, strict=True):
        shapes = _matched(own, skeleton) or _largest(whole, most, skeleton)
        figures.append(_fitted(shapes, (), table.flares, skeleton, scale))
    return tuple(figures)


def solids(
    figure: Figure,
    positions: Floats,
    rotations: Floats,
    first_agent: int = 0,
    *,
    scale: Floats | None = None,
    tints: Tints | None = None,
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Boxes and capsules (rows of ``SOLID``) of N agents, an agent's in one piece.

    ``positions`` f[N,B,3] and ``rotations`` f[N,B,4] (x, y, z, w) are the bones' world values,
    in whose precision all is computed; ``scale`` f[N] is how much larger than the figure each is.
    ``tints`` are the agents' own colours; without, ``first_agent`` picks the accents.
    """
    count, used = len(positions), figure.used
    kind = np.float32 if positions.dtype == np.float32 else np.float64
    axes = _matrices(np.asarray(rotations[:, used], kind))
    places = np.asarray(positions[:, used], kind)
    if tints is None:
        tints = Tints(np.take(ACCENTS, np.arange(first_agent, first_agent + count), 0, mode="wrap"))
    large: Floats = np.ones(count, kind) if scale is None else np.asarray(scale, kind)
    rods = _painted(figure.rod_tones, tints, count)
    blocks = _painted(figure.block_tones, tints, count)
    if len(figure.rod_bones):
        _set_rods(rods, figure, places, axes, large)
    if len(figure.block_bones):
        bones = np.searchsorted(used, figure.block_bones)
        frame = axes[:, bones]
        shift = np.matmul(frame, figure.block_centers.astype(kind)[:, :, None])[..., 0]
        blocks["model"][..., :3] = frame
        blocks["model"][..., 3] = places[:, bones] + shift * large[:, None, None]
        blocks["size"] = figure.block_sizes * large[:, None, None]
    return blocks.reshape(-1), rods.reshape(-1)


def _set_rods(
    rods: NDArray[np.void],
    figure: Figure,
    places: Floats,
    axes: Floats,
    large: Floats,
) -> None:
    """Put the rods where the bones of ``figure.used`` are."""
    kind = places.dtype
    a_bone, b_bone = np.searchsorted(figure.used, figure.rod_bones).T
    points = figure.rod_points.astype(kind)
    size = large[:, None, None]
    frame = axes[:, a_bone]
    a = places[:, a_bone] + size * np.matmul(frame, points[:, 0, :, None])[..., 0]
    b = places[:, b_bone] + size * np.matmul(axes[:, b_bone], points[:, 1, :, None])[..., 0]
    run = b - a
    low, high = figure.rod_spans.astype(kind)[:, 0:1], figure.rod_spans.astype(kind)[:, 1:2]
    a, b, run = a + low * run, a + high * run, (high - low) * run
    length = np.sqrt(np.einsum("nri,nri->nr", run, run))[..., None]
    y = np.where(length > 1e-6, run / np.maximum(length, 1e-6), frame[..., 1])
    x = _across(y, frame[..., 0], frame[..., 2])
    rods["model"][..., 0] = x * figure.rod_stretch[:, 0:1]
    rods["model"][..., 1] = y
    rods["model"][..., 2] = _cross(x, y) * figure.rod_stretch[:, 1:2]
    rods["model"][..., 3] = (a + b) / 2
    rods["size"][..., :2] = figure.rod_radii * size
    rods["size"][..., 2] = length[..., 0] / 2


def shade_spheres(figure: Figure, positions: Floats) -> NDArray[np.float64]:
    """Spheres f8[N,S,4] that darken what is near the agents."""
    count = len(positions)
    radii = np.broadcast_to(figure.shade_radii[:, None], (count, len(figure.shade_radii), 1))
    return np.concatenate([positions[:, figure.shade_bones], radii], axis=-1)


def rotation_matrices(rotations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Matrices f8[…,3,3] (columns are the turned axes) of unit quaternions f8[…,4]."""
    return _matrices(np.asarray(rotations, dtype=np.float64))


def _matrices(rotations: Floats) -> Floats:
    """The same in the precision given."""
    x, y, z, w = np.moveaxis(rotations, -1, 0)
    out = np.empty((*x.shape, 3, 3), rotations.dtype)
    out[..., 0, 0] = 1 - 2 * (y * y + z * z)
    out[..., 0, 1] = 2 * (x * y - z * w)
    out[..., 0, 2] = 2 * (x * z + y * w)
    out[..., 1, 0] = 2 * (x * y + z * w)
    out[..., 1, 1] = 1 - 2 * (x * x + z * z)
    out[..., 1, 2] = 2 * (y * z - x * w)
    out[..., 2, 0] = 2 * (x * z - y * w)
    out[..., 2, 1] = 2 * (y * z + x * w)
    out[..., 2, 2] = 1 - 2 * (x * x + y * y)
    return out


def _across(y: Floats, first: Floats, second: Floats) -> Floats:
    """Unit vectors square to ``y``, near ``first``; near ``second`` where that runs along y."""
    along = np.einsum("...i,...i->...", y, first)[..., None]
    beside = np.abs(along) < 0.95
    if not beside.all():
        first = np.where(beside, first, second)
        along = np.einsum("...i,...i->...", y, first)[..., None]
    x = first - y * along
    return np.asarray(x / np.sqrt(np.einsum("...i,...i->...", x, x))[..., None])


def _cross(a: Floats, b: Floats) -> Floats:
    """Cross products over the last axis: ``np.cross`` takes several times as long."""
    out = np.empty_like(a)
    for k, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        out[..., k] = a[..., i] * b[..., j] - a[..., j] * b[..., i]
    return out


def _painted(tones: tuple[str, ...], tints: Tints, count: int) -> NDArray[np.void]:
    """Rows [N, K] in the colours and materials of K tones, the agents' own where they have some."""
    rows = np.zeros((count, len(tones)), SOLID)
    if not tones:
        return rows
    table = [TONES[tone] for tone in tones]
    pattern = np.zeros(len(tones), SOLID)
    pattern["color"][:, :3] = [tone.color for tone in table]
    pattern["color"][:, 3] = 1.0
    pattern["material"][:, :3] = [(tone.gloss, tone.rim, tone.glow) for tone in table]
    rows[:] = pattern
    own = ((GLOVE, tints.accents), (SUIT, tints.suits), (SHELL, tints.shells))
    for name, colors in own:
        wearing = np.array([tone == name for tone in tones])
        if colors is not None and wearing.any():
            rows["color"][:, wearing, :3] = colors[:, None, :]
    return rows


def tone(name: str) -> Tone:
    """A tone of the figures by name."""
    return TONES[name]


def _suits(table: FigureTable, skeleton: Skeleton) -> bool:
    return all(any(fnmatch(name, need) for name in skeleton.names) for need in table.needs)


def fnmatch(name: str, pattern: str) -> bool:
    """Whether a bone's name fits a pattern; ``[`` and ``]`` are plain characters."""
    return fnmatchcase(name.replace("[", "(").replace("]", ")"),
                       pattern.replace("[", "(").replace("]", ")"))  # fmt: skip


def _matched(shapes: Sequence[Rod | Block], skeleton: Skeleton) -> list[Rod | Block]:
    out: list[Rod | Block] = []
    for shape in shapes:
        for name in skeleton.names:
            if not fnmatch(name, shape.bone):
                continue
            index = name[name.find("[") + 1 : -1] if "[" in name else ""
            turned = -1.0 if index == "right" else 1.0
            if isinstance(shape, Block):
                x, y, z = shape.at
                at = (turned * x, y, z)
                out.append(Block(name, at, shape.half, shape.rounding, shape.tone))
                continue
            to = shape.to.format(index) if shape.to else name
            if to in skeleton.names:
                (ax, ay, az), (bx, by, bz) = shape.a, shape.b
                a, b = (turned * ax, ay, az), (turned * bx, by, bz)
                out.append(replace(shape, bone=name, a=a, b=b, to=to))
    return out


def _plain_shapes(skeleton: Skeleton) -> list[Rod | Block]:
    """Capsules from each bone to its children: what an unknown rig looks like."""
    out: list[Rod | Block] = []
    for k, parent in enumerate(skeleton.parents):
        name = skeleton.names[k]
        if parent < 0:
            out.append(Rod(name, (0, 0, 0), (0, 0, 0), 0.06, 0.06, "joint"))
            continue
        length = float(np.linalg.norm(skeleton.rest[k] - skeleton.rest[parent]))
        thick = min(max(0.16 * length, 0.012), 0.12)
        a = skeleton.names[parent]
        out.append(Rod(a, (0, 0, 0), (0, 0, 0), thick, 0.75 * thick, "shell", to=name))
        if k not in skeleton.parents:
            out.append(Rod(name, (0, 0, 0), (0, 0, 0), thick, thick, GLOVE))
    return out


def _largest(shapes: Sequence[Rod | Block], most: int, skeleton: Skeleton) -> list[Rod | Block]:
    """The largest of some shapes, in their order: what is seen of a body from far away."""
    rest = dict(zip(skeleton.names, skeleton.rest, strict=True))

    def size(shape: Rod | Block) -> float:
        if isinstance(shape, Block):
            return float(np.prod(sorted(shape.half)[1:]))
        run = rest[shape.to or shape.bone] + shape.b - rest[shape.bone] - shape.a
        thick = max(shape.r0 * max(shape.wide, shape.deep), shape.r1)
        return float(thick * (np.linalg.norm(run) * (shape.span[1] - shape.span[0]) + thick))

    kept = sorted(range(len(shapes)), key=lambda k: -size(shapes[k]))[:most]
    return [shapes[k] for k in sorted(kept)]


def _fitted(
    shapes: list[Rod | Block],
    shade: tuple[tuple[str, float], ...],
    flares: tuple[Flare, ...],
    skeleton: Skeleton,
    scale: float,
) -> Figure:
    index = {name: k for k, name in enumerate(skeleton.names)}
    rods = [s for s in shapes if isinstance(s, Rod)]
    blocks = [s for s in shapes if isinstance(s, Block)]
    shaded = [(index[n], r) for p, r in shade for n in skeleton.names if fnmatch(n, p)]
    return Figure(
        rod_bones=np.array(
            [(index[r.bone], index[r.to or r.bone]) for r in rods], np.int64
        ).reshape(-1, 2),
        rod_points=scale * np.array([(r.a, r.b) for r in rods], np.float64).reshape(-1, 2, 3),
        rod_radii=scale * np.array([(r.r0, r.r1) for r in rods], np.float64).reshape(-1, 2),
        rod_stretch=np.array([(r.wide, r.deep) for r in rods], np.float64).reshape(-1, 2),
        rod_spans=np.array([r.span for r in rods], np.float64).reshape(-1, 2),
        rod_tones=tuple(r.tone for r in rods),
        block_bones=np.array([index[b.bone] for b in blocks], np.int64),
        block_centers=scale * np.array([b.at for b in blocks], np.float64).reshape(-1, 3),
        block_sizes=scale
        * np.array([(*b.half, b.rounding) for b in blocks], np.float64).reshape(-1, 4),
        block_tones=tuple(b.tone for b in blocks),
        shade_bones=np.array([k for k, _ in shaded], np.int64),
        shade_radii=scale * np.array([r for _, r in shaded], np.float64),
        flares=tuple(
            (index[f.bone], replace(f, at=_scaled(f.at, scale), radius=scale * f.radius))
            for f in flares
        ),
    )


def flare_places(
    figure: Figure,
    positions: Floats,
    rotations: Floats,
    scale: Floats,
) -> list[tuple[Floats, Flare]]:
    """Each flare with its places f[N,3] in the world, of N agents by their bones' values f[N,B,3]
    and f[N,B,4], ``scale`` f[N] times as large as the figure."""
    return [
        (
            positions[:, bone]
            + scale[:, None] * (_matrices(rotations[:, bone]) @ np.asarray(flare.at)),
            flare,
        )
        for bone, flare in figure.flares
    ]


def _scaled(point: Point, scale: float) -> Point:
    return (scale * point[0], scale * point[1], scale * point[2])
