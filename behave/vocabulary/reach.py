"""``reaches(foot[i], point)``: what a ``ccd`` chain says of its reach, and the guard made of it.

The rig keeps three private places of a chain up to date: where its first joint is (`base`), the
axes it turns in (`frame`: +z the way out, +y its first hinge), and what it reaches (`reach`). Seen
from its second joint in the plane it bends in, a point is reached where it is neither nearer nor
farther than the joints' limits allow, and where the second joint can still point the chain there.
The directions it can depend on how far away the point is, so `reach` holds them ring by ring.
"""

from __future__ import annotations

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, NUMBER, POINT, ROTATION, VEC, Base, Kind, list_of, number, vec
from behave.source import Span
from behave.units import ANGLE, LENGTH
from behave.vocabulary.record import constant, node
from behave.vocabulary.rig_records import RigPlace

RINGS = 24
"""Rings of distances from the second joint, equally wide."""

START_OUT, START_UP, ASIDE, TURN_MIDDLE, TURN_HALF, NEAREST, WIDTH, MIDDLE = range(8)
"""Where things lie in `reach`: the second joint's place in the plane (out, up), how far the last
joint lies beside the plane, the middle and the half width of the first joint's turn, the nearest
distance and a ring's width; from MIDDLE the middles of the rings' directions, from HALF their half
widths (below 0: none)."""
HALF = MIDDLE + RINGS
SIZE = HALF + RINGS

PLACES = (
    RigPlace("{name}.base", POINT, "Private to `reaches`.", hidden=True),
    RigPlace("{name}.frame", ROTATION, "Private to `reaches`.", hidden=True),
    RigPlace("{name}.reach", list_of(NUMBER, SIZE), "Private to `reaches`.", hidden=True),
)

EXAMPLE = "reaches(foot[index], below.point)"
DOC = (
    "A `ccd` chain, from where it starts in the last pose, can bring its last joint to a point "
    "within its joints' limits. It never says so of a point that it cannot reach."
)

_LENGTH = number(LENGTH)
_ANGLE = number(ANGLE)


def reaches(base: Node, frame: Node, reach: Node, point: Node, span: Span) -> Node:
    """Whether a point is reached, absent where the point is; the rest are the chain's places."""
    seen = node(
        Op.QROTATE,
        node(Op.QINVERSE, frame),
        node(Op.VSUB, point, base, kind=vec(LENGTH)),
        kind=vec(LENGTH),
    )
    x, y, z = (node(Op.COMPONENT, seen, kind=_LENGTH, data=axis) for axis in range(3))
    level = node(Op.ADD, node(Op.MUL, x, x), node(Op.MUL, z, z))
    aside = _given(reach, ASIDE)
    along = node(Op.SQRT, node(Op.SUB, level, node(Op.MUL, aside, aside)), kind=_LENGTH)
    way = node(Op.VECTOR, aside, constant(0.0), along, kind=VEC)
    turn = _angle(way, _flat(x, z), (0.0, 1.0, 0.0))
    out = node(Op.SUB, along, _given(reach, START_OUT))
    up = node(Op.SUB, y, _given(reach, START_UP))
    arm = node(Op.VECTOR, constant(0.0), up, out, kind=VEC)
    away = node(Op.LENGTH, arm, kind=_LENGTH)
    beyond = node(Op.SUB, away, _given(reach, NEAREST))
    ring = node(Op.FLOOR, node(Op.DIV, beyond, _given(reach, WIDTH), kind=NUMBER))
    middle = _ring(reach, MIDDLE, ring)
    goal = node(
        Op.VECTOR,
        constant(0.0),
        node(Op.SIN, middle, kind=NUMBER),
        node(Op.COS, middle, kind=NUMBER),
        kind=VEC,
    )
    off = node(Op.ABS, _angle(goal, arm, (-1.0, 0.0, 0.0)))
    sideways = node(Op.ABS, node(Op.SUB, turn, _given(reach, TURN_MIDDLE)))
    within = node(
        Op.AND,
        _at_most(sideways, _given(reach, TURN_HALF)),
        _at_most(off, _ring(reach, HALF, ring)),
        kind=BOOL,
    )
    known = node(Op.PRESENT, point, kind=BOOL)
    sure = node(Op.SELECT, within, constant(True), constant(False), kind=BOOL)
    return Node(Op.SELECT, (known, sure, Node(Op.CONST, (), BOOL, None)), BOOL, None, span)


def _given(reach: Node, place: int) -> Node:
    return node(Op.ELEMENT, reach, constant(float(place)), kind=NUMBER)


def _ring(reach: Node, first: int, ring: Node) -> Node:
    """A ring's value; absent where there is no such ring."""
    last = node(Op.LT, ring, constant(float(RINGS)), kind=BOOL, data=0.0)
    there = node(Op.AND, last, node(Op.GE, ring, constant(0.0), kind=BOOL, data=0.0), kind=BOOL)
    nothing = Node(Op.CONST, (), NUMBER, None)
    place = node(Op.SELECT, there, ring, nothing, kind=NUMBER)
    return node(Op.ELEMENT, reach, node(Op.ADD, place, constant(float(first))), kind=NUMBER)


def _flat(x: Node, z: Node) -> Node:
    return node(Op.VECTOR, x, constant(0.0), z, kind=VEC)


def _angle(one: Node, other: Node, about: tuple[float, float, float]) -> Node:
    return node(Op.SIGNED_ANGLE, one, other, constant(about), kind=_ANGLE)


def _at_most(one: Node, other: Node) -> Node:
    return Node(Op.LE, (one, other), Kind(Base.BOOL), 0.0)
