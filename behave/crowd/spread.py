"""Where a crowd's agents stand: the scene's own where the scene has them, the others around.

The others are like the scene's agents in turn. They stand on a square lattice about the middle of
where the scene's agents start, as far apart as the largest of them needs and 1 m at least, nearest
ring first and in each ring by z, then x; places inside a collider or too near a start are passed
over. They stand as high over the ground (planes and height fields) as the agent they are like,
and look the same way.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from behave.crowd.crowd import FEWEST, MOST, Crowd, scene_part, starts_of
from behave.rig.rig import bind
from behave.runtime.model import AgentGroup, Model
from behave.runtime.moving import HIGHEST
from behave.scenario.constants import SceneError
from behave.world import queries
from behave.world.colliders import Colliders
from behave.world.shapes import CAPSULE, HEIGHTFIELD, PLANE

NEAREST = 1.0
"""Metres between two places, at least."""

AT_ONCE = 4096
"""Places looked at together."""

WIDEST = 40_000
"""Rings of the lattice after which there is no more looking."""


@dataclass(frozen=True, eq=False)
class Places:
    """N agents: which of the scene's each is like int64[N], where it stands f8[N,3] and looks
    f8[N]."""

    kinds: np.ndarray
    at: np.ndarray
    heading: np.ndarray


def places(model: Model, count: int) -> Places:
    """Places for a crowd of ``count``; ``SceneError`` where the scene has no agent to be like,
    or no room for so many."""
    starts, headings = starts_of(model)
    known = len(starts)
    if count > known == 0:
        raise SceneError(f"scene {model.scene.name} has no agent for {count} to be like")
    kinds = np.arange(count) % max(known, 1)
    at, heading = np.zeros((count, 3)), headings[kinds] if known else np.zeros(0)
    own = min(known, count)
    at[:own] = starts[:own]
    if count > known:
        _around(model, at, kinds, starts)
    return Places(kinds, at, heading)


def _around(model: Model, at: np.ndarray, kinds: np.ndarray, starts: np.ndarray) -> None:
    """Fill ``at`` after the scene's own agents."""
    sizes = np.array([_size(model, number) for number in range(len(starts))])
    step = max(NEAREST, 2.2 * float(sizes[:, 0].max()))
    middle = 0.5 * (starts.min(axis=0) + starts.max(axis=0))
    world = scene_part(model.colliders)
    solid = (world.shape != PLANE) & (world.shape != HEIGHTFIELD)
    ground = replace(world, alive=world.alive & ~solid)
    rise = starts[:, 1] - _ground(ground, starts, starts[:, 1] * 0.0)
    done, ring = len(starts), 0
    while done < len(at):
        if ring > WIDEST:
            raise SceneError(f"scene {model.scene.name} has no room for {len(at)} agents")
        first, ring = ring, ring + max(1, (len(at) - done) // max(8 * ring, 8) // 2)
        tried = middle + step * _rings(first, ring)
        far = np.ones(len(tried), bool)
        for start in starts:
            far &= np.hypot(tried[:, 0] - start[0], tried[:, 2] - start[2]) >= 0.9 * step
        tried = tried[far]
        for begin in range(0, len(tried), AT_ONCE):
            some = tried[begin : begin + AT_ONCE]
            some[:, 1] = _ground(ground, some, np.zeros(len(some)))
            free = some[_free(world, solid, some, sizes.max(axis=0), float(rise.max()))]
            kept = free[: len(at) - done]
            like = kinds[done : done + len(kept)]
            at[done : done + len(kept)] = kept
            at[done : done + len(kept), 1] += rise[like]
            done += len(kept)


def _rings(first: int, last: int) -> np.ndarray:
    """The lattice points f8[K,3] of rings ``first`` to before ``last`` around 0."""
    line = np.arange(-last + 1, last)
    z, x = (part.ravel() for part in np.meshgrid(line, line, indexing="ij"))
    ring = np.maximum(np.abs(x), np.abs(z))
    own = np.flatnonzero(ring >= first)
    order = own[np.argsort(ring[own], kind="stable")]
    return np.stack((x[order], 0 * x[order], z[order]), axis=1).astype(np.float64)


def _size(model: Model, number: int) -> tuple[float, float]:
    """Radius and height of an agent of the scene: its capsule's, else what its bones need."""
    for group in model.groups:
        found = np.flatnonzero(group.agents == number)
        if len(found):
            return _size_of(group, int(found[0]))
    return NEAREST / 2.2, 1.0


def _size_of(group: AgentGroup, row: int) -> tuple[float, float]:
    if group.capsule:
        rows = group.template.copy()
        bind(group.rig, rows, group.at, group.heading)
        radius, height = group.capsule["radius"], group.capsule["height"]
        return float(rows[row, radius]), float(rows[row, height])
    bones = group.rig.skeleton.rest_position[row]
    level = np.hypot(bones[:, 0], bones[:, 2])
    return float(level.max(initial=0.4)), float(bones[:, 1].max(initial=1.0))


def _ground(ground: Colliders, at: np.ndarray, nothing: np.ndarray) -> np.ndarray:
    """The height f8[N] of the ground below some places; ``nothing`` where there is none."""
    if not ground.alive.any():
        return nothing
    above = at.copy()
    above[:, 1] = HIGHEST
    hit = queries.ray(ground, above, (0.0, -1.0, 0.0), 2.0 * HIGHEST)
    return np.where(hit.collider >= 0, hit.point[:, 1], nothing)


def _free(
    world: Colliders, solid: np.ndarray, at: np.ndarray, size: np.ndarray, rise: float
) -> np.ndarray:
    """bool[N]: places at which an agent meets nothing but the ground."""
    radius, height = float(size[0]), float(size[1])
    middle = at + np.array([0.0, rise + 0.5 * height, 0.0])
    shape = (radius, max(0.5 * height - radius, 0.0), 0.0)
    met = queries.overlaps(world, CAPSULE, middle, (0.0, 0.0, 0.0, 1.0), shape)
    found: np.ndarray = ~(met & solid).any(axis=1)
    return found


def spread(model: Model, count: int, **options: Any) -> Crowd:
    """A crowd of ``count`` agents over a scene, before its first tick; options as of ``Crowd``.

    Raises ``SceneError`` where they have no places, ``NoRoomError`` where there is no memory for
    them.
    """
    threads = options.get("threads") or os.cpu_count() or 1
    options.setdefault("room", room_for(count, threads))
    crowd = Crowd(model, **options)
    crowd.reserve(count)
    found = places(model, count)
    crowd.populate(found.kinds, found.at, found.heading)
    return crowd


def room_for(count: int, threads: int) -> int:
    """How many agents a block has: enough blocks to share between threads, none too small."""
    shared = -(-count // (4 * threads))
    return min(max(-(-shared // 64) * 64, FEWEST), MOST)
