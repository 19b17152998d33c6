"""What pyrr 0.10 gets wrong, each with the value worked out by hand that the kernel gives.

Where a line shows pyrr's own answer, it documents why the kernel has its own formula.
"""

import math
import warnings

import numpy as np
import pyrr
import pytest
from pyrr import Quaternion, Vector3

from behave.kernel import rotations, vectors

HALF = math.sqrt(0.5)
QUARTER_LEFT = (0.0, HALF, 0.0, HALF)  # a quarter turn about +y


def values(array):
    return np.asarray(array)


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_the_kernel_makes_pyrr_types_in_float64_without_the_constructors_warning():
    v = vectors.vector(1, 2, 3)
    q = rotations.rotation(0, 0, 0, 2)
    assert type(v) is Vector3
    assert v.dtype == np.float64
    assert type(q) is Quaternion
    assert q.dtype == np.float64
    assert values(q).tolist() == [0.0, 0.0, 0.0, 1.0]


def test_integer_vectors_are_not_truncated_when_turned():
    turned = rotations.rotate(QUARTER_LEFT, np.array([0, 0, 1]))
    np.testing.assert_allclose(values(turned), [1.0, 0.0, 0.0], atol=1e-15)
    assert pyrr.quaternion.apply_to_vector(np.array(QUARTER_LEFT), np.array([0, 0, 1]))[0] < 1.0
    assert np.array([0.9]).astype(int)[0] == 0  # the truncation itself


def test_integer_axes_are_not_truncated():
    q = rotations.axis_angle([0, 1, 0], math.pi / 2)
    np.testing.assert_allclose(values(q), QUARTER_LEFT, atol=1e-15)
    wrong = pyrr.quaternion.create_from_axis_rotation([0, 1, 0], math.pi / 2)
    assert wrong.tolist() == [0, 0, 0, 0]


def test_there_is_one_convention_a_quarter_turn_about_y_takes_ahead_to_the_left():
    q = rotations.axis_angle((0.0, 1.0, 0.0), math.pi / 2)
    np.testing.assert_allclose(values(rotations.rotate(q, (0, 0, 1))), [1, 0, 0], atol=1e-15)
    x, y, z = rotations.basis(q)
    np.testing.assert_allclose(values(z), [1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(values(x), [0, 0, -1], atol=1e-15)
    np.testing.assert_allclose(values(y), [0, 1, 0], atol=1e-15)
    back = rotations.from_basis(x, y, z)
    np.testing.assert_allclose(values(back), QUARTER_LEFT, atol=1e-15)
    matrix = pyrr.matrix33.create_from_y_rotation(math.pi / 2)
    wrong = pyrr.matrix33.apply_to_vector(matrix, np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(wrong, [-1, 0, 0], atol=1e-15)  # pyrr's matrix turns it right


@pytest.mark.parametrize("degrees", [5.0, 20.0, 34.0, 40.0, 120.0])
def test_slerp_goes_the_short_way_whatever_the_signs(degrees):
    angle = math.radians(degrees)
    start = rotations.axis_angle((0, 1, 0), 0.0)
    end = rotations.axis_angle((0, 1, 0), angle)
    half = [0.0, math.sin(angle / 4), 0.0, math.cos(angle / 4)]
    np.testing.assert_allclose(values(rotations.slerp(start, end, 0.5)), half, atol=1e-15)
    flipped = (0.0, -math.sin(angle / 2), 0.0, -math.cos(angle / 2))
    np.testing.assert_allclose(values(rotations.slerp(start, flipped, 0.5)), half, atol=1e-15)


def test_slerp_to_the_antipode_of_itself_stays():
    q = (0.0, HALF, 0.0, HALF)
    for t in (0.0, 0.25, 0.5, 1.0):
        stays = rotations.slerp(q, (0.0, -HALF, 0.0, -HALF), t)
        np.testing.assert_allclose(values(stays), q, atol=1e-15)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = pyrr.quaternion.slerp(np.array(q), -np.array(q), 0.5)
    assert np.isnan(wrong).all()


def test_input_that_is_not_of_length_one_is_brought_to_it_before_inverting():
    q = rotations.rotation(0.0, 2.0, 0.0, 2.0)
    identity = rotations.multiply(q, rotations.inverse(q))
    np.testing.assert_allclose(values(identity), [0, 0, 0, 1], atol=1e-15)
    raw = np.array([0.0, 2.0, 0.0, 2.0])
    wrong = pyrr.quaternion.cross(raw, pyrr.quaternion.inverse(raw))
    assert wrong[3] == pytest.approx(math.sqrt(8.0))


def test_half_the_way_from_the_identity_to_the_identity_is_the_identity():
    stays = rotations.slerp(rotations.IDENTITY, rotations.IDENTITY, 0.5)
    assert values(stays).tolist() == [0.0, 0.0, 0.0, 1.0]
    with pytest.raises(AssertionError):
        pyrr.quaternion.power(np.array([0.0, 0.0, 0.0, 1.0]), 0.5)


def test_an_angle_is_never_nan():
    off = (0.0, 0.0, 0.0, 1.0000001)
    assert rotations.angle_between(off, (0.0, 0.0, 0.0, 1.0)) == 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert math.isnan(pyrr.quaternion.rotation_angle(np.array(off)))


def test_zero_normalizes_to_zero():
    assert values(vectors.normalize((0, 0, 0))).tolist() == [0.0, 0.0, 0.0]
    assert values(rotations.rotation(0, 0, 0, 0)).tolist() == [0.0, 0.0, 0.0, 1.0]


def test_looking_along_up_falls_back_to_the_smallest_turn_from_ahead():
    down = rotations.look((0, -1, 0), (0, 1, 0))  # nose down: a quarter turn about +x
    np.testing.assert_allclose(values(down), [HALF, 0, 0, HALF], atol=1e-15)
    up = rotations.look((0, 1, 0), (0, 1, 0))
    np.testing.assert_allclose(values(up), [-HALF, 0, 0, HALF], atol=1e-15)
