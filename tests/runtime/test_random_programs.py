"""Random valid Programs never raise, and never store what is not finite."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some
from made_programs import (
    BOOL,
    NUMBER,
    ROTATION,
    VEC,
    Arrow,
    Builder,
    Made,
    compare,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.ir.program import Form, Node, Query
from behave.runtime import trace, why

EXTREMES = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, 1e300, -1e300, 5e-324, math.pi)
FLOATS = some.sampled_from(EXTREMES) | some.floats(-10.0, 10.0)

NUMBER_OPS = {
    1: (Op.NEG, Op.ABS, Op.SIGN, Op.FLOOR, Op.SIN, Op.COS, Op.SQRT),
    2: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MIN, Op.MAX, Op.ROUND, Op.MOD),
}


@some.composite
def numbers(draw: Any, depth: int) -> Node:
    """An expression that gives a number."""
    if depth == 0 or draw(some.integers(0, 4)) == 0:
        choice = draw(some.integers(0, 3))
        if choice == 0:
            return const(draw(FLOATS | some.just(math.inf)))
        if choice == 1:
            return const(None)
        return node(Op.SLOT, data=("number", choice), kind=NUMBER)
    below = numbers(depth - 1)
    choice = draw(some.integers(0, 6))
    if choice <= 1:
        return node(draw(some.sampled_from(NUMBER_OPS[1])), draw(below))
    if choice <= 3:
        return node(draw(some.sampled_from(NUMBER_OPS[2])), draw(below), draw(below))
    if choice == 4:
        op = draw(some.sampled_from((Op.SELECT, Op.OTHERWISE)))
        args = (draw(below), draw(below))
        return node(op, *((draw(guards(depth - 1)),) if op is Op.SELECT else ()), *args)
    v = vecs(depth - 1)
    if choice == 5:
        kind = draw(some.sampled_from((Op.DOT, Op.LENGTH, Op.SIGNED_ANGLE, Op.COMPONENT)))
        count = {Op.DOT: 2, Op.LENGTH: 1, Op.SIGNED_ANGLE: 3, Op.COMPONENT: 1}[kind]
        return node(kind, *(draw(v) for _ in range(count)), data=draw(some.integers(0, 2)))
    q = rotations(depth - 1)
    return node(Op.QANGLE, draw(q), draw(q))


@some.composite
def vecs(draw: Any, depth: int) -> Node:
    """An expression that gives a vec."""
    if depth <= 0:
        if draw(some.booleans()):
            return node(Op.SLOT, data=("vec", 0), kind=VEC)
        return const(tuple(draw(FLOATS) for _ in range(3)), VEC)
    v, n = vecs(depth - 1), numbers(depth - 1)
    choice = draw(some.integers(0, 5))
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
    return node(Op.QROTATE, draw(rotations(depth - 1)), draw(v), kind=VEC)


@some.composite
def rotations(draw: Any, depth: int) -> Node:
    """An expression that gives a rotation."""
    if depth <= 0:
        return node(Op.SLOT, data=("rotation", 0), kind=ROTATION)
    q, v = rotations(depth - 1), vecs(depth - 1)
    choice = draw(some.integers(0, 3))
    if choice == 0:
        return node(Op.QMUL, draw(q), draw(q), kind=ROTATION)
    if choice == 1:
        return node(Op.QINVERSE, draw(q), kind=ROTATION)
    if choice == 2:
        return node(Op.AXIS_ANGLE, draw(v), draw(numbers(depth - 1)), kind=ROTATION)
    return node(Op.LOOK, draw(v), draw(v), kind=ROTATION)


@some.composite
def guards(draw: Any, depth: int) -> Node:
    """An expression that gives a bool."""
    if depth <= 0:
        if draw(some.booleans()):
            return node(Op.SLOT, data=("bool", 0), kind=BOOL)
        return const(draw(some.sampled_from((True, False, None))), BOOL)
    g, n = guards(depth - 1), numbers(depth - 1)
    choice = draw(some.integers(0, 4))
    if choice == 0:
        op = draw(some.sampled_from((Op.AND, Op.OR)))
        return node(op, draw(g), draw(g), kind=BOOL)
    if choice == 1:
        return node(Op.NOT, draw(g), kind=BOOL)
    if choice == 2:
        return node(Op.PRESENT, draw(n), kind=BOOL)
    op = draw(some.sampled_from((Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE)))
    return compare(op, draw(n), draw(n), draw(some.sampled_from((0.0, 1e-6))))


def settled(tree: Node, slots: dict[str, list[int]]) -> Node:
    """The tree with its slots by number."""
    data = tree.data
    if tree.op is Op.SLOT:
        kind, which = data  # type: ignore[misc]
        data = slots[kind][which % len(slots[kind])]
    return Node(tree.op, tuple(settled(arg, slots) for arg in tree.args), tree.kind, data)


@settings(max_examples=60, deadline=None)
@given(some.data())
def test_a_random_program_runs_explains_and_traces(data: Any) -> None:
    made = Builder()
    slots = {
        "number": [made.var("a", data.draw(FLOATS)), made.var("lost", None)],
        "vec": [made.var("v", (1.0, 2.0, 3.0), VEC)],
        "rotation": [made.var("q", (0.0, 0.0, 0.0, 1.0), ROTATION)],
        "bool": [made.var("b", True, BOOL)],
    }

    def some_of(strategy: Any) -> Node:
        return settled(data.draw(strategy), slots)

    cell = made.cell("cell", math.inf, lambda own: node(Op.MIN, own, some_of(numbers(2))))
    slots["number"].append(cell)
    seen = made.sensor("eye", Query.VALUE, {"value": some_of(numbers(2))}, when=some_of(guards(1)))
    slots["number"].append(seen["value"])
    states = [Made("A"), Made("B", children=[Made("C"), Made("D")])]
    active = made.lay_out("m", states)
    form = data.draw(some.sampled_from(list(Form)))
    lerp, captured = made.lerp(
        slots["number"][0], some_of(numbers(2)), form, data.draw(FLOATS), "A"
    )
    turn, _ = made.lerp(
        slots["rotation"][0], some_of(rotations(2)), Form.AT, data.draw(FLOATS), "A"
    )
    writes = [
        made.set(slots["number"][0], some_of(numbers(3))),
        made.set(slots["vec"][0], some_of(vecs(3))),
        made.set(slots["rotation"][0], some_of(rotations(2))),
        made.set(slots["bool"][0], some_of(guards(3))),
    ]
    states[0].actions = [lerp, turn, *writes]
    states[0].captures = [captured] if captured >= 0 else []
    states[1].actions = [made.when(some_of(guards(2)), *writes)]
    states[0].arrows = [Arrow("B", some_of(guards(3))), Arrow("B.D", some_of(guards(1)))]
    states[1].arrows = [Arrow("A", some_of(guards(3)), after=data.draw(some.floats(0.0, 0.1)))]
    made.machine(states, active=active)
    run = start(made.program())
    for _ in range(6):
        run.ticks(1)
        assert not np.isnan(run.state.rows[0]).any()
        for name in ("a", "v", "q", "b"):
            assert np.isfinite(np.array(run.value(name), np.float64)).all()
        trace.dumps(trace.line(run.model, run.state, run.records[-1]))
        for arrow in why.arrows(run.model, "hero"):
            why.render(why.explain(run.model, run.state, "hero", arrow))
