"""Opens the window as ``beh view`` does, works in it and closes it; prints what came of it.

Run in a process of its own: ``drive_workbench.py FILE FILM``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pyglet import clock

import viewer
from tests.viewer.conftest import session_for
from viewer.app.window import Window


def acts(window: Window, film: str) -> Iterator[float]:
    """Each yield waits some seconds of the window's own loop."""
    from pyglet.window import key

    desk, send = window.desk, window.window.dispatch_event
    print("size", *window.window.get_size())
    print("plots", *desk.plots.texts)
    desk.plot("pause")
    window.window.set_size(1000, 620)
    yield 0.6
    send("on_key_press", key.P, 0)
    send("on_key_press", key.E, 0)
    yield 0.3
    print("graph", desk.switches.graph)
    send("on_key_press", key.E, 0)
    print("paused", not desk.playback.playing)
    ticks = desk.playback.history.last - desk.playback.history.first
    wanted = max(1, round(ticks * desk.model.dt * 20))
    desk.record(film)
    for _ in range(200):
        if desk.recording is None:
            break
        yield 0.1
    print("recorded", desk.message)
    print("wanted", wanted)
    desk.set_param("reach", "pause", 1.75)
    desk.write_params()
    print("told", desk.message)
    yield 0.8
    print("broken", desk.broken)
    window.window.minimize()
    yield 0.3
    window.window.activate()
    window.on_deactivate()
    yield 0.2
    window.window.set_minimum_size(1, 1)
    window.window.set_size(1, 1)
    yield 0.4
    print("tiny", *window.window.get_size())
    window.window.set_size(1000, 620)
    desk.camera = desk.camera.looking_at((float("nan"),) * 3)
    desk.follow = False
    yield 0.3
    print("alive", desk.playback.cursor)
    desk.command("home")
    yield 0.2
    send("on_close")


def main() -> None:
    path = Path(sys.argv[1])
    session = session_for(path)
    plain = Window.run

    def run(window: Window) -> None:
        script = acts(window, sys.argv[2])
        print("opened_at", window.desk.playback.cursor)

        def go_on(_: float = 0.0) -> None:
            wait = next(script, None)
            if wait is not None:
                clock.schedule_once(go_on, wait)

        clock.schedule_once(go_on, 0.3)
        plain(window)

    Window.run = run  # type: ignore[method-assign]
    viewer.open_window(session, session.load(), None, 0.3)


if __name__ == "__main__":
    main()
