"""A virtual screen with the viewer's window on it; keys and pointer are the X server's own."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).absolute().parents[2]
PROGRAM = Path(__file__).with_name("shown.py")
LONGEST = 60.0  # seconds until something that has to happen counts as not happening


def can_show() -> bool:
    """Whether there are a virtual screen and hands for it."""
    return shutil.which("Xvfb") is not None and shutil.which("xdotool") is not None


class Screen:
    """A virtual screen of 1200 × 800."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1200x800x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = f":{pipe.readline().strip()}"

    def do(self, *words: object) -> None:
        """One call of xdotool."""
        subprocess.run(
            ["xdotool", *map(str, words)],
            env=os.environ | {"DISPLAY": self.display}, check=True, timeout=LONGEST,
        )  # fmt: skip

    def close(self) -> None:
        """Take the screen away."""
        self.server.terminate()
        self.server.wait(LONGEST)


class App:
    """The viewer's window on a screen, and what it tells about itself."""

    def __init__(self, screen: Screen, path: Path, **environment: str) -> None:
        self.screen = screen
        self.path = path
        settings = {"PYTHONPATH": str(ROOT), "BEH_SETTINGS": str(path.parent / "settings")}
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(path)],
            cwd=ROOT, env=os.environ | {"DISPLAY": screen.display} | settings | environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.said: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._hear, daemon=True).start()
        assert self._line() == "open"
        self.until("window.layer is not None and 'source' in where")
        self.focus()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put('"gone"')

    def _hear(self) -> None:
        assert self.process.stderr is not None
        self.said += list(self.process.stderr)

    def _line(self) -> Any:
        try:
            return json.loads(self._lines.get(timeout=LONGEST))
        except queue.Empty:
            raise AssertionError(f"no answer: {self.said}") from None

    def ask(self, expression: str) -> Any:
        """The value of an expression over ``window``, ``desk`` and ``where``."""
        answer = self._ask(expression)
        assert not (isinstance(answer, dict) and "error" in answer), (expression, answer)
        return answer

    def _ask(self, expression: str) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(expression + "\n")
        self.process.stdin.flush()
        answer = self._line()
        assert answer != "gone", self.said
        return answer

    def until(self, expression: str) -> Any:
        """Wait until an expression is true; its value."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            value = self._ask(expression)
            if value and not (isinstance(value, dict) and "error" in value):
                return value
            time.sleep(0.01)
        told = self.ask("[desk.message, desk.playback.cursor, desk.broken]")
        raise AssertionError(f"never true: {expression}; last {value!r}; {told}")

    # ---- hands -----------------------------------------------------------------------

    def key(self, *names: str) -> None:
        """Press and let go of keys: ``p``, ``ctrl+s``."""
        self.screen.do("key", "--delay", 30, *names)

    def type(self, text: str) -> None:
        """Type a text."""
        self.screen.do("type", "--delay", 25, text)

    def focus(self) -> None:
        """Give the window the focus: there is no window manager to do so."""
        self.screen.do("search", "--onlyvisible", "--name", "^beh: ", "windowfocus", "--sync")

    def settled(self, label: str) -> list[float]:
        """Where a widget is once it stays there: what has just appeared still finds its place."""
        rect = None
        while True:
            now = self.until(f"where.get({label!r}) and [where[{label!r}], shown[0]]")
            if now[0] == rect:
                return now[0]
            rect = now[0]
            self.until(f"shown[0] > {now[1]} + 1")

    def click(self, label: str) -> None:
        """Click in the middle of a widget, wherever that is by now."""
        left, top, right, bottom = self.settled(label)
        self.point(((left + right) / 2, (top + bottom) / 2))
        self.screen.do("click", 1)

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: int = 1) -> None:
        """Press the button at one place and let it go at another; each is seen by the window."""
        number = {1: 0, 2: 2, 3: 1}[button]
        down = f"window.layer.io.mouse_down[{number}]"
        self.point(start)
        self.screen.do("mousedown", button)
        self.until(down)
        for share in (0.3, 0.7, 1.0):
            across, along = end[0] - start[0], end[1] - start[1]
            self.point((start[0] + across * share, start[1] + along * share))
        self.screen.do("mouseup", button)
        self.until(f"not {down}")

    def point(self, place: tuple[float, float]) -> None:
        """Move the pointer, and wait until the window has seen it there."""
        x, y = int(place[0]), int(place[1])
        self.screen.do("mousemove", x, y)
        at = "window.layer.io.mouse_pos"
        self.until(f"({at}.x, {at}.y) == ({x}, {y})")

    def close(self) -> str:
        """Wait for the end of the process; what it wrote to its standard error."""
        try:
            self.process.wait(LONGEST)
        finally:
            self.process.kill()
        return "".join(self.said)
