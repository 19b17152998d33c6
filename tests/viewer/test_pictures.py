"""Pictures themselves: against golden ones, soft against GL, and at two GL versions.

The golden pictures are written anew only with ``BEH_BLESS=1``. Where there is no OpenGL the
numpy renderer must meet the same pictures within its own, wider bound.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from behave.runtime.model import Model
from tests.viewer.stage import VIEWS, stage
from viewer import look
from viewer.camera import Camera, project
from viewer.canvas import Canvas, SoftCanvas, open_canvas
from viewer.capture import Take, contact_sheet, record, shot
from viewer.draw_list import DrawListBuilder
from viewer.film import CaptureError
from viewer.soft.raster import rasterize

GOLDEN = Path(__file__).parent / "golden"
SIZE = (640, 360)
GL_BOUND = 1.0  # mean difference of a channel, of 255: drivers round differently at edges
SOFT_BOUND = 2.0  # the soft renderer's shadows and edges are coarser


def difference(one: np.ndarray, two: np.ndarray) -> float:
    """Mean difference a channel, 0..255."""
    return float(np.abs(one.astype(int) - two.astype(int)).mean())


@pytest.fixture(scope="module", autouse=True)
def blessed() -> None:
    """Write the golden pictures anew where that is asked for."""
    if os.environ.get("BEH_BLESS"):
        GOLDEN.mkdir(exist_ok=True)
        canvas = open_canvas(*SIZE, print)
        assert canvas.kind != "soft", "golden pictures are made with OpenGL"
        for view, camera in VIEWS.items():
            picture = canvas.draw(stage(), camera)
            Image.fromarray(picture).save(GOLDEN / f"{view}.png", optimize=True)
        canvas.close()


def golden(view: str) -> np.ndarray:
    """A golden picture."""
    return np.asarray(Image.open(GOLDEN / f"{view}.png").convert("RGB"))


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_golden(canvas: Callable[[int, int], Canvas], view: str) -> None:
    drawing = canvas(*SIZE)
    picture = drawing.draw(stage(), VIEWS[view])
    bound = SOFT_BOUND if drawing.kind == "soft" else GL_BOUND
    assert difference(picture, golden(view)) < bound
    # a picture of something else would not pass
    assert all(difference(picture, golden(v)) > 5 * SOFT_BOUND for v in VIEWS if v != view)


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_soft_pictures_look_like_the_golden_ones(view: str) -> None:
    picture = SoftCanvas(*SIZE).draw(stage(), VIEWS[view])
    assert difference(picture, golden(view)) < SOFT_BOUND


@pytest.mark.parametrize("version", ["3.3FC", "4.1FC"])
def test_old_versions_of_gl_suffice(tmp_path: Path, version: str) -> None:
    path = tmp_path / "picture.npy"
    script = f"""
        import numpy as np
        from tests.viewer.stage import VIEWS, stage
        from viewer.canvas import open_canvas
        canvas = open_canvas(640, 360, print)
        np.save({str(path)!r}, canvas.draw(stage(), VIEWS["behind"]))
        if canvas.kind != "soft":
            from pyglet import gl
            print(canvas.kind, gl.current_context.get_info().get_version())
    """
    environment = os.environ | {"MESA_GL_VERSION_OVERRIDE": version}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=Path(__file__).absolute().parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if "egl" in done.stdout:
        assert version[:3].replace(".", ", ") in done.stdout or version[:3] in done.stdout
    assert difference(np.load(path), golden("behind")) < SOFT_BOUND


def test_shadows_fall_away_from_the_sun(canvas: Callable[[int, int], Canvas]) -> None:
    """A ball over the floor: its shadow is darker than the floor and where geometry puts it."""
    builder = DrawListBuilder()
    builder.ground((0, 0, 0), (0, 1, 0), (0.6, 0.6, 0.6), grid=0.0)
    builder.sphere((0, 1.5, 0), 0.35, (0.8, 0.2, 0.2))
    camera = Camera((0.0, 0.0, 0.0), yaw=0.0, pitch=1.55, distance=7.0)
    picture = canvas(320, 320).draw(builder.build(), camera).astype(int).sum(axis=2)
    spot = -look.SUN * (1.5 / look.SUN[1]) + np.array([0, 1.5, 0])
    (x, y), (ox, oy) = project(camera.view_projection(1.0), [spot, (2.0, 0.0, 2.0)], 320, 320)[0]
    shadow, floor = picture[int(y), int(x)], picture[int(oy), int(ox)]
    assert shadow < 0.7 * floor


def test_a_lit_floor_has_no_acne(canvas: Callable[[int, int], Canvas]) -> None:
    builder = DrawListBuilder()
    builder.ground((0, 0, 0), (0, 1, 0), (0.6, 0.6, 0.6), grid=0.0)
    builder.box((0, 0.5, 0), (1.5, 0.5, 1.5), (0.6, 0.6, 0.6), rounding=0.0, material=(0, 0, 0, 0))
    camera = Camera((0.0, 1.0, 0.0), yaw=0.0, pitch=1.3, distance=2.0)
    picture = canvas(200, 200).draw(builder.build(), camera).astype(float)
    top = picture[60:140, 60:140]
    assert top.std(axis=(0, 1)).max() < 1.5


def test_one_triangle_covers_the_samples_inside_it() -> None:
    clip = np.array([[[-1, -1, 0, 1], [1, -1, 0, 1], [-1, 1, 0, 1.0]]])
    samples = rasterize(clip, 8, 8, cull=False)
    covered = samples.triangle.reshape(8, 8) == 0
    expected = np.array([[x + 0.5 <= y + 0.5 for x in range(8)] for y in range(8)])
    np.testing.assert_array_equal(covered, expected)
    np.testing.assert_allclose(samples.weights[samples.triangle == 0].sum(axis=1), 1.0, rtol=1e-6)


def test_the_nearer_triangle_wins_and_behind_the_eye_is_cut() -> None:
    flat = np.array([[-1, -1], [1, -1], [0, 1.0]])
    near = np.column_stack([flat, [0.1] * 3, [1.0] * 3])
    far = np.column_stack([flat, [0.6] * 3, [1.0] * 3])
    samples = rasterize(np.stack([far, near]), 16, 16)
    assert set(samples.triangle.tolist()) == {-1, 1}
    behind = near.copy()
    behind[2, 1], behind[2, 3] = 3.0, -1.0
    cut = rasterize(behind[None], 16, 16, cull=False)
    assert (cut.triangle == 0).any()
    assert np.isfinite(cut.weights).all()


def test_shots_are_the_same_every_time(model: Model, tmp_path: Path) -> None:
    take = Take(size=(320, 180))
    for name in ("a.png", "b.png"):
        shot(model, str(tmp_path / name), 0.9, take, note=lambda line: None)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    later = tmp_path / "later.png"
    shot(model, str(later), 1.6, take, note=lambda line: None)
    assert later.read_bytes() != (tmp_path / "a.png").read_bytes()


def test_a_recording_has_its_frames_and_tells_its_progress(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "walk.gif"
    told: list[tuple[int, int]] = []
    count = record(
        model,
        str(path),
        0.5,
        Take(size=(160, 90)),
        start=1.0,
        fps=10,
        progress=lambda done, total: told.append((done, total)),
        note=lambda line: None,
    )
    assert count == 5
    assert told == [(k, 5) for k in range(1, 6)]
    with Image.open(path) as image:
        assert image.n_frames == 5


def test_a_stopped_recording_is_readable(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "walk.webp"

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(
            model,
            str(path),
            2.0,
            Take(size=(160, 90)),
            fps=10,
            progress=stop,
            note=lambda line: None,
        )
    with Image.open(path) as image:
        assert image.n_frames == 3


def test_a_contact_sheet_has_a_cell_for_each_view_and_time(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    contact_sheet(
        model,
        str(path),
        (0.0, 1.0),
        ("front", "side", "top"),
        Take(size=(120, 90)),
        note=lambda line: None,
    )
    with Image.open(path) as image:
        assert image.size == (360, 180)


@pytest.mark.parametrize(
    ("take", "at"),
    [
        (Take(size=(4, 4)), 0.0),
        (Take(size=(100000, 100000)), 0.0),
        (Take(view="nowhere"), 0.0),
        (Take(), -1.0),
        (Take(), float("nan")),
    ],
)
def test_impossible_takes_are_said_in_one_line(
    model: Model, tmp_path: Path, take: Take, at: float
) -> None:
    with pytest.raises(CaptureError) as caught:
        shot(model, str(tmp_path / "a.png"), at, take, note=lambda line: None)
    assert "\n" not in str(caught.value)


def test_panels_are_drawn_over_pictures_and_cost_no_pixel_elsewhere(
    model: Model, tmp_path: Path
) -> None:
    """With GL the left column is covered by panels; without GL there are none, and none asked."""
    said: list[str] = []
    pictures = []
    for panels in (False, True):
        path = tmp_path / f"{panels}.png"
        kind = shot(model, str(path), 1.0, Take(panels=panels), note=said.append)
        pictures.append(np.asarray(Image.open(path).convert("RGB")).astype(int))
    gap = np.abs(pictures[0] - pictures[1]).sum(axis=2)
    if kind == "soft":
        assert gap.max() == 0
        assert said
    else:
        assert (gap[30:300, 20:340] > 20).mean() > 0.9
        assert gap[100:500, 420:900].max() == 0
