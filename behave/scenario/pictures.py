"""Heights of a height field from a grey picture."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np

from behave.world.terrain import MOST_CELLS, Floats

PICTURES = ("PNG", "PPM", "TIFF")  # formats as Pillow calls them
DEEP_GREY = ("I;16", "I;16B", "I;16L", "I")  # 16 bits a pixel, by how Pillow stores them


def pictured(data: bytes, top: float) -> Floats:
    """Heights f8[rows, columns] of a grey picture: black is 0, white ``top``; a point a pixel.

    8 or 16 bits a pixel. It lies as a map seen from above with ahead (+z) up and so left (+x)
    to the left. Raises ValueError for anything that is no such picture.
    """
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(data), formats=PICTURES)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise ValueError("the picture is too large") from None
        except Exception as problem:  # what damaged data makes a decoder raise is not limited
            raise ValueError(_unreadable(problem)) from None
    with image:
        _check_picture(image)
        try:
            grey = np.asarray(image).astype(np.float64)
        except Exception as problem:
            raise ValueError(_unreadable(problem)) from None
    most = 65535.0 if image.mode in DEEP_GREY else 255.0
    if grey.ndim != 2 or not bool(((grey >= 0.0) & (grey <= most)).all()):
        raise ValueError("the picture must have 8 or 16 bits of grey a pixel")
    return np.ascontiguousarray(grey[::-1, ::-1]) * (top / most)


def _check_picture(image: Any) -> None:
    width, height = image.size
    if width < 2 or height < 2:
        raise ValueError(f"the picture needs at least 2 x 2 pixels, it has {width} x {height}")
    if (width - 1) * (height - 1) > MOST_CELLS:
        raise ValueError(f"the picture is too large: {width} x {height} pixels")
    if image.mode not in ("L", *DEEP_GREY):
        raise ValueError(f"the picture must be grey, of 8 or 16 bits; it is {image.mode}")


def _unreadable(problem: Exception) -> str:
    """A decoder's words, without the memory addresses some have in them."""
    words = str(problem).split("\n", maxsplit=1)[0]
    if "0x" in words or not words:
        words = "unknown format or damaged"
    return f"it is no picture that can be read ({words})"
