import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behave.kernel.easing import ease
from behave.vocabulary.easings import EASINGS


@pytest.mark.parametrize("name", EASINGS)
def test_every_curve_starts_at_0_ends_at_1_and_never_turns_back(name):
    assert ease(name, 0.0) == 0.0
    assert ease(name, 1.0) == 1.0
    assert ease(name, -3.0) == 0.0
    assert ease(name, 3.0) == 1.0
    assert ease(name, math.nan) == 0.0
    values = [ease(name, i / 1000) for i in range(1001)]
    assert all(a <= b for a, b in pairwise(values))
    assert max(b - a for a, b in pairwise(values)) < 0.05  # no jump


@pytest.mark.parametrize(
    ("name", "t", "want"),
    [
        ("linear", 0.25, 0.25),
        ("", 0.25, 0.25),
        ("smooth", 0.25, 0.15625),
        ("smoother", 0.25, 0.103515625),
        ("in", 0.25, 0.0625),
        ("out", 0.25, 0.4375),
        ("in_out", 0.25, 0.125),
        ("in_cubic", 0.5, 0.125),
        ("out_cubic", 0.5, 0.875),
        ("in_out_cubic", 0.25, 0.0625),
        ("in_quart", 0.5, 0.0625),
        ("in_sine", 1.0 / 3.0, 1.0 - math.sqrt(0.75)),
        ("out_sine", 1.0 / 3.0, 0.5),
        ("in_circ", 0.6, 0.2),
        ("out_circ", 0.4, 0.8),
    ],
)
def test_values_worked_out_by_hand(name, t, want):
    assert ease(name, t) == pytest.approx(want, abs=1e-15)


@given(st.sampled_from([name for name in EASINGS if "in_out" in name]), st.floats(0.0, 1.0))
def test_in_out_curves_are_the_same_from_both_ends(name, t):
    assert ease(name, t) + ease(name, 1.0 - t) == pytest.approx(1.0, abs=1e-12)


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        ease("bouncy", 0.5)
