"""sin, cos, atan2, exp and log: ``kernel.elementary`` as instructions, in double throughout."""

from __future__ import annotations

import math
from collections.abc import Sequence

from behave.kernel.elementary import (
    ARC_TANGENT,
    COSINE,
    EXPONENTIAL,
    FAR,
    HALF_PI,
    LARGEST_EXPONENT,
    LN_2,
    LOGARITHM,
    ONE_OVER_LN_2,
    QUARTER,
    QUARTER_REST,
    SINE,
    SMALLEST_EXPONENT,
    SQUARE_ROOT_HALF,
    STEEP,
    TAU,
    TO_INTEGER,
    TWO_OVER_PI,
)
from behave.native.body import Body
from behave.native.formula import Formula, formula, outside
from behave.native.lanes import Lanes, Number


def _series(body: Body, z: Number, coefficients: Sequence[float]) -> Number:
    """A polynomial, from the innermost term outwards."""
    total: Number = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        total = body.add(coefficient, body.mul(z, total))
    return total


def _rounded(body: Body, x: Number) -> Number:
    """The nearest whole number to a small one."""
    return body.sub(body.add(x, TO_INTEGER), TO_INTEGER)


@formula(1, "nn")
def _sine_cosine(body: Body, x: Number) -> Sequence[Number]:
    """sin x and cos x; nothing that means anything for what is not finite."""
    near = body.compare("ole", body.absolute(x), FAR)
    far = body.invert(near)
    x = body.override(far, [x], "n", lambda: [outside(body, "fmod", x, TAU)], rare=True)[0]
    n = _rounded(body, body.mul(x, TWO_OVER_PI))
    a = body.sub(x, body.mul(n, HALF_PI[0]))
    w = body.mul(n, HALF_PI[1])
    b = body.sub(a, w)
    end = body.sub(body.sub(a, b), w)
    v = body.mul(n, HALF_PI[2])
    c = body.sub(b, v)
    end = body.add(end, body.sub(body.sub(b, c), v))
    end = body.sub(end, body.mul(n, HALF_PI[3]))
    r = body.add(c, end)
    s, c = _within_quarter(body, r, body.add(body.sub(c, r), end))
    fourths = _rounded(body, body.mul(n, 0.25))
    quarter = body.sub(n, body.mul(4.0, fourths))
    one, minus = body.compare("oeq", quarter, 1.0), body.compare("oeq", quarter, -1.0)
    two = body.compare("oeq", body.absolute(quarter), 2.0)
    odd = body.either(one, minus)
    up, over = body.select(odd, c, s), body.select(odd, s, c)
    up = body.select(body.either(minus, two), body.neg(up), up)
    over = body.select(body.either(one, two), body.neg(over), over)
    return [body.select(body.compare("oeq", x, 0.0), x, up), over]


def _within_quarter(body: Body, r: Number, rest: Number) -> tuple[Number, Number]:
    """sin and cos of r + rest, an eighth of a turn at most."""
    z = body.mul(r, r)
    cube = body.mul(z, r)
    p = _series(body, z, SINE[1:])
    inner = body.mul(z, body.sub(body.mul(0.5, rest), body.mul(cube, p)))
    inner = body.sub(body.sub(inner, rest), body.mul(cube, SINE[0]))
    s = body.sub(r, inner)
    q = body.mul(z, _series(body, z, COSINE))
    half = body.mul(0.5, z)
    w = body.sub(1.0, half)
    low = body.sub(body.mul(z, q), body.mul(r, rest))
    return s, body.add(w, body.add(body.sub(body.sub(1.0, w), half), low))


