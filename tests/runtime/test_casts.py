"""Sensors that cast a box or a ball: arguments, readings, and what they do when they miss."""

from __future__ import annotations

import math

import numpy as np
import pytest
from made_programs import Run
from written import written

from behave.runtime.casting import whole_retries

WALL = "box tall at (0 m, 1 m, 3 m), size: (4 m, 2 m, 1 m), layer: wall"
A = "initial state A { }"


def cast(sensor: str, things: str = WALL, more: str = A) -> Run:
    return written(f"{more}\nsensor eye = {sensor}", things).ticks(1)


def test_a_boxcast_reads_the_contact_and_how_far_the_box_went() -> None:
    run = cast(
        "boxcast(from: root.position + 1 m * up, size: (0.4 m, 0.6 m, 0.4 m), along: ahead, "
        "length: 5 m, layer: wall)"
    )
    # the wall's face lies at z = 2.5 m, the box's at 0.2 m
    assert run.value("eye.distance") == pytest.approx(2.3)
    assert run.value("eye.point") == pytest.approx([0.0, 1.0, 2.5])
    assert run.value("eye.normal") == pytest.approx([0.0, 0.0, -1.0])
    assert run.value("eye.origin") == pytest.approx([0.0, 1.0, 0.0])
    assert run.value("eye.tries") == 0.0
    assert run.value("eye.overlapping") == 0.0
    assert run.model.colliders.names[int(run.value("eye.collider"))] == "tall"
    assert run.last.events == ("eye.found tall",)


def test_a_box_is_turned_and_size_is_its_full_edges() -> None:
    run = cast(
        "boxcast(from: root.position + 1 m * up, size: (1 m, 0.2 m, 0.2 m), along: ahead, "
        "turn: look(root.right, up: up), length: 5 m, layer: wall)"
    )
    assert run.value("eye.distance") == pytest.approx(2.0)  # its long edge points ahead


def test_a_spherecast_toward_a_point_is_a_direction() -> None:
    run = cast(
        "spherecast(from: root.position + 1 m * up, radius: 0.25 m, toward: root.position + "
        "(0 m, 1 m, 9 m), length: 5 m, layer: wall)"
    )
    assert run.value("eye.distance") == pytest.approx(2.25)


@pytest.mark.parametrize(
    ("retry", "tries"),
    # the wall's top lies at 2 m, and a ball of 0.1 m from 2.55 m meets it from the fifth step on
    [("6", 5), ("5", 5), ("5.9", 5), ("4.9", None), ("0", None)],
)
def test_retries_step_aside_and_tell_which_cast_hit(retry: str, tries: int | None) -> None:
    run = cast(
        "spherecast(from: root.position + 2.55 m * up, radius: 0.1 m, along: ahead, length: 5 m, "
        f"layer: wall, retry: {retry}, step: -0.1 m * up)"
    )
    assert run.value("eye.tries") == tries
    if tries is not None:
        assert run.value("eye.origin") == pytest.approx([0.0, 2.55 - 0.1 * tries, 0.0])
    else:
        assert run.value("eye.origin") is None
        assert run.value("eye.exists") == 0.0


def test_retries_are_whole_and_bounded() -> None:
    found = whole_retries(np.array([-3.0, 0.9, 5.999, 64.0, 1e18]))
    assert found.tolist() == [0, 0, 5, 64, 64]


def test_a_cast_that_begins_inside_says_so() -> None:
    run = cast(
        "spherecast(from: root.position + (0 m, 1 m, 2.45 m), radius: 0.1 m, along: ahead, "
        "length: 5 m, layer: wall)"
    )
    assert run.value("eye.overlapping") == 1.0
    assert run.value("eye.distance") == 0.0
    assert run.value("eye.normal") == pytest.approx([0.0, 0.0, -1.0])


def test_casts_see_their_layers_only_and_never_the_asker() -> None:
    sensor = "spherecast(from: root.position + 1 m * up, radius: 0.1 m, along: ahead, length: 5 m"
    assert cast(f"{sensor}, layer: other)").value("eye.exists") == 0.0
    assert cast(f"{sensor})").value("eye.distance") == pytest.approx(2.4)


def test_an_absent_argument_makes_the_reading_absent() -> None:
    run = written(
        "sensor far = ray(from: root.position + 1 m * up, along: root.right, length: 9 m, "
        "layer: wall)\n"
        "sensor eye = spherecast(from: far.point, radius: 0.1 m, along: ahead, length: 5 m)\n" + A,
        WALL,
    ).ticks(1)
    assert run.value("eye.exists") == 0.0
    assert run.value("eye.tries") is None


def test_else_keep_keeps_every_field() -> None:
    run = written(
        "sensor eye = spherecast(from: root.position + 2.55 m * up, radius: 0.1 m, along: ahead, "
        "length: 5 m, layer: wall, retry: 9, step: -0.1 m * up) when in A else keep\n"
        "initial state A { -> B after 0.04 s }\nstate B { }",
        WALL,
    ).ticks(2)
    fields = ("point", "normal", "distance", "collider", "tries", "origin", "overlapping")
    before = [run.value(f"eye.{name}") for name in fields]
    assert None not in before
    run.ticks(3)
    assert run.where("b") == "B"
    assert [run.value(f"eye.{name}") for name in fields] == before


def test_a_negative_size_that_only_shows_at_run_time_meets_nothing() -> None:
    run = cast(
        "spherecast(from: root.position + 1 m * up, radius: r, along: ahead, length: 5 m)",
        more="var r = -1 m\n" + A,
    )
    assert run.value("eye.exists") == 0.0
    assert math.isfinite(run.value("hips.position")[1])
