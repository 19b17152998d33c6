"""Writing pictures and moving pictures so that a stopped run leaves a readable file."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from viewer.video import Video, VideoError

Frame = NDArray[np.uint8]

MOVING = (".gif", ".webp", ".apng", ".png", ".mp4")
STILL = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
FIRST_SAVE = 8  # frames; saved again each time their number has doubled

MIXED = 2.0  # levels of 255 by which shades are mixed: more is smoother, and half as large again
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16.0 - 0.47


class CaptureError(Exception):
    """A picture cannot be written; the text says why and what would do, in one line."""


def write_picture(path: str, frame: Frame) -> None:
    """Write a still picture by suffix; a stopped write leaves what was there before."""
    suffix = Path(path).suffix.lower()
    if suffix not in STILL:
        raise CaptureError(f"cannot write {path!r}: a picture ends in {', '.join(STILL)}")
    with _Replacing(path) as temporary:
        Image.fromarray(frame).save(temporary, format=_format(suffix), quality=92)


class Film:
    """A moving picture written frame by frame; use it as a context.

    However it ends, by an error, Ctrl-C or in peace, what was added until then is written.
    It is also written each time the number of frames has doubled, so that even a killed
    process leaves half of its work. Suffix gif, webp, apng or png (animated), or mp4 with the
    extra ``video``. All frames become as large as the first. Raises ``CaptureError``.
    """

    def __init__(self, path: str, fps: float) -> None:
        self.path, self.fps = path, fps
        self.suffix = Path(path).suffix.lower()
        if self.suffix not in MOVING:
            raise CaptureError(f"cannot record {path!r}: it ends in {', '.join(MOVING)}")
        if not fps > 0:
            raise CaptureError(f"cannot record {fps} pictures a second")
        try:
            self._stream = Video(path, fps) if self.suffix == ".mp4" else None
        except VideoError as problem:
            raise CaptureError(str(problem)) from None
        self._packed: list[bytes] = []
        self._shape: tuple[int, ...] = (0, 0, 3)
        self.count = 0

    def add(self, frame: Frame) -> None:
        """Add the next frame, u1[height, width, 3]."""
        if not self.count:
            self._shape = frame.shape
        elif frame.shape != self._shape:  # a window was made larger meanwhile, say
            size = (self._shape[1], self._shape[0])
            frame = np.asarray(Image.fromarray(frame).resize(size, Image.Resampling.LANCZOS))
        self.count += 1
        if self._stream is not None:
            try:
                self._stream.add(frame)
            except VideoError as problem:
                raise CaptureError(str(problem)) from None
            return
        self._packed.append(zlib.compress(np.ascontiguousarray(frame).tobytes(), 1))
        if self.count >= FIRST_SAVE and self.count & (self.count - 1) == 0:
            self._save()

    def __enter__(self) -> Film:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            try:
                self._stream.close()
            except VideoError as error:
                raise CaptureError(str(error)) from None
        elif self._packed:
            self._save()

    def _frames(self) -> Iterator[Frame]:
        for data in self._packed:
            yield np.frombuffer(zlib.decompress(data), np.uint8).reshape(self._shape)

    def _durations(self) -> list[int]:
        """Milliseconds of each frame, in the format's steps, without drift."""
        step = 10 if self.suffix == ".gif" else 1
        ends = [round((k + 1) * 1000 / self.fps / step) * step for k in range(self.count)]
        return [max(step, end - start) for start, end in zip([0, *ends], ends, strict=False)]

    def _save(self) -> None:
        options: dict[str, Any] = {"save_all": True, "duration": self._durations(), "loop": 0}
        turn: Callable[[Frame], Image.Image] = Image.fromarray
        if self.suffix == ".gif":
            palette = palette_of(self._frames())
            turn = partial(_indexed, palette=palette)
            options |= {"optimize": False, "disposal": 1}
        elif self.suffix == ".webp":
            options |= {"quality": 82, "method": 3}
        first = turn(next(self._frames()))
        rest = _Rest(self._frames, turn)
        with _Replacing(self.path) as temporary:
            first.save(temporary, format=_format(self.suffix), append_images=rest, **options)


class _Rest:
    """All frames but the first as images, made as they are asked for, as often as asked."""

    def __init__(
        self, frames: Callable[[], Iterator[Frame]], turn: Callable[[Frame], Image.Image]
    ) -> None:
        self._frames, self._turn = frames, turn

    def __iter__(self) -> Iterator[Image.Image]:
        return map(self._turn, islice(self._frames(), 1, None))


def palette_of(frames: Iterator[Frame]) -> Image.Image:
    """A palette of 255 colours from the frames' own, rare ones not drowned by the common."""
    counts = np.zeros(1 << 15, np.int64)
    for frame in frames:
        five = frame.reshape(-1, 3)[::3].astype(np.int64) >> 3
        counts += np.bincount(
            (five[:, 0] << 10) | (five[:, 1] << 5) | five[:, 2], minlength=1 << 15
        )
    used = np.flatnonzero(counts)
    times = np.maximum(1, np.sqrt(counts[used]).astype(np.int64) // 4)
    colors = np.stack([(used >> 10) & 31, (used >> 5) & 31, used & 31], axis=1) * 8 + 4
    pixels = np.repeat(colors, times, axis=0).astype(np.uint8)
    image = Image.fromarray(pixels[None])
    return image.quantize(255, Image.Quantize.MEDIANCUT, kmeans=2)


def _indexed(frame: Frame, palette: Image.Image) -> Image.Image:
    """A frame in the palette's colours; shades are mixed by a fixed pattern, which stays still."""
    height, width = frame.shape[:2]
    pattern = np.tile(_BAYER, (height // 4 + 1, width // 4 + 1))[:height, :width, None]
    mixed = np.clip(frame + pattern * MIXED, 0, 255).astype(np.uint8)
    return Image.fromarray(mixed).quantize(palette=palette, dither=Image.Dither.NONE)


class _Replacing:
    """A temporary name beside ``path`` that takes its place when all went well."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.temporary = f"{path}.part"

    def __enter__(self) -> str:
        return self.temporary

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                os.replace(self.temporary, self.path)
            elif os.path.exists(self.temporary):
                os.remove(self.temporary)
        except OSError as error:
            raise CaptureError(f"cannot write {self.path!r}: {error.strerror}") from None
        if isinstance(problem, OSError):
            reason = problem.strerror or str(problem)
            raise CaptureError(f"cannot write {self.path!r}: {reason}") from None


def _format(suffix: str) -> str:
    return {".jpg": "JPEG", ".jpeg": "JPEG", ".apng": "PNG"}.get(suffix, suffix[1:].upper())
