"""Shapes as a picture, by Pillow: drawn twice as large, so that edges are smooth."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from viewer.graph.shapes import Dot, Line, Rect, Shape, Text, Tip, Tone, rounded
from viewer.graph.words import Measure
from viewer.text import wide_font

SMOOTH = 2  # by which it is drawn larger
FACES = {False: "Roboto-Regular.ttf", True: "Roboto-Bold.ttf"}


@lru_cache(maxsize=32)
def font(size: int, bold: bool = False) -> Any:
    """The font of the panels, or Pillow's own where imgui-bundle is not installed."""
    found = importlib.util.find_spec("imgui_bundle")
    if found is not None and found.origin is not None:
        folder = os.path.join(os.path.dirname(found.origin), "assets", "fonts", "Roboto")
        path = os.path.join(folder, FACES[bold])
        if os.path.exists(path):
            return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)


@lru_cache(maxsize=8)
def _wide(size: int) -> Any:
    """A font for other scripts; the usual one where the system has none."""
    path = wide_font()
    return font(size) if path is None else ImageFont.truetype(path, size)


def _face(text: str, size: int, bold: bool) -> Any:
    return _wide(size) if any(ord(sign) >= 0x2E80 for sign in text) else font(size, bold)


def measure_of(size: float, scale: float = 1.0) -> Measure:
    """The measure of texts as ``picture`` sets them."""
    pixels = round(size * scale * SMOOTH)

    def measure(text: str) -> float:
        return float(_face(text, pixels, True).getlength(text)) / (SMOOTH * scale)

    return measure


def picture(
    shapes: Sequence[Shape],
    width: float,
    height: float,
    paper: Tone,
    size: float,
    scale: float = 1.0,
) -> NDArray[np.uint8]:
    """The picture u1[height · scale, width · scale, 3]; ``size`` is that of the texts."""
    times = scale * SMOOTH
    extent = (max(1, round(width * scale)), max(1, round(height * scale)))
    whole = (extent[0] * SMOOTH, extent[1] * SMOOTH)
    image = Image.new("RGB", whole, _rgb(paper))
    draw = ImageDraw.Draw(image, "RGBA")
    for shape in shapes:
        _draw(draw, shape, times, size)
    return np.asarray(image.resize(extent, Image.Resampling.BOX))


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, times: float, size: float) -> None:
    if isinstance(shape, Rect):
        a, b = (shape.x * times, shape.y * times), (shape.width * times, shape.height * times)
        draw.rounded_rectangle(
            (*a, a[0] + b[0], a[1] + b[1]),
            shape.radius * times,
            _rgba(shape.fill),
            _rgba(shape.line) if shape.thick > 0.0 else None,
            max(1, round(shape.thick * times)),
        )
    elif isinstance(shape, Line):
        points = [(x * times, y * times) for x, y in rounded(shape.points, shape.radius)]
        draw.line(points, _rgba(shape.tone), max(1, round(shape.thick * times)), joint="curve")
    elif isinstance(shape, Tip):
        x, y = (part * times for part in shape.at)
        back, half = -8.0 * shape.way * times, 4.0 * times
        draw.polygon([(x, y), (x + back, y - half), (x + back, y + half)], _rgba(shape.tone))
    elif isinstance(shape, Dot):
        x, y, far = (part * times for part in (*shape.at, shape.radius))
        draw.ellipse((x - far, y - far, x + far, y + far), _rgba(shape.tone))
    else:
        _text(draw, shape, times, size)


def _text(draw: ImageDraw.ImageDraw, shape: Text, times: float, size: float) -> None:
    face = _face(shape.text, round(size * times), shape.bold)
    baseline = (shape.y + size * 1.2 * 0.78) * times
    anchor = "rs" if shape.right else "ls"
    draw.text((shape.x * times, baseline), shape.text, _rgba(shape.tone), face, anchor=anchor)


def _rgba(tone: Tone) -> tuple[int, int, int, int]:
    red, green, blue, alpha = (round(255 * min(max(part, 0.0), 1.0)) for part in tone)
    return red, green, blue, alpha


def _rgb(tone: Tone) -> tuple[int, int, int]:
    return _rgba(tone)[:3]
