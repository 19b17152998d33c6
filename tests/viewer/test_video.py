"""The mp4 of a recording, read back with the ffmpeg that wrote it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from viewer import video as videos
from viewer.film import CaptureError, Film
from viewer.video import ffmpeg


def frame(k: int, width: int, height: int) -> np.ndarray:
    """A red field, a grey ramp beside it, and a bright bar that moves down the ramp.

    Only greys change from row to row: of colours the format keeps each second row.
    """
    picture = np.zeros((height, width, 3), np.uint8)
    picture[...] = np.linspace(40, 160, width)[None, :, None]
    top = k % max(height - 1, 1)
    picture[top : top + 4] = 235
    picture[:, : width // 4 * 2] = (200, 60, 40)
    return picture


def decoded(path: Path) -> tuple[np.ndarray, float, float]:
    """All pictures u1[count, height, width, 3], the rate, and the seconds they last."""
    told = subprocess.run(
        [ffmpeg(), "-hide_banner", "-i", str(path)], capture_output=True, text=True, check=False
    ).stderr
    width, height = map(int, re.findall(r"Video: h264.* (\d+)x(\d+)", told)[0])
    assert "yuv420p(tv, bt709" in told
    assert re.search(r"start: 0\.0+,", told), told
    rate = float(re.findall(r"([\d.]+) fps", told)[0])
    hours, minutes, seconds = re.findall(r"Duration: (\d+):(\d+):([\d.]+)", told)[0]
    raw = subprocess.run(
        [ffmpeg(), "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-vf", "scale=in_color_matrix=bt709", "-"],
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    pictures = np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)
    return pictures, rate, int(hours) * 3600 + int(minutes) * 60 + float(seconds)


@pytest.mark.parametrize(
    ("size", "fps", "count"),
    [((64, 48), 20.0, 9), ((101, 67), 24.0, 5), ((1, 1), 10.0, 3), ((33, 2), 120.0, 7),
     ((48, 31), 23.976, 30), ((40, 30), 1.0, 2)],
)  # fmt: skip
def test_every_frame_is_there_at_any_size_and_rate(
    tmp_path: Path, size: tuple[int, int], fps: float, count: int
) -> None:
    """An odd edge is doubled; nothing of the picture is lost."""
    width, height = size
    path = tmp_path / "a.mp4"
    with Film(str(path), fps) as film:
        for k in range(count):
            film.add(frame(k, width, height))
    pictures, rate, lasts = decoded(path)
    assert pictures.shape == (count, height + height % 2, width + width % 2, 3)
    assert rate == pytest.approx(fps, abs=0.01)
    assert lasts == pytest.approx(count / fps, abs=0.03)
    assert os.listdir(tmp_path) == ["a.mp4"]
    if min(size) >= 16:  # smaller ones are all edges, which the format softens
        for k in range(count):
            shown = pictures[k, :height, :width].astype(int)
            assert np.abs(shown - frame(k, width, height)).mean() < 4.0, k
            field = shown[:, : width // 4].mean(axis=(0, 1))
            assert np.abs(field - (200, 60, 40)).max() < 3.0, k


def test_the_same_frames_give_the_same_file(tmp_path: Path) -> None:
    files = []
    for name in ("a.mp4", "b.mp4"):
        with Film(str(tmp_path / name), 20) as film:
            for k in range(12):
                film.add(frame(k, 64, 48))
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]


def test_frames_of_another_size_become_as_large_as_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with Film(str(path), 10) as film:
        film.add(frame(0, 64, 48))
        film.add(frame(1, 128, 96))
    assert decoded(path)[0].shape == (2, 48, 64, 3)


def test_stopped_halfway_it_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"

    def stopped() -> None:
        with Film(str(path), 10) as film:
            for k in range(5):
                film.add(frame(k, 64, 48))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert len(decoded(path)[0]) == 5


def test_of_a_killed_process_all_whole_seconds_are_there(tmp_path: Path) -> None:
    """The process and its ffmpeg are killed at once, as when the machine is switched off."""
    path = tmp_path / "a.mp4"
    script = f"""
        import os, time
        from tests.viewer.test_video import frame
        from viewer.film import Film
        film = Film({str(path)!r}, 10)
        for k in range(45):
            film.add(frame(k, 64, 48))
        size, seen = -1, 0
        while seen < 5:  # until ffmpeg has written all it is going to
            time.sleep(0.05)
            now = os.path.getsize({str(path)!r}) if os.path.exists({str(path)!r}) else -1
            seen = seen + 1 if now == size and now > 2000 else 0
            size = now
        film._stream._process.kill()
        os._exit(7)
    """
    root = str(Path(__file__).absolute().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=root, check=False, timeout=60
    )
    assert done.returncode == 7
    assert len(decoded(path)[0]) >= 20


def test_what_ffmpeg_cannot_write_is_one_line(tmp_path: Path) -> None:
    def record() -> None:
        with Film(str(tmp_path / "no" / "a.mp4"), 10) as film:
            for k in range(400):
                film.add(frame(k, 64, 48))

    with pytest.raises(CaptureError, match="cannot write") as caught:
        record()
    assert "No such file" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_the_extra_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(videos.importlib, "import_module", missing)
    with pytest.raises(CaptureError) as caught:
        Film("a.mp4", fps=10)
    assert str(caught.value) == (
        'mp4 needs the package imageio-ffmpeg: pip install "behave-engine[video]"; '
        "gif, webp and apng need nothing more"
    )


def test_an_interrupt_of_the_terminal_does_not_reach_ffmpeg(tmp_path: Path) -> None:
    """Ctrl-C goes to the whole group of processes; the film is finished all the same."""
    path = tmp_path / "a.mp4"
    script = f"""
        import os, signal
        from tests.viewer.test_video import frame
        from viewer.film import Film
        try:
            with Film({str(path)!r}, 10) as film:
                for k in range(8):
                    film.add(frame(k, 64, 48))
                os.killpg(0, signal.SIGINT)
                while True:
                    pass
        except KeyboardInterrupt:
            print("stopped")
    """
    root = str(Path(__file__).absolute().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=root, check=False, capture_output=True, text=True, timeout=120, start_new_session=True,
    )  # fmt: skip
    assert done.stdout == "stopped\n", done.stderr
    assert len(decoded(path)[0]) == 8
