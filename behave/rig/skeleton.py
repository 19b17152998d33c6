"""The bones of a rig as arrays; agents of one group may differ in size, not in structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import Bone
from behave.rig.forward import forward_all
from behave.rig.options import Evaluate, Floats, spread

ROOT = -1


@dataclass(frozen=True, eq=False)
class Skeleton:
    """B bones of N agents, parents before children; parent -1 is the root.

    ``at`` f8[N, B, 3] and ``turn`` f8[N, B, 4] are the bind pose in the parent's frame,
    ``rest_position`` and ``rest_rotation`` the same in the root's frame.
    """

    names: tuple[str, ...]
    parents: NDArray[np.int64]
    at: Floats
    turn: Floats
    rest_position: Floats
    rest_rotation: Floats

    @property
    def agents(self) -> int:
        """How many agents."""
        return int(self.at.shape[0])

    def index(self, name: str) -> int:
        """The position of a bone, -1 for an unknown or empty name."""
        return self.names.index(name) if name in self.names else ROOT

    def children(self, bone: int) -> tuple[int, ...]:
        """The bones that hang on ``bone``, in order."""
        return tuple(int(b) for b in np.flatnonzero(self.parents == bone))

    def below(self, bone: int) -> NDArray[np.int64]:
        """``bone`` and all that hangs on it, parents before children."""
        found = [b for b in range(len(self.parents)) if bone in self.ancestors(b)]
        return np.array(found, np.int64)

    def ancestors(self, bone: int) -> tuple[int, ...]:
        """``bone`` and the bones it hangs on, nearest first."""
        line = []
        while bone != ROOT:
            line.append(bone)
            bone = int(self.parents[bone])
        return tuple(line)


def build(bones: Sequence[Bone], evaluate: Evaluate, agents: int) -> Skeleton:
    """Lay out the bones and their bind pose for ``agents`` agents.

    Raises ``ValueError`` where a bone comes before its parent (analysis reports that first).
    """
    names = tuple(bone.name for bone in bones)
    parents = np.full(len(bones), ROOT, dtype=np.int64)
    at = np.zeros((agents, len(bones), 3))
    turn = np.zeros((agents, len(bones), 4))
    turn[:, :, 3] = 1.0
    for b, bone in enumerate(bones):
        if bone.parent not in ("", "root"):
            if bone.parent not in names[:b]:
                raise ValueError(f"bone {bone.name}: its parent {bone.parent} does not precede it")
            parents[b] = names.index(bone.parent)
        at[:, b] = spread(evaluate(bone.at), (agents, 3))
        if bone.turn is not None:
            turn[:, b] = unit_rotations(spread(evaluate(bone.turn), (agents, 4)))
    position, rotation = np.zeros_like(at), np.zeros_like(turn)
    roots = np.zeros((agents, 7))
    roots[:, 6] = 1.0
    forward_all(roots, 0, 3, parents, at, turn, position, rotation)
    return Skeleton(names, parents, at, turn, position, rotation)


def unit_rotations(rotations: Floats) -> Floats:
    """Rotations f8[N, 4] at length 1; the identity for zero ones."""
    size = np.linalg.norm(rotations, axis=1, keepdims=True)
    identity = np.array([0.0, 0.0, 0.0, 1.0])
    return np.where(size > 1e-12, rotations / np.maximum(size, 1e-12), identity)
