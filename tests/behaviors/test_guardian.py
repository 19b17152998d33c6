"""The guardian walks: its gait, its feet, its trunk and its beam, in every scene."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.behaviors.walks import HALVES, LEGS, SCENES, Floats, Walk, shipped

pytestmark = pytest.mark.parametrize("scene", SCENES)


def test_one_leg_of_each_half_at_a_time(scene: str) -> None:
    swings = shipped(scene).swings
    for half in HALVES:
        assert swings[:, half].sum(axis=1).max() == 1


def able(it: Walk, leg: int, now: int) -> bool:
    """Whether a leg could have stepped at a tick, by what its sensors and the rig said then."""
    if it.swings[now - 1, leg]:
        return False
    if leg % 3 != 1 and it.swings[now - 1 : now + 1, 5 - leg].any():
        return False  # the other front or rear leg is in the air
    below = it.slot(f"leg[{leg}].below.point")[now]
    moved = np.linalg.norm(it.slot(f"leg[{leg}].landing")[now - 1] - below)
    spoke = it.slot(f"coxa[{leg}].position")[now - 1] - it.slot("body.position")[now - 1]
    seen = below - it.slot("body.position")[now - 1]
    far = np.hypot(seen[0], seen[2])
    cosine = (spoke[0] * seen[0] + spoke[2] * seen[2]) / np.hypot(spoke[0], spoke[2]) / far
    inside = 4.75 <= far <= 7.0 and np.degrees(np.arccos(min(cosine, 1.0))) <= 30.0
    return bool(inside and moved > 1.5)


def passed_over(it: Walk) -> list[tuple[int, int, int]]:
    """Where a leg lifted though one before it in the order could have as the turn was passed on,
    the tick before: tick, the leg that lifted, the leg passed over."""
    found = []
    for half in HALVES:
        for (_, before), (now, leg) in pairwise([lift for lift in it.lifts if lift[1] in half]):
            after = half[(half.index(before) + 1) % 3]
            while after != leg:
                if able(it, after, now - 1):
                    found.append((now, leg, after))
                after = half[(half.index(after) + 1) % 3]
    return found


def test_the_halves_step_round_in_order(scene: str) -> None:
    """1 2 3 1 and 4 5 6 4, but for legs that cannot step. Going straight on over the stairs, four
    in five lifts are the successor's; on the hills, where it often stands and turns, half are."""
    it = shipped(scene)
    assert passed_over(it) == []
    assert min(len(it.order(half)) for half in (0, 1)) > 4
    if scene in ("stairs", "hills"):
        steps = [pair for half in (0, 1) for pair in pairwise(it.order(half))]
        share = np.mean([(b - a) % 3 == 1 for a, b in steps])
        assert share > (0.8 if scene == "stairs" else 0.5)


def test_nothing_stalls(scene: str) -> None:
    """A half never stands for more than 3 m of the trunk's way: its legs reach no farther."""
    it = shipped(scene)
    trunk = it.slot("trunk.position")[:, [0, 2]]
    way = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(trunk, axis=0), axis=1))))
    for half in HALVES:
        marks = [0, *(now for now, leg in it.lifts if leg in half), len(way) - 1]
        assert max(way[b] - way[a] for a, b in pairwise(marks)) < 3.0
    assert way[-1] > 8.0


def test_standing_feet_do_not_move_and_are_where_they_should_be(scene: str) -> None:
    it = shipped(scene)
    for leg in LEGS:
        standing = ~it.swings[:, leg]
        assert np.diff(it.slot(f"foot[{leg}].target"), axis=0)[it.standing(leg)].max() == 0.0
        assert np.diff(it.slot(f"foot[{leg}].target"), axis=0)[it.standing(leg)].min() == 0.0
        # the joints follow the moving trunk, and the ankle stays to the solver's last digits
        ankle = np.diff(it.slot(f"ankle[{leg}].position"), axis=0)[it.standing(leg)]
        assert np.abs(ankle).max() < 1e-9
        assert it.slot(f"foot[{leg}].error")[standing].max() < 1e-9


def test_a_foot_lands_exactly_where_its_ray_hit(scene: str) -> None:
    it = shipped(scene)
    for now, leg in it.lifts:
        landing = it.slot(f"leg[{leg}].landing")[now]
        hits = [
            it.slot(f"leg[{leg}].{ray}.point")[now]
            + 0.25 * it.slot(f"leg[{leg}].{ray}.normal")[now]
            for ray in ("below", "refuge")
        ]
        assert any(np.array_equal(landing, hit) for hit in hits)
        down = np.flatnonzero(~it.swings[now:, leg])
        if len(down):
            assert np.array_equal(it.slot(f"foot[{leg}].target")[now + down[0]], landing)
            assert down[0] == pytest.approx(it.rate / 7.0, abs=1.0)


