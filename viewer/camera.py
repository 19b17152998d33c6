"""The camera: where the picture is taken from."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

NEAR, FAR = 0.05, 250.0
FARTHEST = 1e6  # metres from the origin that can still be looked at

# view name → yaw, pitch (radians). Yaw 0 looks from +z back at the character's face.
VIEWS = {
    "front": (0.0, 0.06),
    "side": (-math.pi / 2, 0.06),
    "left": (math.pi / 2, 0.06),
    "back": (math.pi, 0.06),
    "top": (math.pi, math.radians(89.0)),
    "three-quarter": (-2.45, 0.32),
}


@dataclass(frozen=True)
class Camera:
    """An orbit camera: looks at ``target`` from ``distance`` at ``yaw`` and ``pitch`` (radians).

    ``field`` is the vertical field of view in radians.
    """

    target: tuple[float, float, float] = (0.0, 0.95, 0.0)
    yaw: float = VIEWS["three-quarter"][0]
    pitch: float = VIEWS["three-quarter"][1]
    distance: float = 4.6
    field: float = math.radians(38.0)

    def sound(self) -> Camera:
        """The same camera, with what is not a finite number as usual: a place gone astray
        (a state that is no number, a spoilt turn) must not end the picture."""
        usual = Camera()
        target = tuple(
            x if math.isfinite(x) and abs(x) <= FARTHEST else u
            for x, u in zip(self.target, usual.target, strict=True)
        )
        numbers = {
            name: getattr(usual, name)
            for name in ("yaw", "pitch", "distance", "field")
            if not math.isfinite(getattr(self, name))
        }
        if not numbers and target == self.target:
            return self
        return replace(self, target=(target[0], target[1], target[2]), **numbers)

    @cached_property
    def eye(self) -> NDArray[np.float64]:
        """Where the camera stands, f8[3]."""
        c = math.cos(self.pitch)
        back = np.array([c * math.sin(self.yaw), math.sin(self.pitch), c * math.cos(self.yaw)])
        return _fixed(np.asarray(self.target) + self.distance * back)

    @cached_property
    def axes(self) -> NDArray[np.float64]:
        """Columns: right, up and back (towards the camera), f8[3,3]."""
        back = self.eye - np.asarray(self.target)
        back /= np.linalg.norm(back)
        right = np.array([math.cos(self.yaw), 0.0, -math.sin(self.yaw)])
        return _fixed(np.stack([right, np.cross(back, right), back], axis=1))

    @property
    def ahead(self) -> NDArray[np.float64]:
        """The level direction away from the camera, f8[3]: where *forward* on a stick goes."""
        return np.array([-math.sin(self.yaw), 0.0, -math.cos(self.yaw)])

    def view_projection(self, aspect: float) -> NDArray[np.float64]:
        """World → clip space, f8[4,4], acting on columns (x, y, z, 1)."""
        view = np.eye(4)
        view[:3, :3] = self.axes.T
        view[:3, 3] = -self.axes.T @ self.eye
        t = 1.0 / math.tan(self.field / 2)
        projection = np.zeros((4, 4))
        projection[0, 0], projection[1, 1] = t / aspect, t
        projection[2, 2] = (FAR + NEAR) / (NEAR - FAR)
        projection[2, 3] = 2 * FAR * NEAR / (NEAR - FAR)
        projection[3, 2] = -1.0
        return projection @ view

    def orbited(self, across: float, up: float) -> Camera:
        """Turned around the target by radians."""
        pitch = min(max(self.pitch + up, math.radians(-12.0)), math.radians(89.0))
        return replace(self, yaw=self.yaw + across, pitch=pitch)

    def panned(self, right: float, up: float) -> Camera:
        """Moved sideways and up in the picture plane, by metres."""
        x, y, _ = self.axes.T
        return self.looking_at(np.asarray(self.target) + right * x + up * y)

    def zoomed(self, factor: float) -> Camera:
        """Nearer (factor < 1) or farther."""
        return replace(self, distance=min(max(self.distance * factor, 0.25), 120.0))

    def looking_at(self, target: ArrayLike) -> Camera:
        """The same view of another target."""
        x, y, z = (float(v) for v in np.asarray(target))
        return replace(self, target=(x, y, z))

    def seen_from(self, view: str) -> Camera:
        """The named view (see ``VIEWS``)."""
        yaw, pitch = VIEWS[view]
        return replace(self, yaw=yaw, pitch=pitch)


def _fixed(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """An array that many share, and nobody writes."""
    array.flags.writeable = False
    return array


def project(
    view_projection: NDArray[np.float64], points: ArrayLike, width: int, height: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Pixel places f8[K,2] (x right, y down) of world points and whether they lie ahead."""
    world = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    clip = world @ view_projection[:, :3].T + view_projection[:, 3]
    ahead = clip[:, 3] > NEAR
    w = np.where(ahead, clip[:, 3], 1.0)
    x = (clip[:, 0] / w * 0.5 + 0.5) * width
    y = (0.5 - clip[:, 1] / w * 0.5) * height
    return np.stack([x, y], axis=1), ahead
