"""Dear ImGui over the picture: its context, fonts, colours, and input from pyglet's events.

It draws through imgui-bundle's own OpenGL 3 renderer; nothing here ticks a clock.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import imgui_bundle
from imgui_bundle import ImVec2, ImVec4, imgui

from viewer.app.imgui_keys import TYPING, keys_of
from viewer.text import wide_font

FONT = 15.0
SMALL = 13.0

ACCENT = (0.96, 0.52, 0.28, 1.0)
GOOD = (0.42, 0.86, 0.52, 1.0)
BAD = (0.96, 0.42, 0.38, 1.0)
QUIET = (0.60, 0.64, 0.72, 1.0)
TEXT = (0.92, 0.93, 0.96, 1.0)
NUMBER = (0.62, 0.84, 1.00, 1.0)
WARN = (0.98, 0.78, 0.30, 1.0)


FACES = ("Roboto/Roboto-Regular.ttf", "Inconsolata-Medium.ttf", "Roboto/Roboto-Bold.ttf")


@dataclass(frozen=True)
class Fonts:
    """The faces of the panels."""

    plain: Any
    mono: Any
    bold: Any


def color(rgba: tuple[float, float, float, float]) -> int:
    """A colour for a draw list."""
    return int(imgui.get_color_u32(ImVec4(*rgba)))


class Layer:
    """One imgui context over one GL context. ``scale`` is pixels a point (HiDPI)."""

    def __init__(self, width: int, height: int, scale: float = 1.0) -> None:
        self._context = imgui.create_context()
        imgui.set_current_context(self._context)
        self.io = imgui.get_io()
        self.io.set_ini_filename("")
        self.scale = scale
        self.resize(width, height, scale)
        self.fonts = self._load_fonts()
        _paint_style()
        imgui.backends.opengl3_init("#version 330")

    def resize(self, width: int, height: int, scale: float) -> None:
        """The window is ``width`` × ``height`` points of ``scale`` pixels."""
        self.io.display_size = ImVec2(max(width, 1), max(height, 1))
        self.io.display_framebuffer_scale = ImVec2(scale, scale)

    def place(self, layout: str) -> None:
        """Put the panels where a text says that they were."""
        if layout:
            imgui.load_ini_settings_from_memory(layout)

    def placed(self) -> str:
        """Where the panels are, as text."""
        imgui.set_current_context(self._context)
        return str(imgui.save_ini_settings_to_memory())

    def _load_fonts(self) -> Fonts:
        folder = os.path.join(os.path.dirname(imgui_bundle.__file__), "assets", "fonts")
        paths = [os.path.join(folder, name) for name in FACES]
        fonts = self.io.fonts
        if not all(os.path.exists(path) for path in paths):
            return Fonts(*[fonts.add_font_default()] * len(paths))
        wide = wide_font()
        loaded = []
        for path in paths:
            loaded.append(fonts.add_font_from_file_ttf(path, FONT))
            if wide:
                config = imgui.ImFontConfig()
                config.merge_mode = True
                fonts.add_font_from_file_ttf(wide, FONT, config)
        return Fonts(*loaded)

    def begin(self, seconds: float) -> None:
        """Start a frame; ``seconds`` since the last one."""
        imgui.set_current_context(self._context)
        imgui.backends.opengl3_new_frame()
        self.io.delta_time = max(seconds, 1e-4)
        imgui.new_frame()

    def end(self) -> None:
        """Draw what was put into the frame over the bound framebuffer."""
        imgui.render()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())

    def skip(self) -> None:
        """End a frame that is not drawn."""
        imgui.render()

    def close(self) -> None:
        """Give everything back."""
        imgui.set_current_context(self._context)
        imgui.backends.opengl3_shutdown()
        imgui.destroy_context(self._context)

    # ---- input -----------------------------------------------------------------------

    @property
    def has_mouse(self) -> bool:
        """Whether the mouse is over a panel."""
        return bool(self.io.want_capture_mouse)

    @property
    def has_keyboard(self) -> bool:
        """Whether text is being typed into a panel."""
        return bool(self.io.want_text_input)

    def mouse_moved(self, x: float, y: float) -> None:
        """The pointer is at x, y points from the upper left corner."""
        self.io.add_mouse_pos_event(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """Button 0 left, 1 right, 2 middle."""
        self.io.add_mouse_button_event(button, down)

    def mouse_wheel(self, x: float, y: float) -> None:
        """The wheel turned."""
        self.io.add_mouse_wheel_event(x, y)

    def typed(self, text: str) -> None:
        """Text was typed; signs that no text holds (a Ctrl key's, Enter's) are left out."""
        for character in text:
            if character.isprintable():
                self.io.add_input_character(ord(character))

    def key(self, name: str, down: bool, modified: bool = False) -> None:
        """A key changed, by pyglet's name for it (``LEFT``, ``ENTER``, …).

        One that types a sign counts only with Ctrl and the like (``modified``): signs come as
        text, and imgui, which takes one change of a key a picture, would fall behind.
        """
        if down and name in TYPING and not modified:
            return
        for key in keys_of(name):
            self.io.add_key_event(key, down)

    def pressed(self, name: str) -> bool:
        """Whether a key went down in this picture, as imgui counts: after all before it."""
        return any(imgui.is_key_pressed(key, False) for key in keys_of(name))

    def lost_focus(self) -> None:
        """The window is not typed into any more: no key and no button is down."""
        self.io.clear_input_keys()
        self.io.clear_input_mouse()

    def clipboard(self, get: Callable[[], str], put: Callable[[str], None]) -> None:
        """Copy to and paste from the system's clipboard."""

        def read(_context: Any) -> str:
            return get() or ""

        def write(_context: Any, text: str) -> None:
            put(text)

        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = read
        platform.platform_set_clipboard_text_fn = write


