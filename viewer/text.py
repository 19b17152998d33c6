"""Text as quads over a glyph atlas, baked by Pillow as characters come up. No GL here."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from viewer.camera import project
from viewer.draw_list import DrawList, Label, Stand
from viewer.label_layout import Rect, arrange, discs_of

# ``rect``: x, y, width, height in pixels (y down); ``glyph``: the same in the atlas, width 0
# for a plate; drawn in order.
QUAD = np.dtype([("rect", np.float32, 4), ("glyph", np.float32, 4), ("color", np.float32, 4)])

_Row = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]

ATLAS_EDGE = 1024

# Where systems keep a font with wide coverage, for names in other scripts.
WIDE_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/simsun.ttc",
)


def wide_font() -> str | None:
    """Path of a font with Chinese and Japanese characters, where the system has one."""
    return next((path for path in WIDE_FONTS if os.path.exists(path)), None)


@dataclass(frozen=True)
class Glyph:
    """A character in the atlas: its cell (x, y, width, height) and how far it moves the pen."""

    cell: tuple[int, int, int, int]
    advance: float


class Atlas:
    """Glyphs of one font at several sizes in one grey picture ``pixels`` u1[edge, edge].

    ``version`` counts changes, so that a renderer knows when to upload it again.
    """

    def __init__(self) -> None:
        self.pixels: NDArray[np.uint8] = np.zeros((ATLAS_EDGE, ATLAS_EDGE), np.uint8)
        self.version = 0
        self._fonts: dict[tuple[int, bool], ImageFont.FreeTypeFont | ImageFont.ImageFont] = {}
        self._glyphs: dict[tuple[str, int], Glyph] = {}
        self._x, self._y, self._row = 1, 1, 0

    def glyph(self, character: str, size: int) -> Glyph:
        """The glyph of a character at a pixel size, baked on first use."""
        key = (character, size)
        if key not in self._glyphs:
            self._glyphs[key] = self._bake(character, size)
        return self._glyphs[key]

    def line_height(self, size: int) -> int:
        """Pixels from one line to the next."""
        return round(size * 1.3)

    def width(self, text: str, size: int) -> float:
        """Width of a line of text in pixels."""
        return sum(self.glyph(character, size).advance for character in text)

    def _font(self, size: int, wide: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        if (size, wide) not in self._fonts:
            path = wide_font() if wide else None
            font = ImageFont.truetype(path, size) if path else ImageFont.load_default(size)
            self._fonts[size, wide] = font
        return self._fonts[size, wide]

    def _bake(self, character: str, size: int) -> Glyph:
        font = self._font(size, wide=ord(character) > 0x2E7F)
        width = int(np.ceil(font.getlength(character))) + 4
        height = self.line_height(size) + 2
        if self._x + width > ATLAS_EDGE:
            self._x, self._y, self._row = 1, self._y + self._row + 1, 0
        if self._y + height > ATLAS_EDGE:  # full: start over; the pictures of one moment fit
            self.pixels[:] = 0
            self._glyphs.clear()
            self._x, self._y, self._row = 1, 1, 0
        image = Image.new("L", (width, height))
        ImageDraw.Draw(image).text((2, 1), character, 255, font=font)
        x, y = self._x, self._y
        self.pixels[y : y + height, x : x + width] = np.asarray(image)
        self.version += 1
        self._x, self._row = x + width + 1, max(self._row, height)
        # a little more than the font's: spaces vanish among letters set on whole pixels
        room = 1.35 if character == " " else 1.0
        return Glyph((x, y, width, height), font.getlength(character) * room)


@dataclass(frozen=True)
class _Set:
    """A label set in type: its lines at a pixel size, and what its plate adds around them."""

    lines: tuple[str, ...]
    pixels: int
    pad: float
    rect: Rect  # with the plate, where it would stand alone


def quads(
    frame: DrawList, view_projection: NDArray[np.float64], size: tuple[int, int], atlas: Atlas
) -> NDArray[np.void]:
    """Rows of ``QUAD`` for a frame's labels in a picture of ``size`` (width, height) pixels."""
    labels: list[Label] = []
    sets: list[_Set] = []
    anchors: list[tuple[float, float]] = []
    for label in frame.labels:
        at, ahead = (0.0, 0.0), True
        if label.anchor is not None:
            places, seen = project(view_projection, label.anchor, *size)
            at, ahead = (float(places[0, 0]), float(places[0, 1])), bool(seen[0])
        if ahead:
            labels.append(label if label.anchor else replace(label, stand=Stand.FIXED))
            sets.append(_set(label, at, size[1] / 720.0, atlas))
            anchors.append(at)
    discs = discs_of(frame.clear, frame.clear_agents, view_projection, size)
    rects = arrange(labels, [each.rect for each in sets], anchors, discs, size, frame.area)
    rows: list[_Row] = []
    for label, each, rect in zip(labels, sets, rects, strict=True):
        if rect is not None:
            rows += _rows(label, each, rect, atlas)
    return np.array(rows, QUAD) if rows else np.zeros(0, QUAD)


def _set(label: Label, at: tuple[float, float], scale: float, atlas: Atlas) -> _Set:
    pixels = max(9, round(label.size * max(scale, 0.62)))
    lines = tuple(label.text.split("\n"))
    block = max(atlas.width(line, pixels) for line in lines)
    tall = atlas.line_height(pixels) * len(lines)
    x = at[0] + label.offset[0] * scale - label.align * block
    y = at[1] + label.offset[1] * scale
    pad = 5.0 * max(scale, 0.7) if label.plate[3] > 0 else 0.0
    return _Set(lines, pixels, pad, (x - pad, y - pad * 0.5, block + 2 * pad, tall + pad))


def _rows(label: Label, each: _Set, rect: Rect, atlas: Atlas) -> list[_Row]:
    """A label's plate and glyphs."""
    rows: list[_Row] = []
    if each.pad > 0:
        rows.append((rect, (0.0, 0.0, 0.0, 0.0), label.plate))
    step = atlas.line_height(each.pixels)
    top = round(rect[1] + each.pad * 0.5)
    for number, line in enumerate(each.lines):
        pen: float = round(rect[0] + each.pad)
        for character in line:
            glyph = atlas.glyph(character, each.pixels)
            if not character.isspace():
                cell = glyph.cell
                place = (round(pen) - 2, top + number * step - 1, cell[2], cell[3])
                rows.append((place, cell, label.color))
            pen += glyph.advance
    return rows
