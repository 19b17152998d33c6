"""Moves, switches, the root's direction and the pose, as they run."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from made_programs import Run
from written import written

from behave.runtime.trace import line

DT = 1.0 / 60.0
NEXT = "initial state A {{ -> B after 0.1 s {} }}\nstate B {{ {} }}"


def flat_forward(run: Run) -> list[float]:
    """The root's +z in the world, from its rotation about up."""
    x, y, z, w = run.value("root.rotation")
    return [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)]


def test_moves_add_up_and_are_gone_the_next_tick() -> None:
    run = written(
        "var count = 0\ninitial state A {\n set count = count + 1\n"
        " move by (1, 0, 0) at 2 m/s\n move by (0 m/s, 0 m/s, 3 m/s) when count < 4\n"
        " -> B when count >= 5\n}\nstate B { }"
    ).ticks(1)
    assert run.value("root.moved") == pytest.approx([2.0 * DT, 0.0, 3.0 * DT])
    run.ticks(3)
    assert run.value("root.moved") == pytest.approx([2.0 * DT, 0.0, 0.0])
    run.ticks(3)
    assert run.where("b") == "B"
    assert run.value("root.moved") == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_move_goes_as_fast_as_it_says_at_every_rate(rate: int) -> None:
    run = written("initial state A { move by root.forward at 0.6 m/s }", dt=1.0 / rate)
    run.ticks(rate)
    assert run.value("root.position")[2] == pytest.approx(0.6, abs=1e-3)


def test_two_machines_may_both_move_and_both_switch() -> None:
    run = written(
        "machine one { initial state A { move by (1, 0, 0) at 1 m/s\ndisable control } }\n"
        "machine two { initial state A { move by (0, 0, 1) at 1 m/s\ndisable control } }"
    ).ticks(1)
    assert run.value("root.moved") == pytest.approx([DT, 0.0, DT])
    assert run.value("control.enabled") == 0.0


def test_an_absent_direction_is_skipped_and_the_trace_says_so() -> None:
    run = written("var way : vec = none\ninitial state A { move by way at 1 m/s }").ticks(1)
    assert run.value("root.moved") == [0.0, 0.0, 0.0]
    told = line(run.model, run.state, run.records[-1])["agents"]["hero"]["skipped"]
    assert len(told) == 1
    assert told[0].startswith("move: operand absent (written.beh:")


def test_switches_last_as_long_as_they_are_written() -> None:
    run = written(
        "machine m {\n disable control when not in A\n enable feet when not in A\n"
        " initial state A { -> B after 0.1 s }\n state B { -> A after 0.1 s }\n}"
    )
    assert (run.value("control.enabled"), run.value("feet.enabled")) == (1.0, 0.0)
    seen = []
    for _ in range(20):
        run.ticks(1)
        inside = run.where() == "B"
        seen.append(inside)
        assert run.value("control.enabled") == float(not inside)
        assert run.value("feet.enabled") == float(inside)
    assert set(seen) == {True, False}


def test_without_control_the_inputs_do_not_move_the_character() -> None:
    run = written("initial state A { -> B after 1 s }\nstate B { disable control }")
    walk = {"hero": {"walk": (0.0, 1.0, 0.0), "jump": False}}
    run.ticks(60, walk)
    assert run.value("root.position")[2] > 0.5
    run.ticks(30, walk)
    before = run.value("root.position")
    run.ticks(30, walk)
    assert run.value("root.position") == pytest.approx(before, abs=1e-9)


def test_the_root_turns_to_a_direction_at_once() -> None:
    run = written("initial state A { set root.forward = (3, 5, -3) }").ticks(1)
    half = math.sqrt(0.5)
    assert flat_forward(run) == pytest.approx([half, 0.0, -half])


def test_the_root_turns_over_time_the_short_way_and_is_there_on_time() -> None:
    run = written("initial state A { lerp root.forward to (-1 m, 7 m, -0.01 m) over 0.5 s }")
    angles = []
    for _ in range(30):
        run.ticks(1)
        x, _, z = flat_forward(run)
        assert math.hypot(x, z) == pytest.approx(1.0)
        angles.append(math.atan2(-x, z))
    assert all(b > a for a, b in pairwise(angles))  # to its right, steadily
    goal = math.atan2(1.0, -0.01)
    assert angles[14] == pytest.approx(goal / 2.0)
    assert angles[-1] == pytest.approx(goal)


