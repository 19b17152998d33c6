"""Feet on slopes, steps and edges while `feet` are enabled."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from behave.world import colliders as solids
from behave.world.colliders import Collider
from tests.rig.parts import extended
from tests.rig.stage import SIDES, Stage, degrees_between, program, turned

Height = Callable[[float, float], float]
ANKLE, BALL, HALF = 0.0702, 0.0198, 0.0388
HEEL = -0.072  # the last 9 mm may be past an edge


def stage(things: Sequence[Collider], *, ground: bool = True, **options: object) -> Stage:
    return Stage(things, made=extended(program(), feet=True), ground=ground, **options)  # type: ignore[arg-type]


def run(
    made: Stage,
    seconds: float,
    walk: tuple[float, float] = (0.0, 0.0),
    each: Callable[[], None] | None = None,
) -> None:
    """Ticks with the feet enabled, as a behavior does it: anew every tick."""
    for _ in range(round(seconds / made.dt)):
        made.set("feet.enabled", 1.0)
        made.step(walk)
        if each is not None:
            each()


def slope(degrees: float, axis: tuple[float, float, float]) -> Collider:
    half = math.radians(degrees) / 2.0
    turn = (*(math.sin(half) * np.array(axis)), math.cos(half))
    return solids.plane("slope", (0.0, 0.0, 0.0), turn)


def box(low: tuple[float, float], high: tuple[float, float], height: float) -> Collider:
    """A box on the ground from (x, z) to (x, z)."""
    center = ((low[0] + high[0]) / 2, height / 2, (low[1] + high[1]) / 2)
    return solids.box("box", center, (high[0] - low[0], height, high[1] - low[1]))


def gaps(made: Stage, side: str, ground: Height) -> list[float]:
    """How high heel and ball of a foot are over the ground, each at the lowest of its width."""
    sole, turn = (made.get(f"sole[{side}].{place}") for place in ("position", "rotation"))
    toe, bent = (made.get(f"toe[{side}].{place}") for place in ("position", "rotation"))
    found = []
    for joint, rotation, down, back in ((sole, turn, ANKLE, HEEL), (toe, bent, BALL, 0.0)):
        points = [joint + turned(rotation, (x, -down, back)) for x in (-HALF, 0.0, HALF)]
        found.append(min(float(p[1] - ground(p[0], p[2])) for p in points))
    return found


class Watch:
    """The gaps of standing soles, how far they slide, and the fastest joint."""

    def __init__(self, made: Stage, ground: Height) -> None:
        self.made, self.ground = made, ground
        self.lows: list[float] = []
        self.slid = 0.0
        self.fastest = (0.0, "")
        self._turns = made.locals()
        self._balls: dict[str, np.ndarray] = {}

    def __call__(self) -> None:
        turns = self.made.locals()
        for name, turn in turns.items():
            self.fastest = max(self.fastest, (degrees_between(self._turns[name], turn), name))
        self._turns = turns
        for side in SIDES:
            ball = self.made.get(f"toe[{side}].position")
            if self.made.number(f"leg[{side}].planted") > 0.0:
                self.lows.append(min(gaps(self.made, side, self.ground)))
                if side in self._balls:
                    gap = float(np.linalg.norm(ball - self._balls[side]))
                    self.slid = max(self.slid, gap)
                self._balls[side] = ball
            else:
                self._balls.pop(side, None)


TAN = math.tan(math.radians(30.0))
SLOPES: dict[str, tuple[Collider, Height]] = {
    "up": (slope(-30.0, (1.0, 0.0, 0.0)), lambda x, z: z * TAN),
    "down": (slope(30.0, (1.0, 0.0, 0.0)), lambda x, z: -z * TAN),
    "aside": (slope(30.0, (0.0, 0.0, 1.0)), lambda x, z: x * TAN),
}


@pytest.mark.parametrize("name", SLOPES)
def test_soles_lie_on_a_slope(name: str) -> None:
    plane, ground = SLOPES[name]
    made = stage([plane], ground=False)
    run(made, 2.0)
    normal = turned(np.array(plane.rotation), (0.0, 1.0, 0.0))
    for side in SIDES:
        low = gaps(made, side, ground)
        assert min(low) > -1e-3
        assert min(low) < 1e-3
        assert max(low) < 0.012  # a heel may rise a little where the ankle ends
        up = turned(made.get(f"sole[{side}].rotation"), (0.0, 1.0, 0.0))
        assert math.degrees(math.acos(min(float(up @ normal), 1.0))) < 6.0
        assert made.get(f"foot[{side}].normal") == pytest.approx(normal, abs=1e-9)


@pytest.mark.parametrize("name", SLOPES)
def test_walking_on_a_slope_standing_soles_neither_sink_nor_slide(name: str) -> None:
    plane, ground = SLOPES[name]
    made = stage([plane], ground=False)
    run(made, 0.5)
    watch = Watch(made, ground)
    run(made, 2.5, (0.0, 1.0), each=watch)
    run(made, 0.7, each=watch)
    assert len(watch.lows) > 100
    assert min(watch.lows) > -1e-3
    assert max(watch.lows) < 0.01
    assert watch.slid < 2e-3


def test_walking_over_a_step_of_25_cm_standing_soles_are_on_it() -> None:
    step = box((-3.0, 1.5), (3.0, 5.0), 0.25)
    made = stage([step])

    def ground(_: float, z: float) -> float:
        return 0.25 if 1.5 <= z <= 5.0 else 0.0

    run(made, 0.5)
    watch = Watch(made, ground)
    run(made, 4.5, (0.0, 1.0), each=watch)
    run(made, 0.7, each=watch)
    assert made.get("root.position")[2] > 5.5
    assert min(watch.lows) > -1e-3
    assert max(watch.lows) < 0.01
    assert watch.slid < 2e-3
    assert watch.fastest[0] < 20.0, watch.fastest


def test_the_hips_drop_by_what_the_lower_foot_needs() -> None:
    """The left foot on the floor, the right one and the root 20 cm higher.

    By hand: thigh and shin are 0.245 and 0.246 of 1.8 m, held at 98.8 % of their length
    0.8838 m: 0.8732 m. The lower ankle is 0.0702 m over the floor, up to 1.5 cm more with its
    heel a little up; the hip joint 0.036 m below the hips.
    """
    made = stage([box((-3.0, -3.0), (-0.02, 3.0), 0.2)], at=(-0.05, 0.2, 0.0))
    run(made, 2.0)
    left, right = (made.get(f"sole[{side}].position") for side in SIDES)
    assert right[1] == pytest.approx(0.2 + ANKLE, abs=1e-3)
    assert gaps(made, "left", lambda x, z: 0.0)[1] == pytest.approx(0.0, abs=1e-3)
    assert left[1] == pytest.approx(ANKLE, abs=0.02)
    joint = made.get("thigh[left].position")
    aside = math.hypot(joint[0] - left[0], joint[2] - left[2])
    needed = left[1] + math.sqrt(0.8732**2 - aside**2)
    assert joint[1] == pytest.approx(needed, abs=0.015)
    assert made.get("hips.position")[1] == pytest.approx(needed + 0.036, abs=0.015)
    bends = made.get("shin[right].position")[2] - made.get("thigh[right].position")[2]
    assert bends > 0.1  # the other knee bends, ahead


def test_a_foot_over_an_edge_rests_on_the_higher_side() -> None:
    """The ball is on a 10 cm block, the ankle before it."""
    made = stage([box((-3.0, 0.1), (3.0, 3.0), 0.1)])
    run(made, 1.0)
    for side in SIDES:
        ball = gaps(made, side, lambda x, z: 0.1 if z > 0.1 else 0.0)[1]
        assert ball == pytest.approx(0.0, abs=1e-3)


def test_a_ray_that_misses_leaves_the_foot_as_animated() -> None:
    here, there = stage([]), Stage()
    layered = Stage(made=extended(program(), feet=True, layer="touchable"))
    run(here, 0.5)
    run(layered, 1.0)
    there.run(1.0)
    assert here.number("foot[left].hit") == 1.0
    assert layered.number("foot[left].hit") == 0.0  # the floor is on no layer
    for side in SIDES:
        for place in ("position", "rotation"):
            path = f"sole[{side}].{place}"
            assert layered.get(path) == pytest.approx(there.get(path), abs=1e-9)


def test_the_outputs_tell_of_the_ray() -> None:
    made = stage([box((-3.0, -3.0), (3.0, 3.0), 0.2)], at=(0.0, 0.2, 0.0))
    run(made, 0.5)
    for side in SIDES:
        sole = made.get(f"sole[{side}].position")
        assert made.number(f"foot[{side}].hit") == 1.0
        assert made.get(f"foot[{side}].origin") == pytest.approx((sole[0], 0.7, sole[2]), abs=1e-6)
        assert made.get(f"foot[{side}].point") == pytest.approx((sole[0], 0.2, sole[2]), abs=1e-6)
        assert made.get(f"foot[{side}].normal") == pytest.approx((0.0, 1.0, 0.0))


def test_the_offset_holds_the_soles_off_the_ground() -> None:
    made = stage([])
    made.set("feet.offset", 0.04)
    run(made, 1.0)
    for side in SIDES:
        assert min(gaps(made, side, lambda x, z: 0.0)) == pytest.approx(0.04, abs=2e-3)


def test_feet_fade_in_and_out_in_150_milliseconds_without_a_jump() -> None:
    plane, ground = SLOPES["up"]
    made = stage([plane], ground=False)
    made.run(0.5)
    watch = Watch(made, ground)
    weights = []
    for tick in range(60):
        made.set("feet.enabled", 1.0 if tick < 30 else 0.0)
        made.step()
        watch()
        weights.append(made.number("feet.weight"))
    assert weights[8] == pytest.approx(1.0)
    assert weights[4] == pytest.approx(5.0 / 9.0, abs=1e-9)
    assert weights[38] == pytest.approx(0.0, abs=1e-9)
    assert watch.fastest[0] < 15.0, watch.fastest


def test_with_feet_off_every_bit_is_as_without_foot_parts() -> None:
    step = box((-3.0, 1.5), (3.0, 5.0), 0.2)
    with_feet, without = stage([step]), Stage([step])
    for each in (with_feet, without):
        each.run(3.0, (0.0, 1.0))
    for bone in without.rig.skeleton.names:
        path = f"{bone}.position"
        assert with_feet.get(path).tobytes() == without.get(path).tobytes(), path


@pytest.mark.parametrize("rate", [30, 144])
def test_other_tick_rates_stand_alike_on_a_slope(rate: int) -> None:
    """Ankles within 5 mm, joints within 2 degrees of 60 ticks a second."""
    plane, _ = SLOPES["aside"]
    here = stage([plane], ground=False)
    there = stage([plane], ground=False, dt=1.0 / rate)
    run(here, 2.0)
    run(there, 2.0)
    for side in SIDES:
        gap = here.get(f"sole[{side}].position") - there.get(f"sole[{side}].position")
        assert np.linalg.norm(gap) < 5e-3
    for name, turn in here.locals().items():
        assert degrees_between(turn, there.locals()[name]) < 2.0, name
