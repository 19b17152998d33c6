"""A hand-made humanoid pose, so that figures can be drawn without an engine."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from viewer.scene.figure import Skeleton, rotation_matrices

H = 1.8
BONES: dict[str, tuple[str, tuple[float, float, float]]] = {
    "hips": ("", (0.0, 0.53 * H, 0.0)),
    "spine": ("hips", (0.0, 0.06 * H, 0.0)),
    "chest": ("spine", (0.0, 0.11 * H, 0.0)),
    "neck": ("chest", (0.0, 0.15 * H, 0.0)),
    "head": ("neck", (0.0, 0.05 * H, 0.01 * H)),
}
for _side, _out in (("left", 1.0), ("right", -1.0)):
    BONES[f"upper_arm[{_side}]"] = ("chest", (_out * 0.10 * H, 0.12 * H, 0.0))
    BONES[f"forearm[{_side}]"] = (f"upper_arm[{_side}]", (_out * 0.16 * H, 0.0, 0.0))
    BONES[f"hand[{_side}]"] = (f"forearm[{_side}]", (_out * 0.145 * H, 0.0, 0.0))
    BONES[f"thigh[{_side}]"] = ("hips", (_out * 0.05 * H, -0.02 * H, 0.0))
    BONES[f"shin[{_side}]"] = (f"thigh[{_side}]", (0.0, -0.245 * H, 0.0))
    BONES[f"sole[{_side}]"] = (f"shin[{_side}]", (0.0, -0.225 * H, 0.0))

NAMES = tuple(BONES)


def skeleton() -> Skeleton:
    """The bones above with their bind places."""
    parents = tuple(NAMES.index(p) if p else -1 for p, _ in BONES.values())
    rest, _ = posed({})
    return Skeleton(NAMES, parents, rest)


def quaternion(axis: tuple[float, float, float], degrees: float) -> NDArray[np.float64]:
    """Turn about an axis, (x, y, z, w)."""
    v = np.asarray(axis, dtype=np.float64)
    half = math.radians(degrees) / 2
    return np.append(v / np.linalg.norm(v) * math.sin(half), math.cos(half))


def product(p: NDArray[np.float64], q: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quaternion product: first q, then p."""
    w = p[3] * q[3] - p[:3] @ q[:3]
    return np.append(p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3]), w)


def posed(
    turns: dict[str, NDArray[np.float64]], world: dict[str, NDArray[np.float64]] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bone places f8[B,3] and rotations f8[B,4] by forward kinematics.

    ``turns`` are local rotations; ``world`` replaces a bone's world rotation.
    """
    places: dict[str, NDArray[np.float64]] = {}
    rotations: dict[str, NDArray[np.float64]] = {}
    for name, (parent, at) in BONES.items():
        base = places.get(parent, np.zeros(3))
        turn = rotations.get(parent, np.array([0.0, 0.0, 0.0, 1.0]))
        places[name] = base + rotation_matrices(turn) @ np.asarray(at)
        rotations[name] = product(turn, turns.get(name, np.array([0.0, 0.0, 0.0, 1.0])))
        if world and name in world:
            rotations[name] = world[name]
    return np.stack([places[n] for n in NAMES]), np.stack([rotations[n] for n in NAMES])


def look(
    forward: tuple[float, float, float], up: tuple[float, float, float]
) -> NDArray[np.float64]:
    """The rotation whose +z is ``forward`` and +y nearest ``up``."""
    z = np.asarray(forward, dtype=np.float64) / np.linalg.norm(forward)
    x = np.cross(np.asarray(up, dtype=np.float64), z)
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    w = math.sqrt(max(0.0, 1 + x[0] + y[1] + z[2])) / 2
    if w > 1e-6:
        return np.array(
            [(y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w), w]
        )
    m = np.stack([x, y, z], axis=1)
    value, vectors = np.linalg.eigh(m + m.T)
    return np.append(vectors[:, int(np.argmax(value))], 0.0)


def walking() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A step, the left hand raised with a flat palm towards +x."""
    x, z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    turns = {
        "upper_arm[right]": product(quaternion(x, 18), quaternion(z, 80)),
        "forearm[right]": quaternion((0, 1, 0), 22),
        "upper_arm[left]": product(quaternion((0, 1, 0), -30), quaternion(z, -48)),
        "forearm[left]": quaternion(z, 62),
        "thigh[left]": quaternion(x, -24),
        "shin[left]": quaternion(x, 12),
        "thigh[right]": quaternion(x, 18),
        "shin[right]": quaternion(x, 24),
        "head": quaternion((0, 1, 0), 14),
    }
    hands = {
        "hand[left]": look((1, 0, 0), (0, 1, 0)),
        "hand[right]": look((0.9, 0, -0.2), (0.05, -1, 0.2)),
    }
    return posed(turns, hands)
