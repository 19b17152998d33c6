"""An mp4 written picture by picture through the ffmpeg that the extra ``video`` brings."""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

LONGEST = 120.0  # seconds until ffmpeg must have written what it was given

ADVICE = "gif, webp and apng need nothing more"


class VideoError(RuntimeError):
    """A film that cannot be written; the text says why in one line."""


class Video:
    """An mp4 (H.264) at a path. Raises ``VideoError``, at once where there is no ffmpeg.

    An odd edge is doubled, as the format has even sizes only. A fragment is written each
    second: cut off at any moment, by whatever, the file can be played up to there.
    """

    def __init__(self, path: str, fps: float) -> None:
        self._program = ffmpeg()
        self._path = path
        self._rate = Fraction(fps).limit_denominator(1001)
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None

    def add(self, frame: NDArray[np.uint8]) -> None:
        """Add a frame, u1[height, width, 3]; all have the size of the first."""
        edges = [(0, size % 2) for size in frame.shape[:2]]
        even = np.pad(frame, [*edges, (0, 0)], "edge")
        if self._process is None:
            self._start(even.shape[1], even.shape[0])
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(np.ascontiguousarray(even).tobytes())
        except OSError:
            raise self._problem() from None

    def close(self) -> None:
        """Finish the file; raises ``VideoError`` where that was not possible."""
        if self._process is None:
            return
        process, self._process = self._process, None
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended already, and says why
            process.stdin.close()
        try:
            code = process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise VideoError(f"cannot write {self._path!r}: ffmpeg did not end") from None
        if code != 0:
            raise self._problem()
        self._forget()

    def _start(self, width: int, height: int) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - as long as ffmpeg writes to it
        group: dict[str, Any] = {"start_new_session": True}  # Ctrl-C is ours: it is to finish
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            self._process = subprocess.Popen(
                [self._program, *arguments(width, height, self._rate), f"file:{self._path}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
                **group,
            )
        except OSError as problem:
            raise VideoError(f"cannot start ffmpeg: {problem.strerror or problem}") from None

    def _problem(self) -> VideoError:
        """Why ffmpeg ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
        lines: list[str] = []
        if self._said is not None:
            self._said.seek(0)
            lines = self._said.read().decode("utf-8", "replace").split("\n")
        self._forget()
        told = [line.strip() for line in lines if line.strip()]
        return VideoError(f"cannot write {self._path!r}: {told[-1] if told else 'ffmpeg ended'}")

    def _forget(self) -> None:
        if self._said is not None:
            self._said.close()
            self._said = None


def arguments(width: int, height: int, rate: Fraction) -> list[str]:
    """What ffmpeg is told: raw pictures come in, an mp4 that plays everywhere goes out."""
    told = f"{rate.numerator}/{rate.denominator}"
    return [
        "-hide_banner", "-nostdin", "-loglevel", "error", "-y",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", told, "-i", "-",
        "-an",
        # colours as screens of today take them, and said so
        "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        # no picture waits for a later one: the film begins at zero, and is written as it comes
        "-c:v", "libx264", "-preset", "medium", "-crf", "17", "-tune", "zerolatency",
        "-g", str(max(1, round(float(rate)))),
        "-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact",  # the same bytes always
        "-flush_packets", "1", "-f", "mp4",
        "-movflags", "frag_keyframe+empty_moov+default_base_moof",
    ]  # fmt: skip


def ffmpeg() -> str:
    """The ffmpeg of the extra ``video``; raises ``VideoError`` where there is none."""
    try:
        package = importlib.import_module("imageio_ffmpeg")
        program = str(package.get_ffmpeg_exe())
    except ImportError:
        raise VideoError(
            'mp4 needs the package imageio-ffmpeg: pip install "behave-engine[video]"; ' + ADVICE
        ) from None
    except RuntimeError:
        raise VideoError(
            f"mp4 needs ffmpeg, which imageio-ffmpeg did not bring; {ADVICE}"
        ) from None
    if os.path.dirname(program) and not os.path.exists(program):
        raise VideoError(f"there is no ffmpeg at {program}; {ADVICE}")
    return program
