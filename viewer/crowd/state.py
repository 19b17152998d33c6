"""A moment of a crowd: the agent followed as an ordinary state, and how all others stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.runtime.state import State
from viewer.scene.bodies import Body, Posed
from viewer.scene.figure import Tints

Poses = NDArray[np.float32]
"""f4[N, 7 B]: the joints of N agents' B bones, then their rotations."""


@dataclass(frozen=True, eq=False)
class Cast:
    """The agents of one group of a crowd as they are drawn, and their numbers int64[N]."""

    numbers: NDArray[np.int64]
    body: Body
    tints: Tints

    def posed(self, poses: Poses) -> Posed:
        """The agents as they stand in some poses."""
        bones = len(self.body.names)
        places = poses[:, : 3 * bones].reshape(-1, bones, 3)
        return Posed(self.body, places, poses[:, 3 * bones :].reshape(-1, bones, 4), self.tints)


@dataclass(eq=False)
class CrowdState(State):
    """The state of the agent followed, and the poses of all agents, it among them.

    ``followed`` is its group and row among ``casts``.
    """

    casts: tuple[Cast, ...]
    poses: tuple[Poses, ...]
    followed: tuple[int, int]

    def arrays(self) -> list[np.ndarray]:
        """All arrays in a fixed order, the poses last."""
        return [*super().arrays(), *self.poses]

    def copy(self) -> CrowdState:
        """The followed agent's part as a copy; poses are never changed."""
        return self.with_poses(super().copy(), self.poses)

    def with_poses(self, own: State, poses: tuple[Poses, ...]) -> CrowdState:
        """Another state of the agent followed, with poses that belong to it."""
        lists = (own.rows, own.zones, own.entered, own.draws)
        world = (own.alive, own.position, own.rotation)
        return CrowdState(own.tick, *lists, *world, self.casts, poses, self.followed)

    def posed(self) -> list[Posed]:
        """All agents as they stand, group by group."""
        return [cast.posed(poses) for cast, poses in zip(self.casts, self.poses, strict=True)]

    def middles(self) -> NDArray[np.float64]:
        """Where the agents' first bones are, f8[N,3] by number."""
        found = np.zeros((sum(len(cast.numbers) for cast in self.casts), 3))
        for cast, poses in zip(self.casts, self.poses, strict=True):
            found[cast.numbers] = poses[:, :3] if poses.shape[1] else 0.0
        return found


def mixed(before: tuple[Poses, ...], after: tuple[Poses, ...], share: float) -> tuple[Poses, ...]:
    """Poses ``share`` of the way from one tick to the next; rotations the short way."""
    return tuple(_mixed(a, b, np.float32(share)) for a, b in zip(before, after, strict=True))


def _mixed(a: Poses, b: Poses, share: np.float32) -> Poses:
    bones = a.shape[1] // 7
    out = a + (b - a) * share
    q, p = (each[:, 3 * bones :].reshape(-1, bones, 4) for each in (a, b))
    sign = np.where(np.einsum("nbi,nbi->nb", q, p) < 0.0, np.float32(-1.0), np.float32(1.0))
    turn = q * (1 - share) + p * (sign * share)[..., None]
    turn /= np.maximum(np.sqrt(np.einsum("nbi,nbi->nb", turn, turn)), np.float32(1e-6))[..., None]
    out[:, 3 * bones :] = turn.reshape(len(out), -1)
    return out
