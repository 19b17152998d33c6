"""What may be written means what it means in Python, to the last bit."""

import math
from typing import NamedTuple

import numpy as np
import pytest

from behave.jit.fetching import fetch
from behave.jit.kinds import NotCompiled
from tests.jit.ways import agree, code

LIMIT = 3
TABLE = (1.5, -2.0, 0.25)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 0.1, -7.3, 3.0, 5e-324, 1e300, -1e300, math.inf, math.nan)


class Pair(NamedTuple):
    whole: int
    part: float


def floats(*values):
    return np.array(values, dtype=np.float64)


def test_numbers():
    def work(given, out):
        for i in range(given.shape[0]):
            a = given[i, 0]
            b = given[i, 1]
            out[i, 0] = a + b * a - b
            out[i, 1] = -a
            out[i, 2] = max(a, b, 0.5)
            out[i, 3] = min(a, b)
            out[i, 4] = abs(a)
            out[i, 5] = math.copysign(a, b)
            out[i, 6] = 1.0 if a < b else 0.0
            out[i, 7] = 1.0 if a <= b or not a >= b else 2.0
            out[i, 8] = 1.0 if a != b and 0.0 <= a < b else 0.0
            out[i, 9] = a / b if b != 0.0 else 0.0

    given = np.array([(a, b) for a in NUMBERS for b in NUMBERS])
    with np.errstate(all="ignore"):
        agree(work, given, np.zeros((len(given), 10)))


def test_short_whole_numbers_and_marks():
    def work(given, marks, out, rows):
        for i in range(given.shape[0]):
            if marks[i]:
                out[i] = given[i] * 3 - 7
                rows[0, i] = -given[i]
            rows[1, i] += given[i] // 2

    given = np.array([0, 1, -1, 5, 2**31 - 1, -(2**31)], np.int32)
    marks = np.array([1, 0, 1, 1, 0, 0], np.uint8)
    _, _, out, rows = agree(work, given, marks, np.zeros(6, np.int32), np.ones((2, 6), np.int32))
    assert out.tolist() == [-7, 0, -10, 8, 0, 0]
    assert rows.tolist() == [[0, 1, 1, -5, 1, 1], [1, 1, 0, 3, 2**30, 1 - 2**30]]


def test_functions_of_the_c_library():
    def work(given, out):
        for i in range(given.shape[0]):
            x = given[i]
            out[i, 0] = math.sin(x)
            out[i, 1] = math.cos(x)
            out[i, 2] = math.atan2(x, 0.3)
            out[i, 3] = math.exp(-abs(x))
            out[i, 4] = math.sqrt(abs(x))
            out[i, 5] = math.acos(x / 30.0)
            out[i, 6] = math.asin(x / 30.0)
            out[i, 7] = math.log(abs(x) + 1.0)
            out[i, 8] = float(math.floor(x)) + 100.0 * math.ceil(x)
            out[i, 9] = int(x) * 0.5

    agree(work, np.random.default_rng(3).uniform(-30, 30, 500), np.zeros((500, 10)))


def test_remainders_have_the_sign_of_the_divisor():
    def work(given, whole, out, counts):
        for i in range(given.shape[0]):
            out[i] = given[i, 0] % given[i, 1]
            counts[i, 0] = whole[i, 0] // whole[i, 1]
            counts[i, 1] = whole[i, 0] % whole[i, 1]

    pairs = [(a, b) for a in (-7, -6, -1, 0, 1, 5, 6, 7) for b in (-3, -2, 2, 3)]
    given = np.array(pairs, float) * 0.7
    given = np.concatenate([given, [(-0.0, 1.0), (0.0, -1.0), (1e300, 0.1), (-1e-9, 2.0)]])
    whole = np.array([*pairs, (9, 4), (9, 4), (9, 4), (9, 4)])
    agree(work, given, whole, np.zeros(len(given)), np.zeros((len(given), 2), np.int64))


def test_whole_numbers_and_bits():
    def work(given, out):
        for i in range(given.shape[0]):
            n = given[i]
            out[i, 0] = n * n - 3 * n
            out[i, 1] = (n >> 2) & 5
            out[i, 2] = n | 8
            out[i, 3] = 1 if n & 1 else 0
            out[i, 4] = max(n, 3) - min(n, 2)
            out[i, 5] = abs(n)
            out[i, 6] = n >> 70

    given = np.arange(-9, 10)
    agree(work, given, np.zeros((len(given), 7), np.int64))


def test_what_is_too_large_for_a_whole_number_is_held():
    def work(given, out):
        for i in range(given.shape[0]):
            out[i] = int(given[i])

    given, out = floats(1e300, -1e300, math.nan, 2.9, -2.9), np.zeros(5, np.int64)
    code(work, given, out)(given, out)
    assert out.tolist() == [2**63 - 1, -(2**63), 0, 2, -2]


def test_a_variable_is_as_wide_as_what_it_is_given():
    def work(given, out):
        total = 0
        for x in range(given.shape[0]):
            if given[x] > 0.0:
                total = total + given[x]
        found = True
        found = 3
        out[0] = total
        out[1] = found / 2

    agree(work, floats(1.5, -2.0, 0.25), np.zeros(2))


def test_loops():
    def work(out):
        k = 0
        for i in range(10, 0, -3):
            out[k] = i
            k += 1
        for step in (1, 2):
            for i in range(0, 5, step):
                if i == 3:
                    continue
                if i == 4 and step == 2:
                    break
                out[k] = i * step
                k += 1
        while k < LIMIT + 12:
            out[k] = -k
            k += 2
        for value in TABLE:
            out[k] = value
            k += 1
        while True:
            k += 1
            if k > 25:
                break
        out[k] = 9.0

    agree(work, np.zeros(40))


