"""``beh graph``: the state graphs of a file as a picture or as text for other tools."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from behave.cli import exits, files
from behave.cli.exits import CannotRun
from behave.cli.findings import checked_to_run
from behave.diagnostics.suggest import closest
from behave.ir.program import BehaviorProgram, Program
from viewer.graph.fonts import helvetica
from viewer.graph.layout import Style
from viewer.graph.shapes import THEMES, Theme
from viewer.graph.sheet import behavior_sheet
from viewer.graph.svg import document
from viewer.graph.textual import dot, mermaid

FORMATS = ("svg", "png", "mermaid", "dot")
SUFFIXES = {".svg": "svg", ".png": "png", ".mmd": "mermaid", ".mermaid": "mermaid"}
SUFFIXES |= {".dot": "dot", ".gv": "dot"}
FONT = 13.0
SCALE = 2.0  # pixels a unit of a PNG


@click.command("graph")
@click.argument("file", metavar="FILE")
@click.option("--format", "kind", type=click.Choice(FORMATS), help="The output's suffix, or svg.")
@click.option("-o", "--output", "out", metavar="PATH", help="Where to; without it, to the screen.")
@click.option("--behavior", "name", metavar="B", help="Which one; the file's first if left out.")
@click.option("--width", type=click.IntRange(240, 8000), default=1400, help="At most so wide.")
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", help="Its colours.")
def command(
    file: str, kind: str | None, out: str | None, name: str | None, width: int, theme: str
) -> int:
    """Draw the states of a behavior of FILE and what leads from one to another.

    Every machine is laid out in layers, states in states as boxes in boxes, every arrow with its
    condition. svg and png are pictures; mermaid and dot are texts that other tools draw.
    """
    kind = kind or SUFFIXES.get(Path(out or "").suffix.lower(), "svg")
    if out is None and kind == "png":
        raise click.UsageError("a png is no text: say where to write it with -o")
    if out is not None:
        files.check_writable(out)
    _, program = checked_to_run(file)
    behavior = _behavior(program, file, name)
    if kind == "png":
        _write_png(str(out), behavior, width, THEMES[theme])
    else:
        text = _TEXTS[kind](behavior, width, THEMES[theme])
        if out is None:
            click.echo(text, nl=False)
            return exits.CLEAN
        files.write_text(out, text)
    click.echo(f"wrote {out}")
    return exits.CLEAN


def _behavior(program: Program, file: str, name: str | None) -> BehaviorProgram:
    """The behavior asked for, or the first of the file itself; raises `CannotRun`."""
    behaviors = {behavior.name: behavior for behavior in program.behaviors}
    if not behaviors:
        raise CannotRun(f"{file} has no behavior to draw")
    if name is None:
        return behaviors[next(iter(behaviors))]
    if name not in behaviors:
        near = closest(name, list(behaviors))
        hint = f"; did you mean `{near}`? It has" if near else "; it has"
        raise CannotRun(f"{file} has no behavior `{name}`{hint}: {', '.join(behaviors)}")
    return behaviors[name]


def svg_text(behavior: BehaviorProgram, width: float, theme: Theme) -> str:
    """The graph as an SVG file."""
    drawing = behavior_sheet(behavior, width, Style(helvetica(FONT)), theme)
    title = f"States of {behavior.name}"
    return document(drawing.shapes, drawing.width, drawing.height, theme.paper, FONT, title)


def _write_png(path: str, behavior: BehaviorProgram, width: float, theme: Theme) -> None:
    from viewer.film import CaptureError, write_picture
    from viewer.graph.raster import measure_of, picture

    drawing = behavior_sheet(behavior, width, Style(measure_of(FONT, SCALE)), theme)
    pixels = picture(drawing.shapes, drawing.width, drawing.height, theme.paper, FONT, SCALE)
    try:
        write_picture(path, pixels)
    except CaptureError as problem:
        raise CannotRun(str(problem)) from None


_TEXTS: dict[str, Callable[[BehaviorProgram, float, Theme], str]] = {
    "svg": svg_text,
    "mermaid": lambda behavior, width, theme: mermaid(behavior),
    "dot": lambda behavior, width, theme: dot(behavior),
}
