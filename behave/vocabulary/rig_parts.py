"""Verbs of a rig: what each sentence takes and which places it gives. Pure data.

A rig sentence becomes an ``ir.Bone`` (verb ``bone``) or an ``ir.Part``. Options that name a
bone go to ``Part.bones`` under the option's name; numbers, vecs and rotations to
``Part.values`` (a range as ``low`` and ``high``); words, inputs and layers to ``Part.words``, and
so do points and parts. What is left out takes the default given here; a range left out is none.

Values are worked out once, when a scene is built, with the root standing upright at the
origin and looking along +z: a direction written in a rig (a pole) is in the root's axes.
"""

from __future__ import annotations

from behave.kinds import BOOL, NUMBER, POINT, ROTATION, VEC, list_of, number, vec
from behave.record import replace
from behave.units import (
    ACCELERATION,
    ANGLE,
    FREQUENCY,
    LENGTH,
    PLAIN,
    SPEED,
    TURN_RATE,
)
from behave.vocabulary.rig_records import Named, Refers, RigAlias, RigOption, RigPart, RigPlace
from behave.vocabulary.walker_parts import AIM, CCD, HINGE, LASER, POINT_PART, STANCE


def _bone(name: str, doc: str, required: bool = True) -> RigOption:
    return RigOption(name, doc, None, Refers.BONE, required)


_LENGTH = number(LENGTH)
_ANGLE = number(ANGLE)
_SPEED = number(SPEED)

ROOT_PLACES: tuple[RigPlace, ...] = (
    RigPlace("root.position", POINT, "The point on the ground the character stands on.", True),
    RigPlace("root.rotation", ROTATION, "Where the character faces: +z ahead, +y up.", True),
    RigPlace("body.turned", _ANGLE, "How far the body is shown turned about up.", True),
    RigPlace(
        "body.shifted", vec(LENGTH), "How far the body is shown beside the root, in its axes.", True
    ),
    RigPlace("body.position", POINT, "Where the body is shown: the root, shifted."),
    RigPlace("body.rotation", ROTATION, "How the body is shown: the root's rotation, turned."),
)
"""Places of every rig, whatever its parts. The *body* is the frame the skeleton stands in."""

VELOCITY = RigPlace("velocity", vec(SPEED), "The character's velocity.", True)
ROOT_MOVED = RigPlace(
    "root.moved",
    vec(LENGTH),
    "The way this tick's moves add up to.",
    hidden=True,
    resets=(0.0, 0.0, 0.0),
)
MOVED_PLACES: tuple[RigPlace, ...] = (replace(VELOCITY, writable=False), ROOT_MOVED)
"""Places of a rig without a mover. Its pose phase moves the root itself, through walls and all:
root.position += root.moved, and velocity = root.moved / dt."""

_JOINTS: tuple[RigOption, ...] = (
    _bone("root", "the bone at the chain's start: thigh, upper arm"),
    _bone("mid", "the bone that bends: shin, forearm"),
    _bone("tip", "the bone brought to the target: foot, hand"),
    RigOption(
        "pole",
        "the way the middle joint points, in the root's axes",
        VEC,
        required=True,
    ),
)

BONE = RigPart(
    "bone",
    Named.NEW,
    (),
    (
        RigOption(
            "of", "the parent bone; without it the bone hangs on the root", None, Refers.BONE
        ),
        RigOption("at", "the joint's place in the parent's frame", vec(LENGTH), required=True),
    ),
    (
        RigOption(
            "turn",
            "how the bone's axes are turned against the parent's in the bind pose",
            ROTATION,
            default=(0.0, 0.0, 0.0, 1.0),
        ),
    ),
    (
        RigPlace("{name}.position", POINT, "Where the joint was in the last pose."),
        RigPlace("{name}.rotation", ROTATION, "How the bone was turned in the last pose."),
        RigPlace("{name}.rest", vec(LENGTH), "The joint in the bind pose, from the root."),
    ),
    (),
    "A bone, in the bind pose.",
    "bone forearm[s] of upper_arm[s] at (0 m, -0.186 * height, 0 m)",
)

MOVER = RigPart(
    "mover",
    Named.WORD,
    ("capsule",),
    (),
    (
        RigOption("radius", "of the capsule", _LENGTH, required=True, low=0.01),
        RigOption("height", "of the capsule over all", _LENGTH, required=True, low=0.02),
        RigOption("step", "the highest edge walked up", _LENGTH, default=0.3, low=0.0),
        RigOption("slope", "the steepest ground walked on", _ANGLE, default=0.7853981633974483),
        RigOption("speed", "at full input", _SPEED, required=True, low=0.0),
        RigOption("jump_speed", "upward speed of a jump", _SPEED, default=4.0, low=0.0),
        RigOption("turn", "how fast it turns to where it goes", number(TURN_RATE), default=6.0),
        RigOption("acceleration", "when starting and stopping", number(ACCELERATION), default=8.0),
        RigOption("walk", "the input with the wish to move", None, Refers.INPUT, required=True),
        RigOption("jump", "the input that makes it jump", None, Refers.INPUT),
        RigOption("layer", "the layer of the capsule itself", None, Refers.LAYER),
    ),
    (
        VELOCITY,
        RigPlace("capsule.center", POINT, "The middle of the capsule."),
        RigPlace("capsule.radius", _LENGTH, "The capsule's radius."),
        RigPlace("capsule.height", _LENGTH, "The capsule's height over all."),
        RigPlace("mover.grounded", BOOL, "The character stands on something."),
        RigPlace("mover.state", list_of(NUMBER, 16), "Private to the mover.", hidden=True),
        RigPlace(
            "control.enabled",
            BOOL,
            "The mover's inputs walk, turn and jump the character.",
            resets=1.0,
        ),
        ROOT_MOVED,
    ),
    (),
    "Moves the character by its inputs: walls, steps, slopes, gravity and jumps.",
    "mover capsule, radius: 0.28 m, height: height, speed: 1.6 m/s, walk: walk, jump: jump",
    once=True,
)

