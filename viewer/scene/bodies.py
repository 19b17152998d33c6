"""Agents of a model as figures: where their bones are in the state, fitted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram
from behave.runtime.model import Model
from behave.runtime.pose import capsule_slots
from behave.runtime.state import State
from viewer import look
from viewer.camera import Camera
from viewer.draw_list import DrawListBuilder
from viewer.scene import colors
from viewer.scene.figure import (
    Figure,
    Floats,
    Skeleton,
    Tints,
    fit_levels,
    flare_places,
    shade_spheres,
    solids,
)
from viewer.scene.figure_table import ACCENTS
from viewer.scene.levels import FAR, OUTSIDE, Levels, View

LARGE = 3.0  # metres: marks of agents taller than this are larger in proportion
MOST_CLEAR = 300  # spheres of a figure that labels keep off
WIDE = 0.62  # what a metre of width counts against one of height: pictures are wider than tall
ROUND = 0.4  # metres around the bones in which all of a figure lies
BESIDE, BESIDE_HIGH = 0.55, 0.75  # metres from a line of sight, level and up, that are in its way
SEEN_THROUGH = 0.16  # alpha of who is in the way
SHADING = 4  # agents nearest to what is looked at that darken what is near them


@dataclass(frozen=True, eq=False)
class Body:
    """The agents of a group as drawn: columns of their bones, and the figures hung on them, in
    full and in fewer and fewer shapes. ``large`` f8[N] is how much larger than the figure each
    is, ``tall`` f8[N] metres; all of one lies within ``reach`` metres of its first bone."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    position: NDArray[np.int64]  # [B, 3] columns
    rotation: NDArray[np.int64]  # [B, 4] columns
    figures: tuple[Figure, ...]
    large: NDArray[np.float64]
    tall: NDArray[np.float64]
    reach: float

    @property
    def figure(self) -> Figure | None:
        """The figure in full; None without bones or agents."""
        return self.figures[0] if self.figures else None

    def places(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Joints f8[N,B,3] of the agents."""
        return np.asarray(rows[:, self.position])

    def turns(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Rotations f8[N,B,4] of the agents' bones."""
        return np.asarray(rows[:, self.rotation])


@dataclass(frozen=True, eq=False)
class Posed:
    """N agents as they stand: joints f[N,B,3] and rotations f[N,B,4] of their bones, and the
    colours of each."""

    body: Body
    places: Floats
    turns: Floats
    tints: Tints


class _Same:
    """A behavior as a key of a table: the same one, not one like it, which takes long to tell."""

    __slots__ = ("behavior",)

    def __init__(self, behavior: BehaviorProgram) -> None:
        self.behavior = behavior

    def __hash__(self) -> int:
        return id(self.behavior)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.behavior is self.behavior


@lru_cache(maxsize=32)
def _offsets(key: _Same) -> Mapping[str, int]:
    return MappingProxyType({slot.path: slot.offset for slot in key.behavior.slots})


@lru_cache(maxsize=32)
def _rest_columns(key: _Same) -> NDArray[np.int64]:
    """Columns int64[B,3] of where bones are in the bind pose."""
    at = _offsets(key)
    bones = key.behavior.rig.bones
    starts = [at[f"{b.name}.rest"] for b in bones if f"{b.name}.rest" in at]
    return np.array(starts, np.int64)[:, None] + np.arange(3)


def offsets(behavior: BehaviorProgram) -> Mapping[str, int]:
    """Column of each slot of a behavior by its path."""
    return _offsets(_Same(behavior))


def body_of(behavior: BehaviorProgram, rows: NDArray[np.float64]) -> Body:
    """The body for the agents of a behavior; ``rows`` f8[N,W] give the bind pose."""
    at = offsets(behavior)
    bones = [bone for bone in behavior.rig.bones if f"{bone.name}.position" in at]
    names = tuple(bone.name for bone in bones)
    parents = tuple(names.index(b.parent) if b.parent in names else -1 for b in bones)
    position = np.array([at[f"{n}.position"] for n in names], np.int64)[:, None] + np.arange(3)
    rotation = np.array([at[f"{n}.rotation"] for n in names], np.int64)[:, None] + np.arange(4)
    columns = (names, parents, position.reshape(-1, 3), rotation.reshape(-1, 4))
    if not names or not len(rows):
        return Body(*columns, (), np.ones(len(rows)), np.ones(len(rows)), 1.0)
    starts = np.array([at[f"{n}.rest"] for n in names], np.int64)
    rest = rows[:, starts[:, None] + np.arange(3)]
    figures = fit_levels(Skeleton(names, parents, rest[0]))
    highest = np.maximum(rest[:, :, 1].max(axis=1), 1e-3)
    reach = float(np.max(np.linalg.norm(rest - rest[:, :1], axis=2))) + ROUND
    return Body(*columns, figures, highest / highest[0], heights_of(behavior, rows), reach)


def bodies_of(model: Model, state: State) -> tuple[Body, ...]:
    """The bodies of all groups of a model."""
    return tuple(
        body_of(group.behavior, rows) for group, rows in zip(model.groups, state.rows, strict=True)
    )


def posed(bodies: tuple[Body, ...], state: State) -> list[Posed]:
    """The agents of a state as they stand, group by group, each with an accent of its own."""
    found: list[Posed] = []
    first = 0
    for body, rows in zip(bodies, state.rows, strict=True):
        numbers = np.arange(first, first + len(rows))
        tints = Tints(np.take(ACCENTS, numbers, 0, mode="wrap"))
        found.append(Posed(body, body.places(rows), body.turns(rows), tints))
        first += len(rows)
    return found


def draw_bodies(
    builder: DrawListBuilder,
    groups: Sequence[Posed],
    view: View,
    levels: Levels,
    marked: Mapping[tuple[int, int], int],
    followed: tuple[int, int] | None = None,
) -> None:
    """Add every agent's figure, as much of it as is seen, and what it darkens.

    ``marked`` gives by group and row the running number of those whose figure labels keep off.
    Others that stand before the one ``followed`` are seen through.
    """
    light = look.light_matrix(builder.focus, look.shadow_extent(view.camera.distance))
    shading: list[NDArray[np.float64]] = []
    for number, group in enumerate(groups):
        body = group.body
        if not body.figures or not len(group.places):
            continue
        middle = group.places[:, 0].astype(np.float64)
        chosen = levels.choose(
            number, view.lines(middle, body.tall), view.inside(middle, body.reach)
        )
        if followed is not None:
            hiding = _hiding(middle, view.camera) & (chosen != OUTSIDE)
            if followed[0] == number:
                hiding[followed[1]] = False
            _draw_through(builder, group, np.flatnonzero(hiding))
            chosen[hiding] = OUTSIDE
        for level, figure in enumerate(body.figures):
            own = np.flatnonzero(chosen == level)
            if len(own):
                boxes, rods = _solids(figure, group, own)
                builder.solids("boxes", boxes)
                builder.solids("capsules", rods)
                _draw_flares(builder, figure, group, own)
                for row, agent in ((r, a) for (g, r), a in marked.items() if g == number):
                    at = np.flatnonzero(own == row)
                    if len(at):
                        builder.keep_clear(agent, clear_spheres(boxes, rods, int(at[0]), len(own)))
        unseen = np.flatnonzero((chosen == OUTSIDE) & _shading(middle, body.reach, light))
        if len(unseen):
            boxes, rods = _solids(body.figures[FAR], group, unseen)
            builder.solids("casting_boxes", boxes)
            builder.solids("casting_capsules", rods)
        near = np.argsort(np.linalg.norm(middle - builder.focus, axis=1), kind="stable")[:SHADING]
        spheres = shade_spheres(body.figures[0], group.places[near])
        spheres[..., 3] *= body.large[near, None]
        shading.append(spheres.reshape(-1, 4))
    builder.occluder(np.concatenate([np.zeros((0, 4)), *shading]))


def _solids(
    figure: Figure, group: Posed, own: NDArray[np.int64]
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Boxes and capsules of some agents of a group."""
    large = group.body.large[own]
    places, turns = group.places[own], group.turns[own]
    return solids(figure, places, turns, scale=large, tints=group.tints.of(own))


def _hiding(middle: NDArray[np.float64], camera: Camera) -> NDArray[np.bool_]:
    """bool[N]: agents on the way from the eye to what is looked at, or right before the eye."""
    run = np.asarray(camera.target) - camera.eye
    way = run / max(float(np.linalg.norm(run)), 1e-9)
    away = middle - camera.eye
    along = away @ way
    beside = away - np.clip(along, 0.0, None)[:, None] * way
    beside[:, 1] = np.maximum(np.abs(beside[:, 1]) - BESIDE_HIGH, 0.0)
    before = (along > -BESIDE) & (along < camera.distance - BESIDE)
    return np.asarray(before & (np.linalg.norm(beside, axis=1) < BESIDE))


def _draw_through(builder: DrawListBuilder, group: Posed, own: NDArray[np.int64]) -> None:
    """Add some agents as glass; what shadow they throw is added elsewhere."""
    if len(own):
        figures = group.body.figures
        boxes, rods = _solids(figures[min(FAR, len(figures) - 1)], group, own)
        for kind, rows in (("glass_boxes", boxes), ("glass_capsules", rods)):
            rows["color"][:, 3] = SEEN_THROUGH
            rows["material"][:, 3] = 0.0
            builder.solids(kind, rows)


def _shading(
    middle: NDArray[np.float64], reach: float, light: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """bool[N]: figures of which something may be in the square the shadow map covers."""
    across = middle @ light[:2, :3].T + light[:2, 3]
    spare = reach * float(np.linalg.norm(light[0, :3]))
    return np.asarray((np.abs(across) <= 1.0 + spare).all(axis=1))


def _draw_flares(
    builder: DrawListBuilder, figure: Figure, group: Posed, own: NDArray[np.int64]
) -> None:
    large = group.body.large[own]
    for places, flare in flare_places(figure, group.places[own], group.turns[own], large):
        builder.flares(places, flare.color, flare.radius * large, flare.halo, 0.75)


def clear_spheres(
    boxes: NDArray[np.void], rods: NDArray[np.void], agent: int, count: int
) -> NDArray[np.float64]:
    """Spheres f8[S,4] (centre, radius) about the solids of one of ``count`` agents: one around
    each box, three along each rod; of a figure of very many parts only the largest."""
    box, rod = boxes.reshape(count, -1)[agent], rods.reshape(count, -1)[agent]
    stretch = np.linalg.norm(rod["model"][:, :, (0, 2)], axis=1).max(axis=1, initial=1.0)
    parts = [np.column_stack([box["model"][:, :, 3], box["size"][:, :3].max(axis=1, initial=0.0)])]
    for along in (-1.0, 0.0, 1.0):
        center = rod["model"][:, :, 3] + along * rod["size"][:, 2:3] * rod["model"][:, :, 1]
        low, high = rod["size"][:, 0], rod["size"][:, 1]
        radius = (low + high) / 2 + along * (high - low) / 2
        parts.append(np.column_stack([center, radius * stretch]))
    spheres = np.concatenate(parts)
    if len(spheres) <= MOST_CLEAR:
        return spheres
    return spheres[np.argsort(-spheres[:, 3], kind="stable")[:MOST_CLEAR]]


def height_of(behavior: BehaviorProgram, row: NDArray[np.float64]) -> float:
    """How tall an agent is in metres, or as good as: its capsule's height, that of its bind
    pose, or a share of how far that reaches sideways, whichever is most."""
    return float(heights_of(behavior, row[np.newaxis])[0])


def heights_of(behavior: BehaviorProgram, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """``height_of`` f8[N] of agents by their rows f8[N,W]."""
    slots = capsule_slots(behavior)
    capsule = rows[:, slots["height"]] if slots else np.zeros(len(rows))
    rest = rows[:, _rest_columns(_Same(behavior))]  # and the root, at the origin
    size = rest.max(axis=1, initial=0.0) - rest.min(axis=1, initial=0.0)
    across, up, along = size.T
    return np.maximum(np.maximum(capsule, up), WIDE * np.maximum(across, along))


def mark_size(behavior: BehaviorProgram, row: NDArray[np.float64]) -> float:
    """How much larger than usual the marks of an agent are."""
    return max(1.0, height_of(behavior, row) / LARGE)


def draw_bones(builder: DrawListBuilder, bodies: tuple[Body, ...], state: State) -> None:
    """Add bones as lines and joints as small balls."""
    for body, rows in zip(bodies, state.rows, strict=True):
        places, ends = body.places(rows), np.flatnonzero(np.array(body.parents, np.int64) >= 0)
        starts = np.array(body.parents, np.int64)[ends]
        if len(ends):
            builder.segments(places[:, starts], places[:, ends], colors.CAPSULE,
                             width=2.0, through=0.9)  # fmt: skip