def _paint_style() -> None:
    """Dark, quiet panels that let the picture shine."""
    imgui.style_colors_dark()
    style = imgui.get_style()
    style.window_rounding, style.frame_rounding, style.grab_rounding = 7.0, 4.0, 4.0
    style.tab_rounding, style.popup_rounding, style.child_rounding = 4.0, 6.0, 4.0
    style.window_border_size, style.frame_border_size = 0.0, 0.0
    style.window_padding, style.item_spacing = ImVec2(10.0, 8.0), ImVec2(7.0, 5.0)
    style.scrollbar_size = 10.0
    tones = {
        imgui.Col_.window_bg: (0.085, 0.095, 0.125, 0.94),
        imgui.Col_.popup_bg: (0.10, 0.11, 0.145, 0.97),
        imgui.Col_.child_bg: (0.0, 0.0, 0.0, 0.0),
        imgui.Col_.title_bg: (0.12, 0.135, 0.175, 0.95),
        imgui.Col_.title_bg_active: (0.12, 0.135, 0.175, 0.95),
        imgui.Col_.title_bg_collapsed: (0.12, 0.135, 0.175, 0.80),
        imgui.Col_.frame_bg: (0.17, 0.19, 0.24, 1.0),
        imgui.Col_.frame_bg_hovered: (0.22, 0.25, 0.32, 1.0),
        imgui.Col_.frame_bg_active: (0.26, 0.30, 0.38, 1.0),
        imgui.Col_.button: (0.19, 0.215, 0.275, 1.0),
        imgui.Col_.button_hovered: (0.26, 0.30, 0.38, 1.0),
        imgui.Col_.button_active: ACCENT,
        imgui.Col_.header: (0.20, 0.24, 0.31, 1.0),
        imgui.Col_.header_hovered: (0.25, 0.29, 0.37, 1.0),
        imgui.Col_.header_active: (0.30, 0.35, 0.44, 1.0),
        imgui.Col_.slider_grab: (0.80, 0.47, 0.28, 1.0),
        imgui.Col_.slider_grab_active: ACCENT,
        imgui.Col_.check_mark: ACCENT,
        imgui.Col_.tab: (0.13, 0.15, 0.19, 1.0),
        imgui.Col_.tab_hovered: (0.28, 0.32, 0.40, 1.0),
        imgui.Col_.tab_selected: (0.23, 0.27, 0.34, 1.0),
        imgui.Col_.separator: (1.0, 1.0, 1.0, 0.09),
        imgui.Col_.table_row_bg_alt: (1.0, 1.0, 1.0, 0.025),
        imgui.Col_.text: TEXT,
        imgui.Col_.text_disabled: QUIET,
        imgui.Col_.plot_histogram: (0.86, 0.62, 0.20, 1.0),
        imgui.Col_.resize_grip: (1.0, 1.0, 1.0, 0.06),
    }
    for key, tone in tones.items():
        style.set_color_(key, ImVec4(*tone))
