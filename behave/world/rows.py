"""One row of the arrays a kernel is given, and which colliders an asker sees.

Functions for kernels that also run as plain Python.
"""

from __future__ import annotations

from typing import Any

from behave.kernel.compiled import Quadruple, Triple, add_scaled, dot, length, subtract
from behave.kernel.formula import formula

Array = Any

SLACK = 1e-9  # share by which bounds are widened, far above rounding


@formula
def triple(rows: Array, i: int) -> Triple:
    """Row ``i`` of f8[N, 3]."""
    return (rows[i, 0], rows[i, 1], rows[i, 2])


@formula
def quadruple(rows: Array, i: int) -> Quadruple:
    """Row ``i`` of f8[N, 4]."""
    return (rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3])


@formula
def write(rows: Array, i: int, value: Triple) -> None:
    """Sets row ``i`` of f8[N, 3]."""
    rows[i, 0] = value[0]
    rows[i, 1] = value[1]
    rows[i, 2] = value[2]


@formula
def sees(layer: int, owner: int, alive: bool, mask: int, asker: int) -> bool:
    """Whether a collider is looked at: alive, not the asker's own, on a layer of the mask."""
    if not alive or (owner >= 0 and owner == asker):
        return False
    return mask == -1 or (layer >= 0 and (mask >> layer) & 1 == 1)


@formula
def ray_passes(origin: Triple, along: Triple, reach: float, center: Triple, radius: float) -> bool:
    """Whether a ray can come no nearer than ``radius`` to ``center``."""
    away = subtract(origin, center)
    t = max(min(-dot(away, along), reach), 0.0)
    slack = SLACK * (length(away) + radius)
    return length(add_scaled(away, along, t)) > radius + slack
