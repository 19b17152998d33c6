"""What tests measure on a body that was played: points of it, joints, and what they are near."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from behave.kernel import rotation_formulas, vector_formulas
from behave.world import queries
from tests.behaviors.runs import Run

Triple = tuple[float, float, float]


def turned(rotation: np.ndarray, offset: Triple) -> Triple:
    """An offset in a bone's frame as a direction in the world."""
    return rotation_formulas.q_rotate(tuple(rotation), offset)


def angle_degrees(a: np.ndarray, b: np.ndarray) -> float:
    """Between two rotations."""
    return float(np.degrees(rotation_formulas.q_angle(tuple(a), tuple(b))))


def points_of(run: Run, bone: str, tick: int, points: list[Triple]) -> np.ndarray:
    """Points of a bone's frame in the world, f8[P, 3]."""
    at = tuple(run.slot(f"{bone}.position")[tick])
    rotation = run.slot(f"{bone}.rotation")[tick]
    return np.array([vector_formulas.add(at, turned(rotation, p)) for p in points])


def clearance(run: Run, points: np.ndarray, layer: str) -> float:
    """The smallest signed distance of points to anything on a layer; below 0 is inside."""
    wanted = run.model.program.layers.index(layer)
    layers = run.model.colliders.layer
    among = [i for i, number in enumerate(layers) if number == wanted]
    return min(
        float(queries.closest(run.model.colliders, np.full(len(points), c), points).distance.min())
        for c in among
    )


def fastest_joint(run: Run) -> tuple[float, str, int]:
    """The largest turn of a joint between two ticks: degrees, bone, tick."""
    found = (0.0, "", 0)
    for bone in run.group.behavior.rig.bones:
        turns = run.slot(f"{bone.name}.rotation")
        if bone.parent:
            parents = run.slot(f"{bone.parent}.rotation")
            turns = np.array(
                [
                    rotation_formulas.q_multiply(rotation_formulas.q_inverse(tuple(p)), tuple(q))
                    for p, q in zip(parents, turns, strict=True)
                ]
            )
        for tick, (a, b) in enumerate(pairwise(turns)):
            found = max(found, (angle_degrees(a, b), bone.name, tick))
    return found


def slide_of_planted(run: Run, side: str) -> float:
    """The farthest the ball of a planted foot moves in one tick, in metres."""
    planted = run.slot(f"leg[{side}].planted") > 0.5
    steps = np.linalg.norm(np.diff(run.slot(f"toe[{side}].position"), axis=0), axis=1)
    both = planted[1:] & planted[:-1]
    return float(steps[both].max())
