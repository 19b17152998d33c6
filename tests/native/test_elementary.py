"""The elementary functions as instructions: the kernel's bits for one agent and in every lane."""

from __future__ import annotations

import ctypes
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from behave.kernel import elementary as kernel
from behave.native import elementary as native
from behave.native.body import Body
from behave.native.engine import QUICK, WELL, compiled, host
from behave.native.lanes import Lanes, Number
from behave.native.listing import Listing

Write = Callable[..., Sequence[Number]]

EDGES = (
    *(0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 1e-310),
    *(1.7e308, -1.7e308, math.pi, -math.pi / 2, 1e6, 1.0000001e6, -1e9, 1e300, 0.5, 2.0),
    *(709.78, 709.79, -745.0, -745.2, 1024.0, -1074.0, -1075.5, 1023.0),
)

FUNCTIONS: dict[str, tuple[Write, Callable[..., Any], int]] = {
    "sine_cosine": (native.sine_cosine, kernel.sine_cosine, 1),
    "arc_tangent": (lambda b, y, x: [native.arc_tangent(b, y, x)], kernel.arc_tangent, 2),
    "exponential": (lambda b, x: [native.exponential(b, x)], kernel.exponential, 1),
    "exponential_2": (lambda b, x: [native.exponential_2(b, x)], kernel.exponential_2, 1),
    "logarithm": (lambda b, x: [native.logarithm(b, x)], kernel.logarithm, 1),
    "logarithm_1p": (
        lambda b, x: [native.logarithm_1p(b, b.absolute(x))],
        lambda x: kernel.logarithm_1p(abs(x)),
        1,
    ),
    "power": (
        lambda b, x: [native.power(b, b.absolute(x), 2.5)],
        lambda x: kernel.power(abs(x), 2.5),
        1,
    ),
}


def run(name: str, lanes: Lanes, level: int, given: np.ndarray) -> np.ndarray:
    """Results [R,N] of a function in vectors, of arguments [A,N]."""
    write, _, count = FUNCTIONS[name]
    listing = Listing()
    body = Body(listing, lanes)
    kind, size = body.number, 8 if lanes.real == "double" else 4
    arguments = [
        body.let(f"load {kind}, ptr %{place}, align {size}") for place in ("a0", "a1")[:count]
    ]
    for place, result in zip(("r0", "r1"), write(body, *arguments), strict=False):
        body.do(f"store {kind} {body.n(result)}, ptr %{place}, align {size}")
    body.do("ret void")
    body.close("define void @all(ptr %a0, ptr %a1, ptr %r0, ptr %r1)", "all")
    code = compiled(listing.text(), level)
    call: Any = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(code.address("all"))
    results = np.full((2, given.shape[1]), math.nan, given.dtype)
    step = lanes.count * size
    for start in range(0, given.shape[1] * size, step):
        places = [given[n % count].ctypes.data + start for n in range(2)]
        places += [results[n].ctypes.data + start for n in range(2)]
        call(*places)
    return results


def drawn(count: int) -> np.ndarray:
    """Arguments [2,N]: every pair of edges, and numbers of all sizes; N a multiple of 8."""
    pairs = [(a, b) for a in EDGES for b in EDGES] if count == 2 else [(a, a) for a in EDGES]
    source = random.Random(5)
    while len(pairs) < 2000 or len(pairs) % 8:
        size = 10.0 ** source.choice((0, 0, 0, 1, 2, 6, -3, -100, 100))
        pairs.append((source.uniform(-5.0, 5.0) * size, source.uniform(-5.0, 5.0)))
    return np.array(pairs).T.copy()


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether all bits are the same, but for what NaNs carry."""
    both = np.isnan(a) & np.isnan(b)
    return bool((both | (a.view(np.int64) == b.view(np.int64))).all())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_width_gives_the_kernels_bits(name: str) -> None:
    _, right, count = FUNCTIONS[name]
    given = drawn(count)
    rows: list[Any] = [right(*column[:count]) for column in given.T.tolist()]
    wanted = np.array([row if isinstance(row, tuple) else (row,) for row in rows]).T
    wide = Lanes(4, masks=True) if "+avx" in host()[1].split(",") else Lanes(4)
    for width, level in (
        *((Lanes(), QUICK), (Lanes(), WELL), (Lanes(2), WELL), (Lanes(4), QUICK)),
        *((Lanes(4), WELL), (Lanes(8), WELL), (wide, QUICK), (wide, WELL)),
    ):
        found = run(name, width, level, given)
        for wish, got in zip(wanted, found, strict=False):
            wrong = [n for n in range(len(wish)) if not same(wish[n : n + 1], got[n : n + 1])]
            assert not wrong, (width, level, given[:, wrong[0]], wish[wrong[0]], got[wrong[0]])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_lanes_of_floats_are_worked_out_in_double(name: str) -> None:
    _, right, count = FUNCTIONS[name]
    with np.errstate(over="ignore"):
        given = drawn(count).astype(np.float32)
        rows: list[Any] = [right(*column[:count]) for column in given.T.tolist()]
        wanted = np.array([row if isinstance(row, tuple) else (row,) for row in rows]).T
        wanted = wanted.astype(np.float32)
    found = run(name, Lanes(8, "float"), WELL, given)[: len(wanted)]
    assert np.array_equal(found, wanted, equal_nan=True)
