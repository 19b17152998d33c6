import math
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behave.kernel import numbers

angles = st.floats(-1e4, 1e4)


def test_clamp_mix_sign():
    assert [numbers.clamp(x, -1.0, 2.0) for x in (-3.0, 0.5, 9.0)] == [-1.0, 0.5, 2.0]
    assert numbers.clamp(5.0, 3.0, 1.0) == 3.0
    assert numbers.mix(2.0, 4.0, 0.25) == 2.5
    assert numbers.mix(0.1, 0.7, 1.0) == 0.7
    assert [numbers.sign(x) for x in (-0.5, 0.0, -0.0, 7.0)] == [-1.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("value", "step", "want"),
    [
        (0.5, 1.0, 0.0),
        (1.5, 1.0, 2.0),
        (2.5, 1.0, 2.0),
        (-0.5, 1.0, 0.0),
        (-1.5, 1.0, -2.0),
        (0.5000001, 1.0, 1.0),
        (7.0, 5.0, 5.0),
        (7.5, 5.0, 10.0),
        (12.5, 5.0, 10.0),
        (0.3, 0.0, 0.3),
        (0.3, -1.0, 0.3),
        (1e300, 1e-10, 1e300),
        (math.inf, 1.0, math.inf),
    ],
)
def test_round_half_to_even(value, step, want):
    assert numbers.round_half_even(value, step) == want


@given(st.floats(-1e9, 1e9))
def test_rounding_to_whole_numbers_agrees_with_decimal(value):
    want = Decimal(value).quantize(Decimal(1), rounding=ROUND_HALF_EVEN)
    got = numbers.round_half_even(value, 1.0)
    assert got == float(want)
    assert math.copysign(1.0, got) == (1.0 if got >= 0.0 else -1.0)  # never -0


def test_modulo_is_floored():
    assert numbers.modulo(7, 3) == 1.0
    assert numbers.modulo(-7, 3) == 2.0
    assert numbers.modulo(7, -3) == -2.0
    with pytest.raises(ZeroDivisionError):
        numbers.modulo(1, 0)


def test_wrap_angle():
    assert numbers.wrap_angle(math.pi) == math.pi
    assert numbers.wrap_angle(-math.pi) == math.pi
    assert numbers.wrap_angle(1.5 * math.pi) == pytest.approx(-0.5 * math.pi)
    assert numbers.wrap_angle(-7.0) == pytest.approx(-7.0 + 2 * math.pi)
    assert numbers.wrap_angle(math.inf) == 0.0
    assert numbers.wrap_angle(math.nan) == 0.0


@given(angles)
def test_a_wrapped_angle_points_the_same_way(angle):
    wrapped = numbers.wrap_angle(angle)
    assert -math.pi < wrapped <= math.pi
    assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-9)


def test_safe_acos():
    assert numbers.safe_acos(1.0000001) == 0.0
    assert numbers.safe_acos(-1.0000001) == math.pi
    assert numbers.safe_acos(0.5) == pytest.approx(math.pi / 3)


def test_move_towards():
    assert numbers.move_towards(1.0, 5.0, 1.5) == 2.5
    assert numbers.move_towards(1.0, -5.0, 1.5) == -0.5
    assert numbers.move_towards(1.0, 2.0, 1.5) == 2.0
    assert numbers.move_towards(1.0, 2.0, -1.5) == 1.0
