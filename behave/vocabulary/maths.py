"""Maths built-ins. Fallbacks (zero vecs, division by zero) are those of the primitive ops."""

from __future__ import annotations

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base, Kind
from behave.kinds import vec as vec_kind
from behave.source import Span
from behave.units import ANGLE, LENGTH, PLAIN
from behave.vocabulary.record import Arguments, Function, constant, node, simple
from behave.vocabulary.signature import POINT, ROTATION, Gives, Parameter, number, vec

UP = (0.0, 1.0, 0.0)

CONSTANTS: dict[str, tuple[float, float, float]] = {
    "up": UP,
    "down": (0.0, -1.0, 0.0),
    "ahead": (0.0, 0.0, 1.0),
}
"""World directions as plain vecs: right-handed, y up, +z ahead."""


def _clamp(a: Arguments, kind: Kind, span: Span) -> Node:
    low = node(Op.MAX, a["x"], a["low"])
    return Node(Op.MIN, (low, a["high"]), kind, None, span)


def _mix(a: Arguments, kind: Kind, span: Span) -> Node:
    step = node(Op.MUL, node(Op.SUB, a["b"], a["a"]), a["t"])
    return Node(Op.ADD, (a["a"], step), kind, None, span)


def _direction(a: Arguments, kind: Kind, span: Span) -> Node:
    return Node(Op.NORMALIZE, (node(Op.VSUB, a["b"], a["a"]),), kind, None, span)


def _distance(a: Arguments, kind: Kind, span: Span) -> Node:
    offset = node(Op.VSUB, a["a"], a["b"], kind=vec_kind(LENGTH))
    return Node(Op.LENGTH, (offset,), kind, None, span)


def _flat(a: Arguments, kind: Kind, span: Span) -> Node:
    v = a["v"]
    x = node(Op.COMPONENT, v, kind=Kind(Base.NUMBER, v.kind.dimension), data=0)
    z = node(Op.COMPONENT, v, kind=x.kind, data=2)
    return Node(Op.VECTOR, (x, constant(0.0, x.kind), z), kind, None, span)


def _turned(a: Arguments, kind: Kind, span: Span) -> Node:
    turn = node(Op.AXIS_ANGLE, a["about"], a["by"], kind=Kind(Base.ROTATION))
    return Node(Op.QROTATE, (turn, a["v"]), kind, None, span)


def _normalize(a: Arguments, kind: Kind, span: Span) -> Node:
    return Node(Op.NORMALIZE, (a["v"],), kind, None, span)


def _one(name: str, letter: str = "d") -> Parameter:
    return Parameter(name, number(letter))


_SAME = Gives(Base.NUMBER, "d")

