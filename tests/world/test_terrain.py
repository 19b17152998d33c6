"""Heights from seeds."""

import hashlib

import numpy as np
import pytest

from behave.world import terrain


def test_a_seed_gives_the_same_bits_everywhere():
    # Recorded once; whole-number hashing, adding, multiplying and square roots are exact by the
    # standards every platform keeps, so other bits mean the land of every scene has changed.
    land = terrain.generated(7, 80.0, 80.0, 4.0, 1.0, 6.0)
    assert hashlib.sha256(land.tobytes()).hexdigest()[:16] == "d660461f51af5dcf"
    assert not np.array_equal(land, terrain.generated(8, 80.0, 80.0, 4.0, 1.0, 6.0))
    assert not np.array_equal(land, terrain.generated(-7, 80.0, 80.0, 4.0, 1.0, 6.0))


def test_the_hash_is_splitmix64():
    # First outputs of splitmix64 for the seed 1234567, as published with the generator's tests.
    step, mask = 0x9E3779B97F4A7C15, 2**64 - 1
    states = np.array([(1234567 + step * k) & mask for k in (1, 2, 3)], np.uint64)
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert terrain._hashed(states).tolist() == expected


@pytest.mark.parametrize("size", [(80.0, 80.0, 1.0), (30.0, 7.0, 0.5), (1.0, 1.0, 5.0)])
def test_land_fills_its_height_and_no_more(size):
    width, depth, cell = size
    land = terrain.generated(3, width, depth, 4.0, cell)
    columns, rows = terrain.counts(width, depth, cell)
    assert land.shape == (rows, columns)
    assert land.min() >= 0.0
    assert land.max() <= 4.0
    if min(land.shape) > 2:
        assert (land.min(), land.max()) == (0.0, 4.0)


def test_land_rolls_and_does_not_depend_on_its_cells():
    coarse = terrain.generated(11, 60.0, 60.0, 5.0, 1.0)
    fine = terrain.generated(11, 60.0, 60.0, 5.0, 0.5)
    assert np.abs(fine[::2, ::2] - coarse).max() < 0.5  # only the finest waves differ
    step = np.abs(np.diff(coarse, axis=0)).max()
    assert 0.05 < step < 1.0  # no cliffs, no plain
    assert np.std(coarse) > 0.5


def test_a_flat_patch_is_level_in_the_middle_and_leaves_the_rest():
    plain = terrain.generated(5, 40.0, 40.0, 4.0, 1.0)
    land = terrain.generated(5, 40.0, 40.0, 4.0, 1.0, 6.0)
    x = np.arange(41) - 20.0
    away = np.hypot(x, x[:, None])
    assert (land[away <= 6.0] == 2.0).all()
    assert np.array_equal(land[away >= 12.0], plain[away >= 12.0])
    between = (away > 6.5) & (away < 11.5)
    assert not np.array_equal(land[between], plain[between])


def test_cells_fit_the_size_and_have_a_limit():
    assert terrain.counts(80.0, 80.0, 1.0) == (81, 81)
    assert terrain.counts(10.0, 5.0, 0.3) == (34, 18)
    assert terrain.counts(1.0, 1.0, 50.0) == (2, 2)
    assert terrain.counts(2000.0, 2000.0, 1.0) == (2001, 2001)
    with pytest.raises(ValueError, match="more than 4000000"):
        terrain.counts(2001.0, 2000.0, 1.0)
    with pytest.raises(ValueError, match="more than 4000000"):
        terrain.counts(1e300, 1e300, 1e-9)
    for wrong in ((0.0, 1.0, 1.0), (1.0, 1.0, 0.0), (1.0, np.nan, 1.0), (1.0, 1.0, -1.0)):
        with pytest.raises(ValueError, match=r"above 0|more than"):
            terrain.counts(*wrong)


def test_other_counts_are_bilinear_between():
    land = np.array([[0.0, 1.0], [2.0, 3.0]])
    more = terrain.resampled(land, 3, 5)
    assert more.tolist() == [[x + 0.5 * y for x in (0.0, 0.5, 1.0)] for y in range(5)]
    assert terrain.resampled(land, 2, 2) is land
