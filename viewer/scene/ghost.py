"""The run before this one beside it: see-through figures where they differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.draw_list import DrawListBuilder
from viewer.scene.bodies import Body, bodies_of
from viewer.scene.figure import solids

APART = 0.005  # metres: bones nearer than this to the run now are not drawn twice
TONE = (0.55, 0.75, 1.0, 0.30)


@dataclass(frozen=True, eq=False)
class Ghost:
    """A state of another run, and the bodies of its model."""

    model: Model
    state: State
    bodies: tuple[Body, ...]


def ghost_of(model: Model, state: State, before: Ghost | None = None) -> Ghost:
    """A ghost; the bodies of an earlier one of the same model are taken over."""
    same = before is not None and before.model is model
    bodies = before.bodies if same and before is not None else bodies_of(model, state)
    return Ghost(model, state, bodies)


def draw_ghost(builder: DrawListBuilder, ghost: Ghost, model: Model, state: State) -> None:
    """Add the figures of another run that stand elsewhere than in this one."""
    for number, (body, rows) in enumerate(zip(ghost.bodies, ghost.state.rows, strict=True)):
        if body.figure is None or not len(rows):
            continue
        apart = [
            not _same(ghost, body, number, row, name, model, state)
            for row, name in enumerate(ghost.model.groups[number].names)
        ]
        if not any(apart):
            continue
        boxes, rods = solids(body.figure, body.places(rows)[apart], body.turns(rows)[apart])
        for kind, found in (("glass_boxes", boxes), ("glass_capsules", rods)):
            seen = found.copy()
            seen["color"] = TONE
            seen["material"] = (0.0, 0.0, 0.0, 0.0)
            builder.solids(kind, seen)


def _same(
    ghost: Ghost, body: Body, number: int, row: int, name: str, model: Model, state: State
) -> bool:
    """Whether an agent stands as in the run now, to a few millimetres."""
    place = model.places.get(name)
    if place is None:
        return False
    now, then = state.rows[place.group][place.row], ghost.state.rows[number][row]
    if len(now) != len(then):
        return False
    gap = np.abs(now[body.position] - then[body.position])
    return bool(gap.size == 0 or float(gap.max()) < APART)
