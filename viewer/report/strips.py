"""Lanes of states, marks of events and curves over one axis of time, as shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from behave.ir.program import Machine
from viewer.graph.shapes import Line, Rect, Shape, Text, Theme, Tone
from viewer.graph.sheet import Drawing
from viewer.graph.words import Measure, fitted
from viewer.report.log import Plot, RunLog
from viewer.scene.states import families

LEFT = 130.0  # kept for names
RIGHT = 14.0
AXIS = 20.0
LANE = 22.0
THIN = 11.0  # of one of a machine array
EVENTS = 18.0
PLOT = 84.0
GAP = 10.0
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600)

HUES: tuple[Tone, ...] = (
    (0.35, 0.55, 0.76, 1.0),
    (0.25, 0.62, 0.55, 1.0),
    (0.80, 0.60, 0.28, 1.0),
    (0.76, 0.43, 0.40, 1.0),
    (0.58, 0.48, 0.77, 1.0),
    (0.48, 0.63, 0.36, 1.0),
    (0.76, 0.50, 0.65, 1.0),
)
CURVES: tuple[Tone, ...] = (
    (0.13, 0.45, 0.75, 1.0),
    (0.82, 0.45, 0.08, 1.0),
    (0.18, 0.56, 0.27, 1.0),
    (0.74, 0.24, 0.50, 1.0),
    (0.44, 0.34, 0.72, 1.0),
    (0.50, 0.42, 0.12, 1.0),
)


def timeline(log: RunLog, width: float, measure: Measure, theme: Theme) -> Drawing:
    """The lanes of all machines and the events."""
    shapes: list[Shape] = []
    x_of = _axis(log, width)
    machines = log.model.group_of(log.agent).behavior.machines
    y = AXIS
    for name, members in families(machines):
        high = LANE if len(members) == 1 else THIN
        middle = y + (high * len(members) - measure_height(measure)) / 2
        shapes.append(Text(0.0, middle, fitted(name, LEFT - 12.0, measure), theme.text))
        for number in members:
            shapes += _lane(log, machines[number], y, high, x_of, measure)
            y += high
        y += 4.0
    if log.events:
        shapes.append(Text(0.0, y, "events", theme.text))
        for time, _ in log.events:
            x = x_of(time)
            shapes.append(Line(((x, y + 3.0), (x, y + 15.0)), CURVES[0], 1.6))
        y += EVENTS
    return Drawing((*_ruler(log, x_of, y, theme), *shapes), width, y + 2.0)


def measure_height(measure: Measure) -> float:
    """About the height of a line of text of a measure."""
    return 2.1 * measure("0")


def plots(
    log: RunLog, wanted: Sequence[Plot], width: float, measure: Measure, theme: Theme
) -> Drawing:
    """The plots below each other, over the same axis as the timeline."""
    shapes: list[Shape] = []
    x_of = _axis(log, width)
    y = AXIS
    for plot in wanted:
        shapes += _plot(plot, y, width, x_of, measure, theme)
        y += PLOT + GAP
    return Drawing((*_ruler(log, x_of, y - GAP, theme), *shapes), width, y)


def _axis(log: RunLog, width: float) -> Callable[[float], float]:
    def x_of(seconds: float) -> float:
        return LEFT + seconds / max(log.seconds, 1e-9) * (width - LEFT - RIGHT)

    return x_of


def _ruler(log: RunLog, x_of: Callable[[float], float], low: float, theme: Theme) -> list[Shape]:
    step = next((s for s in STEPS if log.seconds / s <= 14), STEPS[-1])
    faint = (*theme.line[:3], 0.35)
    shapes: list[Shape] = []
    for k in range(int(log.seconds / step + 1e-9) + 1):
        x = x_of(k * step)
        shapes.append(Line(((x, AXIS - 3.0), (x, low)), faint, 1.0))
        if x_of(log.seconds) - x > 10.0 or k == 0:  # the last would lie half outside
            shapes.append(Text(x + 2.0, 0.0, f"{k * step:g} s", theme.quiet))
    return shapes


def _lane(
    log: RunLog,
    machine: Machine,
    y: float,
    high: float,
    x_of: Callable[[float], float],
    measure: Measure,
) -> list[Shape]:
    names = [state.path for state in machine.states]
    gap = 3.0 if high >= LANE else 1.0
    shapes: list[Shape] = []
    for span in log.spans.get(machine.name, ()):
        usual = high < LANE and span.path == names[machine.initial]
        hue = HUES[names.index(span.path) % len(HUES)]
        left, right = x_of(span.start), x_of(span.end)
        tone = (*hue[:3], 0.35) if usual else hue
        shapes.append(Rect(left, y, max(right - left, 0.8), high - gap, tone, tone, 0.0, 2.0))
        word = span.path.rpartition(".")[2]
        if high >= LANE and right - left > 24.0:
            text = fitted(word, right - left - 8.0, measure)
            top = y + (high - gap - measure_height(measure)) / 2
            shapes.append(Text(left + 4.0, top, text, (1.0, 1.0, 1.0, 1.0)))
    return shapes


def _plot(
    plot: Plot,
    y: float,
    width: float,
    x_of: Callable[[float], float],
    measure: Measure,
    theme: Theme,
) -> list[Shape]:
    faint = (*theme.line[:3], 0.6)
    frame = Rect(LEFT, y, width - LEFT - RIGHT, PLOT, (0.0, 0.0, 0.0, 0.0), faint, 0.8, 2.0)
    shapes: list[Shape] = [frame]
    line = measure_height(measure)
    shapes.append(Text(0.0, y, fitted(plot.title, LEFT - 12.0, measure), theme.text))
    shapes.append(Text(0.0, y + line, fitted(plot.range_text, LEFT - 12.0, measure), theme.quiet))
    below = y + 2 * line
    for number, (name, values) in enumerate(plot.curves):
        tone = CURVES[number % len(CURVES)]
        for points in _stretches(plot, values, y, x_of):
            shapes.append(Line(points, tone, 1.5, 0.0))
        told = len(plot.curves) > 1 or name != plot.title
        if told and below + line <= y + PLOT:
            shapes.append(Text(0.0, below, fitted(name, LEFT - 12.0, measure), tone))
            below += line
    return shapes


def _stretches(
    plot: Plot, values: Sequence[float], y: float, x_of: Callable[[float], float]
) -> list[tuple[tuple[float, float], ...]]:
    """The parts of a curve where there is a value, without points that change nothing."""
    spread = max(plot.high - plot.low, 1e-9)
    found: list[list[tuple[float, float]]] = [[]]
    for time, value in zip(plot.times, values, strict=True):
        if math.isfinite(value):
            share = (value - plot.low) / spread
            found[-1].append((x_of(time), y + PLOT - 4.0 - share * (PLOT - 8.0)))
        elif found[-1]:
            found.append([])
    return [tuple(_thinned(points)) for points in found if len(points) > 1]


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Without points level with both their neighbours: long flat curves take two."""
    keep = [points[0]]
    for (before, here), (_, after) in zip(pairwise(points), pairwise(points[1:]), strict=False):
        if not before[1] == here[1] == after[1]:
            keep.append(here)
    return [*keep, points[-1]]
