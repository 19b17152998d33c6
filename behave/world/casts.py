"""Casts of a sphere or a box: what would a moving shape meet first? For N askers at once.

As with rays nothing is found for a NaN or infinite start, a direction without length, or a
length that is zero, negative or NaN (infinite is fine); so too for a size that is negative or
not finite. A size of zero is fine: a sphere of radius 0 is a ray, a box without a thickness a
plate, a rod or a point. Shapes are closed, so grazing hits. A cast that starts on a surface
(within a billionth of a metre) hits at once when it moves into the solid, and does not hit that
collider when it moves away or along it. What is not found has collider -1, distance infinity,
and zeros for point and normal.

Contacts lie on the collider. Where a face or an edge lies flat on another (within 1e-7 radians)
the point is the middle of what they share. The normal is the direction that separates the two
features that touch: a face's own normal, the common perpendicular of two edges, the line
between a corner or a round surface and what it meets. Where a start touches or overlaps several
colliders the first declared is found.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike

from behave.world import cast_kernels
from behave.world.colliders import Colliders, Flags, Floats, Integers
from behave.world.queries import EVERY_LAYER, Hits, arrays, column, field_arrays, integers, rows
from behave.world.shapes import BOX, SPHERE

MOST_RETRIES = cast_kernels.MOST_RETRIES  # more are not made


@dataclass(frozen=True, slots=True, eq=False)
class CastHits(Hits):
    """What N moving shapes met. ``distance`` is how far they had moved.

    ``inside``: the shape overlapped the collider from the start (distance 0); the normal is the
    shortest way out for the shape, the point where they would touch had it gone that way.
    """

    tries: Integers  # [N] number of the cast that hit, from 0; ``retry`` where none did
    origin: Floats  # [N, 3] where that cast, or the last one, started


def spherecast(
    colliders: Colliders,
    origin: ArrayLike,
    direction: ArrayLike,
    length: ArrayLike,
    radius: ArrayLike,
    layers: ArrayLike = EVERY_LAYER,
    asker: ArrayLike = -1,
    retry: ArrayLike = 0,
    step: ArrayLike = (0.0, 0.0, 0.0),
) -> CastHits:
    """The first collider in the way of each sphere of ``radius`` f8[N] metres.

    ``origin`` f8[N, 3] is where its centre starts, ``direction`` f8[N, 3] (any length but zero)
    where it goes, ``length`` f8[N] metres how far at most; ``layers`` and ``asker`` int64[N] as
    in ``queries.ray``. After a miss up to ``retry`` int64[N] further casts are made (none if
    negative, ``MOST_RETRIES`` at most), the k-th from ``origin + k step``, ``step`` f8[N, 3].
    """
    starts = np.atleast_2d(np.asarray(origin, dtype=np.float64))
    n = _askers(starts, direction)
    sizes = np.zeros((n, 3))
    sizes[:, 0] = radius
    upright = (0.0, 0.0, 0.0, 1.0)
    return _cast(
        colliders, SPHERE, n, starts, upright, sizes, direction, length, layers, asker, retry, step
    )


def boxcast(
    colliders: Colliders,
    origin: ArrayLike,
    rotation: ArrayLike,
    half: ArrayLike,
    direction: ArrayLike,
    length: ArrayLike,
    layers: ArrayLike = EVERY_LAYER,
    asker: ArrayLike = -1,
    retry: ArrayLike = 0,
    step: ArrayLike = (0.0, 0.0, 0.0),
) -> CastHits:
    """The first collider in the way of each box; it moves without turning.

    ``rotation`` f8[N, 4] is its rotation (x, y, z, w; unit), ``half`` f8[N, 3] its half extents
    in metres; the rest as in ``spherecast``.
    """
    starts = np.atleast_2d(np.asarray(origin, dtype=np.float64))
    n = _askers(starts, direction)
    return _cast(
        colliders, BOX, n, starts, rotation, half, direction, length, layers, asker, retry, step
    )


def field_casts() -> ModuleType:
    """The kernel of height fields, compiled (or loaded) when a world first has one."""
    return importlib.import_module("behave.world.field_casts")


def _askers(starts: Floats, direction: ArrayLike) -> int:
    return max(len(starts), len(np.atleast_2d(np.asarray(direction))))


def _cast(
    colliders: Colliders,
    moving: int,
    n: int,
    starts: Floats,
    rotation: ArrayLike,
    sizes: ArrayLike,
    direction: ArrayLike,
    length: ArrayLike,
    layers: ArrayLike,
    asker: ArrayLike,
    retry: ArrayLike,
    step: ArrayLike,
) -> CastHits:
    nothing: Flags = np.zeros(n, np.bool_)
    found = CastHits(
        collider=np.empty(n, np.int64),
        distance=np.empty(n),
        point=np.zeros((n, 3)),
        normal=np.zeros((n, 3)),
        inside=nothing,
        tries=np.empty(n, np.int64),
        origin=np.empty((n, 3)),
    )
    asked = (
        moving,
        rows(starts, n, 3),
        rows(rotation, n, 4),
        rows(sizes, n, 3),
        rows(direction, n, 3),
        column(length, n),
        integers(layers, n),
        integers(asker, n),
        integers(retry, n),
        rows(step, n, 3),
        found.collider,
        found.distance,
        found.point,
        found.normal,
        found.inside,
        found.tries,
        found.origin,
    )
    cast_kernels.cast_kernel(*arrays(colliders), colliders.grid.arrays, *asked)
    if colliders.has_fields:
        field_casts().cast_fields(*arrays(colliders), *field_arrays(colliders), *asked)
    return found
