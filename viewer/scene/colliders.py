"""The colliders of a scene as solids, see-through where they hide what is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import Model
from behave.runtime.state import State
from behave.world.colliders import BOX, CAPSULE, PLANE, SPHERE
from behave.world.shapes import HEIGHTFIELD
from viewer.draw_list import DrawListBuilder, Terrain
from viewer.scene import colors
from viewer.scene.figure import rotation_matrices
from viewer.terrain import TerrainMesh, heights_at, terrain_mesh

MATERIAL = (0.14, 0.12, 0.0, 0.5)  # semi-matte, with lines each half metre
SEEN_THROUGH = 0.16
ENDLESS = (PLANE, HEIGHTFIELD)  # shapes that have no outline to see round
EDGES = (
    (0, 1),
    (2, 3),
    (4, 5),
    (6, 7),
    (0, 2),
    (1, 3),
    (4, 6),
    (5, 7),
    (0, 4),
    (1, 5),
    (2, 6),
    (3, 7),
)
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def draw_colliders(
    builder: DrawListBuilder,
    model: Model,
    state: State,
    eye: NDArray[np.float64],
    focus: NDArray[np.float64],
    meshes: Mapping[int, TerrainMesh],
) -> None:
    """Add the scene's own colliders; agents' capsules are left to their figures. ``meshes`` are
    those of the height fields by collider."""
    own = {int(k) for group in model.groups for k in group.capsules}
    axes = rotation_matrices(state.rotation)
    hiding = hides(model, state, eye, focus)
    for k in range(len(model.colliders.names)):
        if not state.alive[k] or k in own:
            continue
        shape, size = int(model.colliders.shape[k]), model.colliders.size[k]
        place, color = state.position[k], color_of(model, k)
        if shape == PLANE:
            builder.ground(
                place, axes[k][:, 1], colors.GROUND if color == colors.NO_LAYER else color
            )
        elif shape == HEIGHTFIELD:
            builder.terrain(Terrain(meshes[k], place, color))
        elif shape == BOX:
            rgba = (*color, SEEN_THROUGH if hiding[k] else 1.0)
            builder.box(place, size, rgba, axes=axes[k], rounding=0.012, material=MATERIAL,
                        glass=bool(hiding[k]))  # fmt: skip
            if hiding[k]:
                box_outline(builder, place, size, axes[k], (*color, 0.9), width=1.6)
        elif shape == SPHERE:
            _round(builder, place, place, float(size[0]), color, bool(hiding[k]))
        elif shape == CAPSULE:
            half = axes[k][:, 1] * size[1]
            _round(builder, place - half, place + half, float(size[0]), color, bool(hiding[k]))


def color_of(model: Model, collider: int) -> colors.RGB:
    """Colour of a collider by its layer."""
    layer = int(model.colliders.layer[collider])
    if layer < 0:
        return colors.NO_LAYER
    return colors.of_layer(model.program.layers[layer], layer)


def box_outline(
    builder: DrawListBuilder,
    center: NDArray[np.float64],
    half: NDArray[np.float64],
    axes: NDArray[np.float64],
    color: tuple[float, ...],
    *,
    width: float = 2.0,
    style: float = 0.0,
    through: float = 0.35,
) -> None:
    """Add the twelve edges of a box."""
    corners = np.asarray(center) + (CORNERS * np.asarray(half)) @ np.asarray(axes).T
    a, b = (list(side) for side in zip(*EDGES, strict=True))
    builder.segments(corners[a], corners[b], color, width=width, style=style, through=through)


def _round(
    builder: DrawListBuilder,
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    radius: float,
    color: colors.RGB,
    glass: bool,
) -> None:
    rgba = (*color, 0.28 if glass else 1.0)
    builder.capsule(a, b, radius, rgba, material=(0.14, 0.15, 0.0, 0.0), glass=glass)


def hides(
    model: Model,
    state: State,
    eye: NDArray[np.float64],
    focus: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """bool[C]: boxes, balls and capsules that stand between the eye and what is looked at.

    Nine lines of sight go to about a body's size around the focus. Agents' own capsules count
    too, and those that are gone.
    """
    sight = focus - eye
    right = np.array([-sight[2], 0.0, sight[0]])
    right /= max(float(np.linalg.norm(right)), 1e-9)
    places = [
        focus + np.array([0.0, height, 0.0]) + aside * right
        for height, aside in product((-0.6, 0.0, 0.6), (-0.3, 0.0, 0.3))
    ]
    return np.asarray(between(model, state, eye, np.array(places)).any(axis=0))


def between(
    model: Model, state: State, eye: NDArray[np.float64], places: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """bool[T,C]: whether each collider lies on the way from the eye to each place f8[T,3].

    Each is taken as a box in its own axes, and the line of sight is clipped against its slabs
    (Kay and Kajiya 1986); planes and height fields hide nothing.
    """
    axes = rotation_matrices(state.rotation)
    size = np.array(model.colliders.size)
    round_ones = model.colliders.shape != BOX
    radius = size[:, 0].copy()
    size[round_ones, 1] += radius[round_ones]
    size[round_ones, 2] = radius[round_ones]
    start = np.einsum("cji,cj->ci", axes, eye - state.position)
    run = np.einsum("cji,tj->tci", axes, places - eye)
    run = np.where(np.abs(run) < 1e-9, 1e-9, run)
    one, two = (-size - start) / run, (size - start) / run
    enter = np.minimum(one, two).max(axis=2)
    leave = np.maximum(one, two).min(axis=2)
    found = (enter <= leave) & (leave > 0.0) & (enter < 0.97)
    return np.asarray(found & ~np.isin(model.colliders.shape, ENDLESS))


def terrain_meshes(
    model: Model, before: Mapping[int, TerrainMesh] | None = None
) -> dict[int, TerrainMesh]:
    """The meshes of a model's height fields by collider; those of ``before`` where the heights
    are still the same, so that renderers keep what they have of them."""
    found: dict[int, TerrainMesh] = {}
    for k in np.flatnonzero(model.colliders.shape == HEIGHTFIELD):
        heights, size = model.colliders.heights_of(int(k)), model.colliders.size[k]
        old = (before or {}).get(int(k))
        if (
            old is not None
            and old.half == (size[0], size[2])
            and np.array_equal(old.heights, heights)
        ):
            found[int(k)] = old
        else:
            found[int(k)] = terrain_mesh(heights, float(size[0]), float(size[2]))
    return found


def land_at(
    model: Model, state: State, x: NDArray[np.float64], z: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Height f8[K] of the highest height field at places; −inf where there is none."""
    highest = np.full(len(x), -np.inf)
    for k in np.flatnonzero((model.colliders.shape == HEIGHTFIELD) & state.alive):
        heights, size = model.colliders.heights_of(int(k)), model.colliders.size[k]
        at = state.position[k]
        found = heights_at(heights, (float(size[0]), float(size[2])), x - at[0], z - at[2])
        highest = np.fmax(highest, found + at[1])
    return highest


def ground_at(model: Model, state: State, place: NDArray[np.float64]) -> float:
    """Height of the highest height field or ground at a place f8[3]; −inf where there is none.

    Planes steeper than 60 degrees are walls.
    """
    highest = float(land_at(model, state, place[:1], place[2:])[0])
    planes = np.flatnonzero((model.colliders.shape == PLANE) & state.alive)
    normals = rotation_matrices(state.rotation[planes])[:, :, 1]
    for at, normal in zip(state.position[planes], normals, strict=True):
        if normal[1] > 0.5:
            away = place - at
            slope = normal[0] * away[0] + normal[2] * away[2]
            highest = max(highest, float(at[1] - slope / normal[1]))
    return highest
