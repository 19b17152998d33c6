"""The colliders of a scene, from their sentences."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from behave.ir.program import ColliderShape, Scene, SceneCollider
from behave.runtime.readable import value_text
from behave.scenario.constants import SceneError, complain, constant
from behave.scenario.land import Pictures, heightfield, no_pictures, stairs
from behave.world import colliders
from behave.world.colliders import Collider

_SIZES = {
    ColliderShape.BOX: ("size",),
    ColliderShape.SPHERE: ("radius",),
    ColliderShape.CAPSULE: ("radius", "height"),
    ColliderShape.GROUND: (),
    ColliderShape.HEIGHTFIELD: ("size",),
    ColliderShape.STAIRS: ("size", "steps"),
}


def scene_colliders(scene: Scene, pictures: Pictures = no_pictures) -> tuple[Collider, ...]:
    """The scene's colliders in declared order, stairs as their steps.

    ``SceneError`` names the one that is wrong.
    """
    return tuple(
        made for declared in scene.colliders for made in _made(declared, scene.name, pictures)
    )


def _made(declared: SceneCollider, scene: str, pictures: Pictures) -> tuple[Collider, ...]:
    """What one sentence stands for."""
    values = _values(declared, scene)
    try:
        if declared.shape is ColliderShape.STAIRS:
            return stairs(declared.name, declared.layer, values)
        if declared.shape is ColliderShape.HEIGHTFIELD:
            read = partial(pictures, declared.span.source)
            picture = dict(declared.texts).get("file", "")
            return (heightfield(declared.name, declared.layer, values, read, picture),)
    except ValueError as problem:
        raise _wrong(declared, scene, str(problem)) from None
    return (_collider(declared, values, scene),)


def _collider(declared: SceneCollider, values: dict[str, Any], scene: str) -> Collider:
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
