"""A state graph as shapes: rectangles, lines, texts. Whoever draws it only knows these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from behave.ir.program import Machine
from viewer.graph.layout import BETWEEN, INDENT, Box, GraphLayout, Row, Style
from viewer.graph.routing import Edge
from viewer.graph.words import fitted

Tone = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True)
class Theme:
    """The colours of a graph, sRGB 0..1 with alpha."""

    paper: Tone
    box: Tone
    inner: Tone
    line: Tone
    lit: Tone
    lit_line: Tone
    text: Tone
    quiet: Tone
    good: Tone
    bad: Tone
    flash: Tone


DARK = Theme(
    paper=(0.085, 0.095, 0.125, 1.0),
    box=(0.155, 0.175, 0.225, 1.0),
    inner=(0.120, 0.134, 0.175, 1.0),
    line=(0.38, 0.42, 0.50, 1.0),
    lit=(0.17, 0.33, 0.30, 1.0),
    lit_line=(0.40, 0.86, 0.64, 1.0),
    text=(0.92, 0.93, 0.96, 1.0),
    quiet=(0.66, 0.70, 0.78, 1.0),
    good=(0.42, 0.86, 0.52, 1.0),
    bad=(0.98, 0.50, 0.45, 1.0),
    flash=(0.98, 0.58, 0.26, 1.0),
)
LIGHT = Theme(
    paper=(1.0, 1.0, 1.0, 1.0),
    box=(0.955, 0.962, 0.975, 1.0),
    inner=(0.985, 0.988, 0.994, 1.0),
    line=(0.52, 0.57, 0.65, 1.0),
    lit=(0.84, 0.95, 0.90, 1.0),
    lit_line=(0.07, 0.55, 0.37, 1.0),
    text=(0.10, 0.12, 0.16, 1.0),
    quiet=(0.36, 0.41, 0.49, 1.0),
    good=(0.09, 0.52, 0.24, 1.0),
    bad=(0.78, 0.19, 0.15, 1.0),
    flash=(0.86, 0.40, 0.05, 1.0),
)
THEMES = {"dark": DARK, "light": LIGHT}


@dataclass(frozen=True)
class Rect:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: Tone
    line: Tone
    thick: float = 1.0
    radius: float = 6.0


@dataclass(frozen=True)
class Line:
    """A line through points, its corners rounded by ``radius``."""

    points: tuple[Point, ...]
    tone: Tone
    thick: float = 1.2
    radius: float = 4.0


@dataclass(frozen=True)
class Tip:
    """An arrow's head at a point; ``way`` is 1 where it points right, −1 left."""

    at: Point
    way: int
    tone: Tone


@dataclass(frozen=True)
class Dot:
    """A round mark."""

    at: Point
    radius: float
    tone: Tone


@dataclass(frozen=True)
class Text:
    """A line of text; ``x``, ``y`` its upper left corner, or upper right where ``right``."""

    x: float
    y: float
    text: str
    tone: Tone
    bold: bool = False
    right: bool = False


Shape = Rect | Line | Tip | Dot | Text


@dataclass(frozen=True)
class Said:
    """What is known of an arrow now: whether it fires (None: unknown), its values in words."""

    holds: bool | None
    text: str
    active: bool = True


@dataclass(frozen=True)
class Live:
    """What a machine is in. ``timers`` are texts by active state; ``said`` is by (source, number);
    ``flashed`` is the arrow that fired last and how bright it still is (1..0); ``tokens`` are the
    texts and colours of instances by state, for one graph of several machines."""

    active: frozenset[int] = frozenset()
    timers: Mapping[int, str] = field(default_factory=dict)
    said: Mapping[tuple[int, int], Said] = field(default_factory=dict)
    flashed: tuple[int, int] | None = None
    brightness: float = 0.0
    tokens: Mapping[int, tuple[tuple[str, bool], ...]] = field(default_factory=dict)


STILL = Live()


def drawn(
    machine: Machine, layout: GraphLayout, style: Style, theme: Theme, live: Live = STILL
) -> list[Shape]:
    """The shapes of a graph, in the order in which they are drawn."""
    shapes: list[Shape] = []
    for box in layout.boxes:
        shapes += _box(machine, box, style, theme, live)
    order = sorted(layout.edges, key=lambda edge: _rank(edge, live))
    for edge in order:
        shapes += _edge(edge, theme, live)
    for row in layout.rows:
        shapes += _row(row, style, theme, live)
    return shapes


def _rank(edge: Edge, live: Live) -> int:
    """What matters more is drawn over the rest."""
    key = (edge.source, edge.number)
    said = live.said.get(key)
    return 2 if key == live.flashed else 1 if said is not None and said.active else 0


