"""Verbs of a rig that walks on chains of many joints, turns parts and points at things.

Points, targets and planes are in the world. Private lists belong to the solvers and start at 0.
"""

from __future__ import annotations

from behave.kinds import BOOL, NUMBER, POINT, VEC, list_of, number, vec
from behave.units import ANGLE, FREQUENCY, LENGTH, PLAIN, TURN_RATE
from behave.vocabulary import reach
from behave.vocabulary.rig_records import Named, Refers, RigOption, RigPart, RigPlace

_LENGTH = number(LENGTH)
_ANGLE = number(ANGLE)
_RATE = number(FREQUENCY)

MOST_JOINTS = 16
"""The longest chain of a `ccd`."""

POINT_PART = RigPart(
    "point",
    Named.NEW,
    (),
    (
        RigOption(
            "of",
            "the point, bone or root it goes along with; without it it stays where it is put",
            None,
            Refers.FRAME,
        ),
        RigOption(
            "at", "its place from there, at the start from the root", vec(LENGTH), required=True
        ),
    ),
    (),
    (RigPlace("{name}.position", POINT, "Where it is.", True, unless="of"),),
    (),
    "A point that is no bone. It goes along with a point as it moves, with a bone or the root as "
    "it moves and turns.",
    "point indicator[i] of controller at (2 m, 4 m, 0 m)",
)

HINGE = RigPart(
    "hinge",
    Named.NEW,
    (),
    (),
    (
        RigOption("bone", "the bone that turns", None, Refers.BONE, required=True),
        RigOption("about", "the axis, in the body's axes in the bind pose", VEC, required=True),
        RigOption("to", "the smallest and largest angle; without it, any", _ANGLE, Refers.RANGE),
    ),
    (RigPlace("{name}.angle", _ANGLE, "How far the bone is turned from the bind pose.", True),),
    (),
    "Turns a bone about one axis, as far as a behavior says.",
    "hinge neck, bone: head, about: up",
)

CCD = RigPart(
    "ccd",
    Named.NEW,
    (),
    (),
    (
        RigOption(
            "bones",
            f"the chain from its start to the bone brought to the target, at most {MOST_JOINTS}",
            None,
            Refers.BONES,
            required=True,
        ),
        RigOption("tolerance", "how near is near enough", _LENGTH, default=0.01, low=0.0),
        RigOption(
            "iterations",
            "the most passes over the chain a tick",
            number(PLAIN),
            default=24.0,
            low=1.0,
            high=200.0,
        ),
        RigOption("rate", "the fastest turn of a joint; 0: any", number(TURN_RATE), default=0.0),
    ),
    (
        RigPlace("{name}.target", POINT, "Where the last bone's joint shall be.", True),
        RigPlace("{name}.normal", VEC, "The ground's normal there; zero: not known.", True),
        RigPlace(
            "{name}.planted",
            BOOL,
            "It carries weight; so until written otherwise.",
            True,
            starts=1.0,
        ),
        RigPlace("{name}.rest", POINT, "The last joint in the bind pose, from the root now."),
        RigPlace("{name}.error", _LENGTH, "How far the last joint stayed from the target."),
        RigPlace("{name}.reached", BOOL, "The last joint is at the target, within `tolerance`."),
        RigPlace(
            "{name}.joints", list_of(NUMBER, 4 * MOST_JOINTS), "Private to the solver.", hidden=True
        ),
        *reach.PLACES,
    ),
    (),
    "Bends a chain of many joints so that its last joint meets a target; a joint with a `limit` "
    "is a hinge about that axis. The last bone then stands along the normal.",
    "ccd foot[i], bones: [coxa[i], femur[i], tibia[i], ankle[i]], tolerance: 1 cm",
)

STANCE = RigPart(
    "stance",
    Named.WORD,
    ("body",),
    (),
    (
        RigOption("bone", "the bone that stands over its feet", None, Refers.BONE, required=True),
        RigOption("feet", "the `ccd` parts it stands on", None, Refers.CHAINS, required=True),
        RigOption("height", "over the plane through the feet", _LENGTH, required=True, low=0.0),
        RigOption("rate", "how fast it follows in height", _RATE, default=4.0, low=0.0),
        RigOption(
            "tilt",
            "the share of the plane's tilt it takes over",
            number(PLAIN),
            default=1.0,
            low=0.0,
            high=1.0,
        ),
        RigOption("tilt_rate", "how fast it follows in tilt", _RATE, default=3.0, low=0.0),
    ),
    (
        RigPlace("stance.height", _LENGTH, "How high the bone is over the plane."),
        RigPlace("stance.normal", VEC, "The normal of the plane through the feet that stand."),
        RigPlace("stance.state", list_of(NUMBER, 16), "Private to the stance.", hidden=True),
    ),
    (),
    "Keeps a bone over the plane through the feet that are `planted`: its height and its tilt.",
    "stance body, bone: trunk, feet: [foot[0], foot[1], foot[2]], height: 2.4 m",
    once=True,
)

AIM = RigPart(
    "aim",
    Named.NEW,
    (),
    (),
    (
        RigOption("bone", "the bone that turns", None, Refers.BONE, required=True),
        RigOption(
            "forward",
            "the way it looks, in the body's axes in the bind pose",
            VEC,
            default=(0.0, 0.0, 1.0),
        ),
        RigOption("rate", "how fast it fades in and out and follows", _RATE, default=8.0, low=0.0),
        RigOption(
            "limit",
            "how far it turns from where it is animated",
            _ANGLE,
            default=1.0471975511965976,
        ),
    ),
    (
        RigPlace("{name}.target", POINT, "What it looks at.", True),
        RigPlace("{name}.enabled", BOOL, "It looks at the target.", resets=0.0),
        RigPlace("{name}.weight", number(PLAIN), "How far it has faded in, 0 .. 1."),
        RigPlace("{name}.state", list_of(NUMBER, 8), "Private to the solver.", hidden=True),
    ),
    (),
    "Turns a bone to look at a point, for as long as a behavior says `aim`.",
    "aim gaze, bone: head, forward: ahead, limit: 60 deg",
)

LASER = RigPart(
    "laser",
    Named.NEW,
    (),
    (),
    (),
    (
        RigPlace("{name}.on", BOOL, "It shines.", resets=0.0),
        RigPlace("{name}.from", POINT, "Where it starts."),
        RigPlace("{name}.to", POINT, "Where it ends."),
    ),
    (),
    "A beam of light, drawn for as long as a behavior says `laser`.",
    "laser beam",
)
