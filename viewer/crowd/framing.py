"""Where the camera stands to see a crowd."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera

CROWD_VIEW = (math.radians(-152.0), math.radians(21.0))
"""Yaw and pitch of the usual view: low enough that the nearest are people."""

SHARE = 0.90
"""How many of a crowd are in its picture, at least."""


def crowd_camera(
    places: NDArray[np.float64], yaw: float, pitch: float, shape: float = 16 / 9
) -> Camera:
    """A camera that sees nine in ten of those at ``places`` f8[N,3] in a picture ``shape`` times
    as wide as high: a few stragglers do not send it away. It looks at their middle.
    """
    camera = Camera((0.0, 1.0, 0.0), yaw, pitch, 8.0)
    finite = places[np.isfinite(places).all(axis=1)]
    if not len(finite):
        return camera
    target = np.median(finite, axis=0)
    camera = camera.looking_at(target)
    across, up, back = ((finite - target) @ camera.axes).T
    half = math.tan(camera.field / 2)
    needed = np.maximum(np.abs(across) / (half * shape), np.abs(up) / half) + back
    return replace(camera, distance=float(np.clip(np.quantile(needed, SHARE), 3.0, 110.0)))
