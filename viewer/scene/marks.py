"""How what a sensor asks is marked: one row of colours and lengths for each kind of query."""

from __future__ import annotations

from dataclasses import dataclass

from behave.ir.program import Query
from viewer.scene import colors
from viewer.scene.colors import RGB


@dataclass(frozen=True)
class Mark:
    """``normal`` and ``arrow``: colour and metres of the arrow at the point; ``ball``: metres,
    radius of the ball there; ``cast``, ``missed``: colours of what is sent out, where it meets
    something and where it does not; ``hit``, ``drop``: of the line to the point met, and of the
    way a retried cast was moved."""

    normal: RGB = colors.NORMAL
    arrow: float = 0.22
    ball: float = 0.03
    cast: RGB = colors.CAST
    missed: RGB = colors.RAY_MISS
    hit: RGB = colors.CAST_HIT
    drop: RGB = colors.CAST_DROP


MARKS: dict[Query, Mark] = {
    Query.RAY: Mark(ball=0.0, cast=colors.RAY),
    Query.BOXCAST: Mark(normal=colors.FACE_NORMAL, arrow=1.0),
    Query.SPHERECAST: Mark(arrow=0.15, ball=0.02),
}


REFUSALS = frozenset({"refused"})
"""Guards and bool lets of a machine array that say, by their name, that the place they ask about
will not do."""


def mark_of(query: Query) -> Mark:
    """The marks of a query."""
    return MARKS.get(query, Mark())
