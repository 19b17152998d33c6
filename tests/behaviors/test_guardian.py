"""The guardian over the hills: what its feet, its gait and its trunk do in half a minute."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from behave.cli.findings import check_file
from behave.resources import behaviors_path
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build

LEGS = range(6)
SECONDS = 30


class Walk:
    """A run of scene hills: rows of the guardian's state, and which legs swing, tick by tick."""

    def __init__(self, scene: str, seconds: float, rate: float = 60.0) -> None:
        checked = check_file(str(behaviors_path() / "guardian.beh"))
        assert checked.program is not None, [d.message for d in checked.errors]
        model = build(checked.program, scene, dt=1 / rate)
        state = initial(model)
        self.behavior = model.groups[0].behavior
        rows, swings, lifted = [], [], []
        for number in range(round(seconds * rate)):
            record = tick(model, state, model.script.sample(number, model.dt)).agents["boss"]
            rows.append(state.rows[0][0].copy())
            swings.append([record.states[f"leg[{i}]"] == "Swing" for i in LEGS])
            lifted += [int(f.machine[4]) for f in record.fired if f.target == "Swing"]
        self.rows, self.swings, self.lifted = np.array(rows), np.array(swings), lifted

    def slot(self, path: str) -> np.ndarray:
        """A slot over time: f8[T] or f8[T, width]."""
        slot = self.behavior.slots[self.behavior.slot_of[path]]
        values = self.rows[:, slot.offset : slot.offset + slot.width]
        return values[:, 0] if slot.width == 1 else values


@cache
def walk() -> Walk:
    """The half minute every test looks at."""
    return Walk("hills", SECONDS)


def test_one_leg_of_each_half_at_a_time() -> None:
    swings = walk().swings
    assert swings[:, :3].sum(axis=1).max() == 1
    assert swings[:, 3:].sum(axis=1).max() == 1


def test_the_halves_step_round_in_order() -> None:
    """Each leg after the other; one without a reason to step may be passed over."""
    for half in (0, 3):
        order = [leg - half for leg in walk().lifted if half <= leg < half + 3]
        assert len(order) > 40
        next_ones = [(b - a) % 3 == 1 for a, b in pairwise(order)]
        assert np.mean(next_ones) > 0.6
        assert set(order) == {0, 1, 2}


def test_nothing_stalls() -> None:
    moving = walk().swings.any(axis=1)
    still = np.flatnonzero(moving)
    assert np.diff(still).max() < 2 * 60


def test_standing_feet_do_not_move_and_are_where_they_should_be() -> None:
    for leg in LEGS:
        standing = ~walk().swings[:, leg]
        ankle = walk().slot(f"ankle[{leg}].position")
        steps = np.linalg.norm(np.diff(ankle, axis=0), axis=1)
        assert steps[standing[1:] & standing[:-1]].max() < 1e-6
        assert walk().slot(f"foot[{leg}].error")[standing].max() < 0.01


def test_the_trunk_stays_over_its_feet_and_goes_smoothly() -> None:
    trunk = walk().slot("trunk.position")
    feet = np.mean([walk().slot(f"foot[{leg}].target") for leg in LEGS], axis=0)
    assert np.linalg.norm((trunk - feet)[:, [0, 2]], axis=1).max() < 1.5
    assert (trunk[:, 1] - feet[:, 1]).min() > 1.2
    assert np.linalg.norm(np.diff(trunk, axis=0), axis=1).max() < 0.12


def test_the_beam_shines_only_at_what_is_ahead() -> None:
    on = walk().slot("beam.on") > 0.5
    head = walk().slot("head.rotation")
    forward = np.stack(
        (
            2.0 * (head[:, 0] * head[:, 2] + head[:, 1] * head[:, 3]),
            1.0 - 2.0 * (head[:, 0] ** 2 + head[:, 1] ** 2),
        ),
        axis=1,
    )
    way = (walk().slot("beam.to") - walk().slot("head.position"))[:, [0, 2]]
    cosine = (forward * way).sum(axis=1)[on] / (
        np.linalg.norm(forward, axis=1)[on] * np.linalg.norm(way, axis=1)[on]
    )
    assert on.any()
    assert np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))).max() < 5.0
