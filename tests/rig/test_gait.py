"""Standing, walking and jumping of the humanoid, as one sees it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from behave.world import colliders as solids
from tests.rig.stage import SIDES, Stage, degrees_between, turned

Step = tuple[float, tuple[float, float], bool]
HALT = (0.0, 0.0)
AHEAD = (0.0, 1.0)


class Watch:
    """What the eye follows, gathered tick by tick."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.fastest: dict[str, float] = {}
        self.slid = 0.0
        self.flexions: list[float] = []
        self.knees_ahead: list[float] = []
        self.hips: list[float] = []
        self.planted: list[tuple[float, float]] = []
        self._turns: dict[str, np.ndarray] = {}
        self._feet: dict[str, tuple[bool, np.ndarray]] = {}

    def __call__(self) -> None:
        stage = self.stage
        assert np.all(np.isfinite(stage.rows))
        turns = stage.locals()
        for name, before in self._turns.items():
            angle = degrees_between(before, turns[name])
            self.fastest[name] = max(self.fastest.get(name, 0.0), angle)
        self._turns = turns
        for side in SIDES:
            planted = stage.number(f"leg[{side}].planted") > 0.0
            ball = stage.get(f"toe[{side}].position")
            if side in self._feet and planted and self._feet[side][0]:
                self.slid = max(self.slid, float(np.linalg.norm(ball - self._feet[side][1])))
            self._feet[side] = (planted, ball)
            self._knee(side)
        self.planted.append(tuple(float(self._feet[side][0]) for side in SIDES))
        self.hips.append(float(stage.get("hips.position")[1]))

    def _knee(self, side: str) -> None:
        stage = self.stage
        a, b, c = (stage.get(f"{bone}[{side}].position") for bone in ("thigh", "shin", "sole"))
        upper, lower = b - a, c - b
        angle = math.atan2(float(np.linalg.norm(np.cross(upper, lower))), float(upper @ lower))
        self.flexions.append(math.degrees(angle))
        line = (c - a) / np.linalg.norm(c - a)
        out = upper - (upper @ line) * line
        ahead = turned(stage.get("hips.rotation"), (0.0, 0.0, 1.0))
        self.knees_ahead.append(float(out @ ahead / np.linalg.norm(out)))


def watch(script: Sequence[Step], things: Sequence[object] = (), dt: float = 1 / 60) -> Watch:
    stage = Stage(things, dt=dt)
    seen = Watch(stage)
    for seconds, walk, jump in script:
        stage.run(seconds, walk, jump=jump, each=seen)
    return seen


def circle() -> list[Step]:
    return [(0.1, (math.sin(a), math.cos(a)), False) for a in np.arange(0.0, 10.0, 0.12)]


def wander() -> list[Step]:
    random = np.random.default_rng(1)
    steps: list[Step] = []
    for _ in range(40):
        angle = random.uniform(0.0, 2.0 * math.pi)
        size = float(random.choice([0.0, 0.3, 1.0, 1.0]))
        walk = (size * math.sin(angle), size * math.cos(angle))
        steps.append((float(random.uniform(0.05, 1.2)), walk, bool(random.random() < 0.15)))
    return steps


DIPS: list[Step] = [(0.7, AHEAD, False), *[(1 / 60, HALT, False), (0.3, AHEAD, False)] * 5]

SCRIPTS: dict[str, list[Step]] = {
    "straight": [(0.5, HALT, False), (4.0, AHEAD, False)],
    "slow": [(4.0, (0.0, 0.3), False)],
    "start and stop": [(0.5, HALT, False), (1.5, AHEAD, False), (1.5, HALT, False)],
    "quarter turn": [(1.5, AHEAD, False), (1.5, (1.0, 0.0), False), (1.0, HALT, False)],
    "half turn": [(1.5, AHEAD, False), (1.5, (0.0, -1.0), False), (1.0, HALT, False)],
    "circle": circle(),
    "speed dips": DIPS,
    "standing jump": [(0.5, HALT, False), (1.5, HALT, True)],
    "running jump": [(1.5, AHEAD, False), (2.0, AHEAD, True), (1.0, HALT, False)],
    "wander": wander(),
}


