"""The guardian at 30, 60 and 144 ticks a second: the same walk, within what a tick changes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.behaviors.test_guardian import passed_over
from tests.behaviors.walks import HALVES, LEGS, Walk, walk

SECONDS = 12.0
RATES = (30.0, 60.0, 144.0)


def steps(it: Walk) -> list[int]:
    """How often each leg lifts."""
    return [sum(leg == each for _, each in it.lifts) for leg in LEGS]


def test_the_walk_is_the_same_at_every_rate() -> None:
    """Where it goes follows from the target alone, but for the ticks it sets off and stops at:
    half a metre, 0.1 s of its way, every second.

    A half's legs can step no faster than a swing in whole ticks and the tick its event takes: 6/30,
    10/60 and 22/144 s. So of 10 steps at 60 Hz there may be as few as 8.3 at 30 Hz and as many as
    10.9 at 144 Hz, and two more or less of a leg by where it just is as the run ends."""
    runs = [walk("hills", SECONDS, rate) for rate in RATES]
    places = [
        it.slot("body.position")[np.round(np.arange(1, SECONDS) * it.rate).astype(int)]
        for it in runs
    ]
    for other in (places[0], places[2]):
        assert np.linalg.norm((other - places[1])[:, [0, 2]], axis=1).max() < 0.5
    counts = np.array([steps(it) for it in runs])
    low, high = (10 / 60) / (6 / 30), (10 / 60) / (22 / 144)
    assert (counts >= low * counts[1] - 2.0).all()
    assert (counts <= high * counts[1] + 2.0).all()
    totals = counts.sum(axis=1)
    assert (totals >= low * totals[1] - 6).all()
    assert (totals <= high * totals[1] + 6).all()


@pytest.mark.parametrize("rate", RATES)
def test_what_holds_at_one_rate_holds_at_all(rate: float) -> None:
    it = walk("hills", SECONDS, rate)
    for half in HALVES:
        assert it.swings[:, half].sum(axis=1).max() == 1
    assert passed_over(it) == []
    for leg in LEGS:
        assert not np.diff(it.slot(f"foot[{leg}].target"), axis=0)[it.standing(leg)].any()
        assert it.slot(f"foot[{leg}].error")[~it.swings[:, leg]].max() < 1e-9


@pytest.mark.parametrize("scene", ["hills", "stairs", "slope"])
@pytest.mark.parametrize("rate", RATES)
def test_the_trunk_goes_without_a_jerk(scene: str, rate: float) -> None:
    """In 1/60 s its speed over the ground changes by the 20 m/s^2 it may, as it sets off, stops
    and waits for its feet too; in height and in tilt no foot that lifts or lands shows."""
    it = walk(scene, SECONDS, rate)
    speed = np.diff(it.slot("trunk.position"), axis=0) * rate
    change = np.diff(speed, axis=0) * rate / 60.0
    assert np.linalg.norm(change[:, [0, 2]], axis=1).max() < 20.0 / 60.0 + 1e-6
    assert np.abs(change[:, 1]).max() < 0.4
    x, y, z, w = it.slot("trunk.rotation").T
    up = np.stack((2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)), axis=1)
    turn = np.diff(np.diff(up, axis=0) * rate, axis=0) * rate / 60.0
    assert np.degrees(np.linalg.norm(turn, axis=1)).max() < 2.0
