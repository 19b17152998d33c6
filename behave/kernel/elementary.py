"""sin, cos, atan2, exp and log as fixed sequences of IEEE operations: the same bits everywhere.

The maths libraries of platforms differ in last bits, and none works on vectors of agents. These
functions are sums, products, quotients and choices alone, each one IEEE operation in the order
written, so Python, kernels and machine code for any number of lanes give the same bits on every
machine. The scalings by powers of two in ``exponential`` and ``logarithm`` are exact.

The polynomials, and the splitting of pi/2 and ln 2 into parts that multiply exactly, are those of
Sun's fdlibm (K. C. Ng, 1993; as published in FreeBSD's msun). Errors against exact values, in
units in the last place of the result: ``sine``, ``cosine``, ``exponential``, ``exponential_2``,
``logarithm`` below 1, ``arc_tangent`` below 1.5.
"""

from __future__ import annotations

import math

TO_INTEGER = 6755399441055744.0  # 1.5 * 2**52: adding it leaves no fraction bits
FAR = 1e6  # radians; beyond, an angle is first brought below one turn of double precision
TAU = 2.0 * math.pi

TWO_OVER_PI = 2.0 / math.pi
# pi/2 in parts of 33 bits, which up to 2**20 multiply exactly, and the rest.
HALF_PI = (
    1.57079632673412561417e00,
    6.07710050630396597660e-11,
    2.02226624871116645580e-21,
    8.47842766036889956997e-32,
)
SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
COSINE = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
ARC_TANGENT = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
STEEP = 0.4140625  # above this slope the angle is taken from the diagonal; tan(pi/8) about
# What pi/4, pi/2, 3 pi/4 and pi lack beyond double precision, for one quarter of pi.
QUARTER = math.pi / 4.0
QUARTER_REST = 3.06161699786838301793e-17

LN_2 = (6.93147180369123816490e-01, 1.90821492927058770002e-10)  # the first part has 33 bits
ONE_OVER_LN_2 = 1.44269504088896338700e00
EXPONENTIAL = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
)
LARGEST_EXPONENT = 709.782712893384  # of e, below infinity
SMALLEST_EXPONENT = -745.1332191019412  # above 0
LOGARITHM = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
SQUARE_ROOT_HALF = 0.70710678118654752440


def sine_cosine(x: float) -> tuple[float, float]:
    """sin and cos of ``x`` radians; NaN for what is not finite.

    Beyond ``FAR`` the angle is first divided by the double next to a turn, which leaves its
    remainder exactly; against the true sine that is off by 4e-17 of the angle.
    """
    if not abs(x) <= FAR:
        if not abs(x) < math.inf:
            return math.nan, math.nan
        left = abs(x) % TAU
        x = -left if x < 0.0 else left
    n = (x * TWO_OVER_PI + TO_INTEGER) - TO_INTEGER
    # x - n pi/2 as a number and what it lacks; the differences are exact but for their ends.
    a = x - n * HALF_PI[0]
    w = n * HALF_PI[1]
    b = a - w
    end = (a - b) - w
    v = n * HALF_PI[2]
    c = b - v
    end = (end + ((b - c) - v)) - n * HALF_PI[3]
    r = c + end
    rest = (c - r) + end
    z = r * r
    cube = z * r
    p = SINE[1] + z * (SINE[2] + z * (SINE[3] + z * (SINE[4] + z * SINE[5])))
    s = r - ((z * (0.5 * rest - cube * p) - rest) - cube * SINE[0])
    q = COSINE[1] + z * (COSINE[2] + z * (COSINE[3] + z * (COSINE[4] + z * COSINE[5])))
    q = z * (COSINE[0] + z * q)
    half = 0.5 * z
    w = 1.0 - half
    c = w + (((1.0 - w) - half) + (z * q - r * rest))
    # The quarter is n modulo 4: 0, 1, -1, or 2 and -2.
    quarter = n - 4.0 * ((n * 0.25 + TO_INTEGER) - TO_INTEGER)
    odd = abs(quarter) == 1.0
    up = c if odd else s
    over = s if odd else c
    if quarter == -1.0 or abs(quarter) == 2.0:
        up = -up
    if quarter == 1.0 or abs(quarter) == 2.0:
        over = -over
    return (x if x == 0.0 else up), over


def sine(x: float) -> float:
    """sin of ``x`` radians; see ``sine_cosine``."""
    return sine_cosine(x)[0]


def cosine(x: float) -> float:
    """cos of ``x`` radians; see ``sine_cosine``."""
    return sine_cosine(x)[1]


