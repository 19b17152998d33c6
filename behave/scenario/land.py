"""Terrain and stairs of a scene, from their sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from behave.kernel.rotation_formulas import q_rotate
from behave.kernel.vector_formulas import add
from behave.scenario.pictures import pictured
from behave.source import Source
from behave.world import colliders, terrain
from behave.world.colliders import Collider

Pictures = Callable[[Source, str], bytes | str]
"""Reads a picture a file names: ``(the file it is named in, the path as written)`` gives its
bytes, or why it cannot be used."""

CELLS = 80  # cells along the longer edge where none are wished for


def no_pictures(using: Source, path: str) -> str:
    """Reads nothing: for programs that come from no file."""
    return f'the picture "{path}" cannot be read here'


def heightfield(
    name: str, layer: int, values: dict[str, Any], read: Callable[[str], bytes | str], picture: str
) -> Collider:
    """A field from its values (``at``, ``size`` and so on); ValueError says what is wrong.

    ``picture`` is its file as written, "" for land made from ``seed``.
    """
    width, top, depth = values["size"]
    if picture:
        data = read(picture)
        if isinstance(data, str):
            raise ValueError(data)
        try:
            heights = pictured(data, top)
        except ValueError as problem:
            raise ValueError(f'"{picture}": {problem}') from None
        if "cell" in values:
            heights = terrain.resampled(heights, *terrain.counts(width, depth, values["cell"]))
    else:
        cell = values.get("cell", max(width, depth) / CELLS)
        seed = values.get("seed", 0.0)
        if seed != np.floor(seed) or abs(seed) > 2.0**53:
            raise ValueError(f"`seed` must be a whole number, it is {seed:g}")
        flat = values.get("flat", 0.0)
        heights = terrain.generated(int(seed), width, depth, top, cell, flat)
    return colliders.heightfield(name, values["at"], width, depth, heights, layer)


def stairs(name: str, layer: int, values: dict[str, Any]) -> tuple[Collider, ...]:
    """The steps of a flight as boxes ``NAME[0]`` …, the lowest first, each down to the foot.

    ``at`` is the middle of the front edge of its foot; it rises along its own +z over ``size``
    (width, height, depth of the whole flight). ValueError where ``steps`` is no whole number.
    """
    steps = values["steps"]
    if steps != np.floor(steps) or not 1.0 <= steps <= 1000.0:
        raise ValueError(f"`steps` must be a whole number from 1 to 1000, it is {steps:g}")
    width, height, depth = values["size"]
    turn = _quadruple(values.get("turn", (0.0, 0.0, 0.0, 1.0)))
    x, y, z = values["at"]
    count = int(steps)
    made = []
    for step in range(count):
        rise = height * (step + 1) / count
        middle = (0.0, 0.5 * rise, depth * (step + 0.5) / count)
        place = add((x, y, z), q_rotate(turn, middle))
        size = (width, rise, depth / count)
        made.append(colliders.box(f"{name}[{step}]", place, size, turn, layer))
    return tuple(made)


def _quadruple(turn: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, z, w = turn
    return x, y, z, w