@pytest.fixture(scope="module")
def seen() -> Callable[[str], Watch]:
    """Each script once."""
    known: dict[str, Watch] = {}

    def get(name: str) -> Watch:
        if name not in known:
            known[name] = watch(SCRIPTS[name])
        return known[name]

    return get


@pytest.mark.parametrize("name", SCRIPTS)
def test_planted_feet_do_not_slide(seen: Callable[[str], Watch], name: str) -> None:
    assert seen(name).slid < 1e-3


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_joint_turns_more_than_15_degrees_a_tick(
    seen: Callable[[str], Watch], name: str
) -> None:
    fastest = seen(name).fastest
    assert max(fastest.values()) < 15.0, max(fastest.items(), key=lambda item: item[1])


@pytest.mark.parametrize("name", SCRIPTS)
def test_knees_bend_ahead_and_never_lock(seen: Callable[[str], Watch], name: str) -> None:
    assert min(seen(name).knees_ahead) > 0.3
    assert min(seen(name).flexions) > 5.0


def test_walking_has_the_cadence_and_rise_of_people(seen: Callable[[str], Watch]) -> None:
    """1.6 m/s, 1.5 m stride: 2.14 steps a second; the hips rise and sink by 2 to 6 cm."""
    walk = seen("straight")
    ticks = walk.planted[180:]
    landings = sum(
        1
        for before, now in itertools.pairwise(ticks)
        for foot in range(2)
        if now[foot] > before[foot]
    )
    seconds = (len(ticks) - 1) / 60.0
    stride = 1.4 * math.sqrt(1.6 / 1.4)
    assert landings / seconds == pytest.approx(2.0 * 1.6 / stride, abs=0.5)
    assert 0.02 < np.ptp(walk.hips[180:]) < 0.06
    both = np.mean([a * b for a, b in ticks])
    assert 0.02 < both < 0.3
    assert np.max([a + b for a, b in ticks]) == 2.0
    assert np.min([a + b for a, b in ticks]) >= 1.0  # a walk never leaves the ground


def test_knees_flex_in_the_swing_like_peoples(seen: Callable[[str], Watch]) -> None:
    assert 50.0 < max(seen("straight").flexions) < 75.0


def test_arms_swing_against_the_legs() -> None:
    stage = Stage()
    stage.run(2.0, AHEAD)
    arms, legs = [], []

    def gather() -> None:
        arms.append(stage.get("hand[left].position")[2] - stage.get("hand[right].position")[2])
        legs.append(stage.get("sole[left].position")[2] - stage.get("sole[right].position")[2])

    stage.run(3.0, AHEAD, each=gather)
    assert np.corrcoef(arms, legs)[0, 1] < -0.6
    assert np.ptp(arms) > 0.4


def test_the_head_stays_level_and_looks_ahead(seen: Callable[[str], Watch]) -> None:
    stage = Stage()
    stage.run(1.5, AHEAD)
    tilts = []

    def gather() -> None:
        turn = stage.get("head.rotation")
        tilts.append(math.acos(min(turned(turn, (0.0, 1.0, 0.0))[1], 1.0)))
        tilts.append(math.acos(min(turned(turn, (0.0, 0.0, 1.0))[2], 1.0)))

    stage.run(2.0, AHEAD, each=gather)
    assert math.degrees(max(tilts)) < 3.0


def test_a_stop_ends_with_the_feet_side_by_side() -> None:
    stage = Stage()
    for seconds in (1.3, 1.45, 1.6, 1.75):
        stage = Stage()
        stage.run(seconds, AHEAD)
        stage.run(1.5, HALT)
        left, right = (stage.get(f"sole[{side}].position") for side in SIDES)
        assert abs(left[2] - right[2]) < 0.1
        assert 0.1 < left[0] - right[0] < 0.3
        assert stage.number("leg[left].planted") == stage.number("leg[right].planted") == 1.0


def test_a_one_tick_dip_of_the_speed_does_not_restart_the_walk() -> None:
    steady, dipped = Stage(), Stage()
    for tick in range(150):
        steady.step(AHEAD)
        dipped.step(HALT if tick in (60, 97) else AHEAD)
    left = [
        stage.get("sole[left].position") - stage.get("root.position") for stage in (steady, dipped)
    ]
    assert np.linalg.norm(left[0] - left[1]) < 0.25
    assert dipped.get("root.position")[2] == pytest.approx(steady.get("root.position")[2], abs=0.15)


