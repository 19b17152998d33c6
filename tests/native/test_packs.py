"""Arrays in packs: where each number lies, and that nothing is lost on the way in and out."""

from __future__ import annotations

import numpy as np
import pytest

from behave.native import packs


def test_a_word_lies_where_code_looks_for_it() -> None:
    """Word 2 of agent 11, of 5 words: pack 1, so 5·8 numbers on; then 2·8, then 3."""
    array = packs.packed(5, 20)
    array.reshape(-1)[1 * 5 * 8 + 2 * 8 + 3] = 7.0
    assert packs.agent_of(array, 11).tolist() == [0.0, 0.0, 7.0, 0.0, 0.0]
    assert packs.row_of(array, 2, 20).tolist() == [7.0 if n == 11 else 0.0 for n in range(20)]
    assert array.shape == (3, 5, 8)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int32, np.uint8])
@pytest.mark.parametrize("rows", [1, 7])
@pytest.mark.parametrize("agents", [1, 8, 19])
def test_arrays_begin_at_a_cache_line(kind: type, rows: int, agents: int) -> None:
    array = packs.packed(rows, agents, kind)
    assert array.ctypes.data % 64 == 0
    assert array.flags.c_contiguous
    assert not array.any()
    for count in (0, rows):
        assert packs.rows_of(packs.packed(count, agents, kind), agents).shape == (count, agents)


def test_what_is_put_comes_out_again() -> None:
    random = np.random.default_rng(3)
    array, plain = packs.packed(6, 40), np.zeros((6, 40))
    for begin, count, rows in ((0, 13, slice(None)), (13, 20, slice(1, 4)), (5, 3, slice(0, 6, 2))):
        values = random.normal(size=(len(range(6)[rows]), count))
        packs.put(array, values, rows, begin)
        plain[rows, begin : begin + count] = values
    packs.put(array, plain[4, :9] + 1.0, 4)
    plain[4, :9] += 1.0
    packs.put(array, plain[[5, 0], :9] * 2.0, np.array([5, 0]))
    plain[[5, 0], :9] *= 2.0
    assert np.array_equal(packs.rows_of(array, 40), plain)
    some = np.array([39, 0, 8, 7])
    assert np.array_equal(packs.of_agents(array, some), plain[:, some])
    packs.agent_of(array, 9)[:] = packs.agent_of(array, 2)
    assert np.array_equal(packs.rows_of(array, 40)[:, 9], plain[:, 2])
