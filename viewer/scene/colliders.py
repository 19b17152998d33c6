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
from viewer.draw_list import SOLID, DrawListBuilder, Terrain
from viewer.scene import colors
from viewer.scene.figure import rotation_matrices
from viewer.terrain import TerrainMesh, heights_at, terrain_mesh

MATERIAL = (0.14, 0.12, 0.0, 0.5)  # semi-matte, with lines each half metre
ROUND_MATERIAL = (0.14, 0.15, 0.0, 0.0)
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
    colliders = model.colliders
    shown = np.flatnonzero(state.alive & (colliders.owner < 0))
    if not len(shown):
        return
    axes = rotation_matrices(state.rotation[shown])
    hiding = hides(model, state, eye, focus, shown)
    places, shapes = state.position[shown], colliders.shape[shown]
    tones = colors_of(model, shown)
    for k in np.flatnonzero(np.isin(shapes, ENDLESS)).tolist():
        layered = colliders.layer[shown[k]] >= 0
        tone = (float(tones[k, 0]), float(tones[k, 1]), float(tones[k, 2]))
        if shapes[k] == PLANE:
            builder.ground(places[k], axes[k][:, 1], tone if layered else colors.GROUND)
        else:
            builder.terrain(Terrain(meshes[int(shown[k])], places[k], tone))
    boxes = np.flatnonzero(shapes == BOX)
    rows = _rows(places, axes, tones, boxes)
    size = colliders.size[shown[boxes]]
    rows["size"][:, :3] = size
    rows["size"][:, 3] = np.minimum(0.012, size.min(axis=1, initial=np.inf))
    rows["material"] = MATERIAL
    _add(builder, "boxes", rows, hiding[boxes], SEEN_THROUGH)
    for k in boxes[hiding[boxes]].tolist():
        box_outline(
            builder, places[k], colliders.size[shown[k]], axes[k], (*tones[k], 0.9), width=1.6
        )
    balls = np.flatnonzero((shapes == SPHERE) | (shapes == CAPSULE))
    rows = _rows(places, axes, tones, balls)
    size = colliders.size[shown[balls]]
    rows["size"][:, 0], rows["size"][:, 1] = size[:, 0], size[:, 0]
    rows["size"][:, 2] = np.where(shapes[balls] == CAPSULE, size[:, 1], 0.0)
    rows["material"] = ROUND_MATERIAL
    _add(builder, "capsules", rows, hiding[balls], 0.28)


def _rows(
    places: NDArray[np.float64],
    axes: NDArray[np.float64],
    tones: NDArray[np.float64],
    some: NDArray[np.int64],
) -> NDArray[np.void]:
    """Rows of ``SOLID`` for some of the colliders, without their sizes."""
    rows = np.zeros(len(some), SOLID)
    rows["model"][:, :, :3], rows["model"][:, :, 3] = axes[some], places[some]
    rows["color"][:, :3], rows["color"][:, 3] = tones[some], 1.0
    return rows


def _add(
    builder: DrawListBuilder,
    kind: str,
    rows: NDArray[np.void],
    glass: NDArray[np.bool_],
    alpha: float,
) -> None:
    """Add solids, as glass those that hide what is looked at."""
    builder.solids(kind, rows[~glass])
    if glass.any():
        rows["color"][:, 3] = alpha
        builder.solids(f"glass_{kind}", rows[glass])


def colors_of(model: Model, colliders: NDArray[np.int64]) -> NDArray[np.float64]:
    """Colours f8[K,3] of some colliders by their layers."""
    named = [colors.of_layer(name, k) for k, name in enumerate(model.program.layers)]
    table = np.array([*named, colors.NO_LAYER], np.float64)  # a layer of -1 takes the last
    return np.asarray(table[model.colliders.layer[colliders]])


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


def hides(
    model: Model,
    state: State,
    eye: NDArray[np.float64],
    focus: NDArray[np.float64],
    some: NDArray[np.int64] | slice = slice(None),
) -> NDArray[np.bool_]:
    """bool[C]: boxes, balls and capsules, of ``some`` colliders, that stand between the eye and
    what is looked at.

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
    return np.asarray(between(model, state, eye, np.array(places), some).any(axis=0))


def between(
    model: Model,
    state: State,
    eye: NDArray[np.float64],
    places: NDArray[np.float64],
    some: NDArray[np.int64] | slice = slice(None),
) -> NDArray[np.bool_]:
    """bool[T,C]: whether each of ``some`` colliders lies on the way from the eye to each place
    f8[T,3].

    Each is taken as a box in its own axes, and the line of sight is clipped against its slabs
    (Kay and Kajiya 1986); planes and height fields hide nothing.
    """
    axes = rotation_matrices(state.rotation[some])
    size, shape = model.colliders.size[some].copy(), model.colliders.shape[some]
    round_ones = shape != BOX
    radius = size[:, 0].copy()
    size[round_ones, 1] += radius[round_ones]
    size[round_ones, 2] = radius[round_ones]
    start = np.einsum("cji,cj->ci", axes, eye - state.position[some])
    run = np.einsum("cji,tj->tci", axes, places - eye)
    run = np.where(np.abs(run) < 1e-9, 1e-9, run)
    one, two = (-size - start) / run, (size - start) / run
    enter = np.minimum(one, two).max(axis=2)
    leave = np.maximum(one, two).min(axis=2)
    found = (enter <= leave) & (leave > 0.0) & (enter < 0.97)
    return np.asarray(found & ~np.isin(shape, ENDLESS))


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
