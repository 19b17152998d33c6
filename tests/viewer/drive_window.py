"""Opens the window and does to it what a person would; prints what came of it.

Run in a process of its own: ``drive_window.py FILE imgui|plain``.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.viewer.conftest import REACH, session_for
from viewer.desk import open_desk


def screen(window: Any) -> NDArray[np.int64]:
    """What the window shows."""
    from pyglet import gl

    window.on_draw()
    width, height = window.window.get_framebuffer_size()
    pixels = np.empty((height, width, 3), np.uint8)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    address = pixels.ctypes.data_as(ctypes.c_void_p)
    gl.glReadPixels(0, 0, width, height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, address)
    return pixels[::-1].astype(np.int64)


def changed(one: NDArray[np.int64], two: NDArray[np.int64]) -> float:
    """Share of pixels that differ clearly."""
    return float((np.abs(one - two).sum(axis=2) > 60).mean())


def main() -> None:
    path, panels = Path(sys.argv[1]), sys.argv[2]
    if panels == "plain":
        sys.modules["imgui_bundle"] = None  # type: ignore[assignment]  # as if not installed
    session = session_for(path)
    loaded = session.load()
    desk = open_desk(session, loaded)
    from viewer.app.window import Window

    window = Window(desk, 960, 540)
    print("panels", window.layer is not None)
    from pyglet import clock
    from pyglet.window import key, mouse

    send = window.window.dispatch_event

    def acts() -> Iterator[float]:
        """Each yield waits some seconds of the window's own loop."""
        yield 0.3
        yaw, far = desk.camera.yaw, desk.camera.distance
        send("on_mouse_press", 440, 300, mouse.LEFT, 0)
        yield 0.1
        for k in range(10):
            send("on_mouse_drag", 440 + 10 * k, 300, 10, 0, mouse.LEFT, 0)
        send("on_mouse_release", 540, 300, mouse.LEFT, 0)
        send("on_mouse_scroll", 440, 300, 0.0, 2.0)
        print("orbited", desk.camera.yaw - yaw)
        print("zoomed", desk.camera.distance / far)
        root = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["root.position"]
        before = desk.playback.state.rows[0][0, root : root + 3].copy()
        send("on_key_press", key.W, 0)
        yield 1.0
        send("on_key_release", key.W, 0)
        moved = desk.playback.state.rows[0][0, root : root + 3] - before
        print("walked", np.linalg.norm(moved))
        print("live", desk.live)
        send("on_key_press", key.P, 0)
        yield 0.2
        plain = screen(window)
        send("on_key_press", key.F1, 0)
        yield 0.3
        print("help", desk.switches.help)
        print("help_pixels", changed(plain, screen(window)))
        send("on_key_press", key.ESCAPE, 0)
        send("on_key_press", key.P, 0)
        path.write_text(REACH.replace("-> Waiting when", "-> Wating when"), encoding="utf-8")
        yield 0.6
        cursor = desk.playback.cursor
        print("broken", desk.broken)
        print("error", next(iter(desk.loaded.errors)).message)
        yield 0.3
        print("ran_on", desk.playback.cursor - cursor)
        send("on_key_press", key.P, 0)
        shown = screen(window)
        path.write_text(REACH, encoding="utf-8")
        yield 0.6
        print("mended", not desk.broken)
        print("error_pixels", changed(shown, screen(window)))
        send("on_key_press", key.M, 0)
        print("scenes", desk.switches.scenes)
        yield 0.2
        send("on_key_press", key.ESCAPE, 0)
        send("on_key_press", key.ESCAPE, 0)

    script = acts()

    def go_on(_: float = 0.0) -> None:
        wait = next(script, None)
        if wait is not None:
            clock.schedule_once(go_on, wait)

    start: Callable[[float], None] = go_on
    clock.schedule_once(start, 0.2)
    window.run()


if __name__ == "__main__":
    main()