def test_standing_still_the_feet_stay_and_the_chest_breathes() -> None:
    stage = Stage()
    stage.run(1.0)
    soles = [stage.get(f"sole[{side}].position") for side in SIDES]
    chest = []
    stage.run(6.0, each=lambda: chest.append(stage.get("neck.position")))
    for side, before in zip(SIDES, soles, strict=True):
        assert np.linalg.norm(stage.get(f"sole[{side}].position") - before) < 1e-3
    assert 0.001 < np.max(np.ptp(chest, axis=0)) < 0.08


def test_feet_stand_on_the_ground() -> None:
    stage = Stage()
    stage.run(3.0, AHEAD)
    lowest = []

    def gather() -> None:
        for side in SIDES:
            sole, turn = stage.get(f"sole[{side}].position"), stage.get(f"sole[{side}].rotation")
            heel = sole + turned(turn, (0.0, -0.039 * 1.8, -0.045 * 1.8))
            ball = stage.get(f"toe[{side}].position")
            lowest.append(min(heel[1], ball[1] - 0.011 * 1.8))

    stage.run(2.0, AHEAD, each=gather)
    assert min(lowest) > -0.005


def test_feet_meet_a_step_where_it_is() -> None:
    step = solids.box("step", (0.0, 0.1, 4.0), (3.0, 0.2, 4.0))
    stage = Stage([step])
    seen = Watch(stage)
    stage.run(2.8, AHEAD, each=seen)
    assert stage.get("root.position")[1] == pytest.approx(0.2, abs=1e-6)
    stage.run(1.5, HALT, each=seen)
    for side in SIDES:
        assert stage.get(f"sole[{side}].position")[1] == pytest.approx(0.2 + 0.0702, abs=2e-3)
    assert seen.slid < 1e-3
    assert max(seen.fastest.values()) < 15.0, seen.fastest


def test_a_jump_draws_the_feet_up_and_the_landing_gives() -> None:
    stage = Stage()
    stage.run(1.0)
    standing = stage.get("hips.position")[1]
    tuck, planted = [], []

    def gather() -> None:
        tuck.append(stage.get("sole[left].position")[1] - stage.get("root.position")[1])
        planted.append(stage.number("leg[left].planted"))

    stage.run(0.6, jump=True, each=gather)
    assert max(tuck) > 0.15
    assert max(planted[2:]) == 0.0
    hips = []
    stage.run(1.2, each=lambda: hips.append(stage.get("hips.position")[1]))
    assert standing - 0.25 < min(hips) < standing - 0.05
    assert hips[-1] == pytest.approx(standing, abs=0.02)
    assert stage.number("leg[left].planted") == 1.0


def test_blocked_by_a_wall_the_feet_come_to_rest() -> None:
    stage = Stage([solids.box("wall", (0.0, 1.0, 2.1), (8.0, 2.0, 0.2))])
    stage.run(3.5, AHEAD)
    feet = [stage.get(f"sole[{side}].position") for side in SIDES]
    stage.run(1.0, AHEAD)
    for side, before in zip(SIDES, feet, strict=True):
        assert np.linalg.norm(stage.get(f"sole[{side}].position") - before) < 0.05


@pytest.mark.parametrize("rate", [30, 144])
def test_other_tick_rates_walk_alike(rate: int) -> None:
    """After 3 s of walking the ankles are within 12 cm of where they are at 60 ticks."""
    here, there = Stage(), Stage(dt=1.0 / rate)
    here.run(3.0, AHEAD)
    there.run(3.0, AHEAD)
    for bone in ("sole[left]", "sole[right]", "hips", "hand[left]"):
        gap = here.get(f"{bone}.position") - there.get(f"{bone}.position")
        assert np.linalg.norm(gap) < 0.12, bone


def test_a_teleport_stands_the_character_up_there() -> None:
    stage = Stage()
    stage.run(1.0, AHEAD)
    stage.set("root.position", (50.0, 0.0, -3.0))
    stage.step(AHEAD)
    for side in SIDES:
        gap = stage.get(f"sole[{side}].position") - stage.get("root.position")
        assert np.linalg.norm(gap) < 0.3
