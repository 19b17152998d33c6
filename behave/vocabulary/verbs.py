"""Verbs of actions, scenes and tests that are words, not keywords."""

from __future__ import annotations

from behave.ir.program import ColliderShape, Form
from behave.units import FREQUENCY, LENGTH, PLAIN, TIME
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
        "Move the character or a point of the rig, along a direction at a speed, or by a velocity; "
        "walls, steps and the ground stop a character with a mover. Several moves add up.",
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
    "arc": (
        "Bring a point from one place to another over a time, in an arc above the straight line; "
        "it is complete before `after T` fires.",
        "arc foot[0].target from lifted to landing over 0.2 s, height: 0.5 m",
    ),
    "turn": (
        "Turn a bone that has a `hinge` in the rig by an angle: `rate` a share of it a second, "
        "`at` a speed, `over` a time from entering the state.",
        "turn head about up by off rate 2 /s",
    ),
    "aim": ("Let an `aim` of the rig look at a point for this tick.", "aim gaze at prey.point"),
    "laser": (
        "Let a `laser` of the rig shine from one point to another for this tick.",
        "laser beam from eye.position to prey.point",
    ),
    "emit": (
        "Send an event: its handlers and the transitions on it see it next tick.",
        "emit stepped(index)",
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
    "mask": "names a set of bones",
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
    "heightfield": (
        ColliderShape.HEIGHTFIELD,
        {
            "size": (vec(LENGTH), True),
            "cell": (number(LENGTH), False),
            "seed": (number(PLAIN), False),
            "flat": (number(LENGTH), False),
        },
    ),
    "stairs": (
        ColliderShape.STAIRS,
        {
            "steps": (number(PLAIN), True),
            "size": (vec(LENGTH), True),
            "turn": (A_ROTATION, False),
        },
    ),
}
"""Colliders of a scene: options with what they accept and whether they are needed."""

SCENE_TEXTS: dict[str, tuple[str, ...]] = {"heightfield": ("file",)}
"""Options of colliders that are texts in double quotes."""

RESTING = (ColliderShape.GROUND, ColliderShape.HEIGHTFIELD, ColliderShape.STAIRS)
"""Shapes that cannot move along a path."""
