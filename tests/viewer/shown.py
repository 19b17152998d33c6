"""Opens the window as ``beh view`` does and tells about it: ``shown.py FILE``.

Run in a process of its own. It reads a line, an expression over ``window``, ``desk`` and
``where``, works it out between two pictures, and prints the value as JSON. Nothing here presses
a key or moves the pointer: that is done to the screen from outside.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from pyglet import clock

import viewer
from behave.cli.lsp import ProjectFiles
from tests.viewer.conftest import session_for
from viewer.app.window import Window

Rects = dict[str, tuple[float, float, float, float]]

RECTS: Rects = {}
"""Where each widget of the last picture was: left, top, right, bottom in points."""

SHOWN = [0]
"""How many pictures there were."""

_NEW: Rects = {}  # of the picture being drawn


def note_widgets() -> None:
    """Let imgui's widgets leave word of where they are, under their labels."""
    from imgui_bundle import imgui

    def noting(name: str) -> None:
        plain = getattr(imgui, name)

        def noted(label: str, *words: Any, **named: Any) -> Any:
            value = plain(label, *words, **named)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            _NEW[label.rpartition("###")[2]] = (low.x, low.y, high.x, high.y)
            return value

        setattr(imgui, name, noted)

    for name in (
        "button", "small_button", "invisible_button", "slider_float", "selectable", "checkbox",
        "begin_tab_item_simple", "begin_combo",
    ):  # fmt: skip
        noting(name)


def look_away(window: Window) -> None:
    """Give the focus to the screen itself, as where another window is clicked."""
    from pyglet.libs.x11 import xlib

    x11: Any = window.window
    display = x11._x_display
    xlib.XSetInputFocus(display, xlib.XDefaultRootWindow(display), 0, 0)
    xlib.XFlush(display)


def main() -> None:
    """Show the file given and answer until the window is closed."""
    note_widgets()
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)

    threading.Thread(target=listen, daemon=True).start()
    plain, draw = Window.run, Window.on_draw

    def on_draw(window: Window) -> None:
        _NEW.clear()
        draw(window)
        SHOWN[0] += 1
        RECTS.clear()
        RECTS.update(_NEW)

    Window.on_draw = on_draw  # type: ignore[method-assign]

    def run(window: Window) -> None:
        scope = {"window": window, "desk": window.desk, "where": RECTS, "shown": SHOWN}
        scope["look_away"] = lambda: look_away(window)

        def answer(_: float) -> None:
            while not lines.empty():
                try:
                    value = eval(lines.get(), scope)
                except Exception as problem:
                    value = {"error": f"{type(problem).__name__}: {problem}"}
                print(json.dumps(value, default=str), flush=True)

        clock.schedule(answer)
        print(json.dumps("open"), flush=True)
        plain(window)

    Window.run = run  # type: ignore[method-assign]
    session = session_for(Path(sys.argv[1]))
    session.disk = ProjectFiles()
    viewer.open_window(session, session.load(), (900, 560))
    print(json.dumps("closed"), flush=True)


if __name__ == "__main__":
    main()
