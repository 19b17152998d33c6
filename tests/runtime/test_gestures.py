"""Arcs, turns of hinges, aims, beams and moved points, as they run."""

from __future__ import annotations

import math

import pytest
from cranes import crane

DT = 1.0 / 60.0

ARC = """
var p : point = (9 m, 9 m, 9 m)
machine m {
  initial state Wait { -> Go after 0.05 s }
  state Go {
    arc p from (0 m, 0 m, 0 m) to (4 m, 2 m, 0 m) over 0.5 s, height: 1 m
    -> Done after 0.5 s
  }
  state Done { }
}
"""


@pytest.mark.parametrize("rate", [20, 30, 60, 144])
def test_an_arc_is_where_the_formula_says_and_complete_in_time(rate: int) -> None:
    run = crane(ARC, 1.0 / rate)
    spent = 0
    while not run.records or run.where() != "Done":
        run.ticks(1)
        if run.where() != "Go":
            continue
        spent += 1
        carry = run.value("m.Go.carry")
        p = min((spent / rate + carry) / 0.5, 1.0)
        lift = math.sin(math.pi * p) if p < 1.0 else 0.0
        assert run.value("p") == pytest.approx([4.0 * p, 2.0 * p + lift, 0.0], abs=1e-12)
        assert len(run.records) < 2 * rate
    assert run.value("p") == [4.0, 2.0, 0.0]  # exactly, before the arrow


def test_halfway_an_arc_is_its_whole_height_above_the_middle() -> None:
    body = "var p : point = (0 m, 0 m, 0 m)\ninitial state A { arc p from (0 m, 1 m, 0 m) to "
    run = crane(f"{body} (2 m, 1 m, 0 m) over 0.2 s, height: 0.5 m }}", 0.1).ticks(1)
    assert run.value("p") == pytest.approx([1.0, 1.5, 0.0])
    run.ticks(1)
    assert run.value("p") == [2.0, 1.0, 0.0]
    run.ticks(5)
    assert run.value("p") == [2.0, 1.0, 0.0]


def test_an_arc_over_no_time_is_done_at_once_and_one_without_height_is_straight() -> None:
    body = "var p, q : point = (0 m, 0 m, 0 m)\ninitial state A {\n"
    body += "arc p from (0 m, 0 m, 0 m) to (1 m, 0 m, 0 m) over 0 s, height: 9 m\n"
    body += "arc q from (0 m, 0 m, 0 m) to (4 m, 0 m, 8 m) over 0.4 s }"
    run = crane(body, 0.1).ticks(1)
    assert run.value("p") == [1.0, 0.0, 0.0]
    assert run.value("q") == pytest.approx([1.0, 0.0, 2.0])


def test_an_arc_to_what_is_absent_leaves_the_place_alone() -> None:
    body = "var p : point = (5 m, 0 m, 0 m)\nvar q : point = none\n"
    run = crane(f"{body}initial state A {{ arc p from p to q over 1 s }}").ticks(1)
    assert run.value("p") == [5.0, 0.0, 0.0]
    assert run.last.skipped[0].startswith("p: operand absent")


def test_arcs_write_the_targets_of_their_own_leg() -> None:
    body = """
    machine leg[3] {
      initial state Go {
        arc foot[index].target from (0 m, 0 m, 0 m) to (1 m * index, 0 m, 0 m) over 0.1 s
      }
    }
    """
    run = crane(body, 0.1).ticks(1)
    assert [run.value(f"foot[{i}].target")[0] for i in range(3)] == [0.0, 1.0, 2.0]
    assert [run.value(f"foot[{i}].planted") for i in range(3)] == [1.0, 1.0, 1.0]


def test_a_turn_by_rate_and_at_a_speed_adds_to_the_hinges_angle() -> None:
    run = crane("initial state A { turn head about up by 0.5 rad rate 6 /s }").ticks(1)
    # at 60 Hz: angle += 0.5 · min(6 / 60, 1)
    assert run.value("neck.angle") == pytest.approx(0.05)
    run.ticks(1)
    assert run.value("neck.angle") == pytest.approx(0.10)
    assert run.value("nod.angle") == 0.0
    other = crane("initial state A { turn head about (1, 0, 0) by 1 rad at 3 rad/s }").ticks(2)
    assert other.value("nod.angle") == pytest.approx(2 * 3.0 / 60.0)
    assert other.value("neck.angle") == 0.0


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_turn_over_a_time_is_complete_as_the_arrow_fires(rate: int) -> None:
    body = """
    machine m {
      initial state A { turn head by 90 deg over 0.25 s\n -> B after 0.25 s }
      state B { -> C after 0.1 s }
      state C { turn head by -30 deg over 0.5 s }
    }
    """
    run = crane(body, 1.0 / rate)
    while not run.records or run.where() == "A":
        run.ticks(1)
    assert run.value("neck.angle") == pytest.approx(math.radians(90.0), abs=1e-12)
    run.ticks(rate)
    assert run.value("neck.angle") == pytest.approx(math.radians(60.0), abs=1e-12)


def test_the_hinge_of_a_bone_chosen_at_run_time_is_turned() -> None:
    body = "var i = 0\ninitial state A { turn arm[i] by 1 rad at 6 rad/s\n set i = i + 1 }"
    run = crane(body).ticks(2)
    angles = [run.value(f"elbow[{i}].angle") for i in range(3)]
    assert angles == pytest.approx([0.1, 0.1, 0.0])


def test_an_aim_and_a_beam_last_for_the_tick_they_are_said_in() -> None:
    body = """
    var n = 0
    initial state A {
      set n = n + 1
      aim gaze at (1 m, 2 m, 3 m) when n < 3
      laser beam from (0 m, 1 m, 0 m) to (0 m, 1 m, 9 m) when n < 3
    }
    """
    run = crane(body).ticks(2)
    assert run.value("gaze.target") == [1.0, 2.0, 3.0]
    assert (run.value("gaze.enabled"), run.value("beam.on")) == (1.0, 1.0)
    assert run.value("beam.from") == [0.0, 1.0, 0.0]
    assert run.value("beam.to") == [0.0, 1.0, 9.0]
    run.ticks(1)
    assert (run.value("gaze.enabled"), run.value("beam.on")) == (0.0, 0.0)


def test_a_beam_with_an_end_that_is_absent_does_not_shine() -> None:
    body = """
    var there : point = (1 m, 1 m, 1 m)
    var nowhere : point = none
    machine m { initial state A { laser beam from there to nowhere } }
    """
    for swapped in (body, body.replace("from there to nowhere", "from nowhere to there")):
        run = crane(swapped).ticks(1)
        assert run.value("beam.on") == 0.0
        assert run.value("beam.to") == [0.0, 0.0, 0.0]
        assert "value absent" in run.last.skipped[0]


def test_a_point_is_moved_by_itself_and_the_root_by_its_moves() -> None:
    body = """
    initial state A {
      move leader by (0, 0, 1) at 3 m/s
      move leader by (1 m/s, 0 m/s, 0 m/s)
      move by ahead at 2 m/s
    }
    """
    run = crane(body)
    before = run.value("leader.position")
    run.ticks(1)
    after = run.value("leader.position")
    moved = [b - a for a, b in zip(before, after, strict=True)]
    assert moved == pytest.approx([1.0 * DT, 0.0, 3.0 * DT])
    assert run.value("root.moved") == pytest.approx([0.0, 0.0, 2.0 * DT])
