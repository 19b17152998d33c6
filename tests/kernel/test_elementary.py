"""The elementary functions against mpmath's, in units in the last place, and at their edges."""

import math
import random

import mpmath
import pytest

from behave.kernel import elementary

INF, NAN = math.inf, math.nan
TINY = 5e-324


def spread(source, low, high):
    """A number of either sign, its size even over the powers of ten between two."""
    size = math.exp(source.uniform(math.log(low), math.log(high)))
    return min(size, high) * source.choice((-1.0, 1.0))


def positive(source, low, high):
    return abs(spread(source, low, high))


def near_quarters(source):
    """An angle where sin or cos is as near to 0 as its last bits allow."""
    return source.randrange(1, 600_000) * (math.pi / 2.0)


CASES = {
    "sine near": ("sine", mpmath.sin, lambda s: (s.uniform(-4.0, 4.0),), 1.0),
    "sine far": ("sine", mpmath.sin, lambda s: (s.uniform(-1e6, 1e6),), 1.0),
    "sine tiny": ("sine", mpmath.sin, lambda s: (spread(s, 1e-300, 1.0),), 1.0),
    "sine at quarters": ("sine", mpmath.sin, lambda s: (near_quarters(s),), 1.0),
    "cosine near": ("cosine", mpmath.cos, lambda s: (s.uniform(-4.0, 4.0),), 1.0),
    "cosine far": ("cosine", mpmath.cos, lambda s: (s.uniform(-1e6, 1e6),), 1.0),
    "cosine at quarters": ("cosine", mpmath.cos, lambda s: (near_quarters(s),), 1.0),
    "arc tangent": (
        "arc_tangent",
        mpmath.atan2,
        lambda s: (s.uniform(-3.0, 3.0), s.uniform(-3.0, 3.0)),
        1.6,
    ),
    "arc tangent of any sizes": (
        "arc_tangent",
        mpmath.atan2,
        lambda s: (spread(s, 1e-150, 1e150), spread(s, 1e-150, 1e150)),
        1.6,
    ),
    "arc tangent of large": (
        "arc_tangent",
        mpmath.atan2,
        lambda s: (spread(s, 1e300, 1.7e308), spread(s, 1e300, 1.7e308)),
        1.6,
    ),
    "exponential": ("exponential", mpmath.exp, lambda s: (s.uniform(-708.0, 709.0),), 1.0),
    "exponential near": ("exponential", mpmath.exp, lambda s: (s.uniform(-2.0, 2.0),), 1.0),
    "exponential subnormal": ("exponential", mpmath.exp, lambda s: (s.uniform(-745, -708),), 1.0),
    "power of 2": ("exponential_2", lambda x: mpmath.mpf(2) ** x, lambda s: (s.uniform(-9, 9),), 1),
    "powers of 2": (
        "exponential_2",
        lambda x: mpmath.mpf(2) ** x,
        lambda s: (s.uniform(-1074.0, 1023.0),),
        1.0,
    ),
    "logarithm": ("logarithm", mpmath.log, lambda s: (positive(s, 1e-308, 1e308),), 1.0),
    "logarithm near": ("logarithm", mpmath.log, lambda s: (s.uniform(0.5, 2.0),), 1.0),
    "logarithm subnormal": ("logarithm", mpmath.log, lambda s: (positive(s, 1e-322, 1e-308),), 1.0),
    "logarithm of 1 +": ("logarithm_1p", mpmath.log1p, lambda s: (positive(s, 1e-20, 1e5),), 1.2),
}


@pytest.mark.parametrize("case", CASES)
def test_the_error_in_units_in_the_last_place(case):
    name, exact, draw, bound = CASES[case]
    function = getattr(elementary, name)
    source = random.Random(case)
    with mpmath.workprec(240):
        for _ in range(4000):
            given = draw(source)
            right = exact(*(mpmath.mpf(number) for number in given))
            off = abs(mpmath.mpf(function(*given)) - right) / math.ulp(float(right))
            assert off < bound, given


