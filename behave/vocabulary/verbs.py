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
}
"""Verbs an action may use now: doc and example."""

NOT_YET = {
    "move": "moves the character",
    "turn": "turns a part of the body",
    "aim": "aims bones at a point",
    "arc": "moves along an arc",
    "emit": "sends an event",
    "enable": "switches a part on",
    "disable": "switches a part off",
    "play": "plays a clip",
    "laser": "draws a beam",
    "lower": "lowers the hips",
    "foot": "plants a foot on uneven ground",
    "clip": "names an animation clip",
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