def test_a_half_turn_passes_through_no_zero() -> None:
    run = written("initial state A { lerp root.forward to (0, 0, -1) rate 8 /s }")
    for _ in range(200):
        run.ticks(1)
        assert math.hypot(*flat_forward(run)) == pytest.approx(1.0)
    assert flat_forward(run) == pytest.approx([0.0, 0.0, -1.0], abs=1e-6)


def test_a_direction_without_length_leaves_no_nan() -> None:
    run = written("initial state A { set root.forward = (0, 1, 0) }").ticks(2)
    assert flat_forward(run) == pytest.approx([0.0, 0.0, 1.0])


def test_the_character_is_put_elsewhere_at_once_and_walks_on_from_there() -> None:
    run = written(
        NEXT.format(
            "{ set root.position = (5 m, 0 m, -3 m)\nset root.rotation = look((1, 0, 0), up: up) }",
            "",
        )
    ).ticks(8)
    assert run.where("b") == "B"
    assert run.value("root.position") == pytest.approx([5.0, 0.0, -3.0], abs=1e-6)
    assert flat_forward(run) == pytest.approx([1.0, 0.0, 0.0])
    run.ticks(60, {"hero": {"walk": (0.0, 1.0, 0.0)}})
    x, _, z = run.value("root.position")
    assert z > -2.5
    assert x == pytest.approx(5.0, abs=0.3)


POSE = """
var d = 0
initial state A {{ lerp d to 1 over 0.5 s
  {} }}
pose {{
  blend d {{ 0: sneak[left], 1: sneak[right] }}
  layer still, weight: d when d > 0.5 {{ play idle }}
  lower hips by d * 10 cm
  turn body by d * 90 deg about up
}}
"""


def test_the_pose_is_written_each_tick_after_everything_else() -> None:
    run = written(POSE.format("")).ticks(15)
    assert run.value("d") == pytest.approx(0.5)
    assert run.value("sneak[left].weight") == pytest.approx(0.5)
    assert run.value("sneak[right].weight") == pytest.approx(0.5)
    assert run.value("idle.weight") == 0.0
    assert run.value("body.lowered") == pytest.approx(0.05)
    assert run.value("body.turned") == pytest.approx(math.pi / 4)
    run.ticks(15)
    weights = [run.value(f"{c}.weight") for c in ("sneak[left]", "sneak[right]", "idle")]
    assert weights == pytest.approx([0.0, 0.0, 1.0], abs=1e-12)
    assert run.value("body.turned") == pytest.approx(math.pi / 2)


def test_a_pose_with_an_absent_value_keeps_what_it_had_and_says_so() -> None:
    run = written(
        "var d : number = none\ninitial state A { }\npose { blend d { 0: idle, 1: sneak[left] } }"
    ).ticks(1)
    assert run.value("idle.weight") == 0.0
    assert [t.split(":")[0] for t in run.last.skipped] == ["idle", "sneak[left]"]


def test_where_one_share_is_absent_none_is_written() -> None:
    run = written(
        "var d : number = none\nvar w = 0\n"
        "initial state A { set d = 1 when w == 0\nset w = 0.5\n -> B after 0.1 s }\n"
        "state B { set d = w / (w - 0.5) }\n"
        "pose { blend d { 0: idle, 1: sneak[left] }\n"
        " layer top, weight: w when in A { play sneak[right] } }"
    ).ticks(2)
    before = [run.value(f"{c}.weight") for c in ("idle", "sneak[left]", "sneak[right]")]
    assert before == [0.0, 0.5, 0.5]
    run.ticks(8)
    assert run.where("b") == "B"  # dividing by zero is absent, so `d` keeps what it had
    assert [t.split(":")[0] for t in run.last.skipped] == ["d"]
    run = written(
        "var d : number = none\nvar other : number = none\nvar w = 0\n"
        "initial state A { set d = 1\nset w = 0.5 }\n"
        "pose { blend d { 0: idle, 1: sneak[left] }\n"
        " layer top, weight: other { play sneak[right] } }"
    ).ticks(2)
    assert sum(run.value(f"{c}.weight") for c in ("idle", "sneak[left]", "sneak[right]")) == 0.0
    assert len(run.last.skipped) == 3


def test_an_absent_value_of_a_branch_not_taken_does_no_harm() -> None:
    run = written(
        "var d : number = none\ninitial state A { }\n"
        "pose { when d.exists { blend d { 0: sneak[left], 1: sneak[right] } } else { play idle } }"
    ).ticks(1)
    assert run.value("idle.weight") == 1.0
    assert run.last.skipped == ()
