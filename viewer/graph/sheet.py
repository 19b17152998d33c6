"""All machines of a behavior on one sheet: each with its name, beside each other where they fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from behave.ir.program import BehaviorProgram
from viewer.graph.layout import Style, lay_out
from viewer.graph.shapes import STILL, Dot, Line, Live, Rect, Shape, Text, Theme, Tip, drawn
from viewer.scene.states import families

MARGIN = 14.0
APART = 26.0  # between machines


@dataclass(frozen=True)
class Drawing:
    """Shapes and the size of what they fill."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


def behavior_sheet(
    behavior: BehaviorProgram,
    width: float,
    style: Style,
    theme: Theme,
    lives: Mapping[int, Live] | None = None,
) -> Drawing:
    """The graphs of a behavior's machines; of a machine array one for all its instances.

    ``lives`` are by the number of the machine, of an array that of its first.
    """
    shapes: list[Shape] = []
    x, y, wide, lowest = MARGIN, MARGIN, 0.0, MARGIN
    for name, members in families(behavior.machines):
        machine = behavior.machines[members[0]]
        layout = lay_out(behavior, machine, width - 2 * MARGIN, style)
        if x > MARGIN and x + layout.width > width - MARGIN:
            x, y = MARGIN, lowest + APART
        title = f"{name}[{len(members)}]" if machine.family else name
        shapes.append(Text(x, y, title, theme.quiet))
        top = y + style.line + 5.0
        live = (lives or {}).get(members[0], STILL)
        shapes += (moved(shape, x, top) for shape in drawn(machine, layout, style, theme, live))
        lowest = max(lowest, top + layout.height)
        wide = max(wide, x + layout.width)
        x += layout.width + APART
    return Drawing(tuple(shapes), wide + MARGIN, lowest + MARGIN)


def moved(shape: Shape, x: float, y: float) -> Shape:
    """A shape somewhere else."""
    if isinstance(shape, Rect | Text):
        return replace(shape, x=shape.x + x, y=shape.y + y)
    if isinstance(shape, Line):
        return replace(shape, points=tuple((a + x, b + y) for a, b in shape.points))
    assert isinstance(shape, Tip | Dot)
    return replace(shape, at=(shape.at[0] + x, shape.at[1] + y))
