"""What a picture of 1, 50 and 1,000 characters costs, by part, in milliseconds of processor time.

``python benchmarks/frame.py`` shows the plaza of the interaction behavior with crowds: *tick* is
the simulation, *keep* what the viewer takes of it for its past, *scene* the draw list, *upload*
what the renderer does but for drawing, *draw* all of it at 640x360, *panels* what is drawn over it.
*Near* is among the crowd, *wide* sees all of it. With a software driver (llvmpipe) drawing runs in
threads of its own: tick and draw are the time of all threads. The least sample says most where
other work shares the processor.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, thread_time

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.cli.findings import check_file  # noqa: E402
from behave.jit.folder import CodeFolder, code_folder  # noqa: E402
from behave.runtime.model import Model  # noqa: E402
from behave.scenario.build import build  # noqa: E402
from viewer.app.still import Still  # noqa: E402
from viewer.crowd.making import CrowdPlan  # noqa: E402
from viewer.crowd.playback import CrowdPlayback  # noqa: E402
from viewer.desk import Desk, desk_for  # noqa: E402
from viewer.draw_list import DrawList  # noqa: E402
from viewer.gl.context import open_hidden  # noqa: E402
from viewer.probe import ability  # noqa: E402
from viewer.scene.options import ALL_GIZMOS  # noqa: E402
from viewer.session import session_of  # noqa: E402

COUNTS = (1, 50, 1000)
SIZE = (640, 360)
SECONDS = 3.0  # run before anything is measured

DRAWS = ("glDrawElementsInstanced", "glDrawArraysInstanced", "glDrawElements", "glDrawArrays")


def plaza() -> Model:
    """The shipped scene."""
    program = check_file(str(ROOT / "behaviors" / "interaction.beh")).program
    assert program is not None
    return build(program, "plaza", dt=1.0 / 60.0)


def sampled(
    name: str, action: Callable[[], object], repeat: int, clock: Callable[[], float] = thread_time
) -> Result:
    """Time an action ``repeat`` times, after one run that does not count."""
    action()
    samples = []
    for _ in range(repeat):
        start = clock()
        action()
        samples.append(clock() - start)
    return Result(name, tuple(samples))


@contextmanager
def no_drawing() -> Iterator[None]:
    """Let all calls that draw do nothing."""
    from pyglet import gl

    kept = {name: getattr(gl, name) for name in DRAWS}
    try:
        for name in DRAWS:
            setattr(gl, name, lambda *_: None)
        yield
    finally:
        for name, call in kept.items():
            setattr(gl, name, call)


def measured(model: Model, count: int, repeat: int, renderer: object) -> list[Result]:
    """All parts of a picture of so many characters."""
    playback = CrowdPlayback(model, CrowdPlan(count, CodeFolder(code_folder())))
    playback.seek(SECONDS)
    desk = desk_for(*session_of(playback.model), playback)
    desk.gizmos = ALL_GIZMOS
    word = f"{count:5}"
    inputs = playback.asking.each(playback.crowd.tick_number)
    results = [
        sampled(f"{word} tick", lambda: playback.crowd.tick(None, inputs), repeat, process_time),
        sampled(f"{word} keep", lambda: playback._now(None, None), repeat),
    ]
    views = [("near", "home"), ("wide", "everyone")] if count > 1 else [("near", "home")]
    for name, command in views:
        desk.command(command)
        results += pictured(f"{word} {name}", desk, repeat, renderer)
    still = Still(desk, 1280, 720)
    results.append(sampled(f"{word} panels", lambda: still.overlay(*SIZE), repeat))
    still.close()
    playback.close()
    return results


def pictured(word: str, desk: Desk, repeat: int, renderer: object) -> list[Result]:
    """The parts of one picture."""
    from pyglet import gl

    from viewer.gl.renderer import Renderer

    assert isinstance(renderer, Renderer)
    drawn: Renderer = renderer
    frame: DrawList = desk.frame(size=SIZE)

    def draw() -> None:
        drawn.draw(frame, desk.camera)
        gl.glFinish()

    results = [sampled(f"{word} scene", lambda: desk.frame(size=SIZE), repeat)]
    with no_drawing():
        results.append(sampled(f"{word} upload", draw, repeat))
    results.append(sampled(f"{word} draw", draw, repeat, process_time))
    results.append(sampled(f"{word} draw, wall", draw, repeat, perf_counter))
    return results


def main() -> None:
    parser = arguments(__doc__ or "")
    given = parser.parse_args()
    can = ability()
    if not (can.egl or can.window):
        raise SystemExit("this needs OpenGL")
    window = open_hidden(egl=can.egl)
    from viewer.gl.quality import renderer_for

    renderer = renderer_for(window, *SIZE)
    model = plaza()
    results = [r for count in COUNTS for r in measured(model, count, given.repeat, renderer)]
    show(results, given.json)
    window.close()


if __name__ == "__main__":
    main()
