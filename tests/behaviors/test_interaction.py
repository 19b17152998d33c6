"""The hand on the wall, measured on the body itself: palms and joints in every scene."""

from __future__ import annotations

import numpy as np
import pytest

from tests.behaviors.bodies import clearance, fastest_joint, points_of, slide_of_planted, turned
from tests.behaviors.runs import SCENES, Run, played

TURN_A_TICK = 15.0
"""Degrees: no joint turns faster at 60 Hz."""

# Points of the palm's skin in the frame of the hand bone: +y along the fingers, +z out of the
# palm, 4 cm from the joint to the skin (see behaviors/rigs/humanoid.beh).
PALM = [(x, y, 0.04) for x in (-0.03, 0.0, 0.03) for y in (0.0, 0.045, 0.09)]
FINGERS = [(x, 0.16, 0.03) for x in (-0.03, 0.0, 0.03)]


def test_the_palm_lies_flat_within_two_centimetres_and_three_degrees(run: Run) -> None:
    for tick in np.nonzero(run.during("Touch"))[0]:
        side = ("left", "right")[int(run.slot("side")[tick])]
        normal, on = run.slot("surface.normal")[tick], run.slot("surface.point")[tick]
        gaps = (points_of(run, f"hand[{side}]", tick, PALM) - on) @ normal
        assert gaps.min() > 0.0
        assert gaps.max() < 0.02
        facing = turned(run.slot(f"hand[{side}].rotation")[tick], (0.0, 0.0, 1.0))
        assert np.degrees(np.arccos(min(1.0, -float(np.dot(facing, normal))))) < 3.0


@pytest.mark.parametrize("scene", [name for name in SCENES if name != "rail"])
def test_no_hand_is_ever_inside_a_wall(scene: str) -> None:
    """Whatever it does: a rail alone is reached over, so fingers pass it closely."""
    run = played(scene, SCENES[scene])
    for side in ("left", "right"):
        for tick in np.nonzero(run.slot(f"arm[{side}].weight") > 0.01)[0]:
            points = points_of(run, f"hand[{side}]", tick, PALM + FINGERS)
            assert clearance(run, points, "touchable") > 0.0, (side, tick, run.leaves[tick])


def test_no_joint_turns_faster_than_a_body_can(run: Run) -> None:
    fastest = fastest_joint(run)
    assert fastest[0] < TURN_A_TICK, fastest


def test_no_wrist_folds_over(run: Run) -> None:
    """Forearm and fingers stay within what a wrist can bend, about 80 degrees."""
    for side in ("left", "right"):
        along = run.slot(f"hand[{side}].position") - run.slot(f"forearm[{side}].position")
        along /= np.linalg.norm(along, axis=1)[:, None]
        fingers = np.array(
            [turned(rotation, (0.0, 1.0, 0.0)) for rotation in run.slot(f"hand[{side}].rotation")]
        )
        bend = np.degrees(np.arccos(np.clip((along * fingers).sum(axis=1), -1.0, 1.0)))
        assert bend.max() < 80.0, (side, int(bend.argmax()))


def test_planted_feet_do_not_slide(run: Run) -> None:
    for side in ("left", "right"):
        assert slide_of_planted(run, side) < 0.002, side


def test_the_walk_along_the_corridor() -> None:
    leaves = played("corridor", 19.0).leaves
    walk = [leaves[0]]
    for leaf in leaves:
        if leaf != walk[-1]:
            walk.append(leaf)
    once = ["Reset", "Engaged.Search", "Engaged.Approach", "Engaged.Rise", "Engaged.Touch"]
    assert walk[:11] == [*once, *once, "Reset"]


def test_heights_are_the_characters_own() -> None:
    """The tutorial's numbers: at waist height in Reset, at shoulder height in Touch."""
    run = played("corridor", 19.0)
    shoulder = run.slot("upper_arm[left].rest")[0][1]
    waist = run.slot("capsule.center")[0][1]
    heights = run.slot("reach_height")
    touch = run.during("Touch")
    assert waist == 0.9  # half of 1.8 m
    assert np.abs(heights[touch] - shoulder).max() < 0.01
    before_search = int(np.nonzero(run.during("Search"))[0][0]) - 1
    assert abs(heights[before_search] - waist) < 1e-4