def _box(machine: Machine, box: Box, style: Style, theme: Theme, live: Live) -> list[Shape]:
    state = machine.states[box.state]
    lit = box.state in live.active
    fill = theme.lit if lit and not box.composite else theme.inner if box.composite else theme.box
    line = theme.lit_line if lit else theme.line
    shapes: list[Shape] = [
        Rect(box.x, box.y, box.width, box.height, fill, line, 1.8 if lit else 1.0)
    ]
    x, top = box.x + 9.0, box.y + (style.head - style.line) / 2
    first = machine.initial if state.parent < 0 else machine.states[state.parent].initial
    if first == box.state:
        shapes.append(Dot((x + 2.0, box.y + style.head / 2), 3.0, theme.quiet))
        x += 11.0
    right = box.x + box.width - 9.0
    timer = live.timers.get(box.state, "") if lit else ""
    if timer:
        shapes.append(Text(right, top, timer, theme.lit_line, right=True))
    tokens = live.tokens.get(box.state, ())
    room = right - x - style.measure("00.00 s") - 6.0
    room -= sum(style.measure(text) + 9.0 for text, _ in tokens)
    shapes.append(Text(x, top, fitted(state.name, room, style.measure), theme.text, bold=True))
    shapes += _tokens(tokens, right - style.measure("00.00 s") - 8.0, box, style, theme)
    return shapes


def _tokens(
    tokens: tuple[tuple[str, bool], ...], right: float, box: Box, style: Style, theme: Theme
) -> list[Shape]:
    """A plate for each instance that is in the state; the chosen one's stands out."""
    shapes: list[Shape] = []
    x = right - sum(style.measure(text) + 9.0 for text, _ in tokens)
    top, high = box.y + 3.0, style.head - 6.0
    for text, chosen in tokens:
        wide = style.measure(text)
        tone = theme.flash if chosen else theme.lit_line
        shapes.append(Rect(x, top, wide + 7.0, high, (*tone[:3], 0.22), tone, 1.0, 4.0))
        shapes.append(Text(x + 3.5, box.y + (style.head - style.line) / 2, text, theme.text))
        x += wide + 9.0
    return shapes


def _verdict_tone(said: Said | None, theme: Theme, otherwise: Tone) -> Tone:
    if said is None or not said.active:
        return otherwise
    return theme.quiet if said.holds is None else theme.good if said.holds else theme.bad


def _edge(edge: Edge, theme: Theme, live: Live) -> list[Shape]:
    key = (edge.source, edge.number)
    tone = _verdict_tone(live.said.get(key), theme, theme.line)
    thick = 1.3
    if key == live.flashed and live.brightness > 0.0:
        tone = (*theme.flash[:3], 0.4 + 0.6 * live.brightness)
        thick = 1.6 + 2.0 * live.brightness
    end = edge.points[-1]
    way = 1 if edge.points[-2][0] < end[0] else -1
    stop = (end[0] - way * 7.0, end[1])
    return [
        Line((*edge.points[:-1], stop), tone, thick),
        Tip((end[0] - way, end[1]), way, tone),
    ]


def _row(row: Row, style: Style, theme: Theme, live: Live) -> list[Shape]:
    """One arrow: its verdict, where it leads, when it fires, and its values now."""
    said = live.said.get((row.source, row.number))
    active = said is not None and said.active
    flashed = (row.source, row.number) == live.flashed and live.brightness > 0.0
    tone = theme.flash if flashed else _verdict_tone(said, theme, theme.line)
    x = row.x + INDENT
    middle = row.y + style.line / 2
    thick = 2.0 if active or flashed else 1.2
    shapes: list[Shape] = [
        Line(((row.x + 3.0, middle), (x - 9.0, middle)), tone, thick),
        Tip((x - 4.0, middle), 1, tone),
        Text(x, row.y, row.target, theme.text),
    ]
    left = x + style.measure(row.target) + BETWEEN
    for number, text in enumerate(row.lines):
        if text:
            shapes.append(Text(left, row.y + number * style.line, text, theme.quiet))
        left = x
    if said is not None and said.text and style.live_lines:
        room = row.width - INDENT - 4.0
        words = fitted(said.text, room, style.measure)
        faint = tone if active else (*theme.quiet[:3], 0.75)
        shapes.append(Text(x, row.live, words, faint))
    return shapes


def rounded(points: tuple[Point, ...], radius: float) -> list[Point]:
    """A line through points with round corners, as points close together."""
    out = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, beyond = towards(corner, before, radius), towards(corner, after, radius)
        for step in range(5):
            t = step / 4
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append(
                (
                    a * into[0] + b * corner[0] + c * beyond[0],
                    a * into[1] + b * corner[1] + c * beyond[1],
                )
            )
    return [*out, points[-1]]


def towards(corner: Point, other: Point, radius: float) -> Point:
    """The point ``radius`` from a corner towards the next, half the way at most."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    far = (dx * dx + dy * dy) ** 0.5
    share = min(radius, far / 2) / far if far > 0.0 else 0.0
    return corner[0] + dx * share, corner[1] + dy * share
