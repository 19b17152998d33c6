"""Paths by arc length."""

import numpy as np
import pytest

from behave.world import paths

SQUARE = [(1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), (-1.0, 0.0, -1.0), (1.0, 0.0, -1.0)]


def test_a_polyline_goes_from_point_to_point_at_one_pace():
    line = paths.polyline([(0, 0, 0), (3, 4, 0), (3, 4, 2)])
    assert line.length == pytest.approx(7.0, abs=1e-15)
    assert np.allclose(paths.at(line, 2.5), (1.5, 2.0, 0.0), atol=1e-15)
    assert np.allclose(paths.at(line, 6.0), (3.0, 4.0, 1.0), atol=1e-15)
    assert np.allclose(paths.at(line, 8.0), (3.0, 4.0, 1.0), atol=1e-14)  # back again
    assert np.allclose(paths.at(line, 14.0), (0, 0, 0), atol=1e-14)
    assert np.allclose(paths.at(line, -1.0), paths.at(line, 1.0), atol=1e-14)


def test_a_closed_path_goes_round():
    loop = paths.polyline(SQUARE, closed=True)
    assert loop.length == pytest.approx(8.0)
    assert np.allclose(paths.at(loop, 7.0), (1.0, 0.0, 0.0), atol=1e-14)
    assert np.allclose(paths.at(loop, 8.0 * 1000 + 3.0), paths.at(loop, 3.0), atol=1e-11)
    assert np.allclose(paths.at(loop, -1.0), (1.0, 0.0, 0.0), atol=1e-14)


@pytest.mark.parametrize("closed", [False, True])
def test_a_curve_goes_through_its_points_at_one_pace(closed):
    points = np.array([(0, 0, 0), (4, 1, 0), (5, 0, 6), (-2, 2, 7), (-3, 0, 1)], float)
    curve = paths.smooth(points, closed)
    steps = np.array([paths.at(curve, d) for d in np.linspace(0, curve.length, 20001)])
    # the length is that of a fine polyline, and equal distances are equal steps
    chords = np.linalg.norm(np.diff(steps, axis=0), axis=1)
    assert chords.sum() == pytest.approx(curve.length, rel=1e-7)
    assert chords.max() / chords.min() < 1 + 1e-4
    for point in points:
        assert np.linalg.norm(steps - point, axis=1).min() < 2e-3
    # smooth: the direction does not jump, at a closed one's start neither
    ways = np.diff(steps, axis=0) / chords[:, None]
    if closed:
        assert np.allclose(steps[0], steps[-1], atol=1e-9)
        ways = np.vstack([ways, ways[:1]])
    assert (ways[1:] * ways[:-1]).sum(1).min() > 0.9999


def test_a_catmull_rom_curve_is_the_textbook_one():
    a, b, c, d = (np.array(p, float) for p in ((0, 0, 0), (1, 2, 0), (3, 3, 1), (4, 0, 2)))
    curve = paths.smooth([a, b, c, d])
    middle = (-a + 9 * b + 9 * c - d) / 16  # the curve at the middle of its second piece
    near = paths.nearest(curve, middle)
    assert np.allclose(paths.at(curve, near), middle, atol=1e-9)


def test_the_nearest_place_is_found_on_lines_and_curves():
    random = np.random.default_rng(19)
    for make in (paths.polyline, paths.smooth):
        for closed in (False, True):
            path = make(random.uniform(-5, 5, (6, 3)), closed)
            places = np.linspace(0, path.length, 4001)
            line = np.array([paths.at(path, d) for d in places])
            for point in random.uniform(-6, 6, (20, 3)):
                found = np.linalg.norm(paths.at(path, paths.nearest(path, point)) - point)
                best = np.linalg.norm(line - point, axis=1).min()
                assert found <= best + 1e-9
                assert found > best - 0.02


def test_points_that_are_one_count_once_and_one_is_no_path():
    doubled = paths.polyline([SQUARE[0], SQUARE[0], *SQUARE[1:], SQUARE[0]], closed=True)
    assert doubled.length == pytest.approx(8.0)
    for wrong in ([], [(1, 2, 3)], [(1, 2, 3)] * 4):
        for make in (paths.polyline, paths.smooth):
            with pytest.raises(ValueError, match="at least two points"):
                make(wrong)
    with pytest.raises(ValueError, match="finite"):
        paths.polyline([(0, 0, 0), (np.inf, 0, 0)])