def arc_tangent(y: float, x: float) -> float:
    """atan2: the angle of the point (x, y), -pi .. pi, with IEEE's answers at 0 and infinity."""
    across = abs(y)
    along = abs(x)
    steep = across > along
    high = across if steep else along
    low = along if steep else across
    if high > 1e300:  # the sum below must not overflow; both infinite are on the diagonal
        if low == math.inf:
            high = 1.0
            low = 1.0
        else:
            high = high * 0.25
            low = low * 0.25
    diagonal = low > high * STEEP
    top = low - high if diagonal else low
    bottom = low + high if diagonal else high
    t = top / bottom if bottom != 0.0 else top
    z = t * t
    w = z * z
    first = ARC_TANGENT[8] + w * ARC_TANGENT[10]
    first = ARC_TANGENT[0] + w * (
        ARC_TANGENT[2] + w * (ARC_TANGENT[4] + w * (ARC_TANGENT[6] + w * first))
    )
    second = ARC_TANGENT[7] + w * ARC_TANGENT[9]
    second = ARC_TANGENT[1] + w * (ARC_TANGENT[3] + w * (ARC_TANGENT[5] + w * second))
    curve = t * (z * first + w * second)
    # The angle is so many quarters of pi and the arc's angle, added or taken away.
    backwards = math.copysign(1.0, x) < 0.0
    away = steep != backwards
    count = 1.0 if diagonal else 0.0
    if steep:
        count = 2.0 - count
    if backwards:
        count = 4.0 - count
    if away:
        t = -t
        curve = -curve
    angle = count * QUARTER + (t - (curve - count * QUARTER_REST))
    return math.copysign(angle, y)


def exponential(x: float) -> float:
    """e to the power of ``x``."""
    if not x <= LARGEST_EXPONENT:
        return x + math.inf  # NaN stays
    if x < SMALLEST_EXPONENT:
        return 0.0
    n = (x * ONE_OVER_LN_2 + TO_INTEGER) - TO_INTEGER
    return _raised(x - n * LN_2[0], n * LN_2[1], n)


def exponential_2(x: float) -> float:
    """2 to the power of ``x``."""
    if not x < 1024.0:
        return x + math.inf
    if x < -1075.0:
        return 0.0
    n = (x + TO_INTEGER) - TO_INTEGER
    rest = x - n
    return _raised(rest * LN_2[0], -(rest * LN_2[1]), n)


def _raised(high: float, low: float, n: float) -> float:
    """e^(high - low) 2^n for a whole n; a subnormal result is rounded once."""
    r = high - low
    z = r * r
    p = EXPONENTIAL[2] + z * (EXPONENTIAL[3] + z * EXPONENTIAL[4])
    c = r - z * (EXPONENTIAL[0] + z * (EXPONENTIAL[1] + z * p))
    value = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    first = (n * 0.5 + TO_INTEGER) - TO_INTEGER
    return (value * math.ldexp(1.0, int(first))) * math.ldexp(1.0, int(n - first))


def logarithm(x: float) -> float:
    """The natural logarithm; -infinity for 0, NaN below."""
    if not (x > 0.0 and x < math.inf):
        return -math.inf if x == 0.0 else (x if x > 0.0 else math.nan)
    m, exponent = math.frexp(x)
    k = float(exponent)
    if m < SQUARE_ROOT_HALF:
        m = m * 2.0
        k = k - 1.0
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (LOGARITHM[1] + w * (LOGARITHM[3] + w * LOGARITHM[5]))
    odd = LOGARITHM[2] + w * (LOGARITHM[4] + w * LOGARITHM[6])
    series = even + z * (LOGARITHM[0] + w * odd)
    half = 0.5 * f * f
    return k * LN_2[0] - ((half - (s * (half + series) + k * LN_2[1])) - f)


def logarithm_1p(x: float) -> float:
    """ln(1 + x) for x >= 0, exact for small ones too.

    The logarithm of the rounded sum, and to first order what was rounded away.
    """
    y = 1.0 + x
    if not y < math.inf:
        return x
    return logarithm(y) - ((y - 1.0) - x) / y


def power(x: float, exponent: float) -> float:
    """``x`` >= 0 to a power >= 0; whole powers up to 16 by multiplying.

    For x <= 1 the error is below 2.5e-16, whatever the result.
    """
    if exponent <= 16.0 and (exponent + TO_INTEGER) - TO_INTEGER == exponent:
        result = 1.0
        for _ in range(int(exponent)):
            result = result * x
        return result
    return exponential(exponent * logarithm(x))
