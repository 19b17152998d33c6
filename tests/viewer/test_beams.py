"""Beams of light: how thick they are, how they flicker, what hides them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from viewer import look
from viewer.camera import Camera
from viewer.canvas import Canvas, SoftCanvas
from viewer.draw_list import DrawList, DrawListBuilder

CAMERA = Camera((0.0, 1.0, 0.0), yaw=0.0, pitch=0.1, distance=4.0)
RED = (1.0, 0.1, 0.06)


def beam(time: float, *, on: bool = True, wall: bool = False) -> DrawList:
    builder = DrawListBuilder(focus=np.zeros(3), time=time)
    builder.ground((0, 0, 0), (0, 1, 0), (0.3, 0.3, 0.3), grid=0.0)
    if on:
        builder.beam((-1.0, 1.0, 0.0), (1.0, 1.0, 0.0), RED, 0.01)
    if wall:
        builder.box((0.0, 1.0, 0.5), (0.3, 0.5, 0.05), (0.5, 0.5, 0.5))
    return builder.build()


def added(drawing: Canvas, frame: DrawList) -> np.ndarray:
    """Red over that of a picture without the beam."""
    picture = drawing.draw(frame, CAMERA).astype(int)
    return np.asarray(picture - drawing.draw(beam(0.0, on=False), CAMERA))[..., 0]


def test_a_beam_flickers_with_the_simulation_s_time_only(
    canvas: Callable[[int, int], Canvas],
) -> None:
    drawing = canvas(320, 180)
    one, two, again = (drawing.draw(beam(t), CAMERA) for t in (1.0, 1.044, 1.0))
    assert (one == again).all()
    assert np.abs(one.astype(int) - two).max() > 8
    np.testing.assert_array_equal(drawing.draw(beam(1.0 + look.FLICKER_PERIOD), CAMERA), one)


def test_the_brightness_follows_the_function(canvas: Callable[[int, int], Canvas]) -> None:
    """Red beside the core, over several times, against ``look.flicker`` at the beam's middle."""
    drawing = canvas(320, 180)
    times = np.linspace(0.0, 0.4, 9)
    shown = [added(drawing, beam(t))[:, 160].clip(0, 255).sum() for t in times]
    wanted = [float(look.flicker(t, np.array(1.0))) for t in times]
    assert np.corrcoef(shown, wanted)[0, 1] > 0.9


def test_brightness_stays_between_a_third_and_full() -> None:
    times = np.linspace(0.0, look.FLICKER_PERIOD, 5000)
    values = np.array([look.flicker(float(t), np.linspace(0.0, 30.0, 7)) for t in times])
    assert values.min() > 0.3
    assert values.max() <= 1.0 + 1e-9
    assert np.ptp(values[:, 0]) > 0.3
    assert look.flicker(0.3, np.zeros(1)) == pytest.approx(
        look.flicker(0.3 + look.FLICKER_PERIOD, np.zeros(1))
    )


def test_it_is_two_centimetres_thick_with_a_glow(canvas: Callable[[int, int], Canvas]) -> None:
    """At 4 m a picture of 1080 lines has 392 pixels a metre: a core of about 8 pixels."""
    column = added(canvas(64, 1080), beam(0.0))[:, 32]
    bright = np.flatnonzero(column > 0.6 * column.max())
    assert 6 <= np.ptp(bright) + 1 <= 16
    assert np.ptp(np.flatnonzero(column > 8)) > 2 * np.ptp(bright)


def test_solids_hide_it(canvas: Callable[[int, int], Canvas]) -> None:
    drawing = canvas(320, 180)
    clear, hidden = drawing.draw(beam(0.0), CAMERA), drawing.draw(beam(0.0, wall=True), CAMERA)
    red = hidden.astype(int)[..., 0] - hidden.astype(int)[..., 1]
    row = int(np.argmax((clear.astype(int)[..., 0] - clear.astype(int)[..., 1]).max(axis=1)))
    assert red[row, 160] < 20
    assert red[row - 2 : row + 3, 100].max() > 60


def test_soft_beams_look_like_the_others(canvas: Callable[[int, int], Canvas]) -> None:
    one = canvas(320, 180).draw(beam(0.37), CAMERA).astype(float)
    two = SoftCanvas(320, 180).draw(beam(0.37), CAMERA).astype(float)
    assert np.abs(one - two).mean() < 1.5
