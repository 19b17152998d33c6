"""Constant expressions of a scene or test worked out, and the error a scene gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from behave.ir.program import Node
from behave.runtime.frame import Frame
from behave.runtime.reference import Scope
from behave.runtime.slots import is_storable
from behave.source import Span

_NO_WORDS = Frame(np.zeros(0), 1.0, np.zeros(0, np.int64), 0)


class SceneError(ValueError):
    """A scene that cannot be built: the message names the place, the scene and the thing."""


def complain(span: Span | None, scene: str, message: str) -> SceneError:
    """A ``SceneError`` as ``file:line: scene NAME: message``."""
    where = "" if span is None else f"{span.source.name}:{span.line}: "
    return SceneError(f"{where}scene {scene}: {message}")


def constant(node: Node) -> Any:
    """The value of an expression that reads no agent; None where it is absent or not finite."""
    with np.errstate(all="ignore"):
        value = Scope(None, 1.0).compile(node)(_NO_WORDS)
    return value if value is not None and is_storable(value) else None


def seconds(node: Node, scene: str, what: str) -> float:
    """A constant time, at least 0; ``SceneError`` for any other."""
    value = constant(node)
    if not isinstance(value, float) or value < 0.0:
        raise complain(node.span, scene, f"{what} needs a time of at least 0 s")
    return value
