"""A function in lanes gives every agent what the same text gives it alone, to the last bit."""

import inspect
import math

import numpy as np
import pytest

from behave.jit import engine
from behave.jit.function import Compiled
from behave.jit.kinds import FLOAT, INT, LANES, WIDTH, Array, NotCompiled
from behave.kernel import compiled as formulas

SPECIAL = (0.0, -0.0, 1.0, -1.0, 1e-300, -1e-160, 1e300, math.inf, -math.inf, math.nan, 5e-324)
BLOCKS = 24


def given(columns, seed=5):
    """f8[N, columns]: ordinary numbers, in some rows with special ones among them."""
    random = np.random.default_rng(seed)
    count = BLOCKS * WIDTH
    special = random.choice(SPECIAL, (count, columns))
    rare = (random.random((count, columns)) < 0.2) & (random.random((count, 1)) < 0.5)
    return np.where(rare, special, random.normal(size=(count, columns)))


def blocks(rows):
    return np.ascontiguousarray(rows.reshape(-1, WIDTH, rows.shape[1]).transpose(0, 2, 1))


def rows_of(blocked):
    return np.ascontiguousarray(blocked.transpose(0, 2, 1).reshape(-1, blocked.shape[1]))


def laned(function, *more):
    return Compiled(function, (Array(LANES, 2, False), Array(LANES, 2), *more))


def agree(function, columns, results, plain=True):
    """Lanes, one agent after another, and where it can be plain Python."""
    rows = given(columns)
    one, each = np.zeros((len(rows), results)), np.zeros((len(rows), results))
    Compiled(function, (Array(FLOAT, 2, False), Array(FLOAT, 2)))(rows, one)
    together = blocks(each)
    laned(function)(blocks(rows), together)
    same(rows_of(together), one)
    if plain:
        function(rows, each)
        same(each, one)
    return one


def same(a, b):
    """Equal to the bit; one NaN is as good as another."""
    differ = (a.view(np.int64) != b.view(np.int64)) & ~(np.isnan(a) & np.isnan(b))
    assert not differ.any()


# ---- formulas --------------------------------------------------------------------------------


def _example(annotation):
    name = annotation if isinstance(annotation, str) else annotation.__name__
    return {"float": 0.5, "Triple": (0.3, 0.2, 0.5), "Quadruple": (0.5, 0.5, 0.5, 0.5)}[name]


def _leaves(name, value):
    if isinstance(value, tuple):
        return [leaf for k, item in enumerate(value) for leaf in _leaves(f"{name}[{k}]", item)]
    return [f"1.0 if {name} else 0.0" if isinstance(value, bool) else name]


def _work(module, family):
    """A function that calls each formula of a family for every row, one after another."""
    lines, wide, results = [], 0, 0
    for formula in family:
        examples = [_example(p.annotation) for p in inspect.signature(formula).parameters.values()]
        arguments, column = [], 0
        for example in examples:
            end = column + (len(example) if isinstance(example, tuple) else 1)
            words = ", ".join(f"given[i, {k}]" for k in range(column, end))
            arguments.append(f"({words})" if isinstance(example, tuple) else words)
            column = end
        wide = max(wide, column)
        lines.append(f"        r{results} = formulas.{formula.__name__}({', '.join(arguments)})")
        for leaf in _leaves(f"r{results}", formula(*examples)):
            lines.append(f"        out[i, {results}] = {leaf}")
            results += 1
    head = "from behave.kernel import compiled as formulas\n\n\ndef work(given, out):\n"
    text = f"{head}    for i in range(given.shape[0]):\n" + "\n".join(lines) + "\n"
    return module(text).work, wide, results


