"""The viewer: watch, understand, change and record a behaviour.

``open_window`` shows a session; ``viewer.capture`` takes pictures without a window. Nothing
heavy is loaded before one of them is called.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.session import Loaded, Session


USUAL_SIZE = (1280, 720)


class WindowError(RuntimeError):
    """No window can be opened here; the text says why and what would help, in one line."""


def window_problem() -> str:
    """Why no window can be opened here, in one line; empty where it can (tries it, 0.5 s)."""
    from viewer import probe

    return probe.window_problem()


def open_window(
    session: Session, loaded: Loaded, size: tuple[int, int] | None = None, at: float = 0.0
) -> None:
    """Show a session until its window is closed.

    ``loaded`` is what ``session.load()`` gave, with a model; ``at`` seconds are run before.
    Without a ``size`` it is as large as the project's window was left. Raises ``WindowError``.
    """
    from viewer import probe

    can = probe.ability()
    if not can.window:
        raise WindowError(probe.window_problem())
    from viewer.app.window import Window
    from viewer.controls import controls_at
    from viewer.desk import open_desk
    from viewer.gl.context import GLError
    from viewer.remembered import keep, place_of, recall, settings_folder

    desk = open_desk(session, loaded)
    folder = settings_folder()
    place = place_of(session.path, folder)
    before = recall(place)
    desk.recall(before)
    desk.controls, said = controls_at(folder)
    for line in said:
        desk.say(line)
        print(f"beh: {line}", file=sys.stderr)
    if at > 0.0:
        desk.playback.seek(at)
        desk.command("home")
    try:
        window = Window(desk, *(size or before.size or USUAL_SIZE), before.layout)
    except GLError as error:
        advice = f"; install {' '.join(can.missing)}" if can.missing else ""
        raise WindowError(f"no window could be opened: {error}{advice}") from None
    window.run()
    keep(place, desk.remembered(window.size, window.layout))
