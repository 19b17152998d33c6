"""``beh demo``: the shipped scene, in a window where there is a screen, else as pictures."""

from __future__ import annotations

import os.path

import click

import viewer
from behave.cli import exits, files, timeline
from behave.cli.compiling import compile_notice
from behave.cli.run import run_and_trace
from behave.cli.simulation import DEFAULT_DT, Prepared, machine_code, prepare
from behave.cli.values import tick_count
from behave.cli.view import Pictures, open_window, take_pictures
from viewer.capture import Take

FILE = "interaction.beh"
SCENE = "corridor"
SECONDS = 12.0
PICTURE = "beh-demo.gif"
SHOWN_STATE = "Touch"
BEFORE, LENGTH = 2.5, 4.0  # seconds of the picture before that state, and in all
SIZE = (640, 360)


@click.command("demo")
@click.option("--headless", is_flag=True, help="Open no window even where there is a screen.")
@compile_notice()
def command(headless: bool) -> int:
    """Show the hand on the wall: a character touches what it walks past.

    Opens the viewer where there is a screen. Where there is none, runs the scene, prints the
    timeline of its states, writes a short animated picture and says where.
    """
    path = files.shipped_behavior(FILE)
    prepared = prepare(path, SCENE, DEFAULT_DT, 0, (), machine_code())
    problem = "--headless was given" if headless else viewer.window_problem()
    if not problem:
        click.echo(f"showing {path}, scene {SCENE}; F1 shows the keys, Esc closes the window")
        try:
            open_window(prepared, (1280, 720))
            return exits.CLEAN
        except viewer.WindowError as error:
            problem = str(error)
    click.echo(f"no window: {problem}; running {path}, scene {SCENE}, as text")
    _as_text_and_picture(prepared)
    return exits.CLEAN


def _as_text_and_picture(prepared: Prepared) -> None:
    count = tick_count(SECONDS, prepared.model.dt)
    seen = run_and_trace(prepared.model, count, (), None)
    timeline.show(seen, ())
    path = os.path.join(files.folder_for_pictures(), PICTURE)
    moment = _first_time_in(seen, SHOWN_STATE)
    start = max(0.0, (SECONDS / 2.0 if moment is None else moment) - BEFORE)
    click.echo()
    pictures = Pictures(None, path, start, LENGTH)
    take_pictures(prepared.model, pictures, Take(size=SIZE), moving_size=SIZE)
    click.echo(f"the same in a window: beh view {prepared.path} --scene {SCENE}")


def _first_time_in(seen: timeline.Timeline, state: str) -> float | None:
    """When any machine first entered a state of this name."""
    times = [
        entry.time
        for lanes in seen.machines.values()
        for entries in lanes.values()
        for entry in entries
        if entry.state.rpartition(".")[2] == state
    ]
    return min(times, default=None)