def test_soles_stand_on_the_ground_and_ankles_along_its_normal(scene: str) -> None:
    it = shipped(scene)
    ground, up = [], []
    for leg in LEGS:
        for now in range(60, len(it.rows), 7):
            if not it.swings[max(now - 30, 0) : now + 1, leg].any():
                normal = it.slot(f"foot[{leg}].normal")[now]
                if not normal.any():  # it has not stepped yet
                    continue
                ground.append(it.slot(f"ankle[{leg}].position")[now] - 0.25 * normal)
                x, y, z, w = it.slot(f"ankle[{leg}].rotation")[now]
                way = (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w))
                up.append(float(np.dot(way, normal)))
    assert len(up) > 10
    assert it.off_the_ground(np.array(ground)).max() < 1e-8
    assert np.degrees(np.arccos(np.clip(min(up), -1.0, 1.0))) < 0.1


def over_the_edge(feet: Floats) -> float:
    """How far the origin lies outside the polygon of feet f8[F, 3] round it; inside below 0."""
    around = feet[np.argsort(np.arctan2(feet[:, 0], feet[:, 2]))][:, [2, 0]]
    step = np.roll(around, -1, axis=0) - around
    inside = around[:, 0] * step[:, 1] - around[:, 1] * step[:, 0]
    return float(-(inside / np.linalg.norm(step, axis=1)).min())


def test_the_trunk_stays_over_its_feet_and_goes_smoothly(scene: str) -> None:
    it = shipped(scene)
    trunk = it.slot("trunk.position")
    feet = np.stack([it.slot(f"foot[{leg}].target") for leg in LEGS], axis=1)
    assert np.isfinite(trunk).all()
    assert np.linalg.norm((trunk - feet.mean(axis=1))[:, [0, 2]], axis=1).max() < 1.5
    # well within the polygon of the feet that stand, seen from above
    outside = [
        over_the_edge(feet[now, ~it.swings[now]] - trunk[now]) for now in range(0, len(trunk), 3)
    ]
    assert max(outside) < -0.5
    assert (trunk[:, 1] - feet[..., 1].mean(axis=1)).min() > 1.2
    speed = np.diff(trunk, axis=0) * it.rate
    assert np.linalg.norm(speed, axis=1).max() < 6.0
    assert np.abs(speed[:, 1]).max() < 3.0


def test_the_trunk_keeps_its_height(scene: str) -> None:
    """2.15 m over the plane of its feet, but for a while where one lands on a step or a ledge."""
    it = shipped(scene)
    off = np.abs(it.slot("stance.height") - 2.15)
    assert off.mean() < 0.15
    assert off.max() < 1.0
    if scene in ("stairs", "slope"):
        every = it.slot("trunk.position")[:: round(it.rate / 4.0)]
        assert it.off_the_ground(every).min() > 1.4


def test_the_beam_shines_only_at_what_is_ahead(scene: str) -> None:
    it = shipped(scene)
    on = it.slot("beam.on") > 0.5
    assert on.any()
    assert np.array_equal(on, it.aiming == "Locked")
    # what the machine saw as it decided: the head of the pose before, the target of this tick
    x, _, z, w = it.slot("head.rotation")[:-1].T
    y = it.slot("head.rotation")[:-1, 1]
    ahead = np.stack((2.0 * (x * z + y * w), 1.0 - 2.0 * (x * x + y * y)), axis=1)
    prey = it.slot("aiming.prey.point")[1:] - it.slot("head.position")[:-1]
    off = np.arctan2(prey[:, 0], prey[:, 2]) - np.arctan2(ahead[:, 0], ahead[:, 1])
    off = np.degrees(np.abs((off + np.pi) % (2.0 * np.pi) - np.pi))
    before, after = on[:-1], on[1:]
    assert (off[after] <= 2.0 + 1e-9).all()
    assert (off[after & ~before] <= 1.0 + 1e-9).all()
    assert not (off[~after & before] <= 2.0 - 1e-9).any()
    assert not (off[~after & ~before] <= 1.0 - 1e-9).any()


def test_the_beam_goes_to_the_head(scene: str) -> None:
    """Who is chased is a capsule 1.8 m tall; its round end begins 0.6 m over its middle."""
    it = shipped(scene)
    up = (it.slot("beam.to") - it.prey)[it.slot("beam.on") > 0.5, 1]
    assert 0.6 < up.min() <= up.max() < 0.9
