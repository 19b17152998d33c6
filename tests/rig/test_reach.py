"""``reaches``: never said of a point the solver cannot reach, and of nearly all that it can."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.kernel import rotation_formulas
from behave.pipeline import check
from behave.runtime.frame import Frame
from behave.runtime.state import initial
from behave.scenario.build import build
from behave.scenario.testing import run
from behave.source import Source
from tests.rig.walker import BEHAVIORS, Floats, Walker

ASKING = """use "rigs/hexapod.beh"
behavior asker for hexapod {{
  var mark : point = (0 m, 0 m, 0 m)
  var leg : number = 0
  guard near = reaches(foot[leg], mark)
  guard far  = not reaches(foot[leg], mark)
  initial state Ask {{ -> Yes when near }}
  state Yes {{ -> Ask when far }}
}}
scene stage {{ hexapod it at (2 m, 1 m, -3 m) with asker, heading: 40 deg{given} }}
"""


class Asker:
    """``reaches`` of the shipped hexapod, read from the guards of a behavior."""

    def __init__(self, given: str = "") -> None:
        source = Source("asker.beh", ASKING.format(given=given))
        checked = check(source, lambda _, path: Source(path, (BEHAVIORS / path).read_text()))
        assert checked.program is not None, [d.message for d in checked.diagnostics]
        model = build(checked.program, "stage", dt=1.0 / 60.0)
        state = initial(model)
        group = model.groups[0]
        self.frame = Frame(state.rows[0][0], model.dt, np.zeros(0, np.int64), 0)
        self.slots = {slot.path: slot for slot in group.behavior.slots}
        machine = group.behavior.machines[0]
        first, second = (state.transitions[0] for state in machine.states)
        assert first.guard is not None
        assert second.guard is not None
        self.near = group.compiled.scope.compile(first.guard)
        self.far = group.compiled.scope.compile(second.guard)

    def says(self, leg: int, mark: Floats) -> bool:
        """The guard's answer; its ``not`` must be the other one."""
        where = self.slots["mark"].offset
        self.frame.row[where : where + 3] = mark
        self.frame.row[self.slots["leg"].offset] = leg
        answer = self.near(self.frame)
        assert self.far(self.frame) is not answer
        assert isinstance(answer, bool)
        return answer


def solved(walker: Walker, marks: Floats) -> Floats:
    """How far each foot stays from its mark of six, by the solver."""
    for leg, mark in enumerate(marks):
        walker.set(f"foot[{leg}].planted", 0.0)
        walker.set(f"foot[{leg}].target", mark)
    walker.step()
    return np.array([walker.number(f"foot[{leg}].error") for leg in range(6)])


@pytest.mark.parametrize("given", ["", ", height: 3 m, reach: 5 m"])
def test_it_agrees_with_the_solver(given: str) -> None:
    asker = Asker(given)
    walker = Walker(agents=(given,), at=(2.0, 1.0, -3.0), heading=math.radians(40.0))
    random = np.random.default_rng(4)
    reached, said = [], []
    for _ in range(150):
        angle = np.radians(70.0 + 60.0 * np.arange(6)) + random.uniform(-1.2, 1.2, 6)
        far = random.uniform(1.5, 9.5, 6)
        marks = np.stack((far * np.sin(angle), random.uniform(-4, 7, 6), far * np.cos(angle)), 1)
        marks += (2.0, 1.0, -3.0)
        reached += (solved(walker, marks) < 1e-6).tolist()
        said += [asker.says(leg, mark) for leg, mark in enumerate(marks)]
    reached, said = np.array(reached), np.array(said)
    assert not (said & ~reached).any()
    assert 0.2 < reached.mean() < 0.8
    # the rest: rings are as good as their worst place, and the solver also finds odd bends
    assert said.sum() > 0.85 * reached.sum()


def test_a_stretched_leg_a_steep_one_and_one_turned_too_far() -> None:
    """By hand: the second joint is 0.9 m out from the coxa's end and 0.4 m over it, and the leg
    from there 2.193 + 1.749 + 3.325 m = 7.267 m long. The coxa turns 50 degrees."""
    asker = Asker()
    turn = rotation_formulas.q_axis_angle((0.0, 1.0, 0.0), math.radians(40.0 + 30.0))

    def at(out: float, up: float, aside: float = 0.0) -> Floats:
        angle = math.radians(aside)
        place = (out * math.sin(angle), 2.4 + up, 1.3 + out * math.cos(angle))
        return np.add(rotation_formulas.q_rotate(turn, place), (2.0, 1.0, -3.0))

    assert asker.says(0, at(0.9 + 7.0, 0.4))
    assert not asker.says(0, at(0.9 + 7.3, 0.4))
    assert asker.says(0, at(4.0, -2.0, 49.9))
    assert not asker.says(0, at(4.0, -2.0, 50.1))
    assert asker.says(0, at(4.0, -2.0, -49.9))
    assert not asker.says(0, at(4.0, -2.0, -50.1))
    assert not asker.says(0, at(1.5, 0.4))  # no joint closes so far


def test_a_chain_that_is_no_leg_is_known_by_its_length() -> None:
    text = """rig pole {
  bone one at (0 m, 1 m, 0 m)
  bone two of one at (0 m, 1 m, 0 m)
  bone three of two at (0 m, 1 m, 0 m)
  ccd tip, bones: [one, two, three]
}
behavior asker for pole {
  initial state Ask {
    -> Yes when reaches(tip, (0 m, 1 m, 1.9 m)) and not reaches(tip, (0 m, 1 m, 2.1 m))
  }
  state Yes { }
}
scene stage { pole it at (0 m, 0 m, 0 m) with asker }
test "asks" in stage { expect it in Yes within 0.1 s }
"""
    checked = check(Source("pole.beh", text), lambda _, path: Source(path, ""))
    assert checked.program is not None, [d.message for d in checked.diagnostics]
    assert all(result.passed for result in run(checked.program, checked.program.tests[0]))
