"""From a figure table and a rig's bones to solids, for many agents in one go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np
from numpy.typing import NDArray

from viewer.draw_list import SOLID
from viewer.scene.figure_table import (
    ACCENTS,
    GLOVE,
    TONES,
    Block,
    FigureTable,
    Flare,
    Point,
    Rod,
    Tone,
)
from viewer.scene.figures import FIGURES


@dataclass(frozen=True)
class Skeleton:
    """Bones by name; ``parents`` are positions in ``names``, −1 for the root; ``rest`` f8[B,3]
    is where each joint is in the bind pose, relative to the root on the ground."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    rest: NDArray[np.float64]


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


def fit(skeleton: Skeleton) -> Figure:
    """The first figure table whose bones the skeleton has, else plain capsules along bones."""
    table = next((t for t in FIGURES if _suits(t, skeleton)), None)
    if table is None:
        return _fitted(_plain_shapes(skeleton), (), (), skeleton, 1.0)
    crown = skeleton.rest[skeleton.names.index(table.crown)]
    scale = max(float(crown[1]), 0.05) / table.crown_height
    return _fitted(_matched(table, skeleton), table.shade, table.flares, skeleton, scale)


def solids(
    figure: Figure,
    positions: NDArray[np.float64],
    rotations: NDArray[np.float64],
    first_agent: int = 0,
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Boxes and capsules (rows of ``SOLID``) of N agents.

    ``positions`` f8[N,B,3] and ``rotations`` f8[N,B,4] (x, y, z, w) are the bones' world
    values; ``first_agent`` picks the accent colours.
    """
    axes = rotation_matrices(rotations)
    count = len(positions)
    a_bone, b_bone = figure.rod_bones.T
    frame = axes[:, a_bone]
    a = positions[:, a_bone] + np.einsum("nrij,rj->nri", frame, figure.rod_points[:, 0])
    b = positions[:, b_bone] + np.einsum("nrij,rj->nri", axes[:, b_bone], figure.rod_points[:, 1])
    rods = np.zeros((count, len(a_bone)), SOLID)
    run = b - a
    low, high = figure.rod_spans[:, 0:1], figure.rod_spans[:, 1:2]
    a, b, run = a + low * run, a + high * run, (high - low) * run
    length = np.linalg.norm(run, axis=-1, keepdims=True)
    y = np.where(length > 1e-6, run / np.maximum(length, 1e-6), frame[..., 1])
    x = _across(y, frame[..., 0], frame[..., 2])
    z = np.cross(x, y)
    rods["model"][..., 0] = x * figure.rod_stretch[:, 0:1]
    rods["model"][..., 1] = y
    rods["model"][..., 2] = z * figure.rod_stretch[:, 1:2]
    rods["model"][..., 3] = (a + b) / 2
    rods["size"][..., :2] = figure.rod_radii
    rods["size"][..., 2] = length[..., 0] / 2
    _paint(rods, figure.rod_tones, first_agent)
    blocks = np.zeros((count, len(figure.block_bones)), SOLID)
    block_axes = axes[:, figure.block_bones]
    blocks["model"][..., :3] = block_axes
    blocks["model"][..., 3] = positions[:, figure.block_bones] + np.einsum(
        "nkij,kj->nki", block_axes, figure.block_centers
    )
    blocks["size"] = figure.block_sizes
    _paint(blocks, figure.block_tones, first_agent)
    return blocks.reshape(-1), rods.reshape(-1)


def shade_spheres(figure: Figure, positions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spheres f8[N,S,4] that darken what is near the agents."""
    count = len(positions)
    radii = np.broadcast_to(figure.shade_radii[:, None], (count, len(figure.shade_radii), 1))
    return np.concatenate([positions[:, figure.shade_bones], radii], axis=-1)


def rotation_matrices(rotations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Matrices f8[…,3,3] (columns are the turned axes) of unit quaternions f8[…,4]."""
    x, y, z, w = np.moveaxis(np.asarray(rotations, dtype=np.float64), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _across(
    y: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Unit vectors square to ``y``, near ``first``; near ``second`` where that runs along y."""
    seed = np.where(np.abs(np.sum(y * first, -1, keepdims=True)) < 0.95, first, second)
    x = seed - y * np.sum(y * seed, -1, keepdims=True)
    return np.asarray(x / np.linalg.norm(x, axis=-1, keepdims=True))


def _paint(rows: NDArray[np.void], tones: tuple[str, ...], first_agent: int) -> None:
    table = [TONES[tone] for tone in tones]
    if not table:
        return
    rows["color"][..., :3] = [tone.color for tone in table]
    rows["color"][..., 3] = 1.0
    rows["material"][..., :3] = [(tone.gloss, tone.rim, tone.glow) for tone in table]
    accented = np.array([tone == GLOVE for tone in tones])
    for agent in range(len(rows)):
        rows["color"][agent, accented, :3] = ACCENTS[(first_agent + agent) % len(ACCENTS)]


def tone(name: str) -> Tone:
    """A tone of the figures by name."""
    return TONES[name]


def _suits(table: FigureTable, skeleton: Skeleton) -> bool:
    return all(any(fnmatch(name, need) for name in skeleton.names) for need in table.needs)


def fnmatch(name: str, pattern: str) -> bool:
    """Whether a bone's name fits a pattern; ``[`` and ``]`` are plain characters."""
    return fnmatchcase(name.replace("[", "(").replace("]", ")"),
                       pattern.replace("[", "(").replace("]", ")"))  # fmt: skip


def _matched(table: FigureTable, skeleton: Skeleton) -> list[Rod | Block]:
    out: list[Rod | Block] = []
    for shape in table.shapes:
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
    figure: Figure, positions: NDArray[np.float64], rotations: NDArray[np.float64]
) -> list[tuple[NDArray[np.float64], Flare]]:
    """The flares of one agent with their places in the world, from its bones' values f8[B,3]
    and f8[B,4]."""
    return [
        (positions[bone] + rotation_matrices(rotations[bone]) @ np.asarray(flare.at), flare)
        for bone, flare in figure.flares
    ]


def _scaled(point: Point, scale: float) -> Point:
    return (scale * point[0], scale * point[1], scale * point[2])
