"""Guard built-ins: those that are plain expressions, and those with memory."""

from __future__ import annotations

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, NUMBER, Base, Kind
from behave.kinds import number as number_kind
from behave.record import Record
from behave.source import Span
from behave.units import ANGLE, LENGTH
from behave.vocabulary import reach
from behave.vocabulary.record import Arguments, Function, constant, node
from behave.vocabulary.signature import POINT, Gives, Parameter, number, vec


def _invalid_angle(a: Arguments, kind: Kind, span: Span) -> Node:
    toward = node(Op.NORMALIZE, node(Op.VSUB, a["to"], a["from"]), kind=Kind(Base.VEC))
    facing = Node(Op.DOT, (a["facing"], toward), NUMBER, None, span)
    return Node(Op.LT, (facing, constant(0.0)), kind, 0.0, span)


def _aligned(a: Arguments, kind: Kind, span: Span) -> Node:
    angle = Node(Op.VANGLE, (a["a"], a["b"]), number_kind(ANGLE), None, span)
    return Node(Op.LE, (angle, a["tolerance"]), kind, 0.0, span)


FUNCTIONS: tuple[Function, ...] = (
    Function(
        "invalid_angle",
        (
            Parameter("from", POINT),
            Parameter("to", POINT),
            Parameter("facing", vec(None), positional=False),
        ),
        Gives(Base.BOOL),
        "The point lies more than 90 degrees away from where `facing` looks.",
        "invalid_angle(arm[side].shoulder, contact.point, facing: outward)",
        _invalid_angle,
    ),
    Function(
        "aligned",
        (
            Parameter("a", vec(None)),
            Parameter("b", vec(None)),
            Parameter("tolerance", number(ANGLE), positional=False),
        ),
        Gives(Base.BOOL),
        "Two directions differ by at most an angle.",
        "aligned(root.forward, wall.normal, tolerance: 3 deg)",
        _aligned,
    ),
)


class Remembered(Record):
    """A memory guard lowered: the cell's kind, start and update, and what the guard reads.

    ``update`` and ``verdict`` are functions of the cell's own node.
    """

    kind: Kind
    initial: Node
    update: Node
    verdict: Node


def moving_away(a: Arguments, cell: Node, span: Span) -> Remembered:
    """The distance has grown by more than a margin over the lowest seen.

    The cell keeps the lowest distance; it starts at infinity.
    """
    away = Node(Op.LENGTH, (node(Op.VSUB, a["a"], a["b"]),), number_kind(LENGTH), None, span)
    lowest = node(Op.MIN, cell, away)
    bound = Node(Op.ADD, (cell, a["margin"]), number_kind(LENGTH))
    verdict = Node(Op.GT, (away, bound), BOOL, 0.0, span)
    return Remembered(cell.kind, constant(float("inf"), cell.kind), lowest, verdict)


MOVING_AWAY = (
    Parameter("a", POINT),
    Parameter("b", POINT),
    Parameter("margin", number(LENGTH), positional=False, required=False, default=0.0),
)

MEMORY_DOCS = {
    "moving_away": (
        "The distance between two points has grown by more than `margin` over the lowest "
        "seen since tracking began.",
        "moving_away(root.position, contact.point, margin: 5 mm)",
    ),
    "nearer": (
        "Which of the named points is nearest; ties go to the last named.",
        "nearer(contact.point, left: arm[left].shoulder, right: arm[right].shoulder)",
    ),
    "count": (
        "How many hold: of everything under one name (a machine array, indexed parts of the rig), "
        "or of a list. What is absent does not count.",
        "count(leg in Swing) < 3",
    ),
    "mean": (
        "The middle of numbers, vecs or points: of everything under one name, or of a list. "
        "Absent where one is.",
        "mean(arm.target)",
    ),
    "reaches": (reach.DOC, reach.EXAMPLE),
    "timer": ("The time in the state it is written in.", "timer > 2 s"),
}
