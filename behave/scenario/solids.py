"""The colliders of a scene, from their sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from behave.ir.program import ColliderShape, Scene, SceneCollider
from behave.runtime.readable import value_text
from behave.scenario.constants import SceneError, complain, constant
from behave.world import colliders
from behave.world.colliders import Collider

_SIZES = {
    ColliderShape.BOX: ("size",),
    ColliderShape.SPHERE: ("radius",),
    ColliderShape.CAPSULE: ("radius", "height"),
    ColliderShape.GROUND: (),
}


def scene_colliders(scene: Scene) -> tuple[Collider, ...]:
    """The scene's colliders in declared order; ``SceneError`` names the one that is wrong."""
    return tuple(_collider(declared, scene.name) for declared in scene.colliders)


def _collider(declared: SceneCollider, scene: str) -> Collider:
    values = _values(declared, scene)
    at = values["at"]
    turn = values.get("turn", (0.0, 0.0, 0.0, 1.0))
    name, layer = declared.name, declared.layer
    try:
        if declared.shape is ColliderShape.BOX:
            return colliders.box(name, at, values["size"], turn, layer)
        if declared.shape is ColliderShape.SPHERE:
            return colliders.sphere(name, at, values["radius"], layer)
        if declared.shape is ColliderShape.CAPSULE:
            return colliders.capsule(name, at, values["radius"], values["height"], turn, layer)
        return colliders.plane(name, at, turn, layer)
    except ValueError as problem:
        raise complain(declared.span, scene, str(problem)) from None


def _values(declared: SceneCollider, scene: str) -> dict[str, Any]:
    """The collider's values as plain numbers and lists, checked to be there and above 0."""
    found: dict[str, Any] = {}
    for name, node in declared.values:
        value = constant(node)
        if value is None:
            raise _wrong(declared, scene, f"`{name}` has no value, or one that is not finite")
        if name in _SIZES[declared.shape] and float(np.min(value)) <= 0.0:
            shown = value_text(value, node.kind, None, ())
            raise _wrong(declared, scene, f"`{name}` must be above 0, it is {shown}")
        found[name] = value.tolist() if isinstance(value, np.ndarray) else value
    for name in ("at", *_SIZES[declared.shape]):
        if name not in found:
            raise _wrong(declared, scene, f"it needs `{name}:`")
    return found


def _wrong(declared: SceneCollider, scene: str, message: str) -> SceneError:
    return complain(declared.span, scene, f"{declared.shape.value} {declared.name}: {message}")
