"""Light, sky and film: the numbers both renderers share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def _unit(x: float, y: float, z: float) -> NDArray[np.float64]:
    v = np.array([x, y, z])
    return v / np.linalg.norm(v)


SUN = _unit(-0.34, 0.80, -0.50)  # towards the sun
SUN_COLOR = np.array([1.0, 0.93, 0.82]) * 2.25  # linear light
SKY_LIGHT = np.array([0.60, 0.71, 0.90]) * 0.88  # ambient from above
EARTH_LIGHT = np.array([0.52, 0.46, 0.40]) * 0.56  # ambient from below
ZENITH = np.array([0.26, 0.42, 0.66])  # sRGB
HORIZON = np.array([0.74, 0.81, 0.88])  # sRGB; fog fades into it
NADIR = np.array([0.52, 0.55, 0.58])  # sRGB
FOG_START, FOG_DENSITY = 9.0, 0.030  # metres; per metre beyond the start
FOG_NEAR = 6.0  # metres: from farther away than this, fog is thinner by as much
ROCK = np.array([0.42, 0.385, 0.345])  # sRGB: what steep ground is
DRY = np.array([0.43, 0.41, 0.27])  # sRGB: what a height field's own colour turns to in patches
ROCK_FROM, ROCK_TO = np.cos(np.radians([14.0, 38.0]))  # of the normal's y
FLICKER_PERIOD = 4.0  # seconds after which a beam's flicker is the same again
EXPOSURE = 0.78
OCCLUDERS = 16  # spheres that darken what is near them
SHADOW_EDGE = 1024  # texels along the shadow map's edge
WIDE_EDGE, WIDE_FROM = 2048, 14.0  # where it covers more metres than that from its middle
QUICK_EDGE = 768  # where a processor plays graphics card


def shadow_extent(distance: float) -> float:
    """Half edge in metres of the square the shadow map covers, for a camera this far away.

    In steps of a factor 1.5, so that zooming slowly does not make shadows swim.
    """
    steps = np.ceil(np.log(max(distance, 1.0) * 1.15 / 6.0) / np.log(1.5))
    return float(6.0 * 1.5 ** max(0.0, float(steps)))


def shadow_edge(extent: float, quick: bool = False) -> int:
    """Texels along the edge of a shadow map that covers ``extent`` metres from its middle."""
    if quick:
        return QUICK_EDGE
    return WIDE_EDGE if extent > WIDE_FROM else SHADOW_EDGE


def fog(distance: float) -> tuple[float, float]:
    """Where fog starts and its density per metre, for a camera ``distance`` metres away from
    what it looks at: large things far away are as clear as small ones near by."""
    wide = max(1.0, distance / FOG_NEAR)
    return FOG_START * wide, FOG_DENSITY / wide


def flicker(time: float, along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Brightness 0..1 of a beam at a time (s) and ``along`` metres from its start.

    Three sines of 11.25, 27.5 and 63.25 Hz and one that runs along the beam; the same stands in
    ``gl/shaders/beam.frag``. All of them repeat after ``FLICKER_PERIOD``.
    """
    turn = 2 * np.pi * (time % FLICKER_PERIOD)
    whole = 0.66 + 0.20 * np.sin(11.25 * turn) + 0.07 * np.sin(27.5 * turn + 1.3)
    whole += 0.03 * np.sin(63.25 * turn + 0.7)
    return np.asarray(whole + 0.04 * np.sin(5.0 * along - 9.5 * turn))


def light_matrix(
    focus: NDArray[np.float64], extent: float, edge: int = SHADOW_EDGE
) -> NDArray[np.float64]:
    """World → the sun's clip space, f8[4,4], for a map of ``edge`` texels; moves in whole texels,
    so edges do not shimmer."""
    back = SUN
    right = np.cross(np.array([0.0, 1.0, 0.0]), back)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(back, right), back])
    texel = 2 * extent / edge
    center = np.round(rotation @ np.asarray(focus, dtype=np.float64) / texel) * texel
    depth = max(40.0, 2.0 * extent)
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = -center
    scale = np.diag([1.0 / extent, 1.0 / extent, -1.0 / depth, 1.0])
    return np.asarray(scale @ matrix)


def film(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    """Linear light → sRGB 0..1: Narkowicz's fit of the ACES film curve, then gamma 2.2."""
    c = linear * EXPOSURE
    c = np.clip(c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0)
    return np.asarray(c ** (1 / 2.2))


def unfilmed(color: NDArray[np.float64]) -> NDArray[np.float64]:
    """The linear light that ``film`` turns into ``color`` (0..0.98 a channel)."""
    y = np.clip(color, 0.0, 0.98) ** 2.2
    a, b, c = 2.43 * y - 2.51, 0.59 * y - 0.03, 0.14 * y
    return np.asarray((-b - np.sqrt(b * b - 4 * a * c)) / (2 * a)) / EXPOSURE


def to_linear(color: NDArray[np.float64]) -> NDArray[np.float64]:
    """sRGB → linear light (Chapman's cubic fit, as in the shaders)."""
    return np.asarray(color * (color * (color * 0.305306011 + 0.682171111) + 0.012522878))