LIMIT = RigPart(
    "limit",
    Named.BONE,
    (),
    (RigOption("to", "the smallest and largest angle", _ANGLE, Refers.RANGE, required=True),),
    (RigOption("about", "the hinge's axis in the bone's frame", VEC, default=(1.0, 0.0, 0.0)),),
    (),
    (),
    "How far a joint may turn from the bind pose about its axis.",
    "limit shin[s] to 0 deg .. 150 deg, about: (1, 0, 0)",
)

_IDLE = ("idle",)
_WALK = ("walk",)

GAIT = RigPart(
    "gait",
    Named.WORD,
    ("idle", "walk"),
    (),
    (
        RigOption("sway", "how far the weight shifts sideways", _LENGTH, default=0.012),
        RigOption("breath", "how far the chest rises", _LENGTH, default=0.006, words=_IDLE),
        RigOption("rate", "breaths a second", number(FREQUENCY), default=0.25, words=_IDLE),
        RigOption("stride", "two steps at the walk's pace", _LENGTH, default=1.4, words=_WALK),
        RigOption("pace", "the speed the stride is for", _SPEED, default=1.4, words=_WALK, low=0.1),
        RigOption("lift", "how high a foot swings", _LENGTH, default=0.06, words=_WALK),
        RigOption("swing", "how far the arms swing", _ANGLE, default=0.4, words=_WALK),
        RigOption("lean", "how far the chest leans into speed", _ANGLE, default=0.05, words=_WALK),
    ),
    (
        RigPlace("body.lowered", _LENGTH, "How far the hips are lowered; the feet stay.", True),
        RigPlace("gait.state", list_of(NUMBER, 128), "Private to the gaits.", hidden=True),
    ),
    (),
    "A way to stand or to go, made without clips; both blend by the velocity.",
    "gait walk, stride: 1.4 m, sway: 2 cm",
)

LEG = RigPart(
    "leg",
    Named.NEW,
    (),
    (),
    (
        *_JOINTS,
        _bone("ball", "the bone the foot rolls over: the toes", required=False),
    ),
    (RigPlace("{name}.planted", BOOL, "The foot carries weight and stays where it is."),),
    (
        RigAlias("hip", "root", "position", "Where the leg starts."),
        RigAlias("knee", "mid", "position", "Where the leg bends."),
    ),
    "A leg of the gaits: its foot is planted, lifted and set down by them.",
    "leg leg[s], root: thigh[s], mid: shin[s], tip: sole[s], ball: toe[s], pole: ahead",
)

TWO_BONE = RigPart(
    "two_bone",
    Named.NEW,
    (),
    (),
    (
        *_JOINTS,
        RigOption(
            "soften",
            "the share of the full reach from which the chain slows toward straight",
            number(PLAIN),
            default=0.9,
            low=0.5,
            high=1.0,
        ),
    ),
    (
        RigPlace("{name}.target", POINT, "Where the tip shall be.", True),
        RigPlace("{name}.pinned", BOOL, "The target was written this tick.", hidden=True),
        RigPlace("{name}.weight", number(PLAIN), "0: as animated, 1: at the target.", True),
        RigPlace("{name}.rest_position", vec(LENGTH), "The tip in the bind pose, from the root."),
        RigPlace(
            "{name}.rest_turn", ROTATION, "The tip in the bind pose, to the root.", hidden=True
        ),
        RigPlace("{name}.error", _LENGTH, "How far the tip stayed from the target."),
        RigPlace("{name}.reached", BOOL, "The tip is at the target, within 1 cm."),
        RigPlace("{name}.bend", list_of(NUMBER, 4), "Private to the solver.", hidden=True),
    ),
    (
        RigAlias("shoulder", "root", "position", "Where the chain starts."),
        RigAlias("elbow", "mid", "position", "Where the chain bends."),
        RigAlias("hand", "tip", "position", "Where the chain ends."),
    ),
    "Bends a chain of two bones so that its tip meets a target.",
    "two_bone arm[s], root: upper_arm[s], mid: forearm[s], tip: hand[s], pole: (0, -1, -1)",
)