@formula(2, "n")
def _arc_tangent(body: Body, y: Number, x: Number) -> Sequence[Number]:
    """atan2(y, x)."""
    across, along = body.absolute(y), body.absolute(x)
    steep = body.compare("ogt", across, along)
    high, low = body.select(steep, across, along), body.select(steep, along, across)
    huge = body.compare("ogt", high, 1e300)
    endless = body.both(huge, body.compare("oeq", low, math.inf))
    high = body.select(endless, 1.0, body.select(huge, body.mul(high, 0.25), high))
    low = body.select(endless, 1.0, body.select(huge, body.mul(low, 0.25), low))
    diagonal = body.compare("ogt", low, body.mul(high, STEEP))
    top = body.select(diagonal, body.sub(low, high), low)
    bottom = body.select(diagonal, body.add(low, high), high)
    t = body.select(body.compare("une", bottom, 0.0), body.div(top, bottom), top)
    z = body.mul(t, t)
    w = body.mul(z, z)
    first, second = _series(body, w, ARC_TANGENT[0::2]), _series(body, w, ARC_TANGENT[1::2])
    curve = body.mul(t, body.add(body.mul(z, first), body.mul(w, second)))
    backwards = body.compare("olt", body.with_sign(1.0, x), 0.0)
    away = body.differ(steep, backwards)
    count = body.select(diagonal, 1.0, 0.0)
    count = body.select(steep, body.sub(2.0, count), count)
    count = body.select(backwards, body.sub(4.0, count), count)
    t = body.select(away, body.neg(t), t)
    curve = body.select(away, body.neg(curve), curve)
    arc = body.sub(t, body.sub(curve, body.mul(count, QUARTER_REST)))
    return [body.with_sign(body.add(body.mul(count, QUARTER), arc), y)]


@formula(1, "n")
def _exponential(body: Body, x: Number) -> Sequence[Number]:
    """e to the power of x."""
    n = _rounded(body, body.mul(x, ONE_OVER_LN_2))
    high, low = body.sub(x, body.mul(n, LN_2[0])), body.mul(n, LN_2[1])
    least = body.compare("olt", x, SMALLEST_EXPONENT)
    most = body.compare("ole", x, LARGEST_EXPONENT)
    found = body.select(least, 0.0, _raised(body, high, low, n))
    return [body.select(most, found, body.add(x, math.inf))]


@formula(1, "n")
def _exponential_2(body: Body, x: Number) -> Sequence[Number]:
    """2 to the power of x."""
    n = _rounded(body, x)
    rest = body.sub(x, n)
    high, low = body.mul(rest, LN_2[0]), body.neg(body.mul(rest, LN_2[1]))
    least, most = body.compare("olt", x, -1075.0), body.compare("olt", x, 1024.0)
    found = body.select(least, 0.0, _raised(body, high, low, n))
    return [body.select(most, found, body.add(x, math.inf))]


def _raised(body: Body, high: Number, low: Number, n: Number) -> Number:
    """e^(high - low) 2^n for a whole n."""
    r = body.sub(high, low)
    z = body.mul(r, r)
    c = body.sub(r, body.mul(z, _series(body, z, EXPONENTIAL)))
    part = body.div(body.mul(r, c), body.sub(2.0, c))
    value = body.sub(1.0, body.sub(body.sub(low, part), high))
    first = _rounded(body, body.mul(n, 0.5))
    value = body.mul(value, body.two_to(first))
    return body.mul(value, body.two_to(body.sub(n, first)))


@formula(1, "n")
def _logarithm(body: Body, x: Number) -> Sequence[Number]:
    """The natural logarithm."""
    m, k = body.split(x)
    small = body.compare("olt", m, SQUARE_ROOT_HALF)
    m = body.select(small, body.mul(m, 2.0), m)
    k = body.select(small, body.sub(k, 1.0), k)
    f = body.sub(m, 1.0)
    s = body.div(f, body.add(2.0, f))
    z = body.mul(s, s)
    w = body.mul(z, z)
    even = body.mul(w, _series(body, w, LOGARITHM[1::2]))
    odd = _series(body, w, LOGARITHM[2::2])
    series = body.add(even, body.mul(z, body.add(LOGARITHM[0], body.mul(w, odd))))
    half = body.mul(body.mul(0.5, f), f)
    inner = body.add(body.mul(s, body.add(half, series)), body.mul(k, LN_2[1]))
    usual = body.sub(body.mul(k, LN_2[0]), body.sub(body.sub(half, inner), f))
    inside = body.both(body.compare("ogt", x, 0.0), body.compare("olt", x, math.inf))
    endless = body.select(body.compare("ogt", x, 0.0), x, math.nan)
    return [
        body.select(inside, usual, body.select(body.compare("oeq", x, 0.0), -math.inf, endless))
    ]