def test_tuples_records_and_equality():
    def made(n: int) -> Pair:
        return Pair(n, n)

    def swapped(a: tuple[float, float]) -> tuple[float, float]:
        return a[1], a[0]

    def work(out):
        a, b = swapped((1.0, 2.0))
        record = made(7)
        out[0] = a * 10.0 + b
        out[1] = record.whole + record.part
        (c, d), e = swapped((a, b)), 5
        out[2] = c - d + e
        for k in range(3):
            out[3 + k] = TABLE[k] + TABLE[k - 3]
        out[6] = 1.0 if (a, b) == (2.0, 1.0) else 0.0
        out[7] = 1.0 if (a, b) != (2.0, 1.0) else 0.0
        a, b = b, a
        out[8] = a

    globals()["made"], globals()["swapped"] = made, swapped
    agree(work, np.zeros(9))


def test_views_stretches_and_indices_from_the_end():
    def work(cube, flags, counts, out):
        rows = cube[1]
        rows[-1, 0] = 5.0
        middle = cube[0, 1:3]
        middle[0] = rows[2]
        out[0] = middle.shape[0] * 10.0 + cube.shape[2]
        rows[0:2][1, 1] += 3.0
        flags[1] = rows[0, 0] > 0.0 and not flags[0]
        counts[-1] = 4
        counts[counts[-1] - 4] = 8
        cube[0, 0:9][0, 0] = -1.0
        cube[0, -2:][1, 1] = 7.0
        cube[0, 3:1][:] = 100.0
        out[1:3] = 2.5

    cube = np.arange(24.0).reshape(2, 4, 3)
    agree(work, cube, np.array([False, False]), np.zeros(3, np.int64), np.zeros(4))


def test_an_array_is_written_into_another():
    def work(cube, out):
        cube[0, 0] = cube[1, 1]
        out[0] = cube[0, 0, 1]

    agree(work, np.arange(24.0).reshape(2, 4, 3), np.zeros(1))


def test_arrays_of_its_own():
    def filled(out, count: int) -> None:
        large = np.zeros(count)
        small = np.empty((2, 2), np.int64)
        small[:] = 3
        for i in range(count):
            large[i] = small[i % 2, 1] * i
        out[0] = large[count - 1]
        if count > 50:
            return
        out[1] = large[0] + small[1, 1]

    def work(out):
        filled(out[0], 5)
        filled(out[1], 3000)
        small = np.zeros(3)
        for _ in range(4):
            small[1] += 1.0
        out[1, 1] = small[1]

    globals()["filled"] = filled
    assert agree(work, np.zeros((2, 2)))[0].tolist() == [[12.0, 3.0], [8997.0, 4.0]]


def test_tuples_of_arrays():
    def work(parts, out):
        out[0] = parts[0][1] + parts[1][0, 1]
        inner = (parts[0], out)
        inner[1][1] = inner[0][0]

    agree(work, (floats(1, 2), np.arange(4).reshape(2, 2)), np.zeros(2))


def test_nothing_is_asked_after_what_decides():
    def work(given, out):
        n = given.shape[0]
        for i in range(n + 2):
            if i < n and given[i] > 0.0:
                out[i] = 1.0
            if i >= n or given[i] < 0.0:
                out[i] = 2.0
            out[i] += given[i] if i < n else 0.0

    agree(work, floats(1.0, -1.0), np.zeros(4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("out[0] = out[0] ** 2", "floats have no Pow"),
        ("x = 1.0\n    x = (1.0, 2.0)", "a value is both float and"),
        ("out[0] = y\n    y = 1.0", "y is read before it is assigned"),
        ("given[0] = 1.0", "the array is read-only"),
        ("out[0] = math.gamma(2.0)", "gamma.float. is not known here"),
        ("out[0] = [1.0][0]", "no List here"),
        ("out[out[0]] = 1.0", "an index is whole, not float"),
        ("try:\n        pass\n    except ValueError:\n        pass", "no Try here"),
        ("for i in range(2):\n        a = np.zeros(given.shape[0])", "in a loop"),
        ("out[0] = itself(1.0)", "itself calls itself"),
        ("out[0:1] *= 2.0", "a number is meant"),
        ("out[0, 0] = 1.0", "too many indices for float"),
        ("out[0] = promise(1.5)", "x is float, not int as its annotation says"),
        ("return (1.0, 2.0)", r"work returns \(float, float\)"),
    ],
)
def test_what_may_not_be_written_is_told_with_its_place(text, message, module):
    work = module(
        "import math\nimport numpy as np\n"
        "def itself(x: float) -> float:\n    return itself(x)\n"
        "def promise(x: int) -> int:\n    return x\n"
        f"def work(given, out):\n    {text}\n"
    ).work
    given = floats(1.0)
    given.flags.writeable = False
    with pytest.raises(NotCompiled, match=message):
        code(work, given, np.zeros(1)).load()


def test_what_is_fetched_changes_nothing():
    def work(given, out):
        for i in range(given.shape[0]):
            fetch(given[min(i + 3, given.shape[0] - 1)])
            fetch(out[i])
            out[i] = given[i] + 1.0

    agree(work, floats(1.0, 2.0, -3.0), np.zeros(3))


def test_beyond_the_end_nothing_is_read():
    def work(given, out):
        fetch(given[10**12])
        out[0] = given[0]

    out = np.zeros(1)
    code(work, floats(2.0), out)(floats(2.0), out)
    assert out[0] == 2.0
