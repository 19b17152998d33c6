"""Writing pictures: palettes, times, and what a stopped run leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from viewer.film import CaptureError, Film, palette_of, write_picture


def frame(k: int, size: tuple[int, int] = (48, 32)) -> np.ndarray:
    """A grey ramp with a square that moves."""
    width, height = size
    picture = np.repeat(np.linspace(40, 200, width)[None, :, None], height, 0)
    picture = np.repeat(picture, 3, 2).astype(np.uint8)
    picture[8:14, k % 30 : k % 30 + 6] = (230, 40, 30)
    return picture


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".apng", ".png"])
def test_all_frames_arrive_with_their_times(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    with Film(str(path), fps=16) as film:
        for k in range(12):
            film.add(frame(k))
    with Image.open(path) as image:
        assert image.n_frames == 12
        total = 0
        for k in range(12):
            image.seek(k)
            image.load()
            total += image.info["duration"]
            shown = np.asarray(image.convert("RGB")).astype(int)
            assert np.abs(shown - frame(k)).mean() < 4.0
    assert total == 750  # 12 frames of 1/16 s: rounding does not add up
    assert os.listdir(tmp_path) == [path.name]


def test_an_error_in_the_middle_leaves_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "out.gif"

    def stopped() -> None:
        with Film(str(path), fps=10) as film:
            for k in range(5):
                film.add(frame(k))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    with Image.open(path) as image:
        assert image.n_frames == 5


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals to kill with")
def test_a_killed_process_leaves_half_of_its_work(tmp_path: Path) -> None:
    path = tmp_path / "out.webp"
    script = f"""
        import os, signal
        from tests.viewer.test_film import frame
        from viewer.film import Film
        with Film({str(path)!r}, fps=10) as film:
            for k in range(20):
                film.add(frame(k))
            os.kill(os.getpid(), signal.SIGKILL)
    """
    root = str(Path(__file__).absolute().parents[2])
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL
    with Image.open(path) as image:
        assert image.n_frames == 16


def test_a_rare_color_keeps_its_place_in_the_palette() -> None:
    picture = frame(0, (320, 200))
    palette = palette_of(iter([picture]))
    colors = np.array(palette.getpalette()).reshape(-1, 3)
    assert np.abs(colors - (230, 40, 30)).sum(axis=1).min() < 16


def test_a_still_picture_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    write_picture(str(path), frame(3))
    np.testing.assert_array_equal(np.asarray(Image.open(path)), frame(3))
    assert os.listdir(tmp_path) == ["a.png"]


@pytest.mark.parametrize("name", ["a.txt", "a", "nowhere/a.png"])
def test_what_cannot_be_written_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(CaptureError) as caught:
        write_picture(str(tmp_path / name), frame(0))
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)


def test_a_recording_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with (
        pytest.raises(CaptureError, match="cannot write"),
        Film(str(tmp_path / "no" / "a.gif"), fps=10) as film,
    ):
        film.add(frame(0))
    with pytest.raises(CaptureError, match="ends in"):
        Film(str(tmp_path / "a.avi"), fps=10)


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".apng"])
def test_frames_of_another_size_become_as_large_as_the_first(tmp_path: Path, suffix: str) -> None:
    """A window may be made larger while it is recorded."""
    path = tmp_path / f"out{suffix}"
    with Film(str(path), fps=10) as film:
        for size in ((48, 32), (96, 64), (31, 77)):
            film.add(frame(0, size))
    with Image.open(path) as image:
        assert (image.size, image.n_frames) == ((48, 32), 3)


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".apng"])
@pytest.mark.parametrize("size", [(1, 1), (33, 17)])
@pytest.mark.parametrize("fps", [1.0, 23.976, 120.0])
def test_any_size_and_rate_can_be_read_back(
    tmp_path: Path, suffix: str, size: tuple[int, int], fps: float
) -> None:
    width, height = size
    path = tmp_path / f"out{suffix}"
    count = 24
    with Film(str(path), fps=fps) as film:
        for k in range(count):
            film.add(np.full((height, width, 3), 10 * k, np.uint8))
    total = 0.0
    with Image.open(path) as image:
        assert (image.size, image.n_frames) == (size, count)
        for k in range(count):
            image.seek(k)
            image.load()
            total += image.info["duration"]
            shown = np.asarray(image.convert("RGB")).astype(int)
            assert np.abs(shown - 10 * k).max() <= 6
    step = 10 if suffix == ".gif" else 1
    assert total == pytest.approx(max(1000 / fps, step) * count, abs=step)
