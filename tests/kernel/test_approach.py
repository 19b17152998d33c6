"""The lerp family: exact at the source's rate, the same curve at every other."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from behave.kernel import approach

durations = st.floats(0.05, 20.0)
RATES = (24, 30, 50, 60, 90, 120, 144, 1000)


def naive_chase(duration, ticks):
    """The source's idiom at 60 Hz from 0 to 1, timer after its increment."""
    x = 0.0
    for tick in range(1, ticks + 1):
        timer = tick * (1.0 / 60.0)
        x += (1.0 - x) * min(max(timer / duration, 0.0), 1.0)
    return x


def chased(duration, times):
    """From 0 to 1 over the given timer values."""
    x, before = 0.0, 0.0
    for after in times:
        x = approach.toward(x, 1.0, approach.chase(before, after, duration))
        before = after
    return x


@pytest.mark.parametrize("duration", [10.0, 5.0, 1.0, 0.5, 0.51, 1 / 3, 0.1, 0.02])
def test_chase_is_the_source_tick_by_tick_at_60_hz(duration):
    for ticks in (1, 2, 3, 10, 60, 120, 300, 620):
        times = [tick * (1.0 / 60.0) for tick in range(1, ticks + 1)]
        # The last bit may differ, where 1 - (1 - t) is not t.
        assert chased(duration, times) == pytest.approx(naive_chase(duration, ticks), abs=4e-16)


def test_one_tick_at_60_hz_leaves_exactly_one_minus_timer_over_duration():
    for tick in range(1, 300):
        before, after = (tick - 1) * (1.0 / 60.0), tick * (1.0 / 60.0)
        assert approach.chase(before, after, 5.0) == 1.0 - after / 5.0


@given(durations, st.sampled_from(RATES))
@settings(max_examples=60, deadline=None)
def test_chase_gives_one_curve_at_every_rate(duration, hertz):
    seconds = 3
    times = [tick * (1.0 / hertz) for tick in range(1, seconds * hertz + 1)]
    reference = naive_chase(duration, seconds * 60)
    assert chased(duration, times) == pytest.approx(reference, abs=2e-12)


@given(durations, st.lists(st.floats(0.0, 4.0), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_chase_gives_one_curve_for_uneven_ticks(duration, times):
    times = sorted(times)
    assert chased(duration, times) == pytest.approx(chased(duration, [times[-1]]), abs=2e-12)


@given(
    st.floats(1.0, 400.0),
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0),
)
def test_the_continuation_is_the_quotient_of_gamma_functions(n, start, end):
    low, high = sorted((start, end))
    a, b = low * (n - 0.01), high * (n - 0.01)
    if b - a < 1e-6:
        return
    want = math.lgamma(n - a) - math.lgamma(n - b) - (b - a) * math.log(n)
    got = math.log(approach.gamma_quotient(n - b, b - a, n))
    assert got == pytest.approx(want, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("n", [17, 40, 300, 3600, 10**6, 10**9, 10**13])
@pytest.mark.parametrize("steps", [1, 2, 5, 12])
def test_whole_steps_agree_with_exact_fractions(n, steps):
    a = 3
    exact = math.prod((1 - Fraction(a + j, n)) for j in range(1, steps + 1))
    got = approach.gamma_quotient(float(n - a - steps), float(steps), float(n))
    assert got == pytest.approx(float(exact), rel=2e-15)


@pytest.mark.parametrize("duration", [1e3, 1e5, 1e9, 1e14, 1e300])
def test_chase_over_a_very_long_time_neither_breaks_nor_stalls(duration):
    gap = approach.chase(0.0, 1.0 / 144.0, duration)
    n, d = 60.0 * duration, 60.0 / 144.0
    # Gamma(n)/(Gamma(n - d) n^d) = 1 - d (d + 1) / 2n + a term below 1/n^2
    assert gap == pytest.approx(1.0 - d * (d + 1.0) / (2.0 * n), abs=1e-15 + n**-2.0)


def test_chase_at_the_ends():
    assert approach.chase(0.0, 0.1, 0.0) == 0.0
    assert approach.chase(0.0, 0.1, -1.0) == 0.0
    assert approach.chase(0.0, 0.1, math.nan) == 0.0
    assert approach.chase(4.9, 5.0, 5.0) == 0.0
    assert approach.chase(4.9, 4.9999999, 5.0) == 0.0  # within a microsecond
    assert approach.chase(7.0, 7.1, 5.0) == 0.0
    assert approach.chase(4.99, 5.01, 5.0) == 0.0
    assert approach.chase(1.0, 1.0, 5.0) == 1.0
    assert approach.chase(0.0, 0.1, math.inf) == 1.0
    assert 0.0 <= approach.chase(0.0, 1e9, 1e10) < 1e-300


@given(durations, st.floats(0.0, 21.0), st.floats(0.0, 2.0))
def test_a_gap_is_between_0_and_1(duration, before, step):
    assert 0.0 <= approach.chase(before, before + step, duration) <= 1.0


@pytest.mark.parametrize("k", [0.5, 3.0, 10.0, 59.0])
def test_rate_is_the_source_at_60_hz_and_one_curve_at_every_rate(k):
    assert approach.rate(k, 1.0 / 60.0) == 1.0 - k / 60.0
    for hertz in RATES:
        gap = math.prod(approach.rate(k, 1.0 / hertz) for _ in range(2 * hertz))
        assert gap == pytest.approx((1.0 - k / 60.0) ** 120, rel=1e-11)


def test_rate_at_the_ends():
    assert approach.rate(0.0, 0.1) == 1.0
    assert approach.rate(-5.0, 0.1) == 1.0
    assert approach.rate(60.0, 0.001) == 0.0
    assert approach.rate(1e9, 0.001) == 0.0
    assert approach.rate(30.0, 0.0) == 1.0


def test_half_life():
    assert approach.half_life(0.25, 0.25) == 0.5
    assert approach.half_life(0.25, 0.5) == 0.25
    assert approach.half_life(0.0, 0.1) == 0.0
    assert approach.half_life(-1.0, 0.1) == 0.0
    for hertz in RATES:
        gap = math.prod(approach.half_life(0.7, 1.0 / hertz) for _ in range(hertz))
        assert gap == pytest.approx(2.0 ** (-1.0 / 0.7), rel=1e-12)


def test_over():
    assert approach.over(0.5, 2.0) == 0.25
    assert approach.over(0.5, 2.0, "smooth") == 0.15625
    assert approach.over(2.0, 2.0) == 1.0
    assert approach.over(1.9999995, 2.0) == 1.0  # within a microsecond
    assert approach.over(0.0, 0.0) == 1.0
    assert approach.over(0.0, -1.0) == 1.0
    assert approach.over(9.0, 2.0) == 1.0


def test_toward_and_speed():
    assert approach.toward(1.0, 3.0, 0.25) == 2.5
    assert approach.toward(0.1, 0.7, 0.0) == 0.7
    assert approach.toward(0.1, 0.7, 1.0) == 0.1
    assert approach.speed(3.0, 0.5) == 1.5
    assert approach.speed(-3.0, 0.5) == 0.0
