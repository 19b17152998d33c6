"""What a rig that walks on chains does in a pose: the root's moves, hinges, stance, chains, points.

Hinges turn against the animation, the stance then sets the trunk over the planted feet, the
chains reach from there for their targets, and points go along with what came of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from behave.ir.program import Part
from behave.rig import ccd, chains, hinges, points, stance_plane
from behave.rig.chains import Chains
from behave.rig.hinges import Hinges
from behave.rig.options import Evaluate, Floats
from behave.rig.points import Points
from behave.rig.pose import Indices, Pose
from behave.rig.skeleton import Skeleton
from behave.rig.slots import Offsets
from behave.rig.stance_plane import Stance


@dataclass(frozen=True, eq=False)
class Walker:
    """The parts of a walker; each None where a rig has none."""

    hinges: Hinges | None
    stance: Stance | None
    chains: Chains | None
    points: Points | None


def build(
    parts: Sequence[Part], skeleton: Skeleton, offsets: Offsets, evaluate: Evaluate
) -> Walker:
    """Lay out the parts."""
    found = chains.build(parts, skeleton, offsets, evaluate)
    return Walker(
        hinges=hinges.build(parts, skeleton, offsets, evaluate),
        stance=stance_plane.build(parts, skeleton, offsets, evaluate, found),
        chains=found,
        points=points.build(parts, skeleton, offsets, evaluate),
    )


def bind(walker: Walker, rows: Floats, frame: Indices) -> None:
    """Stand in the bind pose: nothing turned, feet on their rest places."""
    if walker.hinges is not None:
        rows[:, walker.hinges.angles] = 0.0
    if walker.stance is not None:
        walker.stance.bind(rows)
    if walker.chains is not None:
        walker.chains.bind(rows, frame)


def stand(
    walker: Walker, skeleton: Skeleton, pose: Pose, rows: Floats, frame: Indices, dt: float
) -> None:
    """The stance and the chains of every agent, in place, on a pose that is ready."""
    if walker.stance is not None:
        walker.stance.stand(skeleton, pose, rows, frame, dt)
    if walker.chains is not None:
        ccd.solve(walker.chains, skeleton, pose, rows, frame, dt)


def move_root(rows: Floats, root: int, moved: int, velocity: int, dt: float) -> None:
    """Move every agent's root by this tick's moves, through walls and all; write its velocity.

    The arguments are offsets. A move that is no vec counts as none.
    """
    if moved < 0:
        return
    way = rows[:, moved : moved + 3]
    if not np.isfinite(way).all():
        way = np.where(np.isfinite(way).all(axis=1, keepdims=True), way, 0.0)
    rows[:, root : root + 3] += way
    if velocity >= 0:
        rows[:, velocity : velocity + 3] = way / dt
