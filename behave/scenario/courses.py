"""Paths of a scene and the colliders that move along them, from their sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from behave.ir.program import Scene, SceneCollider, ScenePath
from behave.kernel.vector_formulas import subtract
from behave.runtime.moving import Moving
from behave.scenario.constants import complain, constant
from behave.world import paths
from behave.world.paths import Path


def scene_courses(scene: Scene, names: Sequence[str]) -> tuple[Moving, ...]:
    """What moves, in declared order; ``names`` are the colliders' by row.

    ``SceneError`` names the path or collider that is wrong.
    """
    known = {declared.name: _path(declared, scene.name) for declared in scene.paths}
    return tuple(
        _moving(declared, known[declared.along], names.index(declared.name), scene.name)
        for declared in scene.colliders
        if declared.along
    )


def _path(declared: ScenePath, scene: str) -> Path:
    points = [constant(node) for node in declared.points]
    if any(point is None for point in points):
        raise complain(
            declared.span, scene, f"path {declared.name}: a point has no value, or no finite one"
        )
    make = paths.smooth if declared.smooth else paths.polyline
    try:
        return make(np.array(points, np.float64), declared.closed)
    except ValueError as problem:
        raise complain(declared.span, scene, f"path {declared.name}: {problem}") from None


def _moving(declared: SceneCollider, path: Path, row: int, scene: str) -> Moving:
    where = dict(declared.values)["at"]
    at = constant(where)
    speed = None if declared.speed is None else constant(declared.speed)
    if at is None or not isinstance(speed, float):
        raise complain(
            declared.span, scene, f"{declared.name} needs a place and a speed to move at"
        )
    x, y, z = (float(value) for value in at)
    start = paths.nearest(path, (x, y, z))
    ground = 1 << declared.over if declared.over >= 0 else 0
    return Moving(row, path, start, speed, subtract((x, y, z), paths.at(path, start)), ground)