ROTATION_PART = RigPart(
    "rotation",
    Named.NEW,
    (),
    (),
    (
        _bone("bone", "the bone to be turned"),
        RigOption(
            "twist",
            "the share of the turn along the parent's length that the parent takes over",
            number(PLAIN),
            default=0.7,
            low=0.0,
            high=1.0,
        ),
        RigOption(
            "rate", "the fastest turn against the animation", number(TURN_RATE), default=10.0
        ),
        RigOption("palm", "from the joint to the skin, along the bone's +z", _LENGTH, default=0.0),
    ),
    (
        RigPlace("{name}.rotation", ROTATION, "How the bone shall be turned.", True),
        RigPlace("{name}.pinned", BOOL, "The rotation was written this tick.", hidden=True),
        RigPlace("{name}.weight", number(PLAIN), "0: as animated, 1: as told.", True),
        RigPlace(
            "{name}.rest_turn", ROTATION, "The bone in the bind pose, to the root.", hidden=True
        ),
        RigPlace("{name}.palm", _LENGTH, "From the joint to the skin, along the bone's +z."),
        RigPlace("{name}.turned", ROTATION, "Private to the solver.", hidden=True),
        RigPlace("{name}.twisted", _ANGLE, "Private to the solver.", hidden=True),
    ),
    (),
    "Turns a bone; the parent takes a share of the twist.",
    "rotation wrist[s], bone: hand[s], palm: 4 cm",
)

FOOT = RigPart(
    "foot",
    Named.NEW,
    (),
    (),
    (
        _bone("tip", "the foot's bone, the tip of a `leg`"),
        RigOption("origin", "how high over the root its ray starts", _LENGTH, default=0.5, low=0.0),
        RigOption("ray", "how far below the root its ray ends", _LENGTH, default=0.6, low=0.0),
        RigOption("rate", "how fast it follows the ground", number(FREQUENCY), default=20.0),
        RigOption("layer", "the layer it stands on; without it, any", None, Refers.LAYER),
    ),
    (
        RigPlace("{name}.hit", BOOL, "The ray found ground in the last pose."),
        RigPlace("{name}.point", POINT, "The ground below the foot."),
        RigPlace("{name}.normal", VEC, "The ground's normal there."),
        RigPlace("{name}.origin", POINT, "Where the ray started."),
        RigPlace("feet.enabled", BOOL, "The feet follow uneven ground.", resets=0.0),
        RigPlace("feet.offset", _LENGTH, "Height of the soles over the ground.", True),
        RigPlace("feet.weight", number(PLAIN), "0: flat soles, 1: along the ground."),
    ),
    (),
    "Lets a foot follow uneven ground while `feet` are enabled: its height and its sole.",
    "foot foot[s], tip: sole[s], layer: ground",
)

CLIP = RigPart(
    "clip",
    Named.NEW,
    (),
    (),
    (
        RigOption("lower", "how much lower the hips are", _LENGTH, default=0.0),
        RigOption("ahead", "how far the feet stand ahead of the hips", _LENGTH, default=0.0),
        RigOption("width", "between the ankles; 0: the rig's", _LENGTH, default=0.0, low=0.0),
        RigOption("toe_out", "how far the toes point outward", _ANGLE, default=0.10471975511965977),
        RigOption("knees_out", "how far the knees point outward", _ANGLE, default=0.0),
        RigOption("stride", "share of the walk's step", number(PLAIN), default=1.0, low=0.1),
        RigOption("lift", "how high a foot swings", _LENGTH, default=0.05, low=0.0),
        RigOption(
            "sway", "how far the hips shift over the foot that carries", _LENGTH, default=0.01
        ),
    ),
    (RigPlace("{name}.weight", number(PLAIN), "Its share in the last pose, 0 .. 1."),),
    (),
    "A way to hold oneself, blended by a behavior's `pose`: its block turns bones, its options "
    "say how the feet stand and step.",
    "clip sneak[s], lower: 6 cm { turn head by 40 deg about up }",
)

CLIP_TURN = RigPart(
    "turn",
    Named.BONE,
    (),
    (
        RigOption("by", "the angle", _ANGLE, required=True),
        RigOption("about", "the axis, in the body's axes in the bind pose", VEC, required=True),
    ),
    (
        RigOption("stepping", "added at a full step, taken off at the other", _ANGLE, default=0.0),
        RigOption("breathing", "added when the chest is full", _ANGLE, default=0.0),
    ),
    (),
    (),
    "Turns a bone of a clip against its bind pose; turns of one bone follow one another.",
    "turn upper_arm[s] by 30 deg about ahead, stepping: 5 deg",
)
"""The sentence of a clip's block; ``Part.words`` holds its ``clip``."""

RIG_PARTS: dict[str, RigPart] = {
    part.verb: part
    for part in (
        *(BONE, POINT_PART, MOVER, LIMIT, HINGE, GAIT, CLIP, LEG, FOOT, TWO_BONE, ROTATION_PART),
        *(CCD, STANCE, AIM, LASER),
    )
}
"""Every rig verb this version runs."""