def test_power_is_right_to_two_last_places_of_1():
    source = random.Random(3)
    with mpmath.workprec(120):
        for _ in range(4000):
            x, exponent = source.random(), positive(source, 1e-3, 100.0)
            right = mpmath.mpf(x) ** mpmath.mpf(exponent)
            assert abs(mpmath.mpf(elementary.power(x, exponent)) - right) < 2.5e-16
    assert elementary.power(0.7, 0.0) == 1.0
    assert elementary.power(0.7, 1.0) == 0.7
    assert elementary.power(0.7, 2.0) == 0.7 * 0.7
    assert elementary.power(0.0, 0.3) == 0.0


def bits(number):
    return "nan" if math.isnan(number) else number.hex()


def test_sine_and_cosine_at_their_edges():
    for zero in (0.0, -0.0):
        assert bits(elementary.sine(zero)) == bits(zero)
        assert elementary.cosine(zero) == 1.0
    assert elementary.sine(TINY) == TINY
    for endless in (INF, -INF, NAN):
        assert math.isnan(elementary.sine(endless))
        assert math.isnan(elementary.cosine(endless))
    assert elementary.sine(math.pi / 2) == 1.0
    assert elementary.cosine(math.pi) == -1.0
    assert elementary.sine(math.pi) == 1.2246467991473532e-16  # what pi lacks


@pytest.mark.parametrize("x", [1.0000001e6, -3e7, 1e9, 4e12])
def test_a_far_angle_is_off_by_no_more_than_its_turns(x):
    bound = abs(x) * 4e-17 + 1e-15
    with mpmath.workprec(200):
        assert abs(mpmath.mpf(elementary.sine(x)) - mpmath.sin(mpmath.mpf(x))) < bound
        assert abs(mpmath.mpf(elementary.cosine(x)) - mpmath.cos(mpmath.mpf(x))) < bound
    assert abs(elementary.sine(1e300)) <= 1.0


PI, HALF, QUARTER = math.pi, math.pi / 2.0, math.pi / 4.0
CORNERS = [
    (0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0),
    (0.0, -0.0, PI),
    (0.0, -1.0, PI),
    (0.0, INF, 0.0),
    (0.0, -INF, PI),
    (1.0, 0.0, HALF),
    (1.0, -0.0, HALF),
    (1.0, INF, 0.0),
    (1.0, -INF, PI),
    (INF, 1.0, HALF),
    (INF, -1.0, HALF),
    (INF, INF, QUARTER),
    (INF, -INF, 3.0 * QUARTER),
    (1.0, 1.0, QUARTER),
    (1.0, -1.0, 3.0 * QUARTER),
    (TINY, TINY, QUARTER),
    (TINY, -TINY, 3.0 * QUARTER),
    (TINY, 1.0, TINY),
    (TINY, 1e300, 0.0),
    (1.7e308, 1.7e308, QUARTER),
]
"""IEEE 754's answers of atan2 (9.2.1), and where sums might overflow or vanish."""


@pytest.mark.parametrize(("y", "x", "angle"), CORNERS)
def test_the_arc_tangent_at_its_corners(y, x, angle):
    assert bits(elementary.arc_tangent(y, x)) == bits(angle)
    assert bits(elementary.arc_tangent(-y, x)) == bits(-angle)


def test_the_arc_tangent_of_nothing():
    assert math.isnan(elementary.arc_tangent(NAN, 1.0))
    assert math.isnan(elementary.arc_tangent(1.0, NAN))


def test_exponentials_and_logarithms_at_their_edges():
    for function in (elementary.exponential, elementary.exponential_2):
        assert function(0.0) == function(-0.0) == 1.0
        assert function(INF) == INF
        assert function(-INF) == 0.0
        assert math.isnan(function(NAN))
        assert function(5000.0) == INF
        assert function(-5000.0) == 0.0
    assert [elementary.exponential_2(float(n)) for n in (-1074, -1022, -1, 1, 1023)] == [
        TINY,
        2.0**-1022,
        0.5,
        2.0,
        2.0**1023,
    ]
    assert elementary.exponential_2(1024.0) == INF
    assert elementary.exponential(709.78) < INF
    assert elementary.exponential(709.79) == INF
    assert elementary.logarithm(1.0) == 0.0
    assert elementary.logarithm(0.0) == elementary.logarithm(-0.0) == -INF
    assert elementary.logarithm(INF) == INF
    assert math.isnan(elementary.logarithm(-1.0))
    assert math.isnan(elementary.logarithm(NAN))
    assert elementary.logarithm_1p(0.0) == 0.0
    assert elementary.logarithm_1p(INF) == INF
