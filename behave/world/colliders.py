"""The colliders of a world as arrays, one row a collider, and how they are built and moved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from behave.kernel.rotation_formulas import q_normalize
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

NO_LAYER = -1
NOBODY = -1
MOST_LAYERS = 62  # a mask is an int64
SHAPE_NAMES = {BOX: "box", SPHERE: "sphere", CAPSULE: "capsule", PLANE: "plane"}
EXTENTS = {BOX: 3, SPHERE: 1, CAPSULE: 2, PLANE: 0}  # how many of the sizes a shape uses


@dataclass(frozen=True, slots=True)
class Collider:
    """One collider, as declared.

    ``size`` by shape: BOX half extents; SPHERE (radius, 0, 0); CAPSULE (radius, half length of
    its segment, which lies along local y, 0); PLANE zeros, its normal being local +y.
    ``layer`` is an index into the program's layers or -1, ``owner`` an agent's number or -1.
    """

    name: str
    shape: int
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    size: tuple[float, float, float] = (0.0, 0.0, 0.0)
    layer: int = NO_LAYER
    owner: int = NOBODY


@dataclass(frozen=True, slots=True, eq=False)
class Colliders:
    """C colliders, in declared order; an index into the rows is a collider handle.

    Frozen: ``placed``, ``with_alive`` and ``with_layer`` give a new one that shares the arrays
    they leave alone.
    """

    names: tuple[str, ...]
    shape: Integers  # [C] BOX, SPHERE, CAPSULE or PLANE
    position: Floats  # [C, 3] metres
    rotation: Floats  # [C, 4] unit, x y z w
    size: Floats  # [C, 3] metres, see Collider
    layer: Integers  # [C] index of the layer, -1 none
    owner: Integers  # [C] number of the agent it belongs to, -1 none
    alive: Flags  # [C] False: removed; nothing finds it

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """The row of the collider ``name``, -1 where there is none."""
        return self.names.index(name) if name in self.names else -1


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
    return Colliders(
        names=tuple(row.name for row in made),
        shape=np.array([row.shape for row in made], dtype=np.int64),
        position=np.array([row.position for row in made], dtype=np.float64).reshape(-1, 3),
        rotation=np.array([q_normalize(row.rotation) for row in made], np.float64).reshape(-1, 4),
        size=np.array([row.size for row in made], dtype=np.float64).reshape(-1, 3),
        layer=np.array([row.layer for row in made], dtype=np.int64),
        owner=np.array([row.owner for row in made], dtype=np.int64),
        alive=np.ones(len(made), dtype=np.bool_),
    )


def _check(row: Collider) -> None:
    if row.shape not in SHAPE_NAMES:
        raise ValueError(f"collider {row.name}: unknown shape {row.shape}")
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


def joined(first: Colliders, second: Colliders) -> Colliders:
    """The rows of ``first``, then those of ``second`` (agents' capsules after the scene's)."""
    return Colliders(
        names=first.names + second.names,
        shape=np.concatenate((first.shape, second.shape)),
        position=np.concatenate((first.position, second.position)),
        rotation=np.concatenate((first.rotation, second.rotation)),
        size=np.concatenate((first.size, second.size)),
        layer=np.concatenate((first.layer, second.layer)),
        owner=np.concatenate((first.owner, second.owner)),
        alive=np.concatenate((first.alive, second.alive)),
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
    moved = replace(colliders, position=_written(colliders.position, at, position))
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
