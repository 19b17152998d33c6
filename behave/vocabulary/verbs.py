"""Verbs of actions, scenes and tests that are words, not keywords."""

from __future__ import annotations

from behave.ir.program import ColliderShape, Form
from behave.units import FREQUENCY, LENGTH, TIME
from behave.vocabulary.signature import ROTATION as A_ROTATION
from behave.vocabulary.signature import Accepts, number, vec

LERP_FORMS: tuple[tuple[Form, str, Accepts | None], ...] = (
    (Form.OVER, "over", number(TIME)),
    (Form.CHASE, "over", number(TIME)),
    (Form.RATE, "rate", number(FREQUENCY)),
    (Form.HALF_LIFE, "half_life", number(TIME)),
    (Form.AT, "at", None),
)
"""Each form of lerp with its preposition; ``at`` takes the value's own unit a second."""

ACTIONS = {
    "lerp": (
        "Bring a value to a goal in time; every form is independent of the tick rate.",
        "lerp arm[side].weight to 0.5 over 5 s chase",
    ),
    "advance": ("Add a rate times the time passed.", "advance phase by 90 deg/s"),
    "move": (
        "Move the character along a direction at a speed, or by a velocity; walls, steps and the "
        "ground stop it as when it walks. Several moves add up.",
        "move by root.right at 0.8 m/s",
    ),
    "enable": (
        "Switch a part of the rig on for this tick: `feet` follow uneven ground.",
        "enable feet",
    ),
    "disable": (
        "Switch a part of the rig off for this tick: without `control` the inputs do not move "
        "the character.",
        "disable control",
    ),
}
"""Verbs an action may use now: doc and example."""

POSE_VERBS = {
    "play": ("Give a clip of the rig the whole pose.", "play against[left] when not moving"),
    "lower": (
        "Lower the hips by a length; the feet stay where the gait has them.",
        "lower hips by 20 cm",
    ),
    "turn": (
        "Show the body turned against where the character faces.",
        "turn body by 180 deg about up",
    ),
    "shift": (
        "Show the body beside where the character stands, in the root's axes.",
        "shift body by (0 m, 0 m, -3 cm)",
    ),
}
"""Verbs of a `pose` that are words: doc and example."""

NOT_YET = {
    "aim": "aims bones at a point",
    "arc": "moves along an arc",
    "emit": "sends an event",
    "laser": "draws a beam",
    "mask": "names a set of bones",
    "ccd": "solves a chain of many joints",
    "point": "adds a point that is not a bone",
}
"""Verbs the language has and this version cannot run yet."""

SCENE_SHAPES: dict[str, tuple[ColliderShape, dict[str, tuple[Accepts, bool]]]] = {
    "box": (
        ColliderShape.BOX,
        {"size": (vec(LENGTH), True), "turn": (A_ROTATION, False)},
    ),
    "sphere": (ColliderShape.SPHERE, {"radius": (number(LENGTH), True)}),
    "capsule": (
        ColliderShape.CAPSULE,
        {
            "radius": (number(LENGTH), True),
            "height": (number(LENGTH), True),
            "turn": (A_ROTATION, False),
        },
    ),
    "ground": (ColliderShape.GROUND, {"turn": (A_ROTATION, False)}),
}
"""Colliders of a scene: options with what they accept and whether they are needed."""

SCENE_NOT_YET = {
    "heightfield": "rolling terrain",
    "stairs": "stairs",
    "path": "a path things move along",
}
