"""Light at many points at once: the formulas of ``gl/shaders/light.glsl`` in numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer import look

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Light:
    """What lighting needs: the eye, the sun's matrix and depths, spheres that darken."""

    eye: Array
    matrix: Array
    depths: Array  # [E, E], row 0 at the top, clip-space z; inf where nothing is
    texel: float  # metres
    occluders: Array  # [K, 4]
    fog: tuple[float, float] = (look.FOG_START, look.FOG_DENSITY)


def lit(light: Light, base: Array, place: Array, normal: Array, material: Array) -> Array:
    """Linear light from points: ``base`` linear colour f8[S,3], ``material`` f8[S,3]."""
    view = light.eye - place
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    open_ = openness(light, place, normal)[:, None]
    up = (0.5 + 0.5 * normal[:, 1])[:, None]
    ambient = (look.EARTH_LIGHT * (1 - up) + look.SKY_LIGHT * up) * open_
    facing = np.clip(normal @ look.SUN, 0.0, None)[:, None]
    seen = sun_seen(light, place, normal)[:, None]
    c = base * (ambient + look.SUN_COLOR * facing * seen)
    gloss, rim, glow = (material[:, k : k + 1] for k in range(3))
    middle = look.SUN + view
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    shine = np.clip(np.sum(normal * middle, axis=1, keepdims=True), 0.0, None)
    c += look.SUN_COLOR * seen * facing * gloss * 0.30 * shine ** (8.0 + 82.0 * gloss)
    edge = (1.0 - np.clip(np.sum(normal * view, axis=1, keepdims=True), 0.0, None)) ** 4
    c += look.SKY_LIGHT * rim * edge * open_ * (0.35 + 0.65 * np.clip(up, 0.0, 1.0))
    return np.asarray(c * (1 - glow) + base * 1.6 * glow)


def openness(light: Light, place: Array, normal: Array) -> Array:
    """Share of the ambient light left by the spheres around, f8[S]."""
    left = np.ones(len(place))
    for x, y, z, radius in light.occluders[: look.OCCLUDERS]:
        center = np.array([x, y, z])
        near = np.flatnonzero(np.sum((place - center) ** 2, axis=1) < (12.0 * radius) ** 2)
        to = center - place[near]
        d2 = np.maximum(np.sum(to * to, axis=1), radius * radius)
        cosine = np.clip(np.sum(normal[near] * to, axis=1) / np.sqrt(d2), 0.0, 1.0)
        left[near] *= 1.0 - 0.75 * cosine * radius * radius / d2
    return left


def sun_seen(light: Light, place: Array, normal: Array) -> Array:
    """Share of the sun that reaches points, f8[S]: 16 filtered looks into the depths."""
    facing = normal @ look.SUN
    steep = np.sqrt(np.clip(1.0 - facing * facing, 0.0, None))
    lift = light.texel * (1.0 + 2.6 * steep)
    at = place + normal * lift[:, None]
    clip = at @ light.matrix[:3, :3].T + light.matrix[:3, 3]
    edge = len(light.depths)
    u, v = (clip[:, 0] * 0.5 + 0.5) * edge, (0.5 - clip[:, 1] * 0.5) * edge
    margin = 0.01 * edge
    covered = (u > margin) & (u < edge - margin) & (v > margin) & (v < edge - margin)
    asked = np.flatnonzero(covered & (facing > 0.0))
    seen = np.where(facing > 0.0, 1.0, 0.0)
    total = np.zeros(len(asked))
    for dy, wy in zip((-1.5, -0.5, 0.5, 1.5), (1.0, 2.0, 2.0, 1.0), strict=True):
        for dx, wx in zip((-1.5, -0.5, 0.5, 1.5), (1.0, 2.0, 2.0, 1.0), strict=True):
            column = np.clip((u[asked] + dx).astype(np.int64), 0, edge - 1)
            row = np.clip((v[asked] + dy).astype(np.int64), 0, edge - 1)
            total += wx * wy * (clip[asked, 2] - 0.0004 <= light.depths[row, column])
    seen[asked] = total / 36.0
    return seen


def in_fog(light: Light, c: Array, place: Array) -> Array:
    """Linear light after the fog between."""
    far = np.clip(np.linalg.norm(light.eye - place, axis=1) - light.fog[0], 0.0, None)
    clear = np.exp(-far * light.fog[1])[:, None]
    return np.asarray(look.unfilmed(look.HORIZON) * (1 - clear) + c * clear)


def sky(toward: Array) -> Array:
    """Film colour of the sky along directions f8[S,3]."""
    up = (toward[:, 1] / np.linalg.norm(toward, axis=1))[:, None]
    above = np.exp(-np.clip(up, 0.0, None) * 2.4)
    below = np.exp(np.clip(up, None, 0.0) * 2.4)
    high = look.HORIZON * above + look.ZENITH * (1 - above)
    low = look.HORIZON * below + look.NADIR * (1 - below)
    return np.where(up > 0.0, high, low)


def lines(at: Array, grain: Array, width: float) -> Array:
    """Darkness 0..1 of grid lines at whole numbers of ``at`` f8[S,2]; ``grain``: a pixel there."""
    near = np.abs((at - 0.5) % 1.0 - 0.5) / np.maximum(grain, 1e-6)
    fade = np.clip(1.6 - 3.0 * grain.max(axis=1), 0.0, 1.0)
    return np.asarray(np.clip(width - near.min(axis=1), 0.0, 1.0) * fade)
