"""Heights from grey pictures, and what is no such picture."""

import io
import zlib

import numpy as np
import pytest
from PIL import Image

from behave.scenario.pictures import pictured


def png(array, mode=None):
    data = io.BytesIO()
    Image.fromarray(array, mode).save(data, "PNG")
    return data.getvalue()


def test_a_grey_picture_lies_as_a_map_with_ahead_up_and_left_to_the_left():
    grey = np.array([[0, 51, 102], [153, 204, 255]], np.uint8)
    land = pictured(png(grey), 10.0)
    # its upper left pixel is at +x, +z: the last of the last row
    assert land.shape == (2, 3)
    assert np.allclose(land, [[10.0, 8.0, 6.0], [4.0, 2.0, 0.0]], atol=1e-12)


def test_sixteen_bits_are_read_whole():
    grey = np.array([[0, 1], [32768, 65535]], np.uint16)
    land = pictured(png(grey), 65535.0)
    assert land.tolist() == [[65535.0, 32768.0], [1.0, 0.0]]


def bomb():
    """A PNG that says it is 50000 x 50000 pixels large."""
    good = bytearray(png(np.zeros((2, 2), np.uint8)))
    good[16:24] = (50000).to_bytes(4, "big") * 2
    good[29:33] = zlib.crc32(bytes(good[12:29])).to_bytes(4, "big")
    return bytes(good)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no picture"),
        (b"P6 nonsense", "no picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "no picture"),
        (png(np.zeros((8, 8), np.uint8))[:-30], "no picture"),
        (png(np.zeros((4, 4, 3), np.uint8)), "must be grey, of 8 or 16 bits; it is RGB"),
        (png(np.zeros((4, 1), np.uint8)), "at least 2 x 2 pixels, it has 1 x 4"),
        (bomb(), "too large"),
    ],
)
def test_what_is_no_such_picture_is_told(data, message):
    with pytest.raises(ValueError, match=message):
        pictured(data, 1.0)


def test_damaged_pictures_never_do_anything_but_say_so():
    random = np.random.default_rng(17)
    good = png(random.integers(0, 255, (9, 9)).astype(np.uint8))
    refused = 0
    for _ in range(300):
        data = bytearray(good)
        for place in random.integers(0, len(data), 3):
            data[place] = random.integers(0, 256)
        try:
            land = pictured(bytes(data[: random.integers(10, len(data) + 1)]), 1.0)
        except ValueError:
            refused += 1
        else:
            assert ((land >= 0.0) & (land <= 1.0)).all()
    assert refused > 200
