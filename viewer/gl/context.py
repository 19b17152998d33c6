"""A GL context to draw with that nobody sees; a visible window's is made in ``viewer.app``."""

from __future__ import annotations

from typing import Any


class GLError(RuntimeError):
    """No GL context could be made; the text says why in one line."""


def open_hidden(*, egl: bool) -> Any:
    """A context off the screen: through EGL, or of a window that is not shown.

    Returns pyglet's window object (close it when done). The first context made in a process
    decides for EGL or not. Raises ``GLError``.
    """
    try:
        import pyglet

        if egl:
            pyglet.options.headless = True
        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
        from pyglet import gl

        config = gl.Config(double_buffer=True, depth_size=24, major_version=3, minor_version=3)
        window = pyglet.window.Window(16, 16, config=config, visible=False)
        window.switch_to()
        return window
    except Exception as error:  # pyglet raises many kinds, some of them AttributeError
        raise GLError(one_line(error)) from error


def one_line(error: BaseException) -> str:
    """The kind and first line of an error."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
