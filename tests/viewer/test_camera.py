"""Where the camera stands and where points land in the picture."""

from __future__ import annotations

import math

import numpy as np
import pytest

from viewer.camera import VIEWS, Camera, project


def test_the_target_is_in_the_middle_and_up_is_up() -> None:
    camera = Camera((1.0, 2.0, 3.0), yaw=0.7, pitch=0.3, distance=5.0)
    matrix = camera.view_projection(16 / 9)
    places, ahead = project(matrix, [(1, 2, 3), (1, 2.5, 3)], 1280, 720)
    np.testing.assert_allclose(places[0], (640.0, 360.0), atol=1e-6)
    assert places[1, 1] < 360.0
    assert ahead.all()


def test_half_the_field_is_at_the_upper_edge() -> None:
    camera = Camera((0.0, 0.0, 0.0), yaw=0.0, pitch=0.0, distance=2.0, field=math.radians(60))
    top = 2.0 * math.tan(math.radians(30))
    places, _ = project(camera.view_projection(1.0), [(0, top, 0)], 100, 100)
    np.testing.assert_allclose(places[0], (50.0, 0.0), atol=1e-6)


def test_yaw_zero_looks_back_from_ahead() -> None:
    camera = Camera((0.0, 0.0, 0.0), yaw=0.0, pitch=0.0, distance=3.0)
    np.testing.assert_allclose(camera.eye, (0, 0, 3), atol=1e-12)
    np.testing.assert_allclose(camera.ahead, (0, 0, -1), atol=1e-12)
    np.testing.assert_allclose(camera.axes[:, 0], (1, 0, 0), atol=1e-12)


def test_what_lies_behind_is_told() -> None:
    camera = Camera((0.0, 0.0, 0.0), yaw=0.0, pitch=0.0, distance=3.0)
    _, ahead = project(camera.view_projection(1.0), [(0, 0, 4), (0, 0, 2)], 100, 100)
    assert ahead.tolist() == [False, True]


def test_orbit_stops_short_of_the_poles_and_zoom_of_the_eye() -> None:
    camera = Camera()
    assert camera.orbited(0.0, 10.0).pitch == pytest.approx(math.radians(89))
    assert camera.orbited(0.0, -10.0).pitch == pytest.approx(math.radians(-12))
    assert camera.zoomed(1e-6).distance == 0.25


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_axes_are_orthonormal_in_every_view(view: str) -> None:
    axes = Camera().seen_from(view).axes
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1.0)


def test_panning_moves_the_target_across_the_line_of_sight() -> None:
    camera = Camera(yaw=0.4, pitch=0.2)
    moved = np.array(camera.panned(0.3, 0.0).target) - np.array(camera.target)
    assert np.linalg.norm(moved) == pytest.approx(0.3)
    assert moved @ camera.axes[:, 2] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e300])
def test_a_camera_gone_astray_is_brought_back(bad: float) -> None:
    whole = Camera((1.0, 2.0, 3.0), 0.4, 0.2, 5.0)
    assert whole.sound() is whole
    usual = Camera()
    astray = Camera((1.0, bad, 3.0), 0.4, 0.2, 5.0).sound()
    assert astray.target == (1.0, usual.target[1], 3.0)
    assert (astray.yaw, astray.distance) == (0.4, 5.0)
    if not math.isfinite(bad) or math.isnan(bad):
        lost = Camera((1.0, 2.0, 3.0), bad, bad, bad, bad).sound()
        assert (lost.yaw, lost.pitch, lost.distance) == (usual.yaw, usual.pitch, usual.distance)
        assert np.isfinite(lost.view_projection(1.6)).all()
