"""The guardian at 30, 60 and 144 ticks a second: the same walk, within what a tick changes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.behaviors.walks import HALVES, LEGS, Walk, walk

SECONDS = 12.0
RATES = (30.0, 60.0, 144.0)


def steps(it: Walk) -> list[int]:
    """How often each leg lifts."""
    return [sum(leg == each for _, each in it.lifts) for leg in LEGS]


def test_the_walk_is_the_same_at_every_rate() -> None:
    """Where it goes follows from the target alone, but for the ticks it sets off and stops at:
    half a metre, 0.1 s of its way, every second. Each leg steps as often, to two steps either
    way: a swing lasts whole ticks, 1/6 s at 30 Hz and 1/7 s at 144 Hz, and which leg first has
    a reason is a matter of a tick."""
    runs = [walk("hills", SECONDS, rate) for rate in RATES]
    places = [
        it.slot("body.position")[np.round(np.arange(1, SECONDS) * it.rate).astype(int)]
        for it in runs
    ]
    for other in (places[0], places[2]):
        assert np.linalg.norm((other - places[1])[:, [0, 2]], axis=1).max() < 0.5
    counts = np.array([steps(it) for it in runs])
    assert np.abs(counts - counts[1]).max() <= 2
    assert np.abs(counts.sum(axis=1) - counts[1].sum()).max() <= 0.08 * counts[1].sum()


@pytest.mark.parametrize("rate", RATES)
def test_what_holds_at_one_rate_holds_at_all(rate: float) -> None:
    it = walk("hills", SECONDS, rate)
    for half in HALVES:
        assert it.swings[:, half].sum(axis=1).max() == 1
        order = it.order(half[0] // 3)
        assert set(order) == {0, 1, 2}
        assert np.mean([(b - a) % 3 == 1 for a, b in pairwise(order)]) > 0.4
    for leg in LEGS:
        assert not np.diff(it.slot(f"foot[{leg}].target"), axis=0)[it.standing(leg)].any()
        assert it.slot(f"foot[{leg}].error")[~it.swings[:, leg]].max() < 1e-9
