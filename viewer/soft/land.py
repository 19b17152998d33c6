"""Height fields for the soft renderer: their triangles, and the colour of their surface."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer import look
from viewer.draw_list import Terrain

Array = NDArray[np.float64]


def land_triangles(terrain: Terrain) -> tuple[Array, Array, Array]:
    """World places, normals and places against the field's position, f8[T,3,3] each."""
    mesh = terrain.mesh
    local = mesh.places[mesh.triangles].astype(np.float64)
    return local + terrain.position, mesh.normals[mesh.triangles].astype(np.float64), local


def land_base(terrain: Terrain, place: Array, local: Array, normal: Array, pixel: Array) -> Array:
    """Linear colour f8[S,3] of the surface (see ``terrain.frag``); ``pixel`` f8[S] is how many
    metres a pixel covers there."""
    x = np.clip((normal[:, 1] - look.ROCK_TO) / (look.ROCK_FROM - look.ROCK_TO), 0.0, 1.0)
    level = (x * x * (3 - 2 * x))[:, None]
    green = look.to_linear(np.asarray(terrain.color, dtype=np.float64))
    east, north = place[:, 0], place[:, 2]
    patched = np.sin(0.21 * east + 1.3 * np.sin(0.17 * north))
    patched *= np.sin(0.19 * north + 1.1 * np.sin(0.23 * east))
    share = (0.35 * (0.5 + 0.5 * patched))[:, None]
    green = green * (1 - share) + look.to_linear(look.DRY) * share
    base = green * level + look.to_linear(look.ROCK) * (1 - level)
    tile = np.floor(place[:, (0, 2)]) % 2.0
    check = np.abs(tile[:, 0] - tile[:, 1]) * np.clip(1.4 - 2.0 * pixel, 0.0, 1.0)
    base *= (1.0 + 0.05 * check * (normal[:, 1] > 0.001))[:, None]
    grid = place[:, (0, 2)]
    dark = 1.0 - 0.07 * _lines(grid, pixel, 0.9)
    dark *= 1.0 - 0.13 * _lines(grid / 5.0, pixel / 5.0, 1.2)
    if terrain.contour > 0.0:
        steep = np.sqrt(np.clip(1.0 - normal[:, 1] ** 2, 1e-6, 1.0)) * pixel
        rises = np.clip((1.0 - normal[:, 1] - 2e-6) / 1.8e-5, 0.0, 1.0)
        rises = rises * rises * (3 - 2 * rises)  # level ground at a line's height is no line
        for spacing, wide, depth in ((1.0, 1.1, 0.17), (4.0, 1.5, 0.22)):
            apart = spacing * terrain.contour
            dark *= 1.0 - depth * rises * _lines(local[:, 1:2] / apart, steep / apart, wide)
    return np.asarray(base * dark[:, None])


def _lines(at: Array, grain: Array, wide: float) -> Array:
    """Darkness 0..1 of lines where a coordinate of ``at`` f8[S,K] is whole."""
    near = np.abs((at - 0.5) % 1.0 - 0.5) / np.maximum(grain, 1e-6)[:, None]
    fade = np.clip(1.6 - 3.0 * grain, 0.0, 1.0)
    return np.asarray(np.clip(wide - near.min(axis=1), 0.0, 1.0) * fade)
