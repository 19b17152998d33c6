"""The window: pyglet's events to the desk, the desk's picture and the panels to the screen."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

from viewer.app.keys import by_key
from viewer.app.pads import watch_pads
from viewer.app.places import free_area, timeline_height
from viewer.desk import Desk
from viewer.draw_list import WHOLE
from viewer.film import CaptureError, write_picture
from viewer.gl.context import GLError, one_line
from viewer.keyboard import key_name

ORBIT = 0.008  # radians a point dragged
PAN = 0.0012  # of the distance a point dragged
ZOOM = 0.88  # a notch of the wheel
CLICK = 4  # points a pointer may move between a button's down and up

SLOW, QUICK = 0.070, 0.018  # seconds a picture: draw half as sharp above, sharp again below


class Window:
    """The viewer's window over a desk. Raises ``GLError`` where none can be opened."""

    def __init__(self, desk: Desk, width: int = 1280, height: int = 720, layout: str = "") -> None:
        self.desk = desk
        self.layout = layout  # the panels' places as text, as they were left
        self.size = (width, height)
        self.pyglet = _pyglet()
        try:
            title = f"beh: {os.path.basename(desk.session.path)}"
            self.window = _open(self.pyglet, width, height, title)
            self.renderer = _renderer(self.window)
        except Exception as error:  # pyglet and drivers raise many kinds where they fall short
            raise GLError(one_line(error)) from error
        self.layer, self.workspace = self._panels()
        self.pads = watch_pads(desk.gamepads, desk.controls)
        self.by_key = by_key(desk.controls.commands)
        self._typed_before: list[tuple[str, str]] = []
        self._drawn = 0.0
        self._pressed = (0, 0)
        self._shrink, self._cost = 1, 0.03
        self.window.push_handlers(self)

    def _panels(self) -> tuple[Any, Any]:
        """The imgui layer and the panels, or nothing where imgui cannot be imported."""
        try:
            from viewer.app.layer import Layer
            from viewer.app.workspace import Workspace
        except ImportError as error:
            self.desk.say(f"no panels: {error}")
            return None, None
        width, height = self.window.get_size()
        layer = Layer(width, height, self.window.get_pixel_ratio())
        layer.place(self.layout)
        layer.clipboard(self.window.get_clipboard_text, self.window.set_clipboard_text)
        return layer, Workspace(self.desk, layer.fonts)

    def run(self) -> None:
        """Show the window until it is closed."""
        self.desk.watch.listen()
        self.pyglet.clock.schedule(self.update)
        try:
            self.pyglet.app.run(1 / 60)
        finally:
            self.close()

    def close(self) -> None:
        """Give everything back; a recording that goes on ends here."""
        self.desk.end_recording()
        self.desk.watch.close()
        self.desk.editor.close()
        self.pyglet.clock.unschedule(self.update)
        self.size = tuple(self.window.get_size())
        if self.pads is not None:
            self.pads.close()
        if self.layer is not None:
            self.window.switch_to()
            self.layout = self.layer.placed()
            self.layer.close()
            self.layer = None
        self.window.close()

    def update(self, seconds: float) -> None:
        """Let time pass. Never called while drawing."""
        self.desk.pass_time(seconds)
        self._drawn += seconds
        if self.desk.quit:
            self.pyglet.app.exit()

    # ---- pyglet's events -------------------------------------------------------------

    def on_draw(self) -> None:
        """Draw the picture and the panels; time stands still meanwhile."""
        window, desk = self.window, self.desk
        width, height = window.get_framebuffer_size()
        if width < 1 or height < 1:
            return
        labels: tuple[Any, ...] = ()
        if self.layer is None:
            from viewer.app.hud import hud_labels

            labels = hud_labels(desk)
        started = time.perf_counter()
        self.renderer.resize(width // self._shrink, height // self._shrink)
        panels = self.layer is not None and desk.switches.panels
        timeline = timeline_height(len(desk.plots.texts))
        points = window.get_size()
        area = WHOLE
        if panels:
            area = free_area(points[0], points[1], timeline, desk.switches.source_wide)
        self._film(width, height)
        frame = desk.frame(labels, area, (width, height))
        labelled = self._shrink == 1 or desk.picture_asked
        self.renderer.draw(frame, desk.camera, labels=labelled)
        if desk.picture_asked:
            desk.picture_asked = False
            self._write_picture()
        self.renderer.picture.show(0, width, height)
        if not labelled:  # what is to be read is as sharp as the window
            self.renderer.draw_labels(frame, desk.camera, width, height)
        if self.layer is not None:
            self.layer.resize(*points, width / max(points[0], 1))
            self.layer.begin(self._drawn)
            self.workspace.draw(float(points[0]), float(points[1]))
            self._after_typing()
            self.layer.end()
        self._drawn = 0.0
        self._keep_pace(time.perf_counter() - started)

    def _film(self, width: int, height: int) -> None:
        """The next picture of a recording, without panels and labels of the window."""
        desk = self.desk
        if desk.recording is None:
            return
        desk.seek_recording()
        self.renderer.resize(width, height)
        self.renderer.draw(desk.frame(size=(width, height)), desk.camera)
        try:
            desk.recording.add(self.renderer.read())
        except CaptureError as problem:
            desk.say(str(problem))
            desk.recording = None
            return
        if desk.recording.finished:
            desk.end_recording()

    def _after_typing(self) -> None:
        """Do the commands given while text is typed, once all that was typed before is there:
        imgui takes keys one a picture."""
        for name, command in [each for each in self._typed_before if self.layer.pressed(each[0])]:
            self._typed_before.remove((name, command))
            self.desk.command(command)

    def _keep_pace(self, seconds: float) -> None:
        """Draw half as sharp where pictures take long, so that moving stays smooth."""
        self._cost += (seconds - self._cost) * 0.1
        if self._shrink == 1 and self._cost > SLOW:
            self._shrink, self._cost = 2, (SLOW + QUICK) / 2
        elif self._shrink == 2 and self._cost < QUICK:
            self._shrink = 1

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key: text fields first, then the character, then the commands. With Ctrl (on
        macOS Command) a command that says so is done even while text is typed."""
        name = self._name(symbol)
        keys = self.pyglet.window.key
        accelerated = bool(modifiers & keys.MOD_ACCEL)
        command = self.by_key.get(f"CTRL+{key_name(name)}") if accelerated else None
        if command is not None and (self.layer is None or not self.layer.has_keyboard):
            self.desk.command(command)
            return True
        if self.layer is not None and command is not None:
            self.layer.key(name, True, True)
            self._typed_before.append((name, command))
            return True
        if self.layer is not None:
            if self.workspace.source.takes(name, accelerated, self.desk):
                return True
            self.layer.key(name, True, bool(modifiers & (keys.MOD_ACCEL | keys.MOD_ALT)))
            if self.layer.has_keyboard:
                return True
        bare = not modifiers & (keys.MOD_CTRL | keys.MOD_ALT)
        if bare and self.desk.key_down(name):
            return True
        # with Ctrl a key is the viewer's even where the character listens to it
        if (bare or modifiers & keys.MOD_CTRL) and key_name(name) in self.by_key:
            self.desk.command(self.by_key[key_name(name)])
        return True  # pyglet's own Esc would close at once

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key came up."""
        name = self._name(symbol)
        self.desk.key_up(name)
        if self.layer is not None:
            self.layer.key(name, False)

    def on_text(self, text: str) -> None:
        """Text was typed."""
        if self.layer is not None:
            self.layer.typed(text)

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moved."""
        if self.layer is not None:
            self.layer.mouse_moved(x, self._from_top(y))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button went down."""
        self._pressed = (x, y)
        self._button(x, y, button, True)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button came up: a click on an agent, where the pointer has hardly moved."""
        self._button(x, y, button, False)
        moved = abs(x - self._pressed[0]) + abs(y - self._pressed[1])
        on_panel = self.layer is not None and self.layer.has_mouse
        if button == self.pyglet.window.mouse.LEFT and moved <= CLICK and not on_panel:
            width, height = self.window.get_size()
            shape = width / max(height, 1)
            self.desk.choose_at(x / max(width, 1), 1.0 - y / max(height, 1), shape)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Orbit with the left button, pan with the others."""
        self.on_mouse_motion(x, y, dx, dy)
        if self.layer is not None and self.layer.has_mouse:
            return
        desk = self.desk
        if buttons & self.pyglet.window.mouse.LEFT:
            desk.camera = desk.camera.orbited(-dx * ORBIT, -dy * ORBIT)
        else:
            far = desk.camera.distance * PAN
            desk.camera = desk.camera.panned(-dx * far, -dy * far)
            desk.follow = False

    def on_mouse_scroll(self, x: int, y: int, across: float, along: float) -> None:
        """Zoom, or scroll the panel under the pointer."""
        if self.layer is not None:
            self.layer.mouse_moved(x, self._from_top(y))
            self.layer.mouse_wheel(across, along)
            if self.layer.has_mouse:
                return
        self.desk.camera = self.desk.camera.zoomed(ZOOM**along)

    def on_deactivate(self) -> None:
        """The window lost the focus: no key is held any more, and no pad is heeded."""
        self.desk.lost_focus()
        if self.layer is not None:
            self.layer.lost_focus()

    def on_activate(self) -> None:
        """The window has the focus again."""
        self.desk.has_focus = True

    def on_close(self) -> bool:
        """The window's own close button."""
        self.desk.close()
        return True

    def _button(self, x: int, y: int, button: int, down: bool) -> None:
        if self.layer is None:
            return
        mouse = self.pyglet.window.mouse
        number = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}.get(button)
        self.layer.mouse_moved(x, self._from_top(y))
        if number is not None:
            self.layer.mouse_button(number, down)

    def _from_top(self, y: float) -> float:
        """imgui's y of one of pyglet's: the lowest row is 0 there, and the last here."""
        return float(self.window.get_size()[1]) - 1.0 - y

    def _name(self, symbol: int) -> str:
        return str(self.pyglet.window.key.symbol_string(symbol))

    def _write_picture(self) -> None:
        desk = self.desk
        stem = os.path.splitext(desk.session.path)[0]
        path = f"{stem}-{desk.model.scene.name}-{desk.playback.cursor}.png"
        try:
            write_picture(path, self.renderer.read())
        except CaptureError as error:
            desk.say(str(error))
        else:
            desk.say(f"wrote {path}")


def _pyglet() -> Any:
    import pyglet

    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = False
    return pyglet


def _renderer(window: Any) -> Any:
    from viewer.gl.quality import renderer_for

    return renderer_for(window, *window.get_framebuffer_size())


def _open(pyglet: Any, width: int, height: int, title: str) -> Any:
    """A window of at most the screen's size, with a context of 3.3 core."""
    from pyglet import gl
    from pyglet import window as windows

    config = gl.Config(double_buffer=True, depth_size=24, major_version=3, minor_version=3)
    with contextlib.suppress(Exception):  # a screen that does not tell its size
        screen = pyglet.display.get_display().get_default_screen()
        width, height = min(width, screen.width), min(height, screen.height)
    window = windows.Window(width, height, title, resizable=True, config=config)
    window.set_minimum_size(480, 320)
    window.switch_to()
    return window
