"""Sensors of a machine array asked together: only where no one can tell."""

from __future__ import annotations

import pytest
from written import program, written

from behave.runtime.rounds import rounds
from behave.runtime.sharing import shared_of

LEGS = """
machine leg[3] {{
  var p : point = (index * 1 m, 2 m, 0 m)
  sensor below = ray(from: {first}, along: down, length: 5 m)
  sensor beside = ray(from: {second}, along: down, length: 5 m) when below.exists
  initial state A {{ -> restart when beside.exists and p.x > 9 m }}
}}
"""
TOGETHER = ((0, 2, 4), (1, 3, 5))
ALONE = ((0,), (1,), (2,), (3,), (4,), (5,))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("p", "below.point + 1 m * up", TOGETHER),
        ("p", "leg[index].below.point + 1 m * up", TOGETHER),
        ("leg[mod(index + 1, 3)].below.point", "p", ALONE),  # of its own round
        ("leg[0].beside.point", "p", ALONE),  # later, but in the round before
        ("p", "leg[2].below.point", ALONE),  # last tick's for legs 0 and 1, this tick's for 2
        ("p", "leg[0].below.point", TOGETHER),  # before all of them either way
        ("p", "leg[0].beside.point", ALONE),
    ],
)
def test_rounds_keep_what_each_sensor_sees_of_the_others(
    first: str, second: str, expected: tuple[tuple[int, ...], ...]
) -> None:
    text = LEGS.format(first=first, second=second)
    assert rounds(program(text).behaviors[0]) == expected


def test_each_instance_sees_its_own_earlier_reading() -> None:
    text = LEGS.format(first="p", second="below.point + 1 m * up + (0 m, 0 m, 2 m)")
    run = written(text, "box b at (1 m, 0.25 m, 0 m), size: (0.8 m, 0.5 m, 0.8 m)").ticks(1)
    for i, height in enumerate((0.0, 0.5, 0.0)):
        assert run.value(f"leg[{i}].below.point") == pytest.approx([float(i), height, 0.0])
        assert run.value(f"leg[{i}].beside.point") == pytest.approx([float(i), 0.0, 2.0])
        assert run.value(f"leg[{i}].beside.distance") == pytest.approx(height + 1.0)


def test_sensors_of_a_layer_of_their_own_are_asked_together_each_on_its_layer() -> None:
    text = """
    machine leg[2] {
      sensor below = ray(from: (index * 1 m, 2 m, 0 m), along: down, length: 5 m, layer: wall)
      initial state A { -> restart when below.distance < 0.5 m }
    }
    """
    run = written(text, "box b at (1 m, 0.5 m, 0 m), size: (1 m, 1 m, 1 m), layer: wall").ticks(1)
    assert run.value("leg[0].below.point") is None  # the ground is on another layer
    assert run.value("leg[1].below.point") == pytest.approx([1.0, 1.0, 0.0])


def test_what_is_shared_depends_on_nothing_that_actions_write() -> None:
    text = """
    var x = 0
    let steady = length(hips.position - head.position) + length(hips.position - head.position)
    let moving = x + 1
    sensor below = ray(from: hips.position, along: down, length: 5 m)
    let depth = below.distance * 2
    initial state A {
      set x = moving + moving
      -> restart when steady > 1 m and steady < 2 m and depth > 1 m and depth < 9 m
    }
    """
    behavior = program(text).behaviors[0]
    kept = {node.span.text for node in shared_of(behavior).nodes if node.span is not None}
    assert "below.distance * 2" in kept
    assert "length(hips.position - head.position) + length(hips.position - head.position)" in kept
    assert "x + 1" not in kept


APART = """
var p : point = (0 m, 2 m, 0 m)
sensor one = ray(from: p, along: down, length: 5 m)
sensor ball = spherecast(from: p, along: down, length: 5 m, radius: 0.1 m)
sensor two = ray(from: {second}, along: down, length: 5 m)
sensor three = ray(from: {third}, along: down, length: 5 m)
initial state A {{ -> restart when ball.exists and p.x > 9 m }}
"""


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        ("p", "p", ((0, 2, 3), (1,))),
        ("one.point", "p", ((0,), (1,), (2, 3))),  # after the one it reads
        ("ball.point", "p", ((0,), (1,), (2, 3))),
        ("p", "two.point + 1 m * up", ((0, 2), (1,), (3,))),
        ("three.point", "p", ((0, 2), (1,), (3,))),  # last tick's
    ],
)
def test_sensors_of_one_query_are_asked_together_where_neither_reads_the_other(
    second: str, third: str, expected: tuple[tuple[int, ...], ...]
) -> None:
    text = APART.format(second=second, third=third)
    assert rounds(program(text).behaviors[0]) == expected
