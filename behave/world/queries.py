"""What may be asked of the world, for N askers at once. Nothing here changes anything.

Arrays are float64 or int64; a scalar or a single row is repeated for every asker. A question
with a NaN or infinite point or a direction of no length finds nothing. What is not found has
collider -1, distance infinity, and zeros for point and normal. Distances are signed: negative
inside, where the point is the nearest one of the surface and the normal leads out.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from behave.world import kernels
from behave.world.colliders import Colliders, Flags, Floats, Integers

EVERY_LAYER = -1  # a mask that also sees colliders on no layer


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What N rays hit. ``inside``: the ray began inside the collider (distance 0)."""

    collider: Integers  # [N], -1 none
    distance: Floats  # [N] metres along the ray, inf none
    point: Floats  # [N, 3]
    normal: Floats  # [N, 3] unit, out of the collider
    inside: Flags  # [N]


@dataclass(frozen=True, slots=True, eq=False)
class Closest:
    """The closest surface points of given colliders."""

    point: Floats  # [N, 3]
    normal: Floats  # [N, 3] unit, out of the collider
    distance: Floats  # [N] signed metres, inf none
    inside: Flags  # [N]


@dataclass(frozen=True, slots=True, eq=False)
class Nearest(Closest):
    """The closest surface point of any collider, and which one it is on."""

    collider: Integers  # [N], -1 none


def arrays(colliders: Colliders) -> tuple[NDArray[Any], ...]:
    """The columns every kernel takes first."""
    return (
        colliders.shape,
        colliders.position,
        colliders.rotation,
        colliders.size,
        colliders.layer,
        colliders.owner,
        colliders.alive,
    )


def field_arrays(colliders: Colliders) -> tuple[NDArray[Any], ...]:
    """The columns the kernels of height fields take next."""
    return (colliders.fields, colliders.heights)


def field_kernels() -> ModuleType:
    """The kernels of height fields, compiled (or loaded) when a world first has one."""
    return importlib.import_module("behave.world.field_kernels")


def rows(value: ArrayLike, count: int, width: int) -> Floats:
    """``value`` as contiguous float64[count, width]; one row is repeated."""
    return _repeated(np.asarray(value, dtype=np.float64), (count, width))


def column(value: ArrayLike, count: int) -> Floats:
    """``value`` as contiguous float64[count]; a scalar is repeated."""
    return _repeated(np.asarray(value, dtype=np.float64), (count,))


def integers(value: ArrayLike, count: int) -> Integers:
    """``value`` as contiguous int64[count]; a scalar is repeated."""
    return _repeated(np.asarray(value, dtype=np.int64), (count,))


def _in_rows(value: ArrayLike) -> Floats:
    given: Floats = np.asarray(value, dtype=np.float64)
    return given if given.ndim == 2 else np.atleast_2d(given)


def _repeated(given: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    if given.shape == shape:
        return np.ascontiguousarray(given)
    filled = np.empty(shape, given.dtype)  # a tenth of the cost of broadcast_to for one asker
    filled[...] = given
    return filled


def ray(
    colliders: Colliders,
    origin: ArrayLike,
    direction: ArrayLike,
    length: ArrayLike,
    layers: ArrayLike = EVERY_LAYER,
    asker: ArrayLike = -1,
) -> Hits:
    """The first collider along each ray.

    ``origin`` and ``direction`` f8[N, 3] (any length but zero), ``length`` f8[N] metres (may be
    infinite; 0, negative or NaN hits nothing), ``layers`` int64[N] bit masks, ``asker`` int64[N]
    agents whose own colliders are passed over, -1 nobody. An origin inside a collider hits it
    at distance 0; grazing an edge hits; a ray leaving the surface it starts on does not.
    """
    starts, ways = _in_rows(origin), _in_rows(direction)
    n = max(len(starts), len(ways))
    found = Hits(
        np.empty(n, np.int64), np.empty(n), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n, bool)
    )
    asked = (
        rows(starts, n, 3),
        rows(ways, n, 3),
        column(length, n),
        integers(layers, n),
        integers(asker, n),
        found.collider,
        found.distance,
        found.point,
        found.normal,
        found.inside,
    )
    kernels.ray_kernel(*arrays(colliders), colliders.grid.arrays, *asked)
    if colliders.has_fields:
        field_kernels().ray_fields(*arrays(colliders), *field_arrays(colliders), *asked)
    return found


