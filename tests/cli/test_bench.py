"""``beh bench``: what it measures is the same behavior, and its numbers are laid out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from behave.cli import measuring
from behave.cli.bench import _calls, _check_equal, crowd_beside
from behave.cli.bench_peers import SERIES, TICKS, _behave
from behave.cli.bench_scenes import arms, beside, walkers
from behave.cli.measuring import Measured


def test_agents_with_arms_go_through_all_states() -> None:
    crowd = crowd_beside(arms(4), 4, 60, 200)
    _check_equal(crowd)
    states = crowd.states()["interaction"]["interaction"]
    assert sum(states.values()) == 60
    assert sum(count > 0 for count in states.values()) >= 3
    weights = [crowd[number]["arm[left].weight"] for number in range(60)]
    assert 0.0 < max(weights) <= 1.0
    _calls(crowd_beside(arms(1), 1, 40, 1))()


def test_walls_stand_where_agents_are_put_beside_them() -> None:
    model = walkers(9)
    assert len(model.colliders) == 10
    at = beside(9, 90)
    walls = model.colliders.position[1:]
    gaps = np.abs(at[:, np.newaxis] - walls).max(axis=2).min(axis=1)
    assert gaps.max() < 3.0


def test_the_peers_machine_goes_through_all_its_states() -> None:
    seconds, path = _behave()
    assert len(seconds) == 5
    assert len(path) == TICKS
    assert {state for state, _ in path} == {"Reset", "Search", "Approach", "Rise", "Touch"}
    assert 0.9 < max(weight for _, weight in path) < 1.0
    assert "def series" in SERIES


def test_samples_are_printed_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    runs = []
    one = Measured("one", "tick", 10, lambda: runs.append(1))
    measuring.in_turn([one], 3)
    measuring.show("title", [one])
    assert len(runs) == 4
    assert "/ tick" in capsys.readouterr().out
    found = json.loads(measuring.to_json({"part": [one]}, {"more": 1}))
    assert len(found["samples"]["part"]["one"]["wall_ns"]) == 3
    assert found["more"] == 1
