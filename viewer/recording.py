"""Recording from the window: the range that is gone round in, or all of the past, as a film.

Every picture shows a state of the past at an exact time, whatever the window's pace: the same
range seen from the same place gives the same film. The window draws one picture of it at a time,
so that it goes on answering; stopped halfway, the film is whole as far as it got.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.film import Film, Frame
from viewer.playback import Playback

SUFFIXES = (".gif", ".webp", ".apng", ".mp4")
FPS = 20.0


@dataclass
class Recording:
    """A film in the making; ``done`` of ``times`` (seconds since the start) are in it."""

    path: str
    times: tuple[float, ...]
    film: Film
    back: int  # the tick that was looked at before
    done: int = 0

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self.done / len(self.times)

    @property
    def finished(self) -> bool:
        """Whether all pictures are in it."""
        return self.done >= len(self.times)

    def add(self, frame: Frame) -> None:
        """Add the picture of the next time."""
        self.film.add(frame)
        self.done += 1

    def end(self) -> str:
        """Write what there is and tell it; raises ``CaptureError`` where that cannot be."""
        self.film.__exit__(None, None, None)
        if not self.done:
            return "nothing was recorded"
        cut = "" if self.finished else f", stopped at {self.done} of {len(self.times)}"
        return f"wrote {self.path} ({self.done} pictures{cut})"


def recording_of(playback: Playback, path: str, fps: float = FPS) -> Recording:
    """A recording of the range of a playback's loop, else of all its history.

    Raises ``CaptureError`` for a path that cannot be a film.
    """
    history = playback.history
    first, last = history.first, history.last
    if playback.looping and playback.loop is not None:
        first, last = playback.loop
    dt = playback.model.dt
    count = max(1, round((last - first) * dt * fps))
    times = tuple(first * dt + k / fps for k in range(count))
    return Recording(path, times, Film(path, fps), playback.cursor)