FAMILIES = {
    "elementary": formulas.ELEMENTARY,
    "scalars": formulas.SCALARS,
    "vectors": tuple(f for f in formulas.VECTORS if f is not formulas.component),
    "rotations": formulas.ROTATIONS,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_formulas(module, family):
    agree(*_work(module, FAMILIES[family]), plain=False)


@pytest.mark.parametrize("family", ["elementary", "vectors"])
def test_formulas_on_a_processor_without_avx(module, family, monkeypatch):
    monkeypatch.setattr(engine, "has_avx", lambda: False)
    agree(*_work(module, FAMILIES[family]), plain=False)


# ---- ways through a text -------------------------------------------------------------------


def _early(x, y):
    if x > 1.0:
        return x
    if y > 0.5:
        if x < -1.0:
            return -y
        y = y * 2.0
    elif x == 0.0:
        return 7.0
    for k in range(3):
        if y < x:
            y = y + k
        else:
            x = x * 0.5
    return x - y


def test_every_lane_goes_its_own_way():
    def work(given, out):
        for i in range(given.shape[0]):
            out[i, 0] = _early(given[i, 0], given[i, 1])

    assert len(np.unique(agree(work, 2, 1))) > 20


def test_flags_and_choices():
    def work(given, out):
        for i in range(given.shape[0]):
            x, y = given[i, 0], given[i, 1]
            flag = x > 0.0
            other = not flag and y > 0.0
            out[i, 0] = 1.0 if flag or other else 0.0
            out[i, 1] = 1.0 if flag != other else 0.0
            out[i, 2] = min(max(x, y, 0.5), 1e9) + min(-x, 0.25)
            out[i, 3] = math.copysign(abs(x), y)
            out[i, 4] = math.atan2(y, x) if 0.0 <= x < 1.0 else (-x if other else 3.0)
            out[i, 5] = 1.0 if (x, y, 1.0) == (y, x, 1.0) else 0.0
            out[i, 6] = math.exp(min(abs(x), 3.0)) if y < 2.0 and x > y and x < 1e3 else x
            if flag & (y < 1.0):
                out[i, 7] = x
                out[i, 7] += 1.0
            else:
                out[i, 8] = math.sqrt(y) if y > 0.0 else y

    agree(work, 2, 9)


def test_what_is_jumped_over_is_not_read():
    """A place that is none is asked about in no lane."""

    def work(given, out, place):
        for i in range(given.shape[0]):
            x = given[i, 0]
            if x > 0.5 and given[i, place[0]] > 0.0:
                out[i, 0] = 1.0
            if x > 0.5:
                out[i, place[0]] += given[i, place[0]]
            if place[0] > 99 or given[i, place[0]] > 0.0:
                out[i, 0] += 2.0

    run = laned(work, Array(INT, 1, False))
    nothing, found = np.zeros((1, 1, WIDTH)), np.zeros((1, 1, WIDTH))
    run(nothing, found, np.array([10**14]))
    assert (found == 2.0).all()
    nothing[0, 0, 3] = 0.75
    run(nothing, found, np.array([0]))
    assert found[0, 0].tolist() == [2.0, 2.0, 2.0, 3.75, 2.0, 2.0, 2.0, 2.0]


def test_whole_numbers_are_the_same_in_all_lanes():
    def work(given, out, place):
        for i in range(given.shape[0]):
            x = given[i, 0]
            if x > 0.0:
                return_to = place[1]
                for k in range(place[0], return_to):
                    out[i, k] = x + k
                for k in range(2):
                    if k == 1:
                        continue
                    out[i, k] = x

    rows, one = given(1), np.zeros((BLOCKS * WIDTH, 4))
    places = np.array([1, 4])
    kinds = (Array(FLOAT, 2, False), Array(FLOAT, 2), Array(INT, 1, False))
    Compiled(work, kinds)(rows, one, places)
    together = blocks(np.zeros_like(one))
    laned(work, Array(INT, 1, False))(blocks(rows), together, places)
    same(rows_of(together), one)


# ---- what is refused -------------------------------------------------------------------------


def _other_whole(given, out):
    for i in range(given.shape[0]):
        k = 0
        if given[i, 0] > 0.0:
            k = 1
        out[i, 0] = k


def _read_after(given, out):
    for i in range(given.shape[0]):
        if given[i, 0] > 0.0:
            k = 1
        out[i, 0] = k


def _truncated(given, out):
    out[0, 0] = int(given[0, 0])


def _left_alone(given, out):
    for i in range(given.shape[0]):
        if given[i, 0] > 0.0:
            break
        out[i, 0] = 1.0


def _returned_alone(given, out):
    for i in range(given.shape[0]):
        if given[i, 0] > 0.0:
            return
        out[i, 0] = 1.0


def _as_long_as(given, out):
    x = given[0, 0]
    while x > 0.0:
        x = x - 1.0
    out[0, 0] = x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_other_whole, "k would differ between lanes"),
        (_read_after, "k may differ between lanes"),
        (_truncated, "whole numbers are the same in all lanes"),
        (_left_alone, "some lanes alone do not leave a loop"),
        (_returned_alone, "some lanes alone do not leave a loop"),
        (_as_long_as, "float in lanes|bool in lanes"),
    ],
)
def test_what_lanes_cannot_do_is_refused(function, message):
    with pytest.raises(NotCompiled, match=message) as problem:
        laned(function).load()
    assert "test_lanes.py:" in str(problem.value)


def test_an_array_of_lanes_has_the_agents_last():
    def work(given, out):
        out[0, 0] = given[0, 0]

    with pytest.raises(TypeError, match="given is not read-only float in lanes"):
        laned(work)(np.zeros((2, 3, WIDTH - 1)), np.zeros((2, 3, WIDTH)))
    with pytest.raises(TypeError, match="out is not float in lanes"):
        laned(work)(np.zeros((2, 3, WIDTH)), np.zeros((2, WIDTH)))
