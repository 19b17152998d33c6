"""Random expressions over the slots of a behavior in the making."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as some
from made_programs import BOOL, ROTATION, VEC, Builder, Made, compare, const, node

from behave.ir.ops import Op
from behave.ir.program import Node, Query

EXTREMES = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, 1e300, -1e300, 5e-324, math.pi)
FLOATS = some.sampled_from(EXTREMES) | some.floats(-10.0, 10.0)

NUMBER_OPS = {
    1: (Op.NEG, Op.ABS, Op.SIGN, Op.FLOOR, Op.SIN, Op.COS, Op.SQRT),
    2: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MIN, Op.MAX, Op.ROUND, Op.MOD),
}


@dataclass
class Room:
    """A behavior with a few variables of each kind, some of them absent."""

    builder: Builder
    slots: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        made = self.builder
        self.slots = {
            "number": [made.var("a", 0.5), made.var("b", -2.0), made.var("lost", None)],
            "vec": [made.var("v", (1.0, 2.0, 3.0), VEC), made.var("w", (0.0, 0.0, 0.0), VEC)],
            "rotation": [made.var("q", (0.0, 0.0, 0.0, 1.0), ROTATION)],
            "bool": [made.var("c", True, BOOL), made.var("unsure", None, BOOL)],
        }

    def read(self, kind: str, which: int) -> Node:
        """Reads one of the slots of a kind."""
        slots = self.slots[kind]
        return self.builder.read(slots[which % len(slots)])

    def fill(self, rows: np.ndarray, random: Any) -> None:
        """Other values for every agent, some of them extreme, some absent, some present."""
        for kind, slots in self.slots.items():
            for number in slots:
                slot = self.builder.slots[number]
                words = slice(slot.offset, slot.offset + slot.width)
                values = random.normal(0.0, 2.0, (len(rows), slot.width))
                if kind == "rotation":
                    values /= np.sqrt((values * values).sum(1, keepdims=True))
                elif kind == "bool":
                    values = (values > 0.0).astype(np.float64)
                else:
                    wild = random.random(values.shape) < 0.3
                    values[wild] = random.choice(EXTREMES, wild.sum())
                rows[:, words] = values
                if slot.presence >= 0:
                    rows[:, slot.presence] = random.integers(0, 2, len(rows))


@some.composite
def numbers(draw: Any, room: Room, depth: int) -> Node:
    """An expression that gives a number."""
    if depth <= 0 or draw(some.integers(0, 4)) == 0:
        choice = draw(some.integers(0, 4))
        if choice == 0:
            return const(draw(FLOATS | some.just(math.inf)))
        if choice == 1:
            return const(None)
        return room.read("number", draw(some.integers(0, 4)))
    below = numbers(room, depth - 1)
    choice = draw(some.integers(0, 8))
    if choice <= 1:
        return node(draw(some.sampled_from(NUMBER_OPS[1])), draw(below))
    if choice <= 3:
        return node(draw(some.sampled_from(NUMBER_OPS[2])), draw(below), draw(below))
    if choice == 4:
        return node(Op.SELECT, draw(guards(room, depth - 1)), draw(below), draw(below))
    if choice == 5:
        return node(Op.OTHERWISE, draw(below), draw(below))
    v = vecs(room, depth - 1)
    if choice == 6:
        ops = {Op.DOT: 2, Op.LENGTH: 1, Op.SIGNED_ANGLE: 3, Op.COMPONENT: 1, Op.VANGLE: 2}
        op = draw(some.sampled_from(list(ops)))
        return node(op, *(draw(v) for _ in range(ops[op])), data=draw(some.integers(0, 2)))
    if choice == 7:
        return node(Op.CHOOSE, draw(below), *(draw(below) for _ in range(3)))
    q = rotations(room, depth - 1)
    return node(Op.QANGLE, draw(q), draw(q))


@some.composite
def vecs(draw: Any, room: Room, depth: int) -> Node:
    """An expression that gives a vec."""
    if depth <= 0:
        if draw(some.booleans()):
            return room.read("vec", draw(some.integers(0, 1)))
        return const(tuple(draw(FLOATS) for _ in range(3)), VEC)
    v, n = vecs(room, depth - 1), numbers(room, depth - 1)
    choice = draw(some.integers(0, 6))
    if choice == 0:
        return node(Op.VECTOR, draw(n), draw(n), draw(n), kind=VEC)
    if choice == 1:
        op = draw(some.sampled_from((Op.VADD, Op.VSUB, Op.CROSS)))
        return node(op, draw(v), draw(v), kind=VEC)
    if choice == 2:
        op = draw(some.sampled_from((Op.VSCALE, Op.VDIV)))
        return node(op, draw(v), draw(n), kind=VEC)
    if choice == 3:
        return node(draw(some.sampled_from((Op.VNEG, Op.NORMALIZE))), draw(v), kind=VEC)
    if choice == 4:
        return node(Op.SELECT, draw(guards(room, depth - 1)), draw(v), draw(v), kind=VEC)
    return node(Op.QROTATE, draw(rotations(room, depth - 1)), draw(v), kind=VEC)


@some.composite
def rotations(draw: Any, room: Room, depth: int) -> Node:
    """An expression that gives a rotation."""
    if depth <= 0:
        return room.read("rotation", 0)
    q, v = rotations(room, depth - 1), vecs(room, depth - 1)
    choice = draw(some.integers(0, 4))
    if choice == 0:
        return node(Op.QMUL, draw(q), draw(q), kind=ROTATION)
    if choice == 1:
        return node(Op.QINVERSE, draw(q), kind=ROTATION)
    if choice == 2:
        return node(Op.AXIS_ANGLE, draw(v), draw(numbers(room, depth - 1)), kind=ROTATION)
    return node(Op.LOOK, draw(v), draw(v), kind=ROTATION)


@some.composite
def guards(draw: Any, room: Room, depth: int) -> Node:
    """An expression that gives a bool."""
    if depth <= 0:
        if draw(some.booleans()):
            return room.read("bool", draw(some.integers(0, 1)))
        return const(draw(some.sampled_from((True, False, None))), BOOL)
    g, n, v = guards(room, depth - 1), numbers(room, depth - 1), vecs(room, depth - 1)
    choice = draw(some.integers(0, 5))
    if choice == 0:
        op = draw(some.sampled_from((Op.AND, Op.OR)))
        count = draw(some.integers(2, 4))
        return node(op, *(draw(g) for _ in range(count)), kind=BOOL)
    if choice == 1:
        return node(Op.NOT, draw(g), kind=BOOL)
    if choice == 2:
        return node(Op.PRESENT, draw(n), kind=BOOL)
    if choice == 3:
        op = draw(some.sampled_from((Op.EQ, Op.NE)))
        return compare(op, draw(v), draw(v), draw(some.sampled_from((0.0, 1e-6, 1.0))))
    op = draw(some.sampled_from((Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE)))
    return compare(op, draw(n), draw(n), draw(some.sampled_from((0.0, 1e-6))))


def furnished(data: Any) -> tuple[Room, list[Made], int]:
    """A room with a sensor and a memory over random trees, the states of a machine ``m``, one of
    them with states of its own, and the place of its active one."""
    room = Room(Builder())
    made = room.builder
    eye = made.sensor(
        "eye",
        Query.VALUE,
        {"value": data.draw(numbers(room, 2))},
        when=data.draw(guards(room, 1)),
    )
    room.slots["number"].append(eye["value"])
    cell = made.cell("cell", 1.0, lambda own: data.draw(numbers(room, 2)), subjects=(0,))
    room.slots["number"].append(cell)
    states = [Made("A"), Made("B", children=[Made("C"), Made("D")]), Made("E")]
    active = made.lay_out("m", states)
    return room, states, active
