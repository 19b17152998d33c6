"""Smart cover, measured on the body itself in every scene: back, head, feet, joints, surfaces."""

from __future__ import annotations

import numpy as np
import pytest

from behave.world import queries
from tests.behaviors.bodies import (
    clearance,
    fastest_joint,
    points_of,
    slide_of_planted,
    turned,
)
from tests.behaviors.runs import Run, played
from viewer.scene.figure_table import HUMANOID, Rod

SCENES = {"blocks": 20.0, "slanted": 7.0, "edge": 6.0, "column": 8.0, "corner": 14.0, "kerb": 9.0}
TURN_A_TICK = 15.0
"""Degrees: no joint turns faster at 60 Hz."""

CROWN = (0.0, 0.207, 0.0)
"""The top of the head over its joint, of a figure 1.8 m tall."""

SOLE = [(x, -0.0702, z) for x in (-0.045, 0.045) for z in (-0.08, 0.12)]
"""Corners of the sole in the frame of its bone, whose joint is 3.9 % of 1.8 m over the ground."""


@pytest.fixture(params=sorted(SCENES))
def run(request: pytest.FixtureRequest) -> Run:
    """Every scene in turn."""
    return played(request.param, SCENES[request.param], "cover")


def test_the_back_is_against_the_surface(run: Run) -> None:
    """Within 3 cm and 3 degrees while along one face; never in it."""
    for tick in np.nonzero(run.during("Along"))[0]:
        if not run.slot("back.exists")[tick]:
            continue  # the tick a state is entered on has no reading
        on, normal = run.slot("back.point")[tick], run.slot("back.normal")[tick]
        spine = points_of(run, "chest", tick, [(0.0, 0.12, -0.1165)])[0]
        gap = float((spine - on) @ normal)
        assert -0.005 < gap < 0.03, (tick, gap)
        facing = np.array(turned(run.slot("body.rotation")[tick], (0.0, 0.0, 1.0)))
        assert np.degrees(np.arccos(min(1.0, float(facing @ normal)))) < 3.0, tick


def test_the_head_stays_behind_the_cover(run: Run) -> None:
    """The crown is never over the cover's top, where the head is, by more than a head's radius."""
    radius = run.slot("head_radius")[0]
    layer = 1 << run.model.program.layers.index("cover")
    for tick in np.nonzero(run.during("Along"))[0]:
        if not run.slot("back.exists")[tick]:
            continue
        crown = points_of(run, "head", tick, [CROWN])[0]
        into = -run.slot("back.normal")[tick]
        behind = crown + into * (float((run.slot("back.point")[tick] - crown) @ into) + 0.1)
        above = np.array([behind[0], 5.0, behind[2]])
        top = queries.ray(run.model.colliders, above, (0.0, -1.0, 0.0), 6.0, layer)
        if top.collider[0] >= 0:
            assert crown[1] < top.point[0, 1] + radius + 0.005, (tick, crown, top.point[0])


def test_no_part_of_the_body_is_in_the_cover(run: Run) -> None:
    """Every shape the figure is drawn with, at its two ends, less what cloth and hair give."""
    for tick in range(0, len(run.leaves), 2):
        for shape in HUMANOID.shapes:
            if not isinstance(shape, Rod):
                continue
            thick = min(1.0, shape.wide, shape.deep)
            for side in ("left", "right") if "[*]" in shape.bone else ("",):
                bone = shape.bone.replace("*", side)
                mirror = -1.0 if side == "right" else 1.0
                ends = [(shape.a, shape.r0)] + ([(shape.b, shape.r1)] if not shape.to else [])
                for (x, y, z), r in ends:
                    points = points_of(run, bone, tick, [(x * mirror, y, z)])
                    room = clearance(run, points, "cover") - r * thick
                    assert room > -0.01, (tick, run.leaves[tick], bone, room)


def test_soles_are_never_below_the_ground(run: Run) -> None:
    layer = 1 << run.model.program.layers.index("ground")
    for side in ("left", "right"):
        for tick in range(len(run.leaves)):
            for point in points_of(run, f"sole[{side}]", tick, SOLE):
                above = np.add(point, (0.0, 0.5, 0.0))
                down = queries.ray(run.model.colliders, above, (0, -1, 0), 2.0, layer)
                assert down.collider[0] >= 0
                assert point[1] > down.point[0, 1] - 0.01, (side, tick, point)


def test_planted_feet_do_not_slide(run: Run) -> None:
    for side in ("left", "right"):
        assert slide_of_planted(run, side) < 0.002, side


def test_no_joint_turns_faster_than_a_body_can(run: Run) -> None:
    fastest = fastest_joint(run)
    assert fastest[0] < TURN_A_TICK, fastest


def test_the_body_never_jumps_against_the_root(run: Run) -> None:
    """Hips are brought to a surface and off it within what a body can do, 1.5 m/s."""
    apart = run.slot("hips.position") - run.slot("root.position")
    steps = np.linalg.norm(np.diff(apart[:, [0, 2]], axis=0), axis=1)
    assert steps.max() < 1.5 / 60, (int(steps.argmax()), run.leaves[int(steps.argmax())])


def test_knees_bend_forward(run: Run) -> None:
    """Each knee lies ahead of the line from hip to ankle, as the body faces."""
    for side in ("left", "right"):
        for tick in range(len(run.leaves)):
            hip, knee, ankle = (
                run.slot(f"{bone}[{side}].position")[tick] for bone in ("thigh", "shin", "sole")
            )
            facing = np.array(turned(run.slot("body.rotation")[tick], (0.0, 0.0, 1.0)))
            along = ankle - hip
            share = float((knee - hip) @ along / (along @ along))
            assert float((knee - hip - share * along) @ facing) > -0.01, (side, tick)


def test_hips_never_drop_without_a_reason(run: Run) -> None:
    """Hips are as high as they are told to be, but for steps, turns and the kerb."""
    standing = run.slot("hips.rest")[0][1]
    told = run.slot("root.position")[:, 1] + standing - run.slot("body.lowered")
    assert (told - run.slot("hips.position")[:, 1]).max() < 0.16
    assert (run.slot("hips.position")[:, 1] - told).max() < 0.06
