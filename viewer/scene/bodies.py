"""Agents of a model as figures: where their bones are in the state, fitted once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram
from behave.runtime.model import Model
from behave.runtime.pose import capsule_slots
from behave.runtime.state import State
from viewer.draw_list import DrawListBuilder
from viewer.scene import colors
from viewer.scene.figure import Figure, Skeleton, fit, flare_places, shade_spheres, solids

LARGE = 3.0  # metres: marks of agents taller than this are larger in proportion
MOST_CLEAR = 300  # spheres of a figure that labels keep off
WIDE = 0.62  # what a metre of width counts against one of height: pictures are wider than tall


@dataclass(frozen=True, eq=False)
class Body:
    """The agents of a group as drawn: columns of their bones, and the figure hung on them."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    position: NDArray[np.int64]  # [B, 3] columns
    rotation: NDArray[np.int64]  # [B, 4] columns
    figure: Figure | None

    def places(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Joints f8[N,B,3] of the agents."""
        return np.asarray(rows[:, self.position])

    def turns(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Rotations f8[N,B,4] of the agents' bones."""
        return np.asarray(rows[:, self.rotation])


def offsets(behavior: BehaviorProgram) -> dict[str, int]:
    """Column of each slot of a behavior by its path."""
    return {slot.path: slot.offset for slot in behavior.slots}


def body_of(behavior: BehaviorProgram, rows: NDArray[np.float64]) -> Body:
    """The body for the agents of a behavior; ``rows`` f8[N,W] give the bind pose."""
    at = offsets(behavior)
    bones = [bone for bone in behavior.rig.bones if f"{bone.name}.position" in at]
    names = tuple(bone.name for bone in bones)
    parents = tuple(names.index(b.parent) if b.parent in names else -1 for b in bones)
    position = np.array([at[f"{n}.position"] for n in names], np.int64)[:, None] + np.arange(3)
    rotation = np.array([at[f"{n}.rotation"] for n in names], np.int64)[:, None] + np.arange(4)
    if not names or not len(rows):
        return Body(names, parents, position.reshape(-1, 3), rotation.reshape(-1, 4), None)
    rest = np.array([rows[0, at[f"{n}.rest"] : at[f"{n}.rest"] + 3] for n in names])
    figure = fit(Skeleton(names, parents, rest))
    return Body(names, parents, position, rotation, figure)


def bodies_of(model: Model, state: State) -> tuple[Body, ...]:
    """The bodies of all groups of a model."""
    return tuple(
        body_of(group.behavior, rows) for group, rows in zip(model.groups, state.rows, strict=True)
    )


def draw_bodies(builder: DrawListBuilder, bodies: tuple[Body, ...], state: State) -> None:
    """Add every agent's figure and what it darkens."""
    first = 0
    for body, rows in zip(bodies, state.rows, strict=True):
        if body.figure is not None and len(rows):
            places = body.places(rows)
            turns = body.turns(rows)
            boxes, rods = solids(body.figure, places, turns, first)
            builder.solids("boxes", boxes)
            builder.solids("capsules", rods)
            for k in range(len(rows)):
                builder.keep_clear(first + k, clear_spheres(boxes, rods, k, len(rows)))
                for place, flare in flare_places(body.figure, places[k], turns[k]):
                    builder.beam(place, place, flare.color, flare.radius, halo=flare.halo,
                                 steady=0.75)  # fmt: skip
            spheres = shade_spheres(body.figure, places).reshape(-1, 4)
            near = np.argsort(np.linalg.norm(spheres[:, :3] - builder.focus, axis=1), kind="stable")
            builder.occluder(spheres[near])
        first += len(rows)


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
    slots = capsule_slots(behavior)
    capsule = float(row[slots["height"]]) if slots else 0.0
    at = offsets(behavior)
    starts = [at[f"{b.name}.rest"] for b in behavior.rig.bones if f"{b.name}.rest" in at]
    rest = np.array([[0.0, 0.0, 0.0], *(row[start : start + 3] for start in starts)])
    across, up, along = (float(v) for v in np.ptp(rest, axis=0))
    return max(capsule, up, WIDE * max(across, along))


def mark_size(behavior: BehaviorProgram, row: NDArray[np.float64]) -> float:
    """How much larger than usual the marks of an agent are."""
    return max(1.0, height_of(behavior, row) / LARGE)


def draw_bones(builder: DrawListBuilder, bodies: tuple[Body, ...], state: State) -> None:
    """Add bones as lines and joints as small balls."""
    for body, rows in zip(bodies, state.rows, strict=True):
        for places in body.places(rows):
            pairs = [(p, k) for k, p in enumerate(body.parents) if p >= 0]
            if pairs:
                starts, ends = zip(*pairs, strict=True)
                builder.segments(places[list(starts)], places[list(ends)], colors.CAPSULE,
                                 width=2.0, through=0.9)  # fmt: skip
