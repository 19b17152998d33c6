"""Shapes as SVG, written by hand: the same text for the same shapes, nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from viewer.graph.shapes import Dot, Line, Point, Rect, Shape, Text, Tip, Tone, towards

FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
BASELINE = 0.78  # of a line's height, from its top


def number(value: float) -> str:
    """A length as short as it can be written: two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def paint(tone: Tone, kind: str = "fill") -> str:
    """The attributes of a colour."""
    red, green, blue = (round(255 * part) for part in tone[:3])
    text = f'{kind}="#{red:02x}{green:02x}{blue:02x}"'
    return text if tone[3] >= 1.0 else f'{text} {kind}-opacity="{number(tone[3])}"'


def document(
    shapes: Sequence[Shape], width: float, height: float, paper: Tone, size: float, title: str = ""
) -> str:
    """A whole SVG file; ``size`` is that of its texts."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" '
        f'height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}" '
        f'font-family="{FAMILY}" font-size="{number(size)}">'
    )
    lines = [head]
    if title:
        lines.append(f"<title>{escape(title)}</title>")
    lines.append(f'<rect width="100%" height="100%" {paint(paper)}/>')
    lines += [element(shape, size) for shape in shapes]
    return "\n".join([*lines, "</svg>", ""])


def element(shape: Shape, size: float) -> str:
    """One shape as an element."""
    if isinstance(shape, Rect):
        place = f'x="{number(shape.x)}" y="{number(shape.y)}"'
        extent = f'width="{number(shape.width)}" height="{number(shape.height)}"'
        line = f'{paint(shape.line, "stroke")} stroke-width="{number(shape.thick)}"'
        return f'<rect {place} {extent} rx="{number(shape.radius)}" {paint(shape.fill)} {line}/>'
    if isinstance(shape, Line):
        line = f'{paint(shape.tone, "stroke")} stroke-width="{number(shape.thick)}"'
        return f'<path d="{path(shape.points, shape.radius)}" fill="none" {line}/>'
    if isinstance(shape, Tip):
        (x, y), back = shape.at, -8.0 * shape.way
        corners = [(x, y), (x + back, y - 4.0), (x + back, y + 4.0)]
        points = " ".join(f"{number(a)},{number(b)}" for a, b in corners)
        return f'<polygon points="{points}" {paint(shape.tone)}/>'
    if isinstance(shape, Dot):
        cx, cy = (number(part) for part in shape.at)
        return f'<circle cx="{cx}" cy="{cy}" r="{number(shape.radius)}" {paint(shape.tone)}/>'
    return _text(shape, size)


def _text(shape: Text, size: float) -> str:
    more = ' font-weight="bold"' if shape.bold else ""
    more += ' text-anchor="end"' if shape.right else ""
    y = shape.y + size * 1.2 * BASELINE
    place = f'x="{number(shape.x)}" y="{number(y)}"'
    return f"<text {place} {paint(shape.tone)}{more}>{escape(shape.text)}</text>"


def path(points: Sequence[Point], radius: float) -> str:
    """The data of a path through points, its corners rounded."""
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = towards(corner, before, radius), towards(corner, after, radius)
        parts.append(f"L{number(into[0])} {number(into[1])}")
        parts.append(f"Q{number(corner[0])} {number(corner[1])} {number(out[0])} {number(out[1])}")
    parts.append(f"L{number(points[-1][0])} {number(points[-1][1])}")
    return "".join(parts)
