"""Pictures and moving pictures of a model without a window: the same bytes every time."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.aim_framing import BACK, aimed_at, best_side, has_beam, nearer, toward
from viewer.app.places import free_area
from viewer.camera import VIEWS, Camera
from viewer.canvas import Canvas, Overlay, open_canvas
from viewer.chosen import first_agent
from viewer.crowd.framing import CROWD_VIEW, crowd_camera
from viewer.crowd.state import CrowdState
from viewer.draw_list import WHOLE, DrawList, Label
from viewer.film import CaptureError, Film, write_picture
from viewer.framing import agent_camera, over_land
from viewer.playback import Playback
from viewer.scene.build import Stage, center_of, draw_state, stage_of
from viewer.scene.options import NO_GIZMOS, Gizmos

MOST_PIXELS = 7680 * 4320
LOOKS = 8  # parts of a recording, at whose ends it is asked what hides the agent
MOST_NAMED = 6  # agents named where one is asked for that is not there


@dataclass(frozen=True)
class Take:
    """How pictures are taken.

    ``size`` width × height in pixels; ``view`` a name of ``VIEWS``; ``agent`` the one followed
    (None: the first); ``distance`` metres from it (None: by the view); ``yaw``, ``pitch`` in
    radians replace the view's, ``yaw`` counted from the way the agent faces at first (0 is in
    front of it, π behind); ``look`` moves the target by metres from the agent's middle;
    ``gizmos`` are the marks drawn, ``picked`` the instances of machine arrays of which all is
    told; ``panels`` draws the panels over it; ``soft`` draws without GL; ``play`` makes what runs
    the model. Of a crowd with no ``agent`` named all of it is shown, without marks.
    """

    size: tuple[int, int] = (1280, 720)
    view: str = "three-quarter"
    agent: str | None = None
    distance: float | None = None
    yaw: float | None = None
    pitch: float | None = None
    look: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gizmos: Gizmos = field(default_factory=Gizmos)
    picked: Mapping[str, int] = field(default_factory=dict)
    panels: bool = False
    soft: bool = False
    play: Callable[[Model], Playback] = Playback


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
        studio.choose_side([_time(at)], take)
        write_picture(path, studio.picture(at, take))
        return studio.kind


def pictures(
    model: Model,
    times: Sequence[float],
    take: Take | None = None,
    note: Callable[[str], None] = _say,
) -> list[NDArray[np.uint8]]:
    """Pictures of the scene at some times, u1[height, width, 3] each, all from one side."""
    take = _checked(take or Take())
    with _Studio(model, take, note) as studio:
        studio.choose_side([_time(at) for at in times], take)
        return [studio.picture(_time(at), take) for at in times]


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
        studio.choose_side([_time(start) + seconds * k / LOOKS for k in range(LOOKS + 1)], take)
        for k in range(count):
            film.add(studio.picture(_time(start) + k / fps, take))
            if progress is not None:
                progress(k + 1, count)
    return count


def sheet(
    model: Model,
    path: str,
    seconds: float,
    take: Take | None = None,
    *,
    start: float = 0.0,
    columns: int = 4,
    rows: int = 3,
    note: Callable[[str], None] = _say,
) -> int:
    """Write one picture of ``columns`` × ``rows`` moments at equal times from ``start`` to
    ``seconds`` later, both ends included; ``take.size`` is that of the whole. Returns how many."""
    take = take or Take()
    width, height = take.size[0] // columns, take.size[1] // rows
    take = _checked(replace(take, size=(width, height), panels=False))
    count = columns * rows
    step = _time(seconds) / max(count - 1, 1)
    times = [_time(start) + k * step for k in range(count)]
    with _Studio(model, take, note) as studio:
        studio.choose_side(times, take)
        cells = []
        for at in times:
            caption = Label(f"{at:.2f} s", None, offset=(14.0, 10.0), align=0.0, size=30.0)
            cells.append(studio.picture(at, take, (caption,)))
    grid = np.array(cells).reshape(rows, columns, height, width, 3)
    write_picture(path, grid.transpose(0, 2, 1, 3, 4).reshape(rows * height, columns * width, 3))
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
        self.playback = take.play(model)
        self.playback.pause()
        if take.agent is not None and not self.playback.follow(take.agent):
            names = self.playback.agents
            self.playback.close()
            there = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
            raise CaptureError(f"there is no agent `{take.agent}`; there are: {there or 'none'}")
        self.model = self.playback.model
        self.stage: Stage = stage_of(self.model, self.playback.state)
        self.canvas: Canvas = open_canvas(*take.size, note, soft=take.soft)
        self._base_yaw: dict[str, float] = {}
        self._side = 0.0
        self._moved: tuple[int | None, NDArray[np.float64]] = (None, np.zeros(3))
        self._still: Any = None
        self._whole: Camera | None = None

    @property
    def kind(self) -> str:
        """What draws: egl, window or soft."""
        return self.canvas.kind

    def __enter__(self) -> _Studio:
        return self

    def __exit__(self, *_: object) -> None:
        if self._still is not None:
            self._still.close()
        self.playback.close()
        self.canvas.close()

    def choose_side(self, times: Sequence[float], take: Take) -> None:
        """Look from where the fewest colliders hide the agent at some times of the take; a view
        that was asked for stays as it is."""
        if take.view == "three-quarter" and take.yaw is None and not self._all(take):
            states = [self.playback.state_at(at) for at in times]
            self._side = best_side(self.model, states, take.agent, take.distance)

    def picture(self, at: float, take: Take, labels: tuple[Label, ...] = ()) -> NDArray[np.uint8]:
        """The picture at a time."""
        state = self.playback.state_at(at)
        camera = self._camera(state, take)
        overlay = self._panels(take)
        area = WHOLE if overlay is None else free_area(*self._still.points)
        marks = NO_GIZMOS if self._all(take) else take.gizmos
        agent = take.agent or first_agent(self.model)
        frame: DrawList = draw_state(
            self.stage, state, camera, marks, labels, area, take.picked, None, take.size, agent
        )
        return self.canvas.draw(frame, camera, overlay)

    def _all(self, take: Take) -> bool:
        """Whether all of a crowd is to be shown, not one of it."""
        return self.playback.crowded and take.agent is None

    def _camera(self, state: State, take: Take) -> Camera:
        """Follows the agent; keeps the direction of the first picture, and of a crowd the place."""
        if isinstance(state, CrowdState) and self._all(take):
            if self._whole is None:
                self._whole = self._over(state, take)
            return over_land(self.model, state, self._whole)
        view = take.view if take.yaw is None else "front"  # counted from where the body faces
        base = self._base_yaw.get(view)
        camera, base = agent_camera(self.model, state, take.agent, view, take.distance, base)
        self._base_yaw[view] = base
        if take.yaw is not None:
            camera = replace(camera, yaw=take.yaw + base)
        elif take.view == "three-quarter":
            camera = replace(camera, yaw=camera.yaw + self._side)
        if take.pitch is not None:
            camera = replace(camera, pitch=take.pitch)
        shift = np.asarray(take.look, dtype=np.float64)
        agent = take.agent or first_agent(self.model)
        if agent and take.view == "three-quarter" and has_beam(self.model, agent):
            if take.distance is None:
                camera = replace(camera, distance=BACK * camera.distance)
            if take.yaw is None and not take.panels:  # these leave the middle free
                shift = shift + self._toward(state, take, camera)
        camera = camera.looking_at(np.asarray(camera.target) + shift)
        return over_land(self.model, state, camera.sound())

    def _over(self, state: CrowdState, take: Take) -> Camera:
        """All of a crowd in the picture, from the side asked for."""
        yaw, pitch = CROWD_VIEW if take.view == "three-quarter" else VIEWS[take.view]
        yaw = yaw if take.yaw is None else take.yaw
        pitch = pitch if take.pitch is None else take.pitch
        shape = take.size[0] / take.size[1]
        camera = crowd_camera(state.middles(), yaw, pitch, shape)
        return camera if take.distance is None else replace(camera, distance=take.distance)

    def _toward(self, state: State, take: Take, camera: Camera) -> NDArray[np.float64]:
        """How far the picture is moved towards what the agent aims at, so that it is seen too;
        softly, as what is aimed at may change at once."""
        agent = take.agent or first_agent(self.model)
        middle = center_of(self.model, state, agent)
        goal = toward(middle, aimed_at(self.model, state, agent), camera.distance)
        before, moved = self._moved
        if before is None or state.tick < before:
            moved = goal
        else:
            moved = moved + nearer(goal - moved, (state.tick - before) * self.model.dt)
        self._moved = (state.tick, moved)
        return moved

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
