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
from behave.kinds import BOOL, NUMBER, POINT, ROTATION, list_of, vec
from behave.source import Span
from behave.units import LENGTH
from behave.vocabulary.record import node
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


def reaches(base: Node, frame: Node, reach: Node, point: Node, span: Span) -> Node:
    """Whether a point is reached, absent where the point is; the rest are the chain's places."""
    offset = node(Op.VSUB, point, base, kind=vec(LENGTH))
    seen = node(Op.QROTATE, node(Op.QINVERSE, frame), offset, kind=vec(LENGTH))
    return Node(Op.REACHES, (seen, reach), BOOL, None, span)
