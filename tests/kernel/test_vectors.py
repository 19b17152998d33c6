import math

import numpy as np
import pyrr
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrr import Vector3

from behave.kernel import vectors

numbers = st.floats(-1e6, 1e6, allow_nan=False, allow_subnormal=False)
triples = st.tuples(numbers, numbers, numbers)


def values(v):
    assert type(v) is Vector3
    assert v.dtype == np.float64
    return np.asarray(v).tolist()


def test_arithmetic():
    assert values(vectors.add((1, 2, 3), [10, 20, 30])) == [11, 22, 33]
    assert values(vectors.subtract(np.array([1, 2, 3]), (10, 20, 30))) == [-9, -18, -27]
    assert values(vectors.scale((1, 2, 3), 0.5)) == [0.5, 1, 1.5]
    assert values(vectors.divide((1, 2, 3), 2)) == [0.5, 1, 1.5]
    assert values(vectors.negate((1, -2, 0.5))) == [-1, 2, -0.5]
    assert values(vectors.flat((1, 2, 3))) == [1, 0, 3]
    assert values(vectors.lerp((0, 0, 0), (1, 2, 4), 0.25)) == [0.25, 0.5, 1]
    assert vectors.dot((1, 2, 3), (4, 5, 6)) == 32.0
    assert values(vectors.cross((1, 0, 0), (0, 1, 0))) == [0, 0, 1]
    assert values(vectors.cross((2, 3, 4), (5, 6, 7))) == [-3, 6, -3]
    assert vectors.length((3, 4, 12)) == 13.0
    assert vectors.distance((1, 1, 1), (1, 4, 5)) == 5.0
    assert vectors.component((7, 8, 9), 2) == 9.0


def test_nothing_is_changed_in_place_and_results_are_new():
    a = vectors.vector(1, 2, 3)
    b = vectors.coerce(a)
    b[0] = 9.0
    vectors.add(a, b)
    assert values(a) == [1, 2, 3]


def test_what_is_wrong_is_refused():
    with pytest.raises(ZeroDivisionError):
        vectors.divide((1, 2, 3), 0)
    with pytest.raises(IndexError):
        vectors.component((1, 2, 3), 3)
    with pytest.raises(IndexError):
        vectors.component((1, 2, 3), -1)
    with pytest.raises(ValueError, match="values to unpack"):
        vectors.add((1, 2), (1, 2, 3))


def test_normalize():
    assert values(vectors.normalize((0, 3, 4))) == [0, 0.6, 0.8]
    assert values(vectors.normalize((1e-200, 0, 0))) == [1, 0, 0]
    assert values(vectors.normalize((0, -1e200, 0))) == [0, -1, 0]
    assert values(vectors.normalize((5e-324, 0, 0))) == [1, 0, 0]
    assert values(vectors.normalize((math.inf, 0, 0))) == [0, 0, 0]
    assert values(vectors.normalize((math.nan, 0, 0))) == [0, 0, 0]


def test_lengths_neither_overflow_nor_vanish():
    assert vectors.length((3e200, 4e200, 0)) == pytest.approx(5e200, rel=1e-15)
    assert vectors.length((3e-200, 0, 4e-200)) == pytest.approx(5e-200, rel=1e-15)
    assert vectors.length((0, 0, 0)) == 0.0
    assert vectors.length((1, -math.inf, 0)) == math.inf


def test_signed_angle():
    ahead, left, up = (0, 0, 1), (1, 0, 0), (0, 1, 0)
    assert vectors.signed_angle(ahead, left, up) == pytest.approx(math.pi / 2)
    assert vectors.signed_angle(left, ahead, up) == pytest.approx(-math.pi / 2)
    assert vectors.signed_angle(ahead, (0, 0, -1), up) == math.pi
    assert vectors.signed_angle(ahead, (-0.0, 0, -1), up) == math.pi
    # heights do not count: both are seen along the axis
    assert vectors.signed_angle((0, 5, 1), (1, -3, 1), up) == pytest.approx(math.pi / 4)
    assert vectors.signed_angle(up, left, up) == 0.0
    assert vectors.signed_angle(ahead, (0, 0, 0), up) == 0.0
    assert vectors.signed_angle(ahead, left, (0, 0, 0)) == 0.0


def test_angle_between_is_exact_where_acos_is_not():
    tiny = 1e-9
    assert vectors.angle_between((1, 0, 0), (1, tiny, 0)) == pytest.approx(tiny, rel=1e-12)
    assert vectors.angle_between((1, 0, 0), (-2, 0, 0)) == math.pi
    assert vectors.angle_between((1, 0, 0), (0, 0, 0)) == 0.0


def test_move_towards():
    assert values(vectors.move_towards((0, 0, 0), (10, 0, 0), 3)) == [3, 0, 0]
    assert values(vectors.move_towards((0, 0, 0), (1, 1, 1), 3)) == [1, 1, 1]
    assert values(vectors.move_towards((0, 0, 0), (1, 1, 1), -3)) == [0, 0, 0]


@given(triples, triples)
def test_where_pyrr_is_right_the_bits_are_its_own(a, b):
    x, y = np.array(a), np.array(b)
    assert values(vectors.add(a, b)) == (x + y).tolist()
    assert values(vectors.subtract(a, b)) == (x - y).tolist()
    assert values(vectors.scale(a, b[0])) == (x * b[0]).tolist()
    assert values(vectors.cross(a, b)) == pyrr.vector3.cross(x, y).tolist()
    assert vectors.dot(a, b) == pyrr.vector.dot(x, y)


@given(triples)
def test_a_direction_has_length_one_or_is_zero(a):
    size = vectors.length(vectors.normalize(a))
    assert size == 0.0 if a == (0.0, 0.0, 0.0) else size == pytest.approx(1.0, abs=1e-15)