@formula(1, "n")
def _logarithm_1p(body: Body, x: Number) -> Sequence[Number]:
    """ln(1 + x)."""
    y = body.add(1.0, x)
    usual = body.sub(logarithm(body, y), body.div(body.sub(body.sub(y, 1.0), x), y))
    return [body.select(body.compare("olt", y, math.inf), usual, x)]


@formula(2, "n")
def _power(body: Body, x: Number, exponent: Number) -> Sequence[Number]:
    """A number to a power."""
    return [exponential(body, body.mul(exponent, logarithm(body, x)))]


def _call(which: Formula, body: Body, *arguments: Number) -> list[Number]:
    """Call a formula in double, from a body of either type."""
    if body.lanes.real == "double":
        return which(body, *arguments)
    wide = Lanes(body.lanes.count)
    kind = wide.vector("double")
    given = []
    for argument in arguments:
        if isinstance(argument, float):
            given.append(f"{kind} {wide.constant(argument)}")
        else:
            given.append(f"{kind} {body.pure(f'fpext {body.number} {argument} to {kind}')}")
    if wide.count > 1:
        given.append(f"{body.flag} {body.f(body.mask)}")
    count = len(which.results)
    whole = kind if count == 1 else "{ " + ", ".join([kind] * count) + " }"
    name = which.listed(body.listing, wide)
    made = body.pure(f"call fastcc {whole} @{name}({', '.join(given)})")
    parts = [made]
    if count > 1:
        parts = [body.pure(f"extractvalue {whole} {made}, {n}") for n in range(count)]
    return [body.pure(f"fptrunc {kind} {part} to {body.number}") for part in parts]


def sine_cosine(body: Body, x: Number) -> tuple[Number, Number]:
    """sin x and cos x."""
    if isinstance(x, float) and math.isfinite(x):
        up, over = _sine_cosine.write(body, x)
        return up, over
    choice = body.chosen(x)
    if choice is not None:
        flag, one, other = choice
        pairs = zip(sine_cosine(body, one), sine_cosine(body, other), strict=True)
        up, over = (body.select(flag, a, b) for a, b in pairs)
        return up, over
    up, over = _call(_sine_cosine, body, x)
    return up, over


def sine(body: Body, x: Number) -> Number:
    """sin x."""
    return sine_cosine(body, x)[0]


def cosine(body: Body, x: Number) -> Number:
    """cos x."""
    return sine_cosine(body, x)[1]


def arc_tangent(body: Body, y: Number, x: Number) -> Number:
    """atan2(y, x)."""
    return _call(_arc_tangent, body, y, x)[0]


def exponential(body: Body, x: Number) -> Number:
    """e to the power of x."""
    return _call(_exponential, body, x)[0]


def exponential_2(body: Body, x: Number) -> Number:
    """2 to the power of x."""
    return _call(_exponential_2, body, x)[0]


def logarithm(body: Body, x: Number) -> Number:
    """The natural logarithm."""
    return _call(_logarithm, body, x)[0]


def logarithm_1p(body: Body, x: Number) -> Number:
    """ln(1 + x) for x >= 0."""
    return _call(_logarithm_1p, body, x)[0]


def power(body: Body, x: Number, exponent: float) -> Number:
    """``x`` >= 0 to a power >= 0 that is known."""
    if exponent <= 16.0 and exponent.is_integer():
        result: Number = 1.0
        for _ in range(int(exponent)):
            result = body.mul(result, x)
        return result
    return _call(_power, body, x, exponent)[0]
