"""How much of an agent is drawn, what is left out, and what throws shadows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.viewer import poses
from tests.viewer.stage import VIEWS, stage
from viewer import look
from viewer.camera import Camera, project
from viewer.canvas import Canvas, open_canvas
from viewer.draw_list import SOLID, DrawListBuilder
from viewer.scene.figure import Tints, fit, fit_levels, solids
from viewer.scene.levels import FAR, FROM, FULL, MIDDLE, OUTSIDE, SLACK, SPECK, Levels, View


def test_lines_are_those_of_the_picture() -> None:
    """A stick of 1.8 m fills as many lines as its projected ends are apart."""
    view = View.of(Camera((0.0, 0.9, 0.0), yaw=0.4, pitch=0.0, distance=12.0), (1280, 720))
    matrix = view.camera.view_projection(1280 / 720)
    pixels, _ = project(matrix, [(0.0, 0.0, 0.0), (0.0, 1.8, 0.0)], 1280, 720)
    found = view.lines(np.array([[0.0, 0.9, 0.0]]), np.array([1.8]))
    assert found[0] == pytest.approx(pixels[0, 1] - pixels[1, 1], rel=1e-6)


def test_what_may_be_seen_is_never_left_out() -> None:
    """Balls of which any point on the surface is in the picture are inside."""
    view = View.of(Camera((3.0, 1.0, -2.0), yaw=0.8, pitch=0.3, distance=9.0), (1280, 720))
    rng = np.random.default_rng(5)
    middles = rng.uniform(-25.0, 25.0, (3000, 3))
    inside = view.inside(middles, 1.2)
    way = rng.normal(size=(200, 3))
    way *= 1.2 / np.linalg.norm(way, axis=1, keepdims=True)
    matrix = view.camera.view_projection(1280 / 720)
    for middle, kept in zip(middles, inside, strict=True):
        if not kept:
            pixels, ahead = project(matrix, middle + way, 1280, 720)
            shown = ahead & (pixels >= 0).all(axis=1) & (pixels <= (1280, 720)).all(axis=1)
            assert not shown.any()
    assert 0.02 < inside.mean() < 0.4  # and most others are


def test_levels_go_by_lines_and_stay_near_a_border() -> None:
    levels = Levels()
    seen = np.ones(4, bool)

    def chosen(*lines: float) -> list[int]:
        return levels.choose(0, np.array(lines), seen).tolist()

    assert chosen(200.0, 60.0, 20.0, 5.0) == [FULL, MIDDLE, FAR, SPECK]
    just_below = [border / SLACK * 1.01 for border in FROM]
    assert chosen(*just_below, 5.0) == [FULL, MIDDLE, FAR, SPECK]
    assert chosen(*(border * 0.999 for border in FROM), 5.0) == [FULL, MIDDLE, FAR, SPECK]
    well_below = [border / SLACK * 0.99 for border in FROM]
    assert chosen(*well_below, 5.0) == [MIDDLE, FAR, SPECK, SPECK]
    assert chosen(*just_below, 5.0) == [MIDDLE, FAR, SPECK, SPECK]  # and back only at the border
    assert chosen(*(border * 1.001 for border in FROM), 5.0) == [FULL, MIDDLE, FAR, SPECK]
    hidden = levels.choose(0, np.array([200.0, 60.0, 20.0, 5.0]), ~seen)
    assert hidden.tolist() == [OUTSIDE] * 4
    assert levels.choose(0, np.array([200.0]), seen[:1]).tolist() == [FULL]  # others by now


def test_figures_of_fewer_shapes_fill_the_same_room() -> None:
    """From each level to the next the figure stays as high, as wide and as deep, to 8 cm."""
    place, turn = poses.walking()
    reaches = []
    counts = []
    for figure in fit_levels(poses.skeleton())[:3]:
        boxes, rods = solids(figure, place[None], turn[None])
        middle = np.concatenate([boxes["model"][:, :, 3], rods["model"][:, :, 3]])
        axis = rods["model"][:, :, 1] * rods["size"][:, 2:3]
        thick = rods["size"][:, :2].max(axis=1, keepdims=True)
        ends = [rods["model"][:, :, 3] + s * axis + t * thick for s in (-1, 1) for t in (-1, 1)]
        points = np.concatenate([middle, *ends])
        reaches.append(np.stack([points.min(axis=0), points.max(axis=0)]))
        counts.append(len(boxes) + len(rods))
    assert counts[0] > 2.5 * counts[1]
    assert counts[1] > counts[2]
    np.testing.assert_allclose(reaches[1], reaches[0], atol=0.08)
    np.testing.assert_allclose(reaches[2], reaches[1], atol=0.08)


def test_single_precision_and_many_agents_give_the_same_figures() -> None:
    place, turn = poses.walking()
    figure = fit(poses.skeleton())
    tints = Tints(np.array([(0.1, 0.2, 0.3), (0.4, 0.5, 0.6)]))
    shift = np.array([0.0, 0.0, 2.0])
    many = solids(figure, np.stack([place, place + shift]), np.stack([turn, turn]), tints=tints)
    for one, both in zip(solids(figure, place[None], turn[None]), many, strict=True):
        count = len(one)
        np.testing.assert_allclose(both["model"][:count], one["model"], atol=1e-6)
        moved = both["model"][count:].copy()
        moved[:, :, 3] -= shift
        np.testing.assert_allclose(moved, one["model"], atol=1e-5)
    small = solids(figure, place[None].astype(np.float32), turn[None].astype(np.float32))
    exact = solids(figure, place[None], turn[None])
    for one, other in zip(small, exact, strict=True):
        np.testing.assert_allclose(one["model"], other["model"], atol=2e-5)
    large = solids(figure, place[None] * 2.0, turn[None], scale=np.array([2.0]))
    np.testing.assert_allclose(large[1]["size"], 2.0 * exact[1]["size"], rtol=1e-5)


def test_only_what_the_map_covers_and_shows_throws_a_shadow() -> None:
    from viewer.gl.casting import casters

    light = look.light_matrix(np.zeros(3), 6.0, 1024)
    rows = np.zeros(4, SOLID)
    rows["model"][:, :, :3] = np.eye(3)
    rows["model"][:, :, 3] = [(0, 1, 0), (0, 1, 30), (1, 1, 1), (0, 1, 6.4)]
    rows["size"][:, :2] = np.array([[0.1], [0.1], [0.002], [0.5]])  # a texel is 12 mm
    builder = DrawListBuilder()
    _, kept = casters(builder.build(), rows, light, 1024)
    assert kept["size"][:, 0].tolist() == pytest.approx([0.1, 0.5])


def test_shadows_do_not_shimmer_when_what_is_looked_at_moves(
    canvas: Callable[[int, int], Canvas],
) -> None:
    drawing = canvas(320, 180)
    if drawing.kind == "soft":
        return  # its map is as coarse as it is quick: GL is what moves

    def picture(focus: tuple[float, float, float], distance: float) -> np.ndarray:
        builder = DrawListBuilder(focus=np.array(focus))
        builder.ground((0, 0, 0), (0, 1, 0), (0.6, 0.6, 0.6), grid=0.0)
        turn = math.radians(37.0)
        axes = [
            [math.cos(turn), 0, math.sin(turn)],
            [0, 1, 0],
            [-math.sin(turn), 0, math.cos(turn)],
        ]
        high = distance / 5
        builder.box((0, high, 0), (0.3 * high, high, 0.3 * high), (0.8, 0.8, 0.8), axes=axes,
                    rounding=0.0, material=(0, 0, 0, 0))  # fmt: skip
        camera = Camera((0.0, 0.5, 0.0), yaw=0.3, pitch=0.9, distance=distance)
        return drawing.draw(builder.build(), camera).astype(int)

    for distance in (5.0, 40.0):
        still = picture((0.0, 0.0, 0.0), distance)
        step = 0.0037 * distance / 5
        for k in range(1, 5):
            moved = picture((step * k, 0.0, 1.3 * step * k), distance)
            assert np.abs(moved - still).max() <= 12


def test_what_is_drawn_quickly_looks_like_the_rest() -> None:
    drawing = open_canvas(640, 360, lambda line: None)
    if drawing.kind == "soft":
        return
    from viewer.gl.renderer import Renderer

    try:
        quick = Renderer(640, 360, 0, quick=True)
        for camera in VIEWS.values():
            quick.draw(stage(), camera)
            one, other = quick.read().astype(int), drawing.draw(stage(), camera).astype(int)
            assert np.abs(one - other).mean() < 4.0
            far = replace(camera, yaw=camera.yaw + 1.0)
            assert np.abs(one - drawing.draw(stage(), far).astype(int)).mean() > 8.0
        # a slanted edge has shades between black and the sky, which one sample a pixel has not
        builder = DrawListBuilder()
        builder.box((0, 0, 0), (2, 0.4, 0.1), (0, 0, 0), material=(0, 0, 1, 0), rounding=0.0)
        between = []
        for renderer in (quick, Renderer(640, 360, 0)):
            renderer.draw(builder.build(), Camera((0, 0, 0), yaw=0.5, pitch=0.35, distance=4.0))
            green = renderer.read()[:, :, 1].astype(int)
            between.append(int(((green > 25) & (green < 110)).sum()))
        assert between[0] > 400
        assert between[1] < 0.1 * between[0]
    finally:
        drawing.close()
