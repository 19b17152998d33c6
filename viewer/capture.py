"""Pictures and moving pictures of a model without a window: the same bytes every time."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.app.places import free_area
from viewer.camera import VIEWS, Camera
from viewer.canvas import Canvas, Overlay, open_canvas
from viewer.draw_list import WHOLE, DrawList, Label
from viewer.film import CaptureError, Film, write_picture
from viewer.framing import agent_camera
from viewer.playback import Playback
from viewer.scene.build import Stage, draw_state, stage_of
from viewer.scene.options import Gizmos

MOST_PIXELS = 7680 * 4320


@dataclass(frozen=True)
class Take:
    """How pictures are taken.

    ``size`` width × height in pixels; ``view`` a name of ``VIEWS``; ``agent`` the one followed
    (None: the first); ``distance`` metres from it (None: by the view); ``yaw``, ``pitch`` in
    radians replace the view's; ``look`` moves the target by metres from the agent's middle;
    ``panels`` draws the panels over it; ``soft`` draws without GL.
    """

    size: tuple[int, int] = (1280, 720)
    view: str = "three-quarter"
    agent: str | None = None
    distance: float | None = None
    yaw: float | None = None
    pitch: float | None = None
    look: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gizmos: Gizmos = field(default_factory=Gizmos)
    panels: bool = False
    soft: bool = False


def _say(line: str) -> None:
    print(f"beh: {line}", file=sys.stderr)


def shot(
    model: Model,
    path: str,
    at: float = 0.0,
    take: Take | None = None,
    note: Callable[[str], None] = _say,
) -> str:
    """Write the picture of the scene ``at`` seconds after its start; returns what drew it.

    ``note`` is told in one line where OpenGL is missing. Raises ``CaptureError``.
    """
    take = _checked(take or Take())
    with _Studio(model, take, note) as studio:
        write_picture(path, studio.picture(_time(at), take))
        return studio.kind


def record(
    model: Model,
    path: str,
    seconds: float,
    take: Take | None = None,
    *,
    start: float = 0.0,
    fps: float = 20.0,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] = _say,
) -> int:
    """Write a moving picture from ``start`` for ``seconds``; returns the number of frames.

    ``progress(done, all)`` is called after each frame. If anything stops it in the middle, the
    frames until then are in the file, and the cause is raised on.
    """
    take = _checked(take or Take())
    count = max(1, round(_time(seconds) * fps))
    with Film(path, fps) as film, _Studio(model, take, note) as studio:
        for k in range(count):
            film.add(studio.picture(_time(start) + k / fps, take))
            if progress is not None:
                progress(k + 1, count)
    return count


def contact_sheet(
    model: Model,
    path: str,
    times: Sequence[float],
    views: Sequence[str] = ("front", "side", "top", "three-quarter"),
    take: Take | None = None,
    note: Callable[[str], None] = _say,
) -> str:
    """Write one picture with a row for each time and a column for each view."""
    take = _checked(take or Take(size=(480, 360)))
    with _Studio(model, take, note) as studio:
        rows = []
        for at in times:
            cells = []
            for view in views:
                caption = Label(
                    f"{at:.2f} s   {view}", None, offset=(14.0, 10.0), align=0.0, size=24.0
                )
                cells.append(
                    studio.picture(_time(at), _checked(replace(take, view=view)), (caption,))
                )
            rows.append(np.concatenate(cells, axis=1))
        write_picture(path, np.concatenate(rows, axis=0))
        return studio.kind


class _Studio:
    """A model played to the times asked for and drawn on a canvas."""

    def __init__(self, model: Model, take: Take, note: Callable[[str], None]) -> None:
        self.model = model
        self.playback = Playback(model)
        self.playback.pause()
        self.stage: Stage = stage_of(model, self.playback.state)
        self.canvas: Canvas = open_canvas(*take.size, note, soft=take.soft)
        self._base_yaw: float | None = None
        self._still: Any = None

    @property
    def kind(self) -> str:
        """What draws: egl, window or soft."""
        return self.canvas.kind

    def __enter__(self) -> _Studio:
        return self

    def __exit__(self, *_: object) -> None:
        if self._still is not None:
            self._still.close()
        self.canvas.close()

    def picture(self, at: float, take: Take, labels: tuple[Label, ...] = ()) -> NDArray[np.uint8]:
        """The picture at a time."""
        state = self.playback.state_at(at)
        camera = self._camera(state, take)
        overlay = self._panels(take)
        area = WHOLE if overlay is None else free_area(*self._still.points)
        frame: DrawList = draw_state(self.stage, state, camera, take.gizmos, labels, area)
        return self.canvas.draw(frame, camera, overlay)

    def _camera(self, state: State, take: Take) -> Camera:
        """Follows the agent; keeps the direction of the first picture."""
        camera, self._base_yaw = agent_camera(
            self.model, state, take.agent, take.view, take.distance, self._base_yaw
        )
        if take.yaw is not None:
            camera = replace(camera, yaw=take.yaw)
        if take.pitch is not None:
            camera = replace(camera, pitch=take.pitch)
        return camera.looking_at(np.asarray(camera.target) + np.asarray(take.look))

    def _panels(self, take: Take) -> Overlay | None:
        """What draws the panels; None without them, without GL, or without imgui."""
        if not take.panels or self.canvas.kind == "soft":
            return None
        if self._still is None:
            try:
                from viewer.app.still import Still
            except ImportError as error:
                raise CaptureError(f"panels need the package imgui-bundle: {error}") from None
            from viewer.desk import desk_for
            from viewer.session import session_of

            session, loaded = session_of(self.model)
            desk = desk_for(session, loaded, self.playback)
            desk.agent = take.agent or desk.agent
            self._still = Still(desk, *take.size)
        overlay: Overlay = self._still.overlay
        return overlay


def _time(seconds: float) -> float:
    if not (math.isfinite(seconds) and seconds >= 0.0):
        raise CaptureError(f"a time is 0 s or later, not {seconds}")
    return seconds


def _checked(take: Take) -> Take:
    width, height = take.size
    if width < 16 or height < 16 or width * height > MOST_PIXELS:
        raise CaptureError(f"a picture is 16x16 to 7680x4320 pixels, not {width}x{height}")
    if take.view not in VIEWS:
        raise CaptureError(f"there is no view {take.view!r}; there are {', '.join(VIEWS)}")
    return take