FUNCTIONS: tuple[Function, ...] = (
    Function(
        "abs",
        (_one("x"),),
        _SAME,
        "The size of a number without its sign.",
        "abs(off) < 1 deg",
        simple(Op.ABS, "x"),
    ),
    Function(
        "sign", (_one("x"),), Gives(Base.NUMBER), "-1, 0 or 1.", "sign(steer)", simple(Op.SIGN, "x")
    ),
    Function(
        "min",
        (_one("a"), _one("b")),
        _SAME,
        "The smaller of two numbers.",
        "min(speed, 2 m/s)",
        simple(Op.MIN, "a", "b"),
    ),
    Function(
        "max",
        (_one("a"), _one("b")),
        _SAME,
        "The larger of two numbers.",
        "max(drop, 0 m)",
        simple(Op.MAX, "a", "b"),
    ),
    Function(
        "clamp",
        (_one("x"), _one("low"), _one("high")),
        _SAME,
        "The number, kept between low and high.",
        "clamp(lean, 0, 1)",
        _clamp,
    ),
    Function(
        "mix",
        (_one("a"), _one("b"), Parameter("t", number(PLAIN))),
        _SAME,
        "From a (t = 0) to b (t = 1) in a straight line.",
        "mix(0 m, height, 0.5)",
        _mix,
    ),
    Function(
        "round",
        (_one("x"), Parameter("step", number("d"), positional=False)),
        _SAME,
        "The nearest multiple of step; halves go to the even one.",
        "round(velocity.y, step: 1 m/s)",
        simple(Op.ROUND, "x", "step"),
    ),
    Function(
        "floor",
        (Parameter("x", number(PLAIN)),),
        Gives(Base.NUMBER),
        "The whole number at or below.",
        "floor(i / 3)",
        simple(Op.FLOOR, "x"),
    ),
    Function(
        "mod",
        (_one("x"), _one("by")),
        _SAME,
        "The remainder with the sign of the divisor.",
        "mod(i + 1, 3)",
        simple(Op.MOD, "x", "by"),
    ),
    Function(
        "sqrt",
        (Parameter("x", number(PLAIN)),),
        Gives(Base.NUMBER),
        "The square root; of a negative number 0.",
        "sqrt(x * x + y * y)",
        simple(Op.SQRT, "x"),
    ),
    Function(
        "sin",
        (Parameter("x", number(ANGLE)),),
        Gives(Base.NUMBER),
        "The sine of an angle.",
        "sin(30 deg)",
        simple(Op.SIN, "x"),
    ),
    Function(
        "cos",
        (Parameter("x", number(ANGLE)),),
        Gives(Base.NUMBER),
        "The cosine of an angle.",
        "cos(60 deg)",
        simple(Op.COS, "x"),
    ),
    Function(
        "dot",
        (Parameter("a", vec("a")), Parameter("b", vec("b"))),
        Gives(Base.NUMBER, "a*b"),
        "The dot product.",
        "dot(root.forward, wall.normal) < 0",
        simple(Op.DOT, "a", "b"),
    ),
    Function(
        "cross",
        (Parameter("a", vec("a")), Parameter("b", vec("b"))),
        Gives(Base.VEC, "a*b"),
        "The cross product, right-handed.",
        "cross(up, root.forward)",
        simple(Op.CROSS, "a", "b"),
    ),
    Function(
        "length",
        (Parameter("v", vec("d")),),
        _SAME,
        "How long a vec is.",
        "length(walk) > 0",
        simple(Op.LENGTH, "v"),
    ),
    Function(
        "distance",
        (Parameter("a", POINT), Parameter("b", POINT)),
        Gives(Base.NUMBER, LENGTH),
        "How far two points are apart.",
        "distance(contact.point, root.position) < 2 m",
        _distance,
    ),
    Function(
        "normalize",
        (Parameter("v", vec(None)),),
        Gives(Base.VEC),
        "The direction of a vec as a plain vec of length 1; zero stays zero.",
        "normalize(velocity)",
        _normalize,
    ),
    Function(
        "direction",
        (Parameter("a", POINT), Parameter("b", POINT)),
        Gives(Base.VEC),
        "The direction from a to b, of length 1; zero where they coincide.",
        "direction(contact.point, arm[side].shoulder)",
        _direction,
    ),
    Function(
        "flat",
        (Parameter("v", vec("d")),),
        Gives(Base.VEC, "d"),
        "The vec with its height taken away.",
        "flat(prey.point - head.position)",
        _flat,
    ),
    Function(
        "look",
        (
            Parameter("forward", vec(None)),
            Parameter("up", vec(None), positional=False, required=False, default=UP),
        ),
        Gives(Base.ROTATION),
        "The rotation whose +z points along forward and whose +y is as near up as may be.",
        "look(-surface.normal, up: up)",
        simple(Op.LOOK, "forward", "up"),
    ),
    Function(
        "turned",
        (
            Parameter("v", vec("d")),
            Parameter("by", number(ANGLE), positional=False),
            Parameter("about", vec(None), positional=False, required=False, default=UP),
        ),
        Gives(Base.VEC, "d"),
        "The vec turned by an angle about an axis, right-handed.",
        "turned(ahead, by: 30 deg, about: up)",
        _turned,
    ),
    Function(
        "signed_angle",
        (
            Parameter("from", vec(None)),
            Parameter("to", vec(None)),
            Parameter("about", vec(None), positional=False, required=False, default=UP),
        ),
        Gives(Base.NUMBER, ANGLE),
        "The angle from one vec to another about an axis, in (-180°, 180°].",
        "signed_angle(head.forward, prey.point - head.position, about: up)",
        simple(Op.SIGNED_ANGLE, "from", "to", "about"),
    ),
    Function(
        "angle_between",
        (Parameter("a", ROTATION), Parameter("b", ROTATION)),
        Gives(Base.NUMBER, ANGLE),
        "The angle between two rotations, 0 to 180°.",
        "angle_between(wrist[left].rotation, palm) < 3 deg",
        simple(Op.QANGLE, "a", "b"),
    ),
)
