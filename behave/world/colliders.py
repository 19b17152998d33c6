"""The colliders of a world as arrays, one row a collider, and how they are built and moved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from behave.kernel.rotation_formulas import q_normalize
from behave.world.grid import NO_GRID, Grid
from behave.world.shapes import BOX, CAPSULE, HEIGHTFIELD, PLANE, SPHERE

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

NO_LAYER = -1
NOBODY = -1
MOST_LAYERS = 62  # a mask is an int64
MOST_HEIGHTS = 4_010_000  # a field of 4 million cells has a few more grid points
HIGHEST = 1e5  # metres a height may be over or under its field's position
SHAPE_NAMES = {
    BOX: "box",
    SPHERE: "sphere",
    CAPSULE: "capsule",
    PLANE: "plane",
    HEIGHTFIELD: "heightfield",
}
EXTENTS = {
    BOX: 3,
    SPHERE: 1,
    CAPSULE: 2,
    PLANE: 0,
    HEIGHTFIELD: 0,
}  # how many of the sizes a shape uses


@dataclass(frozen=True, slots=True)
class Collider:
    """One collider, as declared.

    ``size`` by shape: BOX half extents; SPHERE (radius, 0, 0); CAPSULE (radius, half length of
    its segment, which lies along local y, 0); PLANE zeros, its normal being local +y;
    HEIGHTFIELD (half width, highest height, half depth), its ``heights`` f8[rows, columns], one
    row along x for each z (see ``field``).
    ``layer`` is an index into the program's layers or -1, ``owner`` an agent's number or -1.
    """

    name: str
    shape: int
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    size: tuple[float, float, float] = (0.0, 0.0, 0.0)
    layer: int = NO_LAYER
    owner: int = NOBODY
    heights: Floats | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Colliders:
    """C colliders, in declared order; an index into the rows is a collider handle.

    Frozen: ``placed``, ``with_alive`` and ``with_layer`` give a new one that shares the arrays
    they leave alone.
    """

    names: tuple[str, ...]
    shape: Integers  # [C] BOX, SPHERE, CAPSULE, PLANE or HEIGHTFIELD
    position: Floats  # [C, 3] metres
    rotation: Floats  # [C, 4] unit, x y z w
    size: Floats  # [C, 3] metres, see Collider
    layer: Integers  # [C] index of the layer, -1 none
    owner: Integers  # [C] number of the agent it belongs to, -1 none
    alive: Flags  # [C] False: removed; nothing finds it
    fields: Integers  # [C, 3] where a field's heights begin, its columns, its rows; else zeros
    heights: Floats  # [K] the heights of all fields, metres over their positions; read-only
    grid: Grid = NO_GRID  # which of them may be near a place; fits these positions and sizes

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """The row of the collider ``name``, -1 where there is none."""
        return self.names.index(name) if name in self.names else -1

    @property
    def has_fields(self) -> bool:
        """Whether there is a height field among them."""
        return len(self.heights) > 0

    def heights_of(self, row: int) -> Floats:
        """The heights f8[rows, columns] of the field at ``row``; [0, 0] for another shape."""
        start, columns, rows = (int(value) for value in self.fields[row])
        return self.heights[start : start + columns * rows].reshape(rows, columns)


def box(
    name: str,
    position: Sequence[float],
    full_size: Sequence[float],
    rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    layer: int = NO_LAYER,
) -> Collider:
    """A box by its full edge lengths."""
    x, y, z = full_size
    return _collider(name, BOX, position, rotation, (0.5 * x, 0.5 * y, 0.5 * z), layer, NOBODY)


def sphere(name: str, position: Sequence[float], radius: float, layer: int = NO_LAYER) -> Collider:
    """A sphere."""
    turn = (0.0, 0.0, 0.0, 1.0)
    return _collider(name, SPHERE, position, turn, (radius, 0.0, 0.0), layer, NOBODY)


def capsule(
    name: str,
    position: Sequence[float],
    radius: float,
    height: float,
    rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    layer: int = NO_LAYER,
    owner: int = NOBODY,
) -> Collider:
    """A capsule by its height over all, along its own y; a sphere where that is 2 radius."""
    size = (radius, max(0.5 * height - radius, 0.0), 0.0)
    return _collider(name, CAPSULE, position, rotation, size, layer, owner)


def plane(
    name: str,
    position: Sequence[float],
    rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    layer: int = NO_LAYER,
) -> Collider:
    """The ground: solid everywhere below its own +y."""
    return _collider(name, PLANE, position, rotation, (0.0, 0.0, 0.0), layer, NOBODY)


def heightfield(
    name: str,
    position: Sequence[float],
    width: float,
    depth: float,
    heights: ArrayLike,
    layer: int = NO_LAYER,
) -> Collider:
    """Terrain: ``heights`` f8[rows, columns] metres over ``position``, the middle of its base.

    It reaches over ``width`` along x (columns) and ``depth`` along z (rows); see ``field``.
    """
    given = np.array(heights, dtype=np.float64, order="C")
    if given.ndim != 2 or min(given.shape) < 2:
        raise ValueError(f"collider {name}: a heightfield needs heights of at least 2 x 2 points")
    px, py, pz = (float(value) for value in position)
    given.setflags(write=False)
    size = (0.5 * float(width), float(np.max(given)), 0.5 * float(depth))
    place = (px, py, pz)
    return Collider(name, HEIGHTFIELD, place, size=size, layer=layer, heights=given)


def _collider(
    name: str,
    shape: int,
    position: Sequence[float],
    rotation: Sequence[float],
    size: tuple[float, float, float],
    layer: int,
    owner: int,
) -> Collider:
    px, py, pz = (float(value) for value in position)
    x, y, z, w = (float(value) for value in rotation)
    return Collider(name, shape, (px, py, pz), (x, y, z, w), size, layer, owner)


def build(rows: Iterable[Collider]) -> Colliders:
    """The arrays for ``rows``, in their order; rotations are brought to length 1.

    Raises ValueError, naming the collider, for an unknown shape, a value that is not finite, a
    size that is negative or (except a capsule's half length) zero, or a layer out of range.
    """
    made = tuple(rows)
    for row in made:
        _check(row)
    fields, heights = _fields(made)
    return Colliders(
        names=tuple(row.name for row in made),
        shape=np.array([row.shape for row in made], dtype=np.int64),
        position=np.array([row.position for row in made], dtype=np.float64).reshape(-1, 3),
        rotation=np.array([q_normalize(row.rotation) for row in made], np.float64).reshape(-1, 4),
        size=np.array([row.size for row in made], dtype=np.float64).reshape(-1, 3),
        layer=np.array([row.layer for row in made], dtype=np.int64),
        owner=np.array([row.owner for row in made], dtype=np.int64),
        alive=np.ones(len(made), dtype=np.bool_),
        fields=fields,
        heights=heights,
    )


def _fields(rows: Sequence[Collider]) -> tuple[Integers, Floats]:
    """Where each field's heights begin with their counts int64[C, 3], and all heights f8[K]."""
    places = np.zeros((len(rows), 3), dtype=np.int64)
    parts: list[Floats] = []
    start = 0
    for number, row in enumerate(rows):
        if row.heights is None:
            continue
        count_z, count_x = row.heights.shape
        places[number] = (start, count_x, count_z)
        parts.append(row.heights.reshape(-1))
        start += count_x * count_z
    heights = np.concatenate(parts) if parts else np.zeros(0)
    heights.setflags(write=False)
    return places, heights


def _check(row: Collider) -> None:
    if row.shape not in SHAPE_NAMES:
        raise ValueError(f"collider {row.name}: unknown shape {row.shape}")
    if row.shape == HEIGHTFIELD:
        _check_field(row)
    if not all(math.isfinite(value) for value in (*row.position, *row.rotation, *row.size)):
        raise ValueError(f"collider {row.name}: position, rotation and size must be finite")
    for at, value in enumerate(row.size[: EXTENTS[row.shape]]):
        if value < 0.0 or (value == 0.0 and not (row.shape == CAPSULE and at == 1)):
            raise ValueError(
                f"collider {row.name}: a {SHAPE_NAMES[row.shape]} needs a size above 0"
            )
    if not NO_LAYER <= row.layer < MOST_LAYERS:
        raise ValueError(
            f"collider {row.name}: layer {row.layer} is not in -1 .. {MOST_LAYERS - 1}"
        )


def _check_field(row: Collider) -> None:
    if row.heights is None or row.heights.ndim != 2 or min(row.heights.shape) < 2:
        raise ValueError(f"collider {row.name}: a heightfield needs at least 2 x 2 heights")
    if row.rotation[3] != 1.0:
        raise ValueError(f"collider {row.name}: a heightfield cannot be turned")
    if not (row.size[0] > 0.0 and row.size[2] > 0.0):
        raise ValueError(f"collider {row.name}: a heightfield needs a width and depth above 0")
    if row.heights.size > MOST_HEIGHTS:
        raise ValueError(
            f"collider {row.name}: {row.heights.size} heights; at most {MOST_HEIGHTS} may be"
        )
    if not bool((np.abs(row.heights) <= HIGHEST).all()):
        raise ValueError(f"collider {row.name}: heights must be within {HIGHEST:g} m")


def joined(first: Colliders, second: Colliders) -> Colliders:
    """The rows of ``first``, then those of ``second`` (agents' capsules after the scene's)."""
    after = second.fields.copy()
    after[second.shape == HEIGHTFIELD, 0] += len(first.heights)
    heights = np.concatenate((first.heights, second.heights))
    heights.setflags(write=False)
    return Colliders(
        names=first.names + second.names,
        shape=np.concatenate((first.shape, second.shape)),
        position=np.concatenate((first.position, second.position)),
        rotation=np.concatenate((first.rotation, second.rotation)),
        size=np.concatenate((first.size, second.size)),
        layer=np.concatenate((first.layer, second.layer)),
        owner=np.concatenate((first.owner, second.owner)),
        alive=np.concatenate((first.alive, second.alive)),
        fields=np.concatenate((first.fields, after)),
        heights=heights,
    )


def placed(
    colliders: Colliders,
    rows: ArrayLike,
    position: ArrayLike,
    rotation: ArrayLike | None = None,
    size: ArrayLike | None = None,
) -> Colliders:
    """The colliders with ``rows`` (int64[K]) moved to ``position`` f8[K, 3].

    ``rotation`` f8[K, 4] (unit) and ``size`` f8[K, 3] are set too where given.
    """
    at = np.asarray(rows, dtype=np.int64)
    moved = replace(colliders, position=_written(colliders.position, at, position), grid=NO_GRID)
    if rotation is not None:
        moved = replace(moved, rotation=_written(colliders.rotation, at, rotation))
    if size is not None:
        moved = replace(moved, size=_written(colliders.size, at, size))
    return moved


def _written(array: Floats, rows: Integers, values: ArrayLike) -> Floats:
    copy = array.copy()
    copy[rows] = np.asarray(values, dtype=np.float64)
    return copy


def with_alive(colliders: Colliders, alive: ArrayLike) -> Colliders:
    """The colliders with ``alive`` bool[C]; what is not alive is found by no query."""
    flags = np.ascontiguousarray(alive, dtype=np.bool_)
    if flags.shape != (len(colliders),):
        raise ValueError(f"alive has shape {flags.shape}, not ({len(colliders)},)")
    return replace(colliders, alive=flags)


def with_layer(colliders: Colliders, row: int, layer: int) -> Colliders:
    """The colliders with the one at ``row`` on another layer (-1: none)."""
    if not NO_LAYER <= layer < MOST_LAYERS:
        raise ValueError(f"layer {layer} is not in -1 .. {MOST_LAYERS - 1}")
    layers = colliders.layer.copy()
    layers[row] = layer
    return replace(colliders, layer=layers)