def closest(colliders: Colliders, index: ArrayLike, point: ArrayLike) -> Closest:
    """The closest surface point of collider ``index[i]`` to ``point[i]`` f8[N, 3].

    An index of -1, out of range, or of a removed collider: distance infinity.
    """
    probe = _in_rows(point)
    n = max(len(probe), np.atleast_1d(np.asarray(index)).shape[0])
    found = Closest(np.zeros((n, 3)), np.zeros((n, 3)), np.empty(n), np.zeros(n, bool))
    asked = (
        integers(index, n),
        rows(probe, n, 3),
        found.point,
        found.normal,
        found.distance,
        found.inside,
    )
    kernels.closest_kernel(*arrays(colliders), *asked)
    if colliders.has_fields:
        field_kernels().closest_fields(*arrays(colliders), *field_arrays(colliders), *asked)
    return found


def nearest(
    colliders: Colliders,
    point: ArrayLike,
    within: ArrayLike = np.inf,
    layers: ArrayLike = EVERY_LAYER,
    asker: ArrayLike = -1,
    *,
    current: ArrayLike = -1,
    eligible: NDArray[np.bool_] | None = None,
) -> Nearest:
    """The collider whose surface is nearest to each ``point`` f8[N, 3], the deepest inside first.

    ``within`` f8[N] metres is the furthest it may be (inclusive); ties go to the first declared.
    ``current`` int64[N]: where >= 0 and alive, that collider is the answer. ``eligible``
    bool[N, C] narrows the choice for the others.
    """
    probe = _in_rows(point)
    n = len(probe)
    if eligible is None or len(colliders) == 0:
        eligible = np.zeros((n, 0), dtype=np.bool_)
    elif eligible.shape != (n, len(colliders)):
        raise ValueError(f"eligible has shape {eligible.shape}, not {(n, len(colliders))}")
    found = Nearest(
        np.zeros((n, 3)), np.zeros((n, 3)), np.empty(n), np.zeros(n, bool), np.empty(n, np.int64)
    )
    asked = (
        np.ascontiguousarray(probe),
        column(within, n),
        integers(layers, n),
        integers(asker, n),
        integers(current, n),
        np.ascontiguousarray(eligible, dtype=np.bool_),
        found.collider,
        found.point,
        found.normal,
        found.distance,
        found.inside,
    )
    kernels.nearest_kernel(*arrays(colliders), colliders.grid.arrays, *asked)
    if colliders.has_fields:
        field_kernels().nearest_fields(*arrays(colliders), *field_arrays(colliders), *asked)
    return found


def overlaps(
    colliders: Colliders,
    shape: ArrayLike,
    center: ArrayLike,
    rotation: ArrayLike,
    size: ArrayLike,
    layers: ArrayLike = EVERY_LAYER,
    asker: ArrayLike = -1,
) -> NDArray[np.bool_]:
    """Which colliders each zone meets: bool[N, C]; touching counts.

    ``shape`` int64[N] BOX, SPHERE or CAPSULE, ``center`` f8[N, 3], ``rotation`` f8[N, 4] unit,
    ``size`` f8[N, 3] as in ``Collider``. Exact for every pair of shapes. A zone with a NaN
    meets nothing.
    """
    middle = _in_rows(center)
    n = len(middle)
    touching = np.zeros((n, len(colliders)), dtype=np.bool_)
    asked = (
        integers(shape, n),
        np.ascontiguousarray(middle),
        rows(rotation, n, 4),
        rows(size, n, 3),
        integers(layers, n),
        integers(asker, n),
        touching,
    )
    kernels.overlaps_kernel(*arrays(colliders), colliders.grid.arrays, *asked)
    if colliders.has_fields:
        field_kernels().overlaps_fields(*arrays(colliders), *field_arrays(colliders), *asked)
    return touching
