"""How near a transition came to firing: worked out by hand on a timer and on a walk."""

from __future__ import annotations

import pytest

from behave.runtime.closest import Near, miss, near_now, nearest, obstacles, shortly, told_nearest
from behave.runtime.model import Model
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.runtime.verdict import Operand, Shape, Verdict
from tests.viewer.conftest import session_for


def atom(
    holds: bool | None, margin: float | None = None, bound: float = 1.0, name: str = ""
) -> Verdict:
    operands = (
        () if margin is None else (Operand("x", bound + margin, "x"), Operand("b", bound, "b"))
    )
    return Verdict(Shape.ATOM, name or "x > b", "", holds, "d", operands, margin)


def group(shape: Shape, holds: bool | None, *children: Verdict) -> Verdict:
    return Verdict(shape, "g", "", holds, children=children)


def test_a_comparison_misses_by_its_share_of_the_larger_operand() -> None:
    assert miss(atom(True, 0.5)) == 0.0
    assert miss(atom(False, -0.25, bound=1.0)) == pytest.approx(0.25)  # 0.75 against 1
    assert miss(atom(False, -3.0, bound=-1.0)) == pytest.approx(0.75)  # -4 against -1
    assert miss(atom(False)) == 1.0
    assert miss(atom(None)) == 2.0


def test_of_or_the_nearest_counts_of_and_the_sum() -> None:
    far, near = atom(False, -0.5, name="far"), atom(False, -0.1, name="near")
    either = group(Shape.ANY, False, far, near)
    both = group(Shape.ALL, False, far, near, atom(True))
    assert miss(either) == pytest.approx(0.1)
    assert miss(both) == pytest.approx(0.6)
    assert [part.text for part in obstacles(either)] == ["near"]
    assert [part.text for part in obstacles(both)] == ["far", "near"]
    assert shortly(both) == "far: d · near: d"
    assert miss(group(Shape.ALL, False, either, far)) == pytest.approx(0.6)


def test_of_equal_moments_the_first_is_kept() -> None:
    one, two, three = Near(3, 0.5, "a"), Near(4, 0.5, "b"), Near(5, 0.4, "c")
    key = (0, 0, 0)
    best = nearest(nearest({}, {key: one}), {key: two})
    assert best[key] is one
    assert nearest(best, {key: three})[key] is three


WALK = """\
use "rigs/humanoid.beh"

behavior watch for humanoid {
  initial state Near {
    -> Far when distance(root.position, (0 m, 0 m, 0 m)) > 30 m
    -> Late when timer > 0.5 s
  }
  state Far { }
  state Late { }
}

scene there {
  ground   floor at (0 m, 0 m, 0 m)
  humanoid hero at (0 m, 0 m, 2 m) with watch
  hold hero.walk at (0, 1) from 0 s to 0.2 s
  hold hero.walk at (0, -1) from 0.2 s to 5 s
}
"""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder = tmp_path_factory.mktemp("walk")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "walk.beh"
    path.write_text(WALK, encoding="utf-8")
    model = session_for(path).load().model
    assert model is not None
    return model


def test_the_moment_of_the_farthest_point_is_the_nearest_to_leaving(walk: Model) -> None:
    """It walks away from the origin and back: the distance is largest where it turns."""
    state = initial(walk)
    best: dict[tuple[int, int, int], Near] = {}
    slots = walk.groups[0].behavior.slot_of
    root = walk.groups[0].behavior.slots[slots["root.position"]].offset
    far: list[float] = []
    for _ in range(40):
        far.append(float(state.rows[0][0, root + 2]))
        inputs = walk.script.sample(state.tick, walk.dt)
        best = nearest(best, near_now(walk, state, "hero", inputs))
        tick(walk, state, inputs)
    start = next(
        k for k, s in enumerate(walk.groups[0].behavior.machines[0].states) if s.name == "Near"
    )
    leaving, late = best[0, start, 0], best[0, start, 1]
    assert leaving.tick == far.index(max(far[:32]))
    assert 0.0 < leaving.miss < 1.0
    assert "needs > 30 m" in leaving.text
    assert late.miss == 0.0  # 0.5 s are over before tick 31 of 60 a second
    assert late.tick == 30 or late.tick == 31
    assert told_nearest(late, walk.dt) == f"fired at {late.tick / 60:.3f} s"
    assert told_nearest(leaving, walk.dt).startswith(f"closest at {leaving.tick / 60:.3f} s: ")
    assert told_nearest(None, walk.dt) == ""


def test_what_has_fired_is_not_asked_again_and_the_answer_stays(walk: Model) -> None:
    state = initial(walk)
    every: dict[tuple[int, int, int], Near] = {}
    some: dict[tuple[int, int, int], Near] = {}
    asked: list[int] = []
    for _ in range(40):
        inputs = walk.script.sample(state.tick, walk.dt)
        every = nearest(every, near_now(walk, state, "hero", inputs))
        now = near_now(walk, state, "hero", inputs, some)
        asked.append(len(now))
        assert all(some[key].miss > 0.0 for key in now if key in some)
        some = nearest(some, now)
        tick(walk, state, inputs)
    assert some == every
    assert asked[0] > 0
    assert any(near.miss == 0.0 for near in some.values())
